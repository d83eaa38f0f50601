/* implied_options.h - options that other options imply. */

#ifndef CLI_IMPLIED_OPTIONS_H
#define CLI_IMPLIED_OPTIONS_H

#include "cli/options.h"

/*
 * Set the thread states that --graph implies, and refuse contradictory options. `all`: the command
 * prints waits, so --longer and --shorter need no --state.
 */
bool implied_options_of_waits(struct settings *s, bool all, struct error *err);

/* Replace --host with a filter for that host and, as the baseline, one for all other hosts. */
bool implied_options_of_host(struct options *o, struct error *err);

#endif
