/* search.h - the boxes of a flame graph that match a pattern, and their share of it. */

#ifndef ANALYSIS_SEARCH_H
#define ANALYSIS_SEARCH_H

#include "analysis/flame.h"
#include "base/regex.h"

struct search {
	struct bits frames; /* one bit per frame of the profile: its name matches */
	struct bits nodes;  /* one bit per node: its label matches */
	/* the node or one of its callers matches, so its samples match */
	struct bits within;
	uint32_t matches; /* number of bits set in `nodes` */
	uint32_t *first;  /* owned: matching nodes without matching callers */
	uint32_t first_count;
};

/*
 * Match the pattern against each label of the tree except "all". `frames` is the result of an
 * earlier search for the same pattern in this profile, which saves matching its names again, or
 * NULL. Fails when regex_check() does. Release with search_release().
 */
bool search_build(struct search *s, const struct tree *tree, struct regex *re,
		  const struct bits *frames, struct error *err);
void search_release(struct search *s);

/*
 * The value of the samples below `zoom` that have a match anywhere in their stack; each sample
 * counts once, however many of its frames match. (FlameGraph's "Matched" always refers to the whole
 * graph, even when zoomed: its issue 295.)
 */
uint64_t search_value(const struct search *s, const struct flame *f, uint32_t zoom);

/*
 * The counted samples that match, one bit per sample, for a heat map; release with bits_release().
 */
bool search_samples(const struct search *s, const struct tree *tree,
		    const struct bits *which, struct bits *matched, struct error *err);

#endif
