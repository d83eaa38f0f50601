/* query_options.h - the options for samples in ClickHouse, and the start of the query process. */

#ifndef CLI_QUERY_OPTIONS_H
#define CLI_QUERY_OPTIONS_H

#include "cli/options.h"
#include "engine/query_process.h"

/*
 * Is this an option for queries? The argument of --where is a filter, that of --since a length of
 * time before the newest sample, a time in UTC or "all", and that of --until a time in UTC.
 */
static inline bool query_options_takes(enum option_id id)
{
	return id == OPTION_WHERE || id == OPTION_SINCE || id == OPTION_UNTIL;
}

bool query_options_take(struct options *o, enum option_id id, const char *arg,
			struct error *err);

/*
 * If the command line names a ClickHouse database instead of a file, start `query_process` for it
 * and set settings.query. Fails with ERROR_USAGE if the command or an option does not work with
 * ClickHouse, for example because it needs individual samples. Call this before entering the
 * sandbox. Zero `query_process` first, and call query_process_end() even after a failure.
 */
bool query_options_begin(struct options *o, enum taker taker,
			 struct query_process *query_process, struct error *err);

#endif
