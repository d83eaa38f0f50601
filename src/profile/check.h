/* check.h - is every id of a profile in its table, and everything in its order? */

#ifndef PROFILE_CHECK_H
#define PROFILE_CHECK_H

#include "base/error.h"
#include "profile/profile.h"

/* False and the first broken promise of profile.h in the error. Reads everything once. */
bool check_profile(const struct profile *p, struct error *err);

/* The same in two parts: all tables but the samples, then the samples. */
bool check_tables(const struct profile *p, struct error *err);
bool check_samples(const struct profile *p, struct error *err);

#endif
