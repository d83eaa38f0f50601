/* output.h - where output goes, and how a picture looks there: colours, characters, width. */

#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "canvas/print.h"
#include "cli/options.h"

/* Where the output goes: a file, or standard output when `file` is NULL. */
struct output {
	const char *name;     /* borrowed: of the file */
	struct outfile *file; /* owned */
	FILE *out;	      /* borrowed: the file's, or stdout */
};

/* To the file that the sandbox has opened for the command, else to standard output. */
void output_open(struct output *to, const struct options *o);

/* With `ok` the file gets its name, else it is discarded. False: not all was written. */
bool output_close(struct output *to, bool ok, struct error *err);

struct output_style {
	bool ansi; /* with SGR sequences, else plain characters */
	enum palette_depth depth;
	bool ascii;
	int width;
};

/* From the options, the environment (NO_COLOR, TERM, COLUMNS), locale and terminal. */
struct output_style output_style(const struct options *o);

/* Is standard output a terminal that the interface can run on? */
bool output_is_terminal(void);

/*
 * If it is a terminal, but one that is not known here, say so on standard error, and what
 * follows: "so nothing is opened".
 */
void output_explain_no_screen(const char *consequence);

/* May colours be used on the screen, whatever the terminal can do? */
bool output_wants_colours(const struct options *o);

void output_print(const struct output_style *style, const struct canvas *c, FILE *out);

#endif
