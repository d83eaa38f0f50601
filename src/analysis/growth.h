/* growth.h - makes the nodes of a call tree out of samples. */

#ifndef ANALYSIS_GROWTH_H
#define ANALYSIS_GROWTH_H

#include "analysis/groups.h"

/*
 * Fill in parent, frame, depth, deepest, count and leaf of a tree that has only its profile
 * and root. Node 0, then the groups, then the call paths of each group, in the order in which its
 * samples have them.
 * When it fails the arrays are still the tree's to free.
 */
bool growth_run(struct tree *t, const struct groups *groups, struct error *err);

#endif
