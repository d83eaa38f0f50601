/* shaping.h - the call paths of a session as they were chosen to be: transformed, leaf first. */

#ifndef SESSION_SHAPING_H
#define SESSION_SHAPING_H

#include "analysis/search.h"
#include "analysis/shape/shaped.h"
#include "choice/choice.h"

/* Leaf first there are two, for tables need to know in which functions samples end. */
struct shaping {
	struct shaped transformed;
	struct shaped leaf_first; /* and transformed */
	char *words; /* owned: "leaf first, focus malloc"; NULL: nothing is in force */
};

/* What a pattern finds in their trees. All empty where there is none. */
struct shaping_found {
	struct search transformed, leaf_first; /* owned */
};

/*
 * Of call paths as they were recorded, of two files of those of both (`joint`; else NULL); empty where a choice has
 * neither transformations nor leaf first. False and an error as shape_new(). Release with shaping_release().
 */
bool shaping_build(struct shaping *s, const struct choice *c, const struct answer_of *of,
		   const struct joint_tree *joint, struct error *err);
void shaping_release(struct shaping *s);

/* As shaped_count(). */
void shaping_count(struct shaping *s, const struct answer_of *of);

/*
 * Ask a pattern of both trees; what it has found among the frames of `of`, the tree before, it is not asked
 * again. Release with shaping_found_release().
 */
bool shaping_search(const struct shaping *s, struct regex *re, const struct tree *of,
		    const struct bits *of_frames, struct shaping_found *found,
		    struct error *err);
void shaping_found_release(struct shaping_found *found);

/* What tables are of, what is drawn; NULL where the base is. */
const struct shaped *shaping_functions(const struct shaping *s);
const struct shaped *shaping_graph(const struct shaping *s);

#endif
