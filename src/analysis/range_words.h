/* range_words.h - ranges of time as users write them: seconds, units, times of day. */

#ifndef ANALYSIS_RANGE_WORDS_H
#define ANALYSIS_RANGE_WORDS_H

#include "analysis/range.h"
#include "profile/wall_clock.h"

/* The times of day at which a profile begins and ends. */
struct time_of_day {
	bool known;
	bool has_zone;	    /* the time zone of the clock is known */
	bool local;	    /* read and show times in the local time zone, not in UTC */
	int64_t begin, end; /* ns since 1970; `begin` is profile_origin() */
};

/* The recording that a range refers to. */
struct range_place {
	struct range whole; /* see range_whole() */
	struct time_of_day time;
	bool growing; /* the recording may not have ended */
};

/* `local`: use times of day in the local time zone if the zone of the clock is known. */
struct range_place range_place_of(const struct profile *p, bool local);

/*
 * Parse "A,B", "A-B", "A..B", "A B" or "A+LENGTH". Numbers are seconds unless they have a unit (ns,
 * us, ms, s, m, h); the unit of B also applies to an A without a unit: "11.200–11.360 s". "-5" is
 * five seconds before the end. A time of day ("10:44", "10:44:23", "10:44:23.5") is the first such
 * moment of the profile or, for B, after A. A date ("2026-11-21T03:07:40", or with a Z in UTC) needs
 * a comma, ".." or a length. "A," extends to the end, ",B" starts at the beginning,
 * and "-5" alone means "-5,". Two times of the same form may be in either order.
 *
 * If `place` is NULL, a range that depends on the profile becomes RANGE_ALL. Fails with ERROR_USAGE
 * if the range is malformed, ends before it begins, or uses a time of day and the profile has none.
 * Fails with ERROR_NOTHING if the range ends before the profile begins or, with times of day,
 * begins after the profile ends. After a failure, `*r` is unchanged.
 */
bool range_parse(struct text t, const struct range_place *place, struct range *r,
		 struct error *err);

/*
 * Parse ranges separated by "/", as in "11.2,11.36/12,13", and merge those that overlap or touch.
 * If several remain, they are stored in `*also`, and `*r` is RANGE_ALL. A single one is stored in
 * `*r`, and `*also` is empty. Fails like range_parse() and ranges_add(). Release `*also` after use.
 */
bool ranges_parse(struct text t, const struct range_place *place, struct range *r,
		  struct ranges *also, struct error *err);

/* Format a range for use in a sentence: "11.2-11.36 s". Returns `buf`. */
#define RANGE_WORDS_MAX 80
const char *range_words(struct range r, char *buf);

/*
 * Does the range overlap `whole`, the range of the profile? If it does not, or is empty, the error
 * is ERROR_NOTHING. Always true for RANGE_ALL.
 */
bool range_is_recorded(struct range r, struct range whole, struct error *err);

/*
 * Parse a length of time such as "1ms" or "0.25" (seconds), with the units of range_parse(). False
 * if it is malformed.
 */
bool duration_parse(struct text t, uint64_t *ns);

#endif
