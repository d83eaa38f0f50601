/* option_spelling.h - the names of options for getopt_long(), and messages about wrong ones. */

#ifndef CLI_OPTION_SPELLING_H
#define CLI_OPTION_SPELLING_H

#include <getopt.h>

#include "cli/options.h"

/* The options of a command in the form of getopt_long(). */
struct option_spelling {
	struct option rows[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 2];
};

/* getopt_long() returns OPTION_FIRST_LONG + id for long options, and the letter for others. */
#define OPTION_FIRST_LONG 256

void option_spelling_build(struct option_spelling *sp, enum taker taker);

/* The option with this letter, which exists: getopt_long() has found it. */
enum option_id option_of_letter(int letter, enum taker taker);

/*
 * Explain why getopt_long() refused the word `given`. `c` is its result: ':' for a missing
 * argument, '?' for an unknown option. Returns false.
 */
bool option_spelling_complain(int c, const char *given, enum taker taker,
			      struct error *err);

/* After `info --format json`, point to --json, as --format is the format of the input. */
void option_spelling_explain_info(const char *arg, struct error *err);

#endif
