/* queried.h - a command whose samples are in ClickHouse: which of them, and who asks. */

#ifndef CLI_QUERIED_H
#define CLI_QUERIED_H

#include "cli/options.h"
#include "engine/asker.h"

/* --where, --since and --until: a filter; a length of time before the newest sample, or a moment in UTC. */
static inline bool queried_takes(enum option_id id)
{
	return id == OPTION_WHERE || id == OPTION_SINCE || id == OPTION_UNTIL;
}

bool queried_take(struct options *o, enum option_id id, const char *arg,
		  struct error *err);

/*
 * Where the command line names a ClickHouse in place of a file: have `asker` ask there, and the settings
 * say so. ERROR_USAGE for commands that go through single samples, and for a second file. Before the process is
 * confined; end the asker in any case.
 */
bool queried_begin(struct options *o, enum taker taker, struct asker *asker,
		   struct error *err);

#endif
