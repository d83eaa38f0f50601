/* option_spelling.h - the names of options for getopt_long(), and messages about mistakes. */

#ifndef CLI_OPTION_SPELLING_H
#define CLI_OPTION_SPELLING_H

#include <getopt.h>

#include "cli/options.h"

/* The options of a command, in the form that getopt_long() expects. */
struct option_spelling {
	struct option rows[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 2];
};

/* getopt_long() returns OPTION_FIRST_LONG + id for a long option, else the letter. */
#define OPTION_FIRST_LONG 256

void option_spelling_build(struct option_spelling *sp, enum taker taker);

/* The option with this letter, which getopt_long() has returned. */
enum option_id option_of_letter(int letter, enum taker taker);

/*
 * Explain why getopt_long() refused the word `given`. `c` is the result of getopt_long(): ':' for a
 * missing argument, '?' for any other mistake. Always returns false.
 */
bool option_spelling_complain(int c, const char *given, enum taker taker,
			      struct error *err);

/* After `info --format perf-script`, suggest --input-format: --format is that of the output. */
void option_spelling_explain_info(const char *arg, struct error *err);

#endif
