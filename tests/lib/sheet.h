/* sheet.h - a canvas that a test draws on and reads as text. */

#ifndef TESTS_SHEET_H
#define TESTS_SHEET_H

#include "canvas/canvas.h"

struct sheet {
	struct canvas *canvas; /* owned */
	char *text;	       /* owned: the result of the last sheet_text() */
};

/* A failure ends the test. Release with sheet_close(). */
void sheet_open(struct sheet *s, int width, int height);
void sheet_close(struct sheet *s);

/* Clear the sheet and return a pane of all of it. */
struct pane sheet_clean(struct sheet *s);

/* Its text, without trailing blanks. Borrowed until the next call. */
const char *sheet_text(struct sheet *s);

/* The text of line `y`. Borrowed until the next call. */
const char *sheet_line(struct sheet *s, int y);

const struct cell *sheet_cell(const struct sheet *s, int x, int y);

/* Are these words on it? Prints the sheet if not. */
bool sheet_says(struct sheet *s, const char *words);

/* Is it free of control characters that a terminal could interpret? */
bool sheet_is_harmless(const struct sheet *s);

#endif
