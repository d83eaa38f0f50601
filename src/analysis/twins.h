/* twins.h - stacks of a profile that are the same frames in the same order. */

#ifndef ANALYSIS_TWINS_H
#define ANALYSIS_TWINS_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * By stack, the first one that consists of the same frames. The array is NULL when no two
 * are the same, as in every profile that a builder has made; release it with mem_free().
 */
bool twins_find(const struct profile *p, uint32_t **first_of, struct error *err);

#endif
