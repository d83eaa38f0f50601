#include "analysis/find/burst_windows.h"

#include <math.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- the timeline ---- */

#define USUAL	   10000000 /* ns: the usual length of a slice */
#define MANY	   4	    /* samples per slice that count as many */
#define FINEST	   10000    /* ns: the shortest slice */
#define SLICES_FEW 200

/* The length of slices for `samples` in `length`; all in ns. */
static uint64_t slice_for(uint64_t length, uint64_t samples, uint64_t tick)
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

bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err)
{
	const uint64_t *times = p->samples.time;
	uint64_t from, to, first, end = 0, origin = profile_origin(p);
	uint64_t samples = 0;
	size_t at_room = 0, before_room = 0, sums = 0;

	*t = (struct timeline){0};
	if (!p->has_times)
		return true;
	range_samples(p, q->range, &from, &to);
	while (from < to && !bits_has(q->which, from))
		from++;
	while (from < to && !bits_has(q->which, to - 1))
		to--;
	if (from == to)
		return true;
	for (uint64_t i = from; i < to; i++)
		samples += bits_has(q->which, i);
	first = times[from] - origin;
	t->slice = slice_for(times[to - 1] - origin - first, samples, q->tick);
	t->from = first / t->slice * t->slice;
	t->slices = (times[to - 1] - origin - t->from) / t->slice + 1;
	for (uint64_t i = from; i < to; i++) {
		uint64_t time = times[i] - origin - t->from;

		if (!bits_has(q->which, i))
			continue;
		if (time >= end || t->filled == 0) {
			uint64_t slice = time / t->slice;

			if (!APPEND(t->before, sums, before_room, "slices of time", err,
				    (uint32_t)t->count) ||
			    !APPEND(t->at, t->filled, at_room, "slices of time", err,
				    slice))
				goto fail;
			end = number_add(slice * t->slice, t->slice);
		}
		t->count++;
	}
	if (APPEND(t->before, sums, before_room, "slices of time", err,
		   (uint32_t)t->count))
		return true;
fail:
	timeline_release(t);
	return false;
}

void timeline_release(struct timeline *t)
{
	mem_free(t->at);
	mem_free(t->before);
	*t = (struct timeline){0};
}

/* The number of filled slices before this one. */
static size_t timeline_place(const struct timeline *t, uint64_t slice)
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
	/* the last slice may end past the largest time */
	return (struct range){t->from + from * t->slice,
			      number_add(t->from + (to - 1) * t->slice, t->slice)};
}

#define WINDOWS_LEAST 20 /* adjacent windows of one length */
/* ns: the least length of the windows that define the usual rate, */
#define BASE_TIME  UINT64_C(500000000)
#define BASE_COUNT 8.0 /* and the least number of their samples */
#define CLIP	   3.0 /* robust deviations */
#define SLIDING	   0.6 /* relative to a window that slides without steps, see overlaps() */
#define CRITICAL                                                                         \
	12.0 /* lengths with this many expected samples get the largest part of the chance */
#define FEWEST 0.1 /* least expected samples that a length is assumed to have */
#define BEYOND                                                                           \
	0.7 /* the part of a length falls with this power of its expected samples */
#define MEDIAN_OFF  (1.0 / 6) /* mean minus median of a Poisson variable */
#define ERRORS	    0.7	      /* standard errors subtracted from a spread */
#define BURST_LEAST 6	      /* samples: fewer are never odd */

/* ---- histogram of the windows of one length ---- */

/* The number of windows by their count of samples. The last step includes all larger counts. */
struct histogram {
	uint64_t *windows; /* owned: by step */
	double *below;	   /* owned: by step, and one more: windows in earlier steps */
	uint64_t steps;
	uint64_t step; /* the number of counts that share a step */
	uint64_t all;  /* windows */
};

#define STEPS_MOST 8192

/* Adjacent windows of one length that have samples. Two of them make one of twice the length. */
struct side_by_side {
	uint64_t *at, *samples; /* owned: their numbers, ascending, and their samples */
	size_t count;
};

static bool windows_build(struct side_by_side *w, const struct timeline *t,
			  uint64_t length, struct error *err)
{
	uint64_t all = t->slices / length + 1; /* a slice may lie past the last one */
	size_t room = all < t->filled ? (size_t)all : t->filled;

	*w = (struct side_by_side){0};
	w->at = mem_array(room, sizeof *w->at, "windows", err);
	w->samples = w->at ? mem_array(room, sizeof *w->samples, "windows", err) : NULL;
	if (!w->samples)
		return false;
	for (size_t i = 0; i < t->filled; w->count++) {
		/* dividing by a constant takes a tenth of the time */
		uint64_t window = length == 2	? t->at[i] / 2
				  : length == 3 ? t->at[i] / 3
						: t->at[i] / length;
		uint64_t end = (window + 1) * length;
		size_t first = i;

		while (i < t->filled && t->at[i] < end)
			i++;
		w->at[w->count] = window; /* room: one for each slice, or for all */
		w->samples[w->count] = t->before[i] - t->before[first];
	}
	return true;
}

/* Join neighbours to windows of twice the length. */
static void windows_double(struct side_by_side *w)
{
	uint64_t *at = w->at, *samples = w->samples;
	size_t n = 0, count = w->count;

	for (size_t i = 0; i < count; n++) { /* in place: n <= i */
		bool both = i + 1 < count && at[i] / 2 == at[i + 1] / 2;
		uint64_t sum = samples[i] + (both ? samples[i + 1] : 0);

		at[n] = at[i] / 2;
		samples[n] = sum;
		i += 1u + both;
	}
	w->count = n;
}

static bool histogram_build(struct histogram *h, const struct timeline *t,
			    uint64_t length, const struct side_by_side *w,
			    struct error *err)
{
	double mean = (double)t->count * (double)length / (double)t->slices;
	double most = 8 * mean + 64;
	size_t n = w->count;
	uint64_t last;

	*h = (struct histogram){.all = t->slices / length};
	h->step = 1 + (uint64_t)(most / STEPS_MOST);
	h->steps = (uint64_t)(most / (double)h->step) + 1;
	h->windows = mem_array(h->steps, sizeof *h->windows, "counts of windows", err);
	if (!h->windows)
		return false;
	h->below = mem_array(h->steps + 1, sizeof *h->below, "counts of windows", err);
	if (!h->below) {
		mem_free(h->windows);
		h->windows = NULL;
		return false;
	}
	last = h->steps - 1;
	while (n > 0 && w->at[n - 1] >= h->all)
		n--; /* an incomplete window at the end */
	for (size_t i = 0; i < n; i++) {
		uint64_t step = h->step == 1 ? w->samples[i] : w->samples[i] / h->step;

		h->windows[step < last ? step : last]++; /* room: as many as steps */
	}
	h->windows[0] += h->all - n;
	for (uint64_t i = 0; i < h->steps; i++)
		h->below[i + 1] = h->below[i] + (double)h->windows[i];
	return true;
}

/* The middle of a step, in samples. */
static double histogram_value(const struct histogram *h, uint64_t step)
{
	return (double)(step * h->step) + (double)(h->step - 1) / 2;
}

/* The share of windows below x; counts are spread evenly over a step. */
static double share_below(const struct histogram *h, double x)
{
	double at = (x + 0.5) / (double)h->step, sum;
	uint64_t i = at >= (double)h->steps ? h->steps : at > 0 ? (uint64_t)at : 0;

	sum = h->below[i];
	if (i < h->steps && at > (double)i)
		sum += (double)h->windows[i] * (at - (double)i);
	return sum / (double)h->all;
}

static double estimate_median(const struct histogram *h)
{
	double half = (double)h->all / 2, sum = 0;
	uint64_t i = 0;

	while (i + 1 < h->steps && sum + (double)h->windows[i] < half)
		sum += (double)h->windows[i++];
	return ((double)i + (half - sum) / (double)h->windows[i]) * (double)h->step - 0.5;
}

static double anscombe(double x)
{
	return 2 * sqrt((x > 0 ? x : 0) + 0.375);
}

static double anscombe_back(double a)
{
	return a > 0 ? a * a / 4 - 0.375 : -0.5;
}

/*
 * The robust deviation: the median distance of the transformed counts below `middle` from it,
 * scaled to the standard deviation of a normal variable. More than half of the counts may be below.
 */
static double deviation(const struct histogram *h, double middle)
{
	double low = 0, high = 2 * anscombe(histogram_value(h, h->steps));
	double at = anscombe(middle), half = share_below(h, middle);

	for (int i = 0; i < 40; i++) {
		double d = (low + high) / 2;

		if (half - share_below(h, anscombe_back(at - d)) < half / 2)
			low = d;
		else
			high = d;
	}
	return high / 0.6745;
}

/* The usual count of a window of one length, and its variance. */
struct usual_count {
	double middle;
	double variance;
};

/* The variance about the median, of the windows below it that are not outliers. */
static double variance(const struct histogram *h, double middle)
{
	double d = deviation(h, middle), at = anscombe(middle);
	double squares = 0, n = 0;

	d = CLIP * (d > 1 ? d : 1);
	for (uint64_t i = 0; i < h->steps; i++) {
		double x = histogram_value(h, i), windows = (double)h->windows[i];

		if (x > middle || at - anscombe(x) > d)
			continue;
		n += windows;
		squares += windows * (x - middle) * (x - middle);
	}
	return n > 0 ? squares / n : 0;
}

/* ---- scores ---- */

double burst_score(double x, double m, double spread)
{
	double size, d;

	if (m <= 0 || x <= m)
		return 0;
	size = spread > 1 ? m / (spread - 1) : 0; /* 0: Poisson */
	d = x > 0 ? x * log(x / m) : 0;
	if (size > 0)
		d -= (x + size) * log((x + size) / (m + size));
	else
		d -= x - m;
	return sqrt(d > 0 ? 2 * d : 0);
}

/* The normal deviate that is exceeded with this small probability. */
static double normal_deviate(double chance)
{
	double z = sqrt(-2 * log(chance));

	for (int i = 0; i < 8; i++)
		z = sqrt(-2 * log(chance * z * 2.5066282746310002));
	return z;
}

#define COUNT_MOST (UINT64_C(1) << 60)

/*
 * The number of adjacent windows that have as many chances to exceed z as one sliding window.
 * Siegmund (Sequential Analysis, 1985, ch. 8 and 10) has z^2 for a window that slides without
 * steps; with steps it is less.
 */
static double overlaps(uint64_t slices, double z)
{
	return 1 + SLIDING * z * z * exp(-0.583 * z * sqrt(2 / (double)slices));
}

/* The smallest count with the needed score. */
static uint64_t fewest_odd(const struct burst_length *l)
{
	uint64_t low = (uint64_t)l->expected, high = low + BURST_LEAST;

	while (high < COUNT_MOST &&
	       burst_score((double)high, l->expected, l->spread) < l->needed)
		high *= 2;
	while (low + 1 < high) {
		uint64_t middle = low + (high - low) / 2;

		if (burst_score((double)middle, l->expected, l->spread) < l->needed)
			low = middle;
		else
			high = middle;
	}
	return high > BURST_LEAST ? high : BURST_LEAST;
}

/*
 * The weight of a length when the false-alarm probability is divided among the lengths. With few
 * expected samples a window is hardly ever odd; with many, eight standard deviations are more than
 * enough anyway.
 */
static double part_of(const struct burst_length *l)
{
	if (l->expected >= CRITICAL)
		return pow(CRITICAL / l->expected, BEYOND);
	return (l->expected > FEWEST ? l->expected : FEWEST) / CRITICAL;
}

/* ---- the usual rate ---- */

static uint64_t length_of(uint32_t i)
{
	return (i & 1 ? UINT64_C(3) : UINT64_C(2)) << (i / 2);
}

/*
 * Measure windows of all lengths. Every other length is twice the one before the last. Windows
 * shorter than those of `base` may be empty for the most part, in a program that is idle most of
 * the time but busy throughout a request. Then their median is too low, and the variance is taken
 * about the count that follows from the rate in windows of `base`.
 */
static bool measure_lengths(struct usual_count *usual, const struct timeline *t,
			    uint32_t lengths, uint32_t base, struct error *err)
{
	struct side_by_side w[2] = {{0}};
	struct histogram all[BURST_LENGTHS] = {{0}};
	double rate;
	bool ok = true;

	for (uint32_t i = 0; ok && i < lengths; i++) {
		struct histogram *h = &all[i];

		if (i < 2)
			ok = windows_build(&w[i], t, length_of(i), err);
		else
			windows_double(&w[i & 1]);
		ok = ok && histogram_build(h, t, length_of(i), &w[i & 1], err);
		if (ok)
			usual[i].middle = estimate_median(h);
	}
	rate = (usual[base].middle + MEDIAN_OFF) / (double)length_of(base);
	for (uint32_t i = 0; i < lengths; i++) {
		double of_rate = rate * (double)length_of(i) - MEDIAN_OFF;
		double about = usual[i].middle;

		if (i < base && about < of_rate)
			about = of_rate;
		if (ok)
			usual[i].variance = variance(&all[i], about);
		usual[i].middle += MEDIAN_OFF;
		mem_free(all[i].windows);
		mem_free(all[i].below);
	}
	for (int i = 0; i < 2; i++) {
		mem_free(w[i].at);
		mem_free(w[i].samples);
	}
	return ok;
}

bool rate_baseline_take(struct rate_baseline *m, const struct timeline *t, double chance,
			struct error *err)
{
	struct usual_count usual[BURST_LENGTHS] = {0};
	double mean = (double)t->count / (double)t->slices;
	uint32_t lengths = 0, base = 0;
	double parts = 0;

	*m = (struct rate_baseline){0};
	while (lengths < BURST_LENGTHS && length_of(lengths) <= t->slices / WINDOWS_LEAST)
		lengths++;
	/* the shortest windows with enough samples define the rate */
	while (base + 1 < lengths && (length_of(base) * t->slice < BASE_TIME ||
				      mean * (double)length_of(base) < BASE_COUNT))
		base++;
	if (!measure_lengths(usual, t, lengths, base, err))
		return false;
	m->rate = usual[base].middle / (double)length_of(base);
	if (m->rate <= 0)
		return true;
	for (uint32_t i = 0; i < lengths; i++) {
		struct burst_length *l = &m->by[i];
		double windows = (double)t->slices / (double)length_of(i);
		double shorter = i ? m->by[i - 1].spread : 1;

		l->slices = length_of(i);
		l->expected = i > base ? usual[i].middle : m->rate * (double)length_of(i);
		l->spread =
		    usual[i].variance / l->expected / (1 + ERRORS / sqrt(windows));
		l->spread = shorter > l->spread ? shorter : l->spread;
		parts += part_of(l);
	}
	for (uint32_t i = 0; i < lengths; i++) {
		struct burst_length *l = &m->by[i];
		double of_length = chance * part_of(l) / parts;
		double each = of_length / ((double)t->slices / (double)l->slices);

		l->needed = normal_deviate(each);
		for (int k = 0; k < 8; k++)
			l->needed = normal_deviate(each / overlaps(l->slices, l->needed));
		l->odd = fewest_odd(l);
	}
	m->lengths = lengths;
	return true;
}

#define CANDIDATES_MAX 65536

void burst_windows_release(struct burst_windows *w)
{
	mem_free(w->window);
	*w = (struct burst_windows){0};
}

static int compare_oddness(const void *a, const void *b)
{
	const struct burst_window *x = a, *y = b;

	if (fabs(x->score) != fabs(y->score))
		return fabs(x->score) > fabs(y->score) ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return x->to < y->to ? -1 : x->to > y->to;
}

/* ---- the ends of windows ---- */

/* All borrowed. */
struct window_search {
	const struct rate_baseline *measure;
	const struct timeline *timeline;
	/* by slice: samples before it; NULL: most slices are empty */
	const uint32_t *upto;
	uint32_t length; /* index of measure->by */
	struct burst_windows *out;
};

/* Samples in slices [from, to). */
static uint64_t count_in(const struct window_search *s, uint64_t from, uint64_t to)
{
	return s->upto ? s->upto[to] - s->upto[from]
		       : timeline_count(s->timeline, from, to);
}

/* The score of slices [from, to), by the standard of windows of the current length. */
static double oddness(const struct window_search *s, uint64_t from, uint64_t to)
{
	const struct burst_length *l = &s->measure->by[s->length];
	double expected = l->expected / (double)l->slices * (double)(to - from);

	return burst_score((double)count_in(s, from, to), expected, l->spread);
}

/* Use these ends if they have a higher score. */
static bool try_ends(const struct window_search *s, struct burst_window *w, uint64_t from,
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
 * Does [from, to) exceed the usual rate by at least half as much as the window does? Otherwise a
 * burst would absorb the slices up to the next burst, and some of that.
 */
static bool is_alike(const struct window_search *s, const struct burst_window *w,
		     uint64_t from, uint64_t to)
{
	const struct burst_length *l = &s->measure->by[s->length];
	double usual = l->expected / (double)l->slices,
	       length = (double)(w->to - w->from);
	double here = (double)count_in(s, w->from, w->to) / length;
	double there;

	if (from >= to || to > s->timeline->slices)
		return false;
	there = (double)count_in(s, from, to) / (double)(to - from);
	return there - usual >= ALIKE * (here - usual);
}

#define MOVES_MOST 200

/* Climb to the highest score, in steps that double as long as they help. */
static void sharpen(const struct window_search *s, struct burst_window *w)
{
	uint64_t step = (w->to - w->from + 1) / 2;

	w->score = oddness(s, w->from, w->to);
	for (int i = 0; step && i < MOVES_MOST; i++) {
		uint64_t back = w->from < step ? w->from : step;
		bool moved = (is_alike(s, w, w->from - back, w->from) &&
			      try_ends(s, w, w->from - back, w->to)) ||
			     (is_alike(s, w, w->to, w->to + step) &&
			      try_ends(s, w, w->from, w->to + step)) ||
			     try_ends(s, w, w->from + step, w->to) ||
			     (w->to > step && try_ends(s, w, w->from, w->to - step));

		step = moved ? step * 2 : step / 2;
		step = step < s->timeline->slices ? step : s->timeline->slices;
	}
}

/*
 * Append either the best of some overlapping windows, or all of them together, whichever has the
 * higher score.
 */
static bool add_cluster(const struct window_search *s, const struct burst_window *best,
			uint64_t from, uint64_t to, struct error *err)
{
	struct burst_window w = *best, all = {.from = from, .to = to};

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

/* ---- sliding windows ---- */

/* Odd windows that overlap. */
struct cluster {
	struct burst_window best;
	uint64_t from, to;
	bool open;
};

static bool close_cluster(const struct window_search *s, struct cluster *c,
			  struct error *err)
{
	bool ok = !c->open || add_cluster(s, &c->best, c->from, c->to, err);

	c->open = false;
	return ok;
}

/* Add an odd window to the open cluster, or close the cluster and open another one. */
static bool note_window(const struct window_search *s, struct cluster *c, uint64_t from,
			uint64_t length, uint64_t samples, struct error *err)
{
	struct burst_window w = {.from = from, .to = from + length, .samples = samples};

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

/* Slide a window from one filled slice to the next: the busiest windows begin at filled slices. */
static bool slide_far(const struct window_search *s, const struct burst_length *l,
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

#define AT_ONCE 16 /* windows that are tested together */
#define BESIDE	4  /* counts in a SIMD vector */
typedef int32_t beside __attribute__((vector_size(BESIDE * 4), aligned(4), may_alias));

static beside counts_at(const uint32_t *upto)
{
	return *(const beside *)upto;
}

#define PART 8 /* windows whose starts are within an eighth of their length are similar */
/* Find the same windows as slide_far(), in the same order, from the counts of all slices. */
static bool slide_near(const struct window_search *s, const struct burst_length *l,
		       struct error *err)
{
	uint64_t last = s->timeline->slices - l->slices;
	uint64_t alike = l->slices / PART > AT_ONCE ? l->slices / PART : AT_ONCE;
	int32_t odd = l->odd < INT32_MAX ? (int32_t)l->odd : INT32_MAX;
	struct cluster c = {0};

	for (uint64_t from = 0, end; from <= last; from = end) {
		const uint32_t *upto = s->upto + from;
		beside any = {0};

		/* the slices of all these windows together have too few samples */
		end = from + alike;
		if (end <= last && upto[alike - 1 + l->slices] - *upto < l->odd)
			continue;
		end = from + AT_ONCE;
		for (int i = 0; from > 0 && end <= last && i < AT_ONCE; i += BESIDE) {
			beside here = counts_at(upto + i);
			beside n = counts_at(upto + i + l->slices) - here;

			any |= (n >= odd) & (counts_at(upto + i + 1) != here);
		}
		if (from > 0 && end <= last && !(any[0] | any[1] | any[2] | any[3]))
			continue;
		for (; from < end && from <= last; from++) {
			uint64_t n = s->upto[from + l->slices] - s->upto[from];
			bool filled = from == last || s->upto[from] < s->upto[from + 1];

			if (n >= l->odd && filled &&
			    !note_window(s, &c, from, l->slices, n, err))
				return false;
		}
	}
	return close_cluster(s, &c, err);
}

#define SPARSE 16 /* the most slices per filled one for which all slices are counted */

bool burst_windows_find(struct burst_windows *w, const struct rate_baseline *m,
			const struct timeline *t, struct error *err)
{
	struct window_search s = {.measure = m, .timeline = t, .out = w};
	uint32_t *upto = NULL;
	uint64_t slice = 0;
	size_t kept = 0;
	bool ok = true;

	*w = (struct burst_windows){0};
	if (t->filled && t->slices / SPARSE <= t->filled && t->count <= INT32_MAX) {
		upto =
		    mem_array((size_t)t->slices + 1, sizeof *upto, "slices of time", err);
		if (!upto)
			return false;
		for (size_t i = 0; i < t->filled; i++)
			for (; slice <= t->at[i]; slice++) /* room: one after all */
				upto[slice] = (uint32_t)t->before[i];
		for (; slice <= t->slices; slice++)
			upto[slice] = (uint32_t)t->before[t->filled];
	}
	s.upto = upto;
	for (uint32_t i = 0; ok && i < m->lengths; i++) {
		s.length = i;
		ok =
		    upto ? slide_near(&s, &m->by[i], err) : slide_far(&s, &m->by[i], err);
	}
	mem_free(upto);
	if (!ok) {
		burst_windows_release(w);
		return false;
	}
	if (w->count)
		qsort(w->window, w->count, sizeof *w->window, compare_oddness);
	/* drop each window that overlaps one with a higher score */
	for (size_t i = 0; i < w->count; i++) {
		const struct burst_window *x = &w->window[i];
		bool overlapped = false;

		for (size_t j = 0; j < kept && !overlapped; j++)
			overlapped =
			    x->from < w->window[j].to && w->window[j].from < x->to;
		if (overlapped)
			continue;
		if (kept < BURST_WINDOWS_MAX)
			w->window[kept++] = *x; /* room: kept <= i */
		else
			w->left_out++;
	}
	w->count = kept;
	return true;
}
