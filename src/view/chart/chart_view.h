/* chart_view.h - the chart on the screen: its thread, its window and its cursor. */

#ifndef VIEW_CHART_CHART_VIEW_H
#define VIEW_CHART_CHART_VIEW_H

#include "analysis/chart/chart.h"
#include "view/chart/chart_picture.h"
#include "view/heat/heat_view.h"
#include "view/lanes/lanes_view.h"

#define CHART_BESIDE_MOST 15

/*
 * The chart has the columns of the map above it. But if a range is selected in a heat map, the
 * chart shows only this range, in the full width of the pane.
 *
 * When the cursor moves among lanes, the chart shows the thread under the cursor. Otherwise it
 * keeps a thread that the user has chosen or acted on, as long as this thread has kept samples,
 * even if they are outside the range. Else it shows the busiest thread of the range.
 */
struct chart_view {
	struct chart_picture picture;
	/* borrowed; NULL: nothing to draw, see `why` */
	const struct flame *flame;
	/* borrowed: the transformed tree of `flame`; NULL: as recorded */
	const struct derived_tree *derived;
	bool is_second;	 /* the chart is of the second file */
	const char *why; /* why there is nothing to draw */
	/* borrowed: the tree of the flame graph; only its address is used */
	const struct tree *graph;
	char words[LABEL_MAX * 3];    /* a buffer for `why` */
	struct range range;	      /* the selected range */
	struct chart_threads threads; /* owned: the threads of the range */
	bool has_lanes;		      /* `threads` is up to date with the kept samples */
	/* the displayed thread: an index into threads.lanes */
	uint32_t lane;
	bool picked; /* chosen by the user, or with the cursor among lanes */
	struct thread_samples samples;
	struct chart_cells cells; /* owned: the cells of picture.window */
	bool known;		  /* the cells are up to date */
	uint64_t cursor;	  /* ns after the origin */
	uint32_t depth;
	uint32_t top; /* the first visible depth */
	bool focused;
	const char *of; /* borrowed: as in struct chart_data */
	/* the number of threads that the user wants below this one, in order of activity */
	uint32_t beside;
	struct chart_beside {
		uint32_t lane;
		struct chart_window window;
		struct chart_cells cells; /* owned */
	} others[CHART_BESIDE_MOST];
	/* the number of `others` that fit and were counted */
	uint32_t other_count;

	/* The map above. `time`, `lanes` and `map` are set by chart_view_follow(). */
	const struct heat_view *time;	/* borrowed; may be NULL */
	const struct lanes_view *lanes; /* borrowed; NULL: a heat map */
	uint64_t time_cursor;		/* the last known position of the map's cursor */
	uint32_t lanes_row;		/* the last known row of the cursor among lanes */
	struct pane map;		/* the pane of the map */
};

/*
 * Set the map above, and the lanes that replace it, or NULL. Call this before updating or drawing
 * the chart.
 */
void chart_view_follow(struct chart_view *v, const struct heat_view *time,
		       const struct lanes_view *lanes, struct pane map);

/* Drop all counts: the kept samples have changed. */
void chart_view_forget(struct chart_view *v);

#endif
