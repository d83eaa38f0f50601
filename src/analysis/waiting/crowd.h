/* crowd.h - the longest stretch in which most threads of a process were each in one wait. */

#ifndef ANALYSIS_WAITING_CROWD_H
#define ANALYSIS_WAITING_CROWD_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * In a lock convoy it is the time in which all threads queue for the lock. Idle threads wait, too,
 * but are woken again and again, so most of them do not wait at once for long. Threads with fewer
 * than CROWD_WAITS waits are on standby and not counted. Of several processes, the chosen one has
 * the longest stretch in multiples of its usual wait, the median weighted by time: a daemon that
 * sleeps for 5 s again and again does nothing unusual.
 */
#define CROWD_WAITS 4

struct crowd {
	struct range range; /* ns after the origin */
	/* threads that are each in one wait for all of it; 0: there is no such range */
	uint32_t threads;
	uint32_t all;	  /* threads of the process */
	uint32_t process; /* the name of the process, a string; 0: not known */
};

/* Spans of waiting threads; they are clipped to `range`. */
struct crowd_query {
	const struct bits *which; /* borrowed: rows of the profile */
	struct range range;
};

/*
 * Most threads are more than half of them, and at least two. ERROR_NOTHING without times. Takes
 * about forty passes over the waits.
 */
bool crowd_find(struct crowd *c, const struct profile *p, const struct crowd_query *q,
		struct error *err);

#define CROWD_WORDS 512

/* "4 of 6 threads of convoy waited throughout". The name is as in the profile, up to 60 bytes. */
const char *crowd_words(const struct crowd *c, const struct profile *p,
			char buf[static CROWD_WORDS]);

#endif
