/* heat_geometry.h - where on the screen the cells of a heat map lie. */

#ifndef VIEW_HEAT_GEOMETRY_H
#define VIEW_HEAT_GEOMETRY_H

#include "view/heat/heat_view.h"

#define HEAT_GEOMETRY_GUTTER 6 /* columns before the cells: "  980┤" */

/* How a map of `columns` and `rows` lies in a pane; recomputed at every draw. */
struct heat_geometry {
	struct rect cells; /* where the map itself is: as much of it as is shown */
	int heading;	   /* line of the heading, or -1 */
	int strip;	   /* line of the overview, or -1 */
	int axis, clock;   /* lines of the seconds and of the wall clock, or -1 */
	int legend;	   /* column where the legend begins, or -1 */
	int cell_width;	   /* columns of the screen for a column of the map */
	int per_line; /* rows of the map for a line of the screen: 1, or 2 half blocks */
	int strip_x, strip_width; /* columns of the screen for the overview */
	uint32_t first, shown;	  /* columns of the map that are shown; none: beside it */
	uint32_t window; /* columns that fit, be they of this map or of the other */
	uint32_t all;	 /* columns of both maps together */
};
struct heat_geometry heat_geometry_of(const struct heat_view *v, struct pane p);

/* Draw what stands around the cells, on the lines that `g` says: overview, axis and clock. */
void heat_view_draw_around(const struct heat_view *v, const struct heat_geometry *g,
			   struct pane p);

/* How many rows a map should have to fit a pane of this height; `wished` 0: as many as fit. */
uint32_t heat_geometry_rows(const struct theme *t, uint32_t wished, int height);

/* How high a pane with a map of `rows` should be, at most `height`: cells, axis, overview and
 * clock. */
int heat_geometry_lines(const struct theme *t, uint32_t rows, bool has_clock, int height);

/* Has a pane of this height the overview? */
bool heat_geometry_has_strip(int height);

/* How many columns fit a pane of this width, at the least; with `names` beside them. */
uint32_t heat_geometry_columns(int width, bool names);

/* The cell (its start) at a place of the pane; false beside the map. */
bool heat_geometry_place(const struct heat_view *v, int x, int y, struct pane p,
			 uint64_t *at);

/* Move a place beside the map to its edge: a drag that leaves the map goes on along it. */
void heat_geometry_pull(const struct heat_view *v, struct pane p, int *x, int *y);

#endif
