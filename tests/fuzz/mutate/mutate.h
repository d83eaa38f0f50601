/* mutate.h - changes to inputs that keep their format, so that they get past the first checks. */

#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include "fuzz/mutate/dice.h"

/*
 * Each makes one change that a writer of the format could have made, or one false value; an input
 * in another format may stay unchanged.
 */
typedef void mutate_form(struct buffer *b, struct dice *d);

mutate_form mutate_perf;  /* records, their fields, attributes, features of a perf.data */
mutate_form mutate_proto; /* fields of messages, whose lengths stay right */
mutate_form mutate_json;  /* values, members, numbers, nesting */
mutate_form mutate_flare; /* sections and rows; the target corrects the sums */
mutate_form mutate_elf;	  /* headers, symbols, bytes of debug sections */
mutate_form mutate_text;  /* lines, fields, numbers, escapes */
mutate_form mutate_any;	  /* the one that suits the input's beginning */

/* Make some changes of the format, and sometimes one of libFuzzer's. Returns the new size. */
size_t mutate_run(mutate_form *form, uint8_t *data, size_t size, size_t max,
		  unsigned seed);

/* That of libFuzzer, or of replay.c in its place. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* Used in a target: its inputs are mutated in this way. */
#define MUTATE_WITH(form)                                                                \
	size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,           \
				       unsigned seed)                                    \
	{                                                                                \
		return mutate_run(form, data, size, max, seed);                          \
	}

#endif
