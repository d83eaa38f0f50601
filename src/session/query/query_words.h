/* query_words.h - the statements that a session asks. */

#ifndef SESSION_QUERY_WORDS_H
#define SESSION_QUERY_WORDS_H

#include "choice/choice.h"
#include "session/query/query_facts.h"

/* From when to when there is anything: one row, the first and the last ns. */
bool query_words_bounds(struct statement *s, const struct query_source *of,
			struct error *err);

/* samples, event, unit, idle, weight, stretches, first slice, last slice, hosts. A number is first in each row of any answer, so that none looks like a server's error. */
bool query_words_events(struct statement *s, const struct query_source *of,
			const struct query_facts *f, struct error *err);

/* The first and the last ns of what lies in these slices. */
bool query_words_ends(struct statement *s, const struct query_source *of, int64_t first,
		      int64_t last, struct error *err);

/* slice, event, idle, found, lane, samples, weight; by slice. */
bool query_words_map(struct statement *s, const struct query_source *of,
		     const struct query_facts *f, const struct choice *c,
		     const struct query_map *map, struct error *err);

/* samples, weight, event, host, comm, pid, tid, cpu, frames, modules, kinds; and does that tell the host? */
bool query_words_apart(const struct query_facts *f, const struct choice *c);
bool query_words_paths(struct statement *s, const struct query_source *of,
		       const struct query_facts *f, const struct choice *c,
		       struct error *err);

/* ns of a slice of that map. */
uint64_t query_slice(const struct query_facts *f, const struct query_map *map);

#endif
