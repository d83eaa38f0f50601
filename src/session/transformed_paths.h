/* transformed_paths.h - the call paths of a session, transformed and leaf first as chosen. */

#ifndef SESSION_TRANSFORMED_PATHS_H
#define SESSION_TRANSFORMED_PATHS_H

#include "analysis/search.h"
#include "analysis/transform/derived_counts.h"
#include "choice/choice.h"

/* A leaf-first graph has two trees, because tables need the leaf of each sample. */
struct transformed_paths {
	struct derived_counts transformed;
	struct derived_counts leaf_first; /* of the transformed paths */
	char *words; /* owned: "leaf first, focus malloc"; NULL: paths are as recorded */
};

/* The matches of a search in those trees; empty without a search. */
struct transformed_matches {
	struct search transformed, leaf_first; /* owned */
};

/*
 * From call paths as recorded, or from the joint tree of two files (`joint`; else NULL). Empty if
 * the choice has no transformations and is not leaf first. False and an error as in
 * derived_tree_new(). Release with transformed_paths_release().
 */
bool transformed_paths_build(struct transformed_paths *s, const struct choice *c,
			     const struct tree_results *of,
			     const struct joint_tree *joint, struct error *err);
void transformed_paths_release(struct transformed_paths *s);

/* Like derived_counts_update(). */
void transformed_paths_count(struct transformed_paths *s, const struct tree_results *of);

/*
 * Search both trees. `of_frames` are the matches among the frames of `of`, the tree before the
 * transformation: they are not searched again. Release with transformed_matches_release().
 */
bool transformed_paths_search(const struct transformed_paths *s, struct regex *re,
			      const struct tree *of, const struct bits *of_frames,
			      struct transformed_matches *found, struct error *err);
void transformed_matches_release(struct transformed_matches *found);

/* The tree for tables; NULL if paths are as recorded. */
const struct derived_counts *
transformed_paths_functions(const struct transformed_paths *s);

#endif
