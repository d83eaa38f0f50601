/* query_table.h - the tables of ClickHouse that have samples, and how their columns are asked for. */

#ifndef SESSION_QUERY_TABLE_H
#define SESSION_QUERY_TABLE_H

#include "base/text.h"

#define QUERY_SLICE 20000000 /* ns: of the projection of cells that push makes */

/*
 * All SQL of ours. Times are Int64, in ns since 1970. Both tables of push; and trace_log, in which
 * ClickHouse's own sampling profiler keeps what its queries do.
 */
struct query_table {
	const char *from;
	const char *ns;	   /* when */
	const char *slice; /* intDiv of that by QUERY_SLICE */
	const char *day;
	const char *moment; /* "%lld": ns since 1970, to be compared with... */
	const char *time;   /* ...this, which has an index */
	const char *host, *service, *comm, *process, *pid, *tid, *cpu, *event, *unit,
	    *idle, *weight, *duration;
	const char *stack; /* what is equal where call paths are */

	/* Behind counts "AS s" by such a `stack`: what has its frames, and how these, their modules and kinds of
	 * code are called then, outermost first. */
	const char *join, *path;

	/* Around a condition on `frames`, all of a row's: it holds for the row. */
	const char *holds_from, *holds_to, *frames;
	const char *modules, *kinds; /* the same; NULL: nothing is known of them */
	const char *settings;	     /* behind all of it */
};

/* "host:8123/db" is of push; "host:8123/system.trace_log" of that table. */
const struct query_table *query_table_of(const char *address);

/* "host:8123/db", without the scheme and who asks. Borrowed from `address`. */
struct text query_place(const char *address);

/* The address without the table. Returns `buf`; what does not fit is no address. */
#define QUERY_ADDRESS_MAX 1024
const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX]);

#endif
