/* made_noise.h - profiles of noise, in which nothing is odd, and what is planted in them. */

#ifndef TESTS_MADE_NOISE_H
#define TESTS_MADE_NOISE_H

#include "lib/made_profile.h"

enum noise_kind {
	NOISE_POISSON, /* samples at any time */
	NOISE_CLOCKED, /* each CPU ticks `hz` times a second, busy at a tick by chance */
	NOISE_BURSTY,  /* the same, busy and idle for runs of ticks */
};

struct noise {
	enum noise_kind kind;
	uint32_t hz, seconds, cpus;
	double
	    busy; /* the share of ticks at which a CPU is, and so the rate of all kinds */
	double run; /* mean ticks of a busy run */
	uint64_t seed;
};

/* So many more samples in [from, to) ns of the clock, evenly spread; below 0: so many fewer. */
struct planted {
	uint64_t from, to;
	int64_t more;
};

#define NOISE_CPUS_MAX 16
#define NOISE_ORIGIN   (UINT64_C(1000) * 1000000000)

/*
 * One process with a thread a CPU; stacks are "main;work", what is planted "main;planted". Never
 * fails but by ending the test. Release with noisy_release().
 */
struct noisy {
	struct profile profile;	   /* its tables are those of `tables` */
	struct profile *tables;	   /* owned */
	uint64_t *time, *weight;   /* owned */
	uint32_t *stack, *context; /* owned */
	uint32_t planted;	   /* the frame of what is planted */
	uint64_t room;
};

void noisy_build(struct noisy *n, const struct noise *noise, const struct planted *plants,
		 size_t count);
void noisy_release(struct noisy *n);

#endif
