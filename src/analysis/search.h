/* search.h - which boxes of a flame graph match a pattern, and what share lies in them. */

#ifndef ANALYSIS_SEARCH_H
#define ANALYSIS_SEARCH_H

#include "analysis/flame.h"
#include "base/regex.h"

struct search {
	struct bits frames; /* one bit a frame of the profile: its name matches */
	struct bits nodes;  /* one bit a node: its label matches */
	struct bits
	    within;	  /* it or one of its callers matches: its samples are matched */
	uint32_t matches; /* population of `nodes` */
	uint32_t *first;  /* owned: matching nodes none of whose callers match */
	uint32_t first_count;
};

/*
 * Ask the pattern about every label of the tree but "all". `frames` are those of an earlier search
 * for it in this profile, whose names are not asked again, or NULL. Fails when regex_check() does.
 * Release with search_release().
 */
bool search_build(struct search *s, const struct tree *tree, struct regex *re,
		  const struct bits *frames, struct error *err);
void search_release(struct search *s);

/*
 * The value of the samples below `zoom` whose stack has a match at or above any of its
 * frames; every sample counts once, however many frames match. (FlameGraph's "Matched" is
 * of the whole graph also when zoomed: its issue 295.)
 */
uint64_t search_value(const struct search *s, const struct flame *f, uint32_t zoom);

/* The counted samples that match, one bit a sample, for a heat map: release the bits. */
bool search_samples(const struct search *s, const struct tree *tree,
		    const struct bits *which, struct bits *matched, struct error *err);

#endif
