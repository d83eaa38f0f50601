/* paint.h - the picture of it all. */

#ifndef WORKSPACE_PAINT_H
#define WORKSPACE_PAINT_H

#include "workspace/parts.h"

/* See workspace_draw() and workspace_cursor(). */
void paint_draw(struct workspace *w, struct pane whole);
bool paint_cursor(const struct workspace *w, int *x, int *y);

#endif
