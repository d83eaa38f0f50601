/* open_profile.h - the profile on the screen: its session and its views. */

#ifndef WORKSPACE_OPEN_PROFILE_H
#define WORKSPACE_OPEN_PROFILE_H

#include "session/charting.h"
#include "session/lanes_map.h"
#include "session/loader/loading.h"
#include "session/other_map.h"
#include "session/picture.h"
#include "view/flame/flame_view.h"
#include "view/heat/heat_view.h"
#include "view/status.h"

/*
 * Initialise it with zeroes. Session and views agree: a function that changes one updates the
 * other, unless its comment says otherwise. `panes` and `shown_by` may be set at any time, take
 * effect with open_profile_refresh(), and are kept when the profile is closed.
 */
struct open_profile {
	struct pane panes[PANES]; /* without a canvas */
	/* The command, in views.def, of the view in each pane; lanes are part of the choice. */
	enum command shown_by[PANES];
	/* For a view of one function: the command of the view that it replaced. */
	enum command beneath[VIEW_COUNT];
	/* owned; NULL: no profile is open, and the members below are meaningless */
	struct session *session;
	const struct settings *settings; /* borrowed */
	const char *path;		 /* borrowed: the file; "-": standard input */
	struct picture_map map;		 /* owned: the displayed cells */
	struct name_hues *hues;		 /* owned: for both files; or NULL */
	struct heat_view heat;
	struct lanes_map lanes; /* in place of the map, if shown */
	struct other_map other; /* the map of the second file */
	struct flame_view flame;
	struct charting charting; /* owned: the data of the chart while it is shown */
	char charting_why[300];	  /* why there is no chart */
	/* owned: the other views of views.def; NULL for the map, lanes, other map and graph */
	void *others[VIEW_COUNT];
	const char *instead; /* why there are no stacks; or NULL */
	struct history history;
	struct status status; /* rebuilt after every change */
	struct range whole;
	struct load_progress read; /* how much has been read */
	bool partial; /* only a part was read: reading continues or was stopped */
	/* static: why a database has not counted the current choice; or NULL */
	const char *asking;
	bool coming;			   /* the rest of the file is being read */
	char partial_words[LOADING_WORDS]; /* for the title */
	struct anomalies odd;		   /* owned: the anomalies of all kept samples */
	bool odd_known;			   /* `odd` has been computed */
	enum root_mode root_before; /* `root` before the graph was turned leaf first */
	bool zoom_awaited;	    /* the frame of --zoom has not yet been read */
};

/* Show a session with these settings. Takes over the session, even on failure. */
bool open_profile_begin(struct open_profile *o, struct session *s, const char *path,
			const struct settings *settings, struct error *err);
void open_profile_close(struct open_profile *o);

/* Is the map of a second file shown? */
bool open_profile_has_other_map(const struct open_profile *o);

/* Make the map in this pane the leading map and return it; for the lower pane, the upper map. */
struct heat_view *open_profile_lead(struct open_profile *o, enum view_pane pane);

/* The cursor of the leading map, in times of its file. */
uint64_t open_profile_cursor(const struct open_profile *o);

/* ---- views ---- */

/* A row of views.def: the view, and the pane in which it is shown. */
struct view {
	const struct view_ops *ops;
	void *self; /* borrowed; NULL: nothing is open */
	struct pane pane;
};
struct view open_profile_view(struct open_profile *o, enum view_id id);

/* The view that is shown in a pane. */
enum view_id open_profile_shown(const struct open_profile *o, enum view_pane pane);

/*
 * open_profile_show_below() sets the view of the lower pane, before a file is opened.
 * open_profile_below() returns the current view; BELOW_GRAPH also stands for other views.
 */
void open_profile_show_below(struct open_profile *o, enum below below);
enum below open_profile_below(const struct open_profile *o);

/*
 * Are lanes shown in place of the first map? If not, open_profile_lanes_by() returns LANES_BY.
 * open_profile_end_lanes() returns to the map.
 */
bool open_profile_has_lanes(const struct open_profile *o);
enum lanes_by open_profile_lanes_by(const struct open_profile *o);
void open_profile_end_lanes(struct open_profile *o);

/* The pane of a map; with lanes, the part of it for the cells. */
struct pane open_profile_map_pane(const struct open_profile *o, enum view_pane pane);

/*
 * Execute the command of a view with open_profile_toggle(). But the command of lanes shows lanes;
 * if they are shown and their pane has the focus, it shows the next kind, and after the last kind
 * the map. `words`: see command_words().
 */
#define LANES_WORDS  160
#define LANES_OF_ONE "lanes need a single file: flarescope --lanes thread FILE"
bool open_profile_show_or_hide(struct open_profile *o, enum view_id id,
			       enum view_pane focus, char words[LANES_WORDS],
			       struct error *err);

/* Execute an ACTION_LANE. */
bool open_profile_do_lane(struct open_profile *o, const struct action *r,
			  struct error *err);

/*
 * Copy the lane under the pointer or the cursor to the status. Call this before drawing the status.
 */
void open_profile_point_lane(struct open_profile *o);

/* Is the rest of the file still being read? Never true for a live recording. */
static inline bool open_profile_is_part(const struct open_profile *o)
{
	return o->coming && !o->settings->reading.live;
}

/* Is the view kept up to date? True for default views and for visible ones. */
bool open_profile_is_current(const struct open_profile *o, enum view_id id);

/* Why a requested comparison is not shown, for command_words(); or NULL. */
const char *open_profile_why_not_compared(const struct open_profile *o);

/*
 * Show a view in its pane. If it is shown already, show the default view or, for a view of one
 * function, the view that it replaced. Then call open_profile_recount().
 */
void open_profile_toggle(struct open_profile *o, enum view_id id);

/* ---- while the file is being read ---- */

/*
 * Replace the session by `s`, of the same file and choice, and return the old one, which the caller
 * then owns. The state of the views is kept. `frames`: see path_frame_map(); NULL: the frames have
 * the same numbers. Then call open_profile_refresh().
 */
struct session *open_profile_replace(struct open_profile *o, struct session *s,
				     const uint32_t *frames);

/*
 * Like open_profile_replace(), while the file is being read: `s` covers more of the file. On
 * failure nothing is replaced, and `s` is returned.
 */
struct session *open_profile_grow(struct open_profile *o, struct session *s,
				  struct error *err);

/* The session covers a part of the file, and reading continues. */
void open_profile_has_part(struct open_profile *o, const struct load_progress *read);

/*
 * The whole file has been read. If the selected range has no samples, deselects it and returns
 * false and an error.
 */
bool open_profile_has_all(struct open_profile *o, const struct load_progress *read,
			  struct error *err);

/* Reading was stopped; the samples that were read stay. */
void open_profile_ends(struct open_profile *o);

/* Once the whole file has been read: what is missing, as a text for command_words(); or NULL. */
const char *open_profile_shortfall(const struct open_profile *o);

/* ---- updating the views ---- */

/*
 * Rebuild maps, graph, tables and status from the session and the panes. open_profile_recount()
 * leaves the maps out, for a new range.
 */
bool open_profile_refresh(struct open_profile *o, struct error *err);
bool open_profile_recount(struct open_profile *o, struct error *err);

/* Scroll the maps to their cursors; two maps scroll together. Call this before drawing them. */
void open_profile_scroll(struct open_profile *o);

/* Count the visible cells of lanes. Call this before drawing them. */
void open_profile_count_lanes(struct open_profile *o);

/*
 * open_profile_add_step() adds a step of undo. open_profile_undo() undoes or redoes a step;
 * ERROR_NOTHING: there is no such step.
 */
void open_profile_add_step(struct open_profile *o);
bool open_profile_undo(struct open_profile *o, bool redo, struct error *err);

/* Add a step whose undo also restores columns of `before` ns; 0: their length is kept. */
void open_profile_add_fitted_step(struct open_profile *o, uint64_t before);

/* Change the choice without updating the views. */
bool open_profile_set_choice(struct open_profile *o, const struct choice *wanted,
			     struct error *err);

/*
 * Compare with a second file that has been read completely. Also fails if its event is a different
 * one. Takes over `other`, even on failure.
 */
bool open_profile_hold_against(struct open_profile *o, struct session *other,
			       struct error *err);

/* Select `r` and the ranges of `also`, as one step of undo. */
bool open_profile_set_ranges(struct open_profile *o, struct range r,
			     const struct ranges *also, struct error *err);

/*
 * Add the selected range to the gathered ranges, which stay when another range is selected. If the
 * selected range is gathered already, or no range is selected, remove the gathered range at the
 * cursor. `*words` is set to a message for workspace_tell().
 */
bool open_profile_gather(struct open_profile *o, const char **words, struct error *err);

/*
 * Change the choice and update the views. On failure (an invalid choice, or no memory) nothing
 * changes.
 */
bool open_profile_choose(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/* Like open_profile_choose(); also adds a step of undo if a choice with CHOICE_UNDONE changes. */
bool open_profile_settle(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/*
 * open_profile_turn_over() turns the graph leaf first, without root frames; or back, with its
 * former root frames, unless the user has chosen others. open_profile_set_filter() accepts a filter
 * that no sample matches: it returns true and sets an error.
 */
bool open_profile_turn_over(struct open_profile *o, struct error *err);
bool open_profile_set_filter(struct open_profile *o, struct text expression,
			     struct error *err);

/* Add a term to the filter, joined by "&". */
bool open_profile_add_filter(struct open_profile *o, struct text term, struct error *err);

/* Keep only the samples of a name in the legend of the map, or drop them: see name_hues_term(). */
bool open_profile_keep_hue(struct open_profile *o, uint32_t hue, bool drop,
			   struct error *err);
bool open_profile_set_search(struct open_profile *o, struct text pattern,
			     struct error *err);

/*
 * open_profile_search_name() searches for exactly this name. open_profile_drop_name() drops the
 * samples whose stacks contain it.
 */
bool open_profile_search_name(struct open_profile *o, struct text name,
			      struct error *err);
bool open_profile_drop_name(struct open_profile *o, struct text name, struct error *err);

/*
 * Change the length of columns. The cursor of the leading map moves to `around` and keeps its
 * column on the screen.
 */
bool open_profile_set_period(struct open_profile *o, uint64_t period, uint64_t around,
			     struct error *err);

#endif
