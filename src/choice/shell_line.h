/* shell_line.h - a command line for a shell: words quoted, and broken to fit a page. */

#ifndef CHOICE_SHELL_LINE_H
#define CHOICE_SHELL_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/*
 * Write a word: unquoted when it has plain characters only, otherwise in single quotes, and as
 * $'a\025b' when it has characters that a screen does not show, or that would act when pasted: a
 * ^U deletes the line so far, a carriage return runs it. `ascii`: the screen shows ASCII only.
 */
void shell_line_word(struct text word, bool ascii, FILE *out);

/*
 * Write the name of a file, with "./" before names that would be an option ("-x") or a command
 * ("info").
 */
void shell_line_file(const char *path, bool ascii, FILE *out);

/* The quotes around a place in a line. */
enum shell_quotes { SHELL_BARE, SHELL_SINGLE, SHELL_FIGURES };

/* The rest of a line of such words. */
struct shell_line {
	struct text rest;	  /* borrowed */
	enum shell_quotes quotes; /* the quotes at the beginning of `rest` */
};

/* The part on one line; the three texts follow each other. */
struct shell_part {
	const char *before; /* borrowed: reopens the quotes */
	struct text text;   /* borrowed */
	const char *behind; /* borrowed: closes the quotes, and marks the continuation */
};

/*
 * Take the next line, of at most `columns` columns (10 or more). It ends before an option, before
 * a word that would not fit, or within a word that is longer than a line. A shell reads all
 * parts, each on a line, like the whole line. False at the end.
 */
bool shell_line_next(struct shell_line *l, int columns, struct shell_part *part);

#endif
