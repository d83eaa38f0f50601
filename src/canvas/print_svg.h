/* print_svg.h - a canvas as a picture for browsers and documents: SVG. */

#ifndef CANVAS_PRINT_SVG_H
#define CANVAS_PRINT_SVG_H

#include <stdio.h>

#include "canvas/palette.h"

struct svg_look {
	enum palette_depth depth;
	struct palette_ground ground;
	bool ascii; /* characters through print_ascii() */
};

/*
 * Each cell is 8 by 16 units (canvas/block.h), the first at 0,0. Areas of one colour,
 * blocks and box lines are paths, so they are where they are in any font; what is left is text,
 * which can be selected and searched, each run as long as its cells. There is no script, no style
 * sheet and no reference, and the same canvas is the same file. Always UTF-8.
 */
bool print_svg(const struct canvas *c, const struct svg_look *look, FILE *out,
	       struct error *err);

#endif
