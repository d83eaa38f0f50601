/* frame_box.h - draws the box of a frame in graphs and charts. */

#ifndef VIEW_FRAME_BOX_H
#define VIEW_FRAME_BOX_H

#include "analysis/tree.h"
#include "canvas/canvas.h"
#include "view/theme.h"

/* The style of a node's box. If the theme shows heat, the colour depends on `value` / `all`. */
struct style frame_box_style(const struct theme *t, const struct tree *tree,
			     uint32_t node, uint64_t value, uint64_t all);

/* Draw a box of `w` columns with an edge at the left, and the part of the label that fits. */
void frame_box_draw(struct pane p, int x, int y, int w, struct style s, bool ascii,
		    struct text label);

#endif
