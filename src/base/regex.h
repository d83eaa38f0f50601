/* regex.h - one compiled pattern (PCRE2), matched against many names. */

#ifndef BASE_REGEX_H
#define BASE_REGEX_H

#include "base/error.h"
#include "base/clock.h"
#include "base/text.h"

struct regex;

/*
 * Compile `pattern`. Letters match both cases unless the pattern contains an upper-case letter
 * (escapes like \S do not count). Returns NULL and an error on failure; if the pattern is invalid,
 * the error contains the position. Release with regex_free().
 */
struct regex *regex_new(struct text pattern, struct error *err);
void regex_free(struct regex *re);

/* Do the letters of `pattern` match both cases? For patterns that a database matches. */
bool regex_is_caseless(struct text pattern);

/*
 * Use the time limit `p` (borrowed), which several patterns may share, and clear an earlier
 * failure. By default, all matches of a pattern together may take TIME_LIMIT_USUAL_MS.
 */
void regex_share(struct regex *re, struct time_limit *p);

/*
 * Does the pattern match anywhere in `t`, which may contain any bytes? When a match exceeds a
 * limit, this call and all later ones return false, so call regex_check() at the end.
 */
bool regex_matches(struct regex *re, struct text t);

/*
 * False and an error if a match did not finish: no result is valid in that case. ERROR_USAGE if the
 * pattern took too much time or memory, ERROR_CANCELLED if the match was cancelled.
 */
bool regex_check(const struct regex *re, struct error *err);

#endif
