/* perf_chain.h - the call chain of a sample: addresses, and marks for the mode of the code. */

#ifndef INPUT_PERF_CHAIN_H
#define INPUT_PERF_CHAIN_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_records/perf_sample.h"

#define PERF_CHAIN_MADE 514 /* numbers */

/*
 * The chain of a sample of event `a`: its own, or one in `made`; borrowed like the sample. A sample
 * without addresses gets the address where it was taken, with `mode` as its mode. A chain of the
 * kernel only (--call-graph dwarf) also gets the address in the user registers. With --call-graph
 * lbr, the recorded branches replace the user part.
 */
struct text perf_chain_of(const struct perf_sample *s, const struct perf_attr *a,
			  unsigned mode, uint64_t made[PERF_CHAIN_MADE]);

/* Does it have a user part? */
bool perf_chain_has_user(struct text chain);

/*
 * Append these addresses (little-endian), leaf first, as the user part of a chain: `*joined` is the
 * new chain.
 */
bool perf_chain_with_user(struct intern *chains, uint32_t chain,
			  const uint64_t *addresses, size_t n, uint32_t *joined,
			  struct error *err);

/* An address of a chain. */
struct perf_step {
	uint64_t address;
	enum perf_mode mode;
};

/*
 * The next address, leaf first; false at the end. Begin with `*mode` PERF_MODE_USER, as perf does.
 * Code without frame pointers leaves arbitrary numbers in a chain, so a number in the range of
 * marks that is no known mark counts as an address.
 */
bool perf_chain_next(struct bytes *b, enum perf_mode *mode, struct perf_step *step);

/*
 * perf record --call-graph fp,defer: the kernel walks the user stack when a thread returns to it,
 * once for all samples since the thread entered the kernel. The chains of these samples end in a
 * mark and a number. The user stack comes later, in a record with the same number. Zero it to
 * begin.
 */
struct perf_deferred {
	struct idmap numbers;
	struct perf_waiting *waiting; /* owned */
	uint32_t *last; /* owned: by number, index + 1 of the last in `waiting` */
	size_t count, room, last_count, last_room;
	uint64_t unmet; /* samples that are still waiting */
};

void perf_deferred_release(struct perf_deferred *d);

/*
 * If the chain waits for its user stack, remember the sample; `sample` is any number of the
 * caller's.
 */
bool perf_deferred_wait(struct perf_deferred *d, struct text chain, uint32_t sample,
			struct error *err);

/* Remove a sample that waits for this number; false: there is none. */
bool perf_deferred_next(struct perf_deferred *d, uint64_t number, uint32_t *sample);

/* Append the user stack to the chain of such a sample: `*joined` is the new chain. */
bool perf_deferred_join(struct intern *chains, uint32_t chain, struct text stack,
			uint32_t *joined, struct error *err);

/* ---- a cache of stacks: most chains occur again soon, or never ---- */

/* The stack of a chain under one version of the maps. */
struct known_chain {
	uint32_t stack, site;
	uint32_t deep; /* addresses beyond the deepest stack */
	/* all addresses are of the kernel: the stack is the same in all processes */
	bool kernel;
};

/*
 * It has a fixed size: a chain replaces another in the same row, and overwrites the oldest bytes.
 */
struct chain_cache;

/* NULL and an error when memory runs out. Release with chain_cache_free(). */
struct chain_cache *chain_cache_new(struct error *err);
void chain_cache_free(struct chain_cache *k);

uint64_t chain_cache_hash(struct text chain);

/* Prefetch the memory that chain_cache_get() will read. */
void chain_cache_fetch(const struct chain_cache *k, uint64_t hash);

/*
 * The stack of a chain: of the kernel only, under version `kernel` of the maps, or under version
 * `process`; neither is 0. NULL: unknown. Borrowed until the next put.
 */
const struct known_chain *chain_cache_get(const struct chain_cache *k, uint64_t hash,
					  struct text chain, uint32_t kernel,
					  uint32_t process);

/* `version` is the kernel's if `is->kernel`, otherwise the process's. */
void chain_cache_put(struct chain_cache *k, uint64_t hash, struct text chain,
		     uint32_t version, const struct known_chain *is);
void chain_cache_forget(struct chain_cache *k);

#endif
