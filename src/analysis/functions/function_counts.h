/* function_counts.h - self and total of each function in a flame graph. */

#ifndef ANALYSIS_FUNCTION_COUNTS_H
#define ANALYSIS_FUNCTION_COUNTS_H

#include "analysis/tree.h"

/* The values of the nodes of one side. Borrowed, by node. */
struct node_counts {
	const uint64_t *self, *total;
};

/*
 * `total` counts a recursive function once per stack. In thread time the self of the kernel's
 * scheduler is attributed to its callers.
 */
struct function_counts {
	const struct tree *tree; /* borrowed */
	/* owned: by frame; index 0 is for groups */
	uint64_t *self, *total;
	/* owned; NULL: there is only one side */
	uint64_t *baseline_self, *baseline_total;
	uint32_t *open; /* owned: by frame, its number of calls on the current path */
	/* owned: by frame, caches whether it is part of the scheduler; NULL: not needed */
	uint8_t *scheduler;
};

/* All counts are 0. Release with function_counts_release(), also after an error. */
bool function_counts_build(struct function_counts *c, const struct tree *tree,
			   bool two_sides, struct error *err);
void function_counts_release(struct function_counts *c);

/* Count everything again; `baseline` is for two sides. */
void function_counts_walk(struct function_counts *c, const struct node_counts *subject,
			  const struct node_counts *baseline);

/*
 * Add `amount` (modulo 2^64, so it may decrease) to the self of a node, and to the totals of the
 * functions above it. Costs the length of the path, which is returned.
 */
uint32_t function_counts_add(struct function_counts *c, uint32_t node, uint64_t amount);

#endif
