/* waiting_profile.h - a profile of threads' time: running, blocked, waiting for a CPU. */

#ifndef ANALYSIS_WAITING_PROFILE_H
#define ANALYSIS_WAITING_PROFILE_H

#include "analysis/waiting/wake_paths.h"
#include "base/bits.h"
#include "profile/profile.h"

/* What a graph of what ran and what was blocked is of: the first event, and the second, also of D. */
#define STATES_HOT_COLD (STATE_SET(STATE_RUNNING) | STATES_BLOCKED)

/* Which of it. All zero but for the states is usual. */
struct waiting_choice {
	unsigned states;       /* 0: samples are looked at, no time of threads */
	enum wait_graph graph; /* of wakers of blocked states alone, or GRAPH_HOT_COLD of
				   * STATES_HOT_COLD; else it is that of off-CPU time */
	uint64_t longer, shorter; /* ns: waits that lasted at least and at most so long;
				   * shorter: 0 is any. What ran is all there */
};

static inline bool waiting_choice_equal(const struct waiting_choice *a,
					const struct waiting_choice *b)
{
	return a->states == b->states && a->graph == b->graph && a->longer == b->longer &&
	       a->shorter == b->shorter;
}

/*
 * The stretches of sched_replay() as samples: one event of spans for each state of the set,
 * named by its title, so that a map counts how many threads were in it, and a graph how long. Of
 * one that does not run the CPU is that on which it last did.
 * Sums of perf record --off-cpu (off_cpu.h), where nothing else tells of blocked threads, or all is
 * asked for, make a profile of moments without times, whose weights are ns: a graph can show it, no map.
 * With another graph than that of off-CPU time they are those of blocked states, with other stacks
 * (wake_paths.h). NULL and an error as there. `*p` is borrowed for as long as the new one lives,
 * its tables are looked at; release the new one first, with profile_free().
 */
struct profile *waiting_profile(const struct profile *p, const struct waiting_choice *c,
				struct error *err);

/*
 * The same, where the new one owns the old one, which is `*p` and becomes NULL. On failure nothing
 * changes.
 */
struct profile *waiting_profile_take(struct profile **p, const struct waiting_choice *c,
				     struct error *err);

/* What such a profile was made of: borrowed, as long as it lives. NULL: it is none. */
const struct profile *waiting_profile_origin(const struct profile *w);

/* The state of an event of such a profile. */
enum thread_state waiting_profile_state(const struct profile *w, uint32_t event);

/*
 * Of one that owns the one it was made of: that, shared, so that another can be made of it. NULL where
 * it owns none, or without memory. Release with profile_free().
 */
struct profile *waiting_profile_base(const struct profile *w, struct error *err);

/*
 * Of a profile of waiting_profile() the rows, a bit each, in which a thread is blocked where it is for
 * more than half of the recording, by one stack: a pool's next job, a timer, epoll_wait(). Not where it
 * waits for a lock, however long. `rows` has been built, and is empty.
 */
bool work_waits_find(struct bits *rows, const struct profile *w, struct error *err);

#endif
