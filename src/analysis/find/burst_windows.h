/* burst_windows.h - a timeline of samples, its usual rate, and windows with far more samples. */

#ifndef ANALYSIS_FIND_BURST_WINDOWS_H
#define ANALYSIS_FIND_BURST_WINDOWS_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * The number of samples in each slice of time. Only slices with samples take memory, so that a few
 * samples in ten years cost as little as a few in a second. Slice 0 holds the first sample of the
 * range and the last slice its last sample.
 */
struct timeline {
	uint64_t slice;	 /* ns each */
	uint64_t from;	 /* ns after profile_origin(): the start of slice 0 */
	uint64_t slices; /* their number, filled or not */
	uint64_t count;	 /* samples */
	size_t filled;	 /* slices with samples */
	uint64_t *at;	 /* owned: the numbers of the filled slices, ascending */
	/* owned: by index of `at`, and one more: samples before that slice */
	uint32_t *before;
};

/* The samples to count. All borrowed. */
struct timeline_query {
	const struct bits *which; /* by sample */
	struct range range;
	uint64_t samples; /* of `which` in the whole profile */
	uint64_t tick;	  /* ns: the sampling period; 0: unknown */
};

/*
 * Slices take 10 ms, or less (5 ms, 2 ms) if they would hold many samples, or a power of ten down
 * to 10 us in a range of less than two seconds; but no less than the sampling period, as all CPUs
 * may be sampled at once. Without samples there are no slices. Release with timeline_release().
 */
bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err);
void timeline_release(struct timeline *t);

/* Samples in slices [from, to). */
uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to);

/* The time of slices [from, to). */
struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to);

/*
 * Windows of several lengths slide over the timeline: 2, 3, 4, 6, 8, 12 ... slices, up to a
 * twentieth of it. The profile itself defines the usual count and its fluctuation: the median
 * window, and the variance of the windows below it divided by that of a Poisson variable (phi of
 * a quasi-Poisson model, McCullagh and Nelder, ch. 6.2), without windows beyond three robust
 * deviations after Anscombe's transform 2 sqrt(x + 3/8) (Biometrika 35, 1948). This spread is
 * never below 1, nor below that of shorter windows.
 *
 * The score of x samples where m < x are expected is the root of the deviance of a negative
 * binomial variable with that variance; it is on the scale of a normal deviate. For x <= m it is
 * 0. doc/analysis.md derives it and has figures.
 */
#define BURST_LENGTHS 32

struct burst_length {
	uint64_t slices;
	double expected; /* samples */
	double spread;	 /* variance over that of a Poisson variable */
	double needed;	 /* a window with this score is odd, */
	uint64_t odd;	 /* and so is one with this many samples */
};

struct rate_baseline {
	double rate; /* usual samples per slice */
	uint32_t lengths;
	struct burst_length by[BURST_LENGTHS];
};

/* `chance`: the highest probability of an odd window in pure noise. */
bool rate_baseline_take(struct rate_baseline *m, const struct timeline *t, double chance,
			struct error *err);

/* The score of x samples where m are expected. */
double burst_score(double x, double m, double spread);

/* Slices [from, to). */
struct burst_window {
	uint64_t from, to;
	uint64_t samples;
	double expected, score;
};

/*
 * Overlapping windows are joined, with the ends that give the highest score. Sorted by descending
 * score, then by time. At most BURST_WINDOWS_MAX; `left_out` counts the rest.
 */
#define BURST_WINDOWS_MAX 1000

struct burst_windows {
	struct burst_window *window; /* owned */
	size_t count, room;
	uint64_t left_out;
};

bool burst_windows_find(struct burst_windows *w, const struct rate_baseline *m,
			const struct timeline *t, struct error *err);
void burst_windows_release(struct burst_windows *w);

#endif
