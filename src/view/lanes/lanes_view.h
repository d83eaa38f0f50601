/* lanes_view.h - lanes on the screen: a line for each thread, process, CPU ..., time to the right. */

#ifndef VIEW_LANES_LANES_VIEW_H
#define VIEW_LANES_LANES_VIEW_H

#include "analysis/lanes/lanes.h"
#include "analysis/waiting/thread_state.h"
#include "view/heat/heat_view.h"

/* What a thread did at a place of its lane, in two lines. */
struct lane_told {
	bool known;
	uint32_t row; /* the place: only there it is shown, */
	uint64_t at;  /* the cursor of time */
	char what[400], who[400];
	bool has_waker; /* a thread: */
	uint32_t waker; /* of the profile, */
	uint64_t woken; /* ns after the origin: when it did so */
};

/* What is drawn. All borrowed; the last row of the cells is all other lanes. */
struct lanes_view {
	const struct theme *theme;
	const struct lanes *lanes;
	const struct lane_rows *rows;
	const struct lane_cells *cells;
	const struct lane_cells *matched; /* what a search found, or NULL */
	const struct lane_cells *states;  /* of threads' time: see lane_states_build(), */
	uint32_t state_count;		  /* how many there are, */
	enum thread_state state[THREAD_STATES]; /* and which; NULL: lanes have heat */
	struct lane_window window;		/* whose cells these are */
	struct range selected;			/* RANGE_ALL draws no selection */
	struct selection several; /* borrowed: that and further ranges, or none */

	/* On the screen alone. */
	struct heat_view *time; /* a map of one row: its columns, cursor and selection.
				   NULL on paper */
	const char *why;	/* a sentence instead of the lanes, or NULL */
	const char *next;	/* what lanes would be of next: "process"; NULL: a map */
	uint32_t cursor, top;	/* rows: the cursor's, and the first that is drawn */
	bool
	    on_name; /* with states: the cursor is left of the cells, where Enter keeps the lane */
	const struct lane_told *told; /* NULL: nothing is told */
	bool hovering;		      /* the pointer is in row `hover` */
	uint32_t hover;
};

/* How many columns of time fit a pane of this width, at the least. */
uint32_t lanes_view_columns(int width);

/* How high a pane with all rows is: theirs, that of others where there are any, and the axis. */
int lanes_view_lines(const struct lanes_view *v);

void lanes_view_draw(const struct lanes_view *v, struct pane p);

/* ---- on the screen ---- */

/* The part of the lanes' pane in which `time` would be, were it drawn: their columns are its. */
struct pane lanes_view_time(struct pane p);

/* Rows on the screen, that of others with them. */
uint32_t lanes_view_rows(const struct lanes_view *v);

/* Lines for each of so many rows where all of them have no more than this: few are higher. */
int lanes_view_height(uint32_t rows, int lines);

/* Where on the screen lanes lie. */
struct lanes_geometry {
	int name, ids; /* columns for the name, and for the share behind it */
	int cells, cell_width;
	uint32_t first, shown; /* columns of the window that are shown */
	uint32_t top;	       /* the first row, */
	int line, lines;       /* and where it is drawn; how many are, */
	int height;	       /* each on so many lines of the screen */
	int axis;
	int scale; /* column, or -1 */
};
struct lanes_geometry lanes_view_geometry(const struct lanes_view *v, struct pane p);

/* Is a column selected; has a cell the cursor, and how is that drawn? */
bool lanes_view_is_selected(const struct lanes_view *v, uint32_t column);
bool lanes_view_is_at_cursor(const struct lanes_view *v, uint32_t row, uint32_t column);
void lanes_view_draw_cursor(const struct lanes_view *v, struct pane p, int x, int y);

/* What Enter does where the cursor is. */
enum lane_action lanes_view_enter(const struct lanes_view *v);

/* A row under the pointer, or the cursor's if there is none, at the column where `time` has it. */
struct lanes_pointed {
	struct text name;
	uint64_t count; /* in that column */
};
bool lanes_view_pointed(const struct lanes_view *v, struct lanes_pointed *at);

#endif
