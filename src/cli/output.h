/* output.h - the destination and style of output: file, colours, characters, size. */

#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stdio.h>

#include "canvas/print.h"
#include "canvas/print_svg.h"
#include "cli/options.h"
#include "export/table/table.h"

/* An output file, or standard output when `file` is NULL. */
struct output {
	const char *name;     /* borrowed: name of the file */
	struct outfile *file; /* owned */
	FILE *out;	      /* borrowed: the stream of `file`, or stdout */
};

/* Use the file that the sandbox opened for the command, otherwise standard output. */
void output_open(struct output *to, const struct options *o);

/* If `ok`, the file gets its name, otherwise it is discarded. Returns false when writing failed. */
bool output_close(struct output *to, bool ok, struct error *err);

struct output_style {
	/* use SGR sequences, or write an SVG; otherwise plain characters */
	bool ansi, svg;
	enum palette_depth depth;     /* PALETTE_NONE for plain characters */
	bool light;		      /* the background is light, if known */
	struct palette_ground ground; /* for an SVG */
	bool ascii;
	int width, height;
};

/*
 * Determined by the options, the environment (NO_COLOR, TERM, COLUMNS, LINES), the locale and the
 * terminal.
 */
struct output_style output_style(const struct options *o);

/* The format of a command that prints a table. */
enum table_format output_table_format(const struct options *o);

/* Is standard output a terminal that can show the interface? */
bool output_is_terminal(void);

/* Does open run the interface there, with these options? */
bool output_is_screen(const struct options *o);

/*
 * Choose a UTF-8 locale for an SVG, if one is installed that knows the widths of its characters.
 * Call this before the process is confined and before there are threads.
 */
void output_choose_locale(const struct options *o);

/*
 * If standard output is a terminal of an unknown type, say so on standard error, with the
 * consequence: "so nothing is opened".
 */
void output_explain_no_screen(const char *consequence);

/* Do the options allow colours on the screen? The terminal may not support them. */
bool output_wants_colours(const struct options *o);

/* The colour depth of the terminal; --color 256 limits it. */
enum palette_depth output_screen_depth(const struct options *o);

/* Returns false only when memory runs out; write errors stay in the stream. */
bool output_print(const struct output_style *style, const struct canvas *c, FILE *out,
		  struct error *err);

#endif
