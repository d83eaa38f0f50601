/* overdispersion.h - how much more than independent samples the counts of something vary. */

#ifndef ANALYSIS_COMPARE_OVERDISPERSION_H
#define ANALYSIS_COMPARE_OVERDISPERSION_H

#include "analysis/tree.h"
#include "base/bits.h"

/*
 * A binomial says how much a count varies if samples know nothing of each other. Those of a
 * profile do: what runs goes on running, and programs have phases. These factors say how much
 * more (McCullagh and Nelder, Generalized Linear Models, 4.5), by which a G2 is divided:
 *
 * block: from block to block of the subject's own length, outside the subject,
 *	sum of (k - n p)^2 / (n p (1 - p)) over the blocks / (blocks - 1),
 *   k of a block's n samples having it, p of all. What fluctuates anyway is no surprise: the
 *   better order of rows. Blocks like a subject that is odd are left out (time_blocks.h).
 * rate: the same of how many samples with it a block has, however many others,
 *	sum of (k - mean)^2 / mean over the blocks / (blocks - 1).
 * run: of runs of consecutive samples of one thread in which it stands, sum of length^2 / sum
 *   of length, which is the mean length that a sample sees. A thread whose samples are more than
 *   twice as far apart as usual has paused, which ends a run. Better for whether anything stands
 *   out.
 *
 * None is below 1, and `run` not below the median of all that were seen. Runs are those of whole
 * profiles up to RUN_SAMPLES kept samples on a side, else of RUN_PIECES contiguous pieces, evenly
 * spread. Beyond a number of steps that only very deep stacks need, fewer runs, or blocks. Profiles of two million samples take forty
 * milliseconds.
 */
#define BLOCKS_MOST 512
#define RUN_PIECES  32
#define RUN_SAMPLES UINT64_C(131072)

/* What samples are told apart by: a key of what all have, or of what stands in their stack. */
struct keying {
	const struct tree *tree; /* borrowed: whose nodes have keys */
	uint32_t count;		 /* keys are less */
	const uint32_t *of_node; /* borrowed: by node; NULL: by context */
	bool whole_stack; /* any node on the way to the root, once; else the leaf alone */
	const uint32_t *of_context[2]; /* borrowed: by context of the subject's profile,
					* and of the baseline's, where `of_node` is NULL */
	bool no_runs; /* nobody asks for `run` and `floor`, which are 1 */
};

#define NO_KEY UINT32_MAX

/* Rows of the samples of one side: [first, last). */
struct stretch {
	uint64_t first, last;
};

struct sampled {
	const struct tree *tree;  /* borrowed: of its own profile */
	const uint32_t *node;	  /* borrowed: by node of that, the one that has
				      * keys (joint_tree.h); NULL: the same */
	const struct bits *which; /* borrowed: the samples that count */
	const struct stretch
	    *stretches;	 /* borrowed: by rising rows, apart; of the rest */
	uint32_t count;	 /* there is one more than ranges */
	uint64_t from;	 /* where it begins: ns on the recording's clock */
	uint64_t length; /* ns that it covers, in as many ranges */
	uint32_t ranges;
	bool is_rest; /* of the baseline: what the subject leaves out */
};

struct overdispersion {
	double *block, *rate, *run; /* owned: by key */
	double *usual;		    /* owned: by key: samples in blocks not left out, */
	double usual_samples, usual_ns; /* of so many, in so much time */
	uint32_t *seen_in; /* owned: by key: blocks that have it, left out or not */
	double floor;	   /* the least of `run` */
	uint32_t blocks;   /* that could be used; fewer than 2: all of `block` is 1 */
	uint32_t left_out,
	    blocks_in_all; /* like the subject: see time_blocks.h; of so many */
};

/*
 * Of `count` keyings of one tree at once, as most of the work is the same for all. Without times
 * all factors are 1. Of stretches of time neither holds: do not ask. Release each with
 * overdispersion_release(); none is to be released after a failure.
 */
bool overdispersion_build(struct overdispersion *each, const struct keying *keyings,
			  size_t count, const struct sampled *subject,
			  const struct sampled *baseline, struct error *err);
void overdispersion_release(struct overdispersion *o);

#endif
