/* thinned.h - some samples of a profile as a profile of their own, with their call tree. */

#ifndef ANALYSIS_FIND_THINNED_H
#define ANALYSIS_FIND_THINNED_H

#include "analysis/tree.h"
#include "base/bits.h"

/*
 * What is asked of a few samples then costs what these are, not what all samples and all call paths
 * of the profile are. All but the samples is shared, so ids are the same; the tree has the nodes of
 * those that count, in the order of the whole one, and no groups: they are plain nodes there. In
 * which order its siblings are is not said.
 */
struct thinned {
	struct profile profile; /* its samples' columns are the next four, owned */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned: by row of this profile: it counts */
};

/*
 * Of moments. `rows` has the samples of the tree's profile that are kept, its first and its last
 * among them; `which`, which has no others, those that count. Release with thinned_release(), also
 * when this has failed.
 */
bool thinned_build(struct thinned *t, const struct tree *tree, const struct bits *rows,
		   const struct bits *which, struct error *err);
void thinned_release(struct thinned *t);

#endif
