/* waiting_profile.h - a profile whose samples are the times of threads by state. */

#ifndef ANALYSIS_WAITING_PROFILE_H
#define ANALYSIS_WAITING_PROFILE_H

#include "analysis/waiting/wake_paths.h"
#include "base/bits.h"
#include "profile/profile.h"

/*
 * With reading_options.switches a reader keeps the events of the scheduler (profile/sched.h).
 * sched_replay goes through them in order of time and finds stretches and absences. The profile
 * made here has them as spans with the same names and stacks, one event for each state;
 * session/states substitutes it for the profile that was read, so all views and exports show time.
 * wait_keys names the reason of each wait for comparisons, wake_paths adds the stacks of wakers for
 * --graph, and wait_lengths counts waits by length. On the screen session/loader/state_change does
 * this in the background.
 */

/* The states of a hot/cold graph. Its second event includes STATE_DISK. */
#define STATES_HOT_COLD (STATE_SET(STATE_RUNNING) | STATES_BLOCKED)

/* Usually all members but `states` are zero. */
struct waiting_choice {
	unsigned states; /* a set; 0: show samples, not the time of threads */
	/* graphs of wakers require blocked states only, GRAPH_HOT_COLD requires STATES_HOT_COLD */
	enum wait_graph graph;
	/*
	 * ns: least and greatest length of waits; shorter 0: unlimited. Running time is not limited
	 */
	uint64_t longer, shorter;
};

static inline bool waiting_choice_equal(const struct waiting_choice *a,
					const struct waiting_choice *b)
{
	return a->states == b->states && a->graph == b->graph && a->longer == b->longer &&
	       a->shorter == b->shorter;
}

/*
 * The stretches of sched_replay() as samples: one event of spans per state of the set, named by its
 * title. A map counts the threads in it, a graph adds up their time. The CPU of a thread that does
 * not run is the one on which it ran last.
 *
 * Sums of perf record --off-cpu are used if there is no other data about blocked threads, or for
 * STATES_ALL: they make a profile of samples without times, whose weights are ns, which only a
 * graph can show. A graph of wakers has the blocked states with other stacks (wake_paths.h). NULL
 * and an error as in sched_replay(). `*p` is borrowed while the new profile lives; release the new
 * one first, with profile_free().
 */
struct profile *waiting_profile(const struct profile *p, const struct waiting_choice *c,
				struct error *err);

/* The same, but the new profile owns `*p`, which becomes NULL. On failure nothing changes. */
struct profile *waiting_profile_take(struct profile **p, const struct waiting_choice *c,
				     struct error *err);

/* The profile from which it was made: borrowed. NULL: it is not a profile of threads' time. */
const struct profile *waiting_profile_origin(const struct profile *w);

/* The state of an event of such a profile. */
enum thread_state waiting_profile_state(const struct profile *w, uint32_t event);

/*
 * The profile from which it was made and which it owns, shared so that another one can be made from
 * it. NULL if it owns none, or memory runs out. Release with profile_free().
 */
struct profile *waiting_profile_base(const struct profile *w, struct error *err);

/*
 * Mark the rows of a profile of waiting_profile() in which a thread waits for work: it is blocked
 * with the stack in which it is blocked for more than half of the recording (the next job of a
 * pool, a timer, epoll_wait()), and does not wait for a lock. `rows` has been built, and is empty.
 */
bool waiting_profile_idle_rows(struct bits *rows, const struct profile *w,
			       struct error *err);

#endif
