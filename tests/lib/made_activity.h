/* made_activity.h - profiles of which only the times matter: noise, and what is planted in it. */

#ifndef TESTS_MADE_ACTIVITY_H
#define TESTS_MADE_ACTIVITY_H

#include "profile/profile.h"
#include "lib/made_profile.h"

#define MADE_CPUS    64
#define MADE_THREADS 16 /* "worker-0" ..., of one process */
#define MADE_FUNCTIONS                                                                   \
	64 /* "main", and "f1" ..., which it calls by ways of "g0" ... "g7" */

/* Moments as they come, on a CPU each. All zero to begin; release with made_activity_release(). */
struct made_activity {
	struct dice dice;
	size_t count, room;
	struct made_moment {
		uint64_t time; /* ns */
		uint16_t cpu, thread, function;
	} * moments;	/* owned */
	uint64_t *time; /* owned: these four are the profile's */
	uint32_t *stack, *context;
	struct context *contexts; /* owned */
	struct profile profile;
};

/* A sample, `seconds` after the first. */
void made_activity_add(struct made_activity *a, double seconds, unsigned cpu);

/* The same of a thread and a function: of none else it is thread 0, in no function. */
void made_activity_add_of(struct made_activity *a, double seconds, unsigned cpu,
			  unsigned thread, unsigned function);

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

/*
 * The same of CPUs that run a thread for `run` ticks on average, or nothing, and in it one function after
 * the other, for a third of that each: who is rare is much rarer than who is frequent.
 */
void made_switching(struct made_activity *a, double hz, unsigned cpus, double run,
		    double seconds);

/*
 * A service of four threads, each sampled by a clock of its own while it runs: requests arrive at random, in
 * phases of more and of fewer, take 1 to 300 ms, and go through six functions each.
 */
void made_requests(struct made_activity *a, double hz, double load, double seconds);

/* The same, of CPUs that are busy, and idle, for a run of `run` ticks on average. */
void made_bursty(struct made_activity *a, double hz, unsigned cpus, double run,
		 double seconds);

#endif
