/* program.h - flarescope on an example: on a screen, and in batch to compare with. */

#ifndef TESTS_PROGRAM_H
#define TESTS_PROGRAM_H

#include <stdint.h>

#include "terminal.h"

/* The samples of data/examples/service.perf.gz that are shown at first: no idle ones. */
#define SERVICE_SAMPLES "4,613"

const char *program_name(void);

/* The path of data/examples/`name`. Valid until the next call. */
const char *program_example(const char *name);

/* The program on `file`, on a screen of this size; loaded, and waiting for a key. */
struct terminal *program_open(int columns, int rows, const char *file,
			      const char *const env[]);

/* The same, of two files: the second is the baseline. */
struct terminal *program_open_two(int columns, int rows, const char *file,
				  const char *baseline, const char *const env[]);

/* The teardown of a test whose state is a terminal, or NULL. */
int program_stop(void **state);

/* What a command line of the shell prints, all of it. Free it; it must succeed. */
char *program_printed(const char *command);

/* The sum of the counts of folded stacks. */
uint64_t program_folded_total(const char *folded);

/* The text of the first row that has `text` in it, and its number; fails without one. */
const char *program_row_with(struct terminal *t, const char *text, int *row);

/* The number in front of `after` in the first row that has it: "1,444 of 4,613". */
uint64_t program_number_before(struct terminal *t, const char *after);

/* Where the map's first column and earliest row are on the screen. */
void program_map(struct terminal *t, int *x, int *y);

#endif
