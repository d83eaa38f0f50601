/* lanes_view.h - lanes on the screen: a line for each thread, process, CPU ..., time to the right. */

#ifndef VIEW_LANES_LANES_VIEW_H
#define VIEW_LANES_LANES_VIEW_H

#include "analysis/lanes/lanes.h"
#include "view/theme.h"

/* What is drawn. All borrowed; row i of the cells is lane i, their last row all other lanes. */
struct lanes_view {
	const struct theme *theme;
	const struct lanes *lanes;
	const struct lane_cells *cells;
	const struct lane_cells *matched; /* what a search found, or NULL */
	struct lane_window window;	  /* whose cells these are */
	struct range selected;		  /* RANGE_ALL draws no selection */
};

/* How many columns of time fit a pane of this width, at the least. */
uint32_t lanes_view_columns(int width);

/* How high a pane with all rows is: theirs, that of others where there are any, and the axis. */
int lanes_view_lines(const struct lanes_view *v);

void lanes_view_draw(const struct lanes_view *v, struct pane p);

#endif
