/* chart_cells.h - a chart in columns of time: at each depth the main frame of a column. */

#ifndef ANALYSIS_CHART_CHART_CELLS_H
#define ANALYSIS_CHART_CHART_CELLS_H

#include "analysis/chart/thread_samples.h"

/* `columns` columns of `period` ns each, the first of which begins `from` ns after the origin,
 * and the depths to be shown. */
struct chart_window {
	uint64_t from, period;
	uint32_t columns;
	uint32_t top, rows; /* depths [top, top + rows) */
};

/*
 * The outermost frame of a column is the one with most time in it, the next the callee of that
 * with most time, and so on to a frame with more time of its own than any callee has: so the
 * frames of a column are a stack that existed.
 */
struct chart_cells {
	uint32_t columns, rows;
	uint32_t *node;	   /* owned: column by column, `rows` each; 0: none */
	uint64_t *time;	   /* owned: the same: ns of the column that it has */
	uint64_t *covered; /* owned: by column: ns in which the thread was sampled */
	/* owned: by column: in threads' time the event with most of it; else, and for an empty
	 * column, CHART_NO_EVENT */
	uint16_t *event;
	uint32_t *depths; /* owned: by column: the number of its frames, shown or not */
};

#define CHART_NO_EVENT UINT16_MAX

#define CHART_CELLS_MAX 4000000 /* 50 MB */

/* Takes time in proportion to samples, columns, and frames in each column. ERROR_LIMIT for more
 * than CHART_CELLS_MAX cells. Release with chart_cells_release(). */
bool chart_cells_build(struct chart_cells *c, const struct thread_samples *t,
		       const struct chart_window *w, struct error *err);
void chart_cells_release(struct chart_cells *c);

static inline uint32_t chart_cells_node(const struct chart_cells *c, uint32_t column,
					uint32_t row)
{
	return c->node[(size_t)column * c->rows + row];
}

#endif
