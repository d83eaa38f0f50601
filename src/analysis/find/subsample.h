/* subsample.h - a profile with some samples of another one, and its call tree. */

#ifndef ANALYSIS_FIND_SUBSAMPLE_H
#define ANALYSIS_FIND_SUBSAMPLE_H

#include "analysis/tree.h"
#include "base/bits.h"

/*
 * Analyses of the few samples then do not pass over all samples and call paths. All but the samples
 * is shared with the original, so ids are the same. The tree has the nodes of the samples in
 * `which`, in the order of the original tree. Groups become plain nodes; the order of siblings is
 * unspecified.
 */
struct subsample {
	struct profile profile; /* the columns of its samples are owned: the next four */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned: by row of this profile: the sample counts */
};

/*
 * For moments only. `rows` has the samples of tree->profile to keep, including the first and the
 * last one; `which` is a subset, the samples that count. Release with subsample_release(), also
 * after a failure.
 */
bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which,
		     struct error *err);
void subsample_release(struct subsample *t);

#endif
