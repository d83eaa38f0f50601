/* tally.h - all samples added up by context: what a profile says at a glance. */

#ifndef PROFILE_TALLY_H
#define PROFILE_TALLY_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * The rows of profile.tallies, in the order in which they first occur; `*count` of them.
 * NULL and an error when memory runs out. Release with mem_free().
 *
 * Why not a count of idle samples: which functions are idle is known above this layer and
 * may change with a release; these sums do not.
 */
struct tally *tally_build(const struct profile *p, uint64_t *count, struct error *err);

#endif
