/* joined_options.h - options that may be given several times, and count together. */

#ifndef CLI_JOINED_OPTIONS_H
#define CLI_JOINED_OPTIONS_H

#include "cli/options.h"

/* --range, --against, --filter or --transform. ERROR_USAGE for a range, an expression or a transformation that is none. */
bool joined_options_take(struct options *o, enum option_id id, const char *arg,
			 struct error *err);

/* When all are there: what --host stands for, in terms of these. */
bool joined_options_settle(struct options *o, struct error *err);

#endif
