/* query_facts.h - the time range and the events of samples in a database. */

#ifndef SESSION_QUERY_FACTS_H
#define SESSION_QUERY_FACTS_H

#include "engine/query_process.h"
#include "session/query/query_source.h"

struct query_event {
	char *name, *unit; /* owned */
	uint64_t samples, weight, idle;
	/* number of spans among the samples; they are left out of the counts of a choice */
	uint64_t spans;
};

/* Properties of all samples, before a choice is made. Initialise with zeroes. */
struct query_facts {
	uint64_t from, to;    /* ns since 1970: the analysed time */
	uint64_t first, last; /* times of the first and the last sample in it */
	uint64_t origin;      /* `first`, rounded down to a second */
	/* owned: in descending order of `samples`, which include the idle ones */
	struct query_event *events;
	uint32_t count;
	size_t room;
	uint32_t hosts;
	uint64_t aside; /* number of samples outside the analysed time; 0 with --where */
};

/*
 * Query the database. ERROR_NOTHING if there are no samples to analyse. Release with
 * query_facts_release(), also after a failure.
 */
bool query_ask_facts(struct query_facts *f, const struct query_source *of,
		     struct query_status *how, struct error *err);
void query_facts_release(struct query_facts *f);

#endif
