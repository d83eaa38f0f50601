/* flame_draw.h - the picture of a flame graph, from the state in flame_view.h. */

#ifndef VIEW_FLAME_DRAW_H
#define VIEW_FLAME_DRAW_H

#include "view/flame_view.h"

/* How many frames lie between "all" and this node. */
int flame_draw_level(const struct flame_view *v, uint32_t node);

/* The level drawn on line `y`; -1 above or below the graph. */
int flame_draw_level_at(const struct flame_view *v, int y, struct pane p);

/* The node whose box stands for this one: itself, the first of a merged box, or a caller. */
uint32_t flame_draw_visible(const struct flame_view *v, uint32_t node);

#endif
