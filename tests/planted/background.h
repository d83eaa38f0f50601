/* background.h - profiles for planting: random noise, and recordings with something added. */

#ifndef TESTS_PLANTED_BACKGROUND_H
#define TESTS_PLANTED_BACKGROUND_H

#include "lib/made_profile.h"

/* Noise with memory: nothing ever changes, but functions tend to keep running. */
struct noise {
	uint32_t seconds, rate, threads; /* samples a second of each thread */
	uint32_t functions;		 /* as frequent as 1, 1/2, 1/3 ... (Zipf) */
	/* samples for which a thread stays in one function */
	double mean;
	bool mixed;	/* each function has its own mean, from 1 to `mean` */
	bool migrating; /* threads change CPUs, on average every 50 samples */
	/*
	 * threads are busy and idle for 100 ms each, on average; then they run another function,
	 * unless the run continues
	 */
	bool by_turns;
	bool going_on;
	bool
	    /*
	     * functions have callers in several modules, and call shared helpers; some are of the
	     * kernel; each thread is a process
	     */
	    deep;
	/* outside of bursts, they are busy at one of this many ticks; 0: at all */
	uint32_t quiet;
};

/* Bursts are this long (ns), the first one starts at this time, and then one per interval. */
#define NOISE_BURST	  UINT64_C(400000000)
#define NOISE_BURST_FIRST UINT64_C(2130000000)
#define NOISE_BURST_EACH  UINT64_C(5000000000)

/* Never NULL. The same for the same seed. Release with profile_free(). */
struct profile *noise_profile(const struct noise *n, uint64_t seed);

enum plant {
	PLANT_NEW,     /* samples of a new function, under an existing stack */
	PLANT_GROWS,   /* more samples of an existing function */
	PLANT_STARTUP, /* consecutive samples of a new function */
	PLANT_STOPS,   /* a thread has no samples: a part of them is removed */
	PLANT_STALL,   /* the same for all threads */
	PLANT_PERIOD,  /* samples of a new function in a tenth of each cycle */
	PLANTS
};

#define PLANTED_NAME "planted_function"

/* What is planted into the rows [first, last) of a profile, and where. */
struct planting {
	enum plant plant;
	uint64_t first, last; /* rows that are copied */
	uint64_t from, to;    /* ns on the recording's clock: where it is planted */
	uint32_t strength;    /* additional samples; stops and stalls: percent less */
	uint32_t run;	      /* this many are consecutive on their CPU */
	uint32_t thread;      /* PLANT_STOPS: the thread */
	uint64_t cycle;	      /* PLANT_PERIOD: ns, below 40 s */
};

/*
 * A profile with the planted change. The name of the function is written to `name` (of
 * PLANTED_NAME_MAX bytes), also for an existing one: a random function with self samples.
 */
#define PLANTED_NAME_MAX 512
struct profile *planted_profile(const struct profile *p, const struct planting *planting,
				struct dice *d, char *name);

/* The first seconds of a recording, which is released. */
struct profile *first_seconds(struct profile *p, uint32_t seconds);

#endif
