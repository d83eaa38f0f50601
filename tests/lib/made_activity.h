/* made_activity.h - profiles of which only the times matter: noise, and what is planted in it. */

#ifndef TESTS_MADE_ACTIVITY_H
#define TESTS_MADE_ACTIVITY_H

#include "profile/profile.h"
#include "lib/made_profile.h"

/* Moments as they come, on a CPU each. All zero to begin; release with made_activity_release(). */
struct made_activity {
	struct dice dice;
	size_t count, room;
	struct made_moment {
		uint64_t time; /* ns */
		uint16_t cpu;
	} * moments;	/* owned */
	uint64_t *time; /* owned: these three are the profile's */
	uint32_t *stack, *context;
	struct context contexts[64];
	struct profile profile;
};

/* A sample, `seconds` after the first. */
void made_activity_add(struct made_activity *a, double seconds, unsigned cpu);

/* The profile of what was added, in order of time; borrowed. */
const struct profile *made_activity_profile(struct made_activity *a);
void made_activity_release(struct made_activity *a);

/* Evenly distributed in [0, 1); exponentially about 1. */
double made_even(struct dice *d);
double made_exponential(struct dice *d);

/* How much is likely at a moment: 1 on average, or what is planted. */
typedef double made_shape(const void *arg, double seconds);

/* At random times, `rate` a second where `shape` is 1 (NULL: everywhere). */
void made_poisson(struct made_activity *a, double rate, double seconds, made_shape *shape,
		  const void *arg);

/* Each CPU ticks `hz` times a second; a tick is a sample in `part` of all cases, times `shape`. */
void made_clocked(struct made_activity *a, double hz, unsigned cpus, double part,
		  double seconds, made_shape *shape, const void *arg);

/* The same, of CPUs that are busy, and idle, for a run of `run` ticks on average. */
void made_bursty(struct made_activity *a, double hz, unsigned cpus, double run,
		 double seconds);

#endif
