/* query_facts.h - what is known of an engine's samples before anything was chosen of them. */

#ifndef SESSION_QUERY_FACTS_H
#define SESSION_QUERY_FACTS_H

#include "engine/asker.h"
#include "session/query/query_source.h"

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
	uint64_t aside; /* samples of other times; 0 with --where, too */
};

/*
 * ERROR_NOTHING where no sample is there. Release with query_facts_release(), also after a
 * failure.
 */
bool query_ask_facts(struct query_facts *f, const struct query_source *of,
		     struct asking *how, struct error *err);
void query_facts_release(struct query_facts *f);

#endif
