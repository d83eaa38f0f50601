/* picture.h - a view drawn once, without a terminal: what the batch commands print. */

#ifndef WORKSPACE_PICTURE_H
#define WORKSPACE_PICTURE_H

#include "canvas/canvas.h"
#include "session/session.h"

/*
 * Each draws into a new canvas of `width` columns, as high as the picture needs; the colours
 * are the theme's. NULL and an error when it cannot be drawn (no times, no such frame to
 * zoom into, no memory). Release with canvas_free().
 */
struct canvas *picture_heatmap(const struct session *s, const struct settings *settings,
			       int width, struct error *err);
struct canvas *picture_flame(const struct session *s, const struct settings *settings,
			     int width, struct error *err);

#endif
