/* regex.h - one compiled pattern (PCRE2), matched against many names. */

#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/error.h"
#include "base/clock.h"
#include "base/text.h"

struct regex;

/*
 * Compile `pattern`. Letters match both cases unless the pattern contains an upper-case letter
 * (escapes like \S do not count). NULL and an error that points at the place if the pattern is
 * invalid. Release with regex_free().
 */
struct regex *regex_new(struct text pattern, struct error *err);
void regex_free(struct regex *re);

/* Do its letters match both cases? For patterns that are matched elsewhere. */
bool regex_is_caseless(struct text pattern);

/*
 * Set the time limit to `p` (borrowed), which several patterns may share; an earlier unfinished
 * match is forgotten. By default a pattern has the usual limit for all its matches together.
 */
void regex_share(struct regex *re, struct time_limit *p);

/*
 * Does it match somewhere in `t`? Any bytes are allowed. Once the time is up, even in the middle of
 * a name, every result is false, without delay: call regex_check() then.
 */
bool regex_matches(struct regex *re, struct text t);

/*
 * False and an error if a match was not finished: then no result is valid. ERROR_USAGE if the
 * pattern took too long, ERROR_CANCELLED if it was cancelled.
 */
bool regex_check(const struct regex *re, struct error *err);

#endif
