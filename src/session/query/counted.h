/* counted.h - sessions with samples in a database: what the profile's rows stand for. */

#ifndef SESSION_QUERY_COUNTED_H
#define SESSION_QUERY_COUNTED_H

#include "session/session.h"

/* In a new session, find the rows of the heatmap and those of the baseline. */
bool counted_find(struct session *s, struct error *err);

/* The total value of the rows of the heatmap. */
uint64_t counted_whole(const struct session *s, enum weigh weigh);

/* Compare the selected ranges with the baseline; the database has already counted both. */
void counted_compare(struct session *s);

#endif
