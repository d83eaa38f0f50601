/* joint_wait.h - a long time during which most threads of a process waited together. */

#ifndef ANALYSIS_WAITING_JOINT_WAIT_H
#define ANALYSIS_WAITING_JOINT_WAIT_H

#include "analysis/range.h"
#include "base/bits.h"

/*
 * More than half of the threads, and at least two, must each stay in one wait. This finds lock
 * convoys, in which all threads queue for a lock. Idle threads wait, too, but are woken so often
 * that most of them rarely wait together for long. Threads with fewer than JOINT_WAIT_LEAST waits
 * are not counted. The result is the process with the longest joint wait relative to its usual wait
 * (the median, weighted by time). So a daemon that repeatedly sleeps for 5 s is rarely chosen.
 */
#define JOINT_WAIT_LEAST 4

struct joint_wait {
	struct range range; /* ns after the origin */
	uint32_t threads;   /* threads that waited for the whole range; 0: not found */
	uint32_t all;	    /* threads of the process that are counted */
	uint32_t process;   /* string: the name of the process; 0: unknown */
	int32_t pid;	    /* on its host; PROFILE_NO_ID: unknown */
};

/* The waits: samples that are spans of waiting threads, clipped to `range`. */
struct joint_wait_query {
	const struct bits *which; /* borrowed: by sample */
	struct range range;
};

/*
 * Fails with ERROR_NOTHING if the profile has no times; also fails when memory runs out. Takes
 * about forty passes over the waits.
 */
bool joint_wait_find(struct joint_wait *c, const struct profile *p,
		     const struct joint_wait_query *q, struct error *err);

#define JOINT_WAIT_WORDS 512

/* "4 of 6 threads of convoy waited throughout". The name is cut to 60 bytes, but not escaped. */
const char *joint_wait_words(const struct joint_wait *c, const struct profile *p,
			     char buf[static JOINT_WAIT_WORDS]);

#endif
