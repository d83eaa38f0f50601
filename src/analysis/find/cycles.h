/* cycles.h - an activity divided into cycles of one length: their similarity and their work. */

#ifndef ANALYSIS_FIND_CYCLES_H
#define ANALYSIS_FIND_CYCLES_H

#include <stdint.h>

#include "analysis/find/activity.h"
#include "base/error.h"

#define CYCLES_PHASES 64 /* parts of a cycle */
#define CYCLES_GROUPS 64 /* maximum; all groups have the same number of cycles */
#define CYCLES_TONES  16 /* maximum number of sines of a cycle */

struct complex_number {
	double re, im;
};

/*
 * Groups of consecutive cycles. The cycles of a group are added up phase by phase in `fold` if a
 * cycle has at least 2 * CYCLES_PHASES steps. Each group is described by tones, the complex
 * amplitudes of sines: tone[g][k] has k + 1 periods per cycle.
 */
struct cycles {
	double length;	       /* of a cycle, in steps */
	uint32_t groups, each; /* the number of groups, and of cycles in each */
	double fold[CYCLES_GROUPS][CYCLES_PHASES];
	struct complex_number circle[2 * CYCLES_PHASES]; /* e^(-i pi k / CYCLES_PHASES) */
	double middle[CYCLES_GROUPS]; /* the middle of each group, in steps */
	struct complex_number tone[CYCLES_GROUPS][CYCLES_TONES];
};

/* The sums, over all earlier steps, of the level, and of the level times the step number. */
struct cycle_sums {
	double level, moment;
};

/* A series of levels. */
struct cycle_series {
	const double *level; /* borrowed */
	uint32_t count;
	struct cycle_sums *before; /* owned, by step, with one more entry */
};

/*
 * `level` is not read before cycle_series_sum(), which must be called next. Release with
 * cycle_series_release().
 */
bool cycle_series_open(struct cycle_series *s, const double *level, uint32_t count,
		       struct error *err);
void cycle_series_release(struct cycle_series *s);

/* Compute the sums. Call it again after levels have changed. */
void cycle_series_sum(struct cycle_series *s);

/*
 * Divide a series of at least two cycles into whole cycles of `length` steps, and compute the first
 * `tones` tones. The others are 0, and so are tones with fewer than 8 steps per period.
 */
void cycles_cut(struct cycles *c, const struct cycle_series *series, double length,
		uint32_t tones);

/*
 * cycles_power(): the sum of the powers of the first `tones` tones, each divided by its background
 * in `ground`. cycles_tone_power(): the power of the tone with index `k`, divided by ground[k].
 */
double cycles_power(const struct cycles *c, const double *ground, uint32_t tones);
double cycles_tone_power(const struct cycles *c, const double *ground, uint32_t k);

#define CYCLES_PLACES 64

/* At most CYCLES_PLACES equally spaced frequencies. */
struct cycles_places {
	double from, step;
	uint32_t count;
};

/*
 * Set `power` to the powers, as in cycles_power(), at frequencies close to that of the cycle. `at`
 * has their offsets from the frequency of the cycle, in cycles per step.
 */
void cycles_powers(const struct cycles *c, const double *ground, uint32_t tones,
		   const struct cycles_places *at, double *power);

/*
 * Set `shape` to `count` points of the average cycle minus its mean, computed from the first
 * `tones` tones.
 */
void cycles_shape(const struct cycles *c, uint32_t tones, double *shape, uint32_t count);

/*
 * The natural logarithm of the probability that the groups would still be this similar if each of
 * them were shifted by a random time. `seed` is for the random numbers.
 *
 * Shifts keep the shape of each group, but not its phase. So a few large events, which fit any
 * cycle by chance, are not evidence. The shifted groups are surrogate data (Theiler et al. 1992).
 */
double cycles_chance(const struct cycles *c, const double *ground, uint32_t tones,
		     uint64_t seed);

struct cycle_work {
	double amount; /* per cycle: samples, or ns of spans */
	double steps;  /* length in steps */
	double from;   /* the start, in steps after the start of the cycle */
};

/*
 * The burst of the average cycle of `length` steps: the part with the largest sum of activity above
 * a threshold, which lies a quarter of the way from the floor to the highest level. The floor, from
 * which `amount` is counted, is the level that three quarters of the cycle exceed. `mean` is added
 * to all levels.
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
	double length;	/* ns between the starts of consecutive bursts */
	double error;	/* ns: the standard error of `length` */

	/*
	 * The natural logarithm of the probability that bursts are this regular if each begins a
	 * random time after the end of the previous one; 0: no such train.
	 */
	double chance;
};

/*
 * Find bursts at equal intervals with no samples between them. The moments are divided at their
 * longest gaps into different numbers of bursts, from four to BURST_TRAIN_MOST + 1. The division
 * that is least probable by chance is chosen (doc/analysis.md, "Bursts with nothing between").
 */
#define BURST_TRAIN_MOST 128
struct burst_train burst_train_of(const struct burst_moments *m);

#endif
