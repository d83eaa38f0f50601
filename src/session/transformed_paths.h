/* transformed_paths.h - the call paths of a session: transformed, or leaf first. */

#ifndef SESSION_TRANSFORMED_PATHS_H
#define SESSION_TRANSFORMED_PATHS_H

#include "analysis/search.h"
#include "analysis/transform/derived_counts.h"
#include "choice/choice.h"

/* With a leaf-first graph there may be two trees, because tables need call paths root first. */
struct transformed_paths {
	struct derived_counts transformed;
	struct derived_counts leaf_first; /* of the transformed paths */
	char *words; /* owned: "leaf first, focus malloc"; NULL: paths as recorded */
};

/* The matches of a search in these trees; empty without a search. */
struct transformed_matches {
	struct search transformed, leaf_first; /* owned */
};

/*
 * Transform call paths as recorded; `joint` is the joint tree of two files, or NULL. Empty if the
 * choice has no transformations and is not leaf first, or while stacks have not been read. False
 * and an error as in derived_tree_new(). Release with transformed_paths_release().
 */
bool transformed_paths_build(struct transformed_paths *s, const struct choice *c,
			     const struct tree_results *of,
			     const struct joint_tree *joint, struct error *err);
void transformed_paths_release(struct transformed_paths *s);

/* Like derived_counts_update(), for both trees. */
void transformed_paths_count(struct transformed_paths *s, const struct tree_results *of);

/*
 * Search both trees. `of_frames` are the matching frames of `of`, the original tree, so that names
 * are not searched again. Release with transformed_matches_release().
 */
bool transformed_paths_search(const struct transformed_paths *s, struct regex *re,
			      const struct tree *of, const struct bits *of_frames,
			      struct transformed_matches *found, struct error *err);
void transformed_matches_release(struct transformed_matches *found);

/* The tree for tables; NULL: paths as recorded. */
const struct derived_counts *
transformed_paths_functions(const struct transformed_paths *s);

#endif
