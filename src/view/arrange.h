/* arrange.h - divides the screen into panes. */

#ifndef VIEW_ARRANGE_H
#define VIEW_ARRANGE_H

#include "canvas/canvas.h"
#include "view/view.h"

#define ARRANGE_WIDTH_MIN  40
#define ARRANGE_HEIGHT_MIN 10

enum maximised { MAXIMISED_NONE, MAXIMISED_MAP, MAXIMISED_GRAPH, MAXIMISED_STATES };

/* The panes, in cells of the screen. A pane that is not shown has height 0. */
struct arrangement {
	struct rect whole;
	struct rect title, map, other, range, graph, detail, bottom;
	bool too_small; /* show a message in place of the panes */
};

/* A split chosen by the user: the maps get `maps` of `of` lines. `of` 0: automatic. */
struct arrange_split {
	int maps, of;
};

/* The contents to arrange. */
struct arrange_parts {
	uint32_t map_rows; /* requested by the user; 0: as many as fit */
	bool map, clock;
	/* the number of lanes in place of the map's rows; 0: none */
	uint32_t lanes;
	/* a second map below the first, with the same number of rows */
	bool other, other_clock;
	enum maximised maximised;
	enum view_pane focus;
	bool table; /* a table replaces the graph; it can use any number of lines */
	int levels; /* of the whole profile's graph; 0: unknown */
	struct arrange_split split;
};

/*
 * Divide a screen of this size. The graph gets a line for each level, at most five eighths of the
 * lines, or half of them below two maps. The maps get as many of the other lines as they need. A
 * split chosen by the user overrides this. A low screen shows only the pane with the focus.
 */
struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts);

/* Are all panes in the same places? */
bool arrangement_is_same(const struct arrangement *a, const struct arrangement *b);

/*
 * arrange_step() finds the next split that makes the map higher or lower. arrange_drag() finds the
 * split with the divider nearest to line `y` of the screen. False if there is no such split, or no
 * divider.
 */
bool arrange_step(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, bool higher,
		  struct arrange_split *split);
bool arrange_drag(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, int y, struct arrange_split *split);

#endif
