/* chart_picture.h - one thread's stacks over time, drawn: time to the right, callers above. */

#ifndef VIEW_CHART_CHART_PICTURE_H
#define VIEW_CHART_CHART_PICTURE_H

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

struct chart_picture {
	const struct theme *theme;
	const struct tree *tree;
	const struct search
	    *search; /* NULL, or no words in `nodes`: nothing is searched */
	struct chart_window window;
	struct range selected; /* what lies beside it is faded; RANGE_ALL: nothing is */
	struct selection several; /* borrowed: and beside all of these; or none */
};

/* The title of a thread: its name and ids, how much of the range it has, and the states there are.
 * Columns used. */
int chart_picture_title(const struct chart_picture *v, const struct chart_strip *s,
			struct pane p, int y);

/*
 * Line `y`, a column of the window every cell from `x` on: how much of each was sampled; of threads'
 * time the state that has most of it, as lanes have it.
 */
void chart_picture_covered(const struct chart_picture *v, const struct chart_cells *c,
			   struct pane p, int x, int y);

/* Its boxes, row `row` of the cells in line `y` ... */
void chart_picture_row(const struct chart_picture *v, const struct chart_cells *c,
		       uint32_t row, struct pane p, int x, int y);

/* The seconds of the columns, in line `y`. */
void chart_picture_axis(const struct chart_picture *v, struct pane p, int x, int y);

/* From this column on, [from, the returned one): those with the same frame in a row. */
uint32_t chart_picture_run(const struct chart_cells *c, uint32_t row, uint32_t from,
			   uint64_t *time);

/* A box of a frame, without the marks of a cursor. */
struct style chart_picture_style(const struct chart_picture *v, uint32_t node,
				 uint64_t time);

#endif
