/* idle.h - which samples found a CPU with nothing to do. */

#ifndef ANALYSIS_IDLE_H
#define ANALYSIS_IDLE_H

#include "base/bits.h"
#include "profile/profile.h"

/*
 * A sample is idle when its *leaf* is of FRAME_IDLE, or when its thread is the kernel's
 * idle task (swapper, or pid and tid 0) and its leaf an idle function. Interrupt and
 * softirq work that happened on top of the idle loop is work (FlameScope hides it: its
 * issue 83). One bit a sample; build with this, release with bits_release().
 */
bool idle_build(struct bits *idle, const struct profile *p, struct error *err);

/*
 * What idle_build() decides by: the frames of idle functions, the threads that are idle
 * tasks.
 */
struct idle_known {
	struct bits frames, threads;
};

/* Release it, also after a failure. */
bool idle_find(struct idle_known *known, const struct profile *p, struct error *err);
void idle_known_release(struct idle_known *known);

/* Is a sample of this thread with this leaf idle? */
bool idle_is(const struct idle_known *known, const struct profile *p, uint32_t thread,
	     uint32_t leaf);

/* Is this the name of a function that a CPU waits in? */
bool idle_is_function(struct text name);

#endif
