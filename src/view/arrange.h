/* arrange.h - which pane gets which part of the screen. */

#ifndef VIEW_ARRANGE_H
#define VIEW_ARRANGE_H

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

/* Made by hand: so many lines of so many are for the maps. Of 0: the content says it. */
struct arrange_split {
	int maps, of;
};

/* What there is to be shown. */
struct arrange_parts {
	uint32_t map_rows; /* that were asked for; 0: as many as fit */
	bool map, clock;
	uint32_t
	    lanes; /* in the place of the map's rows: a line for each, or a few; 0: none */
	bool other, other_clock; /* the map of a second file, which has the same rows */
	enum maximised maximised;
	enum view_pane focus;
	bool table; /* in the place of the graph: as many rows as there are lines */
	int levels; /* of the graph of the whole profile; 0: not known */
	struct arrange_split split;
};

/*
 * Divide a screen of this size. The maps take what their rows or lanes need, and no more than the graph leaves:
 * it gets a line for each level, up to five eighths of all, beneath two maps half. Where a split was made by hand it counts instead. A low screen
 * shows only the pane that has the focus.
 */
struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts);

/* Has each part the place that it has there? */
bool arrangement_is_same(const struct arrangement *a, const struct arrangement *b);

/*
 * The split next to the one there is that makes a difference, with the map higher or lower; and the one
 * whose divider is on line `y` of the screen. False: there is none, or only one pane is shown.
 */
bool arrange_step(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, bool higher,
		  struct arrange_split *split);
bool arrange_drag(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, int y, struct arrange_split *split);

#endif
