/* view.h - what views are told and what they ask for. */

#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "analysis/figures.h"
#include "analysis/shape/shaped.h"
#include "canvas/canvas.h"
#include "view/command.h"
#include "view/difference.h"
#include "view/theme.h"

/* What a view asks of whoever shows it. */
enum action_kind {
	ACTION_NONE,	/* the command meant nothing here: somebody else may take it */
	ACTION_REDRAW,	/* the view changed itself; nobody else is concerned */
	ACTION_UPDATE,	/* the same, and it wants its update() before it is drawn */
	ACTION_ARRANGE, /* the same, and the panes are to be divided anew */
	ACTION_CLOSE,	/* put back the view that was here before */
	ACTION_ALL,	/* look at the whole profile */
	ACTION_RANGE, /* look at `range`, of `side`; `settled`: the user has finished choosing */
	ACTION_PERIOD, /* columns of `value` ns around the time `range.from`; `settled`: that is no
			 * step longer or shorter */
	ACTION_GRAPH, /* give the flame graph the focus; `settled`: look at `range` first */
	ACTION_ZOOM,   /* make node `id` as wide as the picture; 0: all */
	ACTION_NARROW, /* list the frames that share the box under the graph's cursor */
	ACTION_FRAME,  /* obey `command` for the frame that the cursor is on */
	ACTION_NAME,   /* show the name `text`, one of enum keys_by `id`, in the graph */
	ACTION_HUE,   /* keep the samples of the name of hue `id`; `settled`: drop them */
	ACTION_LANE,  /* do enum lane_action `value` for row `id` of the lanes */
	ACTION_STEP,  /* go `steps` values of choice `id` on, or back */
	ACTION_LINE,  /* obey `command` for line `id` of the list */
	ACTION_TYPED, /* the text of a prompt changed; `settled`: it was accepted */
	ACTION_COPY,  /* put `text` on the clipboard */
};

/* The side that a range is of. An empty one of RANGE_OF_BASELINE: there is no baseline any more. */
enum range_side { RANGE_OF_SUBJECT, RANGE_OF_BASELINE, RANGE_OF_OTHER };

/* Keep the samples of a lane, or drop them; fold its process, or unfold it; say what it did at the cursor,
 * and go to who ended that. */
enum lane_action { LANE_KEEP, LANE_DROP, LANE_FOLD, LANE_TELL, LANE_WAKER };

struct action {
	enum action_kind kind;
	enum command command;
	struct range range;
	enum range_side side;
	bool settled;
	bool reveal; /* of a range: the map scrolls to where it is */
	uint32_t id;
	int steps;
	uint64_t value;
	/* Of ACTION_FRAME: a node of the graph, or the frame `id`, or the function `text` of
	 * `module`; all zero: the cursor is on none. */
	uint32_t node;
	struct text text;   /* borrowed */
	struct text module; /* borrowed; empty: of any */
	const char *words;  /* a literal for the status line; may be NULL */
};

#define ACTION(k)     ((struct action){.kind = ACTION_##k})
#define ACTION_SAY(w) ((struct action){.kind = ACTION_REDRAW, .words = (w)})

struct tree;

/*
 * ACTION_FRAME for a node of a tree. Groups and the root have no callers, call paths or
 * instructions, and all stacks have the root: there it is about no frame.
 */
struct action view_about(enum command command, const struct tree *t, uint32_t node);

/* ---- views ---- */

struct flame;
struct heat_cells;
struct profile;
struct search;
struct status;
struct time_limit;

/* What a chart is of: samples of one file, which may be the second, as struct charting has them. */
struct chart_data {
	const struct flame *flame; /* of its range, as recorded; NULL: nobody has asked */
	const struct shape *shape; /* of whose tree the boxes are; NULL: as recorded */
	const struct search *search; /* NULL: nothing is searched */
	struct range range;
	struct selection several; /* as below */
	bool is_second;
	const char *of;	 /* as `sampled_of` */
	const char *why; /* there is none; or NULL */
};

/* What a view may see: the answers, gathered by whoever owns them. All borrowed. */
struct view_data {
	const struct profile *profile;
	const struct flame *flame;   /* of the range, with its tree */
	const struct search *search; /* NULL: nothing is searched, or not yet */
	struct answer_of recorded;   /* with the nodes of samples; of two files that of
				    * both, which has none */
	struct answer_of functions;  /* what tables are of: the same, never leaf first */
	const struct flame *sampled; /* of the range of the first file, as recorded */
	const char
	    *sampled_of; /* ", of the first file": where that is not clear; or "" */
	struct chart_data chart;
	const char
	    *shaped; /* "leaf first, focus malloc": how call paths were changed; or "" */
	const struct heat_cells *cells; /* NULL: they are those of the last update() */
	const struct theme *theme;
	const struct choice *choice; /* how all is drawn */
	struct range range;
	struct selection several; /* that and further ones; of no further ones: none */
	const struct comparison
	    *comparison;       /* NULL: nothing is compared, or see `wait` */
	struct range baseline; /* of the time that the range is held against; or empty */
	struct selection baseline_several; /* that and further ones; as `several` */
	bool swapped;	  /* then it, or what is not in the range, is the subject */
	const char *wait; /* why nothing is compared yet, though it is to be. Or NULL */
	bool moving;	  /* a range is being chosen: the next ones follow at once */
	bool later;	  /* what takes long can be left to finish() */
	bool is_time;	  /* values are nanoseconds */
	uint64_t percent_of; /* the value that shares are of, as chosen */
	const char *instead; /* of stacks: why there are none yet. Or NULL */
};

/*
 * A view is a struct and these functions, to which it is `self`; zeroed it is a view that
 * shows nothing. Views borrow what they show and never open files, call each other or know
 * the terminal. They keep places in time and nodes, not in cells, so a resize or another scale
 * moves nothing. `pane` is where the view is, and the input's mouse position is within it; it has
 * a canvas in draw() and detail() alone. Those of an open profile are rows of views.def.
 */
struct view_ops {
	size_t size; /* of the struct */
	const char
	    *enter; /* the word of COMMAND_ENTER in the key bar; "": it does nothing */

	/* The data, or the pane's size, are others than before. When it fails the view
	 * still may be drawn. */
	bool (*update)(void *self, const struct view_data *data, struct pane pane,
		       struct error *err);

	/*
	 * Has update() left something to do? And do it: false and ERROR_CANCELLED where `limit` ends it,
	 * and it still is to be done, unless COMMAND_CANCEL comes: then it is not done at all. Both may be NULL.
	 */
	bool (*is_behind)(const void *self);
	bool (*finish)(void *self, struct time_limit *limit, struct error *err);

	/* It is drawn next, and has the keys or not. May be NULL. */
	void (*prepare)(void *self, struct pane pane, bool focused);

	/* Draw everything and change nothing; nor is memory asked for. */
	void (*draw)(const void *self, struct pane pane);

	/* Draw what is known of what the cursor is on into the line `pane`. May be NULL;
	 * false: there is nothing, and the frame that the graph's cursor is on is told of. */
	bool (*detail)(const void *self, const struct status *status, struct pane pane);

	/* Change the view's own state, and ask for the rest. COMMAND_HOVER beside the pane
	 * says that the pointer has left it. */
	struct action (*command)(void *self, const struct input *in, struct pane pane);

	/* Does it get the mouse wherever that is? May be NULL: no. */
	bool (*grabs)(const void *self);

	/*
	 * Another tree takes the place of `old`; both are there. `frames`: see path_frame_map();
	 * NULL: the same. It shows nothing until its update(), and what the user has done stays. May be NULL.
	 */
	void (*follow)(void *self, const struct tree *old, const struct tree *new,
		       const uint32_t *frames);

	/* Free what it owns: it shows nothing then, until its next update(). */
	void (*release)(void *self);
};

/* From top to bottom. */
enum view_pane { PANE_UPPER, PANE_OTHER, PANE_LOWER, PANES };

/* A row of views.def. */
struct view_info {
	const struct view_ops *ops;
	enum view_pane pane;
	/* Shows it, and what was there again. COMMAND_NONE: of the one view of each pane
	 * that is there otherwise. */
	enum command command;
};

#define VIEW(place, ops, pane, command) extern const struct view_ops ops;
#include "view/views.def"
#undef VIEW

/* By enum view_id. */
extern const struct view_info view_table[VIEW_COUNT];

#endif
