/* idle.h - samples that were taken while a CPU was idle. */

#ifndef ANALYSIS_IDLE_H
#define ANALYSIS_IDLE_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * Find the idle samples: one bit per sample. Release with bits_release(). A sample is idle if its
 * leaf has the kind FRAME_IDLE. It is also idle if its thread is the idle task of the kernel
 * (swapper, or pid and tid 0), and its stack ends in the idle loop or in a function that the loop
 * calls. Interrupts, exceptions and softirqs, however, are work (FlameScope hides them: its issue
 * 83), and so are requests of other CPUs that the loop handles. All other functions in the loop are
 * idle: halting (under any name), stopping the tick, choosing the idle state, and switching to a
 * thread that woke up. If kernel functions have no names, only FRAME_IDLE makes a sample idle: pid
 * 0 alone does not identify the idle task, because tasks outside a PID namespace have it, too.
 */
bool idle_build(struct bits *idle, const struct profile *p, struct error *err);

/* The idle tasks and the ends of stacks, for callers that classify samples one by one. */
struct idle_known {
	uint8_t *places; /* owned, by stack: where it ends; NULL: there is no idle task */
	struct bits threads;
};

/* Release with idle_known_release(), even after a failure. */
bool idle_find(struct idle_known *known, const struct profile *p, struct error *err);
void idle_known_release(struct idle_known *known);

/* Is a sample of this thread with this stack idle? */
bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t stack);

/* Is this the name of a function in which an idle CPU waits? */
bool idle_is_function(struct text name);

#endif
