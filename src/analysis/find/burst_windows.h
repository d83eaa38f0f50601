/* burst_windows.h - a timeline of samples, its usual rate, and its bursts. */

#ifndef ANALYSIS_FIND_BURST_WINDOWS_H
#define ANALYSIS_FIND_BURST_WINDOWS_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * The number of samples in each slice of time. Only slices with samples need memory, however long
 * the time is. The first and the last slice contain the first and the last counted sample of the
 * range.
 */
struct timeline {
	uint64_t slice;	 /* ns: the length of each slice */
	uint64_t from;	 /* ns after profile_origin(): the start of slice 0 */
	uint64_t slices; /* number of slices, with or without samples */
	uint64_t count;	 /* samples */
	size_t filled;	 /* slices with samples */
	uint64_t *at;	 /* owned: the numbers of the slices with samples, ascending */
	/* owned, by index of `at`, with one more entry: the number of samples before the slice */
	uint32_t *before;
};

/* The samples to count. */
struct timeline_query {
	const struct bits *which; /* borrowed, by sample */
	struct range range;
	uint64_t tick; /* ns: the sampling period; 0: unknown */
};

/*
 * The length of slices is 10 ms, or 5 or 2 ms if there are many samples. If there would be fewer
 * than 200 slices, the length is divided by 10, 100, ..., but is never less than 2 us. It is at
 * least the sampling period or 10 ms, whichever is less, because all CPUs may be sampled at once.
 * Without times or counted samples, there are no slices. Release with timeline_release().
 */
bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err);
void timeline_release(struct timeline *t);

/* The number of samples in slices [from, to). */
uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to);

/* The time of slices [from, to). */
struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to);

/*
 * Windows of 2, 3, 4, 6, 8, 12 ... slices slide over the timeline; the longest ones have at most a
 * twentieth of all slices. The usual count of windows of one length is their median count; for
 * short windows, it follows from that of longer ones. The spread is the variance of the counts
 * below the median, divided by the variance of a Poisson variable (phi of a quasi-Poisson model,
 * McCullagh and Nelder, ch. 6.2). Outliers beyond three robust deviations are ignored; to find
 * them, counts are transformed to 2 sqrt(x + 3/8) (Anscombe, Biometrika 35, 1948). The spread is at
 * least 1, and at least the spread of shorter windows.
 *
 * The score of x samples where m are expected is the square root of the deviance of a negative
 * binomial variable with this spread. It is comparable with a normal deviate, and is 0 for x <= m.
 * See doc/analysis.md.
 */
#define BURST_LENGTHS 32

struct burst_length {
	uint64_t slices;
	double expected; /* the usual count */
	double spread;	 /* the variance divided by that of a Poisson variable */
	double needed;	 /* the least score of an odd (unusual) window */
	uint64_t odd;	 /* the least number of samples of an odd window */
};

struct rate_baseline {
	double rate; /* the usual number of samples per slice */
	uint32_t lengths;
	struct burst_length by[BURST_LENGTHS];
};

/* Find the usual rate. `chance` is the highest allowed probability that noise has an odd window. */
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
 * The odd windows, sorted by score, descending, then by time. Overlapping windows are replaced by
 * one, whose ends are chosen for a high score. `left_out` is the number of windows beyond
 * BURST_WINDOWS_MAX.
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
