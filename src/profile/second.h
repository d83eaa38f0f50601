/* second.h - a second profile over the tables of another, each with an end of its own. */

#ifndef PROFILE_SECOND_H
#define PROFILE_SECOND_H

#include "base/error.h"
#include "profile/profile.h"

/*
 * The tables of `*p` go when both it and the second are freed, on whatever thread. It gets
 * another address: nobody else may know it yet. NULL and an error when memory runs out: then
 * `*p` is as it was.
 */
struct profile *second_new(struct profile **p, struct error *err);

#endif
