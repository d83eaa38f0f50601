/* pen.h - writes cells to a terminal with the usual sequences, in as few bytes as possible. */

#ifndef TUI_PEN_H
#define TUI_PEN_H

#include <stdio.h>

#include "canvas/palette.h"

/* The features of the terminal that are used. */
struct pen_look {
	enum palette_depth depth;
	bool ascii;	      /* characters pass through print_ascii() */
	uint8_t attrs;	      /* attributes that the terminal has */
	uint8_t uncoloured;   /* attributes that it does not show together with colours */
	bool jumps;	      /* it has CHA, which moves to a column */
	bool erases;	      /* it has ECH, which clears cells */
	bool erases_coloured; /* ECH uses the current background */
};

/* A colour as the terminal shows it; recent ones are cached. */
struct pen_colour {
	colour asked, shown;
	int number; /* in the terminal's palette; -1: the default, or sent in 24 bits */
};

#define PEN_COLOURS 128
#define PEN_BYTES   4096

/* A pen, and the state of the terminal once the waiting `bytes` have been sent, too. */
struct pen {
	struct pen_look look;
	FILE *out; /* borrowed */
	struct pen_colour colours[PEN_COLOURS];
	uint8_t *todo;	       /* owned: for each column, 1 if it must still be written */
	char bytes[PEN_BYTES]; /* not sent yet */
	size_t len;
	int width;
	int x, y; /* where the next character appears; -1: unknown */
	struct style style;
	bool synchronised; /* large changes are shown as a whole, by mode 2026 */
	bool whole;	   /* mode 2026 is on */
	bool counting;	   /* bytes are only counted in `len`, not written */
};

void pen_init(struct pen *pen, FILE *out, struct pen_look look);
bool pen_fit(struct pen *pen, int width, struct error *err);
void pen_release(struct pen *pen);

/*
 * Immediately send a sequence that draws nothing, such as a mouse mode or a text for the clipboard.
 */
void pen_say(const struct pen *pen, const char *sequence);

/* Move the cursor to the beginning of a row and clear the row. Call this only between pictures. */
void pen_clear_row(const struct pen *pen, int y);

/*
 * To draw a picture, call pen_begin(), pen_row() for its rows, and pen_end() with the place of the
 * cursor, or with a negative `x` if the caller hides it. Only the differences from `shown` are
 * written, except where rewriting unchanged cells takes fewer bytes, and `shown` is updated.
 */
void pen_begin(struct pen *pen, bool synchronised);
void pen_row(struct pen *pen, const struct canvas *c, int y, struct cell *shown);
void pen_end(struct pen *pen, int x, int y);

/* The character to show for `rune`: printable, at least one column wide, and ASCII if `ascii`. */
wchar_t pen_visible(bool ascii, char32_t rune);

#endif
