/* output.h - where output goes, and how a picture looks there: colours, characters, size. */

#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "canvas/print.h"
#include "canvas/print_svg.h"
#include "cli/options.h"
#include "export/table/table.h"

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
	bool ansi, svg; /* with SGR sequences, or as an SVG, else plain characters */
	enum palette_depth depth;     /* PALETTE_NONE for plain characters */
	bool light;		      /* what is behind it, as far as known */
	struct palette_ground ground; /* of an SVG */
	bool ascii;
	int width, height;
};

/* From the options, the environment (NO_COLOR, TERM, COLUMNS, LINES), locale and terminal. */
struct output_style output_style(const struct options *o);

/* Of a command whose output is a table. */
enum table_format output_table_format(const struct options *o);

/* Is standard output a terminal that the interface can run on? */
bool output_is_terminal(void);

/* Does open, with these options, run the interface there? */
bool output_is_screen(const struct options *o);

/*
 * An SVG is UTF-8 in every locale, if there is one that knows how wide its characters are. Call it
 * before files are out of reach and before there are threads.
 */
void output_choose_locale(const struct options *o);

/*
 * If it is a terminal, but one that is not known here, say so on standard error, and what
 * follows: "so nothing is opened".
 */
void output_explain_no_screen(const char *consequence);

/* May colours be used on the screen, whatever the terminal can do? */
bool output_wants_colours(const struct options *o);

/* How many the terminal has, or with --color 256 at most so many. */
enum palette_depth output_screen_depth(const struct options *o);

/* False: there is no memory. Other errors stay in the stream. */
bool output_print(const struct output_style *style, const struct canvas *c, FILE *out,
		  struct error *err);

#endif
