/* tree.h - the call tree of a whole profile below the chosen root frames. */

#ifndef ANALYSIS_TREE_H
#define ANALYSIS_TREE_H

#include "analysis/functions/name_order.h"
#include "base/error.h"
#include "profile/profile.h"

/*
 * A tree is built once for all samples; each knows its leaf node. While nodes are made, a stack
 * remembers the last group that had it and its node there, so few samples need a lookup. Duplicate
 * stacks (of the same frames), which only foreign files have, are found beforehand.
 */

/* What the frames below "all" stand for: the process name, as in FlameGraph, or something else. */
enum root_mode {
	ROOT_COMM,
	ROOT_THREAD,
	ROOT_PID,
	ROOT_CPU,
	ROOT_HOST, /* if there are several: see hosts.h */
	ROOT_NONE,
	ROOT_MODES
};

/*
 * All call paths of all samples; no range, event or filter applies. Node 0 is "all"; with a root
 * mode other than ROOT_NONE its children are the groups, whose frame is 0 and which have labels of
 * their own. Children of one parent differ in frame (name, module and kind). The tree does not
 * change after it is built, only the values of its nodes (flame.h) do.
 */
struct tree {
	const struct profile *profile; /* borrowed */
	enum root_mode root;
	/* from clock_now(): distinguishes it from another tree at the same address */
	uint64_t made;
	bool leaf_first; /* the innermost frames are below "all", or below a group */
	uint32_t count;
	uint32_t *parent;      /* owned; parent[i] < i, parent[0] = 0 */
	uint32_t *frame;       /* owned; 0 for node 0 and groups */
	uint32_t *first_child; /* owned; 0: none. Children are linked by name, bytewise */
	uint32_t *next_sibling; /* owned; 0: the last */
	uint16_t *depth;	/* owned; 0 for node 0; 65,535: that or more */
	/* owned; the node of each sample's whole stack; NULL: no samples */
	uint32_t *leaf;
	struct name_order names;    /* owned; empty if siblings are not sorted */
	uint16_t deepest;	    /* the largest of `depth`; paths may be longer */
	struct tree_groups *groups; /* owned */
};

/*
 * The groups of samples below "all". Only groups with samples exist, numbered by label (bytewise)
 * from 0; group g is node g + 1. With ROOT_NONE there are none, `group` is NULL
 * and node 0 stands for all samples. Users of a tree call tree_group_count() and tree_label().
 */
struct tree_groups {
	enum root_mode root;
	uint32_t count;
	struct text *labels; /* owned array; the text is in `bytes` or the profile */
	char *bytes;	     /* owned */
	/* owned: by context, the node of its group; 0: it has no samples */
	uint32_t *group;
};

/* NULL and an error when memory runs out. Release with tree_free(). */
struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err);
void tree_free(struct tree *t);

/*
 * A tree of given call paths, without samples. `paths` is filled in as described at struct tree;
 * groups are nodes 1 ... groups, sorted by label. The arrays (from base/mem.h) belong to the tree
 * from then on, even if this fails; the bytes of labels are borrowed.
 */
struct tree_paths {
	uint32_t count, groups;
	uint32_t *parent, *frame;
	struct text *labels; /* of the groups */
	bool any_order;	     /* do not sort siblings, which costs a pass over names */
};
struct tree *tree_of_paths(const struct profile *p, enum root_mode root,
			   const struct tree_paths *paths, struct error *err);

/* The number of groups, which are nodes 1 ... this number. */
uint32_t tree_group_count(const struct tree *t);

/*
 * The label of a node: the frame's name, or the group's: "comm", "comm-PID" (? if unknown),
 * "comm-PID/TID", "CPU 3", the host's name, or "all"; with several hosts, "@web1" follows if it
 * belongs to one of them. Borrowed from the tree or the profile.
 */
struct text tree_label(const struct tree *t, uint32_t node);

/* Is `node` equal to or below `above`? */
bool tree_is_below(const struct tree *t, uint32_t node, uint32_t above);

/*
 * A walk over the tree from "all", without recursion, as stacks are deep. Initialise it with
 * zeroes; each step enters a node or leaves it again. If `into` is false, the callees of the node
 * just entered are skipped, and it is not left. False at the end.
 */
struct tree_walk {
	uint32_t node;
	bool leaving;
};

static inline bool tree_walk_next(const struct tree *t, struct tree_walk *w, bool into)
{
	bool down = into && !w->leaving;
	uint32_t next = down ? t->first_child[w->node] : t->next_sibling[w->node];

	w->leaving = !next;
	if (next)
		w->node = next;
	else if (!down)
		w->node = t->parent[w->node];
	return w->node != 0;
}

/*
 * The node of this tree with the same labels from the root as `node` of `other`, or its nearest
 * ancestor that exists: keeps a zoom when the root mode changes.
 */
uint32_t tree_same_path(const struct tree *t, const struct tree *other, uint32_t node);

/* Find a node by its labels joined by ';' below "all" ("openssl;main"); 0 if there is none. */
uint32_t tree_find(const struct tree *t, struct text path);

/* The path of a node in the form of tree_find(): "main;work". Release with mem_free(). */
char *tree_path(const struct tree *t, uint32_t node, struct error *err);

/* The names of root modes on the command line: "comm", "thread", ... */
extern const char *const root_mode_names[ROOT_MODES];

#endif
