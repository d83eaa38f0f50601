/* made_noise.h - profiles of noise without anomalies, and anomalies planted in them. */

#ifndef TESTS_MADE_NOISE_H
#define TESTS_MADE_NOISE_H

#include "lib/made_profile.h"

enum noise_kind {
	NOISE_POISSON, /* samples at random times */
	/* each CPU ticks `hz` times per second; it is busy at a tick by chance */
	NOISE_CLOCKED,
	NOISE_BURSTY, /* the same, busy and idle for runs of ticks */
};

struct noise {
	enum noise_kind kind;
	uint32_t hz, seconds, cpus;
	/* the share of ticks at which a CPU is busy; it sets the rate of all kinds */
	double busy;
	double run; /* mean ticks of a busy run */
	uint64_t seed;
};

/*
 * Adds `more` samples in [from, to) ns of the clock, evenly distributed; below 0: removes samples.
 */
struct planted {
	uint64_t from, to;
	int64_t more;
};

#define NOISE_CPUS_MAX 16
#define NOISE_ORIGIN   (UINT64_C(1000) * 1000000000)

/*
 * One process with a thread per CPU. Stacks are "main;work"; planted samples have "main;planted". A
 * failure ends the test. Release with noisy_release().
 */
struct noisy {
	struct profile profile;	   /* its tables are those of `tables` */
	struct profile *tables;	   /* owned */
	uint64_t *time, *weight;   /* owned */
	uint32_t *stack, *context; /* owned */
	uint32_t planted;	   /* the frame "planted" */
	uint64_t room;
};

void noisy_build(struct noisy *n, const struct noise *noise, const struct planted *plants,
		 size_t count);
void noisy_release(struct noisy *n);

#endif
