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
	uint64_t *at; /* owned: the numbers of those with samples, rising; NULL: all are
			     there, samples or not: timeline_at() */
	uint32_t *before; /* owned: by place in `at`, and one more: samples before it */
	uint32_t *begin;  /* owned: of shares: by slice, and one more: its first row */
	const struct profile *profile; /* borrowed: whose rows these are */
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
 * The same with slices of so many samples each, as if these came at even times: how many of them
 * are what counts, however busy it was. What passes makes time go on and is not counted itself.
 */
enum timeline_role { TIMELINE_NOTHING, TIMELINE_PASSES, TIMELINE_COUNTS };

/* What a context is in each of some timelines: timeline_role_in(). */
#define TIMELINE_ROLE_BITS 2
#define TIMELINES_MOST	   (8 / TIMELINE_ROLE_BITS)

static inline uint8_t timeline_role_in(uint32_t timeline, enum timeline_role role)
{
	return (uint8_t)(role << TIMELINE_ROLE_BITS * timeline);
}

struct timeline_shares {
	uint32_t count;			  /* of timelines */
	const uint8_t *roles;		  /* borrowed: by context */
	uint64_t samples[TIMELINES_MOST]; /* so many at most have a role in each */
	uint64_t slice;			  /* samples */
};

/* All in one pass, each to be released; none is when this fails. */
bool timelines_build_shares(struct timeline *each, const struct profile *p,
			    const struct timeline_query *q,
			    const struct timeline_shares *shares, struct error *err);

/*
 * 10 ms, and less where about so many samples would be many (5 ms, 2 ms), or for what is over in
 * two seconds (a power of ten, not below 10 us); but then no less than the sampler's tick, at
 * which all CPUs may be asked at once. All in ns.
 */
uint64_t timeline_slice(uint64_t length, uint64_t samples, uint64_t tick);

/* Slices [from, to). */
struct timeline_cut {
	uint64_t from, to;
};

/*
 * A timeline of moments without these slices, in order of time and apart, as if what is before
 * and after each followed on each other. Only counting in it makes sense: it has no times.
 */
bool timeline_without(struct timeline *out, const struct timeline *t,
		      const struct timeline_cut *cuts, size_t count, struct error *err);

/* The number of filled slice `i`. */
static inline uint64_t timeline_at(const struct timeline *t, size_t i)
{
	return t->at ? t->at[i] : i;
}

/* Samples in slices [from, to). */
uint64_t timeline_count(const struct timeline *t, uint64_t from, uint64_t to);

/* How many filled slices come before this one. */
size_t timeline_place(const struct timeline *t, uint64_t slice);

/* The time of slices [from, to). */
struct range timeline_range(const struct timeline *t, uint64_t from, uint64_t to);

#endif
