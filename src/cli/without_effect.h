/* without_effect.h - options that a command takes, for they come from another's line, and that change nothing in it. */

#ifndef CLI_WITHOUT_EFFECT_H
#define CLI_WITHOUT_EFFECT_H

#include "cli/options.h"

/* What changes what a command prints. */
enum effect {
	EFFECT_TRANSFORM = 1, /* --transform */
	EFFECT_REVERSE = 2,
	EFFECT_SIDES = 4, /* --against and what belongs to it */
	EFFECT_ORDER = 8, /* --sort, --min-share */
	EFFECT_ALL = 15
};

/* Say on standard error, in a sentence each, which were given and are not of `has`. */
void without_effect_tell(const struct options *o, unsigned has);

#endif
