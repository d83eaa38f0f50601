/* pair.h - an input of two files: the length of the first (4 bytes), the first, the second. */

#ifndef TESTS_FUZZ_PAIR_H
#define TESTS_FUZZ_PAIR_H

#include "base/text.h"
#include "fuzz/mutate/mutate.h"

/* Missing parts are empty. */
void pair_split(const uint8_t *data, size_t size, struct text *first,
		struct text *second);

/* Change one of the two in its format. */
void pair_mutate(struct buffer *b, struct dice *d, mutate_form *first,
		 mutate_form *second);

#endif
