/* time_of_day.h - from what a clock on the wall shows to the moment of a profile. */

#ifndef ANALYSIS_TIME_OF_DAY_H
#define ANALYSIS_TIME_OF_DAY_H

#include "profile/wall_clock.h"

#define NS_PER_DAY (INT64_C(86400) * 1000000000)

/* A stretch of time, and what the clock shows meanwhile. */
struct time_of_day {
	bool known;
	bool has_zone;	    /* it is known in which zone the clock is, and ... */
	bool local;	    /* ... it is shown in that of this machine, not in UTC */
	int64_t begin, end; /* ns since 1970 */
};

/*
 * From the profile's origin until `length` later. Not known where the profile does not say, nor
 * from the year 2116 on: days are added, and must fit.
 */
struct time_of_day time_of_day_of(const struct profile *p, uint64_t length, bool local);

/* The first moment not before `at` when it is `ns` after midnight, in ns since 1970. */
int64_t time_of_day_next(const struct time_of_day *t, uint64_t ns, int64_t at);

/* The first such moment of the stretch, or else the one that is nearest to it. */
int64_t time_of_day_nearest(const struct time_of_day *t, uint64_t ns);

/* "10:44:23" or "10:44:23.250", strictly, in ns after midnight. Also "10:44". */
bool time_of_day_read(struct text words, uint64_t *ns);

/* "10:44:23 UTC" at that moment, of a clock without a zone "10:44:23". Returns `buf`. */
#define TIME_OF_DAY_MAX 48
const char *time_of_day_text(const struct time_of_day *t, int64_t at,
			     char buf[static TIME_OF_DAY_MAX]);

#endif
