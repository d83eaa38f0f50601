/* state_at.h - the state of a thread at a given time, its place in the code, and its waker. */

#ifndef ANALYSIS_STATE_AT_H
#define ANALYSIS_STATE_AT_H

#include "analysis/waiting/thread_state.h"
#include "analysis/waiting/waits.h"
#include "base/bits.h"

/* The place of a thread in the code: the frame of waits_place() and its caller; 0: unknown. */
struct wait_place {
	uint32_t frame, caller;
};

/* The place of a stack. `caller` is set only for user frames: it shows which code uses a lock. */
struct wait_place wait_place_of(const struct waits *w, uint32_t stack);

/* Frames and threads are those of waiting_profile_origin(). Times are ns after profile_origin(). */
struct state_at {
	enum thread_state state;
	struct range stretch; /* the time in this state */
	uint32_t thread;
	struct wait_place place;
	bool is_approximate; /* the place is from an earlier sample */

	/* `absence` includes the stretch; false: the thread ran, or no absence is known */
	bool has_absence;
	struct absence absence;

	bool by_interrupt; /* an interrupt woke the thread */
	bool has_waker;	   /* another thread woke the thread */
	uint32_t waker;	   /* that thread: an index in profile.threads */
	uint64_t woken;	   /* the time of the wake-up */
	struct wait_place waker_place;
};

struct state_at_query {
	const struct bits *threads; /* borrowed: by index in profile.threads */
	const struct bits *which;   /* borrowed: by sample */
	struct range range;
	bool at_once; /* search only at range.from */
};

/*
 * Find the state with the most time in the range, and its longest stretch, in `w`, a profile of
 * waiting_profile(). If `w` has no stretch in the range, find the longest one of any state in the
 * origin of `w` instead. Fails with ERROR_NOTHING if there is none, either, or like waits_build().
 * Replays all switches.
 */
bool state_at_find(struct state_at *m, const struct profile *w,
		   const struct state_at_query *q, struct error *err);

#endif
