/* check_profile.h - checks that a profile follows the rules of profile.h. */

#ifndef TESTS_CHECK_PROFILE_H
#define TESTS_CHECK_PROFILE_H

#include "profile/profile.h"

static inline bool check_profile(const struct profile *p, struct error *err)
{
	return profile_check_tables(p, err) && profile_check_samples(p, err);
}

#endif
