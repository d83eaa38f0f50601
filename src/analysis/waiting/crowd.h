/* crowd.h - the longest stretch in which most threads of a process waited, each for one thing. */

#ifndef ANALYSIS_WAITING_CROWD_H
#define ANALYSIS_WAITING_CROWD_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * Of a lock convoy that is the time in which all queue for the lock: who has nothing to do waits
 * as well, but is woken again and again, and so are not most threads at once for long. Threads that wait
 * less than CROWD_WAITS times in all are not counted: they only stand by. Of several
 * processes it is that one whose longest stretch is the most times longer than its usual wait, which is the
 * median of all its time of waiting: a daemon that sleeps for 5 s again and again does nothing unusual.
 */
#define CROWD_WAITS 4

struct crowd {
	struct range range; /* ns after the origin: in it, */
	uint32_t threads;   /* so many are in one wait each throughout, */
	uint32_t all;	    /* of so many; 0 threads: never were most */
	uint32_t process;   /* what their process is called: a string; 0: nobody knows */
};

/* Spans in which threads wait, and when they are looked at: `range`, to which they are cut. */
struct crowd_query {
	const struct bits *which; /* borrowed: rows of the profile */
	struct range range;
};

/*
 * Most are more than half, and two at least. ERROR_NOTHING without times. Takes some forty passes over
 * the waits.
 */
bool crowd_find(struct crowd *c, const struct profile *p, const struct crowd_query *q,
		struct error *err);

#define CROWD_WORDS 512

/* "4 of 6 threads of convoy waited throughout". The name is as in the profile, up to 60 bytes. */
const char *crowd_words(const struct crowd *c, const struct profile *p,
			char buf[static CROWD_WORDS]);

#endif
