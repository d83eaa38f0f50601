/* groups.h - the root frames of a call tree: what samples are put together under. */

#ifndef ANALYSIS_GROUPS_H
#define ANALYSIS_GROUPS_H

#include "analysis/tree.h"

/*
 * Only groups that have samples, numbered by label (bytewise) from 0. Group g is node g + 1 of
 * a tree; with ROOT_NONE there are none, `group` is NULL and node 0 stands for all.
 */
struct groups {
	enum root_mode root;
	uint32_t count;
	struct text *labels; /* owned array; into `bytes` or the profile */
	char *bytes;	     /* owned */
	uint32_t *group;     /* owned: by context the group's node; 0: no sample has it */
};

/* Without groups (ROOT_NONE) the count is 0. Release with groups_release(). */
bool groups_build(struct groups *g, const struct profile *p, enum root_mode root,
		  struct error *err);
void groups_release(struct groups *g);

#endif
