/* variation.h - how much counts of samples vary between blocks of time. */

#ifndef ANALYSIS_COMPARE_VARIATION_H
#define ANALYSIS_COMPARE_VARIATION_H

#include "analysis/tree.h"
#include "base/bits.h"
#include "base/clock.h"

/*
 * The share of independent samples would vary as a binomial does. Samples of a profile are not
 * independent: a function that runs tends to keep running, and programs have phases. So both sides
 * are cut into blocks of time, and differences are judged by how counts vary between blocks
 * (doc/analysis.md).
 *
 * A block is BLOCK_LEAST long, or the shorter side divided by BLOCK_PAIRS_MOST / 4 if that is
 * longer. Blocks come in pairs, so that blocks twice as long are measured, too.
 *
 * A subject has no blocks of its own if it is shorter than BLOCKS_WANTED blocks, as a burst is, or
 * shorter than twice as many and a fourth of the baseline. It is then compared with blocks of the
 * baseline that are as long as the subject.
 *
 * The runs of each key are measured as well: consecutive samples of one thread with the key. A new
 * key is in none of the blocks of the baseline.
 */
#define BLOCK_LEAST	 UINT64_C(1000000000) /* ns */
#define BLOCKS_WANTED	 8
#define BLOCK_PAIRS_MOST 256

/* Runs are measured on all samples up to RUN_SAMPLES, else on RUN_PIECES evenly spread pieces. */
#define RUN_PIECES  32
#define RUN_SAMPLES UINT64_C(131072)

/*
 * How samples are classified: each has one key by its context, or keys by the nodes of its stack.
 */
struct sample_keying {
	const struct tree *tree; /* borrowed: its nodes have keys */
	uint32_t count;		 /* an upper bound of keys */
	const uint32_t *of_node; /* borrowed: by node; NULL: by context */
	/*
	 * borrowed: sample_keys_outermost(): each key on the path to the root counts, once; NULL:
	 * only the leaf counts
	 */
	const struct bits *outermost;
	/* borrowed: by context of the profile of either side, if `of_node` is NULL */
	const uint32_t *of_context[2];
	bool no_runs; /* `run` is not needed, and is 1 */
};

#define KEY_NONE UINT32_MAX

/* Rows [first, last) of the samples of a side, which lie in [from, to) ns on its clock. */
struct timed_rows {
	uint64_t first, last;
	uint64_t from, to;
};

/* The samples of a side. */
struct sampled {
	const struct tree *tree; /* borrowed: of its own profile */
	/*
	 * borrowed: by node of that tree, the node that has keys (joint_tree.h); NULL: the same
	 * node
	 */
	const uint32_t *node;
	const struct bits *which;	    /* borrowed: the samples that count */
	const struct timed_rows *stretches; /* borrowed: in the order of rows, disjoint */
	/* of stretches; a rest has one more than it has ranges */
	uint32_t count;
	uint64_t length; /* covered ns */
	uint32_t ranges;
	bool is_rest; /* for a baseline: everything outside the subject */
	/*
	 * The number of its recordings made in turn (profile/hosts.h), where each stretch lies in
	 * one; 0: the profile has none.
	 */
	uint32_t recordings;
};

/* Sums over blocks of one length. A block has n samples, k of them with a key. */
struct block_sums {
	double *k, *kk, *kn; /* owned: by key: of k, k^2, k n */
	double n, nn;	     /* of n, n^2 */
	uint32_t blocks;
	uint64_t length; /* ns, of each */
};

enum { BLOCKS_SINGLE, BLOCKS_DOUBLE, BLOCK_LENGTHS };

/*
 * Sums over the recordings of a side, of the share of samples with a key and of samples a second
 * with it. Long and short recordings count alike, because a difference between runs has one value
 * in each.
 */
struct recording_sums {
	double *share, *share2; /* owned: by key: of shares, and of their squares */
	double *rate, *rate2;	/* owned: the same of samples a second */
	double all, all2;	/* of the rate of all samples, with any key or none */

	/*
	 * The sums of squares of each recording's part of all samples, and of all time: 1 / count
	 * if all are equal.
	 */
	double samples, seconds;
	uint32_t count; /* recordings with samples; 1: no other member is filled in */
};

struct variation {
	/*
	 * By side (SUBJECT, BASELINE), and length. If the subject has no blocks of its own, only
	 * [BASELINE][BLOCKS_SINGLE] is filled in.
	 */
	struct block_sums sums[2][BLOCK_LENGTHS];
	struct recording_sums between[2]; /* by side */
	bool own;			  /* the subject has blocks of its own */
	double *run;	   /* owned: by key: sum of length^2 / sum of length of runs */
	uint32_t *seen_in; /* owned: by key: blocks of the baseline that contain it */
	uint32_t filled;   /* blocks of the baseline with any sample */
	/*
	 * Blocks of the baseline that are left out because they resemble the subject, and all
	 * its blocks.
	 */
	uint32_t left_out, blocks_in_all;
};

/*
 * Measure `count` keyings of one tree together, as they share most of the work. Without times there
 * are no blocks, and runs are 1. Release each with variation_release(), but not after a failure.
 * `limit` may cancel it: see time_limit_check().
 */
bool variation_build(struct variation *each, const struct sample_keying *keyings,
		     size_t count, const struct sampled *subject,
		     const struct sampled *baseline, struct time_limit *limit,
		     struct error *err);
void variation_release(struct variation *v);

#endif
