#include "analysis/find/timeline.h"

#include <string.h>

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

bool timeline_without(struct timeline *out, const struct timeline *t,
		      const struct timeline_cut *cuts, size_t count, struct error *err)
{
	struct growing g = {0};
	uint64_t gone = 0;
	size_t cut = 0, sums;

	*out = (struct timeline){.slice = t->slice, .from = t->from};
	for (size_t i = 0; i < t->filled; i++) {
		for (; cut < count && cuts[cut].to <= t->at[i]; cut++)
			gone += cuts[cut].to - cuts[cut].from;
		if (cut < count && cuts[cut].from <= t->at[i])
			continue;
		if (!open_slice(out, &g, t->at[i] - gone, err)) {
			timeline_release(out);
			return false;
		}
		out->count += t->before[i + 1] - t->before[i];
	}
	for (; cut < count; cut++)
		gone += cuts[cut].to - cuts[cut].from;
	out->slices = t->slices - gone;
	sums = out->filled;
	if (APPEND(out->before, sums, g.before_room, "slices of time", err,
		   (uint32_t)out->count))
		return true;
	timeline_release(out);
	return false;
}

/* ---- slices of samples ---- */

/* One of some timelines, as far as it is filled. */
struct sharing {
	struct timeline *timeline; /* borrowed */
	uint64_t room;		   /* slices */
	uint64_t in_slice;	   /* samples of the newest one */
};

static bool open_shares(struct sharing *s, uint64_t samples, struct error *err)
{
	struct timeline *t = s->timeline;

	s->room = samples / t->slice + 1;
	t->begin = mem_array((size_t)s->room, sizeof *t->begin, "slices of time", err);
	if (t->begin)
		t->before = mem_array((size_t)s->room + 1, sizeof *t->before,
				      "slices of time", err);
	return t->before != NULL;
}

static void add_share(struct sharing *s, enum timeline_role role, uint32_t row)
{
	struct timeline *t = s->timeline;
	size_t sums = t->filled;

	if (sums == 0 || s->in_slice == t->slice) {
		if (!APPEND_WITHIN(t->before, sums, s->room, (uint32_t)t->count) ||
		    !APPEND_WITHIN(t->begin, t->filled, s->room, row))
			return; /* more than there are */
		s->in_slice = 0;
	}
	s->in_slice++;
	t->count += role == TIMELINE_COUNTS;
}

#define ROLE_MASK ((1u << TIMELINE_ROLE_BITS) - 1)

static void count_shares(struct sharing *each, const struct profile *p,
			 const struct timeline_query *q, const uint8_t *roles)
{
	uint64_t from, to;

	range_samples(p, q->range, &from, &to);
	for (uint64_t i = from; i < to; i++) {
		unsigned left = roles[p->samples.context[i]];

		if (!left || !bits_has(q->which, i))
			continue;
		for (struct sharing *s = each; left; s++, left >>= TIMELINE_ROLE_BITS)
			if (left & ROLE_MASK)
				add_share(s, left & ROLE_MASK, (uint32_t)i);
	}
}

/* The last slice may not be full, and only ends the one before. */
static void end_shares(struct timeline *t)
{
	t->before[t->filled] = (uint32_t)t->count; /* room: one more than slices */
	t->slices = t->filled ? t->filled - 1 : 0;
}

bool timelines_build_shares(struct timeline *each, const struct profile *p,
			    const struct timeline_query *q,
			    const struct timeline_shares *shares, struct error *err)
{
	struct sharing sharing[TIMELINES_MOST] = {{0}};
	bool ok = true;

	memset(each, 0, shares->count * sizeof *each);
	for (uint32_t i = 0; ok && i < shares->count; i++) {
		each[i].slice = shares->slice;
		each[i].profile = p;
		sharing[i].timeline = &each[i];
		ok = open_shares(&sharing[i], p->has_times ? shares->samples[i] : 0, err);
	}
	if (ok && p->has_times)
		count_shares(sharing, p, q, shares->roles);
	for (uint32_t i = 0; i < shares->count; i++) {
		if (ok)
			end_shares(&each[i]);
		else
			timeline_release(&each[i]);
	}
	return ok;
}

void timeline_release(struct timeline *t)
{
	mem_free(t->at);
	mem_free(t->before);
	mem_free(t->begin);
	*t = (struct timeline){0};
}

size_t timeline_place(const struct timeline *t, uint64_t slice)
{
	if (!t->at)
		return slice < t->filled ? (size_t)slice : t->filled;
	return slice ? bisect_upto(t->at, sizeof *t->at, t->filled, slice - 1) : 0;
}

uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to)
{
	return t->before[timeline_place(t, to)] - t->before[timeline_place(t, from)];
}

static uint64_t begin_of(const struct timeline *t, uint64_t slice)
{
	return t->profile->samples.time[t->begin[slice]] - profile_origin(t->profile);
}

struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to)
{
	if (t->begin)
		return (struct range){begin_of(t, from), begin_of(t, to)};
	if (from == to)
		return (struct range){t->from + from * t->slice,
				      t->from + from * t->slice};
	return (struct range){t->from + from * t->slice, /* the last may end too late */
			      number_add(t->from + (to - 1) * t->slice, t->slice)};
}
