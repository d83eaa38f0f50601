/* moment.h - what a thread did at some moment: ran, or waited for what, and who ended that. */

#ifndef ANALYSIS_MOMENT_H
#define ANALYSIS_MOMENT_H

#include "analysis/waiting/thread_state.h"
#include "analysis/waiting/waits.h"
#include "base/bits.h"

/* Where somebody was: a frame that a person would name, and what has called it; 0: not known. */
struct moment_place {
	uint32_t frame, caller;
};

/* That of a stack; of the user's side also what has called it: a lock is taken by somebody. */
struct moment_place moment_place_of(const struct waits *w, uint32_t stack);

/* Frames and threads are those of both profiles; times are ns after their origin. */
struct moment {
	enum thread_state state;
	struct range stretch; /* in which the thread was in it */
	uint32_t thread;
	struct moment_place place;
	bool is_approximate; /* the place is that of an earlier sample */

	/* All of its absence, as waits_build() tells it; without one the thread ran, or nobody knows. */
	bool has_absence;
	struct absence absence;

	bool by_interrupt;
	bool has_waker; /* a thread has ended it: */
	uint32_t waker; /* of the profile's, */
	uint64_t woken; /* when it did so, */
	struct moment_place waker_place;
};

/* Whose, and when: of these threads, in [from, to) that of which most is in there; with `at` what was then. */
struct moment_query {
	const struct bits *threads; /* borrowed: rows of the profile's */
	const struct bits *which;   /* borrowed: rows of the samples */
	struct range range;
	bool at_once; /* range.from is the moment */
};

/*
 * Of a profile of waiting_profile(); where that has nothing of them then, as it is of other states, what
 * they did all the same. False and an error when there is nothing, when memory runs out, or
 * as waits_build(). It goes through all switches.
 */
bool moment_find(struct moment *m, const struct profile *w, const struct moment_query *q,
		 struct error *err);

#endif
