/* perf_chain.h - call chains of samples: addresses, and marks for the mode of the code. */

#ifndef INPUT_PERF_CHAIN_H
#define INPUT_PERF_CHAIN_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/perf_data/perf_maps.h"
#include "input/perf_records/perf_sample.h"

#define PERF_CHAIN_MADE 514 /* 64-bit numbers */

/*
 * The chain of a sample of event `a`: the recorded chain, or one built in `made`. Borrowed from
 * either. A chain without addresses is replaced by the address of the sample, with mode `mode`. A
 * chain with kernel addresses only (--call-graph dwarf) also gets the address in the user
 * registers. With --call-graph lbr, the recorded branches replace the user part.
 */
struct text perf_chain_of(const struct perf_sample *s, const struct perf_attr *a,
			  unsigned mode, uint64_t made[PERF_CHAIN_MADE]);

bool perf_chain_has_user(struct text chain);

/*
 * Store a chain of the kernel part of `chain` and `n` user addresses (little-endian, leaf first).
 * `*joined` is its number in `chains`. False and an error when memory runs out.
 */
bool perf_chain_with_user(struct intern *chains, uint32_t chain,
			  const uint64_t *addresses, size_t n, uint32_t *joined,
			  struct error *err);

struct perf_step {
	uint64_t address;
	enum perf_mode mode;
};

/*
 * Get the next address, leaf first; false at the end. Before the first call, set `*mode` to
 * PERF_MODE_USER, as perf does. Code without frame pointers leaves arbitrary numbers in a chain, so
 * an unknown number in the range of marks counts as an address.
 */
bool perf_chain_next(struct bytes *b, enum perf_mode *mode, struct perf_step *step);

/*
 * The deferred user stacks of perf record --call-graph fp,defer. When a thread returns to user
 * mode, the kernel walks its user stack once for all samples since the thread entered the kernel.
 * The chains of these samples end in a mark and a number. A later record with the same number has
 * the user stack. Zero it to begin.
 */
struct perf_deferred {
	struct idmap numbers;
	struct perf_waiting *waiting; /* owned */
	/* owned: by index from `numbers`, index + 1 of the last sample in `waiting`; 0: none */
	uint32_t *last;
	size_t count, room, last_count, last_room;
	uint64_t unmet; /* samples that still wait */
};

void perf_deferred_release(struct perf_deferred *d);

/*
 * If the chain lacks its deferred user stack, remember `sample`, a number that the caller chooses.
 * False and an error when memory runs out.
 */
bool perf_deferred_wait(struct perf_deferred *d, struct text chain, uint32_t sample,
			struct error *err);

/* Remove a sample that waits for the stack of this number; false: no such sample is left. */
bool perf_deferred_next(struct perf_deferred *d, uint64_t number, uint32_t *sample);

/* Append the user stack to the chain of a waiting sample; `*joined` is the new chain's number. */
bool perf_deferred_join(struct intern *chains, uint32_t chain, struct text stack,
			uint32_t *joined, struct error *err);

/* ---- a cache of stacks: a chain usually occurs again soon or never ---- */

/* The stack of a chain under one version of the maps. */
struct known_chain {
	uint32_t stack, site;
	uint32_t deep; /* number of addresses that exceed the greatest depth of a stack */
	/* all addresses are in the kernel: the stack is the same in all processes */
	bool kernel;
};

/*
 * The cache has a fixed size: a new chain replaces the one in its row, and overwrites the oldest
 * bytes.
 */
struct chain_cache;

/* NULL and an error when memory runs out. Release with chain_cache_free(). */
struct chain_cache *chain_cache_new(struct error *err);
void chain_cache_free(struct chain_cache *k);

uint64_t chain_cache_hash(struct text chain);

/* Prefetch the memory that chain_cache_get() will read first. */
void chain_cache_fetch(const struct chain_cache *k, uint64_t hash);

/*
 * The stack of a chain under version `kernel` of the maps, if it has kernel addresses only, or
 * under version `process`. Neither version is 0. NULL: unknown. Borrowed until the next put.
 */
const struct known_chain *chain_cache_get(const struct chain_cache *k, uint64_t hash,
					  struct text chain, uint32_t kernel,
					  uint32_t process);

/* `version`: of the kernel's maps if `is->kernel`, otherwise of the process's maps. */
void chain_cache_put(struct chain_cache *k, uint64_t hash, struct text chain,
		     uint32_t version, const struct known_chain *is);
void chain_cache_forget(struct chain_cache *k);

#endif
