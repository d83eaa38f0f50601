/* range_words.h - a range of time as a user writes it: seconds, units, the clock, the last five seconds. */

#ifndef ANALYSIS_RANGE_WORDS_H
#define ANALYSIS_RANGE_WORDS_H

#include "analysis/range.h"
#include "analysis/time_of_day.h"

/* What the words are of. */
struct range_place {
	struct range whole;	 /* "-5" counts back from its end */
	struct time_of_day time; /* of that range */
	bool growing;		 /* what is behind its end may come */
};

/* Of a profile whose times of day are shown in UTC, or in the zone of this machine. */
struct range_place range_place_of(const struct profile *p, bool local);

/*
 * "A,B", "A-B", "A..B", "A B" or "A+LENGTH". A and B are decimal seconds, or have a unit (ns, us,
 * ms, s, m, h), which A has from B where it has none of its own: what the screen shows,
 * "11.200–11.360 s", is one. They may be times of day, "10:44:23", or "10:44:23.5": the first such
 * moment of the profile, of B after A. "-5" is five seconds before the end. "A," reaches to the end,
 * ",B" begins at the start, "-5" alone is the same as "-5,". A and B that are written alike are
 * swapped if A > B.
 *
 * Without a place (NULL) it is read as far as that goes: what depends on the profile is
 * RANGE_ALL. ERROR_USAGE says what was expected, ERROR_NOTHING that the profile has no such time
 * of day; `*r` is untouched then.
 */
bool range_parse(struct text t, const struct range_place *place, struct range *r,
		 struct error *err);

/*
 * Several of these with "/" between them, "11.2,11.36/12,13": if they are more than one range, even
 * after those that overlap or touch became one, `*also` has them and `*r` is RANGE_ALL; else `*r`
 * is that one, and `*also` none. ERROR_LIMIT: more than SELECTION_MAX. Release with ranges_release().
 */
bool ranges_parse(struct text t, const struct range_place *place, struct range *r,
		  struct ranges *also, struct error *err);

/* "11.2-11.36 s", as short as can be: it is a part of a sentence. Returns `buf`. */
#define RANGE_WORDS_MAX 80
const char *range_words(struct range r, char *buf);

/*
 * Has the profile that is from `whole.from` to `whole.to` anything of the range? ERROR_NOTHING says
 * which part of time it has.
 */
bool range_is_recorded(struct range r, struct range whole, struct error *err);

/* "1ms", "0.25", with the same units, seconds by themselves. False: it is no length of time. */
bool duration_parse(struct text t, uint64_t *ns);

#endif
