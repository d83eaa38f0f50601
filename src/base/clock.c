#include "base/clock.h"

#include <stdio.h>
#include <time.h>

#include "base/number.h"

uint64_t clock_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
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
