/* view.h - what views are told and what they ask for. */

#ifndef VIEW_VIEW_H
#define VIEW_VIEW_H

#include "analysis/figures.h"
#include "analysis/shape/shaped.h"
#include "canvas/canvas.h"
#include "view/command.h"
#include "view/difference.h"
#include "view/theme.h"

/* What a view asks of who shows it. */
enum request_kind {
	REQUEST_NOTHING, /* the command meant nothing here: somebody else may take it */
	REQUEST_REDRAW,	 /* the view changed itself; nobody else is concerned */
	REQUEST_UPDATE,	 /* the same, and it wants its update() before it is drawn */
	REQUEST_ARRANGE, /* the same, and the panes are to be divided anew */
	REQUEST_ALL,	 /* look at the whole profile */
	REQUEST_RANGE, /* look at `range`; `settled` when the user has finished choosing */
	REQUEST_BASELINE, /* compare with `range`, as REQUEST_RANGE; empty: with none of its own */
	REQUEST_OTHER_RANGE, /* of the other file, which is the baseline, as REQUEST_RANGE */
	REQUEST_PERIOD, /* columns of `value` ns, around the time `range.from`; `settled` when that is
			   no step longer or shorter */
	REQUEST_GRAPH,	/* give the flame graph the focus */
	REQUEST_NARROW, /* list the frames that share the box under the graph's cursor */
	REQUEST_ZOOM,	/* make node `id` as wide as the picture; 0: all */
	REQUEST_FIND,	/* show function `id` (a frame) in the graph */
	REQUEST_NAME,	/* show the name `text`, one of enum keys_by `id`, in the graph */
	REQUEST_SEARCH, /* for frames whose name is `text` */
	REQUEST_LANE,	/* enum lane_wish `value` for row `id` of the lanes */
	REQUEST_DROP,	/* the stacks with such a frame; empty: there is none here */
	REQUEST_HUE,	/* keep what the name of hue `id` has; `settled`: drop it */
	REQUEST_CHOOSE, /* line `id` was chosen */
	REQUEST_REFUSE, /* line `id` was chosen to be dropped */
	REQUEST_GATHER, /* add to the selection what line `id` names; `settled`: and all like it */
	REQUEST_TYPED, /* the text of a prompt changed; `settled` when it was accepted */
	REQUEST_CLOSE, /* go away */
	REQUEST_STACK, /* open the whole stack of node `id`; 0: there is none here */
	REQUEST_STACK_OF, /* the same of function `id`, or of the function named `text` */
	REQUEST_TRANSFORM, /* list how call paths can be changed by function `text`, and by the
			    * way to node `value`, if that is not 0 */
	REQUEST_CALLERS, /* show function `text` of `module` between its callers and what it
			   * calls; of any, where that is empty */
	REQUEST_ANNOTATE, /* show the instructions of function `text` of `module` */
	REQUEST_COPY,	  /* put `text` on the clipboard */

	/* Those of prompts, menus and lists, which views never make. */
	REQUEST_GO_TO, /* look at `range`, where the map may not be yet; or at those that
			  * `text` names, if it has some */
	REQUEST_EVENT, /* row `id` of the events, or KEPT_ALL_EVENTS */
	REQUEST_ROOT,  /* enum root_mode `id` */
	REQUEST_SHAPE, /* change call paths as `text` says, a transformation a line */
	REQUEST_MEASURE,     /* line `id` of how to compare */
	REQUEST_LOOK,	     /* row `id` of how things look, `steps` values on, or back */
	REQUEST_KEEP,	     /* how things look, for later commands */
	REQUEST_ROWS,	     /* `value` rows a column; 0: as many as fit */
	REQUEST_FILTER,	     /* keep what the expression `text` says */
	REQUEST_ADD_FILTER,  /* the same, of what is kept already */
	REQUEST_PATTERN,     /* search for what the pattern `text` says */
	REQUEST_SAVE,	     /* into the file `path`; `settled`: also if it is there */
	REQUEST_OPEN,	     /* the file `path` */
	REQUEST_OPEN_MARKED, /* all files that are marked, together */
	REQUEST_BASELINE_FILE, /* it is what the file that is opened next is held against */
	REQUEST_FIND_LINE, /* of a list: one that has `text`; `settled` when it was accepted */
	REQUEST_QUIT,
	REQUEST_READ_AGAIN,   /* the open file; `settled`: with inlined functions */
	REQUEST_STOP_READING, /* it again, and keep what is shown */
};

/* Keep the samples of a lane, or drop them; fold its process, or unfold it; say what it did at the cursor,
 * and go to who ended that. */
enum lane_wish { LANE_KEEP, LANE_DROP, LANE_FOLD, LANE_TELL, LANE_WAKER };

struct request {
	enum request_kind kind;
	struct range range;
	bool settled;
	uint32_t id;
	int steps;
	uint64_t value;
	struct text text;   /* borrowed */
	struct text module; /* borrowed */
	const char *path;   /* borrowed */
	const char *words;  /* a literal to be shown in the status line; may be NULL */
};

#define REQUEST(k) ((struct request){.kind = REQUEST_##k})

/* ---- views ---- */

struct flame;
struct heat_cells;
struct profile;
struct search;
struct status;
struct time_limit;
struct tree;

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
	struct request (*command)(void *self, const struct input *in, struct pane pane);

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
