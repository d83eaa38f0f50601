/* rewriting.h - one step from a call tree to the next: where each of its nodes lies there. */

#ifndef ANALYSIS_SHAPE_REWRITING_H
#define ANALYSIS_SHAPE_REWRITING_H

#include "analysis/shape/shape.h"
#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"

/* Call paths while they are made. Children of one parent differ in frame. */
struct new_paths {
	uint32_t count;
	uint32_t *parent, *frame; /* owned, until they are the tree's */
	size_t parent_room, frame_room;
	struct idmap known; /* owned: (parent, frame): node */
};

struct rewriting {
	const struct tree *from;       /* borrowed */
	const struct profile *profile; /* borrowed: of the tree that is made */
	enum transform_kind kind;
	struct bits frames; /* owned: those that it is about, */
	struct bits
	    nodes; /* owned: or the nodes; leaf first those in which samples end */
	uint32_t
	    instead; /* the frame that they are in the new tree, where they are one */
	uint32_t
	    *map; /* owned: by node of `from` that of the new tree, or SHAPE_DROPPED */
	uint32_t *state; /* owned: by node, what its callees need to know */
	struct new_paths to;
};

/*
 * Paths that are turned over may have so many frames, and so many for each node: that takes some seconds.
 * A chain of 65,000 calls of one function has 2 thousand million, and few new nodes.
 */
#define TURNED_LEAST (UINT64_C(1) << 27)
#define TURNED_EACH  512

/*
 * A new tree, with `map` filled in: by the kind; the paths turned over; those through a function,
 * from it on or back from it. One pass over the nodes but where paths are turned over: as many
 * steps as those have frames, within limits. NULL and an error when memory or numbers run out; release
 * both then, too.
 */
struct tree *rewriting_tree(struct rewriting *w, struct error *err);
struct tree *rewriting_leaf_first(struct rewriting *w, struct error *err);
struct tree *rewriting_callees(struct rewriting *w, struct error *err);
struct tree *rewriting_callers(struct rewriting *w, struct error *err);
void rewriting_release(struct rewriting *w);

#endif
