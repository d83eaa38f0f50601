/* query_reading.h - what settings ask of an engine, in place of reading a file. */

#ifndef SESSION_QUERY_READING_H
#define SESSION_QUERY_READING_H

#include "session/query/query_profile.h"
#include "session/settings.h"

/* The settings' first question, with their query_map. NULL and an error; release with profile_free(). */
struct profile *query_read(const struct settings *s, struct error *err);

/* The same without anything counted: times and events. */
struct profile *query_read_outline(const struct settings *s, struct error *err);

/* Do the settings hold what they choose against something? */
bool query_compares(const struct settings *s);

/*
 * Ask for that, too, of the session of query_read()'s profile, and hold that against it. The rest is all
 * other time.
 */
struct session;
bool query_hold_against(struct session *subject, const struct settings *s,
			struct error *err);

#endif
