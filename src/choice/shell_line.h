/* shell_line.h - a command line for a shell: words quoted, and broken to fit a page. */

#ifndef CHOICE_SHELL_LINE_H
#define CHOICE_SHELL_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/*
 * Write a word: as it is when it holds plain characters only, in single quotes else, and as
 * $'a\025b' when it holds what a screen does not show as it is, or what would act when it
 * is pasted: a ^U drops the line so far, a carriage return runs it. `ascii`: the screen
 * shows nothing but that.
 */
void shell_line_word(struct text word, bool ascii, FILE *out);

/* The name of a file, with "./" before what would be an option ("-x") or a command ("info"). */
void shell_line_file(const char *path, bool ascii, FILE *out);

/* Within which quotes a place is. */
enum shell_quotes { SHELL_BARE, SHELL_SINGLE, SHELL_FIGURES };

/* What is left of a line of such words. */
struct shell_line {
	struct text rest;	  /* borrowed */
	enum shell_quotes quotes; /* that `rest` begins in */
};

/* What is shown of it on one line: the three follow each other. */
struct shell_part {
	const char *before; /* borrowed: opens the quotes anew */
	struct text text;   /* borrowed */
	const char *behind; /* borrowed: closes them, and says that it goes on */
};

/*
 * Take what goes on the next line of so many columns (10 or more). It ends before an option,
 * before a word that would not fit, or, where a word alone is longer than that, in this word.
 * A shell reads all parts, each on a line, as it reads the line. False at the end.
 */
bool shell_line_next(struct shell_line *l, int columns, struct shell_part *part);

#endif
