/* cycles.h - an activity cut into cycles of one length: do they do the same, and what? */

#ifndef ANALYSIS_FIND_CYCLES_H
#define ANALYSIS_FIND_CYCLES_H

#include <stdint.h>

#include "analysis/find/activity.h"
#include "base/error.h"

#define CYCLES_PHASES 64 /* a cycle is told in so many parts */
#define CYCLES_GROUPS 64 /* at most: so many cycles each as it takes */
#define CYCLES_TONES  16 /* sines that a cycle is made of, at most */

struct complex_number {
	double re, im;
};

/*
 * Neighbouring cycles in groups of equally many, each added up phase by phase; of every group
 * its tones: tone k - 1 is the one that comes k times a cycle.
 */
struct cycles {
	double length;	       /* of a cycle, in steps */
	uint32_t groups, each; /* groups, and cycles in a group */
	double fold[CYCLES_GROUPS][CYCLES_PHASES];
	struct complex_number circle[2 * CYCLES_PHASES]; /* e^(-i pi k / phases) */
	double middle[CYCLES_GROUPS];			 /* of a group, in steps */
	struct complex_number tone[CYCLES_GROUPS][CYCLES_TONES];
};

/* Of all levels before a step, and of each times its step's number. */
struct cycle_sums {
	double level, moment;
};

/* What is cut. */
struct cycle_series {
	const double *level; /* borrowed */
	uint32_t count;
	struct cycle_sums *before; /* owned: by step, and one more */
};

/* Of `count` levels, whatever they are. Release with cycle_series_release(). */
bool cycle_series_open(struct cycle_series *s, const double *level, uint32_t count,
		       struct error *err);
void cycle_series_release(struct cycle_series *s);

/* The levels have changed. */
void cycle_series_sum(struct cycle_series *s);

/*
 * Cut whole cycles of so many steps only, and find their first `tones` tones: the others are 0. At
 * least two must fit.
 */
void cycles_cut(struct cycles *c, const struct cycle_series *series, double length,
		uint32_t tones);

/* Power of the first `tones` tones, each divided by its background in `ground`; of tone k alone. */
double cycles_power(const struct cycles *c, const double *ground, uint32_t tones);
double cycles_tone_power(const struct cycles *c, const double *ground, uint32_t k);

#define CYCLES_PLACES 64

/* So many places next to each other, CYCLES_PLACES at most. */
struct cycles_places {
	double from, step;
	uint32_t count;
};

/*
 * The same, `power` by place, if a cycle took that much more of a cycle's frequency (in 1 / steps),
 * as close to that length as the groups were cut.
 */
void cycles_powers(const struct cycles *c, const double *ground, uint32_t tones,
		   const struct cycles_places *at, double *power);

/*
 * What a cycle does on average, above and below the mean: its first tones, at `count` evenly
 * distributed moments of it, in levels of the series.
 */
void cycles_shape(const struct cycles *c, uint32_t tones, double *shape, uint32_t count);

/*
 * How likely groups that do the same, but each at a time of its own, would fit together as well
 * as these do: the natural logarithm. What every group is shifted by is chance from `seed`.
 *
 * That keeps whatever goes on within a cycle, its bursts and its memory; only that it comes at
 * the same time of each is lost. Few large events, which fit any cycle by chance, are
 * so no evidence: Theiler et al. 1992 call such data surrogates.
 */
double cycles_chance(const struct cycles *c, const double *ground, uint32_t tones,
		     uint64_t seed);

/* The logarithm of the chance that a gamma distribution of this shape and scale 1 exceeds x. */
double cycles_gamma(double shape, double x);

struct cycle_work {
	double amount; /* in a cycle, as levels: samples, or ns of spans */
	double steps;  /* how long that takes, in steps, */
	double from;   /* and when it begins, in steps after the beginning of a cycle */
};

/*
 * Of all whole cycles of `length` steps laid upon each other: the one stretch of the cycle in which
 * most goes on above the floor, the level that is there in all but a quarter of the cycle.
 * `mean` is added to all levels.
 */
struct cycle_work cycle_work_of(const struct activity *a, double mean, double length);

/* When something was sampled, and how often anybody looked. */
struct burst_moments {
	const uint64_t *time; /* borrowed: ns, rising */
	uint32_t count;
	uint64_t tick; /* ns */
};

struct burst_train {
	uint32_t count; /* bursts */
	double length;	/* ns from the begin of one to the next one's, */
	double error;	/* and its standard error */

	/*
	 * The natural logarithm of how likely some bursts of the same moments, if each came an
	 * unpredictable time after the end of the last one, began so regularly.
	 */
	double chance;
};

/*
 * The moments are cut at their longest gaps, of which there may be three or BURST_TRAIN_MOST: with the
 * number of bursts that is the least likely by chance (doc/analysis.md, "Bursts with nothing
 * between"). Chance is 0 where there is no such number.
 */
#define BURST_TRAIN_MOST 128
struct burst_train burst_train_of(const struct burst_moments *m);

#endif
