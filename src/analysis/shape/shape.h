/* shape.h - a call tree made of another one by rewriting its call paths. */

#ifndef ANALYSIS_SHAPE_SHAPE_H
#define ANALYSIS_SHAPE_SHAPE_H

#include "analysis/flame.h"
#include "analysis/shape/transform.h"

/*
 * Each sample ends in a node of the original tree, which maps to a node of the new tree, or is
 * dropped. So a flame of the new tree is computed from a flame of the original tree by a pass over
 * the nodes, whatever the number of samples. The new tree has no samples of its own; otherwise it
 * is an ordinary tree for layouts, tables, searches and output formats.
 */

#define SHAPE_DROPPED UINT32_MAX

struct shape_tables;

struct shape {
	const struct tree *of; /* borrowed: the original tree */
	struct tree *tree;     /* owned */
	/* owned: maps nodes of `of` to nodes of `tree`, or SHAPE_DROPPED */
	uint32_t *node;
	struct shape_tables *tables; /* owned: frames that stand for several */
	bool drops;		     /* some nodes are dropped */
	/* borrowed: the shape that made `of`, see shape_follows(); NULL: none, or unknown */
	const struct shape *before;
};

/* The end of a path that is at the root. */
enum shape_root {
	SHAPE_ROOT_FIRST, /* callers above callees */
	SHAPE_LEAF_FIRST, /* like flamegraph.pl --reverse: callers below callees */
};

/*
 * Apply the transformations of `list` (transform_next()) one after the other, and then `root`. Root
 * frames (groups) stay at the root, also leaf first. ERROR_USAGE when an entry is invalid,
 * ERROR_NOTHING when its function, module or path does not exist. Leaf first may need as many nodes
 * as all paths have frames; `ends` are the nodes in which samples may end (NULL: those in which the
 * tree's samples end, or all nodes). NULL and an error also when memory or node ids run out.
 * Release with shape_free().
 */
struct shape *shape_new(const struct tree *of, struct text list, enum shape_root root,
			const struct bits *ends, struct error *err);

/*
 * The paths through a function (one bit per frame of the tree's profile): from its outermost call
 * to its callees, or from there back to the roots. The frames of the function become one frame;
 * root frames are left out. So a recursive function counts once, and both trees have the same sum:
 * the lower and the upper half of a sandwich.
 */
struct shape *shape_of_callees(const struct tree *of, const struct bits *function,
			       struct error *err);
struct shape *shape_of_callers(const struct tree *of, const struct bits *function,
			       struct error *err);
void shape_free(struct shape *s);

/*
 * Declare that `s->of` is the tree of `before` (NULL: of no shape), which also makes its samples
 * known.
 */
void shape_follows(struct shape *s, const struct shape *before);

/* The node that samples of `node` of the first tree are moved to, or SHAPE_DROPPED. */
static inline uint32_t shape_node(const struct shape *s, uint32_t node)
{
	if (s->before)
		node = shape_node(s->before, node);
	return node == SHAPE_DROPPED ? node : s->node[node];
}

/* The first tree, which was not made by a shape. */
const struct tree *shape_first(const struct shape *s);

/* Does the shape, or one before it, drop any samples? */
bool shape_drops(const struct shape *s);

/*
 * Build the flame of the shape's tree from a flame of the original tree, whose rows and samples it
 * borrows. Its values are right; samples and weight are those of all paths until
 * shape_count_samples(). Release with flame_release(). Do not call flame_show() or flame_move() on
 * it: when the range of the other flame changes, call shape_count(), which passes over the nodes of
 * both trees and, if samples are dropped, over the rows of the range.
 */
bool shape_flame(const struct shape *s, const struct flame *of, struct flame *flame,
		 struct error *err);
void shape_count(const struct shape *s, const struct flame *of, struct flame *flame);

/*
 * Map self values of the original tree's nodes to those of the shape's tree, and sum up the totals.
 */
void shape_add_up(const struct shape *s, const uint64_t *of, uint64_t *self,
		  uint64_t *total);

/* The second part of shape_count(). */
void shape_count_samples(const struct shape *s, const struct flame *of,
			 struct flame *flame);

/* The values of nodes alone, if samples and weight are not needed: never passes over rows. */
void shape_count_values(const struct shape *s, const struct flame *of,
			struct flame *flame);

#endif
