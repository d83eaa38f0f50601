/* chart_cells.h - a chart in columns of time: the main frame of each column at each depth. */

#ifndef ANALYSIS_CHART_CHART_CELLS_H
#define ANALYSIS_CHART_CHART_CELLS_H

#include "analysis/chart/thread_samples.h"

/*
 * `columns` columns of `period` ns each, the first of which begins `from` ns after the origin, and
 * the displayed depths.
 */
struct chart_window {
	uint64_t from, period;
	uint32_t columns;
	uint32_t top, rows; /* depths [top, top + rows) */
};

/*
 * The outermost frame of a column is the one with the most time in it, the next one its callee with
 * the most time, and so on, down to a frame whose self time exceeds the time of each callee. So the
 * frames of a column are a stack that existed.
 */
struct chart_cells {
	uint32_t columns, rows;
	uint32_t *node;	   /* owned: column by column, `rows` each; 0: none */
	uint64_t *time;	   /* owned: the same: ns that it takes up in the column */
	uint64_t *covered; /* owned: by column: ns in which the thread was sampled */
	/*
	 * owned: by column: in threads' time the event with the most time; else, and for an empty
	 * column, CHART_NO_EVENT
	 */
	uint16_t *event;
	/* owned: by column: the number of its frames, displayed or not */
	uint32_t *depths;
};

#define CHART_NO_EVENT UINT16_MAX

#define CHART_CELLS_MAX 4000000 /* 50 MB */

/*
 * Takes time proportional to samples, columns, and frames in each column. ERROR_LIMIT for more than
 * CHART_CELLS_MAX cells. Release with chart_cells_release().
 */
bool chart_cells_build(struct chart_cells *c, const struct thread_samples *t,
		       const struct chart_window *w, struct error *err);
void chart_cells_release(struct chart_cells *c);

static inline uint32_t chart_cells_node(const struct chart_cells *c, uint32_t column,
					uint32_t row)
{
	return c->node[(size_t)column * c->rows + row];
}

#endif
