/* arrange.h - which pane gets which part of the screen. */

#ifndef WORKSPACE_ARRANGE_H
#define WORKSPACE_ARRANGE_H

#include "canvas/canvas.h"
#include "view/view.h"

#define ARRANGE_WIDTH_MIN  40
#define ARRANGE_HEIGHT_MIN 10

enum maximised { MAXIMISED_NONE, MAXIMISED_MAP, MAXIMISED_GRAPH, MAXIMISED_STATES };

/* An absent part has height 0. All in cells of the whole screen. */
struct arrangement {
	struct rect whole;
	struct rect title, map, other, range, graph, detail, bottom;
	bool too_small; /* only a sentence fits */
};

/* What there is to be shown. */
struct arrange_parts {
	uint32_t rows; /* of the map, that were asked for; 0: as many as fit */
	bool map, clock;
	bool other, other_clock; /* the map of a second file, which has the same rows */
	enum maximised maximised;
	enum view_pane focus;
};

/*
 * Divide a screen of this size. The map takes what its rows need, up to half, two maps up to two
 * thirds, the graph the rest; a low screen shows only the one that has the focus.
 */
struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts);

#endif
