/* option_spelling.h - how options are written, and what is said of one that is not. */

#ifndef CLI_OPTION_SPELLING_H
#define CLI_OPTION_SPELLING_H

#include <getopt.h>

#include "cli/options.h"

/* What getopt_long() wants: the rows that a command takes. */
struct option_spelling {
	struct option rows[OPTION_COUNT + 1];
	char letters[2 * OPTION_COUNT + 2];
};

/* Long options are reported as OPTION_FIRST_LONG + id, letters as themselves. */
#define OPTION_FIRST_LONG 256

void option_spelling_build(struct option_spelling *sp, enum taker taker);

/* There is one: getopt_long() has found it. */
enum option_id option_of_letter(int letter, enum taker taker);

/*
 * Say why getopt_long() refuses the word `given`; `c` is what it has returned: ':' where an argument is
 * missing, '?' where there is no such option. Returns false.
 */
bool option_spelling_complain(int c, const char *given, enum taker taker,
			      struct error *err);

/* --format is that of the input for info, and that of the output elsewhere: say so where it was json. */
void option_spelling_explain_info(const char *arg, struct error *err);

#endif
