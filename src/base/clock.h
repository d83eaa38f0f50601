/* clock.h - elapsed time, limits on how long an answer may take, and the local time zone. */

#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

#include "base/error.h"

/* Nanoseconds of a clock that only runs forwards; the origin means nothing. */
uint64_t clock_now(void);

/* Nanoseconds that this thread has been running on a CPU. */
uint64_t clock_spent(void);

/* The same of all threads of the process, and those that have ended. */
uint64_t clock_spent_in_all(void);

/*
 * How many seconds local time (TZ, /etc/localtime) is ahead of UTC at this second since 1970,
 * and what it is called: "CET", "+0530". 0 and "UTC" where that is not known.
 */
#define CLOCK_ZONE_MAX 16
int64_t clock_zone(int64_t second, char name[static CLOCK_ZONE_MAX]);

#define TIME_LIMIT_USUAL_MS 5000 /* of CPU time */

enum time_limit_end { TIME_LIMIT_GOES_ON, TIME_LIMIT_OVER, TIME_LIMIT_STOPPED };

/*
 * How long an answer may take, and whether somebody still waits for it: one limit for all its
 * parts together, which one thread computes. Zero it first.
 */
struct time_limit {
	uint64_t most_ms;	   /* of CPU time; 0: TIME_LIMIT_USUAL_MS */
	bool (*wanted)(void *arg); /* called every few ms; NULL: never stopped */
	bool eager; /* called at each step instead, so that tests can stop there */
	void *arg;  /* borrowed: its argument */
	enum time_limit_end end;

	/* private: */
	bool begun;
	uint64_t since;	 /* ns, by clock_spent() */
	uint64_t asked;	 /* when `wanted` was called last, by clock_now() ... */
	uint64_t seen;	 /* ... and clock_spent() */
	uint64_t unseen; /* steps since clock_now() was looked at */
};

/* Account for some steps of about 10 ns, done or to be done. False once the limit is reached. */
bool time_limit_spend(struct time_limit *limit, uint64_t steps);

/* The same with an error, ERROR_CANCELLED, once it is reached. Of no limit (NULL) always true. */
bool time_limit_check(struct time_limit *limit, uint64_t steps, struct error *err);

#endif
