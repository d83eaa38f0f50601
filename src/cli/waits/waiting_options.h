/* waiting_options.h - the options that make of switches of the scheduler a profile of threads' time. */

#ifndef CLI_WAITING_OPTIONS_H
#define CLI_WAITING_OPTIONS_H

#include "cli/options.h"

/* What goes without saying, and what does not go together, once all are known. */
bool waiting_options_settle(struct settings *s, bool all, struct error *err);

#endif
