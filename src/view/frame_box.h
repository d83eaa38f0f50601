/* frame_box.h - the box of a frame, as graphs and charts draw it. */

#ifndef VIEW_FRAME_BOX_H
#define VIEW_FRAME_BOX_H

#include "analysis/tree.h"
#include "canvas/canvas.h"
#include "view/theme.h"

/* The colours of a node, as the theme says; by heat those of `value` of `all`. */
struct style frame_box_style(const struct theme *t, const struct tree *tree,
			     uint32_t node, uint64_t value, uint64_t all);

/* `w` columns, with an edge at the left; the label where there is room for some of it. */
void frame_box_draw(struct pane p, int x, int y, int w, struct style s, bool ascii,
		    struct text label);

#endif
