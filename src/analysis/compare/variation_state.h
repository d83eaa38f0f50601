/* variation_state.h - what blocks and runs have in common. */

#ifndef ANALYSIS_COMPARE_VARIATION_STATE_H
#define ANALYSIS_COMPARE_VARIATION_STATE_H

#include "analysis/compare/variation.h"

/* Steps from node to node, and samples, that are spent on the blocks of a side, and on runs of a keying. */
#define STEPS_MOST (UINT64_C(1) << 24)

enum { SUBJECT, BASELINE };

/* A list of keys that grows. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

/* Keys that were met, and how many samples of each. */
struct key_tally {
	uint64_t *with; /* owned: by key */
	uint32_t *met;	/* owned: each key once */
	uint32_t count;
	uint64_t samples; /* with any key, or none */
};

/* What is known of one keying so far. */
struct measured {
	const struct keying *keys;
	struct variation *result;

	struct key_tally block, pair; /* of a block, and of it and the one before */

	uint64_t *since; /* owned: by key: 1 more than where its run began; 0: none */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that has it */
	double *length;	 /* owned: by key, over runs: length; its square in result->run */
	struct key_list closing, opening;
	uint64_t changes, steps;
};

struct measuring {
	const struct tree *tree;
	struct time_limit *limit; /* borrowed; or NULL */
	struct measured *each;	  /* owned */
	size_t count;
	bool stacks; /* some are by node */
};

/* The node of a sample, in the tree that has keys. */
static inline uint32_t sampled_node(const struct sampled *side, uint64_t row)
{
	uint32_t leaf = side->tree->leaf[row];

	return side->node ? side->node[leaf] : leaf;
}

/* How many samples of a side count, and of one stretch. */
uint64_t sampled_count(const struct sampled *side);
uint64_t sampled_count_stretch(const struct sampled *side, struct timed_rows s);

/* Fill in the sums over recordings, over blocks with what goes with them, or `run`, of each result. */
bool recording_sums_find(struct measuring *m, const struct sampled *const side[2],
			 struct error *err);
bool block_sums_find(struct measuring *m, const struct sampled *subject,
		     const struct sampled *baseline, struct error *err);
bool run_factors_find(struct measuring *m, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err);

#endif
