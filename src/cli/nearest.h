/* nearest.h - which of some words was meant by one that is none of them. */

#ifndef CLI_NEAREST_H
#define CLI_NEAREST_H

#include <stddef.h>

#include "base/text.h"

/*
 * The word that takes the fewest steps to become `given`, NULL when even that one is another
 * word: more than a third of the longer of the two differs. A step adds, drops or changes a
 * character, or swaps two neighbours (Damerau and Levenshtein's distance, where no part of a word
 * is changed twice). A zeroed struct to begin with; offer words one by one, then look.
 */
struct nearest {
	struct text given;
	const char *word; /* borrowed: the best so far */
	unsigned steps;
};

void nearest_offer(struct nearest *n, const char *word);

#endif
