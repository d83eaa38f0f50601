/* view.h - the interface of a view: the data that it gets, and the actions that it requests. */

#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include <stdio.h>

#include "analysis/range_totals.h"
#include "analysis/transform/derived_counts.h"
#include "canvas/canvas.h"
#include "view/command.h"
#include "view/difference.h"
#include "view/theme.h"

/* The actions that a view requests from its caller after a command. */
enum action_kind {
	ACTION_NONE,	/* the view does not handle the command: another one may */
	ACTION_REDRAW,	/* draw the view again; nothing else has changed */
	ACTION_UPDATE,	/* call update(), then draw */
	ACTION_ARRANGE, /* divide the panes again, then draw */
	ACTION_CLOSE,	/* return to the view that was shown before */
	ACTION_ALL,	/* select the whole profile */
	ACTION_RANGE,	/* select `range` of `side`; `settled`: the drag has ended */

	/*
	 * Make columns `value` ns long, around the time `range.from`. `settled`: the length was
	 * computed, and is not just the next longer or shorter one.
	 */
	ACTION_PERIOD,
	ACTION_GRAPH,  /* focus the flame graph; `settled`: select `range` first */
	ACTION_ZOOM,   /* make node `id` as wide as the picture; 0: all */
	ACTION_NARROW, /* list the frames that share the box under the graph's cursor */
	ACTION_FRAME,  /* execute `command` for the frame under the cursor */
	ACTION_NAME,   /* show the name `text`, of enum keys_by `id`, in the graph */
	/* keep the samples of the name with hue `id`; `settled`: drop them */
	ACTION_HUE,
	ACTION_LANE,  /* do enum lane_action `value` for row `id` of the lanes */
	ACTION_STEP,  /* step choice `id` by `steps` values; negative: back */
	ACTION_LINE,  /* execute `command` for line `id` of the list */
	ACTION_TYPED, /* the text of a prompt has changed; `settled`: Enter was typed */
	ACTION_COPY,  /* copy `text` to the clipboard */
};

/* The side of a range. An empty range of RANGE_OF_BASELINE removes the baseline. */
enum range_side { RANGE_OF_SUBJECT, RANGE_OF_BASELINE, RANGE_OF_OTHER };

enum lane_action {
	LANE_KEEP, /* keep only the samples of the lane */
	LANE_DROP, /* drop them */
	LANE_FOLD, /* fold the threads of its process into one lane, or unfold them */
	LANE_TELL, /* describe what the thread did at the cursor */
	LANE_WAKER /* go to the thread that ended this */
};

struct action {
	enum action_kind kind;
	enum command command;
	struct range range;
	enum range_side side;
	bool settled;
	bool reveal; /* with a range: scroll the map to it */
	uint32_t id;
	int steps;
	uint64_t value;
	/* With ACTION_FRAME: a node of the graph, or the frame `id`, or the function `text` of
	 * `module`. All zero: there is no frame under the cursor. */
	uint32_t node;
	struct text text;   /* borrowed */
	struct text module; /* borrowed; empty: any module */
	const char *words;  /* borrowed: a literal for the status line; or NULL */
};

#define ACTION(k)     ((struct action){.kind = ACTION_##k})
#define ACTION_SAY(w) ((struct action){.kind = ACTION_REDRAW, .words = (w)})

struct tree;

/*
 * ACTION_FRAME for a node of a tree. It names no frame for the root, and for commands about
 * functions if the node is a group: groups have no callers, call paths or instructions.
 */
struct action view_frame_action(enum command command, const struct tree *t,
				uint32_t node);

/* ---- views ---- */

struct flame;
struct heat_cells;
struct profile;
struct search;
struct status;
struct time_limit;

/* The data of a chart: samples of one file, the first or the second. All borrowed. */
struct chart_data {
	const struct flame *flame; /* of its range, as recorded; NULL: not requested */
	const struct derived_tree
	    *derived;		     /* its tree has the boxes; NULL: as recorded */
	const struct search *search; /* NULL: no search */
	struct range range;
	struct selection several; /* as in struct view_data */
	bool is_second;
	const char *of;	 /* like `sampled_of` in struct view_data */
	const char *why; /* why there is no chart; or NULL */
};

/* The data of the views, gathered by their owner. All borrowed. */
struct view_data {
	const struct profile *profile;
	const struct flame *flame;   /* of the range, with its tree */
	const struct search *search; /* NULL: no search, or not yet */
	/*
	 * With call paths as recorded, and the node of each sample. With two files it covers both,
	 * and has no samples.
	 */
	struct tree_results recorded;
	struct tree_results
	    functions; /* for tables: call paths as drawn, never leaf first */
	const struct flame *sampled; /* of the range of the first file, as recorded */
	const char *sampled_of; /* ", of the first file" if this is not obvious; or "" */
	struct chart_data chart;
	const char *shaped; /* how call paths are transformed: "focus malloc"; or "" */
	const struct heat_cells *cells; /* NULL: those of the last update() */
	const struct theme *theme;
	const struct choice *choice;
	struct range range;
	struct selection several; /* all ranges if there are several; else none */
	const struct comparison *comparison; /* NULL: nothing is compared; see `wait` */
	struct range baseline;		     /* the range of the baseline; or empty */
	struct selection baseline_several;   /* like `several` */
	bool swapped;	  /* the baseline, or everything outside the range, is side A */
	const char *wait; /* why the comparison is not available yet; or NULL */
	bool moving;	  /* the range is being dragged: the next one follows soon */
	bool later;	  /* update() may leave lengthy work to finish() */
	bool is_time;	  /* values are nanoseconds */
	uint64_t percent_of; /* the value that is 100 % */
	const char *instead; /* why there are no stacks yet; or NULL */
};

/*
 * A view is a struct and these functions, which get it as `self`. A zeroed struct is a view that
 * shows nothing. Views borrow the data that they show; they never open files, call each other or
 * access the terminal. They keep times and nodes, not cells, so that a resize or another scale
 * moves nothing. `pane` is the place of the view; mouse positions are relative to it. It has a
 * canvas only in draw() and detail(). The views of an open profile are rows of views.def.
 */
struct view_ops {
	size_t size; /* of the struct */
	/* The word for COMMAND_ENTER in the key bar; "": Enter does nothing. */
	const char *enter;

	/* Take new data, or another size of the pane. The view may be drawn even if this fails. */
	bool (*update)(void *self, const struct view_data *data, struct pane pane,
		       struct error *err);

	/*
	 * Has update() left work for finish()? finish() returns false and ERROR_CANCELLED if
	 * `limit` ends it: the work then remains to be done, until COMMAND_CANCEL drops it. Both
	 * may be NULL.
	 */
	bool (*is_behind)(const void *self);
	bool (*finish)(void *self, struct time_limit *limit, struct error *err);

	/* Called before draw(); `focused`: the view has the keyboard. May be NULL. */
	void (*prepare)(void *self, struct pane pane, bool focused);

	/* Draw everything; change nothing, allocate nothing. */
	void (*draw)(const void *self, struct pane pane);

	/*
	 * Describe the thing under the cursor in the line `pane`. False if there is nothing to
	 * describe; then the frame under the graph's cursor is described instead. May be NULL.
	 */
	bool (*detail)(const void *self, const struct status *status, struct pane pane);

	/*
	 * Change the state of the view, and return the action to be taken. COMMAND_HOVER with a
	 * position outside the pane: the pointer has left it.
	 */
	struct action (*command)(void *self, const struct input *in, struct pane pane);

	/* Does the view get all commands of the mouse, wherever it is? NULL: no. */
	bool (*grabs)(const void *self);

	/*
	 * The tree `new` replaces `old`; both still exist. `frames` maps numbers of frames, see
	 * path_frame_map(); NULL: they are the same. The state of the view stays, but it shows
	 * nothing until its update(). May be NULL.
	 */
	void (*follow)(void *self, const struct tree *old, const struct tree *new,
		       const uint32_t *frames);

	/* Free everything; the view shows nothing until its next update(). */
	void (*release)(void *self);
};

/* From top to bottom. */
enum view_pane { PANE_UPPER, PANE_OTHER, PANE_LOWER, PANES };

/* A row of views.def. */
struct view_info {
	const struct view_ops *ops;
	enum view_pane pane;
	/*
	 * The command that shows the view, and hides it again. COMMAND_NONE: the default view of
	 * its pane.
	 */
	enum command command;
};

#define VIEW(place, ops, pane, command) extern const struct view_ops ops;
#include "view/views.def"
#undef VIEW

/* By enum view_id. */
extern const struct view_info view_table[VIEW_COUNT];

/*
 * Write the options of `flarescope tree` that list the rows on the screen: " --depth 4 --sort
 * self". `self` belongs to tree_view_ops.
 */
void tree_view_write_options(const void *self, FILE *out);

#endif
