/* chart_cells.h - a flame chart in columns of time, with one frame per column and depth. */

#ifndef ANALYSIS_CHART_CHART_CELLS_H
#define ANALYSIS_CHART_CHART_CELLS_H

#include "analysis/chart/thread_samples.h"

/*
 * The displayed part of a chart: `columns` columns of `period` ns each. The first column begins
 * `from` ns after the origin.
 */
struct chart_window {
	uint64_t from, period;
	uint32_t columns;
	uint32_t top, rows; /* depths [top, top + rows) */
};

/*
 * The outermost frame of a column is the one with the most time in the column. Below each frame is
 * its callee with the most time. If the self time of a frame exceeds that of each callee, the frame
 * is the last one. So the frames of a column form a stack that was sampled.
 */
struct chart_cells {
	uint32_t columns, rows;
	uint32_t *node;	   /* owned: nodes, `rows` for each column; 0: no frame */
	uint64_t *time;	   /* owned, in the same order: ns of the frame in the column */
	uint64_t *covered; /* owned, by column: ns covered by samples */
	/*
	 * owned, by column: the thread state (an event) with the most time; CHART_NO_EVENT for an
	 * empty column, or without thread states
	 */
	uint16_t *event;
	/* owned, by column: the number of frames, including those not displayed */
	uint32_t *depths;
};

#define CHART_NO_EVENT UINT16_MAX

#define CHART_CELLS_MAX 4000000 /* 50 MB */

/*
 * Time grows with the number of samples in the window, and with the number of nodes in each column.
 * Fails with ERROR_LIMIT for more than CHART_CELLS_MAX cells. Release with chart_cells_release().
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
