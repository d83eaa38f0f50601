/* query_profile.h - a profile whose rows are counts of samples in a database. */

#ifndef SESSION_QUERY_PROFILE_H
#define SESSION_QUERY_PROFILE_H

#include "session/query/query_facts.h"
#include "choice/choice.h"
#include "session/settings.h"

/*
 * Before flarescope enters its sandbox, cli forks a process that holds the connection
 * (engine/query_process). A thread of the loader, or query_read() in batch mode, first queries the
 * facts about all samples, and then the counts for each choice of the user. query_words writes the
 * statements. The answer is a profile with `server` set. Its first rows are call paths, all with
 * the same time; the others are time slices. `samples.many` is the number of samples that a row
 * represents. Trees, flame graphs, tables, lanes and maps therefore count it like any other
 * profile; session/session.c finds the rows of each kind. In the terminal interface, answers arrive
 * like parts of a file; until one arrives, open_profile marks the numbers as outdated.
 */

/* The key of a note about samples outside the analysed time. */
#define QUERY_ASIDE "not looked at"

/* A profile with times and events only, for parsing ranges and the names of events. */
struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err);

/*
 * Let the database count the samples of a choice. The rows are the call paths in its ranges, those
 * in its baseline (if any), and the slices of the map. See profile.server.
 */
struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct query_status *how, struct error *err);

/*
 * In place of reading a file: query the first choice of the settings, with their query_map. NULL
 * and an error on failure; release with profile_free().
 */
struct profile *query_read(const struct settings *s, struct error *err);

/* Like query_read(), but query only the facts, and return query_outline(). */
struct profile *query_read_outline(const struct settings *s, struct error *err);

/* Do both choices need the same query? */
bool query_is_same(const struct choice *a, const struct choice *b);

#endif
