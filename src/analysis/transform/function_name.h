/* function_name.h - the function that a user refers to by name. */

#ifndef ANALYSIS_TRANSFORM_FUNCTION_NAME_H
#define ANALYSIS_TRANSFORM_FUNCTION_NAME_H

#include "base/bits.h"
#include "base/text.h"
#include "profile/profile.h"

/*
 * All frames with the same displayed name are one function, whatever their modules and kinds.
 * `said` is tried in these forms, until one matches:
 * 	1. the full name
 * 	2. the name and a module (base name or path), "spin@l1.so": only frames of that module
 * 	3. the end of a scoped name, without parameters: "run" for "app::Job::run(int)"
 * 	4. a part of the name, from the start of a word: "Job" for "app::Job::run(int)"
 *
 * The frames of the function are added to `frames` (one bit per frame). `name`, if not NULL,
 * receives its full name, borrowed from the profile. Fails with ERROR_NOTHING if no function
 * matches (the message suggests the most similar name) or if several do (the message lists them).
 */
bool function_name_find(const struct profile *p, struct text said, struct bits *frames,
			struct text *name, struct error *err);

/*
 * The name without its module: "spin" for "spin@l1.so". `*behind` receives the text after the last
 * "@"; it is empty if there is no "@".
 */
struct text function_name_bare(struct text said, struct text *behind);

/* Does `said` ("spin", "spin@l1.so") match the function `name` in `module`? */
bool function_name_is_in(struct text said, struct text name, struct text module);

/*
 * An unambiguous name of a function in a module: "spin", or "spin@l1.so" if another module has a
 * function with this name. NULL and an error when memory runs out. Release with mem_free().
 */
char *function_name_unique(const struct profile *p, struct text name, struct text module,
			   struct error *err);

/*
 * List a function with each of its modules: "spin@l1.so, spin@l2.so, ..." (at most six). The list
 * is empty if all `frames` are in one module. Returns `list`.
 */
#define FUNCTION_NAMES_MAX 300
const char *function_name_several(const struct profile *p, const struct bits *frames,
				  char list[static FUNCTION_NAMES_MAX]);

#endif
