/* canvas.h - a grid of character cells that views draw into. */

#ifndef CANVAS_CANVAS_H
#define CANVAS_CANVAS_H

#include <stdint.h>
#include <uchar.h>

#include "base/error.h"
#include "base/text.h"

/* COLOUR_DEFAULT, or a 24-bit colour, which a backend rounds to one that it can show. */
typedef uint32_t colour;

#define COLOUR_DEFAULT ((colour)0)
#define COLOUR_RGB(r, g, b)                                                              \
	((colour)(1u << 24 | (uint32_t)(r) << 16 | (uint32_t)(g) << 8 | (uint32_t)(b)))
#define COLOUR_CHANNEL(c, n) ((uint8_t)((c) >> (8 * (2 - (n)))))

enum attr {
	ATTR_BOLD = 1 << 0,
	ATTR_REVERSE = 1 << 1,
	ATTR_UNDERLINE = 1 << 2,
	ATTR_DIM = 1 << 3,
};

struct style {
	colour fg, bg;
	uint8_t attr;
};

struct cell {
	/* never a control character; 0: the right half of a wide character */
	char32_t rune;
	struct style style;
};

struct rect {
	int x, y, w, h;
};

/* The whole grid. The struct is opaque: views draw into panes, and backends read cells. */
struct canvas;

#define CANVAS_SIDE_MAX 4096 /* larger than any terminal; keeps width * height small */

/*
 * Returns NULL with an error when memory runs out, or when a side is not in the range
 * 1 ... CANVAS_SIDE_MAX. Release with canvas_free().
 */
struct canvas *canvas_new(int width, int height, struct error *err);
void canvas_free(struct canvas *c);

/* Change the size and clear the canvas. On failure the canvas is unchanged. */
bool canvas_resize(struct canvas *c, int width, int height, struct error *err);

/* For output that is limited to ASCII: shortened names contain ".." instead of an ellipsis. */
void canvas_set_ascii(struct canvas *c, bool ascii);

struct rect canvas_bounds(const struct canvas *c);
const struct cell *canvas_at(const struct canvas *c, int x, int y);

/*
 * A pane is a rectangle of a canvas, passed by value. Coordinates are relative to its top left
 * corner, and anything outside it is clipped, so a view cannot draw over its neighbours.
 */
struct pane {
	struct canvas *canvas; /* borrowed */
	struct rect area;
};

struct pane pane_whole(struct canvas *c);
struct pane pane_inside(struct pane p, struct rect r);
void pane_fill(struct pane p, struct style s);
void pane_put(struct pane p, int x, int y, char32_t rune, struct style s);

/* Draw the upper and the lower half of a cell in different colours, with a half block. */
void pane_put_halves(struct pane p, int x, int y, colour upper, colour lower);

/*
 * Draw UTF-8 text from column `x` on; returns the columns used. Text may come from an untrusted
 * profile, so it is decoded with printable_next(). Combining marks are omitted.
 */
int pane_text(struct pane p, int x, int y, struct style s, struct text text);

/* Like pane_text(), for string literals. */
int pane_print(struct pane p, int x, int y, struct style s, const char *text);

/* Draw in at most `w` columns; a longer text ends in an ellipsis. Returns the columns used. */
int pane_text_fit(struct pane p, int x, int y, int w, struct style s, struct text text);

/*
 * Draw the name of a function, a thread or a file in at most `w` columns. A longer name is
 * shortened by short_name(). Returns the columns used.
 */
int pane_name(struct pane p, int x, int y, int w, struct style s, struct text name);

#endif
