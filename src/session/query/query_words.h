/* query_words.h - the SQL statements of a session. */

#ifndef SESSION_QUERY_WORDS_H
#define SESSION_QUERY_WORDS_H

#include "choice/choice.h"
#include "session/query/query_facts.h"

/* The number of samples, and the times of the first and the last one: one row. */
bool query_words_bounds(struct statement *s, const struct query_source *of,
			struct error *err);

/*
 * Rows of samples, event, unit, idle, weight, spans, first slice, last slice, hosts. Rows of all
 * answers begin with a number, so that none looks like an error of the server.
 */
bool query_words_events(struct statement *s, const struct query_source *of,
			const struct query_facts *f, struct error *err);

/* The times of the first and the last sample in these slices. */
bool query_words_ends(struct statement *s, const struct query_source *of, int64_t first,
		      int64_t last, struct error *err);

/* Rows of slice, event, idle, found, lane, samples, weight; in order of slices. */
bool query_words_map(struct statement *s, const struct query_source *of,
		     const struct query_facts *f, const struct choice *c,
		     const struct query_map *map, struct error *err);

/*
 * Rows of samples, weight, event, host, comm, process, pid, tid, cpu, frames, modules, kinds;
 * query_words_apart(): do they include the host?
 */
bool query_words_apart(const struct query_facts *f, const struct choice *c);
bool query_words_paths(struct statement *s, const struct query_source *of,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err);

/* The length of a slice of that map, in ns. */
uint64_t query_slice(const struct query_facts *f, const struct query_map *map);

#endif
