/* narrow_frames.h - a menu of the frames that share a box because each is narrower than a cell. */

#ifndef VIEW_FLAME_NARROW_FRAMES_H
#define VIEW_FLAME_NARROW_FRAMES_H

#include "view/flame/flame_view.h"
#include "view/menu_view.h"

#define NARROW_FRAMES_TITLE 64

/*
 * List the frames that share the box under the cursor of the graph: at most 1000, the largest
 * first. The title contains the number of all. If there are none, does nothing and returns true.
 */
bool narrow_frames_fill(const struct flame_view *v, bool is_time, struct menu_view *menu,
			char title[static NARROW_FRAMES_TITLE], struct error *err);

/* The action that zooms into the frame of a line; ACTION_REDRAW if the tree has changed since. */
struct action narrow_frames_take(const struct menu_view *menu, uint32_t line,
				 const struct tree *t);

#endif
