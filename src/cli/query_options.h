/* query_options.h - options for samples in ClickHouse, and the process that queries them. */

#ifndef CLI_QUERY_OPTIONS_H
#define CLI_QUERY_OPTIONS_H

#include "cli/options.h"
#include "engine/query_process.h"

/*
 * --where is a filter, --since a time before the newest sample or a time in UTC, --until a time in
 * UTC.
 */
static inline bool query_options_takes(enum option_id id)
{
	return id == OPTION_WHERE || id == OPTION_SINCE || id == OPTION_UNTIL;
}

bool query_options_take(struct options *o, enum option_id id, const char *arg,
			struct error *err);

/*
 * If the command line names a ClickHouse database instead of a file, start `query_process` for it
 * and set settings.query. Returns ERROR_USAGE for commands that need single samples, and for a
 * second file. Call this before the process is confined; end the process in any case.
 */
bool query_options_begin(struct options *o, enum taker taker,
			 struct query_process *query_process, struct error *err);

#endif
