/* chart_cells.h - a chart in columns of time: at each depth the frame that has most of a column. */

#ifndef ANALYSIS_CHART_CHART_CELLS_H
#define ANALYSIS_CHART_CHART_CELLS_H

#include "analysis/chart/thread_samples.h"

/* `count` columns of `period` ns each, the first of which begins `from` ns after the origin; of
 * them these depths. */
struct chart_window {
	uint64_t from, period;
	uint32_t columns;
	uint32_t top, rows; /* depths [top, top + rows) */
};

/*
 * In a column the outermost frame is the one with most time in it, the next that of those that it
 * called which has most, and so on to one that had more time itself than any of these: what stands
 * above each other is a stack that was there.
 */
struct chart_cells {
	uint32_t columns, rows;
	uint32_t *node;	   /* owned: column by column, `rows` each; 0: none */
	uint64_t *time;	   /* owned: the same: ns that it has of the column */
	uint64_t *covered; /* owned: by column: ns in which the thread was sampled */
	uint16_t
	    *event; /* owned: by column: of threads' time in their states the event that
			    * has most of it, else, and of a column with nothing, CHART_NO_EVENT */
	uint32_t *depths; /* owned: by column: how many frames stand there, seen or not */
};

#define CHART_NO_EVENT UINT16_MAX

#define CHART_CELLS_MAX 4000000 /* 50 MB */

/* In time of samples and columns, and of the frames that have any of each column. ERROR_LIMIT when
 * it is more than CHART_CELLS_MAX cells. Release with chart_cells_release(). */
bool chart_cells_build(struct chart_cells *c, const struct thread_samples *t,
		       const struct chart_window *w, struct error *err);
void chart_cells_release(struct chart_cells *c);

static inline uint32_t chart_cells_node(const struct chart_cells *c, uint32_t column,
					uint32_t row)
{
	return c->node[(size_t)column * c->rows + row];
}

#endif
