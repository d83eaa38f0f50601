/* unused_options.h - warns about options that a command accepts but does not use. */

#ifndef CLI_UNUSED_OPTIONS_H
#define CLI_UNUSED_OPTIONS_H

#include "cli/options.h"

/* The options that may change the output of a command. */
enum effect {
	EFFECT_TRANSFORM = 1, /* --transform */
	EFFECT_REVERSE = 2,
	EFFECT_SIDES = 4, /* --against and the options for it */
	EFFECT_ORDER = 8, /* --sort, --min-share */
	EFFECT_ALL = 15
};

/* Warn on standard error about each given option whose effect is not in `has`. */
void unused_options_warn(const struct options *o, unsigned has);

#endif
