/* heat_view.h - the heat map on the screen: its cells, axes, cursor and selection. */

#ifndef VIEW_HEAT_VIEW_H
#define VIEW_HEAT_VIEW_H

#include "analysis/cpu_usage.h"
#include "analysis/included.h"
#include "analysis/lanes/name_hues.h"
#include "view/heat/heat_clock.h"
#include "view/view.h"

/* The item that stays in place on the screen when the length of columns changes. */
enum heat_held { HELD_NOTHING, HELD_SELECTION, HELD_CURSOR, HELD_POINTER };

enum heat_marking { MARKING_NONE, MARKING_CELLS, MARKING_COLUMNS };

/* The contents of the cells. All pointers are borrowed; all maps have the same cells. */
struct heat_cells {
	const struct heatmap *map;     /* NULL: there is no map */
	const struct heatmap *matched; /* the matches of the search; NULL: no search */
	/* busy CPUs in `map` and `matched`; NULL: cells show samples, or ns of spans */
	const struct cpu_usage *busy, *found;
	const struct name_hues *hues; /* NULL: cells are coloured by heat */
	/* with hues: the most frequent name in each cell of `map` and `matched` */
	const struct cell_winners *who, *who_found;
};

/*
 * The map of another file. Both maps have the same scale and columns of the same length, and scroll
 * together. All zero: no other map.
 */
struct heat_other_map {
	/* its columns before and after this map */
	uint32_t before, after;
	uint64_t peak, found_peak; /* its heat_view_peak() and heat_view_found_peak() */
};

/* The cursor and the mark are times, so they stay in place when rows or columns change. */
struct heat_view {
	/* the cells, as in struct heat_cells: borrowed */
	const struct heatmap *map;	/* borrowed; NULL: there is no map, see `why` */
	const struct heatmap *matched;	/* borrowed */
	const struct cpu_usage *busy;	/* borrowed */
	const struct cpu_usage *found;	/* borrowed */
	const struct name_hues *hues;	/* borrowed */
	const struct cell_winners *who; /* borrowed */
	const struct cell_winners *who_found; /* borrowed */
	const struct choice *choice;	      /* borrowed; NULL: choice_default */
	/* owned: for each column the sum of all previous columns, then the total */
	uint64_t *sums;
	size_t room;	 /* allocated sums */
	uint32_t wished; /* rows that the user requested, if they do not fit; else 0 */
	uint64_t usual;	 /* length of a column that COMMAND_FIT tries first, ns; 0: 1 s */
	uint64_t length; /* ns from the map's origin to just after the last sample */
	const char *why; /* borrowed: a message in place of the map */
	const struct theme *theme;	   /* borrowed */
	struct range selected;		   /* RANGE_ALL: no selection is drawn */
	struct selection several;	   /* borrowed: all ranges, if several */
	struct selection baseline_several; /* borrowed: like `several` */
	struct range baseline;		   /* empty: no baseline is drawn */
	/* draw the selection as a side of a comparison, even without a baseline */
	bool compared;
	bool swapped; /* the selection is side B */
	bool focused;
	bool growing;		 /* the file has not been read to its end */
	uint64_t expected;	 /* estimated length of the whole file, ns; 0: unknown */
	struct heat_clock clock; /* of the map's origin */

	struct heat_other_map beside;
	const char *heading; /* borrowed: in place of the overview; or NULL */
	bool led;	     /* scrolls with the other map, which leads */
	bool is_other;	     /* the map and the selection are of the second file */
	struct range rest;   /* the range that COMMAND_CANCEL selects; empty: all */

	uint64_t cursor;	   /* ns after the origin: a time in the cell */
	uint64_t mark;		   /* a time in the cell where the selection began */
	enum heat_marking marking; /* a selection is being made */
	struct range before;	   /* the range to restore if marking is cancelled */
	bool for_baseline;	   /* the current or the next selection is the baseline */
	bool dragging;		   /* a mouse button is pressed */
	bool moved;		   /* the pointer has left the pressed cell */
	bool second;	/* this press ends a selection that was started earlier */
	bool extending; /* a Shift-drag moves an end of the selection */
	bool hovering;	/* the pointer is over the cell `hover` */
	uint64_t hover;
	/* the first visible column, counted over both maps */
	uint32_t scroll;
	enum heat_held held; /* for the next heat_view_follow() */
	/* with HELD_CURSOR or HELD_POINTER, this time stays at column `held_x` of the cells */
	uint64_t held_time;
	int held_x, held_y; /* `held_y`: the line of the pointer */
};

/*
 * Show these cells from now on; the caller keeps them. Call this whenever they change. It cannot
 * fail if an earlier map had at least as many columns. Zero the view before the first call; release
 * it with heat_view_release().
 */
bool heat_view_show(struct heat_view *v, const struct heat_cells *cells,
		    struct error *err);
void heat_view_release(struct heat_view *v);

/* Like heat_view_show(), but only the matches of the search have changed. */
void heat_view_show_found(struct heat_view *v, const struct heat_cells *cells);

/*
 * Scroll to the cursor, and keep `held` in place. Call this before drawing, and after the period
 * has changed.
 */
void heat_view_follow(struct heat_view *v, struct pane p);

/* Move the cursor into a selection made elsewhere; the next heat_view_follow() scrolls to it. */
void heat_view_reveal(struct heat_view *v);

/* Abort the current selection, and the choice of a baseline. */
void heat_view_forget_mark(struct heat_view *v);

/* Keep the cursor in place when the period changes. Call this before the change. */
void heat_view_hold(struct heat_view *v, struct pane p);

/* Scroll by this many columns; the cursor stays in the window. False if the map cannot scroll. */
bool heat_view_scroll(struct heat_view *v, int64_t columns, struct pane p);

/* In heat_draw.c, which decides the colour and the character of each cell. */
void heat_view_draw(const struct heat_view *v, struct pane p);
struct action heat_view_command(struct heat_view *v, const struct input *in,
				struct pane p);

/* The origin has moved back by `earlier` ns: shift all times. */
void heat_view_shift(struct heat_view *v, int64_t earlier);

/* The value of a cell: samples, ns of spans, or busy CPUs in units of CPU_USAGE_ONE. */
uint64_t heat_view_value(const struct heat_view *v, uint32_t column, uint32_t row);

/* The part of the value that matches the search; 0 without a search. */
uint64_t heat_view_found(const struct heat_view *v, uint32_t column, uint32_t row);

/* The largest value of a cell, or of its part that matches the search, in either map. */
uint64_t heat_view_peak(const struct heat_view *v);
uint64_t heat_view_found_peak(const struct heat_view *v);

/*
 * The share of a cell's samples, or of its time in spans, that matches the search. An empty cell
 * has no share, which differs from a share of 0.
 */
#define HEAT_SHARE_ALL 10000
#define HEAT_SHARE_FEW 5
struct heat_share {
	uint64_t found, of; /* samples, or ns */
	/* in units of HEAT_SHARE_ALL; at least 1 if `found` is not 0 */
	unsigned part;
	/* unreliable: fewer than HEAT_SHARE_FEW samples */
	bool few;
};

/* The start of the cell under the cursor. */
uint64_t heat_view_cursor(const struct heat_view *v);

static inline const struct choice *heat_view_choice(const struct heat_view *v)
{
	return v->choice ? v->choice : &choice_default;
}

/* The clock in the chosen time zone. */
static inline struct heat_clock heat_view_clock(const struct heat_view *v)
{
	struct heat_clock c = v->clock;

	c.local = heat_view_choice(v)->local;
	return c;
}

/* Are shares drawn? */
bool heat_view_shares(const struct heat_view *v);

/* The share of a cell; false if the cell is empty. There must be a search. */
bool heat_view_share(const struct heat_view *v, uint32_t column, uint32_t row,
		     struct heat_share *share);

/* The word for the CPUs that the map counts: "busy", "sampled" or "idle". */
const char *heat_view_doing(const struct heat_view *v);

/* A cell and its values. */
struct heat_pointed {
	struct range cell;
	uint64_t count; /* samples, or ns of spans */
	bool has_share; /* `share` is set */
	struct heat_share share;
	bool is_busy; /* `ticks` and `level` are set */
	uint64_t ticks;
	uint64_t level; /* busy CPUs, in units of CPU_USAGE_ONE */
};

/*
 * The period of an event that occurs once per column, a little later or earlier in each, and so
 * appears as a diagonal in the map. The mark and the cursor of the current selection are two points
 * of the diagonal. `*every` is in ns, rounded to the precision of the cells. False if both are in
 * the same column, or if no cells are being selected.
 */
bool heat_view_diagonal(const struct heat_view *v, uint64_t *every);

/* The cell under the pointer, or else under the cursor. False without a map. */
bool heat_view_pointed(const struct heat_view *v, struct heat_pointed *at);

#endif
