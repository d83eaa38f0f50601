#include "base/clock.h"

#include <stdio.h>
#include <time.h>

#include "base/number.h"

#define NS_PER_MS  UINT64_C(1000000)
#define LOOK_STEPS 8192		    /* between two readings of the clock */
#define SPENT_NS   (2 * NS_PER_MS)  /* between two readings of CPU time, a system call */
#define ASK_NS	   (10 * NS_PER_MS) /* between two calls of wanted() */

uint64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * NS_PER_SECOND + (uint64_t)t.tv_nsec;
}

uint64_t clock_spent_in_all(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NS_PER_SECOND + (uint64_t)t.tv_nsec;
}

uint64_t clock_spent(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * NS_PER_SECOND + (uint64_t)t.tv_nsec;
}

int64_t clock_zone(int64_t second, char name[static CLOCK_ZONE_MAX])
{
	time_t at = (time_t)second;
	struct tm tm;

	tzset();
	if (!localtime_r(&at, &tm) || strftime(name, CLOCK_ZONE_MAX, "%Z", &tm) == 0) {
		snprintf(name, CLOCK_ZONE_MAX, "UTC");
		return 0;
	}
	return tm.tm_gmtoff;
}

static void begin_time_limit(struct time_limit *limit)
{
	limit->begun = true;
	limit->since = clock_spent();
	limit->seen = limit->asked = clock_now();
}

static void ask_if_wanted(struct time_limit *limit)
{
	if (!limit->wanted(limit->arg))
		limit->end = TIME_LIMIT_STOPPED;
}

bool time_limit_spend(struct time_limit *limit, uint64_t steps)
{
	uint64_t now;

	limit->unseen += steps;
	if (!limit->begun)
		begin_time_limit(limit);
	if (limit->eager && limit->end == TIME_LIMIT_GOES_ON)
		ask_if_wanted(limit);
	if (limit->unseen < LOOK_STEPS || limit->end != TIME_LIMIT_GOES_ON)
		return limit->end == TIME_LIMIT_GOES_ON;
	limit->unseen = 0;
	now = clock_now();
	if (now - limit->seen < SPENT_NS)
		return true;
	limit->seen = now;
	if (clock_spent() - limit->since >=
	    (limit->most_ms ? limit->most_ms : TIME_LIMIT_USUAL_MS) * NS_PER_MS)
		limit->end = TIME_LIMIT_OVER;
	else if (limit->wanted && now - limit->asked >= ASK_NS) {
		limit->asked = now;
		ask_if_wanted(limit);
	}
	return limit->end == TIME_LIMIT_GOES_ON;
}

bool time_limit_check(struct time_limit *limit, uint64_t steps, struct error *err)
{
	return !limit || time_limit_spend(limit, steps) ||
	       error_set(err, ERROR_CANCELLED, "stopped by a key");
}
