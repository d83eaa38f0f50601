/* tally.h - all samples added up by context and leaf: what a profile says at a glance. */

#ifndef PROFILE_TALLY_H
#define PROFILE_TALLY_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * The rows of profile.tallies, in the order in which the pairs first occur; `*count` of
 * them, fewer than 2^32. NULL and an error when memory runs out. Release with free().
 *
 * Why by the leaf: whether a CPU was idle is told by the thread and the leaf. Which functions
 * mean that is known above this layer and may change with a release; the sums do not.
 */
struct tally *tally_build(const struct profile *p, uint64_t *count, struct error *err);

#endif
