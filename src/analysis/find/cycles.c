#include "analysis/find/cycles.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

/* ---- cut ---- */

static void fold_step(struct cycles *c, double at, double level)
{
	double cycle = at / c->length, phase = cycle - floor(cycle);
	uint32_t group = (uint32_t)(cycle / c->each);
	double part = phase * CYCLES_PHASES;
	uint32_t i = (uint32_t)part % CYCLES_PHASES;

	if (group < c->groups)
		c->fold[group][i] += level;
}

static void find_tones(struct cycles *c)
{
	struct complex_number circle[CYCLES_PHASES];

	for (uint32_t i = 0; i < CYCLES_PHASES; i++)
		circle[i] = (struct complex_number){cos(2 * PI * i / CYCLES_PHASES),
						    -sin(2 * PI * i / CYCLES_PHASES)};
	for (uint32_t g = 0; g < c->groups; g++)
		for (uint32_t k = 0; k < CYCLES_TONES; k++)
			for (uint32_t i = 0; i < CYCLES_PHASES; i++) {
				struct complex_number w =
				    circle[i * (k + 1) % CYCLES_PHASES];

				c->tone[g][k].re += c->fold[g][i] * w.re;
				c->tone[g][k].im += c->fold[g][i] * w.im;
			}
}

void cycles_cut(struct cycles *c, const double *series, uint32_t count, double length)
{
	uint32_t all = (uint32_t)(count / length);

	memset(c, 0, sizeof *c);
	c->length = length;
	c->each = (all + CYCLES_GROUPS - 1) / CYCLES_GROUPS;
	c->groups = all / c->each;
	for (uint32_t i = 0; i < count; i++)
		fold_step(c, i + 0.5, series[i]);
	for (uint32_t g = 0; g < c->groups; g++)
		c->middle[g] = (g + 0.5) * c->each * length;
	find_tones(c);
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

#define TURNS 512

/* In which part of all its places in time group `g` fits those before it, `sum`, as well as here. */
static double fit_by_chance(const struct cycles *c, const double *ground, uint32_t tones,
			    const struct complex_number *sum, uint32_t g)
{
	double here = 0;
	int as_well = 0;

	for (int i = 0; i < TURNS; i++) {
		double turn = 2 * PI * i / TURNS, fit = 0;
		struct complex_number once = {cos(turn), sin(turn)}, by = {1, 0};

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
	struct complex_number sum[CYCLES_TONES] = {{0}};
	double logs = 0;

	for (uint32_t g = 0; g < c->groups; g++) {
		if (g)
			logs -= log(fit_by_chance(c, ground, tones, sum, g));
		for (uint32_t k = 0; k < tones; k++) {
			sum[k].re += c->tone[g][k].re;
			sum[k].im += c->tone[g][k].im;
		}
	}
	return cycles_gamma(c->groups - 1.0, logs);
}

double cycles_chance(const struct cycles *c, const double *ground, uint32_t tones,
		     uint64_t seed)
{
	double all = chance_of_all(c, ground, tones, seed);
	double each = chance_of_each(c, ground, tones);

	return fmin(0, fmin(all, each) + log(2));
}
