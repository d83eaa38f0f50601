/* chart_view.h - the chart of a thread on the screen: which, what of it is seen, and the cursor. */

#ifndef VIEW_CHART_CHART_VIEW_H
#define VIEW_CHART_CHART_VIEW_H

#include "analysis/chart/chart_threads.h"
#include "view/chart/chart_picture.h"
#include "view/heat/heat_view.h"
#include "view/lanes/lanes_view.h"

#define CHART_BESIDE_MOST 15

/*
 * It has the columns of the map above it. But where that has rows a column, and a range is chosen, it
 * has just that range, as wide as the pane: such a range may be less than a column.
 *
 * The thread is that of the cursor among lanes, wherever that goes; else the one that the user has
 * gone on to, or done anything with, as long as there is anything of it; else the busiest of the range.
 */
struct chart_view {
	struct chart_picture picture;
	const struct flame *flame; /* borrowed; NULL: there is nothing to draw, and */
	const struct shape *shape; /* borrowed: of its tree; NULL: as recorded */
	bool is_second;		   /* of two files */
	const char *why;	   /* why that is so */
	const struct tree *graph; /* borrowed: of the flame graph, to compare with only */
	char words[LABEL_MAX * 3];    /* room for that */
	struct range range;	      /* that is chosen */
	struct chart_threads threads; /* owned: of the range */
	bool has_lanes;		      /* whose lanes are those of what is kept */
	uint32_t lane;		      /* of threads.lanes: the thread */
	bool picked;		      /* by the user, or by the cursor among lanes */
	struct thread_samples samples;
	struct chart_cells cells; /* owned: of picture.window */
	bool known;	 /* the cells are those of the thread and of what is kept */
	uint64_t cursor; /* ns after the origin */
	uint32_t depth;
	uint32_t top; /* the first depth that is seen */
	bool focused;
	const char *of;	 /* borrowed: as in struct chart_data */
	uint32_t beside; /* so many others are wanted beneath it, the next busiest */
	struct chart_beside {
		uint32_t lane;
		struct chart_window window;
		struct chart_cells cells; /* owned */
	} others[CHART_BESIDE_MOST];
	uint32_t other_count; /* for so many there is room, and they are counted */

	/* Of the map above; set by chart_view_follow(). */
	const struct heat_view *time;	/* borrowed; NULL: there is none */
	const struct lanes_view *lanes; /* borrowed; NULL: it is no lanes */
	uint64_t time_cursor;		/* where its cursor was */
	uint32_t lanes_row;		/* where its cursor was */
	struct pane map;		/* the pane of its columns */
};

/* Before it is updated or drawn: the map above it, or the lanes in its place (NULL: it is a map). */
void chart_view_follow(struct chart_view *v, const struct heat_view *time,
		       const struct lanes_view *lanes, struct pane map);

/* What is kept has changed: nothing that has been counted is true any more. */
void chart_view_forget(struct chart_view *v);

#endif
