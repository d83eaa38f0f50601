/* perf_deferred.h - user stacks that come after the samples they belong to. */

#ifndef INPUT_PERF_DEFERRED_H
#define INPUT_PERF_DEFERRED_H

#include "base/idmap.h"
#include "base/intern.h"

/*
 * perf record --call-graph fp,defer: the kernel walks the user's stack only when a thread
 * goes back to it, once for all samples since it came from there. Their chains end in a mark
 * and a number, by which the stack is known in a record of its own. Zero it to begin.
 */
struct perf_deferred {
	struct idmap numbers;
	struct perf_waiting *waiting; /* owned */
	uint32_t *last;		      /* owned: by number, the last that waits, + 1 */
	size_t count, room, last_count, last_room;
	uint64_t unmet; /* samples that still wait */
};

void perf_deferred_release(struct perf_deferred *d);

/* Does this chain wait? Then remember the sample, which is any number of the caller's. */
bool perf_deferred_wait(struct perf_deferred *d, struct text chain, uint32_t sample,
			struct error *err);

/* The next sample that waits for this number, which waits no longer; false: none does. */
bool perf_deferred_next(struct perf_deferred *d, uint64_t number, uint32_t *sample);

/* The chain of such a sample with its user stack: its number in `chains`. */
bool perf_deferred_join(struct intern *chains, uint32_t chain, struct text stack,
			uint32_t *joined, struct error *err);

#endif
