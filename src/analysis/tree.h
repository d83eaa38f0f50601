/* tree.h - the call tree of all samples of a profile. */

#ifndef ANALYSIS_TREE_H
#define ANALYSIS_TREE_H

#include "analysis/functions/name_order.h"
#include "base/error.h"
#include "profile/profile.h"

/*
 * A tree is built once for all samples, and stores the leaf node of each sample. During the build,
 * each stack remembers the last group that had it and its place there, so few samples need a
 * lookup. Duplicate stacks (with the same frames) are found first; only .flare files written by
 * other programs have them.
 */

/* How samples are grouped below "all". FlameGraph groups them by thread name: ROOT_COMM. */
enum root_mode {
	ROOT_COMM,
	ROOT_THREAD,
	ROOT_PID,
	ROOT_CPU,
	ROOT_HOST, /* for profiles of several hosts: see hosts.h */
	ROOT_NONE,
	ROOT_MODES
};

/*
 * The call paths of all samples, whatever the range, event and filter. Node 0 is "all". Unless the
 * root mode is ROOT_NONE, its children are the groups, which have frame 0 and their own labels.
 * Siblings that are not groups have different frames, which differ in name, module, kind or mode. A
 * tree does not change after it is built; the values of its nodes are in struct flame.
 */
struct tree {
	const struct profile *profile; /* borrowed */
	enum root_mode root;
	/* clock_now() when it was built, to distinguish trees at the same address */
	uint64_t made;
	bool leaf_first; /* inverted: paths begin with the innermost frame */
	uint32_t count;
	uint32_t *parent; /* owned; parent[i] < i, parent[0] = 0 */
	uint32_t *frame;  /* owned; 0 for node 0 and groups */
	/* owned; 0: none; siblings are sorted bytewise by name unless `names` is empty */
	uint32_t *first_child;
	uint32_t *next_sibling; /* owned; 0: the last */
	uint16_t *depth;	/* owned; 0 for node 0; at most 65,535 */
	uint32_t *leaf; /* owned: by sample, the node of its stack; NULL: no samples */
	struct name_order names;    /* owned; empty if siblings are not sorted */
	uint16_t deepest;	    /* the maximum of `depth` */
	struct tree_groups *groups; /* owned */
};

/*
 * The groups of samples below "all", sorted bytewise by label; group g is node g + 1. tree_new()
 * makes only groups with samples. With ROOT_NONE, there are no groups, and `group` is NULL. Files
 * other than tree.c call tree_group_count() and tree_label() instead.
 */
struct tree_groups {
	enum root_mode root;
	uint32_t count;
	struct text *labels; /* owned array; the texts are in `bytes` or borrowed */
	char *bytes;	     /* owned */
	/* owned: by context, the node of its group; 0: it has no samples */
	uint32_t *group;
};

/* NULL and an error when memory or node numbers run out. Release with tree_free(). */
struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err);
void tree_free(struct tree *t);

/*
 * Make a tree of given call paths, without samples. The arrays in `paths` have the same contents as
 * in struct tree; nodes 1 to `groups` are the groups, sorted by label. The function takes ownership
 * of the arrays (from base/mem.h), even if it fails; the texts of the labels are borrowed.
 */
struct tree_paths {
	uint32_t count, groups;
	uint32_t *parent, *frame;
	struct text *labels; /* of the groups */
	bool any_order;	     /* do not sort siblings: saves a pass over the names */
};
struct tree *tree_of_paths(const struct profile *p, enum root_mode root,
			   const struct tree_paths *paths, struct error *err);

/* The number of groups. Nodes 1 to this number are the groups. */
uint32_t tree_group_count(const struct tree *t);

/*
 * The label of a node: "all", the name of its frame, or the label of the group: "comm", "comm-PID",
 * "comm-PID/TID", "CPU 3" ("?" for an unknown number) or the name of a host. With several hosts, a
 * label with a number ends in its host: "CPU 3@web1". Borrowed from the tree or the profile.
 */
struct text tree_label(const struct tree *t, uint32_t node);

/* Is `node` in the subtree of `above`? */
bool tree_is_below(const struct tree *t, uint32_t node, uint32_t above);

/*
 * A depth-first walk over the tree, without recursion, because stacks can be deep. Initialise it
 * with zeroes. Each step enters a node or leaves it. If `into` is false, the callees of the node
 * just entered are skipped, and no step leaves that node. Returns false at the end.
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
 * Find the node of `t` with the same path as `node` of `other`, or else with the longest prefix of
 * that path that `t` has, to keep the zoom when the root mode changes. Returns 0 if memory runs
 * out.
 */
uint32_t tree_same_path(const struct tree *t, const struct tree *other, uint32_t node);

/* Find a node by the labels on its path below "all", joined by ';' ("openssl;main"); 0: none. */
uint32_t tree_find(const struct tree *t, struct text path);

/* The path of a node for tree_find(). NULL when memory runs out. Release with mem_free(). */
char *tree_path(const struct tree *t, uint32_t node, struct error *err);

/* The names of the root modes on the command line: "comm", "thread" ... */
extern const char *const root_mode_names[ROOT_MODES];

#endif
