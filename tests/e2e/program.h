/* program.h - runs flarescope with an example, on a screen or in batch mode. */

#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdint.h>

#include "terminal.h"

/* The number of samples of data/examples/service.perf.gz shown at first, without idle ones. */
#define SERVICE_SAMPLES "4,613"

const char *program_name(void);

/* The path of data/examples/`name`. Valid until the next call. */
const char *program_example(const char *name);

/* Start the program with `file` on a screen of this size; wait until the file is loaded. */
struct terminal *program_open(int columns, int rows, const char *file,
			      const char *const env[]);

/* The same with a second file as baseline. */
struct terminal *program_open_two(int columns, int rows, const char *file,
				  const char *baseline, const char *const env[]);

/* The teardown of a test; `*state` is a terminal or NULL. */
int program_stop(void **state);

/*
 * Run a command line of the shell, which must succeed, and return its output. Release with free().
 */
char *program_printed(const char *command);

/* The sum of the counts of folded stacks. */
uint64_t program_folded_total(const char *folded);

/* Find the first row with `text`: returns its text and number, or fails the test. */
const char *program_row_with(struct terminal *t, const char *text, int *row);

/* The number before `after` in the first row that has it: 1,444 in "1,444 of 4,613". */
uint64_t program_number_before(struct terminal *t, const char *after);

/* The place of the first column and earliest row of the map on the screen. */
void program_map(struct terminal *t, int *x, int *y);

#endif
