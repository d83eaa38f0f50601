/* heat_view.h - the heat map on the screen: its cells, axes, cursor and selection. */

#ifndef VIEW_HEAT_VIEW_H
#define VIEW_HEAT_VIEW_H

#include "analysis/busy.h"
#include "analysis/kept.h"
#include "analysis/lanes/name_hues.h"
#include "view/heat/heat_clock.h"
#include "view/view.h"

/* What stays where it is on the screen when the columns change. */
enum heat_held { HELD_NOTHING, HELD_SELECTION, HELD_CURSOR, HELD_POINTER };

enum heat_marking { MARKING_NONE, MARKING_CELLS, MARKING_COLUMNS };

/* What is drawn into the cells. All borrowed; all of the same cells. */
struct heat_cells {
	const struct heatmap *map;	 /* NULL: there is none to draw */
	const struct heatmap *matched;	 /* what a search found, or NULL */
	const struct busy *busy, *found; /* of these two; NULL: samples are counted */
	const struct name_hues *hues;	 /* NULL: cells have the colours of heat */
	const struct dominant *who, *who_found; /* with hues: of these two maps */
};

/*
 * Another map that is drawn on the same columns, of another file: both have the same scale and
 * scroll together, over the columns of both. All zero: there is none.
 */
struct heat_beside {
	uint32_t before, after; /* columns that it has before the first of this map, and
				   after its last */
	uint64_t peak, found_peak; /* see heat_view_peak() and heat_view_found_peak() */
};

/*
 * A cell is a place in time, so the cursor and the mark are kept as times: they stay where
 * they are when rows or columns change.
 */
struct heat_view {
	const struct heatmap *map; /* borrowed; NULL: there is none to draw, see `why` */
	const struct heatmap
	    *matched; /* borrowed; the same cells, what a search found, or NULL */
	const struct busy
	    *busy; /* borrowed: how busy CPUs were is drawn; NULL: samples are */
	const struct busy *found;     /* borrowed: the same of what a search found */
	const struct name_hues *hues; /* borrowed: names that have hues; NULL: heat */
	const struct dominant *who;   /* borrowed: who has most of each cell, by hue */
	const struct dominant *who_found; /* borrowed: of what a search found */
	const struct choice *choice;	  /* borrowed: how it is drawn; NULL: as usual */
	uint64_t *sums;	 /* owned: of what is drawn before each column, and of all */
	size_t room;	 /* sums that there is memory for */
	uint32_t wished; /* rows that were asked for and do not all fit, else 0 */
	uint64_t usual;	 /* ns of a column that COMMAND_FIT tries first; 0: a second */
	uint64_t length; /* ns from the map's origin to just past the last sample */
	const char *why; /* borrowed; a sentence instead of the map */
	const struct theme *theme; /* borrowed */
	struct range selected;	   /* what is looked at; RANGE_ALL draws no selection */
	struct selection several;  /* borrowed: that and further ranges; of none: none */
	struct selection baseline_several; /* borrowed: the same of the baseline */
	struct range baseline; /* what it is held against; an empty one draws none, */
	bool compared; /* and then this draws the selection as a side nevertheless, */
	bool swapped;  /* as the baseline's */
	bool focused;
	bool growing;	   /* not all of its file is here: it is being read, or was not */
	uint64_t expected; /* about how long it will be then, in ns; 0: not known */
	struct heat_clock clock; /* of the map's origin */

	struct heat_beside beside;
	const char *heading; /* borrowed; instead of the overview; NULL: that is drawn */
	bool led;	   /* the other map has been scrolled, and this one is as that */
	bool is_other;	   /* what is selected is the range of the other file, */
	struct range rest; /* and if nothing is chosen this is, if it is not empty */

	uint64_t cursor;	   /* ns after the origin: the start of the cell */
	uint64_t mark;		   /* where the selection began */
	enum heat_marking marking; /* a selection is being made */
	struct range before;	   /* what was selected before that */
	bool for_baseline;	   /* it is, or the next one will be, the baseline */
	bool dragging, moved; /* by the mouse; it has left the cell it was pressed in */
	bool second;	      /* this press ends a selection that a click has begun */
	bool extending;	      /* Shift moves an end; settled when the button goes up */
	bool hovering;	      /* the pointer is over cell `hover` */
	uint64_t hover;
	uint32_t scroll;     /* the first column shown, of those of both maps */
	enum heat_held held; /* until heat_view_follow(): HELD_SELECTION is to be seen, */
	uint64_t
	    held_time; /* of the others this time stays at this column of the cells */
	int held_x, held_y; /* held_y: of the pointer */
};

/*
 * Show these cells from now on; they stay the caller's. Call it again whenever they change. It
 * cannot fail for a map of no more columns than any that was shown.
 * Zero the view before; release it with heat_view_release().
 */
bool heat_view_show(struct heat_view *v, const struct heat_cells *cells,
		    struct error *err);
void heat_view_release(struct heat_view *v);

/* The cells are those that it shows, but something else was found in them. */
void heat_view_show_found(struct heat_view *v, const struct heat_cells *cells);

/*
 * Scroll so that the cursor's column can be seen, and so that stays what is held. To be called
 * before drawing, and when the map has another period.
 */
void heat_view_follow(struct heat_view *v, struct pane p);

/* The selection was made elsewhere: the cursor goes into it, and the window follows. */
void heat_view_reveal(struct heat_view *v);

/* The selection that is being made, and the mode in which the next is the baseline, end. */
void heat_view_forget_mark(struct heat_view *v);

/* Columns are about to change: the cursor, or the cell under the pointer, is to stay. */
void heat_view_hold(struct heat_view *v, struct pane p);
void heat_view_hold_pointer(struct heat_view *v, int x, int y, struct pane p);

/* Show columns so much later; the cursor stays in the window. False at the end. */
bool heat_view_scroll(struct heat_view *v, int64_t columns, struct pane p);

void heat_view_draw(const struct heat_view *v, struct pane p);
struct action heat_view_command(struct heat_view *v, const struct input *in,
				struct pane p);

/* Times are counted from an origin that lies so much earlier now. */
void heat_view_shift(struct heat_view *v, int64_t earlier);

/* What is drawn in a cell: samples, ns of spans, or in BUSY_CPU how many CPUs were busy. */
uint64_t heat_view_value(const struct heat_view *v, uint32_t column, uint32_t row);

/* The most that a cell has of it, and of what a search found; of two maps that of both. */
uint64_t heat_view_peak(const struct heat_view *v);
uint64_t heat_view_found_peak(const struct heat_view *v);

/*
 * What a search found in a cell, as a share of what is there: of its samples, or of the time that
 * spans cover. An empty cell has none, which is not a share of 0; of fewer samples than
 * HEAT_SHARE_FEW it says little, and is drawn so.
 */
#define HEAT_SHARE_ALL 10000
#define HEAT_SHARE_FEW 5
struct heat_share {
	uint64_t found, of; /* samples, or ns */
	unsigned part;	    /* of HEAT_SHARE_ALL; not 0 where something was found */
	bool few;
};

/* The time at which the cursor's cell begins. */
uint64_t heat_view_cursor(const struct heat_view *v);

/* How it is drawn. */
static inline const struct choice *heat_view_choice(const struct heat_view *v)
{
	return v->choice ? v->choice : &choice_usual;
}

/* Its clock, in the zone that is chosen. */
static inline struct heat_clock heat_view_clock(const struct heat_view *v)
{
	struct heat_clock c = v->clock;

	c.local = heat_view_choice(v)->local;
	return c;
}

/* Are shares drawn? */
bool heat_view_shares(const struct heat_view *v);

/* False: the cell is empty. Something is searched. */
bool heat_view_share(const struct heat_view *v, uint32_t column, uint32_t row,
		     struct heat_share *share);

/* What the CPUs did that are drawn: "busy". */
const char *heat_view_doing(const struct heat_view *v);

/* A cell: its time, and how many samples it has, or how much time of spans. */
struct heat_pointed {
	struct range cell;
	uint64_t count;
	bool has_share; /* the next holds */
	struct heat_share share;
	bool is_busy; /* the rest holds */
	uint64_t ticks;
	uint64_t level; /* CPUs that were busy, in BUSY_CPU */
};

/*
 * Both ends of the selection that is being made, taken for two places of a diagonal: something
 * comes once a column, a little later (or earlier) in each. `every` is how often that is, in ns,
 * rounded to what the cells can tell. False: both are in one column, or none is being made.
 */
bool heat_view_diagonal(const struct heat_view *v, uint64_t *every);

/* The one under the pointer, or the cursor's when there is none there. False: there is no map. */
bool heat_view_pointed(const struct heat_view *v, struct heat_pointed *at);

#endif
