#include "analysis/functions/function_lines.h"

#include <stdlib.h>

#include "base/mem.h"

#define FIRST_MOST 512	/* lines from the top that one pass over all functions finds */
#define AROUND	   2048 /* further down, lines on either side that are sorted together */
#define CHANGED_PART                                                                     \
	8 /* the cost of a step on a path, in nodes of a walk: as in flame.c */

/* ---- counting ---- */

/* False: there are too many changes, so everything must be counted again. */
static bool count_changes(struct function_lines *l, const struct flame *f)
{
	uint32_t count = f->tree->count, left = count / CHANGED_PART + 1;

	for (uint32_t n = 0; n < count; n++) {
		uint32_t steps;

		if (f->self[n] == l->counted[n])
			continue;
		steps = function_counts_add(&l->counts, n, f->self[n] - l->counted[n]);
		if (steps >= left)
			return false;
		left -= steps;
		l->counted[n] = f->self[n];
	}
	return true;
}

static bool make_room(struct function_lines *l, const struct tree *t, struct error *err)
{
	enum top_order by = l->by;
	bool reverse = l->reverse;

	function_lines_release(l);
	l->by = by;
	l->reverse = reverse;
	if (!function_counts_build(&l->counts, t, false, err) ||
	    !bits_build(&l->known, t->profile->frame_count, err) ||
	    !(l->counted = mem_array(t->count, sizeof *l->counted, "call paths", err)) ||
	    !(l->frames = mem_array(t->profile->frame_count, sizeof *l->frames,
				    "functions", err))) {
		function_lines_release(l);
		return false;
	}
	l->made = t->made;
	return true;
}

bool function_lines_count(struct function_lines *l, const struct flame *f,
			  struct error *err)
{
	const struct tree *t = f->tree;
	bool same = l->made == t->made && l->counts.tree == t;

	if (!same && !make_room(l, t, err))
		return false;
	if (!same || !count_changes(l, f)) {
		function_counts_walk(&l->counts, &(struct node_counts){f->self, f->total},
				     NULL);
		memcpy(l->counted, f->self, t->count * sizeof *l->counted);
	}
	l->count = 0;
	for (uint32_t i = 1; i < t->profile->frame_count; i++)
		l->count += l->counts.total[i] > 0;
	l->first = l->last = 0;
	return true;
}

void function_lines_release(struct function_lines *l)
{
	function_counts_release(&l->counts);
	bits_release(&l->known);
	mem_free(l->counted);
	mem_free(l->frames);
	*l = (struct function_lines){0};
}

/* ---- sorting ---- */

static inline bool has_total(const struct function_lines *l, uint32_t frame)
{
	return l->counts.total[frame] > 0;
}

static int compare_values(uint64_t a, uint64_t b)
{
	return a > b ? -1 : a < b;
}

/* The order of top_sort(), for values by frame. */
static inline int compare_frame_numbers(const struct function_lines *l, uint32_t a,
					uint32_t b)
{
	const struct function_counts *c = &l->counts;
	const struct name_order *names = &c->tree->names;
	const struct profile *p = c->tree->profile;
	int first = l->by == TOP_NAME	? name_order_compare(names, p, a, b, true)
		    : l->by == TOP_SELF ? compare_values(c->self[a], c->self[b])
					: compare_values(c->total[a], c->total[b]);

	if (first)
		return l->reverse ? -first : first;
	if (c->total[a] != c->total[b])
		return compare_values(c->total[a], c->total[b]);
	if (c->self[a] != c->self[b])
		return compare_values(c->self[a], c->self[b]);
	return name_order_compare(names, p, a, b, false);
}

static inline bool is_before(const struct function_lines *l, uint32_t a, uint32_t b)
{
	return compare_frame_numbers(l, a, b) < 0;
}

/* A function to compare all others with; most comparisons are decided by a single number. */
struct function_limit {
	const uint64_t *values, *totals; /* borrowed: by frame; no values: by name */
	uint64_t value;
	uint32_t frame;
	bool reverse;
};

static struct function_limit limit_of(const struct function_lines *l, uint32_t frame)
{
	const struct function_counts *c = &l->counts;
	const uint64_t *values = l->by == TOP_SELF    ? c->self
				 : l->by == TOP_TOTAL ? c->total
						      : NULL;

	return (struct function_limit){values, c->total, values ? values[frame] : 0,
				       frame, l->reverse};
}

static inline bool is_before_limit(const struct function_lines *l,
				   const struct function_limit *at, uint32_t i)
{
	if (at->values && at->values[i] != at->value)
		return (at->values[i] > at->value) != at->reverse && at->totals[i];
	return at->totals[i] && is_before(l, i, at->frame);
}

static void swap(uint32_t *a, uint32_t *b)
{
	uint32_t was = *a;

	*a = *b;
	*b = was;
}

/* Restore a heap in which no frame comes after its parent. */
static void sink_frame(struct function_lines *l, uint32_t at, uint32_t count)
{
	uint32_t below;

	while ((below = 2 * at + 1) < count) {
		if (below + 1 < count &&
		    is_before(l, l->frames[below], l->frames[below + 1]))
			below++;
		if (!is_before(l, l->frames[at], l->frames[below]))
			return;
		swap(&l->frames[at], &l->frames[below]);
		at = below;
	}
}

/*
 * Begin with the lines that were first before: they probably still are, so few others replace them.
 */
static uint32_t begin_with_last(struct function_lines *l, uint32_t wanted)
{
	uint32_t count = 0;

	memset(l->known.words, 0, (l->known.count / 64 + 1) * sizeof *l->known.words);
	for (uint32_t i = 0; i < l->held && count < wanted; i++) {
		uint32_t frame = l->frames[i];

		if (!has_total(l, frame))
			continue;
		bits_add(&l->known, frame);
		l->frames[count++] = frame; /* room: count <= i */
	}
	return count;
}

static int compare_frames(const void *a, const void *b, void *lines)
{
	const uint32_t *x = a, *y = b;

	return compare_frame_numbers(lines, *x, *y);
}

/* Find the first `wanted` lines; there must be that many. */
static void find_first(struct function_lines *l, uint32_t wanted)
{
	uint32_t all = l->counts.tree->profile->frame_count;
	uint32_t count = begin_with_last(l, wanted), i = 1;

	for (; count < wanted && i < all; i++)
		if (has_total(l, i) && !bits_has(&l->known, i))
			l->frames[count++] = i; /* room: count < wanted */
	for (uint32_t at = count / 2; at > 0; at--)
		sink_frame(l, at - 1, count);
	for (struct function_limit at = limit_of(l, l->frames[0]); i < all; i++) {
		if (!is_before_limit(l, &at, i) || bits_has(&l->known, i))
			continue;
		l->frames[0] = i;
		sink_frame(l, 0, count);
		at = limit_of(l, l->frames[0]);
	}
	qsort_r(l->frames, count, sizeof *l->frames, compare_frames, l);
	l->first = 0;
	l->last = l->held = count;
}

/* Partition the lines [from, to) by a random one of them; returns its new line. */
static uint32_t partition_lines(struct function_lines *l, uint32_t from, uint32_t to,
				uint32_t *dice)
{
	uint32_t end = from;

	*dice = *dice * UINT32_C(1664525) + UINT32_C(1013904223);
	swap(&l->frames[from + (uint32_t)((uint64_t)*dice * (to - from) >> 32)],
	     &l->frames[to - 1]);
	for (uint32_t i = from; i < to - 1; i++)
		if (is_before(l, l->frames[i], l->frames[to - 1]))
			swap(&l->frames[i], &l->frames[end++]);
	swap(&l->frames[end], &l->frames[to - 1]);
	return end;
}

/* Move the lines that belong before line `at` to the front; with bad luck everything is sorted. */
static void part_at(struct function_lines *l, uint32_t at, uint32_t to)
{
	uint32_t from = 0, dice = at, rounds = 0;

	while (to - from > 1 && at > from && at < to) {
		uint32_t middle;

		if (++rounds > 100) {
			qsort_r(l->frames + from, to - from, sizeof *l->frames,
				compare_frames, l);
			return;
		}
		middle = partition_lines(l, from, to, &dice);
		if (middle < at)
			from = middle + 1;
		else
			to = middle;
	}
}

static void find_between(struct function_lines *l, uint32_t first, uint32_t last)
{
	uint32_t all = l->counts.tree->profile->frame_count, count = 0;

	first = first > AROUND ? first - AROUND : 0;
	last = l->count - last > AROUND ? last + AROUND : l->count;
	for (uint32_t i = 1; i < all; i++)
		if (has_total(l, i))
			l->frames[count++] = i; /* room: count < i */
	part_at(l, last, count);
	part_at(l, first, last);
	qsort_r(l->frames + first, last - first, sizeof *l->frames, compare_frames, l);
	l->held = count;
	l->first = first;
	l->last = last;
}

void function_lines_show(struct function_lines *l, uint32_t first, uint32_t last)
{
	last = last < l->count ? last : l->count;
	if (first >= last || (first >= l->first && last <= l->last))
		return;
	if (last <= FIRST_MOST)
		find_first(l, last);
	else
		find_between(l, first, last);
}

void function_lines_sort(struct function_lines *l, enum top_order by, bool reverse)
{
	l->by = by;
	l->reverse = reverse;
	l->first = l->last = 0;
}

uint32_t function_lines_at(const struct function_lines *l, uint32_t line)
{
	return line >= l->first && line < l->last ? l->frames[line] : 0;
}

uint32_t function_lines_find(const struct function_lines *l, uint32_t frame)
{
	const struct function_limit at = limit_of(l, frame);
	uint32_t all = l->counts.tree->profile->frame_count, before = 0;

	for (uint32_t i = l->first; i < l->last; i++)
		if (l->frames[i] == frame)
			return i;
	for (uint32_t i = 1; i < all; i++)
		before += is_before_limit(l, &at, i);
	return before;
}

bool function_lines_has(const struct function_lines *l, uint32_t frame)
{
	return frame && l->made && frame < l->counts.tree->profile->frame_count &&
	       has_total(l, frame);
}

struct top_row function_lines_row(const struct function_lines *l, uint32_t frame)
{
	return (struct top_row){.frame = frame,
				.self = l->counts.self[frame],
				.total = l->counts.total[frame]};
}
