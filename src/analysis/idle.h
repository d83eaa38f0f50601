/* idle.h - which samples found a CPU with nothing to do. */

#ifndef ANALYSIS_IDLE_H
#define ANALYSIS_IDLE_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * A sample is idle when its leaf is of FRAME_IDLE, or when its thread is the kernel's idle
 * task (swapper, or pid and tid 0) and its stack ends in the idle loop: a function of the loop
 * is there, and no interrupt, exception or softirq on top of it. These are work (FlameScope
 * hides it: its issue 83), and so is what other CPUs have the loop do for them. Nobody's work is
 * all else that the loop does: the halt, under whatever name, and to stop the tick, to choose
 * how to halt, to switch to a thread that has woken. Where the kernel's functions have no names
 * nothing is idle: pid 0 does not tell, tasks outside of a PID namespace have it, too.
 * One bit a sample; build with this, release with bits_release().
 */
bool idle_build(struct bits *idle, const struct profile *p, struct error *err);

/* What idle_build() decides by: where stacks end, the threads that are idle tasks. */
struct idle_known {
	uint8_t *places; /* owned: by stack; NULL: there is no idle task */
	struct bits threads;
};

/* Release it, also after a failure. */
bool idle_find(struct idle_known *known, const struct profile *p, struct error *err);
void idle_known_release(struct idle_known *known);

/* Is a sample of this thread with this stack idle? */
bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t stack);

/* Is this the name of a function that a CPU waits in? */
bool idle_is_function(struct text name);

#endif
