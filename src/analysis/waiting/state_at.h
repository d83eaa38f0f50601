/* state_at.h - the state of a thread at a moment: where it ran or waited, and who woke it. */

#ifndef ANALYSIS_STATE_AT_H
#define ANALYSIS_STATE_AT_H

#include "analysis/waiting/thread_state.h"
#include "analysis/waiting/waits.h"
#include "base/bits.h"

/* The place of a thread: waits_place() of its stack, and the caller of that frame; 0: unknown. */
struct wait_place {
	uint32_t frame, caller;
};

/* The place of a stack. Only a user frame has a caller, which names the user of a lock. */
struct wait_place wait_place_of(const struct waits *w, uint32_t stack);

/* Frames and threads are valid in both profiles; times are ns after their origin. */
struct state_at {
	enum thread_state state;
	struct range stretch; /* in this state */
	uint32_t thread;
	struct wait_place place;
	bool is_approximate; /* the place is that of an earlier sample */

	/*
	 * The absence that includes the stretch. Without one the thread ran, or its state is
	 * unknown.
	 */
	bool has_absence;
	struct absence absence;

	bool by_interrupt;
	bool has_waker; /* a thread woke it: */
	uint32_t waker; /* its index in profile.threads, */
	uint64_t woken; /* the time of the wake-up, */
	struct wait_place waker_place;
};

/*
 * A query for the state in which the threads were longest in the range, or for the state at its
 * start.
 */
struct state_at_query {
	const struct bits *threads; /* borrowed: by index in profile.threads */
	const struct bits *which;   /* borrowed: by sample */
	struct range range;
	bool at_once; /* query the moment range.from */
};

/*
 * Search a profile of waiting_profile() and, if that has only other states, its origin. False and
 * an error when nothing is known, when memory runs out, or as in waits_build(). Replays all
 * switches.
 */
bool state_at_find(struct state_at *m, const struct profile *w,
		   const struct state_at_query *q, struct error *err);

#endif
