/* waiting_profile.h - a profile of threads' time: running, blocked, waiting for a CPU. */

#ifndef ANALYSIS_WAITING_PROFILE_H
#define ANALYSIS_WAITING_PROFILE_H

#include "analysis/waiting/sched_replay.h"

/*
 * The stretches of sched_replay() as samples: one event of spans for each state of the set,
 * named by its title, so that a map counts how many threads were in it, and a graph how long. Of
 * one that does not run the CPU is that on which it last did.
 * NULL and an error as there. `*p` is borrowed for as long as the new one lives, its tables are
 * looked at; release the new one first, with profile_free().
 */
struct profile *waiting_profile(const struct profile *p, unsigned states,
				struct error *err);

/*
 * The same, where the new one owns the old one, which is `*p` and becomes NULL. On failure nothing
 * changes.
 */
struct profile *waiting_profile_take(struct profile **p, unsigned states,
				     struct error *err);

/*
 * Of one that owns the one it was made of: that, shared, so that another can be made of it. NULL where
 * it owns none, or without memory. Release with profile_free().
 */
struct profile *waiting_profile_base(const struct profile *w, struct error *err);

#endif
