/* overdispersion_state.h - what the two ways to measure it have in common. */

#ifndef ANALYSIS_COMPARE_OVERDISPERSION_STATE_H
#define ANALYSIS_COMPARE_OVERDISPERSION_STATE_H

#include "analysis/compare/overdispersion.h"

/* Steps from node to node, and samples, that are spent on blocks, and on runs of a keying. */
#define STEPS_MOST (UINT64_C(1) << 24)

enum { SUBJECT, BASELINE };

/* A list of keys that grows. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

/* What is known of one keying so far. */
struct measured {
	const struct keying *keys;
	struct overdispersion *result;
	struct bits outermost; /* nodes that no node above has the same key */

	uint64_t *with;	     /* owned: by key: samples of the block that have it */
	uint32_t *met;	     /* owned: keys that the block has met, */
	uint32_t met_count;  /* so many */
	double *sum;	     /* owned: by key, over blocks with enough samples: k, */
	double *square;	     /* owned: k^2 / n */
	double *seen;	     /* owned: by key, over all blocks: k, */
	double *seen_square; /* owned: k^2 */

	uint64_t *since; /* owned: by key: 1 more than where its run began; 0: none */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that has it */
	double *length;	 /* owned: by key, over runs: length; its square in result->run */
	struct key_list closing, opening;
	uint64_t changes, steps;
};

struct measuring {
	const struct tree *tree;
	struct measured *each; /* owned */
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
uint64_t sampled_count_stretch(const struct sampled *side, struct stretch s);

/* Fill in `block` and `blocks`, or `run` and `floor`, of each result. */
bool block_factors_find(struct measuring *m, const struct sampled *subject,
			const struct sampled *baseline, struct error *err);
bool run_factors_find(struct measuring *m, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err);

#endif
