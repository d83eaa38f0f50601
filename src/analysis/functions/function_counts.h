/* function_counts.h - the self and total values of each function in a flame graph. */

#ifndef ANALYSIS_FUNCTION_COUNTS_H
#define ANALYSIS_FUNCTION_COUNTS_H

#include "analysis/tree.h"

/* The values of a flame graph, or of one side of a comparison, by node of the tree. Borrowed. */
struct node_counts {
	const uint64_t *self, *total;
};

/*
 * `total` counts a recursive function once per stack. In profiles of thread states, the self values
 * of the kernel's scheduler are attributed to its callers.
 */
struct function_counts {
	const struct tree *tree; /* borrowed */
	/* owned: by frame; index 0 is for groups */
	uint64_t *self, *total;
	/* owned; NULL: there is only one side */
	uint64_t *baseline_self, *baseline_total;
	uint32_t *open; /* owned: by frame, how often it occurs on the current path */
	/* owned: by frame, caches whether it is part of the scheduler; NULL: not needed */
	uint8_t *scheduler;
};

/* Allocate counts of 0. Release with function_counts_release(), even after a failure. */
bool function_counts_build(struct function_counts *c, const struct tree *tree,
			   bool two_sides, struct error *err);
void function_counts_release(struct function_counts *c);

/* Count everything again; `baseline` is NULL if there is only one side. */
void function_counts_walk(struct function_counts *c, const struct node_counts *subject,
			  const struct node_counts *baseline);

/*
 * Add `amount` to the self value of a node's function, and to the totals of all functions on its
 * path, but not to the baseline. Values are modulo 2^64, so an amount can be subtracted by adding
 * its negative. Takes time in proportion to the length of the path, and returns that length.
 */
uint32_t function_counts_add(struct function_counts *c, uint32_t node, uint64_t amount);

#endif
