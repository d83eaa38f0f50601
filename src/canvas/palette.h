/* palette.h - a 24-bit colour rounded to what a terminal can show. */

#ifndef CANVAS_PALETTE_H
#define CANVAS_PALETTE_H

#include "canvas/canvas.h"

/* How many colours there are to choose from. */
enum palette_depth {
	PALETTE_NONE, /* attributes only */
	PALETTE_8,
	PALETTE_16,
	PALETTE_256, /* the 6x6x6 cube and 24 greys, not the first 16: they are the user's */
	PALETTE_TRUE,
};

/*
 * The number of the nearest colour (by weighted distance in sRGB), or -1 for the
 * terminal's default: for COLOUR_DEFAULT, and for every colour with PALETTE_NONE. With
 * PALETTE_TRUE the 24 bits themselves.
 */
int palette_nearest(colour c, enum palette_depth depth);

/*
 * The same colour as 24 bits, as it would look there: COLOUR_RGB(), or COLOUR_DEFAULT where
 * palette_nearest() is -1. Of the first 16 colours, what xterm shows.
 */
colour palette_shown(colour c, enum palette_depth depth);

/* The two colours that a terminal has by itself: what COLOUR_DEFAULT stands for. */
struct palette_ground {
	colour ink, paper; /* never COLOUR_DEFAULT */
};

extern const struct palette_ground palette_light, palette_dark;

#endif
