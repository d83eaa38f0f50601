/* background.h - profiles for planting: noise thrown by dice, recordings with something added. */

#ifndef TESTS_PLANTED_BACKGROUND_H
#define TESTS_PLANTED_BACKGROUND_H

#include "lib/made_profile.h"

/* Noise with memory: nothing ever changes, but what runs goes on running. */
struct noise {
	uint32_t seconds, rate, threads; /* samples a second of each thread */
	uint32_t functions;		 /* as frequent as 1, 1/2, 1/3 ... (Zipf) */
	double mean;			 /* samples for which a thread stays in one */
	bool mixed;	/* each function has a mean of its own, from 1 to `mean` */
	bool migrating; /* threads change CPUs, on average every 50 samples */
	bool by_turns; /* threads are busy and idle for 100 ms each, on average: then they
			 * do something else, unless they go on */
	bool going_on;
	bool
	    deep; /* functions have callers in several modules, and call what others call, too;
		    * some are of the kernel; each thread is a process */
	uint32_t quiet; /* but in bursts, one of so many ticks finds them busy; 0: all */
};

/* Bursts are this long (ns), the first of them from here on, and then one each so many. */
#define NOISE_BURST	  UINT64_C(400000000)
#define NOISE_BURST_FIRST UINT64_C(2130000000)
#define NOISE_BURST_EACH  UINT64_C(5000000000)

/* Never NULL. The same for the same seed. Release with profile_free(). */
struct profile *noise_profile(const struct noise *n, uint64_t seed);

enum plant {
	PLANT_NEW,     /* samples of a new function, under a stack that is there */
	PLANT_GROWS,   /* samples of a function that is there already */
	PLANT_STARTUP, /* samples of a new function, one after the other */
	PLANT_STOPS,   /* a thread has no samples: part of them is left out */
	PLANT_STALL,   /* the same of all threads */
	PLANT_PERIOD,  /* samples of a new function in a tenth of each cycle */
	PLANTS
};

#define PLANTED_NAME "planted_function"

/* What is planted in the rows [first, last) of a profile, and where. */
struct planting {
	enum plant plant;
	uint64_t first, last; /* rows that are taken over */
	uint64_t from, to;    /* ns on the recording's clock: where it is planted */
	uint32_t strength;    /* samples more; stops and stalls: percent less */
	uint32_t run;	      /* so many of them follow each other on their CPU */
	uint32_t thread;      /* PLANT_STOPS: which */
	uint64_t cycle;	      /* PLANT_PERIOD: ns, below 40 s */
};

/*
 * A profile with that. The name of the function is written to `name` (of PLANTED_NAME_MAX
 * bytes), also of one that was there: a random one of all that have samples of their own.
 */
#define PLANTED_NAME_MAX 512
struct profile *planted_profile(const struct profile *p, const struct planting *planting,
				struct dice *d, char *name);

/* The first so many seconds of a recording, in its place: it is released. */
struct profile *first_seconds(struct profile *p, uint32_t seconds);

#endif
