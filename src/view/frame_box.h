/* frame_box.h - the box of a frame, as drawn in graphs and charts. */

#ifndef VIEW_FRAME_BOX_H
#define VIEW_FRAME_BOX_H

#include "analysis/tree.h"
#include "canvas/canvas.h"
#include "view/theme.h"

/* The style of a node in the theme's colours; if these show heat, by `value` / `all`. */
struct style frame_box_style(const struct theme *t, const struct tree *tree,
			     uint32_t node, uint64_t value, uint64_t all);

/* Draw a box of `w` columns with an edge at the left, and as much of the label as fits. */
void frame_box_draw(struct pane p, int x, int y, int w, struct style s, bool ascii,
		    struct text label);

#endif
