/* flame_geometry.h - where on the screen the boxes of a flame graph lie. */

#ifndef VIEW_FLAME_GEOMETRY_H
#define VIEW_FLAME_GEOMETRY_H

#include "view/flame/flame_view.h"

/* How many lines lie between "all" and the one that this node is drawn on. */
int flame_geometry_level(const struct flame_view *v, uint32_t node);

/* Levels below the zoomed node: its callers, each as wide as the picture; and all levels. */
int flame_geometry_callers(const struct flame_view *v);
int flame_geometry_levels(const struct flame_view *v);

/* The line a level is drawn on; may be outside the pane. */
int flame_geometry_line(const struct flame_view *v, int level, struct pane p);

/* The box that a node is drawn in: LAYOUT_NO_BOX for callers of the zoomed node. */
uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node);
bool flame_geometry_is_caller(const struct flame_view *v, uint32_t node);

/* The node whose box stands for this one: itself, the first of its run or of a merged box, or a
 * caller. */
uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node);

/* The run that it is drawn with: of one frame if it is drawn alone, or shares a box. */
struct fold_run flame_geometry_run(const struct flame_view *v, uint32_t node);

/* The first frame of a box that the search has found; false: there is none. */
bool flame_geometry_match(const struct flame_view *v, uint32_t box, uint32_t *node);
bool flame_geometry_run_match(const struct flame_view *v, const struct fold_run *run,
			      uint32_t *node);

/* The node drawn at this place; false where there is none. */
bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node);

#endif
