/* query_words.h - the SQL statements of a session. */

#ifndef SESSION_QUERY_WORDS_H
#define SESSION_QUERY_WORDS_H

#include "choice/choice.h"
#include "session/query/query_facts.h"

/* One row: number of samples, first and last time as stored, first and last time in ns. */
bool query_words_bounds(struct statement *s, const struct query_source *of,
			struct error *err);

/*
 * Rows: samples, event, unit, idle, weight, 1 for spans, first slice, last slice, hosts. Rows
 * always begin with a number, and so cannot be confused with an error message of the server.
 */
bool query_words_events(struct statement *s, const struct query_source *of,
			const struct query_facts *f, struct error *err);

/* One row: the times of the first and the last sample in these slices, in ns. */
bool query_words_ends(struct statement *s, const struct query_source *of, int64_t first,
		      int64_t last, struct error *err);

/* Rows: slice, event, idle, found, lane, samples, weight; in order of slices. */
bool query_words_map(struct statement *s, const struct query_source *of,
		     const struct query_facts *f, const struct choice *c,
		     const struct query_map *map, struct error *err);

/* Do the rows of query_words_paths() include the host? */
bool query_words_apart(const struct query_facts *f, const struct choice *c);

/* Rows: samples, weight, event, host, comm, process, pid, tid, cpu, frames, modules, kinds. */
bool query_words_paths(struct statement *s, const struct query_source *of,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err);

/* The length of a slice of the map in ns; 0 if this is not a whole number. */
uint64_t query_slice(const struct query_facts *f, const struct query_map *map);

#endif
