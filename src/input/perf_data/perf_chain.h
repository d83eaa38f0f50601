/* perf_chain.h - the call chain of a sample: addresses, with marks of whose they are. */

#ifndef INPUT_PERF_CHAIN_H
#define INPUT_PERF_CHAIN_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_records/perf_sample.h"

#define PERF_CHAIN_MADE 514 /* numbers */

/*
 * The chain of a sample of `a`: its own, or one in `made`; borrowed like the sample. A sample
 * without one, or with an empty one, has the one address where it was; `mode` says whose. One
 * of the kernel alone (--call-graph dwarf) also has the address in its user registers, and
 * --call-graph lbr has the calls of the user's side in place of its addresses.
 */
struct text perf_chain_of(const struct perf_sample *s, const struct perf_attr *a,
			  unsigned mode, uint64_t made[PERF_CHAIN_MADE]);

/* Has it a user's part? */
bool perf_chain_has_user(struct text chain);

/* The chain with these addresses, leaf first, for its user's part: its number in `chains`. */
bool perf_chain_with_user(struct intern *chains, uint32_t chain,
			  const uint64_t *addresses, size_t n, uint32_t *joined,
			  struct error *err);

/* An address of a chain. */
struct perf_step {
	uint64_t address;
	enum perf_mode mode;
};

/*
 * Walk a chain: begin with `*mode` PERF_MODE_USER, as perf does. The next address, leaf
 * first; false at the end. Code without frame pointers leaves any number in a chain, so one
 * that would be a mark and is none is an address like others.
 */
bool perf_chain_next(struct bytes *b, enum perf_mode *mode, struct perf_step *step);

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
