#include "analysis/find/odd_windows.h"

#include <math.h>
#include <stdlib.h>

#include "base/append.h"

#define CANDIDATES_MAX 65536

void odd_windows_release(struct odd_windows *w)
{
	mem_free(w->window);
	*w = (struct odd_windows){0};
}

static int compare_oddness(const void *a, const void *b)
{
	const struct odd_window *x = a, *y = b;

	if (fabs(x->score) != fabs(y->score))
		return fabs(x->score) > fabs(y->score) ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* ---- where it begins and ends ---- */

struct search {
	const struct odd_measure *measure;
	const struct timeline *timeline;
	const uint32_t *upto; /* by slice: samples before it; NULL: most have none */
	uint32_t length;
	struct odd_windows *out;
};

/* Samples in slices [from, to). */
static uint64_t count_in(const struct search *s, uint64_t from, uint64_t to)
{
	return s->upto ? s->upto[to] - s->upto[from]
		       : timeline_count(s->timeline, from, to);
}

static double oddness(const struct search *s, uint64_t from, uint64_t to)
{
	uint64_t n = count_in(s, from, to);

	return odd_score(s->measure, s->length, to - from, n);
}

/* Move one end by so much, if that is odder. */
static bool try_ends(const struct search *s, struct odd_window *w, uint64_t from,
		     uint64_t to)
{
	double odd;

	if (from >= to || to > s->timeline->slices)
		return false;
	odd = oddness(s, from, to);
	if (odd <= w->score)
		return false;
	w->from = from;
	w->to = to;
	w->score = odd;
	return true;
}

#define ALIKE 0.5

/*
 * Is [from, to) as the window is, half as far from usual at least? What lies between two bursts, with some of
 * the second one, is no part of the first.
 */
static bool is_alike(const struct search *s, const struct odd_window *w, uint64_t from,
		     uint64_t to)
{
	const struct odd_length *l = &s->measure->by[s->length];
	double usual = l->expected / (double)l->slices,
	       length = (double)(w->to - w->from);
	double here = (double)count_in(s, w->from, w->to) / length;
	double there;

	if (from >= to || to > s->timeline->slices)
		return false;
	there = (double)count_in(s, from, to) / (double)(to - from);
	return there - usual >= ALIKE * (here - usual);
}

static bool grow(const struct search *s, struct odd_window *w, uint64_t step)
{
	uint64_t back = w->from < step ? w->from : step;

	return (is_alike(s, w, w->from - back, w->from) &&
		try_ends(s, w, w->from - back, w->to)) ||
	       (is_alike(s, w, w->to, w->to + step) &&
		try_ends(s, w, w->from, w->to + step));
}

#define MOVES_MOST 200

/* Uphill, by steps that double while they help. `score` is the oddness while this goes on. */
static void sharpen(const struct search *s, struct odd_window *w)
{
	uint64_t step = (w->to - w->from + 1) / 2;

	w->score = oddness(s, w->from, w->to);
	for (int i = 0; step && i < MOVES_MOST; i++) {
		bool moved = grow(s, w, step) || try_ends(s, w, w->from + step, w->to) ||
			     (w->to > step && try_ends(s, w, w->from, w->to - step));

		step = moved ? step * 2 : step / 2;
		step = step < s->timeline->slices ? step : s->timeline->slices;
	}
}

/* The best window of some that overlap, or all of them together, whichever is odder. */
static bool add_cluster(const struct search *s, const struct odd_window *best,
			uint64_t from, uint64_t to, struct error *err)
{
	struct odd_window w = *best, all = {.from = from, .to = to};

	sharpen(s, &w);
	if (to - from > best->to - best->from) {
		sharpen(s, &all);
		w = all.score > w.score && is_alike(s, &w, all.from, all.to) ? all : w;
	}
	w.samples = count_in(s, w.from, w.to);
	w.expected = s->measure->rate * (double)(w.to - w.from);
	if (s->out->count >= CANDIDATES_MAX) {
		qsort(s->out->window, s->out->count, sizeof w, compare_oddness);
		s->out->count /= 2;
	}
	return APPEND(s->out->window, s->out->count, s->out->room, "odd moments", err, w);
}

/* ---- windows that slide ---- */

struct cluster {
	struct odd_window best;
	uint64_t from, to;
	bool open;
};

static bool close_cluster(const struct search *s, struct cluster *c, struct error *err)
{
	bool ok = !c->open || add_cluster(s, &c->best, c->from, c->to, err);

	c->open = false;
	return ok;
}

static bool note_window(const struct search *s, struct cluster *c, uint64_t from,
			uint64_t length, uint64_t samples, struct error *err)
{
	struct odd_window w = {.from = from, .to = from + length, .samples = samples};

	w.score = (double)samples;
	if (c->open && from <= c->to) {
		c->to = w.to;
		c->best = w.score > c->best.score ? w : c->best;
		return true;
	}
	if (!close_cluster(s, c, err))
		return false;
	*c = (struct cluster){w, from, w.to, true};
	return true;
}

/* The busiest windows begin with a filled slice. */
static bool slide_far(const struct search *s, const struct odd_length *l,
		      struct error *err)
{
	const struct timeline *t = s->timeline;
	uint64_t last = t->slices - l->slices;
	struct cluster c = {0};
	size_t high = 0;

	for (size_t low = 0; low <= t->filled; low++) {
		uint64_t from = low < t->filled ? t->at[low] : last, n;
		bool end = from >= last;

		from = end ? last : from;
		while (high < t->filled && t->at[high] < from + l->slices)
			high++;
		n = t->before[high] - t->before[end ? timeline_place(t, from) : low];
		if (n >= l->odd && !note_window(s, &c, from, l->slices, n, err))
			return false;
		if (end)
			break;
	}
	return close_cluster(s, &c, err);
}

/* Is it one of those that slide_far() looks at? */
static bool may_begin(const struct search *s, uint64_t from, uint64_t last)
{
	return from == last || s->upto[from] < s->upto[from + 1];
}

#define AT_ONCE 16 /* windows that begin one after the other */
#define BESIDE	4  /* of which a CPU compares so many */
typedef int32_t beside __attribute__((vector_size(BESIDE * 4), aligned(4), may_alias));

static beside counts_at(const uint32_t *upto)
{
	return *(const beside *)upto;
}

static int32_t at_most(uint64_t n)
{
	return n < INT32_MAX ? (int32_t)n : INT32_MAX;
}

/* May one of the next windows be odd, of those that slide_far() looks at? */
static bool any_odd(const struct search *s, const struct odd_length *l, uint64_t from)
{
	const uint32_t *upto = s->upto + from;
	int32_t odd = at_most(l->odd);
	beside any = {0};

	for (int i = 0; i < AT_ONCE; i += BESIDE) {
		beside here = counts_at(upto + i);
		beside n = counts_at(upto + i + l->slices) - here;

		any |= (n >= odd) & (counts_at(upto + i + 1) != here);
	}
	return any[0] | any[1] | any[2] | any[3];
}

/* Is none of the next `windows` odd, since all slices of all of them have too few samples? */
static bool none_odd(const struct search *s, const struct odd_length *l, uint64_t from,
		     uint64_t windows)
{
	const uint32_t *first = s->upto + from, *last = first + windows - 1;

	return last[l->slices] - *first < l->odd;
}

#define PART 8 /* of a window: where they begin so far apart they are much alike */

/* The same windows in the same order. */
static bool slide_near(const struct search *s, const struct odd_length *l,
		       struct error *err)
{
	uint64_t last = s->timeline->slices - l->slices;
	uint64_t alike = l->slices / PART > AT_ONCE ? l->slices / PART : AT_ONCE;
	struct cluster c = {0};

	for (uint64_t from = 0, end; from <= last; from = end) {
		end = from + alike;
		if (end <= last && none_odd(s, l, from, alike))
			continue;
		end = from + AT_ONCE;
		if (from > 0 && end <= last && !any_odd(s, l, from))
			continue;
		for (; from < end && from <= last; from++) {
			uint64_t n = s->upto[from + l->slices] - s->upto[from];

			if (n >= l->odd && may_begin(s, from, last) &&
			    !note_window(s, &c, from, l->slices, n, err))
				return false;
		}
	}
	return close_cluster(s, &c, err);
}

static bool slide(const struct search *s, const struct odd_length *l, struct error *err)
{
	return s->upto ? slide_near(s, l, err) : slide_far(s, l, err);
}

#define SPARSE 16 /* slices for one with samples: of more, memory for each is too much */

/* NULL also where slices or samples are too many, or there are none. */
static bool sum_up(uint32_t **upto, const struct timeline *t, struct error *err)
{
	uint64_t slice = 0;

	*upto = NULL;
	if (!t->filled || t->slices / SPARSE > t->filled || t->count > INT32_MAX)
		return true;
	*upto = mem_array((size_t)t->slices + 1, sizeof **upto, "slices of time", err);
	if (!*upto)
		return false;
	for (size_t i = 0; i < t->filled; i++)
		for (; slice <= t->at[i]; slice++) /* room: one after all */
			(*upto)[slice] = (uint32_t)t->before[i];
	for (; slice <= t->slices; slice++)
		(*upto)[slice] = (uint32_t)t->before[t->filled];
	return true;
}

/* ---- one for each moment ---- */

/* Oddest first: what overlaps one that is odder belongs to it. */
static void drop_overlaps(struct odd_windows *w)
{
	size_t kept = 0;

	for (size_t i = 0; i < w->count; i++) {
		const struct odd_window *x = &w->window[i];
		bool overlaps = false;

		for (size_t j = 0; j < kept && !overlaps; j++)
			overlaps = x->from < w->window[j].to && w->window[j].from < x->to;
		if (overlaps)
			continue;
		if (kept < ODD_WINDOWS_MAX)
			w->window[kept++] = *x; /* room: kept <= i */
		else
			w->left_out++;
	}
	w->count = kept;
}

bool odd_windows_find(struct odd_windows *w, const struct odd_measure *m,
		      const struct timeline *t, struct error *err)
{
	struct search s = {.measure = m, .timeline = t, .out = w};
	uint32_t *upto;
	bool ok;

	*w = (struct odd_windows){0};
	ok = sum_up(&upto, t, err);
	s.upto = upto;
	for (uint32_t i = 0; ok && i < m->lengths; i++) {
		s.length = i;
		ok = slide(&s, &m->by[i], err);
	}
	mem_free(upto);
	if (!ok) {
		odd_windows_release(w);
		return false;
	}
	if (w->count)
		qsort(w->window, w->count, sizeof *w->window, compare_oddness);
	drop_overlaps(w);
	return true;
}
