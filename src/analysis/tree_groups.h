/* tree_groups.h - the root frames of a call tree: what samples are put together under. */

#ifndef ANALYSIS_TREE_GROUPS_H
#define ANALYSIS_TREE_GROUPS_H

#include "analysis/tree.h"

/*
 * Only groups that have samples, numbered by label (bytewise) from 0. Group g is node g + 1; with
 * ROOT_NONE there are none, `group` is NULL and node 0 stands for all.
 */
struct tree_groups {
	enum root_mode root;
	uint32_t count;
	struct text *labels; /* owned array; into `bytes` or the profile */
	char *bytes;	     /* owned */
	uint32_t *group;     /* owned: by context the group's node; 0: no sample has it */
};

/* NULL and an error when memory runs out. Release with tree_groups_free(). */
struct tree_groups *tree_groups_new(const struct profile *p, enum root_mode root,
				    struct error *err);
void tree_groups_free(struct tree_groups *g);

#endif
