/* view.h - the interface of a view: the data that it draws, and the actions that it requests. */

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
	ACTION_NONE,	/* the command has no effect in the view */
	ACTION_REDRAW,	/* draw the view again */
	ACTION_UPDATE,	/* call update(), then draw */
	ACTION_ARRANGE, /* divide the panes again, then draw */
	ACTION_CLOSE,	/* return to the previous view */
	ACTION_ALL,	/* select the whole profile */
	ACTION_RANGE,	/* select `range` of `side`; `settled`: the drag has ended */

	/*
	 * Make columns `value` ns long, around the time `range.from`. `settled`: the length was
	 * chosen or computed; it is not just the next longer or shorter one.
	 */
	ACTION_PERIOD,
	ACTION_GRAPH,  /* focus the flame graph; `settled`: select `range` first */
	ACTION_ZOOM,   /* zoom into node `id`; 0: show all */
	ACTION_NARROW, /* list the frames that share the box under the graph's cursor */
	ACTION_FRAME,  /* execute `command` for the frame under the cursor */
	/* show the name `text` of kind `id`, an enum keys_by, in the graph */
	ACTION_NAME,
	/* keep only the samples of the name with hue `id`; `settled`: drop them */
	ACTION_HUE,
	ACTION_LANE,  /* apply `value`, an enum lane_action, to row `id` of the lanes */
	ACTION_STEP,  /* change choice `id` by `steps` values; negative: back */
	ACTION_LINE,  /* execute `command` for line `id` of the list */
	ACTION_TYPED, /* the text of a prompt has changed; `settled`: Enter */
	ACTION_COPY,  /* copy `text` to the clipboard */
};

/* RANGE_OF_OTHER: of the second file. An empty range of RANGE_OF_BASELINE removes the baseline. */
enum range_side { RANGE_OF_SUBJECT, RANGE_OF_BASELINE, RANGE_OF_OTHER };

enum lane_action {
	LANE_KEEP, /* keep only the samples of the lane */
	LANE_DROP, /* drop them */
	LANE_FOLD, /* fold the threads of the process into one lane, or unfold them */
	LANE_TELL, /* describe what the thread did at the cursor */
	LANE_WAKER /* go to the thread that ended the wait that LANE_TELL described */
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
	/*
	 * For ACTION_FRAME: a node of the graph, or the frame `id`, or the function `text` of
	 * `module`. All zero: there is no frame under the cursor.
	 */
	uint32_t node;
	struct text text;   /* borrowed */
	struct text module; /* borrowed; empty: any */
	const char *words;  /* borrowed: a message for the status line; or NULL */
};

#define ACTION(k)     ((struct action){.kind = ACTION_##k})
#define ACTION_SAY(w) ((struct action){.kind = ACTION_REDRAW, .words = (w)})

struct tree;

/*
 * ACTION_FRAME for a node of a tree. It has no frame if the node is the root, or if the node is a
 * group and the command is about a function.
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

/* The data of a chart, from the first or the second file. All borrowed. */
struct chart_data {
	const struct flame *flame; /* of the range, as recorded; NULL: no chart */
	/* the tree with the boxes; NULL: as recorded */
	const struct derived_tree *derived;
	const struct search *search; /* NULL: no search */
	struct range range;
	struct selection several; /* as in struct view_data */
	bool is_second;
	const char *of;	 /* see `sampled_of` in struct view_data */
	const char *why; /* why there is no chart; or NULL */
};

/* The data of all views. All borrowed. */
struct view_data {
	const struct profile *profile;
	const struct flame *flame;   /* of the range, with its tree */
	const struct search *search; /* NULL: no search, or no result yet */
	/*
	 * Call paths as recorded, with the node of each sample. For two files: the paths of both,
	 * without samples.
	 */
	struct tree_results recorded;
	/* for tables: call paths as drawn, but never leaf first */
	struct tree_results functions;
	const struct flame *sampled; /* of the range of the first file, as recorded */
	/* ", of the first file" or ", as recorded" if not obvious; or "" */
	const char *sampled_of;
	struct chart_data chart;
	const char *shaped; /* how call paths are transformed: "focus malloc"; or "" */
	const struct heat_cells *cells; /* NULL: as in the last update() */
	const struct theme *theme;
	const struct choice *choice;
	struct range range;
	/* all ranges if there are several; else empty */
	struct selection several;
	const struct comparison *comparison; /* NULL: nothing is compared; see `wait` */
	struct range baseline;		     /* the range of the baseline; or empty */
	struct selection baseline_several;   /* like `several` */
	bool swapped;			     /* the baseline is side A */
	const char *wait;		     /* why there is no comparison yet; or NULL */
	bool moving;	     /* the range is being dragged and will change soon */
	bool later;	     /* update() may leave long work to finish() */
	bool is_time;	     /* values are nanoseconds */
	uint64_t percent_of; /* the value that equals 100 % */
	const char *instead; /* why there are no stacks yet; or NULL */
};

/*
 * A view is a struct and these functions, which get the struct as `self`. A zeroed struct is a view
 * that shows nothing. Views borrow the data that they show; they never open files, call each other
 * or access the terminal. They store times and nodes instead of cells, which would change with the
 * size or the scale. `pane` is the place of the view, and mouse positions are relative to it; it
 * has a canvas only in draw() and detail(). The views of an open profile are rows of views.def.
 */
struct view_ops {
	size_t size; /* of the struct */
	/* The label of Enter in the key bar; "": Enter does nothing. */
	const char *enter;

	/* Take new data, or a new size of the pane. The view may be drawn even after a failure. */
	bool (*update)(void *self, const struct view_data *data, struct pane pane,
		       struct error *err);

	/*
	 * Has update() left work for finish()? If `limit` ends finish(), finish() returns false and
	 * ERROR_CANCELLED; the rest of the work remains until COMMAND_CANCEL drops it. Both
	 * functions may be NULL.
	 */
	bool (*is_behind)(const void *self);
	bool (*finish)(void *self, struct time_limit *limit, struct error *err);

	/* Called before draw(); `focused`: the view has the keyboard. May be NULL. */
	void (*prepare)(void *self, struct pane pane, bool focused);

	/* Draw everything; change nothing, allocate nothing. */
	void (*draw)(const void *self, struct pane pane);

	/*
	 * Describe the item under the cursor, in `pane`. If there is none, returns false, and the
	 * caller describes the frame under the cursor of the graph. May be NULL.
	 */
	bool (*detail)(const void *self, const struct status *status, struct pane pane);

	/*
	 * Change the state of the view, and return the action that the caller must take.
	 * COMMAND_HOVER with a position outside the pane means that the pointer has left it.
	 */
	struct action (*command)(void *self, const struct input *in, struct pane pane);

	/* Does the view get all mouse commands, wherever the pointer is? NULL: never. */
	bool (*grabs)(const void *self);

	/*
	 * The tree `new` replaces `old`; both still exist. `frames` maps the numbers of frames, see
	 * path_frame_map(); NULL: they are the same. The state of the view stays, but the view
	 * shows nothing until its next update(). May be NULL.
	 */
	void (*follow)(void *self, const struct tree *old, const struct tree *new,
		       const uint32_t *frames);

	/* Free everything; the view shows nothing until its next update(). */
	void (*release)(void *self);
};

/* The panes, from top to bottom. */
enum view_pane { PANE_UPPER, PANE_OTHER, PANE_LOWER, PANES };

/* A row of views.def. */
struct view_info {
	const struct view_ops *ops;
	enum view_pane pane;
	/* The command that shows or hides the view. COMMAND_NONE: the default view of the pane. */
	enum command command;
};

#define VIEW(place, ops, pane, command) extern const struct view_ops ops;
#include "view/views.def"
#undef VIEW

/* Indexed by enum view_id. */
extern const struct view_info view_table[VIEW_COUNT];

/*
 * Write the options, such as " --depth 4 --sort self", with which `flarescope tree` prints the rows
 * shown here, and closed ones. `self` belongs to tree_view_ops.
 */
void tree_view_write_options(const void *self, FILE *out);

#endif
