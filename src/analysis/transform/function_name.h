/* function_name.h - find the function that a user refers to by name. */

#ifndef ANALYSIS_TRANSFORM_FUNCTION_NAME_H
#define ANALYSIS_TRANSFORM_FUNCTION_NAME_H

#include "base/bits.h"
#include "base/text.h"
#include "profile/profile.h"

/*
 * A function comprises all frames with the same displayed name, of any module and kind; an
 * inlined function is the same function. `said` is looked up as the full name; then as a name with
 * a module, given by its base name or path ("spin@l1.so"), which means the function in that module
 * only; then as the name of a single function without its parameters and scope ("push_back" for
 * "std::vector<int>::push_back(int&&)"); then as a part of a single function's name that starts at
 * the beginning of a word.
 *
 * Adds its frames to `frames` (one bit per frame). `name` (may be NULL) receives the function's
 * name, borrowed from the profile. ERROR_NOTHING when there is no such function (the message
 * suggests the most similar name) or when it is ambiguous (the message lists the candidates).
 */
bool function_name_find(const struct profile *p, struct text said, struct bits *frames,
			struct text *name, struct error *err);

/*
 * The name without its module: "spin" for "spin@l1.so". `*behind` receives the part after the last
 * @; without an @ it is empty.
 */
struct text function_name_bare(struct text said, struct text *behind);

/* Does `said` ("spin", "spin@l1.so") match the function `name` in `module`? */
bool function_name_is_in(struct text said, struct text name, struct text module);

/*
 * An unambiguous name of a function in a module: its name, followed by the module if another module
 * has a function of the same name. NULL and an error when memory runs out; release with mem_free().
 */
char *function_name_unique(const struct profile *p, struct text name, struct text module,
			   struct error *err);

/*
 * The unambiguous names of several functions that share a name: "spin@l1.so, spin@l2.so, ...",
 * truncated to the buffer; "" if there is only one.
 */
#define FUNCTION_NAMES_MAX 300
const char *function_name_several(const struct profile *p, const struct bits *frames,
				  char list[static FUNCTION_NAMES_MAX]);

#endif
