/* waiting_profile.h - a profile of threads' time: running, blocked, waiting for a CPU. */

#ifndef ANALYSIS_WAITING_PROFILE_H
#define ANALYSIS_WAITING_PROFILE_H

#include "analysis/waiting/sched_replay.h"

/* Sets of states, as --state names them; blocked has those in D too, all also running. */
#define STATE_SET(state) (1u << (state))
#define STATES_BLOCKED	 (STATE_SET(STATE_BLOCKED) | STATE_SET(STATE_DISK))
#define STATES_ALL	 (STATE_SET(THREAD_STATES) - 1)

/* "running", "blocked", "blocked in D", "waiting for a CPU", "preempted", "unknown" */
extern const char *const thread_state_names[THREAD_STATES];

/*
 * The stretches of sched_replay() as samples: one event of spans for each state of the set, named as
 * above, so that a map counts how many threads were in it, and a graph how long. NULL and an error as
 * there. `*p` is borrowed for as long as the new one lives, its tables are looked at; release the new
 * one first, with profile_free().
 */
struct profile *waiting_profile(const struct profile *p, unsigned states,
				struct error *err);

/*
 * The same, where the new one owns the old one, which is `*p` and becomes NULL. On failure nothing
 * changes.
 */
struct profile *waiting_profile_take(struct profile **p, unsigned states,
				     struct error *err);

#endif
