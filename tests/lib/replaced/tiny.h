/* tiny.h - sizes that the tests of a reader choose; tiny_*.c are the readers that use them. */

#ifndef TESTS_REPLACED_TINY_H
#define TESTS_REPLACED_TINY_H

#include <stddef.h>
#include <stdint.h>

/* Initially those of the program, except for memory, which is unlimited. */
struct tiny {
	size_t block, longest;	       /* LINES_BLOCK, LINES_LONGEST */
	size_t csv_block, csv_longest; /* CSV_BLOCK, CSV_LONGEST */
	uint64_t remembered;	       /* PARSERS_REMEMBER, PLAYERS_REMEMBER */
};
extern struct tiny tiny;

#endif
