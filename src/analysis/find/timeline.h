/* timeline.h - how many samples fell into each fine slice of time, kept where there are any. */

#ifndef ANALYSIS_FIND_TIMELINE_H
#define ANALYSIS_FIND_TIMELINE_H

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
	uint64_t *before; /* owned: by place in `at`, and one more: samples before it */
};

/* Which samples are counted. All borrowed. */
struct timeline_query {
	const struct bits *which; /* by sample */
	struct range range;	  /* what is looked at */
	const uint8_t *contexts;  /* by context: not 0: they count; NULL: all do */
	struct range whole;	  /* all that `slices` have to cover; empty: as counted */
	uint64_t slice;		  /* ns; 0: what suits the time and the samples, */
	uint64_t samples;	  /* about so many */
};

/* Release with timeline_release(). Without samples there are no slices. */
bool timeline_build(struct timeline *t, const struct profile *p,
		    const struct timeline_query *q, struct error *err);
void timeline_release(struct timeline *t);

/*
 * 10 ms, and less where it would have many samples (5 ms, 2 ms) or for what is over in two
 * seconds (a power of ten, not below 10 us).
 */
uint64_t timeline_slice(uint64_t length, uint64_t samples);

/* Samples in slices [from, to). */
uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to);

/* How many filled slices come before this one. */
size_t timeline_place(const struct timeline *t, uint64_t slice);

/* The time of slices [from, to). */
struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to);

#endif
