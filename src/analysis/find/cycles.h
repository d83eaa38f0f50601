/* cycles.h - an activity cut into cycles of one length: how well they agree, and their work. */

#ifndef ANALYSIS_FIND_CYCLES_H
#define ANALYSIS_FIND_CYCLES_H

#include <stdint.h>

#include "analysis/find/activity.h"
#include "base/error.h"

#define CYCLES_PHASES 64 /* parts of a cycle */
#define CYCLES_GROUPS 64 /* the most groups; all have the same number of cycles */
#define CYCLES_TONES  16 /* the most sines of a cycle */

struct complex_number {
	double re, im;
};

/*
 * Groups of consecutive cycles, added up phase by phase, and the tones of each group: tone k - 1
 * has k periods in a cycle.
 */
struct cycles {
	double length;	       /* of a cycle, in steps */
	uint32_t groups, each; /* number of groups, and of cycles in a group */
	double fold[CYCLES_GROUPS][CYCLES_PHASES];
	struct complex_number circle[2 * CYCLES_PHASES]; /* e^(-i pi k / phases) */
	double middle[CYCLES_GROUPS];			 /* of a group, in steps */
	struct complex_number tone[CYCLES_GROUPS][CYCLES_TONES];
};

/* The sums of all levels before a step, and of level times step number. */
struct cycle_sums {
	double level, moment;
};

/* The series of levels to cut. */
struct cycle_series {
	const double *level; /* borrowed */
	uint32_t count;
	struct cycle_sums *before; /* owned: by step, and one more */
};

/* Does not read `level` yet: call cycle_series_sum(). Release with cycle_series_release(). */
bool cycle_series_open(struct cycle_series *s, const double *level, uint32_t count,
		       struct error *err);
void cycle_series_release(struct cycle_series *s);

/* Compute the sums; call it again whenever the levels have changed. */
void cycle_series_sum(struct cycle_series *s);

/*
 * Cut the series into whole cycles of `length` steps, at least two, and compute their first `tones`
 * tones; the others are 0.
 */
void cycles_cut(struct cycles *c, const struct cycle_series *series, double length,
		uint32_t tones);

/*
 * Power of the first `tones` tones, each divided by its background in `ground`; of tone k alone.
 */
double cycles_power(const struct cycles *c, const double *ground, uint32_t tones);
double cycles_tone_power(const struct cycles *c, const double *ground, uint32_t k);

#define CYCLES_PLACES 64

/* At most CYCLES_PLACES equidistant frequencies. */
struct cycles_places {
	double from, step;
	uint32_t count;
};

/*
 * The power at each place, whose frequency (in 1 / steps) is that of the cycle plus the place's
 * offset, which must be small.
 */
void cycles_powers(const struct cycles *c, const double *ground, uint32_t tones,
		   const struct cycles_places *at, double *power);

/* The average cycle without its mean: the sum of its first tones at `count` points, in levels. */
void cycles_shape(const struct cycles *c, uint32_t tones, double *shape, uint32_t count);

/*
 * The natural logarithm of the chance that the same groups, each shifted by a random time (from
 * `seed`), agree as well as these do.
 *
 * The shifts keep everything that happens within a cycle, its bursts and its memory, but not that
 * it happens at the same time of each cycle. So a few large events, which fit any cycle by chance,
 * are no evidence. Theiler et al. 1992 call such data surrogates.
 */
double cycles_chance(const struct cycles *c, const double *ground, uint32_t tones,
		     uint64_t seed);

struct cycle_work {
	double amount; /* per cycle, in levels: samples, or ns of spans */
	double steps;  /* length in steps */
	double from;   /* its start, in steps after the start of the cycle */
};

/*
 * The burst of the average cycle of `length` steps: the stretch with the most activity above the
 * floor, which is the level that three quarters of the cycle exceed. `mean` is added to all levels.
 */
struct cycle_work cycle_work_of(const struct activity *a, double mean, double length);

/* The times of samples, and the sampling period. */
struct burst_moments {
	const uint64_t *time; /* borrowed: ns, ascending */
	uint32_t count;
	uint64_t tick; /* ns */
};

struct burst_train {
	uint32_t count; /* bursts */
	double length;	/* ns from start to start, */
	double error;	/* and its standard error */

	/*
	 * The natural logarithm of the chance that bursts begin this regularly if each begins a
	 * random time after the end of the last one.
	 */
	double chance;
};

/*
 * Find bursts at equal intervals with nothing between them. The moments are cut at their longest
 * gaps, three to BURST_TRAIN_MOST; the number of bursts that is least likely by chance is chosen
 * (doc/analysis.md, "Bursts with nothing between"). `chance` is 0 if there is no such train.
 */
#define BURST_TRAIN_MOST 128
struct burst_train burst_train_of(const struct burst_moments *m);

#endif
