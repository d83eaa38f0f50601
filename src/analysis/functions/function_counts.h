/* function_counts.h - what each function has itself, and with all that it calls, in a flame graph. */

#ifndef ANALYSIS_FUNCTION_COUNTS_H
#define ANALYSIS_FUNCTION_COUNTS_H

#include "analysis/tree.h"

/* What nodes have, of one side. Borrowed, by node. */
struct node_counts {
	const uint64_t *self, *total;
};

/* `total` counts a recursive function once per stack. Of threads' time the self of the kernel's
 * scheduler is that of what has called it. */
struct function_counts {
	const struct tree *tree; /* borrowed */
	uint64_t *self, *total;	 /* owned: by frame; 0 is that of groups */
	uint64_t *baseline_self, *baseline_total; /* owned; NULL: there is one side */
	uint32_t *open;	    /* owned: by frame: how often it is on the way down */
	uint8_t *scheduler; /* owned: by frame, what is known; NULL: it does not matter */
};

/* All 0. Release with function_counts_release(), also after an error. */
bool function_counts_build(struct function_counts *c, const struct tree *tree,
			   bool two_sides, struct error *err);
void function_counts_release(struct function_counts *c);

/* Count all anew; `baseline` of two sides. */
void function_counts_walk(struct function_counts *c, const struct node_counts *subject,
			  const struct node_counts *baseline);

/*
 * The self of a node has become so much larger, or (unsigned) smaller, and so have the totals above
 * it. Costs the length of the path, which is returned.
 */
uint32_t function_counts_add(struct function_counts *c, uint32_t node, uint64_t amount);

#endif
