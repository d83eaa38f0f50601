/* shaped.h - what is counted over a call tree, of one side or two, over one that is made of it. */

#ifndef ANALYSIS_SHAPE_SHAPED_H
#define ANALYSIS_SHAPE_SHAPED_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"
#include "analysis/shape/shape.h"

/*
 * What is known over one tree: where the range is compared with another file that of both, so that a node
 * is the same whether differences are shown or not. All borrowed.
 */
struct answer_of {
	const struct flame *flame;   /* of the range */
	const struct search *search; /* what was found there; NULL: nothing is searched */
	const struct comparison
	    *comparison;	   /* over that tree; NULL: nothing is compared */
	const struct shape *shape; /* what the tree is of; NULL: of paths as recorded */
};

/*
 * The same over the tree of a shape. Its comparison is read as any other, and never refreshed, followed or
 * swapped by itself: it has the values of both sides without what the shape drops, so a factor by
 * share is that of what is left.
 */
struct shaped {
	struct shape *shape;	 /* owned; NULL: paths are as they were */
	struct flame flame;	 /* owned; as shape_flame() */
	struct comparison sides; /* owned; .tree is NULL: nothing is compared */
	bool is_part; /* of a function: shares and the factor stay those of the range */
};

/*
 * Take over a shape of that tree, and count its values; false without memory, also where `shape` is NULL because it could not
 * be made. Release with shaped_release(), also then.
 */
bool shaped_build(struct shaped *s, struct shape *shape, const struct answer_of *of,
		  struct error *err);
/* Of the paths through a function: shape_of_callers(), or shape_of_callees(). */
bool shaped_build_side(struct shaped *s, const struct answer_of *of,
		       const struct bits *function, bool callers, struct error *err);
void shaped_release(struct shaped *s);

/*
 * What it was built of shows another range, or stands elsewhere, over the same tree; compared as it was then, or
 * not. Never fails. Costs what shape_count() does, and as much for the other side; values alone as
 * shape_count_values().
 */
void shaped_count(struct shaped *s, const struct answer_of *of);
void shaped_count_values(struct shaped *s, const struct answer_of *of);

/* The nodes of a joint tree in which samples of either file end. Release with bits_release(). */
bool shaped_ends(const struct joint_tree *j, struct bits *ends, struct error *err);

#endif
