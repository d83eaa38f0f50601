/* implied_options.h - options that follow from others, after a command line was read. */

#ifndef CLI_IMPLIED_OPTIONS_H
#define CLI_IMPLIED_OPTIONS_H

#include "cli/options.h"

/*
 * Fill in the thread states that --graph implies, and refuse options that contradict each other.
 * `all`: the command is about waits of any state.
 */
bool implied_options_of_waits(struct settings *s, bool all, struct error *err);

/* Express --host by filters: one that keeps the host, and one for the baseline. */
bool implied_options_of_host(struct options *o, struct error *err);

#endif
