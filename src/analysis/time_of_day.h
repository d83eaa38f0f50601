/* time_of_day.h - convert a time of day to a moment of the profile. */

#ifndef ANALYSIS_TIME_OF_DAY_H
#define ANALYSIS_TIME_OF_DAY_H

#include "profile/wall_clock.h"

#define NS_PER_DAY (INT64_C(86400) * 1000000000)

/* A range of time, and its beginning and end in wall-clock time. */
struct time_of_day {
	bool known;
	bool has_zone;	    /* the zone of the clock is known, and ... */
	bool local;	    /* ... times are shown in this machine's zone, not in UTC */
	int64_t begin, end; /* ns since 1970 */
};

/*
 * The range from the profile's origin until `length` later. Unknown if the profile has no time of
 * day, and from the year 2116 on, so that adding days cannot overflow.
 */
struct time_of_day time_of_day_of(const struct profile *p, uint64_t length, bool local);

/* The first moment at or after `at` that is `ns` after midnight, in ns since 1970. */
int64_t time_of_day_next(const struct time_of_day *t, uint64_t ns, int64_t at);

/* The first such moment in the range, or else the nearest one. */
int64_t time_of_day_nearest(const struct time_of_day *t, uint64_t ns);

/* Parse "10:44:23", "10:44:23.250" or "10:44", strictly, into ns after midnight. */
bool time_of_day_read(struct text words, uint64_t *ns);

/* "10:44:23 UTC"; without a known zone "10:44:23". Returns `buf`. */
#define TIME_OF_DAY_MAX 48
const char *time_of_day_text(const struct time_of_day *t, int64_t at,
			     char buf[static TIME_OF_DAY_MAX]);

#endif
