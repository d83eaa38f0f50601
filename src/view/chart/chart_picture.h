/* chart_picture.h - draws the stacks of threads over time, with callers above their callees. */

#ifndef VIEW_CHART_CHART_PICTURE_H
#define VIEW_CHART_CHART_PICTURE_H

#include "analysis/chart/chart_cells.h"
#include "analysis/search.h"
#include "view/theme.h"
#include "canvas/canvas.h"

/* A thread to draw. All pointers are borrowed. */
struct chart_strip {
	struct text name;
	int32_t pid, tid; /* PROFILE_NO_ID: unknown */
	uint64_t count;	  /* samples in the range, or ns of spans */
	uint64_t all;	  /* the sum of the counts of all threads */
	bool is_time;	  /* `count` and `all` are ns */
	const struct chart_cells *cells;
};

struct chart_picture {
	const struct theme *theme;
	const struct tree *tree;
	/* NULL, or without `nodes`: no search */
	const struct search *search;
	struct chart_window window;
	/* chart_picture_covered() fades cells outside this range; RANGE_ALL: it fades none */
	struct range selected;
	/* borrowed: if not empty, these ranges are used in place of `selected` */
	struct selection several;
};

/*
 * Draw the title of a thread: its name, its ids, its share of the range, and a legend if the
 * profile has thread states. Returns the number of columns used.
 */
int chart_picture_title(const struct chart_picture *v, const struct chart_strip *s,
			struct pane p, int y);

/*
 * Draw line `y` from column `x`, with one cell per column of the window: how much of its time was
 * sampled, or the state with the most time if the profile has thread states.
 */
void chart_picture_covered(const struct chart_picture *v, const struct chart_cells *c,
			   struct pane p, int x, int y);

/* Draw a row of boxes on line `y`. */
void chart_picture_row(const struct chart_picture *v, const struct chart_cells *c,
		       uint32_t row, struct pane p, int x, int y);

/* Draw the time axis on line `y`. */
void chart_picture_axis(const struct chart_picture *v, struct pane p, int x, int y);

#endif
