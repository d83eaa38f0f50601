/* variation.h - how much counts of samples vary between blocks of time. */

#ifndef ANALYSIS_COMPARE_VARIATION_H
#define ANALYSIS_COMPARE_VARIATION_H

#include "analysis/tree.h"
#include "base/bits.h"
#include "base/clock.h"

/*
 * If samples were independent, the number of samples with a key would vary like a binomial
 * variable. But samples of a profile are not independent: a function that is running usually
 * continues to run, and programs have phases. So both sides are divided into blocks of time, and
 * differences are compared with the variation between blocks (doc/analysis.md).
 *
 * The length of a block is BLOCK_LEAST, or the length of the shorter side divided by
 * BLOCK_PAIRS_MOST / 4, whichever is longer. Blocks are cut in pairs, and each pair also forms a
 * block of double length.
 *
 * The subject has no blocks of its own if either side has fewer than BLOCKS_WANTED blocks, or if
 * the subject has fewer than 2 * BLOCKS_WANTED and is shorter than a fourth of the baseline. The
 * subject is then compared with blocks of the baseline that are as long as the average range of the
 * subject, or shorter if fewer than BLOCKS_WANTED would fit.
 *
 * In this case the runs of each key are also measured. A run is a sequence of consecutive samples
 * of one thread that all have the key. Runs exist even for a key that only the subject has.
 */
#define BLOCK_LEAST	 UINT64_C(1000000000) /* ns */
#define BLOCKS_WANTED	 8
#define BLOCK_PAIRS_MOST 256

/*
 * Runs are measured in all samples of a side if it has at most RUN_SAMPLES, else in RUN_PIECES
 * evenly distributed parts.
 */
#define RUN_PIECES  32
#define RUN_SAMPLES UINT64_C(131072)

/*
 * The keys of samples: each sample has either one key, that of its context or of its leaf node, or
 * the keys of all nodes of its stack.
 */
struct sample_keying {
	const struct tree *tree; /* borrowed: the tree whose nodes have keys */
	uint32_t count;		 /* all keys are less than this */
	const uint32_t *of_node; /* borrowed, by node: its key; NULL: keys by context */
	/*
	 * borrowed: the result of sample_keys_outermost(), to count each key on the path to the
	 * root once; NULL: only the key of the leaf counts
	 */
	const struct bits *outermost;
	/* borrowed, by context of each side's profile: its key, if `of_node` is NULL */
	const uint32_t *of_context[2];
	bool no_runs; /* do not measure runs: variation.run is 1 */
};

#define KEY_NONE UINT32_MAX

/* The samples of a side in [from, to), in ns on its clock: rows [first, last). */
struct timed_rows {
	uint64_t first, last;
	uint64_t from, to;
};

/* The samples of a side. */
struct sampled {
	const struct tree *tree; /* borrowed: the tree of its profile */
	/*
	 * borrowed, by node of `tree`: the node that has keys (joint_tree.h); NULL: the same node
	 */
	const uint32_t *node;
	const struct bits *which;	    /* borrowed: the counted samples */
	const struct timed_rows *stretches; /* borrowed: ascending, disjoint */
	/* the number of stretches */
	uint32_t count;
	uint64_t length; /* ns of all stretches */
	uint32_t ranges;
	bool is_rest; /* for a baseline: it is everything outside the subject */
	/*
	 * The number of recordings made in turn (profile/hosts.h); each stretch lies in one of
	 * them. 0: there are no such recordings.
	 */
	uint32_t recordings;
};

/* Sums over blocks of one length. A block has n samples; k of them have the key. */
struct block_sums {
	double *k, *kk, *kn; /* owned, by key: the sums of k, k^2, and k n */
	double n, nn;	     /* the sums of n and n^2 */
	uint32_t blocks;
	uint64_t length; /* ns per block */
};

enum { BLOCKS_SINGLE, BLOCKS_DOUBLE, BLOCK_LENGTHS };

/*
 * Sums over the recordings of a side. Long and short recordings have the same weight, because
 * differences between recordings do not depend on their length.
 */
struct recording_sums {
	/* owned, by key: the sums of its shares, and of their squares */
	double *share, *share2;
	double *rate, *rate2; /* owned, by key: the same for its samples per second */
	double all, all2;     /* the same for the rate of all samples */

	/*
	 * The sums of the squares of each recording's share of all samples, and of all time:
	 * 1 / count if all recordings are equal.
	 */
	double samples, seconds;
	uint32_t count; /* recordings with samples; 1: the sums are not used */
};

struct variation {
	/*
	 * By side (0: subject, 1: baseline) and length of blocks. If the subject has no blocks of
	 * its own, only [1][BLOCKS_SINGLE] is filled in.
	 */
	struct block_sums sums[2][BLOCK_LENGTHS];
	struct recording_sums between[2]; /* by side */
	bool own;			  /* the subject has blocks of its own */
	/*
	 * owned, by key: the sum of length^2 over its runs, divided by the sum of length; at least
	 * the median of this over all keys
	 */
	double *run;
	/* owned, by key: the number of blocks of the baseline with the key */
	uint32_t *seen_in;
	uint32_t filled; /* the number of blocks of the baseline with samples */
	/*
	 * The number of blocks of the baseline left out because they resemble the subject, and the
	 * number of all its blocks; 0 with `own`.
	 */
	uint32_t left_out, blocks_in_all;
};

/*
 * Measure `count` keyings of one tree together, because they share most of the work. Without times,
 * and for databases, there are no blocks, and runs are 1. `limit` may be NULL: see
 * time_limit_check(). Release each with variation_release(); nothing needs to be released after a
 * failure.
 */
bool variation_build(struct variation *each, const struct sample_keying *keyings,
		     size_t count, const struct sampled *subject,
		     const struct sampled *baseline, struct time_limit *limit,
		     struct error *err);
void variation_release(struct variation *v);

#endif
