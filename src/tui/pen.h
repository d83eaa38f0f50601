/* pen.h - cells written to a terminal that knows the usual words, in as few bytes as they can be. */

#ifndef TUI_PEN_H
#define TUI_PEN_H

#include <stdio.h>

#include "canvas/palette.h"

/* What there is to write with. */
struct pen_look {
	enum palette_depth depth;
	bool ascii;	    /* characters through print_ascii() */
	uint8_t attrs;	    /* which the terminal has */
	uint8_t uncoloured; /* of these, which it does not show beside colours */
	bool jumps;	    /* it knows the word that goes to a column of the line: CHA */
	bool erases;	    /* and that which makes blanks of cells: ECH; */
	bool erases_coloured; /* their ground is the one that is chosen */
};

/* A colour as the terminal shows it; the last ones are remembered. */
struct pen_colour {
	colour asked, shown;
	int number; /* of the terminal's palette; -1: it is said in 24 bits, or is the default */
};

#define PEN_COLOURS 128
#define PEN_BYTES   4096

/* What the terminal has been told so far. */
struct pen {
	struct pen_look look;
	FILE *out; /* borrowed */
	struct pen_colour colours[PEN_COLOURS];
	uint8_t *todo; /* owned: for each column of a row, is it still to be written? */
	char bytes[PEN_BYTES]; /* not sent yet */
	size_t len;
	int width;
	int x, y; /* where the next character goes; -1: not known */
	struct style style;
	bool synchronised; /* a large change is to be seen as a whole, by mode 2026 */
	bool whole;	   /* the terminal waits for the end of it */
	bool counting;	   /* nothing is written: `len` grows beyond all bounds */
};

void pen_init(struct pen *pen, FILE *out, struct pen_look look);
bool pen_fit(struct pen *pen, int width, struct error *err);
void pen_release(struct pen *pen);

/* Send at once what shows nothing: a mode of the mouse, a text for the clipboard. */
void pen_say(const struct pen *pen, const char *sequence);

/* Make a row blank and go to its beginning, between two pictures. */
void pen_clear_row(const struct pen *pen, int y);

/*
 * A picture is begun, its rows are put, it is ended with the cursor at `x`, `y`, or nowhere when `x`
 * is negative. Of a row only what looks different from `shown` is written, and `shown` follows.
 */
void pen_begin(struct pen *pen, bool synchronised);
void pen_row(struct pen *pen, const struct canvas *c, int y, struct cell *shown);
void pen_end(struct pen *pen, int x, int y);

/* A character that shows as it is, for one that could do harm or has no columns. */
wchar_t pen_visible(bool ascii, char32_t rune);

#endif
