/* twin.h - a second profile over the tables of another, each with an end of its own. */

#ifndef PROFILE_TWIN_H
#define PROFILE_TWIN_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * The tables go with the one of both that is freed last, on whatever thread. Nobody else may
 * know `p` yet. NULL and an error when memory runs out: then `p` is as it was.
 */
struct profile *twin_new(struct profile *p, struct error *err);

#endif
