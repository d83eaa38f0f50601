/* derived_counts.h - the counts of a flame graph, of one side or two, moved to a rewritten call tree. */

#ifndef ANALYSIS_TRANSFORM_DERIVED_COUNTS_H
#define ANALYSIS_TRANSFORM_DERIVED_COUNTS_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"
#include "analysis/transform/derived_tree.h"

/*
 * The results for one tree. If the range is compared with another file, it is the joint tree of
 * both files, so that nodes stay the same when differences are switched on or off. All pointers are
 * borrowed.
 */
struct tree_results {
	const struct flame *flame;   /* of the range */
	const struct search *search; /* the search matches; NULL: no search */
	/* over the same tree; NULL: no comparison */
	const struct comparison *comparison;
	/* the derivation of the tree; NULL: paths as recorded */
	const struct derived_tree *derived;
};

/*
 * The same results for a derived tree. The comparison is read-only: do not refresh, follow or swap
 * it. It has the values of both sides without the dropped samples, so a factor by share refers to
 * the remaining samples.
 */
struct derived_counts {
	struct derived_tree *derived; /* owned; NULL: paths are unchanged */
	struct flame flame;	      /* owned; from derived_tree_flame() */
	struct comparison sides;      /* owned; .tree is NULL: no comparison */
	/* it shows a part of a function: shares and the factor stay those of the range */
	bool is_part;
};

/*
 * Take over a derived tree of the same tree and count its values. Returns false without memory,
 * also when `derived` is NULL because it could not be made. Release with derived_counts_release(),
 * also after a failure.
 */
bool derived_counts_build(struct derived_counts *s, struct derived_tree *derived,
			  const struct tree_results *of, struct error *err);
/*
 * The same for the paths through a function: derived_tree_of_callers() or
 * derived_tree_of_callees().
 */
bool derived_counts_build_side(struct derived_counts *s, const struct tree_results *of,
			       const struct bits *function, bool callers,
			       struct error *err);
void derived_counts_release(struct derived_counts *s);

/*
 * Update after `of` has changed to another range, or has moved to another address, with the same
 * tree; whether it is compared must not have changed. Never fails. Costs as much as
 * derived_tree_count() for each side; derived_counts_update_values() costs as much as
 * derived_tree_count_values().
 */
void derived_counts_update(struct derived_counts *s, const struct tree_results *of);
void derived_counts_update_values(struct derived_counts *s,
				  const struct tree_results *of);

/* The nodes of a joint tree in which samples of either file end. Release with bits_release(). */
bool derived_counts_ends(const struct joint_tree *j, struct bits *ends,
			 struct error *err);

#endif
