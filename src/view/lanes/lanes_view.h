/* lanes_view.h - lanes of threads, processes or CPUs on the screen, with time to the right. */

#ifndef VIEW_LANES_LANES_VIEW_H
#define VIEW_LANES_LANES_VIEW_H

#include "analysis/lanes/lanes.h"
#include "analysis/waiting/thread_state.h"
#include "view/heat/heat_view.h"

/* A description, in two lines, of the activity of a thread at one time. */
struct lane_detail {
	bool known;
	/* the description is shown only while the cursor is in this row and at this time */
	uint32_t row;
	uint64_t at;
	char what[400], who[400];
	bool has_waker; /* another thread woke this one */
	uint32_t waker; /* index of that thread in the profile */
	uint64_t woken; /* ns after the origin: the time of the wake-up */
};

/*
 * The data to draw. All pointers are borrowed. The last row of cells is for all lanes without a
 * row.
 */
struct lanes_view {
	const struct theme *theme;
	const struct lanes *lanes;
	const struct lane_rows *rows;
	const struct lane_cells *cells;
	const struct lane_cells *matched; /* the matches of a search, or NULL */
	/* thread states, see lane_states_build(); NULL: lanes show heat */
	const struct lane_cells *states;
	uint32_t state_count;			/* the number of events */
	enum thread_state state[THREAD_STATES]; /* of each event */
	struct lane_window window;		/* the window of the cells */
	struct range selected;			/* RANGE_ALL: no selection */
	/* borrowed: all selected ranges, if several; else empty */
	struct selection several;

	/* Used on the screen only. */
	/* a map of one row, with the columns, the cursor and the selection; NULL when printing */
	struct heat_view *time;
	const char *why; /* a message in place of the lanes; or NULL */
	/* the next kind of lanes, such as "process"; NULL: the map is next */
	const char *next;
	uint32_t cursor, top; /* row of the cursor; the first visible row */
	/* with states: the cursor is left of the cells, on a name; Enter keeps only this lane */
	bool on_name;
	const struct lane_detail *told; /* NULL: no description */
	bool hovering;			/* the pointer is over row `hover` */
	uint32_t hover;
};

/* The most columns of time that fit a pane of this width. */
uint32_t lanes_view_columns(int width);

/* The height of a pane that shows all rows, the axis, and the legend of states. */
int lanes_view_lines(const struct lanes_view *v);

void lanes_view_draw(const struct lanes_view *v, struct pane p);

/* ---- on the screen ---- */

/* The part of the pane that contains the map `time`. */
struct pane lanes_view_time(struct pane p);

/* The number of rows, including the row of remaining lanes. */
uint32_t lanes_view_rows(const struct lanes_view *v);

/* The number of lines per row; more than one only if all rows fit in `lines`. */
int lanes_view_height(uint32_t rows, int lines);

/* The layout of lanes on the screen. */
struct lanes_geometry {
	int name, ids; /* widths of the name, and of the share after it */
	int cells, cell_width;
	uint32_t first, shown; /* visible columns of the window */
	uint32_t top;	       /* the first visible row */
	int line, lines;       /* the line of `top`; the number of visible rows */
	int height;	       /* lines per row */
	int axis;
	int scale; /* the column of the legend, or -1 */
};
struct lanes_geometry lanes_view_geometry(const struct lanes_view *v, struct pane p);

/* The effect of Enter at the cursor. */
enum lane_action lanes_view_enter(const struct lanes_view *v);

/* The row under the pointer, or else under the cursor. */
struct lanes_pointed {
	struct text name;
	uint64_t count; /* in the column of the pointer or the cursor */
};
bool lanes_view_pointed(const struct lanes_view *v, struct lanes_pointed *at);

#endif
