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

#endif
