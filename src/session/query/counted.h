/* counted.h - a session whose samples a database has counted: the meaning of the profile's rows. */

#ifndef SESSION_QUERY_COUNTED_H
#define SESSION_QUERY_COUNTED_H

#include "session/session.h"

/* Find the rows of the map and of the baseline in a new session. */
bool counted_find(struct session *s, struct error *err);

/* The value of all rows of the map. */
uint64_t counted_whole(const struct session *s, enum weigh weigh);

/* Compare the ranges with the baseline, if there is one; the database has counted both. */
void counted_compare(struct session *s);

#endif
