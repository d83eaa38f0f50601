/* states_draw.h - what threads did in each column of their lanes: states as colours, or as letters. */

#ifndef VIEW_LANES_STATES_DRAW_H
#define VIEW_LANES_STATES_DRAW_H

#include "view/lanes/lanes_view.h"

/*
 * All lines of a lane, the first of which is `line`: a column is divided from below, running first, then
 * what waits for a CPU, blocked on top, each as high as it has of the column's time. Where a column has
 * room for one state it is the one with most of it.
 */
void states_draw_cells(const struct lanes_view *v, const struct lanes_geometry *g,
		       struct pane p, uint32_t row, int line);

/* The states there are, beside the lanes (g->scale) or in the line `y` from column 0 to `room`. */
void states_draw_legend(const struct lanes_view *v, const struct lanes_geometry *g,
			struct pane p);
void states_draw_legend_line(const struct lanes_view *v, struct pane p, int y, int room);

#endif
