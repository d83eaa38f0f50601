/* query_source.h - the samples of a database that a session analyses, and SQL for its tables. */

#ifndef SESSION_QUERY_SOURCE_H
#define SESSION_QUERY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/lanes/lanes.h"
#include "base/text.h"

#define QUERY_SLICE 20000000 /* ns: a slice of the projection `cells`, see cmd_push.c */

/*
 * SQL for the tables that `flarescope push` fills, or for system.trace_log, where ClickHouse's own
 * sampling profiler stores its samples. Times are Int64, in ns since 1970.
 */
struct query_table {
	const char *from;
	const char *ns;	   /* the time */
	const char *slice; /* intDiv of the time by QUERY_SLICE */
	const char *day;
	/* a time to compare with `time`; "%lld" stands for ns since 1970 */
	const char *moment;
	const char *time; /* the time as stored, which has an index */
	const char *host, *service, *comm, *process, *pid, *tid, *cpu, *event, *unit,
	    *idle, *weight, *duration;
	const char *stack; /* equal for equal call paths */

	/*
	 * For a query "SELECT path FROM (...) AS s join", where s has counts by `stack`: the
	 * columns of frames, modules and kinds of code, outermost frames first; and the join with
	 * the table that contains them.
	 */
	const char *join, *path;

	/*
	 * `holds_from` and `holds_to` enclose a condition on `frames`, the frames of a stack, and
	 * turn it into a condition on a row of `from`.
	 */
	const char *holds_from, *holds_to, *frames;
	const char *modules, *kinds; /* like `frames`; NULL: the table lacks them */
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

/*
 * The tables at an address: "host:8123/db" stands for the tables of `flarescope push`, and
 * "host:8123/system.trace_log" for the log of ClickHouse's profiler.
 */
const struct query_table *query_table_of(const char *address);

/* The address without the scheme and the user: "host:8123/db". Borrowed from `address`. */
struct text query_place(const char *address);

/*
 * The address without ".trace_log". Returns `buf`. A longer address, which is invalid anyway, is
 * truncated.
 */
#define QUERY_ADDRESS_MAX 1024
const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX]);

#endif
