/* palette.h - a 24-bit colour rounded to one that a terminal can show. */

#ifndef CANVAS_PALETTE_H
#define CANVAS_PALETTE_H

#include "canvas/canvas.h"

/* The number of colours that a terminal can show. */
enum palette_depth {
	PALETTE_NONE, /* attributes only */
	PALETTE_8,
	PALETTE_16,
	PALETTE_256, /* the 6x6x6 cube and 24 greys; not the first 16, which users redefine */
	PALETTE_TRUE,
};

/*
 * The number of the nearest colour (by weighted distance in sRGB); with PALETTE_TRUE, the 24 bits
 * themselves. Returns -1, the terminal's default, for COLOUR_DEFAULT, and with PALETTE_NONE for
 * every colour.
 */
int palette_nearest(colour c, enum palette_depth depth);

/*
 * The 24-bit colour that the terminal shows for `c`: COLOUR_RGB(), or COLOUR_DEFAULT if
 * palette_nearest() returns -1. The first 16 colours are those of xterm.
 */
colour palette_shown(colour c, enum palette_depth depth);

/*
 * The terminal's default colours for text and background. They replace COLOUR_DEFAULT in a picture.
 */
struct palette_ground {
	colour ink, paper; /* never COLOUR_DEFAULT */
};

extern const struct palette_ground palette_light, palette_dark;

#endif
