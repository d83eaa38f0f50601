/* flame_geometry.h - the places of the boxes of a flame graph on the screen. */

#ifndef VIEW_FLAME_GEOMETRY_H
#define VIEW_FLAME_GEOMETRY_H

#include "view/flame/flame_view.h"

/* The level of a node as drawn; "all" is level 0. */
int flame_geometry_level(const struct flame_view *v, uint32_t node);

/* The number of callers of the zoomed node, which are as wide as the picture; and of all levels. */
int flame_geometry_callers(const struct flame_view *v);
int flame_geometry_levels(const struct flame_view *v);

/* The line on which a level is drawn; may be outside the pane. */
int flame_geometry_line(const struct flame_view *v, int level, struct pane p);

/* The box of a node; LAYOUT_NO_BOX for callers of the zoomed node. */
uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node);
bool flame_geometry_is_caller(const struct flame_view *v, uint32_t node);

/* The node drawn for this one: itself, or the first of its run or merged box. */
uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node);

/* The folded run of a node; one frame if it is not folded. */
struct fold_run flame_geometry_run(const struct flame_view *v, uint32_t node);

/* The first frame of a box, or of a run, that matches the search; false if there is none. */
bool flame_geometry_match(const struct flame_view *v, uint32_t box, uint32_t *node);
bool flame_geometry_run_match(const struct flame_view *v, const struct fold_run *run,
			      uint32_t *node);

/* The node at a place of the pane; false if there is none. */
bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node);

#endif
