/* idle.h - find the samples that were taken while a CPU was idle. */

#ifndef ANALYSIS_IDLE_H
#define ANALYSIS_IDLE_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * A sample is idle when its leaf has the kind FRAME_IDLE, or when its thread is the kernel's idle
 * task (swapper, or pid and tid 0) and its stack has a function of the idle loop and no interrupt,
 * exception or softirq called from it. Interrupts, exceptions and softirqs count as work
 * (FlameScope hides them: its issue 83), and so do requests of other CPUs that the loop serves.
 * Everything else in the loop is idle: halting (under any name), stopping the tick, choosing the
 * idle state, and switching to a thread that woke up. If kernel functions have no names, nothing is
 * idle: pid 0 alone does not identify the idle task, because tasks outside of a PID namespace also
 * have it. One bit per sample. Release with bits_release().
 */
bool idle_build(struct bits *idle, const struct profile *p, struct error *err);

/*
 * The classification behind idle_build(): the ends of stacks, and the threads that are idle tasks.
 */
struct idle_known {
	uint8_t *places; /* owned: by stack, where it ends; NULL: there is no idle task */
	struct bits threads;
};

/* Release with idle_known_release(), also after a failure. */
bool idle_find(struct idle_known *known, const struct profile *p, struct error *err);
void idle_known_release(struct idle_known *known);

/* Is a sample of this thread with this stack idle? */
bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t stack);

/* Is this the name of a function in which a CPU waits? */
bool idle_is_function(struct text name);

#endif
