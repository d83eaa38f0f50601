/* regex.h - one compiled pattern (PCRE2), asked about many names. */

#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/error.h"
#include "base/text.h"

struct regex;

/*
 * Compile `pattern`. Letters match both cases until the pattern holds an upper-case letter
 * (escapes like \S do not count). NULL and an error that points at the place when it is
 * not a pattern. Release with regex_free().
 */
struct regex *regex_new(struct text pattern, struct error *err);
void regex_free(struct regex *re);

/*
 * Does it match somewhere in `t`? Any bytes are allowed. Once a match has taken too long
 * (some 10 ms) every answer is no, at once: one such name is often one of a million.
 */
bool regex_matches(struct regex *re, struct text t);

/* False and an error when a match has taken too long: the answers are worth nothing. */
bool regex_check(const struct regex *re, struct error *err);

#endif
