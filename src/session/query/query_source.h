/* query_source.h - the samples of a database that a session analyses. */

#ifndef SESSION_QUERY_SOURCE_H
#define SESSION_QUERY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/lanes/lanes.h"
#include "session/query/query_table.h"

struct query_process;

/* Borrowed by the settings. */
struct query_source {
	struct query_process *query_process;
	const struct query_table *table;
	const char *address;
	const char *where; /* a filter for all queries; NULL: none */
	uint64_t length;   /* ns before the newest sample; 0: QUERY_USUAL */
	uint64_t from, to; /* ns since 1970, in place of `length`; 0: not given */
};

/* The map to count: the slices of a column, and the key of lanes. */
struct query_map {
	uint64_t period; /* ns; 0: slices that divide a second and suit the length */
	uint32_t rows;
	bool lanes;
	enum lanes_by lanes_by;
};

#define QUERY_USUAL (UINT64_C(3600) * 1000000000)

#endif
