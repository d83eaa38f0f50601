/* filter_words.h - what a filter keeps and what a pattern finds, in words. */

#ifndef VIEW_FILTER_WORDS_H
#define VIEW_FILTER_WORDS_H

#include "profile/profile.h"

#define FILTER_WORDS_MAX 256

/*
 * "process python3", "thread worker 4242, without CPU 3", "filter parse": a term that says which
 * samples are kept in its own words, a pattern as it was typed. Cut where there is no more room.
 * The expression itself is what `&` and the command line take.
 */
const char *filter_words(struct text expression, const struct profile *p,
			 char buf[FILTER_WORDS_MAX]);

/* What a search looks for: of a pattern that is one whole name, that name. */
struct text filter_words_search(struct text pattern, char buf[FILTER_WORDS_MAX]);

#endif
