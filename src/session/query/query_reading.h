/* query_reading.h - query a database according to the settings, in place of reading a file. */

#ifndef SESSION_QUERY_READING_H
#define SESSION_QUERY_READING_H

#include "session/query/query_profile.h"
#include "session/settings.h"

/*
 * Query the first choice of the settings, with their query_map. NULL and an error on failure;
 * release with profile_free().
 */
struct profile *query_read(const struct settings *s, struct error *err);

/* Times and events only: nothing is counted. */
struct profile *query_read_outline(const struct settings *s, struct error *err);

#endif
