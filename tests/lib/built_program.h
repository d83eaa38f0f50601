/* built_program.h - a program with inlined functions, built here, and a recording of it. */

#ifndef TESTS_BUILT_PROGRAM_H
#define TESTS_BUILT_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/work_dir.h"

/*
 * main calls outer, into which middle is inlined, into which inner is. The recording of
 * process "app" has a sample at each byte of outer, 10 ms apart; its files are found with
 * --symfs /.
 */
struct built_program {
	char dir[WORK_DIR], program[80], recording[80];
	uint64_t outer,
	    main; /* offsets in the program's file: the first, and one inside */
	unsigned samples;
};

/* False, and standard error says so: there is no compiler here. */
bool built_program_make(struct built_program *b);
void built_program_remove(const struct built_program *b);

/* Write the recording anew, with so many samples. */
void built_program_record(const struct built_program *b, unsigned samples);

#endif
