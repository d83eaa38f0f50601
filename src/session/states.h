/* states.h - a profile of what was asked for: its samples, or time of threads in some state. */

#ifndef SESSION_STATES_H
#define SESSION_STATES_H

#include "analysis/waiting/waiting_profile.h"
#include "session/settings.h"

/* Have the settings choose these, with what has to be read for it. */
void states_choose(struct settings *s, const struct waiting_choice *c);

/*
 * With the settings' states (waiting_profile.h) `*p` becomes the profile of the time in these, which owns the
 * one that was read; with none it stays. False and an error when it has nothing to tell of that:
 * then it stays as well.
 */
bool states_apply(struct profile **p, const struct settings *s, struct error *err);

#endif
