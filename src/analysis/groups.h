/* groups.h - the root frames of a call tree: what samples are put together under. */

#ifndef ANALYSIS_GROUPS_H
#define ANALYSIS_GROUPS_H

#include "analysis/tree.h"

/* Only groups that have samples, numbered by label (bytewise) from 0. */
struct groups {
	enum root_mode root;
	uint32_t count;
	struct text *labels; /* owned array; into `bytes` or the profile */
	char *bytes;	     /* owned */
	uint32_t *group; /* owned: 1 + the group of each context; 0: no sample has it */
};

/* Without groups (ROOT_NONE) the count is 0. Release with groups_release(). */
bool groups_build(struct groups *g, const struct profile *p, enum root_mode root,
		  struct error *err);
void groups_release(struct groups *g);

/* 1 + the group of a sample, which is its node in the tree; 0 for ROOT_NONE. */
static inline uint32_t groups_of_sample(const struct groups *g, const struct profile *p,
					uint64_t row)
{
	return g->root == ROOT_NONE ? 0 : g->group[p->samples.context[row]];
}

#endif
