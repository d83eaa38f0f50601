/* range_words.h - ranges of time as users write them: seconds, units, times of day. */

#ifndef ANALYSIS_RANGE_WORDS_H
#define ANALYSIS_RANGE_WORDS_H

#include "analysis/range.h"
#include "profile/wall_clock.h"

/* A range of time, and its beginning and end in wall-clock time. */
struct time_of_day {
	bool known;
	bool has_zone;	    /* the zone of the clock is known, and ... */
	bool local;	    /* ... times are shown in this machine's zone, not in UTC */
	int64_t begin, end; /* ns since 1970 */
};

/* The recording that a range refers to. */
struct range_place {
	struct range whole;	 /* "-5" counts back from its end */
	struct time_of_day time; /* the times of day of that range */
	bool growing;		 /* the recording may continue after its end */
};

/* The place of a profile whose times of day are shown in UTC, or in the local zone. */
struct range_place range_place_of(const struct profile *p, bool local);

/*
 * Parse "A,B", "A-B", "A..B", "A B" or "A+LENGTH". A and B are decimal seconds, or have a unit (ns,
 * us, ms, s, m, h); without one A has the unit of B, so "11.200–11.360 s", as displayed on the
 * screen, is a range. They may be times of day, "10:44:23" or "10:44:23.5": the first such moment
 * of the profile, B after A. "-5" is five seconds before the end. "A," reaches to the end, ",B"
 * begins at the start, "-5" alone is the same as "-5,". A and B of the same form are swapped if A >
 * B.
 *
 * Without a place (NULL), a range that depends on the profile is RANGE_ALL. ERROR_USAGE describes
 * the expected form, ERROR_NOTHING reports that the profile has no such time of day; `*r` is
 * unchanged then.
 */
bool range_parse(struct text t, const struct range_place *place, struct range *r,
		 struct error *err);

/*
 * Parse several ranges separated by "/", "11.2,11.36/12,13", and merge those that overlap or touch.
 * If several remain, `*also` has them and `*r` is RANGE_ALL; else `*r` is the one range, and
 * `*also` is empty. ERROR_LIMIT: more than SELECTION_MAX. Release with ranges_release().
 */
bool ranges_parse(struct text t, const struct range_place *place, struct range *r,
		  struct ranges *also, struct error *err);

/* "11.2-11.36 s", as short as possible, for use in a sentence. Returns `buf`. */
#define RANGE_WORDS_MAX 80
const char *range_words(struct range r, char *buf);

/*
 * Does the range overlap `whole`, the time of the profile? If not, ERROR_NOTHING reports which time
 * was recorded.
 */
bool range_is_recorded(struct range r, struct range whole, struct error *err);

/*
 * Parse a length of time such as "1ms" or "0.25", with the same units; the default is seconds.
 * False if it is malformed.
 */
bool duration_parse(struct text t, uint64_t *ns);

#endif
