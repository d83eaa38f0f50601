/* derived_counts.h - the values of a flame graph and of a comparison in a derived tree. */

#ifndef ANALYSIS_TRANSFORM_DERIVED_COUNTS_H
#define ANALYSIS_TRANSFORM_DERIVED_COUNTS_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"
#include "analysis/transform/derived_tree.h"

/*
 * The results for one tree. In a comparison with another file, this is the joint tree of both
 * files, even while differences are not shown, so that node numbers do not change. All pointers are
 * borrowed.
 */
struct tree_results {
	const struct flame *flame;	     /* of the range */
	const struct search *search;	     /* NULL: no search */
	const struct comparison *comparison; /* NULL: no comparison */
	/* the derived tree to which `flame` belongs; NULL: paths as recorded */
	const struct derived_tree *derived;
};

/*
 * The results for a derived tree. Do not call comparison_refresh(), comparison_follow() or
 * comparison_swap() for `sides`. The values do not include dropped samples, so NORMALISED_BY_SHARE
 * refers to the remaining samples unless `is_part` is set.
 */
struct derived_counts {
	struct derived_tree *derived; /* owned; NULL: paths are unchanged */
	struct flame flame;	      /* owned; from derived_tree_flame() */
	struct comparison sides;      /* owned; .tree is NULL: no comparison */
	/* from derived_counts_build_side(): shares refer to all samples of each side */
	bool is_part;
};

/*
 * Take ownership of `derived`, which was derived from the tree of `of`, and convert the values of
 * `of` to it. Fails if memory runs out, or if `derived` is NULL because it could not be built.
 * Release with derived_counts_release(), also after a failure.
 */
bool derived_counts_build(struct derived_counts *s, struct derived_tree *derived,
			  const struct tree_results *of, struct error *err);
/*
 * Call derived_tree_of_callers() if `callers` is set, or else derived_tree_of_callees(), and pass
 * the result to derived_counts_build().
 */
bool derived_counts_build_side(struct derived_counts *s, const struct tree_results *of,
			       const struct bits *function, bool callers,
			       struct error *err);
void derived_counts_release(struct derived_counts *s);

/*
 * Count again after the range of `of` has changed or `of` has moved in memory. The tree must be the
 * same, and a comparison must not have been added or removed. Never fails. The first function costs
 * one derived_tree_count() for each side. The second does not count samples and costs only one
 * derived_tree_count_values() for each side.
 */
void derived_counts_update(struct derived_counts *s, const struct tree_results *of);
void derived_counts_update_values(struct derived_counts *s,
				  const struct tree_results *of);

/*
 * Find the nodes of a joint tree in which samples of either file end. Release with bits_release().
 */
bool derived_counts_ends(const struct joint_tree *j, struct bits *ends,
			 struct error *err);

#endif
