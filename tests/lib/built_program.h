/* built_program.h - a program with inlined functions, built here, and a recording of it. */

#ifndef TESTS_BUILT_PROGRAM_H
#define TESTS_BUILT_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/work_dir.h"

/*
 * main calls outer; middle is inlined into outer, and inner into middle. The recording of process
 * "app" has a sample at each byte of outer, 10 ms apart; it needs --symfs /.
 */
struct built_program {
	char dir[WORK_DIR], program[80], recording[80];
	/* offsets in the file of the program: the first byte of outer, a byte inside of main */
	uint64_t outer, main;
	unsigned samples;
};

/* Returns false, with a message on standard error, when there is no compiler. */
bool built_program_make(struct built_program *b);
void built_program_remove(const struct built_program *b);

/* Write the recording again, with this number of samples. */
void built_program_record(const struct built_program *b, unsigned samples);

#endif
