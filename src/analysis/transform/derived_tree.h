/* derived_tree.h - a call tree made from another one by rewriting its call paths. */

#ifndef ANALYSIS_TRANSFORM_DERIVED_TREE_H
#define ANALYSIS_TRANSFORM_DERIVED_TREE_H

#include "analysis/flame.h"
#include "analysis/transform/transform.h"

/*
 * Each node of the original tree maps to a node of the derived tree, or its samples are dropped. So
 * a flame of the original tree is converted by one pass over the nodes, whatever the number of
 * samples. The derived tree has no samples of its own, but is otherwise an ordinary tree.
 */

#define NODE_DROPPED UINT32_MAX

struct derived_tree_tables;

struct derived_tree {
	const struct tree *of; /* borrowed: the original tree */
	struct tree *tree;     /* owned */
	/* owned: maps nodes of `of` to nodes of `tree`, or NODE_DROPPED */
	uint32_t *node;
	/* owned: the frames of collapsed modules; NULL: none */
	struct derived_tree_tables *tables;
	bool drops; /* some nodes are dropped */
	/* borrowed: see derived_tree_follows(); NULL: not set, or `of` is not derived */
	const struct derived_tree *before;
};

/* The end of each stack that is at the root of the tree. */
enum tree_root {
	TREE_ROOT_FIRST, /* callees are children of their callers */
	TREE_LEAF_FIRST, /* callers are children of their callees: flamegraph.pl --reverse */
};

/*
 * Apply the transformations of `list`, one per line, and then `root`. Groups stay at the root.
 * `ends`, used with TREE_LEAF_FIRST, are the nodes of `of` in which samples end. If `ends` is NULL,
 * the samples of `of` determine these nodes; if `of` has no samples, all its nodes are used.
 *
 * Returns NULL on failure: ERROR_USAGE if a transformation is invalid, ERROR_NOTHING if its
 * function, module or path is not found, ERROR_LIMIT if there are too many call paths, or too many
 * frames to invert. Release with derived_tree_free().
 */
struct derived_tree *derived_tree_new(const struct tree *of, struct text list,
				      enum tree_root root, const struct bits *ends,
				      struct error *err);

/*
 * The two halves of a sandwich view: the paths from a function to its callees, or back to its
 * callers. `function` has one bit per frame of the tree's profile. Paths start at the outermost
 * call, whose frame is replaced by the first of `function`. So a recursive function counts once per
 * path, and both trees have the same total. Groups are left out, and paths without the function are
 * dropped.
 */
struct derived_tree *derived_tree_of_callees(const struct tree *of,
					     const struct bits *function,
					     struct error *err);
struct derived_tree *derived_tree_of_callers(const struct tree *of,
					     const struct bits *function,
					     struct error *err);
void derived_tree_free(struct derived_tree *s);

/* Set s->before to the derived tree that owns s->of; NULL: s->of is not derived. */
void derived_tree_follows(struct derived_tree *s, const struct derived_tree *before);

/* Map a node of derived_tree_first() to a node of this tree, or to NODE_DROPPED. */
static inline uint32_t derived_tree_node(const struct derived_tree *s, uint32_t node)
{
	if (s->before)
		node = derived_tree_node(s->before, node);
	return node == NODE_DROPPED ? node : s->node[node];
}

/* The original tree at the start of a chain of derived trees. */
const struct tree *derived_tree_first(const struct derived_tree *s);

/* Does this derived tree, or one before it, drop any samples? */
bool derived_tree_drops(const struct derived_tree *s);

/*
 * Build a flame of the derived tree from a flame of the original tree. Its `samples` and `weight`
 * include dropped samples until derived_tree_count_samples() is called. Do not call flame_show() or
 * flame_select() for it. When the range of `of` changes, call derived_tree_count(). It makes a pass
 * over the nodes of both trees and, if samples are dropped, a pass over the rows of the range. The
 * flame borrows `which` and `spans` of `of`. Release with flame_release().
 */
bool derived_tree_flame(const struct derived_tree *s, const struct flame *of,
			struct flame *flame, struct error *err);
void derived_tree_count(const struct derived_tree *s, const struct flame *of,
			struct flame *flame);

/* Compute the values of the derived tree from `of`, the self values of the original tree. */
void derived_tree_add_up(const struct derived_tree *s, const uint64_t *of, uint64_t *self,
			 uint64_t *total);

/* Update only flame->samples and flame->weight. */
void derived_tree_count_samples(const struct derived_tree *s, const struct flame *of,
				struct flame *flame);

/* Update only the values of nodes. This needs no pass over the rows. */
void derived_tree_count_values(const struct derived_tree *s, const struct flame *of,
			       struct flame *flame);

#endif
