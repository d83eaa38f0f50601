/* thinned.h - a profile with some samples of another one, and its call tree. */

#ifndef ANALYSIS_FIND_THINNED_H
#define ANALYSIS_FIND_THINNED_H

#include "analysis/tree.h"
#include "base/bits.h"

/*
 * Analyses of the few samples then do not pass over all samples and call paths. All but the samples
 * is shared with the original, so ids are the same. The tree has the nodes of the samples in
 * `which`, in the order of the original tree. Groups become plain nodes; the order of siblings is
 * unspecified.
 */
struct thinned {
	struct profile profile; /* the columns of its samples are owned: the next four */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned: by row of this profile: the sample counts */
};

/*
 * For moments only. `rows` has the samples of tree->profile to keep, including the first and the
 * last one; `which` is a subset, the samples that count. Release with thinned_release(), also after
 * a failure.
 */
bool thinned_build(struct thinned *t, const struct tree *tree, const struct bits *rows,
		   const struct bits *which, struct error *err);
void thinned_release(struct thinned *t);

#endif
