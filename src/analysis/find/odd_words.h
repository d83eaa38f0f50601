/* odd_words.h - what happened in an odd moment, in words. */

#ifndef ANALYSIS_FIND_ODD_WORDS_H
#define ANALYSIS_FIND_ODD_WORDS_H

#include "analysis/find/odd_moments.h"

#define ODD_WORDS_MAX 512

/*
 * "34 samples where 4.1 are usual, for 0.2 s", "223 of 243 samples (92 %, usually 23 %), for 3 s". ", in " and
 * the name of the process follow, where there is one, then odd_words_reason() and what explains it. Names
 * are said last, as they are long and the caller knows how to write them. Returns `buf`.
 */
const char *odd_words(const struct odd_moment *m, char buf[static ODD_WORDS_MAX]);

/* "; mostly ", or ": " where it is what changed. */
const char *odd_words_reason(const struct odd_moment *m);

/* "all samples, 2 processes, 7 threads and 31 functions": what was looked at. */
const char *odd_words_looked(const struct odd_moments *o, char buf[static ODD_WORDS_MAX]);

#endif
