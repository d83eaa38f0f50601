/* joint_wait.h - the longest stretch in which most threads of a process were each in one wait. */

#ifndef ANALYSIS_WAITING_JOINT_WAIT_H
#define ANALYSIS_WAITING_JOINT_WAIT_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * In a lock convoy it is the time in which all threads queue for the lock. Idle threads wait, too,
 * but are woken again and again, so most of them rarely wait together for long. Threads with fewer
 * than JOINT_WAIT_LEAST waits are on standby and not counted. Of several processes, the chosen one
 * has the longest stretch in multiples of its usual wait, the median weighted by time: a daemon
 * that repeatedly sleeps for 5 s does nothing unusual.
 */
#define JOINT_WAIT_LEAST 4

struct joint_wait {
	struct range range; /* ns after the origin */
	/* threads that are each in one wait for the whole range; 0: there is no such range */
	uint32_t threads;
	uint32_t all;	  /* threads of the process */
	uint32_t process; /* the name of the process, a string; 0: unknown */
};

/* The samples are spans of waiting threads; they are clipped to `range`. */
struct joint_wait_query {
	const struct bits *which; /* borrowed: by sample */
	struct range range;
};

/*
 * "Most threads" are more than half of them, and at least two. ERROR_NOTHING without times. Takes
 * about forty passes over the waits.
 */
bool joint_wait_find(struct joint_wait *c, const struct profile *p,
		     const struct joint_wait_query *q, struct error *err);

#define JOINT_WAIT_WORDS 512

/* "4 of 6 threads of convoy waited throughout". The name is as in the profile, up to 60 bytes. */
const char *joint_wait_words(const struct joint_wait *c, const struct profile *p,
			     char buf[static JOINT_WAIT_WORDS]);

#endif
