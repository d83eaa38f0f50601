#include <math.h>
#include <string.h>

#include "input/proto/proto_wire.h"

/*
 * Protocol buffers have no magic number, and short bytes of any kind may look like them. So
 * all fields of the head must be such as the format has, with parts such as they have; what is
 * sure of its format wins.
 */
#define SURE 60

/* How a field may be stored, a bit for each enum proto_wire. */
#define V (1u << PROTO_VARINT)
#define D (1u << PROTO_FIXED64)
#define B (1u << PROTO_BYTES)

/* The fields of a message by their number. */
struct shape {
	unsigned char wires[16];
	const struct shape *parts[16]; /* NULL: of bytes we know nothing */
};

static bool fits(const struct shape *s, const struct proto_field *f)
{
	return f->number < sizeof s->wires && (s->wires[f->number] >> f->wire & 1);
}

/* Does a whole message look so? Messages in it are looked at as well, two levels deep. */
static bool looks_inside(const struct shape *s, struct text message)
{
	struct proto_field f;
	enum proto_next next;

	while ((next = proto_wire_next(&message, &f)) == PROTO_FIELD)
		if (!fits(s, &f))
			return false;
	return next == PROTO_END;
}

static bool looks_whole(const struct shape *s, struct text message)
{
	struct proto_field f;
	enum proto_next next;

	while ((next = proto_wire_next(&message, &f)) == PROTO_FIELD) {
		if (!fits(s, &f))
			return false;
		if (s->parts[f.number] && f.wire == PROTO_BYTES &&
		    !looks_inside(s->parts[f.number], f.body))
			return false;
	}
	return next == PROTO_END;
}

/* The same for a head, which may end in the middle. `seen` has a bit for each field that is
 * there as a whole, `begun` has that which is cut off as well. */
static bool looks_so(const struct shape *s, struct text head, unsigned *seen,
		     unsigned *begun)
{
	struct proto_field f;
	enum proto_next next;

	*seen = 0;
	while ((next = proto_wire_next(&head, &f)) == PROTO_FIELD) {
		if (!fits(s, &f))
			return false;
		if (s->parts[f.number] && f.wire == PROTO_BYTES &&
		    !looks_whole(s->parts[f.number], f.body))
			return false;
		*seen |= 1u << f.number;
	}
	*begun = *seen;
	if (next == PROTO_CUT && f.number && f.size)
		*begun |= fits(s, &f) ? 1u << f.number : 1;
	return next != PROTO_BAD && !(*begun & 1);
}

/* ---- pprof ---- */

static const struct shape value_type = {{[1] = V, [2] = V}, {0}};
static const struct shape label = {{[1] = V, [2] = V, [3] = V, [4] = V}, {0}};
static const struct shape sample = {{[1] = V | B, [2] = V | B, [3] = B}, {[3] = &label}};
static const struct shape mapping = {{[1] = V, V, V, V, V, V, V, V, V, V}, {0}};
static const struct shape line = {{[1] = V, [2] = V, [3] = V}, {0}};
static const struct shape location = {{[1] = V, V, V, B, V}, {[4] = &line}};
static const struct shape function = {{[1] = V, V, V, V, V}, {0}};
static const struct shape pprof = {
    {[1] = B, B, B, B, B, B, V, V, V, V, B, V, V | B, V, V},
    {[1] = &value_type, &sample, &mapping, &location, &function, [11] = &value_type},
};

#define TYPES	(1u << 1)
#define SAMPLES (1u << 2)

unsigned pprof_probe(struct text head)
{
	unsigned seen, begun, parts = 0;

	if (!looks_so(&pprof, head, &seen, &begun))
		return 0;
	for (unsigned n = 1; n <= 6; n++)
		parts += seen >> n & 1;
	return parts >= 2 && (seen & (TYPES | SAMPLES)) ? SURE : 0;
}

/* ---- nflxprofile ---- */

static const struct shape file = {{[1] = B, [2] = V, [3] = V}, {0}};
static const struct shape frame = {{[1] = B, [2] = B, [3] = B}, {[3] = &file}};
static const struct shape node = {
    {[1] = B, V, V | B, B, V, V, V, V, V, B, B},
    {[10] = &frame, [11] = &file},
};
static const struct shape node_entry = {{[1] = V, [2] = B}, {[2] = &node}};
static const struct shape param_entry = {{[1] = B, [2] = B}, {0}};
static const struct shape nflxprofile = {
    {[1] = D, D, V | B, D | B, B, B, B, B, V | B, V | B, V | B, V | B, V},
    {[5] = &node_entry, [8] = &param_entry},
};

#define START_AND_END (1u << 1 | 1u << 2)
#define THE_REST      (~(START_AND_END | 1u))
#define LATEST	      1e12 /* seconds: no clock of this millennium */

/* The first field, unless it is something else. */
static double seconds_of(struct text *head, unsigned number)
{
	struct proto_field f;
	double seconds;

	if (proto_wire_next(head, &f) != PROTO_FIELD || f.number != number)
		return -1;
	memcpy(&seconds, &f.value, sizeof seconds);
	return seconds;
}

/* All writers begin with the two times. */
unsigned nflxprofile_probe(struct text head)
{
	struct text rest = head;
	unsigned seen, begun;
	double start = seconds_of(&rest, 1), end = seconds_of(&rest, 2);

	if (!isfinite(start) || !isfinite(end) || start < 0 || end < start ||
	    end > LATEST || !looks_so(&nflxprofile, head, &seen, &begun))
		return 0;
	return (seen & START_AND_END) == START_AND_END && (begun & THE_REST) ? SURE : 0;
}
