/* asking.h - a profile of which an engine has the samples: what it is asked, and what it is not. */

#ifndef WORKSPACE_ASKING_H
#define WORKSPACE_ASKING_H

#include "session/loader/loading.h"
#include "workspace/open_profile.h"

/* Have it asked for what is chosen now, and note whether that is what the screen shows. */
void asking_follow(const struct loading *l, struct open_profile *o);
void asking_note(const struct loading *l, struct open_profile *o);

/* Why a command means nothing where samples are elsewhere; NULL: it does. */
const char *asking_refuses(enum command command);

#endif
