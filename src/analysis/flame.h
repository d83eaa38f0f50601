/* flame.h - the counts of a flame graph: the call tree with the samples of one range. */

#ifndef ANALYSIS_FLAME_H
#define ANALYSIS_FLAME_H

#include "analysis/kept.h"
#include "analysis/tree.h"

enum weigh { WEIGH_SAMPLES, WEIGH_PERIOD };

struct flame {
	const struct tree *tree;  /* borrowed, with its profile */
	const struct bits *which; /* borrowed: the samples that count */
	enum weigh weigh;
	uint64_t first, last; /* rows of samples: [first, last) */
	uint64_t samples; /* how many samples counted; total[0] when weighing samples */
	uint64_t weight;  /* sum of their weights, whatever is weighed */
	uint64_t *self, *total; /* owned: by node */
};

/* All zero, for the range of no samples. Release with flame_release(). */
bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 enum weigh weigh, struct error *err);
void flame_release(struct flame *f);

/*
 * Count the rows [first, last) instead of those counted now. Costs the samples in which the
 * two differ (or all of the new ones, if that is less), each with the length of its stack;
 * where that would be much, one pass over the tree instead. So the smallest step of a drag
 * costs microseconds, and no step more than counting the new range.
 */
void flame_move(struct flame *f, uint64_t first, uint64_t last);

#endif
