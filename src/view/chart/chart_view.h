/* chart_view.h - the chart of a thread on the screen: its thread, its window and its cursor. */

#ifndef VIEW_CHART_CHART_VIEW_H
#define VIEW_CHART_CHART_VIEW_H

#include "analysis/chart/chart.h"
#include "view/chart/chart_picture.h"
#include "view/heat/heat_view.h"
#include "view/lanes/lanes_view.h"

#define CHART_BESIDE_MOST 15

/*
 * The chart has the columns of the map above it. If the map has several rows per column and a range
 * is selected, the chart shows that range in the full width of the pane: the range may be shorter
 * than one column.
 *
 * The thread is the one under the cursor among lanes. Without lanes it is the thread that the user
 * has chosen or acted on, as long as it has samples; otherwise the busiest thread of the range.
 */
struct chart_view {
	struct chart_picture picture;
	/* borrowed; NULL: nothing to draw, see `why` */
	const struct flame *flame;
	/* borrowed: the derivation of the flame's tree; NULL: as recorded */
	const struct derived_tree *derived;
	bool is_second;	 /* it is the second of two files */
	const char *why; /* why there is nothing to draw */
	/* borrowed: the flame graph's tree; only its address is compared */
	const struct tree *graph;
	char words[LABEL_MAX * 3];    /* buffer for `why` */
	struct range range;	      /* the selected range */
	struct chart_threads threads; /* owned: of the range */
	bool has_lanes;		      /* the lanes show the threads of the kept samples */
	/* the displayed thread: an index into threads.lanes */
	uint32_t lane;
	bool picked; /* chosen by the user, or by the cursor among lanes */
	struct thread_samples samples;
	struct chart_cells cells; /* owned: of picture.window */
	bool known;		  /* the cells are up to date */
	uint64_t cursor;	  /* ns after the origin */
	uint32_t depth;
	uint32_t top; /* the first visible depth */
	bool focused;
	const char *of; /* borrowed: as in struct chart_data */
	/* the number of further threads requested below it, the busiest first */
	uint32_t beside;
	struct chart_beside {
		uint32_t lane;
		struct chart_window window;
		struct chart_cells cells; /* owned */
	} others[CHART_BESIDE_MOST];
	/* the number of further threads that fit and have been counted */
	uint32_t other_count;

	/* The map above; set by chart_view_follow(). */
	const struct heat_view *time;	/* borrowed; NULL: there is none */
	const struct lanes_view *lanes; /* borrowed; NULL: the map is a heat map */
	uint64_t time_cursor;		/* the previous position of the map's cursor */
	uint32_t lanes_row;		/* the previous row of the cursor in lanes */
	struct pane map;		/* the pane of its columns */
};

/*
 * Call this before updating or drawing the chart: `time` is the map above it, `lanes` the lanes
 * that replace the map, or NULL.
 */
void chart_view_follow(struct chart_view *v, const struct heat_view *time,
		       const struct lanes_view *lanes, struct pane map);

/* The kept samples have changed: all counts are out of date. */
void chart_view_forget(struct chart_view *v);

#endif
