/* counted.h - a session of what an engine has counted: which rows stand for what, and of which time. */

#ifndef SESSION_QUERY_COUNTED_H
#define SESSION_QUERY_COUNTED_H

#include "session/session.h"

/* Find the rows of slices and of the baseline, of a new session. */
bool counted_find(struct session *s, struct error *err);

/* The value of all slices. */
uint64_t counted_whole(const struct session *s, enum weigh weigh);

/* Hold the ranges against the baseline, if there is one: both have been counted. */
void counted_compare(struct session *s);

#endif
