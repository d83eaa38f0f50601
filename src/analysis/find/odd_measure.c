#include "analysis/find/odd_measure.h"

#include <math.h>

#include "base/mem.h"

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

static void sum_up(struct histogram *h)
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
	sum_up(h);
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
