/* search.h - the nodes of a flame graph that match a pattern, and their share of the samples. */

#ifndef ANALYSIS_SEARCH_H
#define ANALYSIS_SEARCH_H

#include "analysis/flame.h"
#include "base/regex.h"

struct search {
	struct bits frames; /* by frame of the profile: its name matches */
	struct bits nodes;  /* by node: its label matches */
	struct bits within; /* by node: its label or the label of a caller matches */
	uint32_t matches;   /* number of bits set in `nodes` */
	uint32_t *first;    /* owned: matching nodes without matching callers */
	uint32_t first_count;
};

/*
 * Match the pattern against each label of the tree except "all". `frames` may be NULL or the frames
 * of an earlier search for the same pattern in the same profile, which are then not matched again.
 * Fails if regex_check() fails or memory runs out. Release with search_release().
 */
bool search_build(struct search *s, const struct tree *tree, struct regex *re,
		  const struct bits *frames, struct error *err);
void search_release(struct search *s);

/*
 * The value of the samples of the node `zoom` that have a match anywhere in their stack. A sample
 * counts once, however many of its frames match. (In FlameGraph, "Matched" refers to the whole
 * graph even when zoomed: issue 295.)
 */
uint64_t search_value(const struct search *s, const struct flame *f, uint32_t zoom);

/* Find the samples of `which` with a match in their stack. Release the bits with bits_release(). */
bool search_samples(const struct search *s, const struct tree *tree,
		    const struct bits *which, struct bits *matched, struct error *err);

#endif
