/* shaping.h - the call paths of a session as they were chosen to be: transformed, leaf first. */

#ifndef SESSION_SHAPING_H
#define SESSION_SHAPING_H

#include "analysis/search.h"
#include "analysis/shape/shape.h"
#include "session/choice.h"

/* A shape, and the flame of the range in its tree. */
struct shaped {
	struct shape *shape; /* owned; NULL: paths are as they were */
	struct flame flame;  /* owned */
};

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
 * Of a flame of the base tree and a choice: empty where that has neither transformations nor leaf first. False
 * and an error as shape_new(). Release with shaping_release().
 */
bool shaping_build(struct shaping *s, const struct choice *c, const struct flame *of,
		   struct error *err);
void shaping_release(struct shaping *s);
void shaped_release(struct shaped *s);

/* The flame of the base tree is another, or stands elsewhere, or shows another range. Never fails. */
void shaping_count(struct shaping *s, const struct flame *of);

/*
 * Ask a pattern of both trees; what it has found among the frames of `of`, the tree before, it is not asked
 * again. Release with shaping_found_release().
 */
bool shaping_search(const struct shaping *s, struct regex *re, const struct tree *of,
		    const struct bits *of_frames, struct shaping_found *found,
		    struct error *err);
void shaping_found_release(struct shaping_found *found);

/* Flame and search of what tables are of, of what is drawn; NULL where the base is. */
const struct flame *shaping_functions(const struct shaping *s);
const struct flame *shaping_graph(const struct shaping *s);

/* What is drawn is of; NULL: of the base tree. */
const struct shape *shaping_shape(const struct shaping *s);

#endif
