/* narrow_frames.h - the list of the frames that share a box, each too narrow for a cell. */

#ifndef VIEW_FLAME_NARROW_FRAMES_H
#define VIEW_FLAME_NARROW_FRAMES_H

#include "view/flame/flame_view.h"
#include "view/menu_view.h"

#define NARROW_FRAMES_TITLE 64

/*
 * List the frames in the box under the graph's cursor, the largest first; the title contains their
 * number.
 */
bool narrow_frames_fill(const struct flame_view *v, bool is_time, struct menu_view *menu,
			char title[static NARROW_FRAMES_TITLE], struct error *err);

/* Zoom into the frame of a line, unless the tree has changed since then. */
struct action narrow_frames_take(const struct menu_view *menu, uint32_t line,
				 const struct tree *t);

#endif
