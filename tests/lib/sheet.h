/* sheet.h - a canvas that a test draws on and reads as text. */

#ifndef TESTS_SHEET_H
#define TESTS_SHEET_H

#include "canvas/canvas.h"

struct sheet {
	struct canvas *canvas; /* owned */
	char *text;	       /* owned: of the last sheet_text() */
};

/* A failure is the test's. Release with sheet_close(). */
void sheet_open(struct sheet *s, int width, int height);
void sheet_close(struct sheet *s);

/* The whole of it, emptied. */
struct pane sheet_clean(struct sheet *s);

/* What is on it, a line each, without trailing blanks. Borrowed until the next call. */
const char *sheet_text(struct sheet *s);

/* Line `y` alone. Borrowed until the next call. */
const char *sheet_line(struct sheet *s, int y);

const struct cell *sheet_cell(const struct sheet *s, int x, int y);

/* Is this somewhere on it? Prints it all when it is not. */
bool sheet_says(struct sheet *s, const char *words);

/* Is no character on it one that a terminal could take as an order? */
bool sheet_is_harmless(const struct sheet *s);

#endif
