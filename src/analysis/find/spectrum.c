#include "analysis/find/spectrum.h"

#include <math.h>

#include "base/mem.h"

#define PI 3.14159265358979323846

/* ---- the transform ---- */

static void swap_reversed(double *z, unsigned bits)
{
	uint32_t n = UINT32_C(1) << bits, j = 0;

	for (uint32_t i = 0; i + 1 < n; i++) {
		uint32_t bit = n >> 1;

		if (i < j) {
			double re = z[2 * i], im = z[2 * i + 1];

			z[2 * i] = z[2 * j];
			z[2 * i + 1] = z[2 * j + 1];
			z[2 * j] = re;
			z[2 * j + 1] = im;
		}
		for (; j & bit; bit >>= 1)
			j ^= bit;
		j |= bit;
	}
}

/* `z` and `w` are complex: z[b] = z[a] - w * z[b], z[a] += w * z[b]. */
static void butterfly(double *a, double *b, const double *w)
{
	double re = b[0] * w[0] - b[1] * w[1], im = b[0] * w[1] + b[1] * w[0];

	b[0] = a[0] - re;
	b[1] = a[1] - im;
	a[0] += re;
	a[1] += im;
}

/* Cooley and Tukey 1965, radix 2, decimated in time. */
bool spectrum_transform(double *z, unsigned bits, struct error *err)
{
	uint32_t n = UINT32_C(1) << bits;
	double *circle = mem_array(n, sizeof *circle, "points of a circle", err);

	if (!circle)
		return false;
	for (uint32_t i = 0; i < n / 2; i++) {
		circle[2 * i] = cos(2 * PI * i / n);
		circle[2 * i + 1] = -sin(2 * PI * i / n);
	}
	swap_reversed(z, bits);
	for (uint32_t half = 1; half < n; half *= 2)
		for (uint32_t i = 0; i < n; i += 2 * half)
			for (uint32_t k = 0; k < half; k++)
				butterfly(&z[2 * (i + k)], &z[2 * (i + k + half)],
					  &circle[2 * (k * (n / half / 2))]);
	mem_free(circle);
	return true;
}

/*
 * Row i of the transform of 2n real numbers, of which the even ones were given as real parts
 * and the odd ones as imaginary parts of n: its squared length.
 */
static double power_at(const double *z, uint32_t n, uint32_t i)
{
	uint32_t j = i ? n - i : 0;
	double even_re = (z[2 * i] + z[2 * j]) / 2,
	       even_im = (z[2 * i + 1] - z[2 * j + 1]) / 2;
	double odd_re = (z[2 * i + 1] + z[2 * j + 1]) / 2,
	       odd_im = (z[2 * j] - z[2 * i]) / 2;
	double c = cos(PI * i / n), s = -sin(PI * i / n);
	double re = even_re + odd_re * c - odd_im * s;
	double im = even_im + odd_re * s + odd_im * c;

	return re * re + im * im;
}

static bool fill_power(struct spectrum *s, const double *series, uint32_t length,
		       unsigned bits, struct error *err)
{
	uint32_t n = UINT32_C(1) << bits;
	double mean = 0, *z = mem_array(n, 2 * sizeof *z, "a spectrum", err);
	bool ok;

	if (!z)
		return false;
	for (uint32_t i = 0; i < length; i++)
		mean += series[i] / length;
	for (uint32_t i = 0; i < length; i++)
		z[i] = series[i] - mean;
	ok = spectrum_transform(z, bits, err);
	for (uint32_t i = 0; ok && i < s->count; i++)
		s->power[i] = power_at(z, n, i);
	mem_free(z);
	return ok;
}

/* ---- the background ---- */

#define PER_OCTAVE 8   /* places where it is fitted */
#define REACH	   1.6 /* a fit has the rows from 1 / REACH to REACH times the place, */
#define ROWS_LEAST 7.0 /* and at least so many cycles on either side; */
#define ROWS_MOST  512 /* of more, some */
#define ROUNDS	   4   /* of leaving out what stands out */
#define OUTLYING   2.0 /* logarithm: e^-7.4 of all rows of noise are so far above */
#define EULER	   0.57721566490153286
#define LOG_SPREAD 1.28254983016186 /* pi / sqrt(6): of the logarithm of noise */
#define CAUTION	   1.5 /* standard errors that the fit is taken to be too low */

/* A straight line through logarithms of powers over those of cycles. */
struct line {
	double x, y, slope; /* it goes through (x, y) */
	double rows;	    /* independent ones */
	double spread;	    /* sum of squares of x about the mean */
};

struct window {
	uint32_t from, to, every;
};

static double line_at(const struct line *l, double x)
{
	return l->y + l->slope * (x - l->x);
}

/* Through rows of the window that do not stand out from `before`; NULL: through all. */
static struct line fit(const double *logs, const double *xs, struct window w,
		       const struct line *before)
{
	double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
	struct line l = {0};

	for (uint32_t i = w.from; i < w.to; i += w.every) {
		if (before && logs[i] > line_at(before, xs[i]) + EULER + OUTLYING)
			continue;
		n++;
		sx += xs[i];
		sy += logs[i];
		sxx += xs[i] * xs[i];
		sxy += xs[i] * logs[i];
	}
	if (n < 1)
		return before ? *before : l;
	l.x = sx / n;
	l.y = sy / n;
	l.spread = sxx - sx * l.x;
	l.slope = l.spread > 1e-9 ? (sxy - sx * l.y) / l.spread : 0;
	l.rows = n;
	return l;
}

/* What the logarithm of noise may be there, at most: its mean, errors of the fit added. */
static double upper(const struct line *l, double x, double independent)
{
	double rows = l->rows * independent;
	double spread = l->spread * independent;
	double far = spread > 1e-9 ? (x - l->x) * (x - l->x) / spread : 0;

	return line_at(l, x) + EULER + CAUTION * LOG_SPREAD * sqrt(1 / rows + far);
}

static struct window window_at(const struct spectrum *s, double cycles)
{
	double low = fmin(cycles / REACH, cycles - ROWS_LEAST);
	double high = fmax(cycles * REACH, cycles + ROWS_LEAST);
	struct window w;

	low = fmax(low, 1);
	high = fmax(high, low + 2 * ROWS_LEAST);
	if (high / s->cycles > s->count - 1) {
		high = (s->count - 1) * s->cycles;
		low = fmax(1, fmin(low, high - 2 * ROWS_LEAST));
	}
	w.from = (uint32_t)ceil(low / s->cycles);
	w.to = (uint32_t)(high / s->cycles) + 1;
	w.to = w.to < s->count ? w.to : s->count;
	w.every = (w.to > w.from ? w.to - w.from : 0) / ROWS_MOST + 1;
	return w;
}

/* The logarithm of the background at so many cycles. */
static double ground_at(const struct spectrum *s, const double *logs, const double *xs,
			double cycles)
{
	struct window w = window_at(s, cycles);
	struct line l = fit(logs, xs, w, NULL);
	double independent = w.every * s->cycles < 1 ? w.every * s->cycles : 1;

	l.slope = 0;
	for (int i = 0; i < ROUNDS; i++)
		l = fit(logs, xs, w, &l);
	return upper(&l, log(cycles), independent);
}

static bool fit_ground(struct spectrum *s, struct error *err)
{
	double *logs = mem_array(s->count, 2 * sizeof *logs, "a spectrum", err);
	double *xs = logs + s->count, step = exp2(1.0 / PER_OCTAVE);
	double cycles = 1, here, next;
	uint32_t i = 0;

	if (!logs)
		return false;
	for (uint32_t k = 0; k < s->count; k++) {
		logs[k] = log(s->power[k] + 1e-30);
		xs[k] = log(fmax(k, 0.5) * s->cycles);
	}
	next = ground_at(s, logs, xs, cycles);
	for (; i < s->count; cycles *= step) {
		here = next;
		next = ground_at(s, logs, xs, cycles * step);
		for (; i < s->count && i * s->cycles < cycles * step; i++) {
			double part = (xs[i] - log(cycles)) / log(step);

			s->ground[i] = exp(here + (next - here) * fmax(part, 0));
		}
	}
	mem_free(logs);
	return true;
}

bool spectrum_build(struct spectrum *s, const double *series, uint32_t length,
		    double fastest, double least, struct error *err)
{
	unsigned bits = 1;
	double rows;

	while ((UINT64_C(2) << bits) < 2 * (uint64_t)length)
		bits++;
	*s = (struct spectrum){.cycles = (double)length / (double)(UINT64_C(2) << bits)};
	rows = fmin(fastest / s->cycles + 1, (double)(UINT32_C(1) << bits));
	s->count = (uint32_t)rows;
	s->power = mem_array(s->count, sizeof *s->power, "a spectrum", err);
	s->ground =
	    s->power ? mem_array(s->count, sizeof *s->ground, "a spectrum", err) : NULL;
	if (!s->ground || !fill_power(s, series, length, bits, err) ||
	    !fit_ground(s, err)) {
		spectrum_release(s);
		return false;
	}
	for (uint32_t i = 0; i < s->count; i++)
		s->power[i] /= s->ground[i] = fmax(s->ground[i], least);
	return true;
}

void spectrum_release(struct spectrum *s)
{
	mem_free(s->power);
	mem_free(s->ground);
	*s = (struct spectrum){0};
}
