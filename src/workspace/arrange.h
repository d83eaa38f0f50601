/* arrange.h - which pane gets which part of the screen. */

#ifndef WORKSPACE_ARRANGE_H
#define WORKSPACE_ARRANGE_H

#include "canvas/canvas.h"
#include "view/theme.h"

#define ARRANGE_WIDTH_MIN  40
#define ARRANGE_HEIGHT_MIN 10

enum maximised { MAXIMISED_NONE, MAXIMISED_MAP, MAXIMISED_GRAPH, MAXIMISED_STATES };

/* An absent part has height 0. All in cells of the whole screen. */
struct arrangement {
	struct rect whole;
	struct rect title, map, range, graph, detail, bottom;
	bool too_small; /* only a sentence fits */
};

/*
 * Divide a screen of this size. The map takes what its rows need, up to half, the graph the
 * rest; a low screen shows only the one that has the focus. `rows` is the number asked for, 0
 * for as many as fit.
 */
struct arrangement arrange(int width, int height, const struct theme *theme,
			   uint32_t rows, bool has_map, bool has_clock,
			   enum maximised maximised, bool map_focused);

#endif
