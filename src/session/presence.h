/* presence.h - is there anything to show of what was asked for? If not, one sentence says why. */

#ifndef SESSION_PRESENCE_H
#define SESSION_PRESENCE_H

#include "session/session.h"

/*
 * Each is true when there is something; else false with ERROR_NOTHING, whose message says what
 * is missing and what the profile has.
 */

/* Does the range touch the time from the first sample until all are over? */
bool presence_of_range(const struct profile *p, struct range r, struct error *err);

/* Has the filter left a sample, be it idle or not? */
bool presence_of_match(const struct session *s, struct error *err);

/* Have event, filter and idle mode left a sample? */
bool presence_of_kept(const struct session *s, struct error *err);

/* Both, and is a sample that is left in the range? */
bool presence_in_range(const struct session *s, struct error *err);

/* Are some, the `found`, that match the search? */
bool presence_of_found(const struct session *s, size_t found, struct error *err);

/* Does it look as if perf had recorded it: is the id of some thread known? */
bool presence_may_be_perf(const struct profile *p);

#endif
