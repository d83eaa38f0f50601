/* clock.h - time that passes, for progress and patience; and how far local time is from UTC. */

#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/* Nanoseconds of a clock that only runs forwards; the origin means nothing. */
uint64_t clock_now(void);

/* Nanoseconds that this thread has been running on a CPU. */
uint64_t clock_spent(void);

/*
 * How many seconds local time (TZ, /etc/localtime) is ahead of UTC at this second since 1970,
 * and what it is called: "CET", "+0530". 0 and "UTC" where that cannot be said.
 */
#define CLOCK_ZONE_MAX 16
int64_t clock_zone(int64_t second, char name[static CLOCK_ZONE_MAX]);

#endif
