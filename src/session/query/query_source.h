/* query_source.h - the samples of a database that a session analyses, and SQL for its tables. */

#ifndef SESSION_QUERY_SOURCE_H
#define SESSION_QUERY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/lanes/lanes.h"
#include "base/text.h"

#define QUERY_SLICE 20000000 /* ns: a slice in the projection of cells of push */

/*
 * SQL for the tables of push, and for trace_log, where ClickHouse's own sampling profiler stores
 * its samples. Times are Int64, in ns since 1970.
 */
struct query_table {
	const char *from;
	const char *ns;	   /* the time */
	const char *slice; /* intDiv of the time by QUERY_SLICE */
	const char *day;
	const char *moment; /* "%lld": ns since 1970, to be compared with... */
	const char *time;   /* ...this, which has an index */
	const char *host, *service, *comm, *process, *pid, *tid, *cpu, *event, *unit,
	    *idle, *weight, *duration;
	const char *stack; /* equal for equal call paths */

	/*
	 * After counts "AS s" grouped by `stack`: the join with the table of frames, and then the
	 * columns of frames, modules and kinds of code, outermost first.
	 */
	const char *join, *path;

	/*
	 * Put around a condition on `frames`, the frames of a row, to make it a condition on the
	 * row.
	 */
	const char *holds_from, *holds_to, *frames;
	const char *modules, *kinds; /* the same; NULL: not in the table */
	const char *settings;	     /* at the end of a statement */
};

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

/* "host:8123/db": the tables of push; "host:8123/system.trace_log": that table. */
const struct query_table *query_table_of(const char *address);

/* "host:8123/db", without the scheme and the user. Borrowed from `address`. */
struct text query_place(const char *address);

/* The address without the table. Returns `buf`; an address that does not fit is invalid anyway. */
#define QUERY_ADDRESS_MAX 1024
const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX]);

#endif
