/* print_svg.h - writes a canvas as an SVG picture for browsers and documents. */

#ifndef CANVAS_PRINT_SVG_H
#define CANVAS_PRINT_SVG_H

#include <stdio.h>

#include "canvas/palette.h"

struct svg_look {
	enum palette_depth depth;
	struct palette_ground ground;
	bool ascii; /* replace characters with print_ascii() */
};

/*
 * Write a canvas as SVG, in UTF-8. Each cell is 8 by 16 units (canvas/block.h), the first at 0,0.
 * Backgrounds, blocks and box lines are paths, so they do not depend on the font. All other
 * characters are text, which can be selected and searched; each run is stretched to the width of
 * its cells. The file contains no script, no style sheet and no external reference. Equal canvases
 * produce identical files.
 */
bool print_svg(const struct canvas *c, const struct svg_look *look, FILE *out,
	       struct error *err);

#endif
