/* made_activity.h - profiles for tests of times: noise, with or without a planted pattern. */

#ifndef TESTS_MADE_ACTIVITY_H
#define TESTS_MADE_ACTIVITY_H

#include "profile/profile.h"
#include "lib/made_profile.h"

#define MADE_CPUS    64
#define MADE_THREADS 16 /* "worker-0" ..., of one process */
#define MADE_FUNCTIONS                                                                   \
	64 /* "main" and "f1" ...; main calls them through the groups "g0" ... "g7" */

/* Moments in any order, each on a CPU. Zero it first; release with made_activity_release(). */
struct made_activity {
	struct dice dice;
	size_t count, room;
	struct made_moment {
		uint64_t time; /* ns */
		uint16_t cpu, thread, function;
	} * moments;	/* owned */
	uint64_t *time; /* owned: the columns of the profile, with the next three */
	uint32_t *stack, *context;
	struct context *contexts; /* owned */
	struct profile profile;
};

/* Add a sample, `seconds` after the start. */
void made_activity_add(struct made_activity *a, double seconds, unsigned cpu);

/* The same for a thread and a function; made_activity_add() has thread 0 and no function. */
void made_activity_add_of(struct made_activity *a, double seconds, unsigned cpu,
			  unsigned thread, unsigned function);

/* The profile of all moments, in order of time; borrowed. */
const struct profile *made_activity_profile(struct made_activity *a);
void made_activity_release(struct made_activity *a);

/* Random numbers: evenly distributed in [0, 1); exponentially with mean 1. */
double made_even(struct dice *d);
double made_exponential(struct dice *d);

/* The relative rate at a moment: 1 on average. */
typedef double made_shape(const void *arg, double seconds);

/* Add samples at random times, `rate` per second times `shape` (NULL: 1). */
void made_poisson(struct made_activity *a, double rate, double seconds, made_shape *shape,
		  const void *arg);

/*
 * Each CPU ticks `hz` times per second; a tick is a sample with probability `part` times `shape`.
 */
void made_clocked(struct made_activity *a, double hz, unsigned cpus, double part,
		  double seconds, made_shape *shape, const void *arg);

/*
 * The same for CPUs that run a thread for `run` ticks on average, or are idle. A thread runs one
 * function after the other, each for a third of that time. Rare threads and functions are much
 * rarer than frequent ones.
 */
void made_switching(struct made_activity *a, double hz, unsigned cpus, double run,
		    double seconds);

/*
 * A service of four threads, each sampled by its own clock while it runs. Requests arrive at
 * random, with a rate that varies; each takes 1 to 300 ms and passes through six functions.
 */
void made_requests(struct made_activity *a, double hz, double load, double seconds);

/* The same for CPUs that are busy, and idle, for runs of `run` ticks on average. */
void made_bursty(struct made_activity *a, double hz, unsigned cpus, double run,
		 double seconds);

#endif
