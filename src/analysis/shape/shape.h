/* shape.h - a call tree made of another one by rewriting its call paths. */

#ifndef ANALYSIS_SHAPE_SHAPE_H
#define ANALYSIS_SHAPE_SHAPE_H

#include "analysis/flame.h"
#include "analysis/shape/transform.h"

/*
 * A sample that ends in a node of the tree before ends in a node of the new one, or is dropped. So
 * a flame of the new tree follows from one of the tree before by a pass over the nodes, whatever
 * the number of samples. The tree is one like any other, but that it has no samples: layouts,
 * tables, searches and notations take it.
 */

#define SHAPE_DROPPED UINT32_MAX

struct shape_tables;

struct shape {
	const struct tree *of; /* borrowed: the tree before */
	struct tree *tree;     /* owned */
	uint32_t *node; /* owned: by node of `of`, that of `tree`, or SHAPE_DROPPED */
	struct shape_tables *tables; /* owned: frames that stand for several */
	bool drops;		     /* some node is dropped */
	const struct shape
	    *before; /* borrowed: the one whose tree `of` is, see shape_follows(); NULL:
		      * none, or not known */
};

/* Which end of a path is at the root. */
enum shape_root {
	SHAPE_ROOT_FIRST, /* who calls is above whom it calls, as ever */
	SHAPE_LEAF_FIRST, /* as flamegraph.pl --reverse: below a function are its callers */
};

/*
 * The transformations of `list` (transform_next()), one after the other, and then the root. Root frames
 * (groups) stay where they are; leaf first they are those of the tree, too. ERROR_USAGE and
 * ERROR_NOTHING when the list has something that is none, or that is not there. Leaf first may need as many nodes as
 * all paths have frames together: `ends` are the nodes in which samples may end (NULL: those in which the tree's
 * samples do, or all). NULL and an error also when memory or numbers run out. Release with shape_free().
 */
struct shape *shape_new(const struct tree *of, struct text list, enum shape_root root,
			const struct bits *ends, struct error *err);

/*
 * Of the paths through a function (one bit a frame of the tree's profile): from its outermost call
 * on to what it calls, or from there back to the roots. Its frames are one; root frames are left
 * out. So recursion counts once, and both have the same sum: a sandwich's upper and lower half.
 */
struct shape *shape_of_callees(const struct tree *of, const struct bits *function,
			       struct error *err);
struct shape *shape_of_callers(const struct tree *of, const struct bits *function,
			       struct error *err);
void shape_free(struct shape *s);

/* It is made of the tree of `before` (NULL: of none), so its samples are known, too. */
void shape_follows(struct shape *s, const struct shape *before);

/* Where samples lie that end in this node of the first tree that was rewritten, or SHAPE_DROPPED. */
static inline uint32_t shape_node(const struct shape *s, uint32_t node)
{
	if (s->before)
		node = shape_node(s->before, node);
	return node == SHAPE_DROPPED ? node : s->node[node];
}

/* That tree. */
const struct tree *shape_first(const struct shape *s);

/* Does it, or one before it, drop any samples? */
bool shape_drops(const struct shape *s);

/*
 * The flame of the shape's tree that follows from one of the tree before, whose rows and samples it
 * borrows: its values; samples and weight are those of all until shape_count_samples(). Release with
 * flame_release(), and never call flame_show() or flame_move() of it: shape_count() brings it up to date when
 * the other shows another range. That costs a pass over both trees' nodes; where samples are dropped also
 * one over the rows of the range.
 */
bool shape_flame(const struct shape *s, const struct flame *of, struct flame *flame,
		 struct error *err);
void shape_count(const struct shape *s, const struct flame *of, struct flame *flame);

/* What nodes of the tree before have themselves, by node of the shape's, with the sums of all below. */
void shape_add_up(const struct shape *s, const uint64_t *of, uint64_t *self,
		  uint64_t *total);

/* The rest of shape_count(). */
void shape_count_samples(const struct shape *s, const struct flame *of,
			 struct flame *flame);

/* The values of nodes alone, for who asks for no samples and no weight: never a pass over rows. */
void shape_count_values(const struct shape *s, const struct flame *of,
			struct flame *flame);

#endif
