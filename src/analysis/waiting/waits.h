/* waits.h - the absences of threads from their CPUs in a range, and who ended them. */

#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "analysis/range.h"
#include "analysis/waiting/sched_replay.h"
#include "base/bits.h"

struct waits {
	const struct profile *profile; /* borrowed; what sched_replay() takes */
	struct absence *rows; /* owned; by begin, those that begin at once by thread */
	size_t count, room;
	uint32_t *places;    /* owned: by stack, see waits_place() */
	uint8_t *interrupts; /* owned: by stack, is an interrupt in its kernel's side? */
};

/* Which: those that overlap one of the ranges, of these threads, that last at least so long. */
struct waits_choice {
	struct selection ranges;
	const struct bits *threads; /* borrowed: rows of the profile's; NULL: of all */
	uint64_t longer;	    /* ns */
};

/* False and an error as sched_replay(). Release it, also after a failure. */
bool waits_build(struct waits *w, const struct profile *p, const struct waits_choice *c,
		 struct error *err);
void waits_release(struct waits *w);

/*
 * The frame of a stack that a person would name: the innermost one of the user's side, or where
 * there is none the innermost that is not of the scheduler itself. 0: there is no frame.
 */
static inline uint32_t waits_place(const struct waits *w, uint32_t stack)
{
	return w->places[stack];
}

/*
 * Has an interrupt ended it? Then the sample's thread has only been interrupted by what woke: the
 * kernel's functions that handle an interrupt are in the stack, or it is the idle task, which wakes
 * nobody by itself.
 */
bool waits_by_interrupt(const struct waits *w, uint64_t waker);

#endif
