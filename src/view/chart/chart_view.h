/* chart_view.h - one thread's stacks over time, drawn: time to the right, callers above. */

#ifndef VIEW_CHART_CHART_VIEW_H
#define VIEW_CHART_CHART_VIEW_H

#include "analysis/chart/chart_cells.h"
#include "analysis/search.h"
#include "view/theme.h"
#include "canvas/canvas.h"

/* What is drawn of a thread. All borrowed. */
struct chart_strip {
	struct text name;
	int32_t pid, tid; /* PROFILE_NO_ID: not known */
	uint64_t count;	  /* samples, or ns of spans, of it in the range, */
	uint64_t all;	  /* and of all threads */
	bool is_time;	  /* they are ns */
	const struct chart_cells *cells;
};

struct chart_view {
	const struct theme *theme;
	const struct tree *tree;
	const struct search *search; /* no words in `nodes`: nothing is searched */
	struct chart_window window;
};

/* The title of a thread: its name and ids, and how much of the range it has. */
void chart_view_title(const struct chart_view *v, const struct chart_strip *s,
		      struct pane p, int y);

/* Its boxes from line `y` on, a column of the window every cell from `x` on: the line above them
 * says how much of each column was sampled. */
void chart_view_boxes(const struct chart_view *v, const struct chart_strip *s,
		      struct pane p, int x, int y);

/* The seconds of the columns, in line `y`. */
void chart_view_axis(const struct chart_view *v, struct pane p, int x, int y);

#endif
