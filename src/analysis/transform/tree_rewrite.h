/* tree_rewrite.h - one step from a call tree to the next, with the new place of each node. */

#ifndef ANALYSIS_TRANSFORM_TREE_REWRITE_H
#define ANALYSIS_TRANSFORM_TREE_REWRITE_H

#include "analysis/transform/derived_tree.h"
#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"

/* Call paths under construction. Children of one parent differ in frame. */
struct new_paths {
	uint32_t count;
	uint32_t *parent, *frame; /* owned, until the tree takes them over */
	size_t parent_room, frame_room;
	struct idmap known; /* owned: maps (parent, frame) to a node */
};

struct tree_rewrite {
	const struct tree *from;       /* borrowed */
	const struct profile *profile; /* borrowed: that of the new tree */
	enum transform_kind kind;
	struct bits frames; /* owned: the frames to which the step applies */
	/* owned: or the nodes; for leaf first, the nodes in which samples end */
	struct bits nodes;
	/* the frame that replaces them in the new tree, if they become one */
	uint32_t instead;
	/* owned: the new node of each node of `from`, or NODE_DROPPED */
	uint32_t *map;
	uint32_t *state; /* owned: by node, the state that its callees inherit */
	struct new_paths to;
};

/*
 * The limit on the number of frames in reversed paths: a constant and a number per node; reaching
 * it takes some seconds. A chain of 65,000 calls of one function has two billion frames, but few
 * new nodes.
 */
#define TURNED_LEAST (UINT64_C(1) << 27)
#define TURNED_EACH  512

/*
 * Build a new tree and fill in `map`: by `kind`; with reversed paths; or with the paths through a
 * function, towards its callees or its callers. Each passes over the nodes once, except that leaf
 * first takes as many steps as the paths have frames, up to a limit. NULL and an error when memory
 * or node ids run out. Release both, also after a failure.
 */
struct tree *tree_rewrite_tree(struct tree_rewrite *w, struct error *err);
struct tree *tree_rewrite_leaf_first(struct tree_rewrite *w, struct error *err);
struct tree *tree_rewrite_callees(struct tree_rewrite *w, struct error *err);
struct tree *tree_rewrite_callers(struct tree_rewrite *w, struct error *err);
void tree_rewrite_release(struct tree_rewrite *w);

#endif
