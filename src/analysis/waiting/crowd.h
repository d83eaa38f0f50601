/* crowd.h - the longest stretch in which most threads of a process waited, each for one thing. */

#ifndef ANALYSIS_WAITING_CROWD_H
#define ANALYSIS_WAITING_CROWD_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * Of a lock convoy that is the time in which all queue for the lock: who has nothing to do waits
 * as well, but is woken again and again, and so are not most threads at once for long. Threads that wait
 * less than CROWD_WAITS times are none of those of which it is most: they only stand by. Of several
 * processes it is that one whose longest stretch is the most times longer than its usual wait, which is the
 * median of all its time of waiting: a daemon that sleeps for 5 s again and again does nothing unusual.
 */
#define CROWD_WAITS 4

struct crowd {
	struct range range; /* ns after the origin: in it, */
	uint32_t threads;   /* so many are in one wait each, */
	uint32_t all;	    /* of so many */
	uint32_t thread;    /* one of them: a row of profile.threads, */
	uint32_t process;   /* and what its process is called: a string */
};

/*
 * Of spans in which a thread waits, `which` of them. Of no threads where there is no time in which more than half of
 * the threads of some process, and two at least, do so. ERROR_NOTHING without times.
 */
bool crowd_find(struct crowd *c, const struct profile *p, const struct bits *which,
		struct error *err);

#endif
