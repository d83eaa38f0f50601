/* firsts.h - in which sample each node of a call tree is met first. */

#ifndef ANALYSIS_FIRSTS_H
#define ANALYSIS_FIRSTS_H

#include "analysis/flame.h"

#define FIRSTS_NEVER UINT64_MAX

/*
 * By node: the first row of the flame's range that counts and lies in the node or below it.
 * Rows are in order of time, and siblings never share one: so this orders siblings by when
 * they started. One pass over the rows and one over the nodes. NULL and an error when
 * memory runs out. Release with mem_free().
 */
uint64_t *firsts_of(const struct flame *f, struct error *err);

#endif
