/* repeated_options.h - options that may be given several times and accumulate. */

#ifndef CLI_REPEATED_OPTIONS_H
#define CLI_REPEATED_OPTIONS_H

#include "cli/options.h"

/*
 * Add the argument of --range, --against, --filter, --compare-as or --transform to the previous
 * ones. Returns false and ERROR_USAGE for an invalid argument.
 */
bool repeated_option_take(struct options *o, enum option_id id, const char *arg,
			  struct error *err);

#endif
