/* waiting_options.h - the options that make of switches of the scheduler a profile of threads' time. */

#ifndef CLI_WAITING_OPTIONS_H
#define CLI_WAITING_OPTIONS_H

#include "cli/options.h"

/* The word of --state, one of those that it has, and number `n` of those of --graph. */
void waiting_options_state(struct settings *s, struct text word);
void waiting_options_graph(struct settings *s, int n);

/* --longer and --shorter. */
bool waiting_options_length(struct settings *s, enum option_id id, const char *arg,
			    struct error *err);

/* What goes without saying, and what does not go together, once all are known. */
bool waiting_options_settle(struct settings *s, bool all, struct error *err);

#endif
