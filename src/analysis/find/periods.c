#include "analysis/find/periods.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/find/activity.h"
#include "analysis/find/cycles.h"
#include "analysis/find/spectrum.h"
#include "analysis/sampled_clock.h"
#include "base/append.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "profile/process_names.h"
#include "profile/task_numbers.h"

#define CYCLES_LEAST  3	    /* least number of cycles in the profile */
#define TICKS_LEAST   2.5   /* least number of sampling periods in a cycle */
#define STEPS_A_CYCLE 10    /* in the shortest cycle */
#define SAMPLES_LEAST 30    /* profiles with fewer are not searched */
#define FALSE_ALARMS  0.002 /* probability, in a profile without periods */
#define COINCIDENCES  0.01  /* probability, in a profile whose cycles agree by chance */
#define REGULAR	      0.02  /* least noise, relative to Poisson noise */
#define SLIGHT	      0.01  /* of the mean: smaller amplitudes are ignored */
#define TRIES	      12    /* examined candidates */
#define STEPS_INSIDE  (1u << 14) /* the most steps for a thread or a function */
#define PART_INSIDE   0.2 /* of the false alarms, for all threads and functions together */
#define TRIES_INSIDE  4
#define MOST_INSIDE   2 /* periods per thread or function */
#define INSIDE_LEAST                                                                     \
	UINT64_C(                                                                        \
	    50000000) /* ns: shorter periods come from the time slices of the scheduler */
#define TRAINS 0.001  /* probability of false burst trains in a profile */
#define SHAPE  1024   /* points of the average cycle */

/* A possible period. */
struct period_candidate {
	double cycles;	/* in the whole series */
	uint32_t tones; /* its sines */
	double score;	/* minus the logarithm of the chance that noise has it anywhere */
};

/* A row of the spectrum as the highest of 2^bits tones, and their power in the new spectrum. */
struct tone_place {
	double power;
	uint32_t row;
	uint8_t bits;
};

/* The search of one series: of all samples, or those of a thread or a function. */
struct period_search {
	struct activity activity;
	double part;		  /* of the false alarms, for this series */
	uint32_t tries, most;	  /* limits of candidates and of periods */
	double samples;		  /* of all series */
	struct burst_train train; /* found earlier; count 0: none */
	bool spans;		  /* the levels are ns of spans; else samples */
	uint64_t clock;		  /* ns that a sample stands for; 0: unknown */
	uint64_t tick;		  /* ns: activity_tick() */
	struct spectrum spectrum;
	double least;		     /* least background */
	double fastest;		     /* cycles in the series */
	double octaves;		     /* of the searched cycles */
	struct cycle_series series;  /* the activity */
	struct cycles cycles;	     /* of the examined candidate */
	double ground[CYCLES_TONES]; /* background of its tones */
	struct tone_place *place;    /* owned: rows with more power than noise */
	size_t place_count, place_room;

	/* examined candidates; their tones are blanked in the spectrum */
	struct period_candidate settled[TRIES];
	uint32_t settled_count;
};

/* ---- candidates in the spectrum ---- */

/* Minus the logarithm of the chance that the powers of `tones` rows of noise exceed `power`. */
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
 * The number of independent places near this one, times the number of octaves: each octave has an
 * equal part of the false alarms.
 */
static double trials_at(const struct period_search *f, double cycles, uint32_t tones)
{
	return 2 * 5 * cycles * tones * f->octaves;
}

/* The least power of this many tones that is not noise, at the lowest frequency. */
static double power_needed(const struct period_search *f, uint32_t tones)
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

#define BITS 5 /* 1, 2, 4, 8, 16 tones */
_Static_assert(1 << (BITS - 1) == CYCLES_TONES, "the most tones are a power of two");

/*
 * The power of every other one of 2^bits tones, the highest of which is in this row: the rest are
 * the tones of half as many. Each number of bits is compiled separately.
 */
static inline double add_between(const double *power, uint32_t row, unsigned bits)
{
	uint32_t step = 4 * row, at = (UINT32_C(1) << bits) + 2 * row;
	double sum = 0;

	for (uint32_t k = 0; k < UINT32_C(1) << (bits - 1); k++, at += step)
		sum += power[at >> (bits + 1)];
	return sum;
}

/*
 * List the places of a new spectrum with more power than noise, for 1, 2, 4, 8 and 16 tones.
 * Blanking only reduces power, and never creates a place.
 */
static bool gather_places(struct period_search *f, struct error *err)
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
			power += bits == 1   ? add_between(s->power, row, 1)
				 : bits == 2 ? add_between(s->power, row, 2)
				 : bits == 3 ? add_between(s->power, row, 3)
				 : bits	     ? add_between(s->power, row, BITS - 1)
					     : 0;
			if (power > enough[bits] &&
			    !APPEND(f->place, f->place_count, f->place_room, "periods",
				    err, (struct tone_place){power, row, bits}))
				return false;
		}
	}
	return true;
}

#define ROUNDED                                                                          \
	1e-12 /* larger than the relative rounding error of a sum in another order */

/*
 * The candidate with the highest score. Of places with the same number of tones, a later one has
 * more trials, and needs more power. No place has gained power since they were listed.
 */
static struct period_candidate find_strongest_candidate(const struct period_search *f)
{
	const struct spectrum *s = &f->spectrum;
	struct period_candidate best = {.score = -log(FALSE_ALARMS * f->part)};
	double most[BITS] = {0};

	for (size_t i = 0; i < f->place_count; i++) {
		const struct tone_place *p = &f->place[i];
		uint32_t tones = UINT32_C(1) << p->bits, at = tones;
		double power = 0, cycles, score;

		if (p->power * (1 + ROUNDED) <= most[p->bits])
			continue;
		for (uint32_t k = 0; k < tones; k++) {
			at += 2 * p->row;
			power += s->power[at >> (p->bits + 1)];
		}
		if (power <= most[p->bits])
			continue;
		most[p->bits] = power;
		cycles = p->row * s->cycles / tones;
		score = surprise(power, tones) - log(trials_at(f, cycles, tones));
		if (score > best.score)
			best = (struct period_candidate){cycles, tones, score};
	}
	return best;
}

/* ---- the fundamental ---- */

#define CLIPPED 4.0  /* a single line does not make a comb */
#define PLAIN	15.0 /* power of a clear fundamental */
#define CLEAR	9.0  /* minus the logarithm of a chance */
#define SIMILAR 0.02 /* of the power of other lines: a larger part is not leakage */
#define FACTORS 4
static const uint32_t factors[FACTORS] = {2, 3, 5, 7};

/*
 * The power of the multiples of `cycles` that are not multiples of `factor * cycles`, each clipped;
 * `*count` is set to their number.
 */
static double sum_power_between(const struct spectrum *s, double cycles, uint32_t factor,
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

/* Is the true cycle `factor` times as long? */
static bool is_longer(const struct spectrum *s, const struct period_candidate *c,
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
	power = sum_power_between(s, cycles, factor, CYCLES_TONES, &count);
	return power_of(s, cycles) > fmax(PLAIN, SIMILAR * lines) ||
	       (count && surprise(power, count) > CLEAR);
}

/* Is the cycle `factor` times too long, with no power between? */
static bool is_shorter(const struct spectrum *s, const struct period_candidate *c,
		       uint32_t factor)
{
	uint32_t count;
	double power;

	if (c->tones < factor)
		return false;
	power = sum_power_between(s, c->cycles, factor, c->tones, &count);
	return power_of(s, c->cycles) <= PLAIN && surprise(power, count) < CLEAR;
}

static void find_fundamental(const struct spectrum *s, struct period_candidate *c)
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

/* ---- the length of cycles ---- */

/* Cut the series into cycles of the candidate. */
static void cut_candidate(struct period_search *f, const struct period_candidate *c,
			  uint32_t tones)
{
	const struct spectrum *s = &f->spectrum;

	for (uint32_t k = 0; k < CYCLES_TONES; k++) {
		uint32_t row = row_of(s, c->cycles * (k + 1));

		f->ground[k] = s->ground[row < s->count ? row : s->count - 1];
	}
	cycles_cut(&f->cycles, &f->series, f->activity.count / c->cycles, tones);
}

/*
 * Choose the number of tones that is least likely to be noise. Tones beyond the spectrum are not
 * used.
 */
static void choose_tones(const struct period_search *f, struct period_candidate *c)
{
	double highest = f->fastest / c->cycles;
	uint32_t most = highest >= CYCLES_TONES ? CYCLES_TONES
			: highest < 1		? 1
						: (uint32_t)highest;
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

#define FINE   24 /* steps on either side */
#define PLACES (2 * FINE + 1)

/*
 * Move the candidate to the largest power of its tones, within `reach` cycles. Uses `tones` tones.
 */
static void refine(struct period_search *f, struct period_candidate *c, double reach,
		   uint32_t tones)
{
	double power[PLACES], step = reach / c->tones / f->activity.count / FINE;
	struct cycles_places at;
	double bend, change;
	int best = 1;

	cut_candidate(f, c, tones);
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

/* ---- one period after another ---- */

/* Is it a known period, or a multiple or fraction of one? */
static bool is_known(const struct periods *p, const struct period_search *f,
		     const struct period_candidate *c)
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

#define TICK_NEARLY 0.001 /* relative: clocks differ by less */

/* Is it the kernel's timer or one of its harmonics? It is not a property of a program. */
static bool is_kernel_tick(const struct period_search *f,
			   const struct period_candidate *c)
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

/* Is it strong enough, and do the cycles agree by more than chance? */
static bool stands_out(struct period_search *f, const struct period_candidate *c)
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

#define WIDE 1.5 /* cycles on either side of a tone that belong to it */

/* Remove the tones from the spectrum. */
static void blank_tones(struct spectrum *s, const struct period_candidate *c)
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

/* Subtract the average cycle from the series, so that the next period can be detected. */
static void take_out(struct period_search *f, const struct period_candidate *c)
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

#define UNEVEN 1.5 /* cycles vary more than noise does (doc/analysis.md) */

static struct period period_of(const struct period_search *f,
			       const struct period_candidate *c)
{
	const struct activity *a = &f->activity;
	double whole = (double)a->count * (double)a->step, sharp = 0, error;
	double length = whole / c->cycles, each = f->spans ? 1 : (double)f->clock;
	struct cycle_work w = cycle_work_of(a, a->total / a->count, a->count / c->cycles);

	/*
	 * the standard error of the cycles in the series: Ransom, Eikenberry and Middleditch 2002,
	 * eq. 22, for more than one tone
	 */
	for (uint32_t k = 0; k < c->tones; k++)
		sharp += (k + 1) * (k + 1) * cycles_tone_power(&f->cycles, f->ground, k);
	error = UNEVEN * sqrt(1.5 / sharp) / 3.14159265358979323846;
	return (struct period){
	    .length = number_rounded(length, UINT64_MAX),
	    .margin = number_rounded(length * error / c->cycles, UINT64_MAX),
	    .strength = cycles_power(&f->cycles, f->ground, c->tones) / c->tones,
	    .cycles = (uint32_t)c->cycles,
	    .busy = number_rounded(w.steps * (double)a->step, UINT64_MAX),
	    .first =
		number_add(a->from, number_rounded(w.from * (double)a->step, UINT64_MAX)),
	    .samples = f->spans ? 0 : w.amount,
	    .work = number_rounded(w.amount * each, UINT64_MAX),
	    .work_is_time = f->spans || f->clock};
}

/* Compute the spectrum of the changed series, and list its places. */
static bool transform_series(struct period_search *f, struct error *err)
{
	cycle_series_sum(&f->series);
	spectrum_fill(&f->spectrum, f->activity.level,
		      f->series.before[f->activity.count].level / f->activity.count,
		      f->least);
	for (uint32_t i = 0; i < f->settled_count; i++)
		blank_tones(&f->spectrum, &f->settled[i]);
	return gather_places(f, err);
}

/* Examine the strongest candidate. `*more` becomes false when there is none. */
static bool find_next(struct period_search *f, struct periods *found, bool *more,
		      struct error *err)
{
	struct period_candidate first = find_strongest_candidate(f), c = first;

	*more = c.tones > 0;
	if (!*more)
		return true;
	find_fundamental(&f->spectrum, &c);
	refine(f, &c, 0.8, CYCLES_TONES);
	choose_tones(f, &c);
	refine(f, &c, 0.5, c.tones);
	cut_candidate(f, &c, CYCLES_TONES);
	choose_tones(f, &c);
	if (is_known(found, f, &c) || is_kernel_tick(f, &c) || !stands_out(f, &c)) {
		blank_tones(&f->spectrum, &first);
		f->settled[f->settled_count++] = first; /* room: see search_series() */
		return true;
	}
	found->found[found->count++] = period_of(f, &c); /* room: see search_series() */
	if (found->count == f->most) {
		*more = false;
		return true;
	}
	take_out(f, &c);
	c.tones = UINT32_MAX;
	f->settled[f->settled_count++] = c; /* room: see search_series() */
	return transform_series(f, err);
}

/* The period of the burst train. */
static struct period period_of_train(struct period_search *f)
{
	double whole = (double)f->activity.count * (double)f->activity.step;
	struct period_candidate c = {.cycles = whole / f->train.length,
				     .tones = CYCLES_TONES};
	struct period p;

	cut_candidate(f, &c, CYCLES_TONES);
	choose_tones(f, &c);
	p = period_of(f, &c);
	p.margin = number_rounded(UNEVEN * f->train.error, UINT64_MAX);
	return p;
}

/* Find the periods of f->activity, and release it. */
static bool search_series(struct period_search *f, struct periods *found,
			  struct error *err)
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
	ok = ok && cycle_series_open(&f->series, a->level, a->count, err) &&
	     transform_series(f, err);
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

/* Search the series of all samples. */
static bool search_all(struct period_search *s, struct periods *f,
		       const struct profile *p, const struct periods_query *q,
		       uint64_t step, struct error *err)
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
		return search_series(s, f, err);
	activity_release(&s->activity);
	return true;
}

/* ---- processes, threads and functions that may have a period of their own ---- */

#define PERIOD_SUBJECTS_MOST 48

/* Its samples have bit number i set in their `masks`, where i is its index in the list. */
struct period_subject {
	/* without the thread of a function: see period_subjects_who() */
	struct period_who who;
	uint64_t samples;
	/* for a function: the depth in the first stack with it; else 0 */
	uint32_t depth;
	bool alone; /* few of its samples are close to another one */
};

/*
 * A sufficient number of samples of a profile, and the subjects that may have a period: those whose
 * samples are distributed the most unevenly in each third of the time. Subjects with the same
 * samples are listed once, as the innermost function. Subjects with 95 % or more of the samples are
 * left out.
 */
struct period_subjects {
	uint64_t samples;
	uint64_t *time;	 /* owned: by sample, ns after the start of the span */
	uint64_t *masks; /* owned: by sample */
	uint32_t *rows;	 /* owned: by sample, the index in profile.threads */
	double each;	 /* samples of the profile that one sample stands for */
	uint32_t count;
	struct period_subject list[PERIOD_SUBJECTS_MOST];

	struct task_numbers tasks;
	/* by index in profile.threads: */
	uint32_t *name;	 /* owned: the string of its process name, */
	uint32_t *named; /* owned: and the number of that name, from 0 */
};

#define SAMPLES_MOST  (1u << 17) /* if there are more, a random part is used */
#define FRAMES_MOST   128	 /* of a stack, from the leaf */
#define SUBJECT_LEAST 15	 /* samples */
#define NEARLY_ALL    0.95	 /* such a subject is the same as the activity of all */
#define APART	      2.5	 /* in ticks: a longer gap begins another piece of work */
#define ALONE                                                                            \
	1.5 /* samples per piece of work; with fewer, chance decides which pieces have any */
#define THIRDS 3
#define CELLS  128 /* in each third */

/* Splitmix64: Steele, Lea and Flood 2014. */
static uint64_t scattered(uint64_t n)
{
	uint64_t z = (n + 1) * UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

/* The entities (frames, threads, processes, process names) and their counters. */
struct choosing {
	const struct profile *p;  /* borrowed, with all pointers below */
	const uint64_t *original; /* row of the profile, by sample */
	/* by entity */
	struct tally_of *tallies;
	/* by stack: the number of its frames, at most UINT16_MAX */
	uint16_t *depth;
	uint8_t *chosen; /* by entity: 1 + its subject */
	/* the index of the first entity of each kind; frames come first */
	uint32_t threads, processes, names;
	uint32_t count; /* entities */
};

/* The distribution of the samples of an entity. */
struct tally_of {
	uint64_t print; /* a hash of the set of samples */
	uint32_t samples[THIRDS];
	float pairs[THIRDS]; /* ordered pairs of samples in the same cell */
	uint32_t cell, in_cell;
	uint32_t row; /* the last sample, from 1; 0: none */
	/* pieces of work: samples that do not closely follow another one */
	uint32_t pieces;
	uint16_t depth;
	bool user; /* it has code outside the kernel */
};

/*
 * Choose a random subset: taking every second sample could always hit the same part of each cycle.
 */
static bool take_samples(struct period_subjects *s, const struct profile *p,
			 const struct bits *which, struct range span, uint64_t **original,
			 struct error *err)
{
	uint64_t first, last, all = 0, n = 0, limit = UINT64_MAX;
	uint64_t from = profile_origin(p) + span.from;
	size_t room;

	range_samples(p, span, &first, &last);
	for (uint64_t i = first; i < last; i++)
		all += bits_has(which, i);
	if (all > SAMPLES_MOST)
		limit = UINT64_MAX / all * (SAMPLES_MOST - SAMPLES_MOST / 64);
	room = (size_t)(all < SAMPLES_MOST ? all : SAMPLES_MOST);
	s->time = mem_array(room, sizeof *s->time, "samples", err);
	*original = s->time ? mem_array(room, sizeof **original, "samples", err) : NULL;
	if (!*original)
		return false;
	for (uint64_t i = first; i < last && n < room; i++) {
		if (!bits_has(which, i) || scattered(i) > limit)
			continue;
		s->time[n] = p->samples.time[i] - from;
		(*original)[n++] = i; /* room: n < room */
	}
	s->each = n ? (double)all / (double)n : 1;
	s->samples = n;
	return true;
}

/* ---- numbers of entities ---- */

static bool number_names(struct period_subjects *s, struct choosing *c, struct error *err)
{
	struct idmap names = {0};
	struct process_names called = {0};
	uint32_t named = 0;
	bool ok = process_names_build(&called, c->p, err);

	for (uint32_t i = 0; ok && i < c->p->thread_count; i++) {
		s->name[i] = called.of_thread[i];
		ok = idmap_put(&names, s->name[i], named, &s->named[i], err);
		named += ok && s->named[i] == named;
	}
	c->threads = c->p->frame_count;
	c->processes = c->threads + s->tasks.threads;
	c->names = c->processes + s->tasks.processes;
	c->count = c->names + named;
	idmap_release(&names);
	process_names_release(&called);
	return ok;
}

/* Parents come before their stacks. */
static bool find_depths(struct choosing *c, struct error *err)
{
	c->depth = mem_array(c->p->stack_count, sizeof *c->depth, "stacks", err);
	for (uint32_t i = 1; c->depth && i < c->p->stack_count; i++) {
		uint16_t above = c->depth[c->p->stacks[i].parent];

		c->depth[i] = (uint16_t)(above + (above < UINT16_MAX));
	}
	return c->depth != NULL;
}

static bool number_all(struct period_subjects *s, struct choosing *c, struct error *err)
{
	size_t n = c->p->thread_count;

	return (s->name = mem_array(n, sizeof *s->name, "threads", err)) &&
	       (s->named = mem_array(n, sizeof *s->named, "threads", err)) &&
	       task_numbers_build(&s->tasks, c->p, err) && number_names(s, c, err) &&
	       (c->tallies = mem_array(c->count, sizeof *c->tallies, "functions", err)) &&
	       (c->chosen = mem_array(c->count, 1, "functions", err)) &&
	       find_depths(c, err);
}

/* ---- the distribution of samples ---- */

static void close_cell(struct tally_of *t)
{
	t->pairs[t->cell / CELLS] += (float)t->in_cell * (float)(t->in_cell - 1);
}

struct sample_now {
	uint32_t row, cell; /* row: from 1 */
	/* samples from this row on are close: part of the same piece of work */
	uint32_t close;
	uint64_t scattered;
};

static void touch(struct tally_of *t, const struct sample_now *now, uint16_t depth)
{
	if (t->row == now->row)
		return; /* a recursive function */
	if (t->row && t->cell != now->cell)
		close_cell(t);
	if (!t->row)
		t->depth = depth;
	t->pieces += t->row < now->close;
	if (!t->row || t->cell != now->cell)
		t->in_cell = 0;
	t->row = now->row;
	t->cell = now->cell;
	t->in_cell++;
	t->samples[now->cell / CELLS]++;
	t->print += now->scattered;
}

static void count_sample(struct choosing *c, uint32_t stack, const struct sample_now *now,
			 struct tally_of *const of_threads[static 3])
{
	const struct profile *p = c->p;
	bool user = false;

	for (uint32_t k = FRAMES_MOST; k && stack; k--) {
		uint32_t frame = p->stacks[stack].frame;

		touch(&c->tallies[frame], now, c->depth[stack]);
		user |= c->tallies[frame].user;
		stack = p->stacks[stack].parent;
	}
	for (int i = 0; i < 3; i++) {
		touch(of_threads[i], now, 0);
		of_threads[i]->user |= user;
	}
}

static void count_samples(const struct period_subjects *s, struct choosing *c,
			  struct range span, double apart)
{
	const struct profile *p = c->p;
	double cells = THIRDS * CELLS / (double)(span.to - span.from + 1);
	struct sample_now now = {0};

	for (uint32_t i = 0; i < p->frame_count; i++)
		c->tallies[i].user =
		    frame_mode_of(p, i, FRAME_MODE_UNKNOWN) != FRAME_MODE_KERNEL &&
		    p->frames[i].kind != FRAME_IDLE;
	for (uint32_t i = 0, close = 0; i < s->samples; i++) {
		uint32_t row = s->rows[i];
		struct tally_of *of_threads[] = {
		    &c->tallies[c->threads + s->tasks.thread[row]],
		    &c->tallies[c->processes + s->tasks.process[row]],
		    &c->tallies[c->names + s->named[row]]};

		while ((double)(s->time[i] - s->time[close]) > apart)
			close++;
		now.row = i + 1;
		now.close = close + 1;
		now.cell = (uint32_t)fmin((double)s->time[i] * cells, THIRDS * CELLS - 1);
		now.scattered = scattered(i);
		count_sample(c, p->samples.stack[c->original[i]], &now, of_threads);
	}
	for (uint32_t i = 0; i < c->count; i++)
		if (c->tallies[i].row)
			close_cell(&c->tallies[i]);
}

/*
 * The number of pairs of samples in the same cell above that expected by chance, in standard
 * deviations: the least of the three thirds of the time, so that a single burst does not count.
 */
static double unevenness(const struct tally_of *t)
{
	double least = INFINITY;

	for (int i = 0; i < THIRDS; i++) {
		double n = t->samples[i], usual = n * n / CELLS;

		least = fmin(least, n > 0 ? (t->pairs[i] - usual) / sqrt(2 * usual) : 0);
	}
	return least;
}

/* ---- the choice ---- */

enum entity { FUNCTION, PROCESS, THREAD, NAME, ENTITIES };

/* The largest number of subjects of each kind. */
static const uint32_t most_of[ENTITIES] = {24, 8, 12, 4};

struct eligible {
	uint64_t print, samples;
	double unevenness;
	uint32_t id, depth;
	enum entity kind;
};

static enum entity kind_of(const struct choosing *c, uint32_t id)
{
	return id < c->threads	   ? FUNCTION
	       : id < c->processes ? THREAD
	       : id < c->names	   ? PROCESS
				   : NAME;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

/* Entities with the same samples are adjacent, the most specific one first. */
static int by_print(const void *left, const void *right)
{
	const struct eligible *a = left, *b = right;
	int order = compare_numbers(a->print, b->print);

	if (!order)
		order = compare_numbers(a->kind, b->kind);
	if (!order)
		order = compare_numbers(b->depth, a->depth);
	return order ? order : compare_numbers(a->id, b->id);
}

static int by_unevenness(const void *left, const void *right)
{
	const struct eligible *a = left, *b = right;

	if (a->unevenness != b->unevenness)
		return a->unevenness < b->unevenness ? 1 : -1;
	return compare_numbers(a->id, b->id);
}

static uint64_t samples_of(const struct tally_of *t)
{
	return (uint64_t)t->samples[0] + t->samples[1] + t->samples[2];
}

/* Periodic activity with at least three cycles has samples in each third of the time. */
static bool is_eligible(const struct period_subjects *s, const struct choosing *c,
			uint32_t id)
{
	const struct tally_of *t = &c->tallies[id];
	uint64_t n = samples_of(t);

	return n >= SUBJECT_LEAST && t->user && t->samples[0] && t->samples[1] &&
	       t->samples[2] && (double)n < NEARLY_ALL * (double)s->samples;
}

static uint32_t list_eligible(const struct period_subjects *s, const struct choosing *c,
			      struct eligible *list)
{
	uint32_t n = 0, distinct = 0;

	for (uint32_t i = 1; i < c->count; i++) {
		const struct tally_of *t = &c->tallies[i];
		struct eligible e = {t->print, samples_of(t), unevenness(t),
				     i,	       t->depth,      kind_of(c, i)};

		if (is_eligible(s, c, i))
			list[n++] = e; /* room: for all entities */
	}
	qsort(list, n, sizeof *list, by_print);
	for (uint32_t i = 0; i < n; i++)
		if (!i || list[i].print != list[i - 1].print)
			list[distinct++] = list[i]; /* room: at most as many as before */
	qsort(list, distinct, sizeof *list, by_unevenness);
	return distinct;
}

static uint32_t first_row_of(const struct period_subjects *s, const struct choosing *c,
			     const struct eligible *e)
{
	const uint32_t *numbers = e->kind == THREAD    ? s->tasks.thread
				  : e->kind == PROCESS ? s->tasks.process
						       : s->named;
	uint32_t first = e->kind == THREAD    ? c->threads
			 : e->kind == PROCESS ? c->processes
					      : c->names;
	uint32_t row = 0;

	while (numbers[row] != e->id - first)
		row++;
	return row;
}

static void choose_subjects(struct period_subjects *s, struct choosing *c,
			    const struct eligible *list, uint32_t count)
{
	static const enum period_scope scopes[ENTITIES] = {
	    PERIOD_OF_ALL, PERIOD_OF_PROCESS, PERIOD_OF_THREAD, PERIOD_OF_NAME};
	uint32_t taken[ENTITIES] = {0};

	for (uint32_t i = 0; i < count && s->count < PERIOD_SUBJECTS_MOST; i++) {
		const struct eligible *e = &list[i];
		struct period_subject *to = &s->list[s->count];

		if (taken[e->kind] == most_of[e->kind])
			continue;
		taken[e->kind]++;
		to->who.scope = scopes[e->kind];
		to->samples = e->samples;
		to->depth = e->depth;
		to->alone = (double)e->samples < ALONE * c->tallies[e->id].pieces;
		if (e->kind == FUNCTION)
			to->who.frame = e->id;
		else
			to->who.thread = first_row_of(s, c, e);
		c->chosen[e->id] = (uint8_t)++s->count;
	}
}

static uint64_t mask_of(const struct choosing *c, uint32_t entity)
{
	return c->chosen[entity] ? UINT64_C(1) << (c->chosen[entity] - 1) : 0;
}

static void mark_samples(struct period_subjects *s, const struct choosing *c)
{
	const struct profile *p = c->p;

	for (uint64_t i = 0; i < s->samples; i++) {
		uint32_t row = s->rows[i], stack = p->samples.stack[c->original[i]];
		uint64_t mask = mask_of(c, c->threads + s->tasks.thread[row]) |
				mask_of(c, c->processes + s->tasks.process[row]) |
				mask_of(c, c->names + s->named[row]);

		for (uint32_t k = FRAMES_MOST; k && stack; k--) {
			mask |= mask_of(c, p->stacks[stack].frame);
			stack = p->stacks[stack].parent;
		}
		s->masks[i] = mask;
	}
}

static bool choose_all(struct period_subjects *s, struct choosing *c, struct range span,
		       uint64_t tick, struct error *err)
{
	size_t n = (size_t)s->samples;
	struct eligible *list;

	s->rows = mem_array(n, sizeof *s->rows, "samples", err);
	s->masks = s->rows ? mem_array(n, sizeof *s->masks, "samples", err) : NULL;
	if (!s->masks || !number_all(s, c, err))
		return false;
	for (size_t i = 0; i < n; i++)
		s->rows[i] = profile_context(c->p, c->original[i])->thread;
	count_samples(s, c, span, tick ? APART * (double)tick * s->each : INFINITY);
	list = mem_array(c->count, sizeof *list, "functions", err);
	if (!list)
		return false;
	choose_subjects(s, c, list, list_eligible(s, c, list));
	mark_samples(s, c);
	mem_free(list);
	return true;
}

/*
 * A profile whose stacks have not been read has no subjects. `which`: moments only; `tick`: ns,
 * from activity_tick().
 */
static bool build_subjects(struct period_subjects *s, const struct profile *p,
			   const struct bits *which, struct range span, uint64_t tick,
			   struct error *err)
{
	struct choosing c = {.p = p};
	uint64_t *original = NULL;
	bool ok;

	if (p->times_only || p->server)
		return true;
	ok = take_samples(s, p, which, span, &original, err);
	c.original = original;
	ok = ok && choose_all(s, &c, span, tick, err);
	mem_free(original);
	mem_free(c.tallies);
	mem_free(c.chosen);
	mem_free(c.depth);
	return ok;
}

/* ---- scopes ---- */

/* The times of a subject's samples; `times` has room for all. Returns their number. */
static uint32_t period_subjects_times(const struct period_subjects *s, uint32_t subject,
				      uint64_t *times)
{
	uint32_t n = 0;

	for (uint64_t i = 0; i < s->samples; i++)
		if (s->masks[i] >> subject & 1)
			times[n++] = s->time[i]; /* room: for all samples */
	return n;
}

/* The number of samples that two subjects share. */
static uint64_t period_subjects_shared(const struct period_subjects *s, uint32_t a,
				       uint32_t b)
{
	uint64_t both = UINT64_C(1) << a | UINT64_C(1) << b, n = 0;

	for (uint64_t i = 0; i < s->samples; i++)
		n += (s->masks[i] & both) == both;
	return n;
}

#define NEARLY 0.9 /* of the samples of a subject */

/*
 * Do nearly all samples of the subject have the same number? `*row` is a row with it, found with
 * the majority vote of Boyer and Moore.
 */
static bool has_one(const struct period_subjects *s, uint32_t subject,
		    const uint32_t *numbers, uint32_t *row)
{
	uint64_t votes = 0, n = 0, samples = s->samples;

	for (uint64_t i = 0; i < samples; i++) {
		if (!(s->masks[i] >> subject & 1))
			continue;
		if (!votes)
			*row = s->rows[i];
		votes += numbers[s->rows[i]] == numbers[*row] ? 1 : UINT64_MAX;
	}
	for (uint64_t i = 0; i < samples; i++)
		n += s->masks[i] >> subject & 1 && numbers[s->rows[i]] == numbers[*row];
	return (double)n >= NEARLY * (double)s->list[subject].samples;
}

/* Do all samples have the same number? Then a scope adds nothing. */
static bool is_only_one(const struct period_subjects *s, const uint32_t *numbers)
{
	for (uint64_t i = 1; i < s->samples; i++)
		if (numbers[s->rows[i]] != numbers[s->rows[0]])
			return false;
	return true;
}

/*
 * The subject with its scope. A function gets the thread, process or process name that has nearly
 * all of its samples.
 */
static struct period_who period_subjects_who(const struct period_subjects *s,
					     uint32_t subject, const struct profile *p)
{
	const uint32_t *numbers[] = {s->tasks.thread, s->tasks.process, s->named};
	static const enum period_scope scopes[] = {PERIOD_OF_THREAD, PERIOD_OF_PROCESS,
						   PERIOD_OF_NAME};
	struct period_who who = s->list[subject].who;

	for (int i = 0; who.frame && who.scope == PERIOD_OF_ALL && i < 3; i++) {
		if (is_only_one(s, numbers[i]))
			break;
		if (has_one(s, subject, numbers[i], &who.thread))
			who.scope = scopes[i];
	}
	if (who.scope == PERIOD_OF_THREAD)
		who.name = p->threads[who.thread].comm;
	else if (who.scope != PERIOD_OF_ALL)
		who.name = s->name[who.thread];
	return who;
}

/* ---- periods of processes, threads and functions ---- */

#define EVERYBODY UINT32_MAX

/* A period of one series. */
struct subject_period {
	struct period period;
	uint32_t subject; /* index, or EVERYBODY */
	double samples;	  /* of the whole series */
	double burst;	  /* samples in its bursts */
	uint32_t depth;
	bool settled; /* it is part of a group that was reported */
};

struct subject_periods {
	struct subject_period *list; /* owned */
	size_t count, room;
};

/* Add the periods of a series, each of whose samples stands for `each`. */
static bool add_periods(struct subject_periods *t, const struct periods *found,
			struct subject_period as, double each, struct error *err)
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

/* Find the periods of one subject from its samples `m`. */
static bool search_subject(struct period_search *s, const struct period_subject *subject,
			   const struct activity_moments *m, struct periods *found,
			   struct error *err)
{
	const struct burst_moments moments = {m->time, (uint32_t)m->count, s->tick};
	struct burst_train *t = &s->train;
	uint32_t count;

	*t = burst_train_of(&moments);
	if (!(t->chance < log(TRAINS * s->part / PART_INSIDE) &&
	      t->length >= (double)INSIDE_LEAST &&
	      t->length * CYCLES_LEAST <= (double)(m->span.to - m->span.from)))
		t->count = 0; /* likely by chance, or no period in this time */
	if (!t->count && subject->alone)
		return true;
	if (!activity_build_moments(&s->activity, m, err) ||
	    !search_series(s, found, err))
		return false;
	/* many samples at one time fit many lengths: half of the cycles must have samples */
	count = found->count;
	found->count = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct period p = found->found[i];
		uint64_t last = UINT64_MAX;
		uint32_t cycles = 0;

		for (uint32_t k = 0; k < moments.count; k++) {
			cycles += moments.time[k] / p.length != last;
			last = moments.time[k] / p.length;
		}
		if (2 * (uint64_t)cycles >= p.cycles)
			found->found[found->count++] = p; /* room: as many */
	}
	return true;
}

static bool search_subjects(struct period_search *s,
			    const struct period_subjects *subjects,
			    const struct periods *all, uint64_t step,
			    struct subject_periods *t, struct error *err)
{
	uint64_t *times =
	    mem_array((size_t)subjects->samples, sizeof *times, "samples", err);
	struct activity_moments m = {.time = times, .span = all->span, .step = step};

	s->part = PART_INSIDE / subjects->count;
	s->tries = TRIES_INSIDE;
	s->most = MOST_INSIDE;
	for (uint32_t i = 0; times && i < subjects->count; i++) {
		const struct period_subject *subject = &subjects->list[i];
		struct subject_period as = {.subject = i,
					    .samples =
						(double)subject->samples * subjects->each,
					    .depth = subject->depth};
		struct periods found = {.span = all->span};

		m.count = period_subjects_times(subjects, i, times);
		if (!search_subject(s, subject, &m, &found, err) ||
		    !add_periods(t, &found, as, subjects->each, err))
			break;
	}
	mem_free(times);
	return !err->kind;
}

#define RATIO_MOST 16 /* between a period and its multiple */

/* Do two subjects have nearly the same samples? */
static bool are_alike(const struct period_subjects *s, uint32_t a, uint32_t b)
{
	uint64_t more;

	if (a == EVERYBODY || b == EVERYBODY)
		return a == b;
	more = s->list[a].samples > s->list[b].samples ? s->list[a].samples
						       : s->list[b].samples;
	return (double)period_subjects_shared(s, a, b) >= NEARLY * (double)more;
}

/* Are both equally long, or is one a multiple of the other with nearly the same samples? */
static bool is_same_period(const struct period_subjects *s,
			   const struct subject_period *a, const struct subject_period *b)
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
 * How well a subject describes the bursts: the harmonic mean of the share of its samples that are
 * in bursts, and of its share in the largest bursts, which have `most` samples.
 */
static double fit_of(const struct subject_period *t, double most)
{
	return 2 * t->burst / (t->samples + most);
}

#define AS_GOOD 0.95 /* of the best fit: then a callee is more specific than its caller */

/* The deepest of the subjects that describe the bursts nearly best. */
static const struct subject_period *most_telling(const struct subject_periods *t,
						 const uint32_t *group, uint32_t count)
{
	const struct subject_period *telling = NULL;
	double most = 0, best = 0;

	for (uint32_t i = 0; i < count; i++)
		most = fmax(most, t->list[group[i]].burst);
	for (uint32_t i = 0; i < count; i++)
		best = fmax(best, fit_of(&t->list[group[i]], most));
	for (uint32_t i = 0; i < count; i++) {
		const struct subject_period *x = &t->list[group[i]];

		if (fit_of(x, most) >= AS_GOOD * best &&
		    (!telling || x->depth > telling->depth))
			telling = x;
	}
	return telling;
}

/* Report the strongest first, and each period for one subject only. */
static bool report_groups(struct periods *f, const struct period_subjects *s,
			  const struct profile *p, struct subject_periods *t,
			  struct error *err)
{
	uint32_t *group = mem_array(t->count, sizeof *group, "periods", err);

	for (f->count = 0; group && f->count < PERIODS_MOST; f->count++) {
		const struct subject_period *first = NULL, *telling;
		uint32_t n = 0;

		for (size_t i = 0; i < t->count; i++)
			if (!t->list[i].settled && (!first || t->list[i].period.strength >
								  first->period.strength))
				first = &t->list[i];
		if (!first)
			break;
		for (size_t i = 0; i < t->count; i++)
			if (!t->list[i].settled &&
			    is_same_period(s, first, &t->list[i])) {
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

/* Search the processes, threads and functions. */
static bool search_inside(struct period_search *s, struct periods *f,
			  const struct profile *p, const struct periods_query *q,
			  uint64_t step, struct error *err)
{
	uint64_t coarse = (f->span.to - f->span.from) / STEPS_INSIDE + 1;
	struct subject_period all = {.subject = EVERYBODY, .samples = s->samples};
	struct period_subjects subjects = {0};
	struct subject_periods told = {0};
	bool ok = build_subjects(&subjects, p, q->which, f->span, s->tick, err);

	coarse = coarse > step ? coarse : step;
	coarse =
	    coarse > INSIDE_LEAST / STEPS_A_CYCLE ? coarse : INSIDE_LEAST / STEPS_A_CYCLE;

	ok = ok &&
	     (!subjects.count || (add_periods(&told, f, all, 1, err) &&
				  search_subjects(s, &subjects, f, coarse, &told, err) &&
				  report_groups(f, &subjects, p, &told, err)));
	mem_free(subjects.time);
	mem_free(subjects.masks);
	mem_free(subjects.rows);
	task_numbers_release(&subjects.tasks);
	mem_free(subjects.name);
	mem_free(subjects.named);
	mem_free(told.list);
	return ok;
}

bool periods_find(struct periods *f, const struct profile *p,
		  const struct periods_query *q, struct error *err)
{
	struct range span = activity_span(p, q->range);
	uint64_t step, length = span.to - span.from;
	struct period_search *s;
	bool ok = true;

	*f = (struct periods){0};
	s = mem_array(1, sizeof *s, "a search", err);
	if (!s)
		return false;
	s->spans = q->spans;
	s->clock = sampled_clock_of(p, q->event).period;
	if (!p->has_times)
		ok = error_set(err, ERROR_FORMAT,
			       "the samples have no times, so there are no periods");
	ok = ok && activity_tick(p, q->event, &s->tick, err);
	/* determine the length of steps, and which periods can be found with them */
	step = length / SPECTRUM_LONGEST + 1;
	if (TICKS_LEAST * (double)s->tick > (double)step * STEPS_A_CYCLE)
		step = (uint64_t)(TICKS_LEAST * (double)s->tick / STEPS_A_CYCLE);
	if (ok && TICKS_LEAST * CYCLES_LEAST * (double)s->tick < (double)length) {
		f->shortest = step * STEPS_A_CYCLE;
		f->longest = length / CYCLES_LEAST;
		f->span = span;
		if (f->longest <= f->shortest)
			f->longest = f->shortest = 0;
	}
	ok = ok && (!f->longest || search_all(s, f, p, q, step, err));
	for (uint32_t i = 1; i < f->count; i++)
		for (uint32_t j = i; j && f->found[j].strength > f->found[j - 1].strength;
		     j--) {
			struct period stronger = f->found[j];

			f->found[j] = f->found[j - 1];
			f->found[j - 1] = stronger;
		}
	if (ok && f->longest && !q->spans)
		ok = search_inside(s, f, p, q, step, err);
	mem_free(s->place);
	spectrum_release(&s->spectrum);
	mem_free(s);
	return ok;
}

/* ---- words ---- */

#define NAME_MOST 160 /* bytes */

/* Does another thread or process have the same name? */
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

static void write_threads(const struct period_who *w, const struct profile *p, char *buf,
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
		write_threads(w, p, threads, sizeof threads);
	if (w->frame && w->scope != PERIOD_OF_ALL)
		snprintf(buf, PERIODS_WHO, "%.*s (%s)", (int)name.len, name.at, threads);
	else if (w->frame)
		snprintf(buf, PERIODS_WHO, "%.*s", (int)name.len, name.at);
	else
		snprintf(buf, PERIODS_WHO, "%s",
			 w->scope != PERIOD_OF_ALL ? threads : "everything");
	return buf;
}

/* ---- bursts ---- */

static uint64_t rounded_to(uint64_t ns, uint64_t unit)
{
	return number_add(ns, unit / 2) / unit * unit;
}

bool periods_bursts(const struct periods *f, uint32_t period, struct ranges *all,
		    struct error *err)
{
	const struct period *p = &f->found[period];
	uint64_t first = p->first, length = p->length, unit = 1;

	if (!p->busy)
		return error_set(err, ERROR_NOTHING, "this period has no bursts");
	/* a burst that crosses the end of a cycle may have begun before the first cycle */
	if (first >= length)
		first -= length;
	if ((f->span.to - first) / length > SELECTION_MAX)
		return error_set(
		    err, ERROR_LIMIT,
		    "%" PRIu64
		    " bursts, but at most %d ranges can be combined: select less",
		    (f->span.to - first) / length, SELECTION_MAX);
	while (unit <= p->busy / 1000)
		unit *= 10;
	for (uint64_t late = 0; number_add(first, late) < f->span.to; late += length) {
		uint64_t from = number_add(first, late);
		struct range r = {rounded_to(from, unit),
				  rounded_to(number_add(from, p->busy), unit)};

		r.from = r.from > f->span.from ? r.from : f->span.from;
		r.to = r.to < f->span.to ? r.to : f->span.to;
		if (!ranges_add(all, r.from < r.to ? r : (struct range){0, 0}, err))
			return false;
	}
	return true;
}
