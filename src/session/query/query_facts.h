/* query_facts.h - the time range and the events of samples in a database. */

#ifndef SESSION_QUERY_FACTS_H
#define SESSION_QUERY_FACTS_H

#include "engine/query_process.h"
#include "session/query/query_source.h"

struct query_event {
	char *name, *unit; /* owned */
	uint64_t samples, weight, idle;
	/* samples that are spans, which cannot be counted in a database */
	uint64_t spans;
};

/* Facts about all samples, before a choice is made. Initialise it with zeroes. */
struct query_facts {
	uint64_t from, to;	    /* ns since 1970: the examined time */
	uint64_t first, last;	    /* the first and the last sample in it */
	uint64_t origin;	    /* the whole second of the first sample */
	struct query_event *events; /* owned: in descending order of samples */
	uint32_t count;
	size_t room;
	uint32_t hosts; /* number of hosts */
	uint64_t aside; /* number of samples at other times; 0 with --where */
};

/*
 * Query the database. ERROR_NOTHING if it has no samples. Release with query_facts_release(), also
 * after a failure.
 */
bool query_ask_facts(struct query_facts *f, const struct query_source *of,
		     struct query_status *how, struct error *err);
void query_facts_release(struct query_facts *f);

#endif
