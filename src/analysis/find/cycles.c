#include "analysis/find/cycles.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- cut ---- */

/* Which steps are in a group: [from, to). */
static void bounds(const struct cycles *c, uint32_t g, uint32_t *from, uint32_t *to)
{
	*from = (uint32_t)(g * c->each * c->length + 0.5);
	*to = (uint32_t)((g + 1) * c->each * c->length + 0.5);
}

static double mean_of(const double *series, uint32_t from, uint32_t to)
{
	double sum = 0;

	for (uint32_t i = from; i < to; i++)
		sum += series[i];
	return sum / (to - from);
}

/*
 * Parts of a cycle do not have equally many steps. So that this is no tone in a group which has
 * much, its mean is taken out; and a step is shared by the two parts that it lies between.
 */
static void fold(struct cycles *c, const double *series, uint32_t g)
{
	double each = CYCLES_PHASES / c->length, mean;
	uint32_t from, to;

	bounds(c, g, &from, &to);
	mean = mean_of(series, from, to);
	for (uint32_t i = from; i < to; i++) {
		double at = (i + 0.5) * each - 0.5;
		uint64_t part = (uint64_t)(at + CYCLES_PHASES);
		double later = at + CYCLES_PHASES - (double)part;
		double level = series[i] - mean;

		c->fold[g][part % CYCLES_PHASES] += level * (1 - later);
		c->fold[g][(part + 1) % CYCLES_PHASES] += level * later;
	}
}

/* Part i stands for phase (i + 0.5) / CYCLES_PHASES. */
static void find_tones(struct cycles *c, uint32_t g)
{
	for (uint32_t k = 0; k < CYCLES_TONES; k++)
		for (uint32_t i = 0; i < CYCLES_PHASES; i++) {
			uint32_t turn = (2 * i + 1) * (k + 1) % (2 * CYCLES_PHASES);

			c->tone[g][k].re += c->fold[g][i] * c->circle[turn].re;
			c->tone[g][k].im += c->fold[g][i] * c->circle[turn].im;
		}
}

static struct complex_number times(struct complex_number a, struct complex_number b)
{
	return (struct complex_number){a.re * b.re - a.im * b.im,
				       a.re * b.im + a.im * b.re};
}

#define TURNED 32 /* steps, from one sine to the next: what lies between is turned */

/* Of cycles that have fewer steps than parts: step by step. */
static void sum_tones(struct cycles *c, const double *series, uint32_t g, uint32_t tones)
{
	const double each = -2 * PI / c->length;
	const struct complex_number step = {cos(each), sin(each)};
	struct complex_number *tone = c->tone[g], once = {1, 0};
	uint32_t from, to;
	double mean;

	bounds(c, g, &from, &to);
	mean = mean_of(series, from, to);
	for (uint32_t i = from; i < to; i++) {
		double level = series[i] - mean;
		struct complex_number by;

		once = times(once, step);
		if ((i - from) % TURNED == 0)
			once = (struct complex_number){cos((i + 0.5) * each),
						       sin((i + 0.5) * each)};
		by = once;
		for (uint32_t k = 0; k < tones; k++) {
			tone[k].re += level * by.re;
			tone[k].im += level * by.im;
			by = times(by, once);
		}
	}
}

/* Tones of a short cycle: there are none of fewer than so many steps. */
#define STEPS_A_TONE 8

void cycles_cut(struct cycles *c, const double *series, uint32_t count, double length)
{
	uint32_t all = (uint32_t)(count / length);
	bool few = length < 2 * CYCLES_PHASES;

	memset(c, 0, sizeof *c);
	for (uint32_t i = 0; i < 2 * CYCLES_PHASES; i++)
		c->circle[i] = (struct complex_number){cos(PI * i / CYCLES_PHASES),
						       -sin(PI * i / CYCLES_PHASES)};
	c->length = length;
	c->each = (all + CYCLES_GROUPS - 1) / CYCLES_GROUPS;
	c->groups = all / c->each;
	for (uint32_t g = 0; g < c->groups; g++) {
		c->middle[g] = (g + 0.5) * c->each * length;
		if (few) {
			sum_tones(c, series, g,
				  (uint32_t)fmin(CYCLES_TONES, length / STEPS_A_TONE));
			continue;
		}
		fold(c, series, g);
		find_tones(c, g);
	}
}

double cycles_power(const struct cycles *c, const double *ground, uint32_t tones,
		    double change)
{
	double power = 0;

	for (uint32_t k = 0; k < tones; k++) {
		double re = 0, im = 0;

		for (uint32_t g = 0; g < c->groups; g++) {
			double turn = 2 * PI * (k + 1) * change * c->middle[g];
			double cosine = cos(turn), sine = -sin(turn);

			re += c->tone[g][k].re * cosine - c->tone[g][k].im * sine;
			im += c->tone[g][k].re * sine + c->tone[g][k].im * cosine;
		}
		power += (re * re + im * im) / ground[k];
	}
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

/* Splitmix64: Steele, Lea and Flood 2014. In [0, 1). */
static double dice(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (double)((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* The power that is left when each group is shifted by chance. */
static double shuffled_power(const struct cycles *c, const double *ground, uint32_t tones,
			     uint64_t *state)
{
	struct complex_number sum[CYCLES_TONES] = {{0}};
	double power = 0;

	for (uint32_t g = 0; g < c->groups; g++) {
		double turn = 2 * PI * dice(state);
		struct complex_number once = {cos(turn), sin(turn)}, by = once;

		for (uint32_t k = 0; k < tones; k++) {
			const struct complex_number *t = &c->tone[g][k];
			double re = by.re * once.re - by.im * once.im;

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

/* Numerical Recipes, 6.2; below the mean, where nothing is unlikely, it is not said. */
double cycles_gamma(double shape, double x)
{
	if (x <= shape + 1)
		return 0;
	return fmin(0, shape * log(x) - x - lgamma(shape) + log(fraction(shape, x)));
}

#define SHUFFLES 300

/* A gamma distribution with the mean, the spread and the skew of what shuffling gives. */
static double chance_of_all(const struct cycles *c, const double *ground, uint32_t tones,
			    uint64_t seed)
{
	double power[SHUFFLES], mean = 0, square = 0, cube = 0, skew, spread, shape;
	double seen = cycles_power(c, ground, tones, 0);

	for (int i = 0; i < SHUFFLES; i++) {
		power[i] = shuffled_power(c, ground, tones, &seed);
		mean += power[i] / SHUFFLES;
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

/* Of arrows of fixed lengths in directions of chance, pulled by `force` towards one side: */
struct pulled {
	double sum, spread; /* how far they then reach together: its mean, its variance */
	double
	    generating; /* logarithm of the mean of e^(force times reach), without it */
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
 * How likely arrows of such lengths reach so far together: Daniels' saddle point (Annals of
 * Mathematical Statistics 25, 1954), in the plane. Of many equal ones that is e^(-reach^2 / sum
 * of length^2), as power has by chance; of few it falls to nothing where all are in line.
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

#define EVEN 0.6 /* of noise a half */

/*
 * The same as chance_of_all() of a sine alone, for which it is known; but not of one that most
 * cycles have nothing of. A few events in line somewhere are no sine.
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

/* In which part of all its places in time group `g` fits those before it, `sum`, as well as here. */
static double fit_by_chance(const struct cycles *c, const double *ground, uint32_t tones,
			    const struct complex_number *sum, uint32_t g,
			    const struct complex_number turns[static TURNS])
{
	double here = 0;
	int as_well = 0;

	for (int i = 0; i < TURNS; i++) {
		struct complex_number once = turns[i], by = {1, 0};
		double fit = 0;

		for (uint32_t k = 0; k < tones; k++) {
			const struct complex_number *t = &c->tone[g][k];
			double re = by.re * once.re - by.im * once.im;

			by.im = by.re * once.im + by.im * once.re;
			by.re = re;
			fit += (sum[k].re * (t->re * by.re - t->im * by.im) +
				sum[k].im * (t->re * by.im + t->im * by.re)) /
			       ground[k];
		}
		here = i ? here : fit;
		as_well += fit >= here;
	}
	return (double)as_well / TURNS;
}

/*
 * Group after group: those chances are independent, whatever goes on in the groups, and
 * Fisher's method joins them (Statistical Methods for Research Workers, 21.1).
 */
static double chance_of_each(const struct cycles *c, const double *ground, uint32_t tones)
{
	struct complex_number sum[CYCLES_TONES] = {{0}}, turns[TURNS];
	double logs = 0;

	for (int i = 0; i < TURNS; i++)
		turns[i] = (struct complex_number){cos(2 * PI * i / TURNS),
						   sin(2 * PI * i / TURNS)};
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

/* Two tests have more chances than one: this part of them is given to the one that is a fit. */
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
