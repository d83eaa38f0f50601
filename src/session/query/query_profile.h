/* query_profile.h - a profile whose rows are counts of a server's samples. */

#ifndef SESSION_QUERY_PROFILE_H
#define SESSION_QUERY_PROFILE_H

#include "session/query/query_facts.h"
#include "choice/choice.h"

/*
 * cli forks a process that holds the connection (engine/query_process) before anything is confined. The
 * loader's thread, or query_read() in batch, asks for facts first, and then for each choice:
 * query_words writes the statements, query_filter the SQL of filters. The answer is a profile with
 * `server`: rows of call paths, all at one time, and rows of slices of time; `samples.many` says
 * for how many samples a row stands. So trees, flames, tables, lanes and maps count it like any
 * other profile, and session/query/counted says which rows are which. On the screen the answers
 * arrive as parts of a file do; until then open_profile says that the numbers are old.
 */

/* The key of a note about samples at other times than those looked at. */
#define QUERY_ASIDE "not looked at"

/* A profile of times and events only, for parsing ranges and the names of events. */
struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err);

/*
 * Have the server count a choice: rows with the stacks of its ranges and of its baseline, if there
 * is one, and rows of the map's slices. See profile.server.
 */
struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct query_status *how, struct error *err);

/* Do both choices need the same query? */
bool query_is_same(const struct choice *a, const struct choice *b);

#endif
