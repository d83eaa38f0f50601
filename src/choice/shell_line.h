/* shell_line.h - command lines for a shell: words are quoted, long lines are broken. */

#ifndef CHOICE_SHELL_LINE_H
#define CHOICE_SHELL_LINE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/text.h"

/*
 * Write a word: unquoted if all characters are plain, otherwise in single quotes, or as $'a\025b'
 * if a character is invisible or acts when pasted: ^U deletes the line so far, a carriage return
 * runs it. `ascii`: the screen can only show ASCII, so all other characters are escaped.
 */
void shell_line_word(struct text word, bool ascii, FILE *out);

/*
 * Write the name of a file, with "./" before a name that looks like an option ("-x") or a command
 * ("info").
 */
void shell_line_file(const char *path, bool ascii, FILE *out);

/* The quotes that are open at a point in a line; SHELL_FIGURES: $'...'. */
enum shell_quotes { SHELL_BARE, SHELL_SINGLE, SHELL_FIGURES };

/* The rest of a line of quoted words. */
struct shell_line {
	struct text rest; /* borrowed */
	/* the quotes that are open at the beginning of `rest` */
	enum shell_quotes quotes;
};

/* One line of a command that was divided: three texts, to be printed in this order. */
struct shell_part {
	const char *before; /* borrowed: reopens the quotes */
	struct text text;   /* borrowed */
	const char *behind; /* borrowed: closes the quotes, and marks the continuation */
};

/*
 * Take the next line, of at most `columns` columns (10 or more). It ends before an option, before a
 * word that would not fit, or within a word that is longer than a line. To a shell, the lines are
 * the same as the unbroken line. False at the end.
 */
bool shell_line_next(struct shell_line *l, int columns, struct shell_part *part);

#endif
