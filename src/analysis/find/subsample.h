/* subsample.h - a profile with some samples of another one, and its call tree. */

#ifndef ANALYSIS_FIND_SUBSAMPLE_H
#define ANALYSIS_FIND_SUBSAMPLE_H

#include "analysis/tree.h"
#include "base/bits.h"

/*
 * Makes it possible to analyse a few samples without passes over all samples and call paths.
 * Everything but the samples is shared with the original, so ids are the same. The tree has the
 * nodes of the samples in `which`, in the order of the original tree. Groups become plain nodes;
 * the order of siblings is unspecified.
 */
struct subsample {
	struct profile profile; /* its sample columns, the next four, are owned */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned: by row of this profile: the sample counts */
};

/*
 * For moments only. `rows` has the samples of tree->profile to keep, including the first and the
 * last one; `which` is a subset, the counted samples. Release with subsample_release(), also after
 * a failure.
 */
bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which,
		     struct error *err);
void subsample_release(struct subsample *t);

#endif
