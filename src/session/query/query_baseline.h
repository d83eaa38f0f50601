/* query_baseline.h - what a choice is held against, as a choice of its own. */

#ifndef SESSION_QUERY_BASELINE_H
#define SESSION_QUERY_BASELINE_H

#include "choice/choice.h"

/*
 * Its ranges and filter, of a profile that is from `whole.from` to `whole.to`: `c` has texts of the subject, and
 * ranges of its own. False without an error where nothing is compared, or there is no rest. Release c->also with
 * ranges_release().
 */
bool query_baseline(const struct choice *subject, struct range whole, struct choice *c,
		    struct error *err);

#endif
