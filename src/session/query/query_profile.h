/* query_profile.h - a profile of which an engine has the samples: what it counts, as rows. */

#ifndef SESSION_QUERY_PROFILE_H
#define SESSION_QUERY_PROFILE_H

#include "engine/asker.h"
#include "session/query/query_source.h"
#include "session/choice.h"

/* An event, of all that the source has. */
struct query_event {
	char *name, *unit; /* owned */
	uint64_t samples, weight, idle;
	uint64_t spans; /* of them stretches of time, which nobody counts there */
};

/* What is known of the source before anything was chosen. Zero to begin. */
struct query_facts {
	uint64_t from, to;	    /* ns since 1970: of which time it is */
	uint64_t first, last;	    /* the first and the last sample in that */
	uint64_t origin;	    /* the whole second of the first */
	struct query_event *events; /* owned: the one with most samples first */
	uint32_t count;
	size_t room;
	uint32_t hosts; /* how many there are */
};

/*
 * ERROR_NOTHING where no sample is there. Release with query_facts_release(), also after a
 * failure.
 */
bool query_ask_facts(struct query_facts *f, const struct query_source *of,
		     struct asking *how, struct error *err);
void query_facts_release(struct query_facts *f);

/* Only what that says: times, events. For who reads ranges and names of events. */
struct profile *query_outline(const struct query_facts *f, const struct query_source *of,
			      struct error *err);

/*
 * What the engine counts of a choice: rows of its ranges with their stacks, and of the slices of the map;
 * see profile.elsewhere. Its baseline is not looked at.
 */
struct profile *query_ask(const struct query_facts *f, const struct query_source *of,
			  const struct choice *c, const struct query_map *map,
			  struct asking *how, struct error *err);

/* Would the engine be asked the same for both? */
bool query_is_same(const struct choice *a, const struct choice *b);

#endif
