/* query_reading.h - what settings ask of an engine, in place of reading a file. */

#ifndef SESSION_QUERY_READING_H
#define SESSION_QUERY_READING_H

#include "session/query/query_profile.h"
#include "session/settings.h"

/* The settings' first question, with their query_map. NULL and an error; release with profile_free(). */
struct profile *query_read(const struct settings *s, struct error *err);

/* The same without anything counted: times and events. */
struct profile *query_read_outline(const struct settings *s, struct error *err);

#endif
