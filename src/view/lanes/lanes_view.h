/* lanes_view.h - lanes on the screen: a line for each thread, process, CPU; time to the right. */

#ifndef VIEW_LANES_LANES_VIEW_H
#define VIEW_LANES_LANES_VIEW_H

#include "analysis/lanes/lanes.h"
#include "analysis/waiting/thread_state.h"
#include "view/heat/heat_view.h"

/* The activity of a thread at one place of its lane, described in two lines. */
struct lane_detail {
	bool known;
	uint32_t row; /* shown only while the cursor is in this row ... */
	uint64_t at;  /* ... and at this time */
	char what[400], who[400];
	bool has_waker; /* a thread woke it */
	uint32_t waker; /* the thread's index in the profile */
	uint64_t woken; /* ns after the origin: the time of the wake-up */
};

/*
 * The data to draw. All pointers are borrowed; the last row of cells stands for all remaining
 * lanes.
 */
struct lanes_view {
	const struct theme *theme;
	const struct lanes *lanes;
	const struct lane_rows *rows;
	const struct lane_cells *cells;
	const struct lane_cells *matched; /* the matches of a search, or NULL */
	/* thread states, see lane_states_build(); NULL: lanes show heat */
	const struct lane_cells *states;
	uint32_t state_count;			/* the number of states */
	enum thread_state state[THREAD_STATES]; /* the states */
	struct lane_window window;		/* the window of the cells */
	struct range selected;			/* RANGE_ALL draws no selection */
	/* borrowed: all selected ranges, if there are several; or empty */
	struct selection several;

	/* Used on the screen only. */
	/* a map of one row, for the columns, the cursor and the selection; NULL on paper */
	struct heat_view *time;
	const char *why;      /* a message instead of the lanes, or NULL */
	const char *next;     /* the next kind of lanes: "process"; NULL: a map */
	uint32_t cursor, top; /* row of the cursor; the first visible row */
	/*
	 * with states: the cursor is on the names, left of the cells, where Enter filters by the
	 * lane
	 */
	bool on_name;
	const struct lane_detail *told; /* NULL: no description */
	bool hovering;			/* the pointer is in row `hover` */
	uint32_t hover;
};

/* The smallest number of time columns in a pane of this width. */
uint32_t lanes_view_columns(int width);

/* The height of a pane that shows all rows, the row of remaining lanes, and the axis. */
int lanes_view_lines(const struct lanes_view *v);

void lanes_view_draw(const struct lanes_view *v, struct pane p);

/* ---- on the screen ---- */

/* The part of the lanes' pane that has the columns of `time`. */
struct pane lanes_view_time(struct pane p);

/* The number of rows, including the row of remaining lanes. */
uint32_t lanes_view_rows(const struct lanes_view *v);

/* The number of lines per row: more than one only if all rows fit into `lines`. */
int lanes_view_height(uint32_t rows, int lines);

/* The layout of lanes on the screen. */
struct lanes_geometry {
	int name, ids; /* the width of the name, and of the share after it */
	int cells, cell_width;
	uint32_t first, shown; /* visible columns of the window */
	uint32_t top;	       /* the first visible row */
	int line, lines; /* the line where it is drawn; the number of visible rows */
	int height;	 /* the lines per row */
	int axis;
	int scale; /* column, or -1 */
};
struct lanes_geometry lanes_view_geometry(const struct lanes_view *v, struct pane p);

/* The effect of Enter at the cursor. */
enum lane_action lanes_view_enter(const struct lanes_view *v);

/* The row under the pointer, or else under the cursor, at the column of `time`. */
struct lanes_pointed {
	struct text name;
	uint64_t count; /* in that column */
};
bool lanes_view_pointed(const struct lanes_view *v, struct lanes_pointed *at);

#endif
