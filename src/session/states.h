/* states.h - a profile of samples, or of the time that threads spent in some state. */

#ifndef SESSION_STATES_H
#define SESSION_STATES_H

#include "analysis/waiting/waiting_profile.h"
#include "session/settings.h"

/* Choose these states in the settings; for them, context switches are read. */
void states_choose(struct settings *s, const struct waiting_choice *c);

/*
 * If the settings have states (waiting_profile.h), `*p` becomes the profile of the time in them,
 * which owns the profile that was read. False and an error if the profile lacks the data: then `*p`
 * is unchanged.
 */
bool states_apply(struct profile **p, const struct settings *s, struct error *err);

#endif
