/* shaping.h - the call paths of a session, transformed and leaf first as chosen. */

#ifndef SESSION_SHAPING_H
#define SESSION_SHAPING_H

#include "analysis/search.h"
#include "analysis/shape/shaped.h"
#include "choice/choice.h"

/* A graph leaf first has two trees, because tables need the leaf of each sample. */
struct shaping {
	struct shaped transformed;
	struct shaped leaf_first; /* of the transformed paths */
	char *words; /* owned: "leaf first, focus malloc"; NULL: paths are as recorded */
};

/* The matches of a search in those trees; empty without a search. */
struct shaping_found {
	struct search transformed, leaf_first; /* owned */
};

/*
 * From call paths as recorded, or from the joint tree of two files (`joint`; else NULL). Empty if
 * the choice has no transformations and is not leaf first. False and an error as shape_new().
 * Release with shaping_release().
 */
bool shaping_build(struct shaping *s, const struct choice *c, const struct answer_of *of,
		   const struct joint_tree *joint, struct error *err);
void shaping_release(struct shaping *s);

/* As shaped_count(). */
void shaping_count(struct shaping *s, const struct answer_of *of);

/*
 * Search both trees. `of_frames` are the matches among the frames of `of`, the tree before the
 * shaping: they are not searched again. Release with shaping_found_release().
 */
bool shaping_search(const struct shaping *s, struct regex *re, const struct tree *of,
		    const struct bits *of_frames, struct shaping_found *found,
		    struct error *err);
void shaping_found_release(struct shaping_found *found);

/* The tree for tables; NULL when paths are as recorded. */
const struct shaped *shaping_functions(const struct shaping *s);

#endif
