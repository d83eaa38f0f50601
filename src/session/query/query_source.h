/* query_source.h - which samples of a database are analysed, and SQL for its tables. */

#ifndef SESSION_QUERY_SOURCE_H
#define SESSION_QUERY_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/lanes/lanes.h"
#include "base/text.h"

#define QUERY_SLICE 20000000 /* ns: a slice in the projection `cells`, see cmd_push.c */

/*
 * SQL for the tables that `flarescope push` fills, or for system.trace_log, in which ClickHouse's
 * own profiler stores samples. Times are Int64, in ns since 1970.
 */
struct query_table {
	const char *from;
	const char *ns;	   /* the time */
	const char *slice; /* the time divided by QUERY_SLICE, rounded down */
	const char *day;
	/* a moment to compare with `time`, where "%lld" is replaced by ns since 1970 */
	const char *moment;
	const char *time; /* the time as stored; indexed */
	const char *host, *service, *comm, *process, *pid, *tid, *cpu, *event, *unit,
	    *idle, *weight, *duration;
	const char *stack; /* identifies a call path */

	/*
	 * In a query "SELECT path FROM (...) AS s join", where s has counts by `stack`, `join` adds
	 * the table of call paths, if there is one. `path` is the columns for frames, modules and
	 * kinds of code, outermost frames first.
	 */
	const char *join, *path;

	/*
	 * `holds_from` and `holds_to` enclose a condition on `frames`, an array of names, and turn
	 * it into a condition on a row of `from`.
	 */
	const char *holds_from, *holds_to, *frames;
	const char *modules, *kinds; /* like `frames`; NULL: the table lacks them */
	const char *settings;	     /* the end of each statement */
};

struct query_process;

/* Borrowed by the settings. */
struct query_source {
	struct query_process *query_process;
	const struct query_table *table;
	const char *address;
	const char *where; /* filter for all queries; NULL: none */
	/* ns before `to` or the last sample, if `from` is not given; 0: QUERY_USUAL */
	uint64_t length;
	uint64_t from, to; /* ns since 1970: analyse this time; 0: not given */
};

/* The heat map and the lanes to count. */
struct query_map {
	uint64_t period; /* ns per column; 0: choose slices, see query_slice() */
	uint32_t rows;
	bool lanes;
	enum lanes_by lanes_by;
};

#define QUERY_USUAL (UINT64_C(3600) * 1000000000)

/*
 * The tables at an address: "host:8123/db" has the tables of `flarescope push`, and
 * "host:8123/system.trace_log" is the log of ClickHouse's profiler.
 */
const struct query_table *query_table_of(const char *address);

/* The address without scheme and user: "host:8123/db". Borrowed from `address`. */
struct text query_place(const char *address);

/*
 * Copy the address without ".trace_log". Returns `buf`. An address that does not fit is invalid
 * anyway, and is truncated.
 */
#define QUERY_ADDRESS_MAX 1024
const char *query_table_address(const char *address, char buf[static QUERY_ADDRESS_MAX]);

#endif
