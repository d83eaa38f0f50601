/* shaped.h - the counts of a flame graph, of one side or two, moved to a rewritten call tree. */

#ifndef ANALYSIS_SHAPE_SHAPED_H
#define ANALYSIS_SHAPE_SHAPED_H

#include "analysis/compare/comparison.h"
#include "analysis/search.h"
#include "analysis/shape/shape.h"

/*
 * The results for one tree. If the range is compared with another file, it is the joint tree of
 * both files, so that nodes stay the same when differences are switched on or off. All pointers are
 * borrowed.
 */
struct answer_of {
	const struct flame *flame;   /* of the range */
	const struct search *search; /* the search matches; NULL: no search */
	/* of the same tree; NULL: no comparison */
	const struct comparison *comparison;
	/* the shape that made the tree; NULL: paths as recorded */
	const struct shape *shape;
};

/*
 * The same results for the tree of a shape. The comparison is read-only: do not refresh, follow or
 * swap it. It has the values of both sides without the dropped samples, so a factor by share refers
 * to the samples that are left.
 */
struct shaped {
	struct shape *shape;	 /* owned; NULL: paths are unchanged */
	struct flame flame;	 /* owned; from shape_flame() */
	struct comparison sides; /* owned; .tree is NULL: no comparison */
	/* a part of a function: shares and the factor stay those of the range */
	bool is_part;
};

/*
 * Take over a shape of the same tree and count its values. Returns false without memory, also when
 * `shape` is NULL because it could not be made. Release with shaped_release(), also after a
 * failure.
 */
bool shaped_build(struct shaped *s, struct shape *shape, const struct answer_of *of,
		  struct error *err);
/* The same for the paths through a function: shape_of_callers() or shape_of_callees(). */
bool shaped_build_side(struct shaped *s, const struct answer_of *of,
		       const struct bits *function, bool callers, struct error *err);
void shaped_release(struct shaped *s);

/*
 * Update after `of` has changed to another range, or has moved to another address, with the same
 * tree; whether it is compared must not have changed. Never fails. Costs as much as shape_count(),
 * per side; shaped_count_values() as much as shape_count_values().
 */
void shaped_count(struct shaped *s, const struct answer_of *of);
void shaped_count_values(struct shaped *s, const struct answer_of *of);

/* The nodes of a joint tree in which samples of either file end. Release with bits_release(). */
bool shaped_ends(const struct joint_tree *j, struct bits *ends, struct error *err);

#endif
