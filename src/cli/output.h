/* output.h - the destination and the style of the output: file, colours, characters, size. */

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

/* Use the file that the sandbox has opened for the command, or else standard output. */
void output_open(struct output *to, const struct options *o);

/*
 * If `ok`, give the file its name, else discard it. Returns false if `ok` is false or writing
 * failed.
 */
bool output_close(struct output *to, bool ok, struct error *err);

struct output_style {
	/* write SGR sequences, or an SVG; both false: plain characters */
	bool ansi, svg;
	enum palette_depth depth;     /* PALETTE_NONE: no colours */
	bool light;		      /* the background is light */
	struct palette_ground ground; /* of an SVG */
	bool ascii;
	int width, height;
};

/* Choose a style from the options, the environment, the locale and the terminal. */
struct output_style output_style(const struct options *o);

/* The format of a command that prints a table. */
enum table_format output_table_format(const struct options *o);

/*
 * The maximum number of rows to print: --limit, or by default 40 for text on a terminal, and all
 * rows otherwise.
 */
uint64_t output_limit(const struct options *o, enum option_id limit);

/* Is standard output a terminal that can show the interface? */
bool output_is_terminal(void);

/* With these options, does "open" show the interface on standard output? */
bool output_is_screen(const struct options *o);

/*
 * For an SVG, choose a UTF-8 locale that knows the widths of its characters, if one is installed.
 * Call this before the process is confined and before there are threads.
 */
void output_choose_locale(const struct options *o);

/*
 * Call this if output_is_terminal() is false. Reports a terminal of unknown type on standard error,
 * with the consequence, such as "so nothing is opened".
 */
void output_explain_no_screen(const char *consequence);

/* Do the options and NO_COLOR allow colours on the screen? The terminal may not support them. */
bool output_wants_colours(const struct options *o);

/* The colour depth of the terminal; --color 256 limits it. */
enum palette_depth output_screen_depth(const struct options *o);

/* Print a canvas. Returns false only if memory runs out; ferror() reports write errors. */
bool output_print(const struct output_style *style, const struct canvas *c, FILE *out,
		  struct error *err);

#endif
