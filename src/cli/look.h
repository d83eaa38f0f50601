/* look.h - how a printed picture looks here: colours, characters, width. */

#ifndef CLI_LOOK_H
#define CLI_LOOK_H

#include <stdio.h>

#include "canvas/print.h"
#include "cli/options.h"

struct look {
	bool ansi; /* with SGR sequences, else plain characters */
	enum palette_depth depth;
	bool ascii;
	int width;
};

/* From the options, the environment (NO_COLOR, TERM, COLUMNS), locale and terminal. */
struct look look_of(const struct options *o);

/* Is standard output a terminal that the interface can run on? */
bool look_is_terminal(void);

/*
 * If it is a terminal, but one that is not known here, say so on standard error, and what
 * follows: "so nothing is opened".
 */
void look_explain_no_screen(const char *consequence);

/* May colours be used on the screen, whatever the terminal can do? */
bool look_wants_colours(const struct options *o);

void look_print(const struct look *look, const struct canvas *c, FILE *out);

#endif
