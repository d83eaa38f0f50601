#include "analysis/find/timeline.h"

#include "base/append.h"
#include "base/bisect.h"
#include "base/number.h"

#define USUAL	   10000000 /* ns */
#define MANY	   4	    /* samples a slice */
#define FINEST	   10000
#define SLICES_FEW 200

uint64_t timeline_slice(uint64_t length, uint64_t samples, uint64_t tick)
{
	double each = length ? (double)samples / (double)length * USUAL : 0;
	uint64_t slice = each >= 5 * MANY   ? USUAL / 5
			 : each >= 2 * MANY ? USUAL / 2
					    : USUAL;

	while (slice > FINEST && length / slice < SLICES_FEW)
		slice /= 10;
	while (slice < tick && slice < USUAL)
		slice = slice == USUAL / 5   ? USUAL / 2
			: slice == USUAL / 2 ? USUAL
					     : slice * 10;
	return slice;
}

/* The first and the last sample that count. */
static bool find_ends(const struct profile *p, const struct timeline_query *q,
		      uint64_t *first, uint64_t *last)
{
	const struct samples *s = &p->samples;
	uint64_t from, to;

	range_samples(p, q->range, &from, &to);
	while (from < to && !bits_has(q->which, from))
		from++;
	while (from < to && !bits_has(q->which, to - 1))
		to--;
	if (from == to)
		return false;
	*first = s->time[from] - profile_origin(p);
	*last = s->time[to - 1] - profile_origin(p);
	return true;
}

struct growing {
	size_t at_room, before_room;
};

static bool open_slice(struct timeline *t, struct growing *g, uint64_t slice,
		       struct error *err)
{
	size_t sums = t->filled;

	return APPEND(t->before, sums, g->before_room, "slices of time", err,
		      (uint32_t)t->count) &&
	       APPEND(t->at, t->filled, g->at_room, "slices of time", err, slice);
}

static bool count_rows(struct timeline *t, const struct profile *p,
		       const struct timeline_query *q, struct error *err)
{
	const struct samples *s = &p->samples;
	uint64_t from, to, end = 0, start = profile_origin(p) + t->from;
	struct growing g = {0};
	size_t sums;

	range_samples(p, q->range, &from, &to);
	for (uint64_t i = from; i < to; i++) {
		uint64_t time = s->time[i] - start;

		if (!bits_has(q->which, i))
			continue;
		if (time >= end || t->filled == 0) {
			uint64_t slice = time / t->slice;

			if (!open_slice(t, &g, slice, err))
				return false;
			end = number_add(slice * t->slice, t->slice);
		}
		t->count++;
	}
	sums = t->filled;
	return APPEND(t->before, sums, g.before_room, "slices of time", err,
		      (uint32_t)t->count);
}

bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err)
{
	uint64_t first, last;

	*t = (struct timeline){0};
	if (!p->has_times || !find_ends(p, q, &first, &last))
		return true;
	t->slice = timeline_slice(last - first, q->samples, q->tick);
	t->from = first / t->slice * t->slice;
	t->slices = (last - t->from) / t->slice + 1;
	if (count_rows(t, p, q, err))
		return true;
	timeline_release(t);
	return false;
}

void timeline_release(struct timeline *t)
{
	mem_free(t->at);
	mem_free(t->before);
	*t = (struct timeline){0};
}

size_t timeline_place(const struct timeline *t, uint64_t slice)
{
	return slice ? bisect_upto(t->at, sizeof *t->at, t->filled, slice - 1) : 0;
}

uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to)
{
	return t->before[timeline_place(t, to)] - t->before[timeline_place(t, from)];
}

struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to)
{
	if (from == to)
		return (struct range){t->from + from * t->slice,
				      t->from + from * t->slice};
	return (struct range){t->from + from * t->slice, /* the last may end too late */
			      number_add(t->from + (to - 1) * t->slice, t->slice)};
}
