/* clock.h - elapsed time, limits on the time for an answer, and the local time zone. */

#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

#include "base/error.h"

/* Nanoseconds of a monotonic clock with an arbitrary origin. */
uint64_t clock_now(void);

/* The CPU time of this thread, in nanoseconds. */
uint64_t clock_spent(void);

/* The CPU time of all threads of the process, including those that have ended. */
uint64_t clock_spent_in_all(void);

/*
 * How many seconds local time (TZ, /etc/localtime) is ahead of UTC at `second`, counted since 1970.
 * Writes the name of the zone: "CET", "+0530". 0 and "UTC" if the zone is unknown.
 */
#define CLOCK_ZONE_MAX 16
int64_t clock_zone(int64_t second, char name[static CLOCK_ZONE_MAX]);

#define TIME_LIMIT_USUAL_MS 5000 /* of CPU time */

enum time_limit_end { TIME_LIMIT_GOES_ON, TIME_LIMIT_OVER, TIME_LIMIT_STOPPED };

/*
 * A limit on the CPU time that a thread spends on all parts of an answer together. Work is also
 * cancelled if the answer is no longer wanted. Zero the struct first.
 */
struct time_limit {
	uint64_t most_ms; /* of CPU time; 0: TIME_LIMIT_USUAL_MS */
	/* called at most every 10 ms; false cancels the work; NULL: never cancelled */
	bool (*wanted)(void *arg);
	bool eager; /* call `wanted` in every check, so that tests can cancel anywhere */
	void *arg;  /* borrowed: the argument of `wanted` */
	enum time_limit_end end;

	/* private: */
	bool begun;
	uint64_t since;	 /* ns, by clock_spent() */
	uint64_t asked;	 /* clock_now() at the last call of `wanted` */
	uint64_t seen;	 /* clock_now() at the last reading of clock_spent() */
	uint64_t unseen; /* steps since clock_now() was last called */
};

/*
 * Count some steps of about 10 ns each, done or about to be done. False once the limit is reached
 * or the work is cancelled.
 */
bool time_limit_spend(struct time_limit *limit, uint64_t steps);

/* Like time_limit_spend(), but sets ERROR_CANCELLED on failure. True if `limit` is NULL. */
bool time_limit_check(struct time_limit *limit, uint64_t steps, struct error *err);

#endif
