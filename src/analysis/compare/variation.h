/* variation.h - how much the counts of something vary from one block of time to the next. */

#ifndef ANALYSIS_COMPARE_VARIATION_H
#define ANALYSIS_COMPARE_VARIATION_H

#include "analysis/tree.h"
#include "base/bits.h"
#include "base/clock.h"

/*
 * Independent samples would let a share vary as a binomial does. Those of a profile are not: what
 * runs goes on running, and programs have phases. So both sides are cut into blocks of time, and
 * what is said of a difference rests on how counts vary between blocks (doc/analysis.md).
 *
 * Blocks are BLOCK_LEAST long, or a BLOCK_PAIRS_MOST / 4th of the shorter side, and in pairs, so that the
 * same is known of blocks twice as long. A subject that has not BLOCKS_WANTED of them, as a burst, or not twice
 * as many and a baseline of four times its length, has no blocks of its own: then it is held against blocks of the baseline of its own length, at the
 * same offsets (time_blocks.h), and besides it is counted how long runs of consecutive samples of
 * one thread are in which a key stands: a key that is new is in none of these blocks.
 */
#define BLOCK_LEAST	 UINT64_C(1000000000) /* ns */
#define BLOCKS_WANTED	 8
#define BLOCK_PAIRS_MOST 256

/* Runs are those of all samples up to so many, else of so many pieces spread evenly. */
#define RUN_PIECES  32
#define RUN_SAMPLES UINT64_C(131072)

/* What samples are told apart by: a key of what all have, or of what stands in their stack. */
struct keying {
	const struct tree *tree; /* borrowed: whose nodes have keys */
	uint32_t count;		 /* keys are less */
	const uint32_t *of_node; /* borrowed: by node; NULL: by context */
	const struct bits
	    *outermost; /* borrowed: sample_keys_outermost(), where any node on
				       * the way to the root counts, once; NULL: the leaf
				       * alone */
	const uint32_t *of_context[2]; /* borrowed: by context of the subject's profile,
					* and of the baseline's, where `of_node` is NULL */
	bool no_runs;		       /* nobody asks for `run`, which is 1 */
};

#define NO_KEY UINT32_MAX

/* Rows of the samples of one side: [first, last), which are those of [from, to) ns on its clock. */
struct timed_rows {
	uint64_t first, last;
	uint64_t from, to;
};

struct sampled {
	const struct tree *tree;  /* borrowed: of its own profile */
	const uint32_t *node;	  /* borrowed: by node of that, the one that has
				      * keys (joint_tree.h); NULL: the same */
	const struct bits *which; /* borrowed: the samples that count */
	const struct timed_rows
	    *stretches;	 /* borrowed: by rising rows, apart; of the rest */
	uint32_t count;	 /* there is one more than ranges */
	uint64_t length; /* ns that it covers */
	uint32_t ranges;
	bool is_rest; /* of the baseline: what the subject leaves out */
	uint32_t
	    recordings; /* it has so many, in turn (profile/hosts.h), and each stretch
			      * lies in one; 0: it is no such profile */
};

/* Sums over blocks of one length, of k samples with a key of n in a block. */
struct block_sums {
	double *k, *kk, *kn; /* owned: by key: of k, k^2, k n */
	double n, nn;	     /* of n, n^2 */
	uint32_t blocks;
	uint64_t length; /* ns, of each */
};

enum { BLOCKS_SINGLE, BLOCKS_DOUBLE, BLOCK_LENGTHS };

/*
 * Sums over the recordings of a side, of which each has a share of samples with a key, and samples a second with
 * it. A long recording counts as a short one: what differs from run to run has one value in each.
 */
struct recording_sums {
	double *share, *share2; /* owned: by key: of shares, and of their squares */
	double *rate, *rate2;	/* owned: the same of samples a second */
	double all, all2;	/* of samples a second with any key, or none */

	/* Of parts that recordings have of all samples, and of all time, the sum of
	 * squares: 1 / count where all have the same. */
	double samples, seconds;
	uint32_t count; /* those with samples; 1: there is nothing else here */
};

struct variation {
	/* By side (SUBJECT, BASELINE), and length. Of a subject without blocks of its own there
	 * are only [BASELINE][BLOCKS_SINGLE]. */
	struct block_sums sums[2][BLOCK_LENGTHS];
	struct recording_sums between[2]; /* by side */
	bool own;			  /* the subject has blocks of its own */
	double *run;	   /* owned: by key: sum of length^2 / sum of length of runs */
	uint32_t *seen_in; /* owned: by key: blocks of the baseline that have it, */
	uint32_t filled;   /* of so many with any sample */
	uint32_t left_out,
	    blocks_in_all; /* of the baseline, like the subject: see time_blocks.h; of so many */
};

/*
 * Of `count` keyings of one tree at once, as most of the work is the same for all. Without times
 * there are no blocks, and runs are 1. Release each with variation_release(); none is to be
 * released after a failure, which `limit` may be: see time_limit_check().
 */
bool variation_build(struct variation *each, const struct keying *keyings, size_t count,
		     const struct sampled *subject, const struct sampled *baseline,
		     struct time_limit *limit, struct error *err);
void variation_release(struct variation *v);

#endif
