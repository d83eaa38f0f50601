/* wait_lengths.h - how many waits each function has in a range, how long they were, and the longest. */

#ifndef ANALYSIS_WAIT_LENGTHS_H
#define ANALYSIS_WAIT_LENGTHS_H

#include "analysis/flame.h"

#define WAIT_BUCKETS 64

/*
 * Of the waits that have a function in their stack, once each. A wait is a sample of a profile of
 * threads' time (waiting_profile.h) other than of time that they ran. Lengths are of whole waits,
 * also of one that the range cuts, in ns.
 */
struct wait_length {
	uint64_t count, longest;
	uint64_t buckets
	    [WAIT_BUCKETS]; /* [k]: those of 2^k up to, but not including, 2^(k+1) ns */
};

/* All zero: of no waits. */
struct wait_lengths {
	struct wait_length *list; /* owned */
	size_t count, room;
	uint32_t *
	    by_frame; /* owned: 1 + its place in the list; 0: it has none; NULL: none has */
	int shortest,
	    longest; /* of all buckets that are not empty the first and the last */
};

/*
 * Of the range that `f` shows. All zero if the profile is not of threads' time, or only of what ran.
 * Costs the waits of the range, each with its stack. Release it, also after a failure.
 */
bool wait_lengths_build(struct wait_lengths *l, const struct flame *f, struct error *err);
void wait_lengths_release(struct wait_lengths *l);

/* NULL: no wait has this function. */
const struct wait_length *wait_lengths_of(const struct wait_lengths *l, uint32_t frame);

#endif
