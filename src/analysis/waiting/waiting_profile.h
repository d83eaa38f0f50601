/* waiting_profile.h - a profile whose samples are the times that threads spent in each state. */

#ifndef ANALYSIS_WAITING_PROFILE_H
#define ANALYSIS_WAITING_PROFILE_H

#include "analysis/waiting/wake_paths.h"
#include "base/bits.h"
#include "profile/profile.h"

/*
 * With reading_options.switches, a reader keeps the scheduler events (profile/sched.h).
 * sched_replay processes them in order of time, and finds the stretches that each thread spends in
 * one state, and its absences from the CPU. The profile made here contains these as spans, with the
 * names and stacks of the profile that was read, and one event for each state. session/settings
 * uses this one in place of the profile that was read, so all views and exports show time. For
 * comparisons, wait_keys names the reason for each wait; wake_paths adds the stacks of wakers for
 * --graph, and wait_lengths counts waits by length. In the terminal interface,
 * session/loader/state_change makes the profile in the background.
 */

/* The states of a hot/cold graph, whose event for blocked time includes STATE_DISK. */
#define STATES_HOT_COLD (STATE_SET(STATE_RUNNING) | STATES_BLOCKED)

/* Usually all members but `states` are zero. */
struct waiting_choice {
	unsigned states; /* a set; 0: show samples, not the time of threads */
	/* graphs of wakers allow only blocked states; GRAPH_HOT_COLD requires STATES_HOT_COLD */
	enum wait_graph graph;
	/*
	 * ns: the minimum and maximum length of waits; `shorter` 0: no maximum. They do not apply
	 * to running time.
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
 * Make a profile of the stretches of sched_replay() or request_spans_replay(). They become spans,
 * with one event for each chosen state, which has the title of the state. A heat map of this
 * profile counts threads, and a flame graph adds up their time. The CPU of a thread that does not
 * run is the one on which it ran last.
 *
 * In a recording without context switches, the sums of perf record --off-cpu are used for
 * STATES_ALL, and for blocked time if there are no waits with times. They become samples without
 * times, weighted in ns, so only a flame graph can show them. A graph of wakers shows only blocked
 * time, with the stacks of wake_paths.h. Fails like sched_replay(), or with ERROR_NOTHING if there
 * is nothing to show. The new profile borrows `*p`: release the new one first, with profile_free().
 */
struct profile *waiting_profile(const struct profile *p, const struct waiting_choice *c,
				struct error *err);

/* Like waiting_profile(), but the new profile owns `*p`, which becomes NULL unless this fails. */
struct profile *waiting_profile_take(struct profile **p, const struct waiting_choice *c,
				     struct error *err);

/* The profile from which `w` was made, borrowed; NULL: `w` is not such a profile. */
const struct profile *waiting_profile_origin(const struct profile *w);

/* The state of an event of such a profile; THREAD_STATES for requests and system calls. */
enum thread_state waiting_profile_state(const struct profile *w, uint32_t event);

/*
 * A second reference to the profile from which `w` was made, so that another profile can be made
 * from it. NULL if `w` does not own that profile, or memory runs out. Release with profile_free().
 */
struct profile *waiting_profile_base(const struct profile *w, struct error *err);

/*
 * Mark the waits for work (the next job of a pool, a timer, epoll_wait()) in a profile of
 * waiting_profile(). A wait is for work if its thread is blocked with the same stack for more than
 * half of the recording, and that stack does not wait for a lock. `rows` must be built and empty.
 */
bool waiting_profile_idle_rows(struct bits *rows, const struct profile *w,
			       struct error *err);

#endif
