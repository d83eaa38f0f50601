#include "analysis/find/cycles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define PI 3.14159265358979323846

/* ---- cycles and their tones ---- */

bool cycle_series_open(struct cycle_series *s, const double *level, uint32_t count,
		       struct error *err)
{
	*s = (struct cycle_series){.level = level, .count = count};
	s->before = mem_array(count + 1, sizeof *s->before, "steps of time", err);
	return s->before != NULL;
}

void cycle_series_release(struct cycle_series *s)
{
	mem_free(s->before);
	*s = (struct cycle_series){0};
}

void cycle_series_sum(struct cycle_series *s)
{
	struct cycle_sums sums = {0};

	for (uint32_t i = 0; i < s->count; i++) {
		sums.level += s->level[i];
		sums.moment += i * s->level[i];
		s->before[i + 1] = sums;
	}
}

/* The steps of a group: [from, to). */
static void group_bounds(const struct cycles *c, uint32_t g, uint32_t *from, uint32_t *to)
{
	*from = (uint32_t)(g * c->each * c->length + 0.5);
	*to = (uint32_t)((g + 1) * c->each * c->length + 0.5);
}

static double mean_of(const struct cycle_series *s, uint32_t from, uint32_t to)
{
	return (s->before[to].level - s->before[from].level) / (to - from);
}

/* The state of cutting a group: its steps before `next` are done. */
struct cutting {
	uint32_t next, to;
	double mean;
	double *fold; /* borrowed: that of the group */
};

/*
 * The parts of a cycle contain different numbers of steps. To keep this from appearing as a tone,
 * the mean of the group is subtracted, and each step is divided between the two nearest parts. All
 * steps of a part are added together: step j has (j * each + begin) of its level in the later part.
 */
static inline void cut_part(struct cutting *cut, const struct cycle_series *s,
			    double each, double per)
{
	uint32_t i = cut->next, end;
	uint32_t part = (uint32_t)((i + 0.5) * each - 0.5 + CYCLES_PHASES);
	double begin = 0.5 * each - 0.5 + CYCLES_PHASES - (double)part;
	double steps, numbers, all, later;

	end = (uint32_t)((1 - begin) * per) + 1;
	end = end >= cut->to ? cut->to : end > i ? end : i + 1;
	steps = end - i;
	numbers = steps * ((double)i + end - 1) / 2;
	all = s->before[end].level - s->before[i].level - steps * cut->mean;
	later =
	    each * (s->before[end].moment - s->before[i].moment - numbers * cut->mean) +
	    begin * all;
	cut->fold[part % CYCLES_PHASES] += all - later;
	cut->fold[(part + 1) % CYCLES_PHASES] += later;
	cut->next = end;
}

#define CUT_AT_ONCE 4 /* groups */

static bool all_go_on(const struct cutting *cut, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (cut[k].next >= cut[k].to)
			return false;
	return true;
}

/*
 * Fold several groups alternately: the CPU works on the others while the end of a part is computed.
 */
static void fold_groups(struct cycles *c, const struct cycle_series *s, uint32_t first)
{
	double each = CYCLES_PHASES / c->length, per = c->length / CYCLES_PHASES;
	struct cutting cut[CUT_AT_ONCE] = {{0}};

	for (uint32_t k = 0; k < CUT_AT_ONCE && first + k < c->groups; k++) {
		cut[k].fold = c->fold[first + k];
		group_bounds(c, first + k, &cut[k].next, &cut[k].to);
		cut[k].mean = mean_of(s, cut[k].next, cut[k].to);
	}
	while (all_go_on(cut, CUT_AT_ONCE))
		for (uint32_t k = 0; k < CUT_AT_ONCE; k++)
			cut_part(&cut[k], s, each, per);
	for (uint32_t k = 0; k < CUT_AT_ONCE; k++)
		while (cut[k].next < cut[k].to)
			cut_part(&cut[k], s, each, per);
}

/* Part i stands for phase (i + 0.5) / CYCLES_PHASES. */
static void find_tones(struct cycles *c, uint32_t g, uint32_t tones)
{
	for (uint32_t k = 0; k < tones; k++) {
		struct complex_number sum = {0};

		for (uint32_t i = 0; i < CYCLES_PHASES; i++) {
			uint32_t turn = (2 * i + 1) * (k + 1) % (2 * CYCLES_PHASES);

			sum.re += c->fold[g][i] * c->circle[turn].re;
			sum.im += c->fold[g][i] * c->circle[turn].im;
		}
		c->tone[g][k] = sum;
	}
}

static struct complex_number multiply_complex(struct complex_number a,
					      struct complex_number b)
{
	return (struct complex_number){a.re * b.re - a.im * b.im,
				       a.re * b.im + a.im * b.re};
}

static struct complex_number turned(double by)
{
	return (struct complex_number){cos(by), sin(by)};
}

/* The first `count` powers of a number. */
static void powers_of(struct complex_number one, struct complex_number *power,
		      uint32_t count)
{
	struct complex_number by = one;

	for (uint32_t k = 0; k < count; k++) {
		power[k] = by;
		by = multiply_complex(by, one);
	}
}

#define RUN 32 /* steps */

/* Adjacent tones that a CPU adds up in one SIMD vector. */
#define BESIDE 2
typedef double beside __attribute__((vector_size(BESIDE * sizeof(double))));

/* The tones over a run of steps; they are the same for all runs except for a rotation. */
struct sines {
	beside re[CYCLES_TONES / BESIDE][RUN], im[CYCLES_TONES / BESIDE][RUN];
};

static void sines_fill(struct sines *s, double length)
{
	struct complex_number power[CYCLES_TONES];

	for (uint32_t i = 0; i < RUN; i++) {
		powers_of(turned(-2 * PI * i / length), power, CYCLES_TONES);
		for (uint32_t k = 0; k < CYCLES_TONES; k++) {
			s->re[k / BESIDE][i][k % BESIDE] = power[k].re;
			s->im[k / BESIDE][i][k % BESIDE] = power[k].im;
		}
	}
}

/* Tones that are summed together: while one sum is updated, the CPU continues with the others. */
#define PAIRS	    2
#define SUM_AT_ONCE (PAIRS * BESIDE)
_Static_assert(CYCLES_TONES % SUM_AT_ONCE == 0, "none is left over");

/*
 * Correlate a run of levels with `pairs` pairs of tones from `first` on, as if the run began at 0.
 */
static inline void sum_pairs(const struct sines *s, uint32_t first, uint32_t pairs,
			     const double *above, uint32_t count,
			     struct complex_number sum[static SUM_AT_ONCE])
{
	beside re[PAIRS] = {{0}}, im[PAIRS] = {{0}};

	for (uint32_t i = 0; i < count; i++)
		for (uint32_t p = 0; p < pairs; p++) {
			re[p] += above[i] * s->re[first / BESIDE + p][i];
			im[p] += above[i] * s->im[first / BESIDE + p][i];
		}
	for (uint32_t j = 0; j < pairs * BESIDE; j++)
		sum[j] = (struct complex_number){re[j / BESIDE][j % BESIDE],
						 im[j / BESIDE][j % BESIDE]};
}

static void sum_run(const struct sines *s, uint32_t tones, const double *above,
		    uint32_t count, struct complex_number sum[static CYCLES_TONES])
{
	for (uint32_t k = 0; k < tones; k += SUM_AT_ONCE)
		if (tones - k > BESIDE)
			sum_pairs(s, k, PAIRS, above, count, sum + k);
		else
			sum_pairs(s, k, 1, above, count, sum + k);
}

/* Compute the tones of cycles with fewer steps than parts, step by step. */
static void sum_tones(struct cycles *c, const struct cycle_series *series,
		      const struct sines *s, uint32_t g, uint32_t tones)
{
	struct complex_number turn[CYCLES_TONES], sum[CYCLES_TONES];
	double above[RUN], mean;
	uint32_t from, to;

	group_bounds(c, g, &from, &to);
	mean = mean_of(series, from, to);
	for (uint32_t i = from; i < to; i += RUN) {
		uint32_t count = to - i < RUN ? to - i : RUN;

		for (uint32_t j = 0; j < count; j++)
			above[j] = series->level[i + j] - mean;
		sum_run(s, tones, above, count, sum);
		powers_of(turned(-2 * PI * (i + 0.5) / c->length), turn, tones);
		for (uint32_t k = 0; k < tones; k++) {
			struct complex_number here = multiply_complex(sum[k], turn[k]);

			c->tone[g][k].re += here.re;
			c->tone[g][k].im += here.im;
		}
	}
}

/* The least number of steps of a tone; limits the tones of a short cycle. */
#define STEPS_A_TONE 8

void cycles_cut(struct cycles *c, const struct cycle_series *series, double length,
		uint32_t tones)
{
	uint32_t all = (uint32_t)(series->count / length);
	bool few = length < 2 * CYCLES_PHASES;
	struct sines sines;

	memset(c, 0, sizeof *c);
	if (few) {
		tones = (uint32_t)fmin(tones, length / STEPS_A_TONE);
		sines_fill(&sines, length);
	}
	for (uint32_t i = 0; i < 2 * CYCLES_PHASES; i++)
		c->circle[i] = (struct complex_number){cos(PI * i / CYCLES_PHASES),
						       -sin(PI * i / CYCLES_PHASES)};
	c->length = length;
	c->each = (all + CYCLES_GROUPS - 1) / CYCLES_GROUPS;
	c->groups = all / c->each;
	for (uint32_t g = 0; g < c->groups; g++) {
		c->middle[g] = (g + 0.5) * c->each * length;
		if (few) {
			sum_tones(c, series, &sines, g, tones);
			continue;
		}
		if (g % CUT_AT_ONCE == 0)
			fold_groups(c, series, g);
		find_tones(c, g, tones);
	}
}

void cycles_powers(const struct cycles *c, const double *ground, uint32_t tones,
		   const struct cycles_places *at, double *power)
{
	memset(power, 0, at->count * sizeof *power);
	for (uint32_t k = 0; k < tones; k++) {
		struct complex_number sum[CYCLES_PLACES] = {{0}};

		for (uint32_t g = 0; g < c->groups; g++) {
			double turn = 2 * PI * (k + 1) * c->middle[g];
			struct complex_number one = turned(-turn * at->step);
			struct complex_number here =
			    multiply_complex(c->tone[g][k], turned(-turn * at->from));

			for (uint32_t i = 0; i < at->count; i++) {
				sum[i].re += here.re;
				sum[i].im += here.im;
				here = multiply_complex(here, one);
			}
		}
		for (uint32_t i = 0; i < at->count; i++)
			power[i] +=
			    (sum[i].re * sum[i].re + sum[i].im * sum[i].im) / ground[k];
	}
}

double cycles_tone_power(const struct cycles *c, const double *ground, uint32_t k)
{
	double re = 0, im = 0;

	for (uint32_t g = 0; g < c->groups; g++) {
		re += c->tone[g][k].re;
		im += c->tone[g][k].im;
	}
	return (re * re + im * im) / ground[k];
}

double cycles_power(const struct cycles *c, const double *ground, uint32_t tones)
{
	double power = 0;

	for (uint32_t k = 0; k < tones; k++)
		power += cycles_tone_power(c, ground, k);
	return power;
}

void cycles_shape(const struct cycles *c, uint32_t tones, double *shape, uint32_t count)
{
	double steps = c->groups * (double)c->each * c->length;

	memset(shape, 0, count * sizeof *shape);
	for (uint32_t k = 0; k < tones; k++) {
		double re = 0, im = 0;

		for (uint32_t g = 0; g < c->groups; g++) {
			re += c->tone[g][k].re;
			im += c->tone[g][k].im;
		}
		for (uint32_t i = 0; i < count; i++) {
			double turn =
			    2 * PI * (double)((uint64_t)i * (k + 1) % count) / count;

			shape[i] += 2 / steps * (re * cos(turn) - im * sin(turn));
		}
	}
}

/* ---- chance ---- */

/* Splitmix64: Steele, Lea and Flood 2014. The nth number from `seed`, in [0, 1). */
static double dice(uint64_t seed, uint64_t n)
{
	uint64_t z = seed + (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* Complex numbers in SIMD vectors. */
struct complex_beside {
	beside re, im;
};

static void set_complex(struct complex_beside *c, uint32_t i, struct complex_number to)
{
	c->re[i] = to.re;
	c->im[i] = to.im;
}

#define LARGE_TURNS 256

/*
 * A part of a whole turn: the product of a large turn and a small rest, for which the series needs
 * few terms.
 */
static struct complex_number turned_part(const struct complex_number *large, double part)
{
	uint32_t k = (uint32_t)(part * LARGE_TURNS);
	double by = 2 * PI * (part - (double)k / LARGE_TURNS), square = by * by;
	struct complex_number small = {
	    1 - square * (1 / 2.0 - square * (1 / 24.0 - square * (1 / 720.0))),
	    by * (1 - square * (1 / 6.0 - square * (1 / 120.0 - square * (1 / 5040.0))))};

	return multiply_complex(large[k], small);
}

/* The powers after shifting each group at random, for BESIDE shuffles. */
static beside shuffled_power(const struct cycles *c, const double *ground, uint32_t tones,
			     const struct complex_number *large, uint64_t seed,
			     uint32_t shuffle)
{
	struct complex_beside sum[CYCLES_TONES] = {{{0}, {0}}};
	beside power = {0};

	for (uint32_t g = 0; g < c->groups; g++) {
		struct complex_beside once, by;

		for (uint32_t i = 0; i < BESIDE; i++)
			set_complex(
			    &once, i,
			    turned_part(large,
					dice(seed, (shuffle + i) * c->groups + g)));
		by = once;
		for (uint32_t k = 0; k < tones; k++) {
			const struct complex_number *t = &c->tone[g][k];
			beside re = by.re * once.re - by.im * once.im;

			sum[k].re += t->re * by.re - t->im * by.im;
			sum[k].im += t->re * by.im + t->im * by.re;
			by.im = by.re * once.im + by.im * once.re;
			by.re = re;
		}
	}
	for (uint32_t k = 0; k < tones; k++)
		power += (sum[k].re * sum[k].re + sum[k].im * sum[k].im) / ground[k];
	return power;
}

/* Legendre's continued fraction of the incomplete gamma function, by Lentz's method. */
static double fraction(double shape, double x)
{
	double b = x + 1 - shape, c = 1e300, d = 1 / b, h = d;

	for (int i = 1; i < 500; i++) {
		double a = -i * (i - shape), change;

		b += 2;
		d = a * d + b;
		d = fabs(d) < 1e-300 ? 1e-300 : d;
		c = b + a / c;
		c = fabs(c) < 1e-300 ? 1e-300 : c;
		d = 1 / d;
		change = d * c;
		h *= change;
		if (fabs(change - 1) < 1e-12)
			break;
	}
	return h;
}

/*
 * The logarithm of the chance that a gamma distribution of this shape and scale 1 exceeds x
 * (Numerical Recipes, 6.2); 0 below the mean, where nothing is unlikely.
 */
static double cycles_gamma(double shape, double x)
{
	if (x <= shape + 1)
		return 0;
	return fmin(0, shape * log(x) - x - lgamma(shape) + log(fraction(shape, x)));
}

#define SHUFFLES 300
_Static_assert(SHUFFLES % BESIDE == 0, "none is left over");

/* From a gamma distribution with the mean, the spread and the skew of shuffled powers. */
static double chance_of_all(const struct cycles *c, const double *ground, uint32_t tones,
			    uint64_t seed)
{
	double power[SHUFFLES], mean = 0, square = 0, cube = 0, skew, spread, shape;
	double seen = cycles_power(c, ground, tones);
	struct complex_number large[LARGE_TURNS];

	for (uint32_t i = 0; i < LARGE_TURNS; i++)
		large[i] = turned(2 * PI * i / LARGE_TURNS);
	for (uint32_t i = 0; i < SHUFFLES; i += BESIDE) {
		beside some = shuffled_power(c, ground, tones, large, seed, i);

		for (uint32_t j = 0; j < BESIDE; j++) {
			power[i + j] = some[j];
			mean += some[j] / SHUFFLES;
		}
	}
	for (int i = 0; i < SHUFFLES; i++) {
		double d = power[i] - mean;

		square += d * d / SHUFFLES;
		cube += d * d * d / SHUFFLES;
	}
	spread = sqrt(square);
	if (!(spread > 0))
		return 0;
	skew = fmax(cube / (square * spread), 2 * spread / mean);
	shape = 4 / (skew * skew);
	return cycles_gamma(shape, shape + (seen - mean) / spread * sqrt(shape));
}

/* Logarithm of the modified Bessel function I0, and `*ratio` of I1 to it: x >= 0. */
static double log_bessel(double x, double *ratio)
{
	double term = 1, zero = 1, one = 1, more;

	if (x > 20) { /* Abramowitz and Stegun 9.7.1 */
		*ratio = 1 - 0.5 / x - 0.125 / (x * x) - 0.125 / (x * x * x);
		more = 0.125 / x + 0.0703125 / (x * x);
		return x - 0.5 * log(2 * PI * x) + log1p(more);
	}
	for (int k = 1; term > 1e-15 * zero; k++) { /* 9.6.10 */
		term *= x * x / 4 / k / k;
		zero += term;
		one += term / (k + 1);
	}
	*ratio = x / 2 * one / zero;
	return log(zero);
}

/* Arrows of fixed lengths in random directions, pulled by `force` towards one side: */
struct pulled {
	double sum, spread; /* the mean and the variance of how far they reach together */
	/* logarithm of the mean of e^(force times reach), without the force */
	double generating;
};

static struct pulled pull(const double *length, uint32_t count, double force)
{
	struct pulled p = {0};

	for (uint32_t g = 0; g < count; g++) {
		double x = force * length[g], ratio;

		if (!(x > 0))
			continue;
		p.generating += log_bessel(x, &ratio);
		p.sum += length[g] * ratio;
		p.spread += length[g] * length[g] * (1 - ratio / x - ratio * ratio);
	}
	return p;
}

#define FORCE_MOST 1e4

/*
 * The logarithm of the chance that arrows of these lengths in random directions reach this far
 * together: Daniels' saddle point (Annals of Mathematical Statistics 25, 1954), in the plane. For
 * many equal arrows it is e^(-reach^2 / sum of length^2), as for power; for few it falls to zero at
 * full length.
 */
static double chance_of_line(const double *length, uint32_t count, double reach)
{
	double longest = 0, squares = 0, low = 0, high;
	struct pulled p;

	for (uint32_t g = 0; g < count; g++) {
		longest = fmax(longest, length[g]);
		squares += length[g] * length[g];
	}
	if (!(reach * reach > squares))
		return 0;
	high = FORCE_MOST / longest;
	for (int i = 0; i < 50; i++) {
		double force = (low + high) / 2;

		if (pull(length, count, force).sum < reach)
			low = force;
		else
			high = force;
	}
	p = pull(length, count, high);
	return fmin(0,
		    p.generating - high * reach + 0.5 * log(reach / (high * p.spread)));
}

#define EVEN 0.6 /* noise has a half */

/*
 * chance_of_all() of a single tone, exactly. No evidence if most cycles contain nothing of the
 * tone: a few events in line are not a sine.
 */
static double chance_of_sine(const struct cycles *c)
{
	double length[CYCLES_GROUPS], re = 0, im = 0, powers = 0, squares = 0;

	for (uint32_t g = 0; g < c->groups; g++) {
		const struct complex_number *t = &c->tone[g][0];
		double power = t->re * t->re + t->im * t->im;

		length[g] = sqrt(power);
		powers += power;
		squares += power * power;
		re += t->re;
		im += t->im;
	}
	if (powers * powers < EVEN * c->groups * squares)
		return 0;
	return chance_of_line(length, c->groups, hypot(re, im));
}

#define TURNS 512

/*
 * The share of all shifts of group `g` that fit the sum of the previous groups as well as the real
 * one.
 */
static double fit_by_chance(const struct cycles *c, const double *ground, uint32_t tones,
			    const struct complex_number *sum, uint32_t g,
			    const struct complex_beside turns[static TURNS / BESIDE])
{
	double here = 0;
	int as_well = 0;

	for (int i = 0; i < TURNS / BESIDE; i++) {
		struct complex_beside once = turns[i], by = {{1, 1}, {0}};
		beside fit = {0};

		for (uint32_t k = 0; k < tones; k++) {
			const struct complex_number *t = &c->tone[g][k];
			beside re = by.re * once.re - by.im * once.im;

			by.im = by.re * once.im + by.im * once.re;
			by.re = re;
			fit += (sum[k].re * (t->re * by.re - t->im * by.im) +
				sum[k].im * (t->re * by.im + t->im * by.re)) /
			       ground[k];
		}
		here = i ? here : fit[0];
		for (int j = 0; j < BESIDE; j++)
			as_well += fit[j] >= here;
	}
	return (double)as_well / TURNS;
}

/*
 * The chances of one group after the other are independent, whatever happens in the groups.
 * Fisher's method combines them (Statistical Methods for Research Workers, 21.1).
 */
static double chance_of_each(const struct cycles *c, const double *ground, uint32_t tones)
{
	struct complex_number sum[CYCLES_TONES] = {{0}};
	struct complex_beside turns[TURNS / BESIDE];
	double logs = 0;

	for (uint32_t i = 0; i < TURNS; i++)
		set_complex(&turns[i / BESIDE], i % BESIDE, turned(2 * PI * i / TURNS));
	for (uint32_t g = 0; g < c->groups; g++) {
		if (g)
			logs -= log(fit_by_chance(c, ground, tones, sum, g, turns));
		for (uint32_t k = 0; k < tones; k++) {
			sum[k].re += c->tone[g][k].re;
			sum[k].im += c->tone[g][k].im;
		}
	}
	return cycles_gamma(c->groups - 1.0, logs);
}

/*
 * The part of the chance for the test of all groups; the test of each group gets the rest
 * (Bonferroni).
 */
#define PART_OF_ALL 0.2

double cycles_chance(const struct cycles *c, const double *ground, uint32_t tones,
		     uint64_t seed)
{
	double all = chance_of_all(c, ground, tones, seed);
	double sine = tones == 1 ? chance_of_sine(c) : 0;
	double each = chance_of_each(c, ground, tones);

	return fmin(
	    0, fmin(fmin(all, sine) - log(PART_OF_ALL), each - log(1 - PART_OF_ALL)));
}

/* ---- the work of a cycle ---- */

#define PARTS 64 /* the most parts of a cycle; fewer if it has fewer steps */

/* Levels of a cycle, part by part. */
struct average {
	double level[PARTS];
	uint32_t parts;
};

static struct average average_of(const struct activity *a, double mean, double length)
{
	struct average v = {.parts = length < PARTS ? (uint32_t)length : PARTS};
	double steps[PARTS] = {0}, cycles = floor(a->count / length);
	double level = 0, n = 0; /* of the current part */
	uint32_t now = 0;

	for (uint32_t i = 0; i + 0.5 < cycles * length; i++) {
		double cycle = (i + 0.5) / length;
		uint32_t part = (uint32_t)((cycle - (uint32_t)cycle) * v.parts);

		part = part < v.parts ? part : 0;
		if (part != now) {
			v.level[now] = level;
			steps[now] = n;
			now = part;
			level = v.level[now];
			n = steps[now];
		}
		level += a->level[i] + mean;
		n++;
	}
	v.level[now] = level;
	steps[now] = n;
	for (uint32_t k = 0; k < v.parts; k++)
		v.level[k] /= fmax(steps[k], 1);
	return v;
}

static int by_level(const void *left, const void *right)
{
	const double *a = left, *b = right;

	return (*a > *b) - (*a < *b);
}

/* The level that three quarters of the cycle exceed. */
static double floor_of(struct average v)
{
	qsort(v.level, v.parts, sizeof *v.level, by_level);
	return v.level[v.parts / 4];
}

#define RAISED                                                                           \
	0.25 /* of the way from the floor to the top: lower levels are not part of the work */

struct cycle_work cycle_work_of(const struct activity *a, double mean, double length)
{
	struct average v = average_of(a, mean, length);
	struct cycle_work w = {0};
	double low = floor_of(v), top = low, best = 0;
	uint32_t begin = 0, end = 0;

	for (uint32_t k = 0; k < v.parts; k++)
		top = fmax(top, v.level[k]);
	/* the stretch with the largest sum; it may wrap around the end of the cycle */
	for (uint32_t from = 0; from < v.parts; from++) {
		double sum = 0;

		for (uint32_t k = from; k < from + v.parts; k++) {
			sum += v.level[k % v.parts] - low - RAISED * (top - low);
			if (sum <= best)
				continue;
			best = sum;
			begin = from;
			end = k + 1;
		}
	}
	for (uint32_t k = begin; k < end; k++)
		w.amount += (v.level[k % v.parts] - low) * length / v.parts;
	w.steps = (end - begin) * length / v.parts;
	w.from = begin * length / v.parts;
	return w;
}

/* ---- bursts at equal intervals ---- */

#define BURSTS_LEAST 4
#define TICKS_LEAST  10 /* from burst to burst */

/* The gap before a moment. */
struct gap {
	uint64_t length;
	uint32_t before; /* the index of the moment */
};

/* Fit a line through the times over their numbers: its slope, and the sum of squared residuals. */
static void fit_line(const double *at, uint32_t count, double *slope, double *squares)
{
	double middle = (count - 1) / 2.0, mean = 0, product = 0, all = 0;
	double spread = count * ((double)count * count - 1) / 12;

	for (uint32_t i = 0; i < count; i++)
		mean += at[i] / count;
	for (uint32_t i = 0; i < count; i++) {
		product += (i - middle) * (at[i] - mean);
		all += (at[i] - mean) * (at[i] - mean);
	}
	*slope = product / spread;
	*squares = fmax(0, all - product * product / spread);
}

/*
 * Keep the row from `at` on if it is less likely than `best`. Bursts that begin after a gap of
 * `least` plus a random time, `beyond` on average, are a random point in `count` dimensions.
 * Regular rows form a plane of two dimensions; in the others the points as near to it as this row
 * form a ball with that radius.
 */
static void try_row(struct burst_train *best, const double *at, uint32_t count,
		    double beyond, uint64_t tick)
{
	double length, squares, chance, others = count - 2.0;

	if (count < BURSTS_LEAST || beyond <= 0)
		return;
	fit_line(at, count, &length, &squares);
	if (length < TICKS_LEAST * (double)tick)
		return;
	/* start times are only known to within a tick */
	squares = fmax(squares, count * (double)tick * (double)tick / 12);
	chance = log(0.2) + 1.5 * log(count) + others / 2 * log(PI * squares) -
		 lgamma(others / 2 + 1) - others * (1 + log(beyond));
	chance = chance + 2 * log(count) + log(2);
	if (chance >= best->chance)
		return;
	*best = (struct burst_train){.count = count, .length = length, .chance = chance};
	best->error =
	    sqrt(12 * squares / (count - 2.0) / (count * ((double)count * count - 1)));
}

struct burst_train burst_train_of(const struct burst_moments *m)
{
	struct burst_train best = {0};
	struct gap gaps[BURST_TRAIN_MOST + 1] = {{0}}; /* the longest, in order */
	double begins[BURST_TRAIN_MOST + 1] = {
	    0}; /* the start times of bursts, in order */
	uint32_t count = 0, at;
	double sum = 0;

	if (!m->count)
		return best;
	for (uint32_t i = 1; i < m->count; i++) {
		const struct gap new = {m->time[i] - m->time[i - 1], i};

		if (count == BURST_TRAIN_MOST + 1 && new.length <= gaps[count - 1].length)
			continue;
		at = count <= BURST_TRAIN_MOST ? count++ : BURST_TRAIN_MOST;
		for (; at > 0 && gaps[at - 1].length < new.length; at--)
			gaps[at] = gaps[at - 1];
		gaps[at] = new;
	}
	begins[0] = (double)m->time[0];
	for (uint32_t i = 0; i < count && i < BURST_TRAIN_MOST; i++) {
		double next = i + 1 < count ? (double)gaps[i + 1].length : 0;
		double begin = (double)m->time[gaps[i].before], beyond;

		for (at = i + 1; at > 0 && begins[at - 1] > begin; at--)
			begins[at] = begins[at - 1];
		begins[at] = begin;
		sum += (double)gaps[i].length;
		beyond = sum / (i + 1) - fmax(next, (double)m->tick);
		/* the first may have begun before the recording */
		try_row(&best, begins, i + 2, beyond, m->tick);
		try_row(&best, begins + 1, i + 1, beyond, m->tick);
	}
	return best;
}
