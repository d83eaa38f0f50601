#include "analysis/find/periods.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "analysis/find/activity.h"
#include "analysis/find/cycles.h"
#include "analysis/find/period_subjects.h"
#include "analysis/find/spectrum.h"
#include "analysis/sampled_clock.h"
#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/hosts.h"

#define CYCLES_LEAST  3	    /* in the profile */
#define TICKS_LEAST   2.5   /* of the sampler in a cycle */
#define STEPS_A_CYCLE 10    /* of the shortest */
#define SAMPLES_LEAST 30    /* with fewer nothing is said */
#define FALSE_ALARMS  0.002 /* periods in a profile that has none */
#define COINCIDENCES  0.01  /* the same of cycles that do the same by chance */
#define REGULAR	      0.02  /* noise is not less than this part of Poisson's */
#define SLIGHT	      0.01 /* what changes by less than this part of the mean is nothing */
#define TRIES	      12   /* candidates looked at closely */
#define STEPS_INSIDE  (1u << 14) /* at most, of a thread or a function */
#define PART_INSIDE   0.2	 /* of the false alarms, all of them together */
#define TRIES_INSIDE  4
#define MOST_INSIDE   2 /* periods */
#define INSIDE_LEAST                                                                     \
	UINT64_C(50000000) /* ns: the scheduler's slices have rhythms of their own */
#define TRAINS 0.001	   /* false ones in a profile */
#define SHAPE  1024	   /* places of the average cycle */

/* A place in the spectrum where a period may be. */
struct candidate {
	double cycles;	/* in the whole series */
	uint32_t tones; /* sines of which it is made up */
	double score;	/* minus the logarithm of the chance that noise has it anywhere */
	double trials;	/* places where as much would have been found */
};

/* A row of the spectrum as the highest of 2^bits tones, and what power these had at first. */
struct place {
	double power;
	uint32_t row;
	uint8_t bits;
};

struct search_of {
	struct activity activity;
	double part; /* of the false alarms: what this series may have */
	uint32_t tries, most;
	double samples;		  /* of all that is looked at */
	struct burst_train train; /* what was found already; of no bursts: nothing */
	bool spans;		  /* its levels are ns of spans; else samples, */
	uint64_t clock;		  /* each of so many ns; 0: not known */
	uint64_t tick;		  /* ns: activity_tick() */
	struct spectrum spectrum;
	double least;	/* background */
	double fastest; /* cycles in the series */
	double octaves;
	struct cycle_series series; /* the activity */
	struct cycles cycles;	    /* of the candidate looked at */
	double ground[CYCLES_TONES];

	struct place *place; /* owned: where its power may tell of a period */
	size_t place_count, place_room;

	/* what has been looked at; its tones are not looked at again */
	struct candidate settled[TRIES];
	uint32_t settled_count;
};

/* ---- where in the spectrum ---- */

/* Minus the logarithm of the chance that `tones` rows of noise add up to more than `power`. */
static double surprise(double power, uint32_t tones)
{
	double term = 1, sum = 1;

	for (uint32_t i = 1; i < tones; i++) {
		term *= power / i;
		sum += term;
	}
	return power - log(sum);
}

static uint32_t row_of(const struct spectrum *s, double cycles)
{
	return (uint32_t)(cycles / s->cycles + 0.5);
}

static double power_of(const struct spectrum *s, double cycles)
{
	uint32_t row = row_of(s, cycles);

	return row < s->count ? s->power[row] : 0;
}

/*
 * How many different places there are about this one, times the octaves: each octave has
 * an equal part of the false alarms.
 */
static double trials_at(const struct search_of *f, double cycles, uint32_t tones)
{
	return 2 * 5 * cycles * tones * f->octaves;
}

static void offer(const struct search_of *f, struct candidate *best, double cycles,
		  uint32_t tones, double power)
{
	double trials = trials_at(f, cycles, tones);
	double score = surprise(power, tones) - log(trials);

	if (score > best->score)
		*best = (struct candidate){cycles, tones, score, trials};
}

/*
 * So much power at least that many tones have which are not like noise: least where there are
 * the fewest cycles.
 */
static double power_needed(const struct search_of *f, uint32_t tones)
{
	double score =
	    -log(FALSE_ALARMS * f->part) + log(trials_at(f, CYCLES_LEAST, tones));
	double low = 0, high = score + 64;

	for (int i = 0; i < 30; i++) {
		double middle = (low + high) / 2;

		if (surprise(middle, tones) < score - 1e-6)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/* Of `tones` == 2^bits tones, of which the highest is in this row. */
static double power_sum(const double *power, uint32_t row, unsigned bits)
{
	uint32_t step = 2 * row, at = UINT32_C(1) << bits;
	double sum = 0;

	for (uint32_t k = 0; k >> bits == 0; k++) {
		at += step;
		sum += power[at >> (bits + 1)];
	}
	return sum;
}

#define BITS 5 /* 1, 2, 4, 8, 16 tones */
_Static_assert(1 << (BITS - 1) == CYCLES_TONES, "the most tones are a power of two");

/* Of those of 2^bits tones the ones between: the others are the tones of half as many. */
static inline double add_between(const double *power, uint32_t row, unsigned bits)
{
	uint32_t step = 4 * row, at = (UINT32_C(1) << bits) + 2 * row;
	double sum = 0;

	for (uint32_t k = 0; k < UINT32_C(1) << (bits - 1); k++, at += step)
		sum += power[at >> (bits + 1)];
	return sum;
}

/* The same, each number of tones by code of its own: it is asked of every row. */
static double power_between(const double *power, uint32_t row, unsigned bits)
{
	switch (bits) {
	case 1:
		return add_between(power, row, 1);
	case 2:
		return add_between(power, row, 2);
	case 3:
		return add_between(power, row, 3);
	default:
		return add_between(power, row, BITS - 1);
	}
}

/*
 * The places with more power than noise has, of 1, 2, 4, 8 and 16 tones: all of a new spectrum. What
 * is blanked later only takes power away, and makes no place a new one.
 */
static bool gather_places(struct search_of *f, struct error *err)
{
	const struct spectrum *s = &f->spectrum;
	double enough[BITS];
	uint32_t from[BITS];

	f->place_count = 0;
	for (uint8_t bits = 0; bits < BITS; bits++) {
		enough[bits] = power_needed(f, 1u << bits);
		from[bits] = (uint32_t)ceil(CYCLES_LEAST * (1u << bits) / s->cycles);
	}
	for (uint32_t row = from[0]; row < s->count; row++) {
		double power = s->power[row];

		for (uint8_t bits = 0; bits < BITS && row >= from[bits]; bits++) {
			power += bits ? power_between(s->power, row, bits) : 0;
			if (power > enough[bits] &&
			    !APPEND(f->place, f->place_count, f->place_room, "periods",
				    err, (struct place){power, row, bits}))
				return false;
		}
	}
	return true;
}

#define ROUNDED 1e-12 /* more than the part by which sums in another order differ */

/*
 * Of as many tones what is in a later row has more trials, so that it needs more power. Since places
 * were gathered none can have gained any.
 */
static struct candidate strongest(const struct search_of *f)
{
	const struct spectrum *s = &f->spectrum;
	struct candidate best = {.score = -log(FALSE_ALARMS * f->part)};
	double most[BITS] = {0};

	for (size_t i = 0; i < f->place_count; i++) {
		const struct place *p = &f->place[i];
		double power;

		if (p->power * (1 + ROUNDED) <= most[p->bits])
			continue;
		power = power_sum(s->power, p->row, p->bits);
		if (power <= most[p->bits])
			continue;
		most[p->bits] = power;
		offer(f, &best, p->row * s->cycles / (1u << p->bits), 1u << p->bits,
		      power);
	}
	return best;
}

/* ---- the fundamental ---- */

#define CLIPPED 4.0 /* one line does not make a comb */
#define PLAIN	15.0
#define CLEAR	9.0  /* minus the logarithm of a chance */
#define SIMILAR 0.02 /* of the power of the others: more is no leakage of those */
#define FACTORS 4
static const uint32_t factors[FACTORS] = {2, 3, 5, 7};

/*
 * Of the multiples of `cycles`: the power in those that are none of `factor` times it, each
 * clipped; `*count` of them.
 */
static double between(const struct spectrum *s, double cycles, uint32_t factor,
		      uint32_t tones, uint32_t *count)
{
	double power = 0;

	*count = 0;
	for (uint32_t k = 1; k <= tones && row_of(s, k * cycles) < s->count; k++) {
		if (k % factor == 0)
			continue;
		power += fmin(power_of(s, k * cycles), CLIPPED);
		++*count;
	}
	return power;
}

/* Is a cycle `factor` times as long the one that repeats? */
static bool is_longer(const struct spectrum *s, const struct candidate *c,
		      uint32_t factor)
{
	double cycles = c->cycles / factor, power, lines = 0, others = 0;
	uint32_t count, tones = 0;

	if (cycles < CYCLES_LEAST)
		return false;
	for (uint32_t k = 1; k <= CYCLES_TONES; k++) {
		lines += power_of(s, k * c->cycles) / CYCLES_TONES;
		others += k % factor ? power_of(s, k * cycles) : 0;
		tones += k % factor != 0;
	}
	if (others / tones < SIMILAR * lines)
		return false;
	power = between(s, cycles, factor, CYCLES_TONES, &count);
	return power_of(s, cycles) > fmax(PLAIN, SIMILAR * lines) ||
	       (count && surprise(power, count) > CLEAR);
}

/* Is the candidate's cycle `factor` times too long, as nothing lies between? */
static bool is_shorter(const struct spectrum *s, const struct candidate *c,
		       uint32_t factor)
{
	uint32_t count;
	double power;

	if (c->tones < factor)
		return false;
	power = between(s, c->cycles, factor, c->tones, &count);
	return power_of(s, c->cycles) <= PLAIN && surprise(power, count) < CLEAR;
}

static void find_fundamental(const struct spectrum *s, struct candidate *c)
{
	for (int i = 0; i < FACTORS; i++)
		while (is_shorter(s, c, factors[i])) {
			c->cycles *= factors[i];
			c->tones /= factors[i];
		}
	for (int i = 0; i < FACTORS; i++)
		while (is_longer(s, c, factors[i])) {
			c->cycles /= factors[i];
			c->tones *= factors[i];
			c->tones = c->tones < CYCLES_TONES ? c->tones : CYCLES_TONES;
		}
}

/* ---- its length ---- */

static void look_at(struct search_of *f, const struct candidate *c, uint32_t tones)
{
	const struct spectrum *s = &f->spectrum;

	for (uint32_t k = 0; k < CYCLES_TONES; k++) {
		uint32_t row = row_of(s, c->cycles * (k + 1));

		f->ground[k] = s->ground[row < s->count ? row : s->count - 1];
	}
	cycles_cut(&f->cycles, &f->series, f->activity.count / c->cycles, tones);
}

/* Tones beyond what the spectrum has tell nothing. */
static uint32_t tones_at_most(const struct search_of *f, double cycles)
{
	double most = f->fastest / cycles;

	return most >= CYCLES_TONES ? CYCLES_TONES : most < 1 ? 1 : (uint32_t)most;
}

/* With which number of tones it is least like noise. */
static void choose_tones(const struct search_of *f, struct candidate *c)
{
	uint32_t most = tones_at_most(f, c->cycles);
	double best = -1, power = 0;

	for (uint32_t tones = 1; tones <= most; tones++) {
		double s;

		power += cycles_tone_power(&f->cycles, f->ground, tones - 1);
		s = surprise(power, tones);
		if (s > best + 1) {
			best = s;
			c->tones = tones;
		}
	}
}

#define FINE   24 /* places on either side */
#define PLACES (2 * FINE + 1)

/* Move to the place where the power of its tones is largest. Others than the first `tones` are not looked at. */
static void refine(struct search_of *f, struct candidate *c, double reach, uint32_t tones)
{
	double power[PLACES], step = reach / c->tones / f->activity.count / FINE;
	struct cycles_places at;
	double bend, change;
	int best = 1;

	look_at(f, c, tones);
	at = (struct cycles_places){-FINE * step, step, PLACES};
	cycles_powers(&f->cycles, f->ground, c->tones, &at, power);
	for (int i = 0; i < PLACES; i++)
		best = power[i] > power[best] ? i : best;
	best = best < 1 ? 1 : best > 2 * FINE - 1 ? 2 * FINE - 1 : best;
	bend = power[best - 1] - 2 * power[best] + power[best + 1];
	change = bend < 0 ? (power[best - 1] - power[best + 1]) / bend / 2 : 0;
	change = best - FINE + fmax(-1, fmin(1, change));
	c->cycles += change * step * f->activity.count;
}

#define UNEVEN                                                                           \
	1.5 /* cycles differ from each other by more than noise (doc/analysis.md) */

/*
 * The standard error of the cycles in the series, from how sharp the maximum is: Ransom,
 * Eikenberry and Middleditch 2002, eq. 22, for more than one tone.
 */
static double error_of(const struct search_of *f, uint32_t tones)
{
	double sum = 0;

	for (uint32_t k = 0; k < tones; k++)
		sum += (k + 1) * (k + 1) * cycles_tone_power(&f->cycles, f->ground, k);
	return UNEVEN * sqrt(1.5 / sum) / 3.14159265358979323846;
}

/* ---- one after the other ---- */

/* Does the candidate come as often as one that was found, or a multiple of that? */
static bool is_known(const struct periods *p, const struct search_of *f,
		     const struct candidate *c)
{
	double whole = (double)f->activity.count * (double)f->activity.step;

	for (uint32_t i = 0; i < p->count; i++) {
		double other = whole / (double)p->found[i].length;
		double low = fmin(other, c->cycles), high = fmax(other, c->cycles);
		double ratio = floor(high / low + 0.5);

		if (fabs(high - ratio * low) < 2)
			return true;
	}
	return false;
}

#define TICK_NEARLY 0.001 /* of it: clocks differ by less */

/* Does it come as often as the kernel's timer does, or is one of its tones? That is told of no program. */
static bool is_kernel_tick(const struct search_of *f, const struct candidate *c)
{
	static const double rates[] = {100, 250, 300, 1000}; /* CONFIG_HZ */
	double whole = (double)f->activity.count * (double)f->activity.step;

	for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
		double often = c->cycles / (whole / 1e9) / rates[i];
		double tone = floor(often + 0.5);

		if (tone >= 1 && tone <= CYCLES_TONES &&
		    fabs(often - tone) < TICK_NEARLY * tone)
			return true;
	}
	return false;
}

static bool stands_out(struct search_of *f, const struct candidate *c)
{
	double strongest_tone = 0, least = SLIGHT * f->activity.total / 2;

	for (uint32_t k = 0; k < c->tones; k++) {
		double power = cycles_tone_power(&f->cycles, f->ground, k);

		strongest_tone = fmax(strongest_tone, power * f->ground[k]);
	}
	if (strongest_tone < least * least)
		return false;
	if (surprise(cycles_power(&f->cycles, f->ground, c->tones), c->tones) <
	    -log(FALSE_ALARMS * f->part))
		return false;
	return -cycles_chance(&f->cycles, f->ground, c->tones, 1) >
	       log(c->cycles * c->tones) - log(COINCIDENCES * f->part);
}

#define WIDE 1.5 /* cycles on either side of a tone that are its own */

/* What these tones have is settled: it is not looked at again. */
static void blank(struct spectrum *s, const struct candidate *c)
{
	for (uint32_t k = 1; k <= c->tones && k * c->cycles < s->count * s->cycles + WIDE;
	     k++) {
		double from = (k * c->cycles - WIDE) / s->cycles;
		double to = (k * c->cycles + WIDE) / s->cycles;

		for (uint32_t i = from < 0 ? 0 : (uint32_t)from; i <= to && i < s->count;
		     i++)
			s->power[i] = fmin(s->power[i], 1);
	}
}

/* What the cycle does on average is taken out, so that the next one can be seen. */
static void take_out(struct search_of *f, const struct candidate *c)
{
	double *level = f->activity.level, shape[SHAPE + 1], each = 1 / f->cycles.length;

	cycles_shape(&f->cycles, c->tones, shape, SHAPE);
	shape[SHAPE] = shape[0];
	for (uint32_t i = 0; i < f->activity.count; i++) {
		double cycle = (i + 0.5) * each;
		double at = (cycle - (uint32_t)cycle) * SHAPE;
		uint32_t part = (uint32_t)at < SHAPE ? (uint32_t)at : SHAPE - 1;

		level[i] -= shape[part] + (at - part) * (shape[part + 1] - shape[part]);
	}
}

static void measure_work(const struct search_of *f, const struct candidate *c,
			 struct period *p)
{
	const struct activity *a = &f->activity;
	struct cycle_work w = cycle_work_of(a, a->total / a->count, a->count / c->cycles);
	double each = f->spans ? 1 : (double)f->clock;

	p->busy = number_rounded(w.steps * (double)a->step, UINT64_MAX);
	p->first =
	    number_add(a->from, number_rounded(w.from * (double)a->step, UINT64_MAX));
	p->samples = f->spans ? 0 : w.amount;
	p->work = number_rounded(w.amount * each, UINT64_MAX);
	p->work_is_time = f->spans || f->clock;
}

static struct period period_of(const struct search_of *f, const struct candidate *c)
{
	double whole = (double)f->activity.count * (double)f->activity.step;
	double length = whole / c->cycles;
	struct period p = {
	    .length = number_rounded(length, UINT64_MAX),
	    .margin =
		number_rounded(length * error_of(f, c->tones) / c->cycles, UINT64_MAX),
	    .strength = cycles_power(&f->cycles, f->ground, c->tones) / c->tones,
	    .cycles = (uint32_t)c->cycles};

	measure_work(f, c, &p);
	return p;
}

/* Look closely: is it a period of its own? */
static bool examine(struct search_of *f, const struct periods *found, struct candidate *c)
{
	find_fundamental(&f->spectrum, c);
	refine(f, c, 0.8, CYCLES_TONES);
	choose_tones(f, c);
	refine(f, c, 0.5, c->tones);
	look_at(f, c, CYCLES_TONES);
	choose_tones(f, c);
	return !is_known(found, f, c) && !is_kernel_tick(f, c) && stands_out(f, c);
}

/* The activity has changed. */
static bool fill(struct search_of *f, struct error *err)
{
	cycle_series_sum(&f->series);
	spectrum_fill(&f->spectrum, f->activity.level,
		      f->series.before[f->activity.count].level / f->activity.count,
		      f->least);
	for (uint32_t i = 0; i < f->settled_count; i++)
		blank(&f->spectrum, &f->settled[i]);
	return gather_places(f, err);
}

/* `*more` is false when there are none. */
static bool find_next(struct search_of *f, struct periods *found, bool *more,
		      struct error *err)
{
	struct candidate first = strongest(f), c = first;

	*more = c.tones > 0;
	if (!*more)
		return true;
	if (!examine(f, found, &c)) {
		blank(&f->spectrum, &first);
		f->settled[f->settled_count++] = first; /* room: see find_all() */
		return true;
	}
	found->found[found->count++] = period_of(f, &c); /* room: see find_all() */
	if (found->count == f->most) { /* nobody asks what else there is */
		*more = false;
		return true;
	}
	take_out(f, &c);
	c.tones = UINT32_MAX;
	f->settled[f->settled_count++] = c; /* room: see find_all() */
	return fill(f, err);
}

static void in_order(struct periods *p)
{
	for (uint32_t i = 1; i < p->count; i++)
		for (uint32_t j = i; j && p->found[j].strength > p->found[j - 1].strength;
		     j--) {
			struct period stronger = p->found[j];

			p->found[j] = p->found[j - 1];
			p->found[j - 1] = stronger;
		}
}

/* How long the steps are, and what can be found with them. */
static bool measure(struct periods *f, struct search_of *s, const struct profile *p,
		    const struct periods_query *q, uint64_t *step, struct error *err)
{
	struct range span = activity_span(p, q->range);
	uint64_t length = span.to - span.from, tick;

	if (!p->has_times)
		return error_set(err, ERROR_FORMAT,
				 "the samples have no times, so there are no periods");
	if (!activity_tick(p, q->event, &tick, err))
		return false;
	s->tick = tick;
	if (TICKS_LEAST * CYCLES_LEAST * (double)tick >= (double)length) {
		*step = 1;
		return true;
	}
	*step = length / SPECTRUM_LONGEST + 1;
	if (TICKS_LEAST * (double)tick > (double)*step * STEPS_A_CYCLE)
		*step = (uint64_t)(TICKS_LEAST * (double)tick / STEPS_A_CYCLE);
	f->shortest = *step * STEPS_A_CYCLE;
	f->longest = length / CYCLES_LEAST;
	f->span = span;
	if (f->longest <= f->shortest)
		f->longest = f->shortest = 0;
	return true;
}

/* Which is known already; what bursts have is measured. */
static struct period period_of_train(struct search_of *f)
{
	double whole = (double)f->activity.count * (double)f->activity.step;
	struct candidate c = {.cycles = whole / f->train.length, .tones = CYCLES_TONES};
	struct period p;

	look_at(f, &c, CYCLES_TONES);
	choose_tones(f, &c);
	p = period_of(f, &c);
	p.margin = number_rounded(UNEVEN * f->train.error, UINT64_MAX);
	return p;
}

/* In the activity that was counted, which is released. */
static bool find_all(struct search_of *f, struct periods *found, struct error *err)
{
	struct activity *a = &f->activity;
	double mean = a->total / a->count;
	bool more = true, ok;

	f->settled_count = 0;
	f->least = f->spans ? 1e-12 * a->total * a->total : REGULAR * a->total;
	f->fastest = (double)a->count / STEPS_A_CYCLE;
	f->octaves = fmax(1, log2(f->fastest / CYCLES_LEAST));
	for (uint32_t i = 0; i < a->count; i++)
		a->level[i] -= mean;
	if (f->spectrum.length != a->count) {
		spectrum_release(&f->spectrum);
		ok = spectrum_build(&f->spectrum, a->count, f->fastest, err);
	} else
		ok = true;
	ok = ok && cycle_series_open(&f->series, a->level, a->count, err) && fill(f, err);
	if (ok && f->train.count) {
		found->found[found->count++] = period_of_train(f); /* room: it is empty */
		more = false;
	}
	for (uint32_t i = 0; ok && more && i < f->tries; i++)
		ok = find_next(f, found, &more, err);
	cycle_series_release(&f->series);
	activity_release(a);
	return ok;
}

static bool find_in_all(struct search_of *s, struct periods *f, const struct profile *p,
			const struct periods_query *q, uint64_t step, struct error *err)
{
	const struct activity_query steps = {
	    .which = q->which, .spans = q->spans, .range = q->range, .step = step};
	double least = q->spans ? 1e-300 : SAMPLES_LEAST;

	s->part = 1;
	s->tries = TRIES;
	s->most = PERIODS_MOST;
	if (!activity_build(&s->activity, p, &steps, err))
		return false;
	s->samples = s->activity.total;
	if (s->activity.total >= least)
		return find_all(s, f, err);
	activity_release(&s->activity);
	return true;
}

/* ---- of whom ---- */

#define EVERYBODY UINT32_MAX

/* A period as one of the series has it. */
struct told {
	struct period period;
	uint32_t subject; /* or EVERYBODY */
	double samples;	  /* of the whole series, */
	double burst;	  /* and of its bursts */
	uint32_t depth;
	bool settled;
};

struct all_told {
	struct told *list; /* owned */
	size_t count, room;
};

static bool note(struct all_told *t, const struct periods *found, struct told as,
		 double each, struct error *err)
{
	for (uint32_t i = 0; i < found->count; i++) {
		as.period = found->found[i];
		as.period.who = (struct period_who){0};
		as.period.samples *= each;
		as.period.work =
		    number_rounded((double)as.period.work * each, UINT64_MAX);
		as.burst = as.period.samples * as.period.cycles;
		if (!APPEND(t->list, t->count, t->room, "periods", err, as))
			return false;
	}
	return true;
}

/* Has it anything in at least half of its cycles? A crowd of samples somewhere fits many lengths. */
static bool is_in_most(const struct burst_moments *m, const struct period *p)
{
	uint32_t cycles = 0;
	uint64_t last = UINT64_MAX;

	for (uint32_t i = 0; i < m->count; i++) {
		cycles += m->time[i] / p->length != last;
		last = m->time[i] / p->length;
	}
	return 2 * (uint64_t)cycles >= p->cycles;
}

static void leave_out(struct periods *found, const struct burst_moments *m)
{
	uint32_t count = found->count;

	found->count = 0;
	for (uint32_t i = 0; i < count; i++)
		if (is_in_most(m, &found->found[i]))
			found->found[found->count++] =
			    found->found[i]; /* room: as many */
}

/* Is it a period in so much time, and hardly chance? */
static bool is_train(const struct search_of *s, const struct burst_train *t,
		     struct range span)
{
	return t->count && t->chance < log(TRAINS * s->part / PART_INSIDE) &&
	       t->length >= (double)INSIDE_LEAST &&
	       t->length * CYCLES_LEAST <= (double)(span.to - span.from);
}

/* Of one subject, whose samples `m` is of. */
static bool find_of(struct search_of *s, const struct period_subject *subject,
		    const struct activity_moments *m, struct periods *found,
		    struct error *err)
{
	const struct burst_moments moments = {m->time, (uint32_t)m->count, s->tick};

	s->train = burst_train_of(&moments);
	if (!is_train(s, &s->train, m->span))
		s->train.count = 0;
	if (!s->train.count && subject->alone)
		return true;
	if (!activity_build_moments(&s->activity, m, err) || !find_all(s, found, err))
		return false;
	leave_out(found, &moments);
	return true;
}

static bool find_inside(struct search_of *s, const struct period_subjects *subjects,
			const struct periods *all, uint64_t step, struct all_told *t,
			struct error *err)
{
	uint64_t *times =
	    mem_array((size_t)subjects->samples, sizeof *times, "samples", err);
	struct activity_moments m = {.time = times, .span = all->span, .step = step};

	s->part = PART_INSIDE / subjects->count;
	s->tries = TRIES_INSIDE;
	s->most = MOST_INSIDE;
	for (uint32_t i = 0; times && i < subjects->count; i++) {
		const struct period_subject *subject = &subjects->list[i];
		struct told as = {.subject = i,
				  .samples = (double)subject->samples * subjects->each,
				  .depth = subject->depth};
		struct periods found = {.span = all->span};

		m.count = period_subjects_times(subjects, i, times);
		if (!find_of(s, subject, &m, &found, err) ||
		    !note(t, &found, as, subjects->each, err))
			break;
	}
	mem_free(times);
	return !err->kind;
}

#define RATIO_MOST 16 /* of a period and one that is told as its multiple */
#define NEARLY	   0.9

/* Have two nearly the same samples? */
static bool are_alike(const struct period_subjects *s, uint32_t a, uint32_t b)
{
	uint64_t more;

	if (a == EVERYBODY || b == EVERYBODY)
		return a == b;
	more = s->list[a].samples > s->list[b].samples ? s->list[a].samples
						       : s->list[b].samples;
	return (double)period_subjects_shared(s, a, b) >= NEARLY * (double)more;
}

/* Do two come as often? Or one a multiple of it, of nearly the same samples? */
static bool is_same(const struct period_subjects *s, const struct told *a,
		    const struct told *b)
{
	double cycles = fmax(a->period.cycles, b->period.cycles);
	double high =
	    (double)(a->period.length > b->period.length ? a : b)->period.length;
	double low = (double)(a->period.length > b->period.length ? b : a)->period.length;
	double ratio = floor(high / low + 0.5);

	if (fabs(high - ratio * low) * cycles > 1.5 * low * ratio || ratio > RATIO_MOST)
		return false;
	return ratio < 1.5 || are_alike(s, a->subject, b->subject);
}

/*
 * How well the bursts are described by this name: the harmonic mean of the part of its samples that
 * lie in the bursts, and the part of the bursts, of which the largest has `most`, that is its.
 */
static double fit_of(const struct told *t, double most)
{
	return 2 * t->burst / (t->samples + most);
}

#define AS_GOOD 0.95 /* then what is called says more than its caller */

static const struct told *most_telling(const struct all_told *t, const uint32_t *group,
				       uint32_t count)
{
	const struct told *telling = NULL;
	double most = 0, best = 0;

	for (uint32_t i = 0; i < count; i++)
		most = fmax(most, t->list[group[i]].burst);
	for (uint32_t i = 0; i < count; i++)
		best = fmax(best, fit_of(&t->list[group[i]], most));
	for (uint32_t i = 0; i < count; i++) {
		const struct told *x = &t->list[group[i]];

		if (fit_of(x, most) >= AS_GOOD * best &&
		    (!telling || x->depth > telling->depth))
			telling = x;
	}
	return telling;
}

/* The strongest first, each period under one name. */
static bool tell_each(struct periods *f, const struct period_subjects *s,
		      const struct profile *p, struct all_told *t, struct error *err)
{
	uint32_t *group = mem_array(t->count, sizeof *group, "periods", err);

	for (f->count = 0; group && f->count < PERIODS_MOST; f->count++) {
		const struct told *first = NULL, *telling;
		uint32_t n = 0;

		for (size_t i = 0; i < t->count; i++)
			if (!t->list[i].settled && (!first || t->list[i].period.strength >
								  first->period.strength))
				first = &t->list[i];
		if (!first)
			break;
		for (size_t i = 0; i < t->count; i++)
			if (!t->list[i].settled && is_same(s, first, &t->list[i])) {
				t->list[i].settled = true;
				group[n++] = (uint32_t)i; /* room: all of them */
			}
		telling = most_telling(t, group, n);
		f->found[f->count] = telling->period;
		if (telling->subject != EVERYBODY)
			f->found[f->count].who =
			    period_subjects_who(s, telling->subject, p);
	}
	mem_free(group);
	return group != NULL;
}

/* Of moments: threads and functions have series of their own. */
static bool search_inside(struct search_of *s, struct periods *f, const struct profile *p,
			  const struct periods_query *q, uint64_t step, struct error *err)
{
	uint64_t coarse = (f->span.to - f->span.from) / STEPS_INSIDE + 1;
	struct told all = {.subject = EVERYBODY, .samples = s->samples};
	struct period_subjects subjects;
	struct all_told told = {0};
	struct period_subjects_query of = {
	    .which = q->which, .span = f->span, .tick = s->tick};
	bool ok = period_subjects_build(&subjects, p, &of, err);

	coarse = coarse > step ? coarse : step;
	coarse =
	    coarse > INSIDE_LEAST / STEPS_A_CYCLE ? coarse : INSIDE_LEAST / STEPS_A_CYCLE;

	ok =
	    ok && (!subjects.count || (note(&told, f, all, 1, err) &&
				       find_inside(s, &subjects, f, coarse, &told, err) &&
				       tell_each(f, &subjects, p, &told, err)));
	period_subjects_release(&subjects);
	mem_free(told.list);
	return ok;
}

bool periods_find(struct periods *f, const struct profile *p,
		  const struct periods_query *q, struct error *err)
{
	struct search_of *s;
	uint64_t step = 0;
	bool ok;

	*f = (struct periods){0};
	s = mem_array(1, sizeof *s, "a search", err);
	if (!s)
		return false;
	s->spans = q->spans;
	s->clock = sampled_clock_of(p, q->event).period;
	ok = measure(f, s, p, q, &step, err) &&
	     (!f->longest || find_in_all(s, f, p, q, step, err));
	in_order(f);
	if (ok && f->longest && !q->spans)
		ok = search_inside(s, f, p, q, step, err);
	mem_free(s->place);
	spectrum_release(&s->spectrum);
	mem_free(s);
	return ok;
}

/* ---- whose, in words ---- */

#define NAME_MOST 160 /* bytes */

/* Is another one of that kind called so? */
static bool is_ambiguous(const struct period_who *w, const struct profile *p)
{
	const struct thread *who = &p->threads[w->thread];

	for (uint32_t i = 0; i < p->thread_count; i++) {
		const struct thread *t = &p->threads[i];

		if (w->scope == PERIOD_OF_THREAD
			? t->comm == w->name && t->tid != who->tid
			: t->pid != who->pid &&
			      (t->process == w->name || t->comm == w->name))
			return true;
	}
	return false;
}

static void put_threads(const struct period_who *w, const struct profile *p, char *buf,
			size_t size)
{
	static const char *const kinds[] = {"", "processes ", "process ", "thread "};
	struct text name = utf8_upto(profile_string(p, w->name), NAME_MOST);
	const struct thread *t = &p->threads[w->thread];
	int32_t id = w->scope == PERIOD_OF_THREAD ? host_tid(p, t) : host_pid(p, t);

	if (w->scope != PERIOD_OF_NAME && id != PROFILE_NO_ID && is_ambiguous(w, p))
		snprintf(buf, size, "%s%.*s-%" PRId32, kinds[w->scope], (int)name.len,
			 name.at, id);
	else
		snprintf(buf, size, "%s%.*s", kinds[w->scope], (int)name.len, name.at);
}

const char *periods_who(const struct period_who *w, const struct profile *p,
			char buf[static PERIODS_WHO])
{
	struct text name = utf8_upto(profile_frame_name(p, w->frame), NAME_MOST);
	char threads[NAME_MOST + 32];

	if (w->scope != PERIOD_OF_ALL)
		put_threads(w, p, threads, sizeof threads);
	if (w->frame && w->scope != PERIOD_OF_ALL)
		snprintf(buf, PERIODS_WHO, "%.*s (%s)", (int)name.len, name.at, threads);
	else if (w->frame)
		snprintf(buf, PERIODS_WHO, "%.*s", (int)name.len, name.at);
	else
		snprintf(buf, PERIODS_WHO, "%s",
			 w->scope != PERIOD_OF_ALL ? threads : "everything");
	return buf;
}

/* ---- the bursts of one ---- */

static uint64_t burst_digit(const struct period *p)
{
	uint64_t unit = 1;

	while (unit <= p->busy / 1000)
		unit *= 10;
	return unit;
}

static uint64_t rounded_to(uint64_t ns, uint64_t unit)
{
	return number_add(ns, unit / 2) / unit * unit;
}

/* That of the cycle that begins so late: clipped, or empty. */
static struct range burst_of(const struct periods *f, const struct period *p,
			     uint64_t first, uint64_t late)
{
	uint64_t unit = burst_digit(p), from = number_add(first, late);
	struct range r = {rounded_to(from, unit),
			  rounded_to(number_add(from, p->busy), unit)};

	r.from = r.from > f->span.from ? r.from : f->span.from;
	r.to = r.to < f->span.to ? r.to : f->span.to;
	return r.from < r.to ? r : (struct range){0, 0};
}

bool periods_bursts(const struct periods *f, uint32_t period, struct ranges *all,
		    struct error *err)
{
	const struct period *p = &f->found[period];
	uint64_t first = p->first, length = p->length;

	if (!p->busy)
		return error_set(err, ERROR_NOTHING, "this period has no bursts");
	/* one that goes on over the end of a cycle may have begun before the first */
	if (first >= length)
		first -= length;
	if ((f->span.to - first) / length > SELECTION_MAX)
		return error_set(err, ERROR_LIMIT,
				 "%" PRIu64 " bursts, and no more than %d ranges can be "
				 "looked at together: select less",
				 (f->span.to - first) / length, SELECTION_MAX);
	for (uint64_t late = 0; number_add(first, late) < f->span.to; late += length)
		if (!ranges_add(all, burst_of(f, p, first, late), err))
			return false;
	return true;
}
