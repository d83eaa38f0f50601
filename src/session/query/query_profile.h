/* query_profile.h - a profile whose rows are counts of samples in a database. */

#ifndef SESSION_QUERY_PROFILE_H
#define SESSION_QUERY_PROFILE_H

#include "session/query/query_facts.h"
#include "choice/choice.h"

/*
 * cli forks a process that holds the connection (engine/query_process) before anything is confined.
 * The loader's thread, or query_read() in batch, queries the facts first, and then each choice:
 * query_words writes the statements, query_filter the SQL of filters. The answer is a profile with
 * `server` set: rows of call paths, all with the same time, and rows of slices of time;
 * `samples.many` is the number of samples that a row stands for. So trees, flames, tables, lanes
 * and maps count it like any other profile, and session/query/counted determines which rows are
 * which. On the screen the answers arrive like parts of a file; until then open_profile indicates
 * that the numbers are old.
 */

/* The key of a note about samples outside of the examined time. */
#define QUERY_ASIDE "not looked at"

/* A profile with times and events only, for parsing ranges and the names of events. */
struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err);

/*
 * Have the database count a choice: rows with the stacks of its ranges and of its baseline, if
 * there is one, and rows of the map's slices. See profile.server.
 */
struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct query_status *how, struct error *err);

/* Do both choices need the same query? */
bool query_is_same(const struct choice *a, const struct choice *b);

#endif
