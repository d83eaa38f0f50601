/* query_profile.h - a profile of which an engine has the samples: what it counts, as rows. */

#ifndef SESSION_QUERY_PROFILE_H
#define SESSION_QUERY_PROFILE_H

#include "session/query/query_facts.h"
#include "choice/choice.h"

/* The key of a note on samples of other times than are looked at. */
#define QUERY_ASIDE "not looked at"

/* Only what that says: times, events. For who reads ranges and names of events. */
struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err);

/*
 * What the engine counts of a choice: rows of its ranges with their stacks, of the slices of the map,
 * and, if it has one, of its baseline. See profile.elsewhere.
 */
struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct asking *how, struct error *err);

/* Would the engine be asked the same for both? */
bool query_is_same(const struct choice *a, const struct choice *b);

#endif
