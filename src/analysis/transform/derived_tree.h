/* derived_tree.h - a call tree made from another one by rewriting its call paths. */

#ifndef ANALYSIS_TRANSFORM_DERIVED_TREE_H
#define ANALYSIS_TRANSFORM_DERIVED_TREE_H

#include "analysis/flame.h"
#include "analysis/transform/transform.h"

/*
 * Each sample ends in a node of the original tree, which maps to a node of the new tree, or is
 * dropped. So a flame of the new tree is computed from a flame of the original tree by a pass over
 * the nodes, for any number of samples. The new tree has no samples of its own; otherwise it
 * is an ordinary tree for layouts, tables, searches and output formats.
 */

#define NODE_DROPPED UINT32_MAX

struct derived_tree_tables;

struct derived_tree {
	const struct tree *of; /* borrowed: the original tree */
	struct tree *tree;     /* owned */
	/* owned: maps nodes of `of` to nodes of `tree`, or NODE_DROPPED */
	uint32_t *node;
	/* owned: frames that stand for several frames */
	struct derived_tree_tables *tables;
	bool drops; /* some nodes are dropped */
	/* borrowed: the derivation of `of`, see derived_tree_follows(); NULL: none, or unknown */
	const struct derived_tree *before;
};

/* The end of the paths that is placed at the root. */
enum tree_root {
	TREE_ROOT_FIRST, /* callers above callees */
	TREE_LEAF_FIRST, /* like flamegraph.pl --reverse: callers below callees */
};

/*
 * Apply the transformations of `list`, one in each line, one after the other, and then `root`. Root
 * frames (groups) stay at the root, also leaf first. ERROR_USAGE when an entry is invalid,
 * ERROR_NOTHING when its function, module or path does not exist. Leaf first may need as many nodes
 * as all paths have frames; `ends` are the nodes in which samples may end (NULL: those in which the
 * tree's samples end, or all nodes). NULL and an error also when memory or node ids run out.
 * Release with derived_tree_free().
 */
struct derived_tree *derived_tree_new(const struct tree *of, struct text list,
				      enum tree_root root, const struct bits *ends,
				      struct error *err);

/*
 * The paths through a function (one bit per frame of the tree's profile): from its outermost call
 * to its callees, or from there back to the roots. The frames of the function become one frame;
 * root frames are left out. So a recursive function counts once, and both trees have the same sum:
 * the lower and the upper half of a sandwich.
 */
struct derived_tree *derived_tree_of_callees(const struct tree *of,
					     const struct bits *function,
					     struct error *err);
struct derived_tree *derived_tree_of_callers(const struct tree *of,
					     const struct bits *function,
					     struct error *err);
void derived_tree_free(struct derived_tree *s);

/*
 * Declare that `s->of` is the tree of `before` (NULL: it is not derived), which also makes its
 * samples known.
 */
void derived_tree_follows(struct derived_tree *s, const struct derived_tree *before);

/* The node to which samples of `node` of the first tree are moved, or NODE_DROPPED. */
static inline uint32_t derived_tree_node(const struct derived_tree *s, uint32_t node)
{
	if (s->before)
		node = derived_tree_node(s->before, node);
	return node == NODE_DROPPED ? node : s->node[node];
}

/* The first tree of the chain, which is not derived. */
const struct tree *derived_tree_first(const struct derived_tree *s);

/* Does this derived tree, or one before it, drop any samples? */
bool derived_tree_drops(const struct derived_tree *s);

/*
 * Build the flame of the derived tree from a flame of the original tree, whose rows and samples it
 * borrows. Its values are right; samples and weight are those of all paths until
 * derived_tree_count_samples(). Release with flame_release(). Do not call flame_show() or
 * flame_select() on it: when the range of the other flame changes, call derived_tree_count(), which
 * passes over the nodes of both trees and, if samples are dropped, over the rows of the range.
 */
bool derived_tree_flame(const struct derived_tree *s, const struct flame *of,
			struct flame *flame, struct error *err);
void derived_tree_count(const struct derived_tree *s, const struct flame *of,
			struct flame *flame);

/*
 * Map self values of the original tree's nodes to nodes of the derived tree, and sum up the totals.
 */
void derived_tree_add_up(const struct derived_tree *s, const uint64_t *of, uint64_t *self,
			 uint64_t *total);

/* The second part of derived_tree_count(). */
void derived_tree_count_samples(const struct derived_tree *s, const struct flame *of,
				struct flame *flame);

/*
 * Computes only the values of nodes, if samples and weight are not needed: never passes over rows.
 */
void derived_tree_count_values(const struct derived_tree *s, const struct flame *of,
			       struct flame *flame);

#endif
