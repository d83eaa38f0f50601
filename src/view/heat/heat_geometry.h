/* heat_geometry.h - the places of a heat map and of its axes on the screen. */

#ifndef VIEW_HEAT_GEOMETRY_H
#define VIEW_HEAT_GEOMETRY_H

#include "view/heat/heat_view.h"

#define HEAT_GEOMETRY_GUTTER 6 /* columns before the cells: "  980┤" */

/* The parts of a map in a pane, computed anew for each drawing. */
struct heat_geometry {
	struct rect cells; /* the visible cells */
	int heading;	   /* line of the heading; -1: not drawn */
	int strip;	   /* line of the overview; -1: not drawn */
	int axis, clock;   /* lines of the seconds and of the wall clock; -1: not drawn */
	int legend;	   /* first column of the legend; -1: not drawn */
	int cell_width;	   /* columns of the screen per column of the map */
	int per_line; /* rows of the map per line of the screen: 1, or 2 as half blocks */
	int strip_x, strip_width; /* first column and width of the overview */
	uint32_t first,
	    shown;	 /* the first visible column of the map; the number of them */
	uint32_t window; /* visible columns of both maps together */
	uint32_t all;	 /* columns of both maps together */
};
struct heat_geometry heat_geometry_of(const struct heat_view *v, struct pane p);

/* Draw the overview, the axis and the clock on the lines given by `g`. */
void heat_view_draw_around(const struct heat_view *v, const struct heat_geometry *g,
			   struct pane p);

/*
 * The number of rows of a map in a pane of this height: `wished` if that fits, otherwise fewer.
 * `wished` 0: the largest round number that fits.
 */
uint32_t heat_geometry_rows(const struct theme *t, uint32_t wished, int height);

/*
 * The height of a pane for a map of `rows` rows with its axis, overview and clock; at most
 * `height` if the rows fit.
 */
int heat_geometry_lines(const struct theme *t, uint32_t rows, bool has_clock, int height);

/* Is a pane of this height high enough for the overview? */
bool heat_geometry_has_strip(int height);

/* The number of columns for cells in a pane of this width. `names`: the legend shows names. */
uint32_t heat_geometry_columns(int width, bool names);

/* The start of the cell at a place in the pane; false if the place is outside the cells. */
bool heat_geometry_place(const struct heat_view *v, int x, int y, struct pane p,
			 uint64_t *at);

/* Move a place outside the cells to their edge, so that a drag can leave them. */
void heat_geometry_pull(const struct heat_view *v, struct pane p, int *x, int *y);

#endif
