/* figure_words.h - the figures of a range in words: how many samples, how busy. */

#ifndef VIEW_FIGURE_WORDS_H
#define VIEW_FIGURE_WORDS_H

#include "analysis/range_totals.h"

#define FIGURE_WORDS_MAX 600 /* sufficient for each of the texts */

/*
 * The number of kept and of idle samples: "4,613 samples (7,269 idle hidden)"; for spans, their
 * total duration: "18.3 s in spans".
 */
const char *figure_words_kept(const struct included *k, const struct range_totals *f,
			      enum idle_mode idle, char buf[static FIGURE_WORDS_MAX]);

/*
 * "0.5 of 2 CPUs busy", for spans "1.50 at once"; with "at least" if samples were lost. Empty if
 * unknown.
 */
const char *figure_words_busy(const struct range_totals *f,
			      char buf[static FIGURE_WORDS_MAX]);

#endif
