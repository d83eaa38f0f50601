/* open_profile.h - the profile on the screen: its session and the views of it. */

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
 * Initialise it with zeroes. The session and the views are always in step: each function that
 * changes one updates the others. The first two members describe where the views are on the screen;
 * they may be set at any time, are kept when the profile is closed, and take effect with
 * open_profile_refresh().
 */
struct open_profile {
	struct pane panes[PANES]; /* places only: nothing can be drawn into them */
	/*
	 * The command of the view in each pane (a row of views.def); lanes are part of the choice.
	 */
	enum command shown_by[PANES];
	/* The command of the view that a view of one function has replaced. */
	enum command beneath[VIEW_COUNT];
	/* owned; NULL: nothing is open, and the members below are meaningless */
	struct session *session;
	const struct settings *settings; /* borrowed */
	const char *path;	/* borrowed: of the file; "-" for standard input */
	struct picture_map map; /* owned: the displayed cells */
	struct name_hues *hues; /* owned: for this file and the second one; or NULL */
	struct heat_view heat;
	struct lanes_map lanes; /* in place of the map, if lanes are shown */
	struct other_map other; /* the map of the second file */
	struct flame_view flame;
	struct charting charting; /* owned: while a chart is shown */
	char charting_why[300];	  /* why there is no chart */
	/* owned: the other views of views.def; NULL for map, lanes, other map and graph */
	void *others[VIEW_COUNT];
	const char *instead; /* why there are no stacks yet; or NULL */
	struct history history;
	struct status status; /* rebuilt after every change */
	struct range whole;
	struct load_progress read; /* how much of the file has been read */
	bool partial;		   /* not all of it: reading continues or was stopped */
	/* static: why the numbers do not answer the choice (a database); NULL: they do */
	const char *asking;
	bool coming;			   /* the rest of the file is being read */
	char partial_words[LOADING_WORDS]; /* for the title */
	struct anomalies odd;		   /* owned: for all kept samples, ... */
	bool odd_known;			   /* ... once they have been searched for */
	enum root_mode root_before;	   /* before the graph was turned leaf first */
	bool zoom_awaited;		   /* the frame of --zoom has not been read yet */
};

/* Show the session according to the settings. Takes over the session, also on failure. */
bool open_profile_begin(struct open_profile *o, struct session *s, const char *path,
			const struct settings *settings, struct error *err);
void open_profile_close(struct open_profile *o);

/* Is the map of a second file shown below that of the first? */
bool open_profile_has_other_map(const struct open_profile *o);

/*
 * The map in this pane, or the first file's for the pane of the graph. It becomes the leading map.
 */
struct heat_view *open_profile_lead(struct open_profile *o, enum view_pane pane);

/* The cursor of the leading map, in the times of its file. */
uint64_t open_profile_cursor(const struct open_profile *o);

/* ---- views ---- */

/* A row of views.def: the view, and the pane in which it is shown. */
struct view {
	const struct view_ops *ops;
	void *self; /* borrowed; NULL: nothing is open */
	struct pane pane;
};
struct view open_profile_view(struct open_profile *o, enum view_id id);

/* The view in a pane: the default view, or the one that a command has opened. */
enum view_id open_profile_shown(const struct open_profile *o, enum view_pane pane);

/*
 * Set the view of the lower pane according to the settings, before a file is opened; and the
 * current one.
 */
void open_profile_show_below(struct open_profile *o, enum below below);
enum below open_profile_below(const struct open_profile *o);

/* Are lanes shown in place of the first map? By which key (LANES_BY: none)? Return to the map. */
bool open_profile_has_lanes(const struct open_profile *o);
enum lanes_by open_profile_lanes_by(const struct open_profile *o);
void open_profile_end_lanes(struct open_profile *o);

/* The pane of a map; while lanes are shown, the part of it with the columns of time. */
struct pane open_profile_map_pane(const struct open_profile *o, enum view_pane pane);

/*
 * Execute the command of a view: open_profile_toggle(), except for lanes, which have several keys.
 * With the focus in their pane the command goes on to the next key, and after the last one back to
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
 * Put the lane under the pointer or the cursor into the status; call it before the status is drawn.
 */
void open_profile_point_lane(struct open_profile *o);

/*
 * Is the rest of the file still to come? Never for a live recording, whose present samples count as
 * all.
 */
static inline bool open_profile_is_part(const struct open_profile *o)
{
	return o->coming && !o->settings->reading.live;
}

/* Is the view kept up to date? Default views and the shown ones are. */
bool open_profile_is_current(const struct open_profile *o, enum view_id id);

/* Why a requested comparison is not shown, for command_words(); NULL if there is no reason. */
const char *open_profile_why_not_compared(const struct open_profile *o);

/*
 * Show a view in its pane, or the previous view if it is there already. open_profile_recount() must
 * follow.
 */
void open_profile_toggle(struct open_profile *o, enum view_id id);

/* ---- while the file is being read ---- */

/*
 * Replace the session by `s`, of the same file and the same choice, and return the old one, which
 * then belongs to the caller. Everything that the user has done is kept. `frames`: see
 * path_frame_map(); NULL: the frames have the same numbers. open_profile_refresh() must follow.
 */
struct session *open_profile_replace(struct open_profile *o, struct session *s,
				     const uint32_t *frames);

/*
 * The same for a session of more of the file while it is being read. On failure nothing is
 * replaced, and `s` is returned.
 */
struct session *open_profile_grow(struct open_profile *o, struct session *s,
				  struct error *err);

/* The session covers this much of the file, and more will come. */
void open_profile_has_part(struct open_profile *o, const struct load_progress *read);

/*
 * The whole file has been read. False, and an error, if the chosen range is empty: then no range is
 * chosen.
 */
bool open_profile_has_all(struct open_profile *o, const struct load_progress *read,
			  struct error *err);

/* Reading has stopped; the samples read so far stay. */
void open_profile_ends(struct open_profile *o);

/* A message about missing samples once the whole file is read, see command_words(); NULL: none. */
const char *open_profile_shortfall(const struct open_profile *o);

/* ---- updating the views ---- */

/*
 * Rebuild maps, boxes, tables and status from the session and the panes; or, after a new range, all
 * except the maps.
 */
bool open_profile_refresh(struct open_profile *o, struct error *err);
bool open_profile_recount(struct open_profile *o, struct error *err);

/* Call it before maps are drawn: scrolls them to their cursors; two maps scroll together. */
void open_profile_scroll(struct open_profile *o);

/* Call it then, too: counts the cells of lanes in the visible columns. */
void open_profile_count_lanes(struct open_profile *o);

/* Add a settled change to the history; undo or redo one: ERROR_NOTHING if there is none. */
void open_profile_add_step(struct open_profile *o);
bool open_profile_undo(struct open_profile *o, bool redo, struct error *err);

/* The same; undo also restores columns of `before` ns. 0: it leaves their length alone. */
void open_profile_add_fitted_step(struct open_profile *o, uint64_t before);

/* Change the choice without updating boxes, tables and maps. */
bool open_profile_set_choice(struct open_profile *o, const struct choice *wanted,
			     struct error *err);

/*
 * Compare with a second file that has been read completely; an error if its events differ. Takes
 * over `other`, also on failure.
 */
bool open_profile_hold_against(struct open_profile *o, struct session *other,
			       struct error *err);

/* Select `r` and the ranges of `also`, as one step of undo. On failure nothing changes. */
bool open_profile_set_ranges(struct open_profile *o, struct range r,
			     const struct ranges *also, struct error *err);

/*
 * Add the selected range to the gathered ranges, so that it stays when another is selected. If it
 * is gathered already, or no range is selected, remove the gathered range at the cursor. `*words`
 * gets a message for workspace_tell().
 */
bool open_profile_gather(struct open_profile *o, const char **words, struct error *err);

/*
 * Change the choice and update the views. On failure (a wrong choice, or no memory for its answer
 * or picture) nothing changes. A filter that no sample passes is set nevertheless, with an error.
 */
bool open_profile_choose(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/* The same, and add a step of undo if a row with CHOICE_UNDONE has changed. */
bool open_profile_settle(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/* Turn the graph leaf first, without root frames, or back to its former root frames. */
bool open_profile_turn_over(struct open_profile *o, struct error *err);
bool open_profile_set_filter(struct open_profile *o, struct text expression,
			     struct error *err);

/* Add a term to the filter, joined by "&". */
bool open_profile_add_filter(struct open_profile *o, struct text term, struct error *err);

/* Keep the samples of a name in the map's legend, or drop them: see name_hues_term(). */
bool open_profile_keep_hue(struct open_profile *o, uint32_t hue, bool drop,
			   struct error *err);
bool open_profile_set_search(struct open_profile *o, struct text pattern,
			     struct error *err);

/* Search for exactly this name; drop the stacks that have a frame of this name. */
bool open_profile_search_name(struct open_profile *o, struct text name,
			      struct error *err);
bool open_profile_drop_name(struct open_profile *o, struct text name, struct error *err);

/*
 * Change the length of columns. The cursor of the leading map goes to `around` and stays in place.
 */
bool open_profile_set_period(struct open_profile *o, uint64_t period, uint64_t around,
			     struct error *err);

#endif
