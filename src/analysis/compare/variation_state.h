/* variation_state.h - the state that blocks and runs share while variation is measured. */

#ifndef ANALYSIS_COMPARE_VARIATION_STATE_H
#define ANALYSIS_COMPARE_VARIATION_STATE_H

#include "analysis/compare/variation.h"

/*
 * Limits the work for the blocks of a side, or for the runs of a keying: steps between nodes, and
 * samples.
 */
#define STEPS_MOST (UINT64_C(1) << 24)

enum { SUBJECT, BASELINE };

/* A growing list of keys. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

/* The keys that occurred, and the number of samples with each. */
struct key_tally {
	uint64_t *with; /* owned: by key */
	uint32_t *met;	/* owned: each key once */
	uint32_t count;
	uint64_t samples; /* with any key or none */
};

/* The state of one keying. */
struct measured {
	const struct sample_keying *keys;
	struct variation *result;

	struct key_tally block, pair; /* of a block, and of a pair of blocks */

	uint64_t *since; /* owned: by key: the start of its run, plus 1; 0: no run */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that affected it */
	/*
	 * owned: by key: the sum of the lengths of its runs; the sum of their squares is in
	 * result->run
	 */
	double *length;
	struct key_list closing, opening;
	uint64_t changes, steps;
};

struct measuring {
	const struct tree *tree;
	struct time_limit *limit; /* borrowed; or NULL */
	struct measured *each;	  /* owned */
	size_t count;
	bool stacks; /* some keyings are by node */
};

/* The node of a sample in the tree that has keys. */
static inline uint32_t sampled_node(const struct sampled *side, uint64_t row)
{
	uint32_t leaf = side->tree->leaf[row];

	return side->node ? side->node[leaf] : leaf;
}

/* The number of counted samples of a side, or of one stretch. */
uint64_t sampled_count(const struct sampled *side);
uint64_t sampled_count_stretch(const struct sampled *side, struct timed_rows s);

/* Fill in the sums over recordings, the sums over blocks and their counts, or `run`, of each
 * result. */
bool recording_sums_find(struct measuring *m, const struct sampled *const side[2],
			 struct error *err);
bool block_sums_find(struct measuring *m, const struct sampled *subject,
		     const struct sampled *baseline, struct error *err);
bool run_factors_find(struct measuring *m, const struct sampled *subject,
		      const struct sampled *baseline, struct error *err);

#endif
