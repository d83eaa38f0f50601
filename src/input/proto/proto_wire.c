#include "input/proto/proto_wire.h"

#include <inttypes.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "base/number.h"

#define VARINT_LONGEST 10
#define STEP	       ((size_t)256 << 10)  /* bytes of a read of a file */
#define FIELD_MOST     (UINT64_C(64) << 20) /* 8 million times of an nflxprofile */

/* ---- fields ---- */

/* Seven bits in each byte, the low ones first; the last byte has its high bit clear. */
static enum proto_next take_varint(struct bytes *b, uint64_t *value)
{
	*value = 0;
	for (unsigned i = 0; i < VARINT_LONGEST; i++) {
		struct text t = bytes_take(b, 1);

		if (t.len == 0)
			return PROTO_CUT;
		*value |= ((uint64_t)(unsigned char)t.at[0] & 0x7f) << (7 * i);
		if (!((unsigned char)t.at[0] & 0x80))
			return PROTO_FIELD;
	}
	return PROTO_BAD;
}

static enum proto_next take_bytes(struct bytes *b, uint64_t head, struct proto_field *f)
{
	f->size = number_add(head, f->value);
	f->body = bytes_take(b, f->value);
	return b->short_read ? PROTO_CUT : PROTO_FIELD;
}

static enum proto_next take_value(struct bytes *b, const char *start,
				  struct proto_field *f)
{
	enum proto_next next;

	switch (f->wire) {
	case PROTO_VARINT:
		return take_varint(b, &f->value);
	case PROTO_FIXED64:
		f->value = bytes_u64(b);
		return b->short_read ? PROTO_CUT : PROTO_FIELD;
	case PROTO_FIXED32:
		f->value = bytes_u32(b);
		return b->short_read ? PROTO_CUT : PROTO_FIELD;
	case PROTO_BYTES:
		next = take_varint(b, &f->value);
		if (next != PROTO_FIELD)
			return next;
		return take_bytes(b, (uint64_t)(b->at - start), f);
	default:
		return PROTO_BAD;
	}
}

enum proto_next proto_wire_next(struct text *rest, struct proto_field *f)
{
	struct bytes b = bytes_of(*rest);
	const char *start = b.at;
	enum proto_next next;
	uint64_t tag;

	*f = (struct proto_field){.body = {start, 0}};
	if (rest->len == 0)
		return PROTO_END;
	next = take_varint(&b, &tag);
	if (next != PROTO_FIELD)
		return next;
	f->number = (uint32_t)(tag >> 3);
	f->wire = tag & 7;
	if (f->number == 0 || tag > UINT32_MAX)
		return PROTO_BAD;
	next = take_value(&b, start, f);
	if (next != PROTO_FIELD)
		return next;
	f->size = (uint64_t)(b.at - start);
	*rest = text_from(*rest, (size_t)f->size);
	return PROTO_FIELD;
}

bool proto_wire_varint(struct proto_field *f, uint64_t *number)
{
	struct bytes b = bytes_of(f->body);

	if (f->wire == PROTO_VARINT) { /* one: there is nothing behind it */
		*number = f->value;
		f->wire = PROTO_BYTES;
		return true;
	}
	if (f->wire != PROTO_BYTES || take_varint(&b, number) != PROTO_FIELD)
		return false;
	f->body = text_from(f->body, (size_t)(b.at - f->body.at));
	return true;
}

bool proto_wire_double(struct proto_field *f, double *number)
{
	struct bytes b = bytes_of(f->body);
	uint64_t bits = f->value;

	if (f->wire == PROTO_FIXED64) {
		f->wire = PROTO_BYTES;
	} else {
		if (f->wire != PROTO_BYTES || f->body.len < sizeof bits)
			return false;
		bits = bytes_u64(&b);
		f->body = text_from(f->body, sizeof bits);
	}
	memcpy(number, &bits, sizeof bits);
	return true;
}

void proto_wire_varints(struct text message, uint64_t *numbers, unsigned count)
{
	struct proto_field f;

	memset(numbers, 0, count * sizeof *numbers);
	while (proto_wire_next(&message, &f) == PROTO_FIELD)
		if (f.wire == PROTO_VARINT && f.number < count)
			numbers[f.number] = f.value;
}

struct text proto_wire_bytes(struct text message, uint32_t number)
{
	struct text found = TEXT("");
	struct proto_field f;

	while (proto_wire_next(&message, &f) == PROTO_FIELD)
		if (f.wire == PROTO_BYTES && f.number == number)
			found = f.body;
	return found;
}

/* ---- shapes ---- */

static bool fits_shape(const struct proto_shape *s, const struct proto_field *f)
{
	char letter = f->number <= strlen(s->wires) ? s->wires[f->number - 1] : '-';

	switch (f->wire) {
	case PROTO_VARINT:
		return letter == 'v' || letter == 'V';
	case PROTO_FIXED64:
		return letter == 'd' || letter == 'D';
	case PROTO_BYTES:
		return letter == 'b' || letter == 'V' || letter == 'D';
	default:
		return false;
	}
}

/* The shape of the message in a field that fits; NULL: unknown. */
static const struct proto_shape *part_of(const struct proto_shape *s,
					 const struct proto_field *f)
{
	bool known =
	    f->wire == PROTO_BYTES && f->number < sizeof s->parts / sizeof *s->parts;

	return known ? s->parts[f->number] : NULL;
}

/* Do the fields of a complete message fit? */
static bool looks_inside(const struct proto_shape *s, struct text message)
{
	struct proto_field f;
	enum proto_next next;

	while ((next = proto_wire_next(&message, &f)) == PROTO_FIELD)
		if (!fits_shape(s, &f))
			return false;
	return next == PROTO_END;
}

/* The same, including the messages in its fields. */
static bool looks_whole(const struct proto_shape *s, struct text message)
{
	const struct proto_shape *part;
	struct proto_field f;
	enum proto_next next;

	while ((next = proto_wire_next(&message, &f)) == PROTO_FIELD) {
		if (!fits_shape(s, &f))
			return false;
		part = part_of(s, &f);
		if (part && !looks_inside(part, f.body))
			return false;
	}
	return next == PROTO_END;
}

bool proto_shape_fits(const struct proto_shape *s, struct text head, unsigned *seen,
		      unsigned *begun)
{
	const struct proto_shape *part;
	struct proto_field f;
	enum proto_next next;

	*seen = 0;
	while ((next = proto_wire_next(&head, &f)) == PROTO_FIELD) {
		if (!fits_shape(s, &f))
			return false;
		part = part_of(s, &f);
		if (part && !looks_whole(part, f.body))
			return false;
		*seen |= 1u << f.number;
	}
	*begun = *seen;
	if (next == PROTO_CUT && f.number && f.size)
		*begun |= fits_shape(s, &f) ? 1u << f.number : 1;
	return next != PROTO_BAD && !(*begun & 1);
}

bool proto_shape_may_be(const struct proto_shape *s, struct text head)
{
	const struct proto_shape *part;
	struct proto_field f;
	bool is_other = false;

	while (proto_wire_next(&head, &f) == PROTO_FIELD) {
		part = part_of(s, &f);
		if (part && looks_whole(part, f.body))
			return true;
		is_other |= part != NULL;
	}
	return !is_other;
}

/* Are packed numbers complete? */
static bool are_whole(char letter, struct text packed)
{
	struct bytes b = bytes_of(packed);
	uint64_t number;

	if (letter == 'D')
		return packed.len % sizeof number == 0;
	while (bytes_left(&b))
		if (take_varint(&b, &number) != PROTO_FIELD)
			return false;
	return true;
}

/*
 * Has the field the type that the format gives to its number, and so has every field of the
 * messages in it? `*newer` is raised by the number of fields that the format does not know, which
 * may have any type.
 */
static bool is_valid_shape(const struct proto_shape *s, const struct proto_field *f,
			   uint64_t *newer)
{
	const struct proto_shape *part = part_of(s, f);
	struct text body = f->body;
	struct proto_field inner;
	enum proto_next next = PROTO_END;

	if (f->number > strlen(s->wires)) {
		++*newer;
		return true;
	}
	if (!fits_shape(s, f) ||
	    (f->wire == PROTO_BYTES && s->wires[f->number - 1] != 'b' &&
	     !are_whole(s->wires[f->number - 1], body)))
		return false;
	/* shapes are three deep */
	while (part && (next = proto_wire_next(&body, &inner)) == PROTO_FIELD)
		if (!is_valid_shape(part, &inner, newer))
			return false;
	return next == PROTO_END;
}

/* ---- a file ---- */

/* The part of the input that is in memory. */
struct input_window {
	struct reading *reading; /* borrowed */
	char *buf;		 /* owned */
	size_t at, len, room;	 /* used up to `at`, filled up to `len` */
	uint64_t offset;	 /* position of `at` in the input */
	bool ended;		 /* the input has been read to its end */
};

/*
 * Read until `wanted` bytes are unused, or the input ends. A length in a damaged file may be wrong,
 * so the buffer grows only with the bytes that are read.
 */
static bool fill_input_window(struct input_window *w, size_t wanted, struct error *err)
{
	if (w->at)
		memmove(w->buf, w->buf + w->at, w->len - w->at);
	w->len -= w->at;
	w->at = 0;
	while (w->len < wanted && !w->ended) {
		size_t got;

		if (!mem_reserve(&w->buf, &w->room, w->len + STEP, 1, "records", err) ||
		    !source_read(w->reading->source, w->buf + w->len, STEP, &got, err))
			return false;
		w->ended = got == 0;
		w->len += got;
		if (!reading_goes_on(w->reading, err))
			return false;
	}
	return true;
}

/* The rest is truncated or no field, so the beginning of the next field is not known: stop. */
static void give_up(struct input_window *w)
{
	if (w->len > w->at)
		losses_count(w->reading->losses, LOSS_RECORDS_CUT, w->offset);
	w->at = w->len;
	w->ended = true;
}

/* The first field continues behind the window. */
static bool want_more(struct input_window *w, const struct proto_field *f,
		      struct error *err)
{
	if (w->ended) {
		give_up(w);
		return true;
	}
	if (f->size > FIELD_MOST)
		return error_set(err, ERROR_LIMIT,
				 "a record of %" PRIu64 " bytes at byte %" PRIu64
				 "; at most 64 MiB are read",
				 f->size, w->offset);
	return fill_input_window(w, f->size ? (size_t)f->size : w->len - w->at + 1, err);
}

bool proto_fields_read(struct reading *r, const struct proto_shape *format,
		       proto_take *take, void *arg, struct error *err)
{
	struct input_window w = {.reading = r};
	bool ok = fill_input_window(&w, STEP, err);

	r->losses->by_byte = true;
	while (ok && (w.at < w.len || !w.ended)) {
		struct text rest = {w.buf + w.at, w.len - w.at};
		struct proto_field f;
		enum proto_next next = proto_wire_next(&rest, &f);
		uint64_t newer = 0;

		if (next == PROTO_BAD) {
			give_up(&w);
			continue;
		}
		if (next != PROTO_FIELD) {
			ok = want_more(&w, &f, err);
			continue;
		}
		if (is_valid_shape(format, &f, &newer))
			ok = take(arg, &f, w.offset, err);
		else
			newer = 1;
		losses_add(r->losses, LOSS_RECORD, newer, w.offset);
		w.at += (size_t)f.size;
		w.offset += f.size;
	}
	mem_free(w.buf);
	return ok;
}
