/* query_table.h - the tables of ClickHouse with samples: SQL for their columns. */

#ifndef SESSION_QUERY_TABLE_H
#define SESSION_QUERY_TABLE_H

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

/* "host:8123/db": the tables of push; "host:8123/system.trace_log": that table. */
const struct query_table *query_table_of(const char *address);

/* "host:8123/db", without the scheme and the user. Borrowed from `address`. */
struct text query_place(const char *address);

/* The address without the table. Returns `buf`; an address that does not fit is invalid anyway. */
#define QUERY_ADDRESS_MAX 1024
const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX]);

#endif
