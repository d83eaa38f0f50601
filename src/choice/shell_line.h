/* shell_line.h - a command line for a shell: words quoted, and broken to fit a page. */

#ifndef CHOICE_SHELL_LINE_H
#define CHOICE_SHELL_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/*
 * Write a word: unquoted if it has plain characters only, otherwise in single quotes, or as
 * $'a\025b' if it has characters that a screen does not show, or that have an effect when pasted: a
 * ^U deletes the line so far, a carriage return runs it. `ascii`: the screen can only show ASCII.
 */
void shell_line_word(struct text word, bool ascii, FILE *out);

/*
 * Write the name of a file, with "./" before names that would be an option ("-x") or a command
 * ("info").
 */
void shell_line_file(const char *path, bool ascii, FILE *out);

/* The quotes that are open at a place of a line. */
enum shell_quotes { SHELL_BARE, SHELL_SINGLE, SHELL_FIGURES };

/* The remaining part of a line of quoted words. */
struct shell_line {
	struct text rest; /* borrowed */
	/* the quotes that are open at the beginning of `rest` */
	enum shell_quotes quotes;
};

/* One line of it; the three texts follow each other. */
struct shell_part {
	const char *before; /* borrowed: reopens the quotes */
	struct text text;   /* borrowed */
	const char *behind; /* borrowed: closes the quotes, and marks the continuation */
};

/*
 * Take the next line, of at most `columns` columns (10 or more). It ends before an option, before a
 * word that would not fit, or within a word that is longer than a line. A shell reads the lines
 * together like the whole line. False at the end.
 */
bool shell_line_next(struct shell_line *l, int columns, struct shell_part *part);

#endif
