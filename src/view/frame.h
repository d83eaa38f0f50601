/* frame.h - the border and title of a box that lies over the panes. */

#ifndef VIEW_FRAME_H
#define VIEW_FRAME_H

#include "canvas/canvas.h"

/*
 * Clear `inner` and draw a border around it on `p`, with `title` above and `hint` below. The
 * printers turn the lines into ASCII where they must.
 */
void frame_draw(struct pane p, struct pane inner, const char *title, const char *hint);

#endif
