/* first_choice.h - what settings choose of a profile, before anybody has touched a key. */

#ifndef SESSION_FIRST_CHOICE_H
#define SESSION_FIRST_CHOICE_H

#include "session/choice.h"
#include "session/settings.h"

/*
 * Its texts are those of the settings; release `also` and that of the baseline with ranges_release(), also after a failure. ERROR_USAGE when they name an event or a range that is none, or
 * that a profile without times cannot have.
 */
bool first_choice_make(const struct profile *p, const struct settings *o,
		       struct choice *c, struct error *err);

/* The ranges that --range and --against name, as ranges_parse(). */
bool first_choice_range(const struct profile *p, const struct settings *o,
			struct range *range, struct ranges *also, struct error *err);
bool first_choice_against(const struct profile *p, const struct settings *o,
			  struct range *range, struct ranges *also, struct error *err);

#endif
