#include "analysis/range.h"

#include <stdio.h>
#include <string.h>

#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

const char *range_text(struct range r, char *buf)
{
	char from[NUMBER_SECONDS_MAX], to[NUMBER_SECONDS_MAX];

	number_plain_seconds(r.from, from);
	number_plain_seconds(r.to, to);
	snprintf(buf, RANGE_TEXT_MAX, "%s,%s", from, r.to == UINT64_MAX ? "" : to);
	return buf;
}

struct time_key {
	const uint64_t *times; /* borrowed */
	uint64_t at;
};

static bool is_before(const void *key, size_t row)
{
	const struct time_key *m = key;

	return m->times[row] < m->at;
}

/* The first row at least `offset` ns after the origin. */
static uint64_t row_at(const struct profile *p, uint64_t offset)
{
	uint64_t origin = profile_origin(p);
	struct time_key m = {p->samples.time, origin + offset};

	if (offset > UINT64_MAX - origin)
		return p->samples.count;
	return bisect_first((size_t)p->samples.count, is_before, &m);
}

void range_samples(const struct profile *p, struct range r, uint64_t *first,
		   uint64_t *last)
{
	*first = row_at(p, r.from);
	*last = r.to == UINT64_MAX ? p->samples.count : row_at(p, r.to);
}

struct range range_whole(const struct profile *p)
{
	uint64_t origin = profile_origin(p), count = p->samples.count, last, end;

	if (!p->has_times || count == 0)
		return (struct range){0, 0};
	last = p->samples.time[count - 1] - origin;
	end = p->samples.end - origin;
	if (end == last) /* no moment comes after the largest time */
		end += end < UINT64_MAX;
	return (struct range){p->samples.time[0] - origin, end};
}

uint64_t range_shift_time(uint64_t at, int64_t earlier)
{
	uint64_t by = 0 - (uint64_t)earlier;

	if (earlier >= 0)
		return number_add(at, (uint64_t)earlier);
	return at > by ? at - by : 0;
}

struct range range_shift(struct range r, int64_t earlier)
{
	if (range_is_all(r))
		return r;
	r.from = range_shift_time(r.from, earlier);
	if (r.to != UINT64_MAX)
		r.to = range_shift_time(r.to, earlier);
	return r.from < r.to || earlier >= 0 ? r : RANGE_ALL;
}

struct range range_shown(struct range r, struct range whole)
{
	uint64_t unit = 1;

	if (r.to == UINT64_MAX || r.to <= whole.to || r.from >= whole.to)
		return r;
	while (unit < NS_PER_SECOND / 1000 && (whole.to - r.from) / unit >= 100000)
		unit *= 1000;
	r.to = whole.to / unit * unit;
	if (whole.to - r.to >= unit - unit / 2 && r.to <= UINT64_MAX - unit)
		r.to += unit;
	return r;
}

/* ---- several ranges ---- */

struct range selection_bounds(struct selection s)
{
	return (struct range){s.list[0].from, s.list[s.count - 1].to};
}

bool selection_equal(struct selection a, struct selection b)
{
	for (uint32_t i = 0; i < a.count && i < b.count; i++)
		if (!range_equal(a.list[i], b.list[i]))
			return false;
	return a.count == b.count;
}

uint64_t selection_length(struct selection s, struct range within)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < s.count; i++) {
		uint64_t from = s.list[i].from, to = s.list[i].to;

		from = from > within.from ? from : within.from;
		to = to < within.to ? to : within.to;
		ns += to > from ? to - from : 0;
	}
	return ns;
}

struct range_key {
	const struct range *list; /* borrowed */
	uint64_t at;
};

static bool is_over(const void *arg, size_t i)
{
	const struct range_key *s = arg;

	return s->list[i].to <= s->at;
}

uint32_t selection_find(struct selection s, uint64_t at)
{
	const struct range_key search = {s.list, at};

	return (uint32_t)bisect_first(s.count, is_over, &search);
}

bool selection_overlaps(struct selection s, struct range r)
{
	uint32_t i = selection_find(s, r.from);

	return i < s.count && s.list[i].from < r.to;
}

void selection_write(struct selection s, FILE *out)
{
	char words[RANGE_TEXT_MAX];

	for (uint32_t i = 0; i < s.count; i++)
		fprintf(out, "%s%s", i ? "/" : "", range_text(s.list[i], words));
}

/* ---- a list of ranges ---- */

/* Merge `r` into a list of `count`, which has room for one more; returns the new count. */
static uint32_t merge_range(struct range *list, uint32_t count, struct range r)
{
	uint32_t first = 0, last;

	while (first < count && list[first].to < r.from)
		first++;
	for (last = first; last < count && list[last].from <= r.to; last++) {
		r.from = list[last].from < r.from ? list[last].from : r.from;
		r.to = list[last].to > r.to ? list[last].to : r.to;
	}
	memmove(list + first + 1, list + last, (count - last) * sizeof *list);
	list[first] = r; /* room: one more than there were */
	return count + 1 - (last - first);
}

bool ranges_add(struct ranges *all, struct range r, struct error *err)
{
	struct range *list;
	uint32_t count;

	if (r.from >= r.to)
		return true;
	list = mem_array((size_t)all->count + 1, sizeof *list, "ranges", err);
	if (!list)
		return false;
	if (all->count)
		memcpy(list, all->list, all->count * sizeof *list);
	count = merge_range(list, all->count, r);
	if (count > SELECTION_MAX) {
		mem_free(list);
		return error_set(err, ERROR_LIMIT, "at most %d ranges can be selected",
				 SELECTION_MAX);
	}
	mem_free(all->list);
	*all = (struct ranges){list, count};
	return true;
}

void ranges_drop(struct ranges *all, uint32_t i)
{
	all->count--;
	memmove(all->list + i, all->list + i + 1, (all->count - i) * sizeof *all->list);
}

bool ranges_copy(struct ranges *to, const struct ranges *from, struct error *err)
{
	*to = (struct ranges){0};
	if (!from->count)
		return true;
	to->list = mem_array(from->count, sizeof *to->list, "ranges", err);
	if (!to->list)
		return false;
	memcpy(to->list, from->list, from->count * sizeof *to->list);
	to->count = from->count;
	return true;
}

bool ranges_equal(const struct ranges *a, const struct ranges *b)
{
	return a->count == b->count &&
	       (!a->count || memcmp(a->list, b->list, a->count * sizeof *a->list) == 0);
}

void ranges_release(struct ranges *all)
{
	mem_free(all->list);
	*all = (struct ranges){0};
}

void ranges_shift(struct ranges *all, int64_t earlier)
{
	for (uint32_t i = 0; i < all->count; i++)
		all->list[i] = range_shift(all->list[i], earlier);
}

struct selection ranges_with(const struct ranges *all, struct range r, struct range *room)
{
	uint32_t count = all->count;

	if (!count) {
		room[0] = r;
		return (struct selection){room, 1};
	}
	memcpy(room, all->list, count * sizeof *room);
	if (!range_is_all(r) && r.from < r.to)
		count = merge_range(room, count, r);
	return (struct selection){room, count};
}

struct range range_from_to(struct range r, struct range whole)
{
	if (range_is_all(r))
		return whole;
	if (r.to == UINT64_MAX)
		r.to = whole.to > r.from ? whole.to : r.from;
	return r;
}
