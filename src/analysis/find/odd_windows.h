/* odd_windows.h - windows of a timeline with far more samples than is usual. */

#ifndef ANALYSIS_FIND_ODD_WINDOWS_H
#define ANALYSIS_FIND_ODD_WINDOWS_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * Only slices with samples take memory, so that a few samples in ten years cost as little as
 * a few in a second. Slice 0 is the one of the first sample of the range, the last one that of
 * its last: nothing is known of the time outside.
 */
struct timeline {
	uint64_t slice;	 /* ns each */
	uint64_t from;	 /* ns after profile_origin(): where slice 0 begins */
	uint64_t slices; /* how many, filled or not */
	uint64_t count;	 /* of all samples */
	size_t filled;
	uint64_t *at;	  /* owned: the numbers of those with samples, rising */
	uint32_t *before; /* owned: by place in `at`, and one more: samples before it */
};

/* Which samples are counted. All borrowed. */
struct timeline_query {
	const struct bits *which; /* by sample */
	struct range range;	  /* what is looked at */
	uint64_t samples, tick;	  /* see timeline_slice() */
};

/* Release with timeline_release(). Without samples there are no slices. */
bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err);
void timeline_release(struct timeline *t);

/*
 * 10 ms, and less where about so many samples would be many (5 ms, 2 ms), or for what is over in
 * two seconds (a power of ten, not below 10 us); but then no less than the sampler's tick, at
 * which all CPUs may be asked at once. All in ns.
 */
uint64_t timeline_slice(uint64_t length, uint64_t samples, uint64_t tick);

/* Samples in slices [from, to). */
uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to);

/* How many filled slices come before this one. */
size_t timeline_place(const struct timeline *t, uint64_t slice);

/* The time of slices [from, to). */
struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to);

/*
 * Windows of several lengths slide over the timeline: 2, 3, 4, 6, 8, 12 ... slices, up to a
 * twentieth of it. What is usual, and how much it fluctuates, is the profile's own: the median
 * window, and the spread of the windows below it, as times the variance of a Poisson
 * variable (phi of a quasi-Poisson model, McCullagh and Nelder, ch. 6.2), of those within three
 * robust deviations after Anscombe's transform 2 sqrt(x + 3/8) (Biometrika 35, 1948). It is never
 * below 1, nor below that of shorter windows.
 *
 * The score of x samples where m are usual, and x is more, is the signed root of the deviance of a negative
 * binomial variable with that variance, which is as a normal deviate; else 0. doc/analysis.md derives it, and has
 * figures.
 */
#define ODD_LENGTHS 32

struct odd_length {
	uint64_t slices;
	double expected; /* samples */
	double spread;	 /* of windows with fewer samples than usual */
	double needed;	 /* score from which a window is odd */
	uint64_t odd;	 /* so many samples or more */
};

struct odd_measure {
	double rate; /* samples a slice that are usual */
	uint32_t lengths;
	struct odd_length by[ODD_LENGTHS];
};

/* `chance` that there is an odd window in pure noise, at most. */
bool odd_measure_take(struct odd_measure *m, const struct timeline *t, double chance,
		      struct error *err);

/* The score of x samples where m are expected. */
double odd_score_of(double x, double m, double spread);

/* The score of a stretch of so many slices with so many samples, as of the i-th length. */
double odd_score(const struct odd_measure *m, uint32_t i, uint64_t slices,
		 uint64_t samples);

/* Slices [from, to), with its score. */
struct odd_window {
	uint64_t from, to;
	uint64_t samples;
	double expected, score;
};

/*
 * Those that overlap are one, with the begin and the end that give the highest score. The
 * oddest first, then by time. At most ODD_WINDOWS_MAX; `left_out` says how many were more.
 */
#define ODD_WINDOWS_MAX 1000

struct odd_windows {
	struct odd_window *window; /* owned */
	size_t count, room;
	uint64_t left_out;
};

bool odd_windows_find(struct odd_windows *w, const struct odd_measure *m,
		      const struct timeline *t, struct error *err);
void odd_windows_release(struct odd_windows *w);

#endif
