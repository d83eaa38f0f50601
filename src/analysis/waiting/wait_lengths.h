/* wait_lengths.h - how many waits each function has, and how long they are. */

#ifndef ANALYSIS_WAIT_LENGTHS_H
#define ANALYSIS_WAIT_LENGTHS_H

#include "analysis/flame.h"

#define WAIT_BUCKETS 64

/*
 * The waits whose stacks contain a function; each wait counts once. A wait is a span of a
 * waiting_profile(), of more than 0 ns, in any state but running; requests and system calls count,
 * too. Lengths are in ns, and include the part of a wait outside the range.
 */
struct wait_length {
	uint64_t count, longest;
	/* [k]: the waits of 2^k up to, but not including, 2^(k+1) ns */
	uint64_t buckets[WAIT_BUCKETS];
};

/* A zeroed struct has no waits. */
struct wait_lengths {
	struct wait_length *list; /* owned */
	size_t count, room;
	/* owned: by frame, 1 + its index in `list`; 0: it has no waits; NULL: no frame has waits */
	uint32_t *by_frame;
	int shortest, longest; /* the first and the last bucket with waits */
};

/*
 * Count the waits of the range that `f` shows. `list` is empty if the profile is not from
 * waiting_profile(), or has no times or only running time. Walks the stack of each wait. Release
 * with wait_lengths_release(), even after a failure.
 */
bool wait_lengths_build(struct wait_lengths *l, const struct flame *f, struct error *err);
void wait_lengths_release(struct wait_lengths *l);

/* NULL: the function has no waits. */
const struct wait_length *wait_lengths_of(const struct wait_lengths *l, uint32_t frame);

#endif
