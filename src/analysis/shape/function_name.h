/* function_name.h - the function that somebody means by a name. */

#ifndef ANALYSIS_SHAPE_FUNCTION_NAME_H
#define ANALYSIS_SHAPE_FUNCTION_NAME_H

#include "base/bits.h"
#include "base/text.h"
#include "profile/profile.h"

/*
 * A function is all frames of one name as it is shown, whatever their module and kind: inlined or
 * not it is the same function. `said` is the name itself; else the name of one function alone
 * without its parameters and what it is in ("push_back" of "std::vector<int>::push_back(int&&)");
 * else a part of one function's name that begins a word.
 *
 * Adds its frames to `frames` (one bit a frame), and tells its name, borrowed from the profile;
 * `name` may be NULL. ERROR_NOTHING when there is none, with the nearest name, or when several are
 * meant, which are listed.
 */
bool function_name_find(const struct profile *p, struct text said, struct bits *frames,
			struct text *name, struct error *err);

#endif
