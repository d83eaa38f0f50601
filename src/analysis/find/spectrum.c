#include "analysis/find/spectrum.h"

#include <math.h>

#include "base/mem.h"

#define PI 3.14159265358979323846

/* ---- the transform ---- */

/*
 * A pair of complex numbers: the real parts in one register, the imaginary parts in the next one,
 * so that no operation has to permute a register.
 */
typedef double both __attribute__((vector_size(16), may_alias));

#define SIDE_BY_SIDE 2
#define DOUBLES_EACH (2 * SIDE_BY_SIDE)

struct numbers {
	both re, im;
};

static inline struct numbers load_numbers(const double *z)
{
	return (struct numbers){*(const both *)z, *(const both *)(z + SIDE_BY_SIDE)};
}

static inline void store_numbers(double *z, both re, both im)
{
	*(both *)z = re;
	*(both *)(z + SIDE_BY_SIDE) = im;
}

static inline struct numbers multiply_numbers(struct numbers b, struct numbers w)
{
	return (struct numbers){b.re * w.re - b.im * w.im, b.im * w.re + b.re * w.im};
}

/* The index of the real part of number `i`; its imaginary part is SIDE_BY_SIDE further. */
static inline size_t place_of(uint32_t i)
{
	return (size_t)i / SIDE_BY_SIDE * DOUBLES_EACH + i % SIDE_BY_SIDE;
}

/*
 * Two steps of the transform in one, so that numbers are read from memory half as often. Of four
 * parts of `n` numbers, the first step joins the first and the second, the third and the fourth,
 * with factors `w`; the second step joins the two results with factors `v`, a circle of twice as
 * many.
 */
static void two_steps(double *restrict z, const double *restrict w,
		      const double *restrict v, uint32_t n)
{
	for (uint32_t i = 0; i < 2 * n; i += DOUBLES_EACH) {
		struct numbers turn = load_numbers(w + i), next = load_numbers(v + i);
		struct numbers b = multiply_numbers(load_numbers(z + 2 * n + i), turn);
		struct numbers d = multiply_numbers(load_numbers(z + 6 * n + i), turn);
		struct numbers a = load_numbers(z + i), c = load_numbers(z + 4 * n + i);
		struct numbers even =
		    multiply_numbers((struct numbers){c.re + d.re, c.im + d.im}, next);
		struct numbers odd =
		    multiply_numbers((struct numbers){c.re - d.re, c.im - d.im}, next);

		/* the second half of a circle is the first half, turned by a quarter */
		store_numbers(z + i, a.re + b.re + even.re, a.im + b.im + even.im);
		store_numbers(z + 2 * n + i, a.re - b.re + odd.im, a.im - b.im - odd.re);
		store_numbers(z + 4 * n + i, a.re + b.re - even.re,
			      a.im + b.im - even.im);
		store_numbers(z + 6 * n + i, a.re - b.re - odd.im, a.im - b.im + odd.re);
	}
}

/* Replace a by a + w b, and b by a - w b. */
static void one_step(double *restrict a, double *restrict b, const double *restrict w,
		     uint32_t n)
{
	for (uint32_t i = 0; i < 2 * n; i += DOUBLES_EACH) {
		struct numbers turned = multiply_numbers(load_numbers(b + i),
							 load_numbers(w + i)),
			       here = load_numbers(a + i);

		store_numbers(a + i, here.re + turned.re, here.im + turned.im);
		store_numbers(b + i, here.re - turned.re, here.im - turned.im);
	}
}

/* Do the steps that join halves of `half` numbers and more, up to `end` numbers. */
static void combine(double *z, uint32_t n, uint32_t half, uint32_t end,
		    const double *circles)
{
	for (; 2 * half < end; half *= 4)
		for (uint32_t i = 0; i < n; i += 4 * half)
			two_steps(z + 2 * i, circles + 2 * half, circles + 4 * half,
				  half);
	for (; half < end; half *= 2)
		for (uint32_t i = 0; i < n; i += 2 * half)
			one_step(z + 2 * i, z + 2 * (i + half), circles + 2 * half, half);
}

/*
 * Complex numbers that fit into the first-level cache (16 KB), and into the second-level one (256
 * KB).
 */
#define CACHED	     1024u
#define CACHED_AGAIN 16384u

/* Cooley and Tukey 1965, radix 2, decimation in time; put_padded() has done the first step. */
static void join_transforms(double *z, unsigned bits, const double *circles)
{
	uint32_t n = UINT32_C(1) << bits;
	uint32_t part = n < CACHED ? n : CACHED;
	uint32_t parts = n < CACHED_AGAIN ? n : CACHED_AGAIN;

	for (uint32_t i = 0; i < n; i += parts) {
		for (uint32_t k = i; k < i + parts; k += part)
			combine(z + 2 * k, part, SIDE_BY_SIDE, part, circles);
		combine(z + 2 * i, parts, part, parts, circles);
	}
	combine(z, n, parts, n, circles);
}

static void put_circle_point(double *circle, uint32_t count, uint32_t i, double cosine,
			     double sine)
{
	if (i >= count)
		return;
	circle[place_of(i)] = cosine;
	circle[place_of(i) + SIDE_BY_SIDE] = -sine;
}

/* Store e^(-i pi i / most) and its mirror images. */
static void put_all(double *circle, uint32_t most, uint32_t count, uint32_t i, double c,
		    double s)
{
	put_circle_point(circle, count, most / 2 - i, s, c);
	put_circle_point(circle, count, most / 2 + i, -s, c);
	if (i)
		put_circle_point(circle, count, most - i, -c, s);
	put_circle_point(circle, count, i, c, s);
}

#define TURN 256 /* small angles */

/*
 * The first `count` of `most` points of half a circle. Only an eighth of the circle is computed;
 * the others are mirror images. Calls of sin() are slow, so each angle is the sum of a large one
 * and a small one.
 */
static void half_circle(double *circle, uint32_t most, uint32_t count)
{
	double cosine[TURN], sine[TURN];

	for (uint32_t i = 0; i < TURN && i <= most / 4; i++) {
		cosine[i] = cos(PI * i / most);
		sine[i] = sin(PI * i / most);
	}
	for (uint32_t from = 0; from <= most / 4; from += TURN) {
		double c = cos(PI * from / most), s = sin(PI * from / most);

		for (uint32_t i = 0; i < TURN && from + i <= most / 4; i++) {
			if (from + i >= count && most / 2 - from - i >= count)
				break;
			put_all(circle, most, count, from + i,
				c * cosine[i] - s * sine[i], s * cosine[i] + c * sine[i]);
		}
	}
}

/* At index h + k, for each power of two h below 2^bits: e^(-i pi k / h). */
static void fill_circles(double *circles, unsigned bits)
{
	uint32_t most = UINT32_C(1) << (bits - 1);

	if (most < SIDE_BY_SIDE)
		return; /* the first step has no factors */
	half_circle(circles + 2 * (size_t)most, most, most);
	/* every second point of the next larger circle */
	for (uint32_t i = most - 1; i > 0; i--) {
		circles[place_of(i)] = circles[place_of(2 * i)];
		circles[place_of(i) + SIDE_BY_SIDE] =
		    circles[place_of(2 * i) + SIDE_BY_SIDE];
	}
}

/*
 * The squared magnitude of row i of the transform of 2n real numbers. `z` is the transform of n
 * complex numbers, whose real parts were the even ones and whose imaginary parts were the odd ones.
 */
static double power_at(const double *z, const double *circle, uint32_t n, uint32_t i)
{
	uint32_t j = i ? n - i : 0;
	const double *here = z + place_of(i), *there = z + place_of(j);
	const double *turn = circle + place_of(i);
	double even_re = (here[0] + there[0]) / 2,
	       even_im = (here[SIDE_BY_SIDE] - there[SIDE_BY_SIDE]) / 2;
	double odd_re = (here[SIDE_BY_SIDE] + there[SIDE_BY_SIDE]) / 2,
	       odd_im = (there[0] - here[0]) / 2;
	double c = turn[0], s = turn[SIDE_BY_SIDE];
	double re = even_re + odd_re * c - odd_im * s;
	double im = even_im + odd_re * s + odd_im * c;

	return re * re + im * im;
}

/* Reverse the last `bits` bits of a number. */
static uint32_t mirrored(uint32_t number, unsigned bits)
{
	uint32_t out = 0;

	for (unsigned i = 0; i < bits; i++, number >>= 1)
		out = out << 1 | (number & 1);
	return out;
}

/*
 * Put the complex number of series[i] and series[i + 1] at its place and at the next one. This is
 * the result of the first step: its partner, half of all numbers further, is padding, which is
 * zero.
 */
static void put_twice(const struct spectrum *s, uint32_t i, uint32_t at,
		      const double *series, double mean)
{
	/* room: places have half as many bits */
	double *z = s->padded + DOUBLES_EACH * (size_t)at;

	z[0] = z[1] = i < s->length ? series[i] - mean : 0;
	z[2] = z[3] = i + 1 < s->length ? series[i + 1] - mean : 0;
}

/* bits: numbers of a tile that are adjacent, in the source and in the result */
#define TILE 3

/*
 * Store the series in bit-reversed order, as the transform needs it. Numbers that are adjacent on
 * one side are far apart on the other, so this is done in tiles for the cache.
 */
static void put_padded(struct spectrum *s, const double *series, double mean)
{
	unsigned bits = s->bits - 1, side = bits < 2 * TILE ? 0 : TILE;
	unsigned rest = bits - side;
	uint32_t tile = UINT32_C(1) << side, order[1 << TILE];

	for (uint32_t i = 0; i < tile; i++)
		order[i] = mirrored(i, side); /* room: no more than 1 << TILE */
	for (uint32_t middle = 0; middle >> (rest - side) == 0; middle++) {
		uint32_t at = mirrored(middle, rest - side) << side;

		for (uint32_t low = 0; low < tile; low++)
			for (uint32_t i = 0; i < tile; i++)
				put_twice(s,
					  2 * (order[i] << rest | middle << side | low),
					  order[low] << rest | at | i, series, mean);
	}
}

/* ---- the background ---- */

#define PER_OCTAVE 8   /* fits of the background */
#define REACH	   1.6 /* a fit has rows from 1 / REACH to REACH times its frequency */
#define ROWS_LEAST 7.0 /* and from at least this many cycles on each side */
#define ROWS_MOST  512 /* of more, every 2nd, 3rd ... */
#define ROUNDS	   4   /* of outlier removal */
/* natural logarithm: e^-7.4 of the rows of noise are further above */
#define OUTLYING 2.0
#define EULER	 0.57721566490153286
/* pi / sqrt(6): standard deviation of the logarithm of noise */
#define LOG_SPREAD 1.28254983016186
#define CAUTION	   1.0 /* standard errors added to the fit */

/* A straight line: logarithm of power over logarithm of frequency. */
struct fitted_line {
	double x, y, slope; /* the line goes through (x, y) */
	double rows;	    /* number of rows in the fit */
	double spread;	    /* sum of squares of x - mean */
};

struct row_window {
	uint32_t from, to, every;
};

static double line_at(const struct fitted_line *l, double x)
{
	return l->y + l->slope * (x - l->x);
}

/* Fit a line to the rows of the window that are not outliers of `before`; NULL: to all rows. */
static struct fitted_line fit_noise_line(const double *logs, const double *xs,
					 struct row_window w,
					 const struct fitted_line *before)
{
	double n = 0, sx = 0, sy = 0, sxx = 0, sxy = 0;
	struct fitted_line l = {0};

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

/* The upper bound of the mean of noise: the fit plus its errors, as a logarithm. */
static double find_upper_bound(const struct fitted_line *l, double x, double independent)
{
	double rows = l->rows * independent;
	double spread = l->spread * independent;
	double far = spread > 1e-9 ? (x - l->x) * (x - l->x) / spread : 0;

	return line_at(l, x) + EULER + CAUTION * LOG_SPREAD * sqrt(1 / rows + far);
}

static struct row_window window_at(const struct spectrum *s, double cycles)
{
	double low = fmin(cycles / REACH, cycles - ROWS_LEAST);
	double high = fmax(cycles * REACH, cycles + ROWS_LEAST);
	struct row_window w;

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

/* The logarithm of the background at this frequency. */
static double ground_at(const struct spectrum *s, double cycles)
{
	struct row_window w = window_at(s, cycles);
	struct fitted_line l = fit_noise_line(s->logs, s->places, w, NULL);
	double independent = w.every * s->cycles < 1 ? w.every * s->cycles : 1;

	l.slope = 0;
	for (int i = 0; i < ROUNDS; i++)
		l = fit_noise_line(s->logs, s->places, w, &l);
	return find_upper_bound(&l, log(cycles), independent);
}

static void fit_ground(struct spectrum *s, double least)
{
	double octave = log(2) / PER_OCTAVE, cycles = 1, here, next;
	uint32_t i = 0;

	for (uint32_t k = 0; k < s->count; k++)
		s->logs[k] = log(s->power[k] + 1e-30);
	next = ground_at(s, cycles);
	while (i < s->count) {
		double from = log(cycles);

		cycles *= exp(octave);
		here = next;
		next = ground_at(s, cycles);
		for (; i < s->count && i * s->cycles < cycles; i++) {
			double part = (s->places[i] - from) / octave, ground;

			part = part > 0 ? part : 0;
			ground = exp(here + (next - here) * part);
			s->ground[i] = ground > least ? ground : least;
		}
	}
}

void spectrum_fill(struct spectrum *s, const double *series, double mean, double least)
{
	put_padded(s, series, mean);
	join_transforms(s->padded, s->bits, s->circles);
	for (uint32_t i = 0; i < s->count; i++)
		s->power[i] = power_at(s->padded, s->turns, UINT32_C(1) << s->bits, i);
	fit_ground(s, least);
	for (uint32_t i = 0; i < s->count; i++)
		s->power[i] /= s->ground[i];
}

bool spectrum_build(struct spectrum *s, uint32_t length, double fastest,
		    struct error *err)
{
	size_t n = 2;
	double rows;

	*s = (struct spectrum){.length = length, .bits = 1};
	for (; n < length; n *= 2)
		s->bits++;
	s->cycles = (double)length / (double)(2 * n);
	rows = fmin(fastest / s->cycles + 1, (double)n);
	s->count = (uint32_t)rows;
	/*
	 * one block: six numbers per row, the circles, the series; the last row may be half a pair
	 */
	s->power = mem_array(6 * s->count + SIDE_BY_SIDE + 4 * n, sizeof *s->power,
			     "a spectrum", err);
	if (!s->power)
		return false;
	s->ground = s->power + s->count;
	s->logs = s->ground + s->count;
	s->places = s->logs + s->count;
	s->turns = s->places + s->count;
	s->circles = s->turns + 2 * (s->count + s->count % SIDE_BY_SIDE);
	s->padded = s->circles + 2 * n;
	half_circle(s->turns, (uint32_t)n, s->count);
	fill_circles(s->circles, s->bits);
	for (uint32_t i = 0; i < s->count; i++)
		s->places[i] = log(fmax(i, 0.5) * s->cycles);
	return true;
}

void spectrum_release(struct spectrum *s)
{
	mem_free(s->power);
	*s = (struct spectrum){0};
}
