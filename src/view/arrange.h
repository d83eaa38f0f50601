/* arrange.h - dividing the screen into panes. */

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
	bool too_small; /* only a sentence fits */
};

/*
 * A split chosen by the user: the maps get `maps` of `of` lines. `of` 0: depends on the contents.
 */
struct arrange_split {
	int maps, of;
};

/* The parts to show. */
struct arrange_parts {
	uint32_t map_rows; /* rows that the user requested; 0: as many as fit */
	bool map, clock;
	uint32_t
	    /* lanes in place of the map's rows, one or a few lines each; 0: none */
	    lanes;
	/* the map of a second file, which has the same number of rows */
	bool other, other_clock;
	enum maximised maximised;
	enum view_pane focus;
	bool table; /* a table in place of the graph: it can use any number of lines */
	int levels; /* of the graph of the whole profile; 0: unknown */
	struct arrange_split split;
};

/*
 * Divide a screen of this size. The graph gets a line for each level, at most five eighths of all
 * lines, or a half below two maps. The maps get as many of the remaining lines as their rows or
 * lanes need. A split chosen by the user overrides this. A low screen shows only the pane with the
 * focus.
 */
struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts);

/* Are all panes in the same places? */
bool arrangement_is_same(const struct arrangement *a, const struct arrangement *b);

/*
 * Find the next split that changes the arrangement, with the map higher or lower; or the split
 * whose divider is on line `y` of the screen. False if there is none, or only one pane is shown.
 */
bool arrange_step(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, bool higher,
		  struct arrange_split *split);
bool arrange_drag(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, int y, struct arrange_split *split);

#endif
