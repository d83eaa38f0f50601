/* repeated_options.h - options that may be given several times and add up. */

#ifndef CLI_REPEATED_OPTIONS_H
#define CLI_REPEATED_OPTIONS_H

#include "cli/options.h"

/*
 * Take --range, --against, --filter, --compare-as or --transform. Returns ERROR_USAGE for an
 * invalid argument.
 */
bool repeated_option_take(struct options *o, enum option_id id, const char *arg,
			  struct error *err);

#endif
