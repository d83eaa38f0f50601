#include "analysis/find/odd_windows.h"

#include <math.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- the timeline ---- */

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

#define WINDOWS_LEAST 20 /* of a length, side by side, or it is too long */
#define BASE_TIME     UINT64_C(500000000) /* ns: ... and is no shorter */
#define BASE_COUNT    8.0 /* samples in a window that tells what is usual */
#define CLIP	      3.0
#define SLIDING	      0.6 /* of what a window that slides without steps has, see overlaps() */
#define CRITICAL      12.0 /* samples: where most of the chance goes */
#define FEWEST	      0.1 /* ... and what is the least that a length is taken to expect */
#define BEYOND	      0.7 /* by which power of more samples the part of a length falls */
#define MEDIAN_OFF    (1.0 / 6) /* mean less median of a Poisson variable */
#define ERRORS	      0.7
#define ODD_LEAST     6 /* samples: fewer are never odd */

/* ---- how the windows of one length are filled ---- */

/* How many windows hold so many samples; the last step has all that hold more. */
struct histogram {
	uint64_t *windows; /* owned */
	double *below;	   /* owned: by step, and one more: windows in those before it */
	uint64_t steps, step, all;
	double mean;
};

#define STEPS_MOST 8192

static bool histogram_open(struct histogram *h, const struct timeline *t, uint64_t length,
			   struct error *err)
{
	double most;

	*h = (struct histogram){.all = t->slices / length};
	h->mean = (double)t->count * (double)length / (double)t->slices;
	most = 8 * h->mean + 64;
	h->step = 1 + (uint64_t)(most / STEPS_MOST);
	h->steps = (uint64_t)(most / (double)h->step) + 1;
	h->windows = mem_array(h->steps, sizeof *h->windows, "counts of windows", err);
	if (!h->windows)
		return false;
	h->below = mem_array(h->steps + 1, sizeof *h->below, "counts of windows", err);
	if (!h->below)
		mem_free(h->windows);
	return h->below != NULL;
}

static void add_up_windows(struct histogram *h)
{
	for (uint64_t i = 0; i < h->steps; i++)
		h->below[i + 1] = h->below[i] + (double)h->windows[i];
}

static void histogram_add(struct histogram *h, const uint64_t *samples, size_t count)
{
	uint64_t *windows = h->windows, each = h->step, last = h->steps - 1;

	for (size_t i = 0; i < count; i++) {
		uint64_t step = each == 1 ? samples[i] : samples[i] / each;

		windows[step < last ? step : last]++; /* room: as many as steps */
	}
}

/* Windows of one length side by side that have samples: one of twice the length is two of them. */
struct windows {
	uint64_t *at, *samples; /* owned: their numbers, rising, and what they have */
	size_t count;
};

/* A CPU divides by a number that the compiler knows in a tenth of the time. */
static uint64_t window_of(uint64_t slice, uint64_t length)
{
	return length == 2 ? slice / 2 : length == 3 ? slice / 3 : slice / length;
}

static bool windows_build(struct windows *w, const struct timeline *t, uint64_t length,
			  struct error *err)
{
	uint64_t all = t->slices / length + 1; /* a slice may lie beyond the last */
	size_t room = all < t->filled ? (size_t)all : t->filled;

	*w = (struct windows){0};
	w->at = mem_array(room, sizeof *w->at, "windows", err);
	w->samples = w->at ? mem_array(room, sizeof *w->samples, "windows", err) : NULL;
	if (!w->samples)
		return false;
	for (size_t i = 0; i < t->filled; w->count++) {
		uint64_t window = window_of(t->at[i], length), end;
		size_t first = i;

		end = (window + 1) * length;
		while (i < t->filled && t->at[i] < end)
			i++;
		w->at[w->count] = window; /* room: one for each slice, or for all */
		w->samples[w->count] = t->before[i] - t->before[first];
	}
	return true;
}

static void windows_double(struct windows *w)
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

static void windows_release(struct windows *w)
{
	mem_free(w->at);
	mem_free(w->samples);
}

static bool histogram_build(struct histogram *h, const struct timeline *t,
			    uint64_t length, const struct windows *w, struct error *err)
{
	size_t n = w->count;

	if (!histogram_open(h, t, length, err))
		return false;
	while (n > 0 && w->at[n - 1] >= h->all)
		n--; /* the last is not as long */
	histogram_add(h, w->samples, n);
	h->windows[0] += h->all - n;
	add_up_windows(h);
	return true;
}

/* The samples of a step, in its middle. */
static double histogram_value(const struct histogram *h, uint64_t step)
{
	return (double)(step * h->step) + (double)(h->step - 1) / 2;
}

/* The share of windows below x, as if the counts of a step lay evenly over its width. */
static double share_below(const struct histogram *h, double x)
{
	double at = (x + 0.5) / (double)h->step, sum;
	uint64_t i = at >= (double)h->steps ? h->steps : at > 0 ? (uint64_t)at : 0;

	sum = h->below[i];
	if (i < h->steps && at > (double)i)
		sum += (double)h->windows[i] * (at - (double)i);
	return sum / (double)h->all;
}

static double median(const struct histogram *h)
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

/* The median of how far the transformed counts below the median are from it, as of a normal variable. */
static double deviation(const struct histogram *h, double middle)
{
	double low = 0, high = 2 * anscombe(histogram_value(h, h->steps));
	double at = anscombe(middle), half = share_below(h, middle);

	for (int i = 0; i < 40; i++) {
		double d = (low + high) / 2;

		if (half - share_below(h, anscombe_back(at - d)) < 0.25)
			low = d;
		else
			high = d;
	}
	return high / 0.6745;
}

struct moments {
	double middle;	 /* the median */
	double variance; /* of what is below it */
};

/* About the median, of windows below it, but not of those that are odd. */
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

static struct moments usual_moments(const struct histogram *h)
{
	double middle = median(h);

	return (struct moments){middle + MEDIAN_OFF, variance(h, middle)};
}

static bool take_moments(struct moments *m, const struct timeline *t, uint64_t length,
			 const struct windows *w, struct error *err)
{
	struct histogram h;

	if (!histogram_build(&h, t, length, w, err))
		return false;
	*m = usual_moments(&h);
	mem_free(h.windows);
	mem_free(h.below);
	return true;
}

/* ---- scores ---- */

/* The deviance of x where m is expected; size 0: Poisson, else the shape of a negative binomial. */
static double deviance(double x, double m, double size)
{
	double d = x > 0 ? x * log(x / m) : 0;

	if (size > 0)
		d -= (x + size) * log((x + size) / (m + size));
	else
		d -= x - m;
	return d > 0 ? 2 * d : 0;
}

double odd_score_of(double x, double m, double spread)
{
	if (m <= 0 || x <= m)
		return 0;
	return sqrt(deviance(x, m, spread > 1 ? m / (spread - 1) : 0));
}

double odd_score(const struct odd_measure *m, uint32_t i, uint64_t slices,
		 uint64_t samples)
{
	double expected = m->by[i].expected / (double)m->by[i].slices * (double)slices;

	return odd_score_of((double)samples, expected, m->by[i].spread);
}

/* The normal deviate that is exceeded with this small chance. */
static double normal_deviate(double chance)
{
	double z = sqrt(-2 * log(chance));

	for (int i = 0; i < 8; i++)
		z = sqrt(-2 * log(chance * z * 2.5066282746310002));
	return z;
}

#define COUNT_MOST (UINT64_C(1) << 60)

/*
 * One window that slides has as many chances to exceed z as so many side by side. Siegmund
 * (Sequential Analysis, 1985, ch. 8 and 10): z^2 for one that slides without steps, less the
 * fewer steps it has.
 */
static double overlaps(uint64_t slices, double z)
{
	return 1 + SLIDING * z * z * exp(-0.583 * z * sqrt(2 / (double)slices));
}

/* The score that one of all windows of this length exceeds with this chance. */
static double needed_score(uint64_t slices, double windows, double chance)
{
	double z = normal_deviate(chance / windows);

	for (int i = 0; i < 8; i++)
		z = normal_deviate(chance / windows / overlaps(slices, z));
	return z;
}

static uint64_t fewest_odd(const struct odd_length *l)
{
	uint64_t low = (uint64_t)l->expected, high = low + ODD_LEAST;

	while (high < COUNT_MOST &&
	       odd_score_of((double)high, l->expected, l->spread) < l->needed)
		high *= 2;
	while (low + 1 < high) {
		uint64_t middle = low + (high - low) / 2;

		if (odd_score_of((double)middle, l->expected, l->spread) < l->needed)
			low = middle;
		else
			high = middle;
	}
	return high > ODD_LEAST ? high : ODD_LEAST;
}

/*
 * What part of the chance of being odd a length has, as against others. Where few samples are
 * expected, what is hardly odd is not worth much; where many are, eight standard deviations
 * are far more than is needed in any case.
 */
static double part_of(const struct odd_length *l)
{
	if (l->expected >= CRITICAL)
		return pow(CRITICAL / l->expected, BEYOND);
	return (l->expected > FEWEST ? l->expected : FEWEST) / CRITICAL;
}

/* ---- what is usual ---- */

static uint64_t length_of(uint32_t i)
{
	return (i & 1 ? UINT64_C(3) : UINT64_C(2)) << (i / 2);
}

/* Windows that hold enough samples to tell what is usual, up to the longest that there are. */
static uint32_t base_length(const struct timeline *t, uint32_t lengths)
{
	double rate = (double)t->count / (double)t->slices;
	uint32_t i = 0;

	while (i + 1 < lengths && (length_of(i) * t->slice < BASE_TIME ||
				   rate * (double)length_of(i) < BASE_COUNT))
		i++;
	return i;
}

static double larger(double a, double b)
{
	return a > b ? a : b;
}

/* The spreads of one length about the same rate for all; not below those of shorter ones. */
static void set_length(struct odd_length *l, const struct moments *usual,
		       const struct odd_length *shorter, double windows)
{
	double error = 1 + ERRORS / sqrt(windows);

	l->spread =
	    larger(shorter ? shorter->spread : 1, usual->variance / l->expected / error);
}

/* Every other length is twice the one before the last. */
static bool take_all_moments(struct moments *m, const struct timeline *t,
			     uint32_t lengths, struct error *err)
{
	struct windows w[2] = {{0}};
	bool ok = true;

	for (uint32_t i = 0; ok && i < lengths; i++) {
		if (i < 2)
			ok = windows_build(&w[i], t, length_of(i), err);
		else
			windows_double(&w[i & 1]);
		ok = ok && take_moments(&m[i], t, length_of(i), &w[i & 1], err);
	}
	windows_release(&w[0]);
	windows_release(&w[1]);
	return ok;
}

bool odd_measure_take(struct odd_measure *m, const struct timeline *t, double chance,
		      struct error *err)
{
	struct moments usual[ODD_LENGTHS] = {0};
	uint32_t lengths = 0, base;
	double parts = 0;

	*m = (struct odd_measure){0};
	while (lengths < ODD_LENGTHS && length_of(lengths) <= t->slices / WINDOWS_LEAST)
		lengths++;
	if (!take_all_moments(usual, t, lengths, err))
		return false;
	base = lengths ? base_length(t, lengths) : 0;
	m->rate = usual[base].middle / (double)length_of(base);
	if (m->rate <= 0)
		return true;
	for (uint32_t i = 0; i < lengths; i++) {
		m->by[i].slices = length_of(i);
		m->by[i].expected =
		    i > base ? usual[i].middle : m->rate * (double)length_of(i);
		set_length(&m->by[i], &usual[i], i ? &m->by[i - 1] : NULL,
			   (double)t->slices / (double)length_of(i));
		parts += part_of(&m->by[i]);
	}
	for (uint32_t i = 0; i < lengths; i++) {
		struct odd_length *l = &m->by[i];

		l->needed = needed_score(l->slices, (double)t->slices / (double)l->slices,
					 chance * part_of(l) / parts);
		l->odd = fewest_odd(l);
	}
	m->lengths = lengths;
	return true;
}

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
