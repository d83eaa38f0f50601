/* regex.h - one compiled pattern (PCRE2), matched against many names. */

#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/error.h"
#include "base/clock.h"
#include "base/text.h"

struct regex;

/*
 * Compile `pattern`. Letters match both cases until the pattern holds an upper-case letter
 * (escapes like \S do not count). NULL and an error that points at the place when it is
 * not a pattern. Release with regex_free().
 */
struct regex *regex_new(struct text pattern, struct error *err);
void regex_free(struct regex *re);

/* Do its letters match both cases? For who has it matched elsewhere. */
bool regex_is_caseless(struct text pattern);

/*
 * From now on its time limit is `p` (borrowed), which several patterns may share; a match that was not
 * finished before is forgotten. By default it has the usual limit for all names that it is ever matched against.
 */
void regex_share(struct regex *re, struct time_limit *p);

/*
 * Does it match somewhere in `t`? Any bytes are allowed. Once the time is over, in the middle
 * of a name or between two, every answer is no, at once: look at regex_check() then.
 */
bool regex_matches(struct regex *re, struct text t);

/*
 * False and an error when a match was not finished: no answer is valid then. ERROR_USAGE
 * when the pattern took too long, ERROR_CANCELLED when nobody waits for it any more.
 */
bool regex_check(const struct regex *re, struct error *err);

#endif
