/* pair.h - an input of two files: the length of the first (4 bytes), it, the second. */

#ifndef TESTS_FUZZ_PAIR_H
#define TESTS_FUZZ_PAIR_H

#include "base/text.h"
#include "fuzz/mutate/mutate.h"

/* What is missing is empty. */
void pair_split(const uint8_t *data, size_t size, struct text *first,
		struct text *second);

/* One of the two changes as its form wants. */
void pair_mutate(struct buffer *b, struct dice *d, mutate_form *first,
		 mutate_form *second);

#endif
