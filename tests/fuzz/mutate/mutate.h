/* mutate.h - changes to inputs that keep their form, so that they get past the first look. */

#ifndef TESTS_FUZZ_MUTATE_H
#define TESTS_FUZZ_MUTATE_H

#include "fuzz/mutate/dice.h"

/* Each makes one change that its format's writer could have made, or one lie about it; an
 * input that is not of its format may stay as it is. */
typedef void mutate_form(struct buffer *b, struct dice *d);

mutate_form mutate_perf;  /* records, their fields, attributes, features of a perf.data */
mutate_form mutate_proto; /* fields of messages, whose lengths stay right */
mutate_form mutate_json;  /* values, members, numbers, nesting */
mutate_form mutate_flare; /* sections and rows; sums are for the target to mend */
mutate_form mutate_elf;	  /* headers, symbols, bytes of debug sections */
mutate_form mutate_text;  /* lines, fields, numbers, escapes */
mutate_form mutate_any;	  /* the one that the input's beginning calls for */

/* Some changes of the form, now and then some of libFuzzer's own. Returns the new size. */
size_t mutate_run(mutate_form *form, uint8_t *data, size_t size, size_t max,
		  unsigned seed);

/* libFuzzer's, or replay.c's in its place. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max, unsigned seed);

/* In a target: its inputs are changed so. */
#define MUTATE_WITH(form)                                                                \
	size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max,           \
				       unsigned seed)                                    \
	{                                                                                \
		return mutate_run(form, data, size, max, seed);                          \
	}

#endif
