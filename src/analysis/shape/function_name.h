/* function_name.h - the function that somebody means by a name. */

#ifndef ANALYSIS_SHAPE_FUNCTION_NAME_H
#define ANALYSIS_SHAPE_FUNCTION_NAME_H

#include "base/bits.h"
#include "base/text.h"
#include "profile/profile.h"

/*
 * A function is all frames of one name as it is shown, whatever their module and kind: inlined or
 * not it is the same function. `said` is the name itself; else a name and a module that has it, by its
 * base name or path ("spin@l1.so"), which is that function in this module alone; else the name of one function alone
 * without its parameters and what it is in ("push_back" of "std::vector<int>::push_back(int&&)");
 * else a part of one function's name that begins a word.
 *
 * Adds its frames to `frames` (one bit a frame), and tells its name, borrowed from the profile;
 * `name` may be NULL. ERROR_NOTHING when there is none, with the nearest name, or when several are
 * meant, which are listed.
 */
bool function_name_find(const struct profile *p, struct text said, struct bits *frames,
			struct text *name, struct error *err);

/* "spin" of "spin@l1.so"; the module, or what else is behind the last @, in `*behind`. All of a name
 * without @, and nothing. */
struct text function_name_bare(struct text said, struct text *behind);

/* Is the function of this name that is in `module` meant by it: "spin", "spin@l1.so"? */
bool function_name_is_in(struct text said, struct text name, struct text module);

/*
 * What means the function of this module alone: its name, and behind it, where another module has one
 * of that name, its module. NULL and an error when memory runs out; release with mem_free().
 */
char *function_name_apart(const struct profile *p, struct text name, struct text module,
			  struct error *err);

/* "spin@l1.so, spin@l2.so, ...": what means each of several alone that are meant together; "": it is
 * one. As many as there is room for. */
#define FUNCTION_NAMES_MAX 300
const char *function_name_several(const struct profile *p, const struct bits *frames,
				  char list[static FUNCTION_NAMES_MAX]);

#endif
