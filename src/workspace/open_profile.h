/* open_profile.h - the profile on the screen: what is asked of it, and the views of the answers. */

#ifndef WORKSPACE_OPEN_PROFILE_H
#define WORKSPACE_OPEN_PROFILE_H

#include "session/charting.h"
#include "session/loader/loader.h"
#include "session/picture.h"
#include "view/flame/flame_view.h"
#include "view/heat/heat_view.h"
#include "view/status.h"
#include "session/lanes_map.h"
#include "session/loader/loading.h"
#include "session/other_map.h"

/*
 * Zero to begin. Its answers and views are in step: each function that changes one brings the
 * others up to date. The first two fields tell where its views stand on the screen; they
 * may be set at any time, stay when it is closed, and have open_profile_refresh() follow.
 */
struct open_profile {
	struct pane panes[PANES]; /* nothing can be drawn into them */
	enum command shown_by
	    [PANES]; /* of the view in each, a row of views.def; lanes are a choice */
	enum command
	    beneath[VIEW_COUNT]; /* that in whose place a view of one function is */
	struct session
	    *session; /* owned; NULL: nothing is open, and nothing below counts */
	const struct settings *settings; /* borrowed */
	const char *path;	/* borrowed: of its file, "-" for standard input */
	struct picture_map map; /* owned: the cells shown */
	struct name_hues *hues; /* owned: of these and the other file's; or NULL */
	struct heat_view heat; /* the two of whose times and nodes ranges and zooms are */
	struct lanes_map lanes; /* in the place of that map, if they are shown */
	struct other_map other; /* of the file that it is compared with */
	struct flame_view flame;
	struct charting charting; /* owned: while there is a chart */
	char charting_why[300];	  /* there is none */
	void *others[VIEW_COUNT]; /* owned: views of views.def; NULL for these four */
	const char *instead;	  /* of stacks: why there are none yet; or NULL */
	struct history history;
	struct status status; /* gathered anew after every change */
	struct range whole;
	struct load_progress read; /* how much of the file it is */
	bool partial; /* not all of the file: it is being read, or that was stopped */
	const char
	    *asking; /* static: why it is not the answer to the choice; NULL: it is */
	bool coming; /* the rest of it is being read */
	char partial_words[LOADING_WORDS]; /* for the title */
	struct odd_moments odd;		   /* owned: of all that is kept, */
	bool odd_known;			   /* if they have been looked for */
	enum root_mode root_before; /* that there was before the graph was leaf first */
	bool zoom_awaited;	    /* --zoom names a frame that has not come yet */
};

/* Take over the session (also when it fails) and show it as the settings say. */
bool open_profile_begin(struct open_profile *o, struct session *s, const char *path,
			const struct settings *settings, struct error *err);
void open_profile_close(struct open_profile *o);

/* Is there a second file now that has a map, beneath that of the first? */
bool open_profile_has_other_map(const struct open_profile *o);

/* The map in this pane; of the graph's that of the first file. From now on it leads. */
struct heat_view *open_profile_lead(struct open_profile *o, enum view_pane pane);

/* The cursor of the map that leads, in its times. */
uint64_t open_profile_cursor(const struct open_profile *o);

/* ---- its views ---- */

/* A row of views.def: the view itself, and the pane in which it is when it is shown. */
struct view {
	const struct view_ops *ops;
	void *self; /* borrowed; NULL: nothing is open */
	struct pane pane;
};
struct view open_profile_view(struct open_profile *o, enum view_id id);

/* The view in a pane: the one that no command has to show, unless another was asked for. */
enum view_id open_profile_shown(const struct open_profile *o, enum view_pane pane);

/* The same in the lower pane, before a file is opened, as the settings say it; and as it is. */
void open_profile_show_below(struct open_profile *o, enum below below);
enum below open_profile_below(const struct open_profile *o);

/* Are lanes shown in the place of the first map? Of what: LANES_BY if not. And: show them no more. */
bool open_profile_has_lanes(const struct open_profile *o);
enum lanes_by open_profile_lanes_by(const struct open_profile *o);
void open_profile_end_lanes(struct open_profile *o);

/* The pane of a map, or that in which it would have the columns that lanes have. */
struct pane open_profile_map_pane(const struct open_profile *o, enum view_pane pane);

/*
 * What the command of a view does: open_profile_toggle(), but of lanes there are several. Their own
 * pane, if it has the focus, goes on to the next, and after the last to the map. `words`: see
 * command_words().
 */
#define LANES_WORDS 160
#define LANES_OF_ONE                                                                     \
	"lanes are of one file: open one alone, as flarescope --lanes thread FILE"
bool open_profile_show_or_hide(struct open_profile *o, enum view_id id,
			       enum view_pane focus, char words[LANES_WORDS],
			       struct error *err);

/* An ACTION_LANE. */
bool open_profile_do_lane(struct open_profile *o, const struct action *r,
			  struct error *err);

/* Before the status is drawn: which lane the pointer or the cursor is on. */
void open_profile_point_lane(struct open_profile *o);

/* Is it a part of a file that will be there as a whole? What comes live never is: then what there is counts. */
static inline bool open_profile_is_part(const struct open_profile *o)
{
	return o->coming && !o->settings->reading.live;
}

/* Is it kept up to date? What is shown is, and what no command has to show. */
bool open_profile_is_current(const struct open_profile *o, enum view_id id);

/* Why nothing is compared, although it is asked for, for command_words(); NULL: it is, or is not. */
const char *open_profile_why_not_compared(const struct open_profile *o);

/* Show a view in its pane, or if it is there what was before it; open_profile_recount() has to
 * follow. */
void open_profile_toggle(struct open_profile *o, enum view_id id);

/* ---- while its file is read ---- */

/*
 * Take over a session of the same file, which answers the same question, in the place of the
 * one shown, which is the caller's then; everything the user has done stays.
 * open_profile_refresh() has to follow. `frames`: see path_frame_map(); NULL: their numbers are
 * the same.
 */
struct session *open_profile_replace(struct open_profile *o, struct session *s,
				     const uint32_t *frames);

/* The same for one of more of the file, as it is being read. On failure nothing is replaced, and
 * `s` is the caller's again. */
struct session *open_profile_grow(struct open_profile *o, struct session *s,
				  struct error *err);

/* So much of the file it is, and more will come. */
void open_profile_has_part(struct open_profile *o, const struct load_progress *read);

/* All of the file is there. False when the range that was chosen before is empty, which
 * `err` says: there is none any more. */
bool open_profile_has_all(struct open_profile *o, const struct load_progress *read,
			  struct error *err);

/* No more will come: what is there stays. */
void open_profile_ends(struct open_profile *o);

/* What is worth saying about a file once all of it is there, see command_words(); NULL: nothing. */
const char *open_profile_shortfall(const struct open_profile *o);

/* ---- keeping everything true ---- */

/* Bring maps, boxes, table and status up to date with the session and the places. */
bool open_profile_refresh(struct open_profile *o, struct error *err);
bool open_profile_recount(struct open_profile *o,
			  struct error *err); /* the range has changed */

/* Before its maps are drawn: what they follow is to be seen, of two in both. */
void open_profile_scroll(struct open_profile *o);

/* Then, too: lanes have cells in the columns that are seen. */
void open_profile_count_lanes(struct open_profile *o);

/* Note a settled change for undo; go back or on, ERROR_NOTHING where that is not possible. */
void open_profile_note(struct open_profile *o);

/* The same, of columns that were `before` ns long; 0: the step leaves them as they are. */
void open_profile_note_fitted(struct open_profile *o, uint64_t before);
bool open_profile_undo(struct open_profile *o, bool redo, struct error *err);

/* Ask something else; boxes, table and maps are still of what was asked before. */
bool open_profile_ask(struct open_profile *o, const struct choice *wanted,
		      struct error *err);

/*
 * All of a second file is there: compare with it, unless its events are others. Takes it over, also
 * when this fails.
 */
bool open_profile_hold_against(struct open_profile *o, struct session *other,
			       struct error *err);

/*
 * Look at these ranges, with the one that moves; undone as one step. On failure nothing changes.
 */
bool open_profile_set_ranges(struct open_profile *o, struct range r,
			     const struct ranges *also, struct error *err);

/*
 * The range stays when another is chosen: it becomes a further one. Where it is one, or none is chosen,
 * the further one at the cursor is taken out. `*words` gets a sentence for workspace_tell().
 */
bool open_profile_gather(struct open_profile *o, const char **words, struct error *err);

/*
 * Change what is asked, and show the answer. On failure nothing changes, be it that the question
 * is none or that there is no memory for the answer or its picture. A filter that leaves
 * nothing is set all the same, although `err` says so.
 */
bool open_profile_choose(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/* The same, and a step that undo goes back over, if it is of what undo knows. */
bool open_profile_settle(struct open_profile *o, const struct choice *wanted,
			 struct error *err);

/* The graph leaf first, without root frames, or as it was before that. */
bool open_profile_turn_over(struct open_profile *o, struct error *err);
bool open_profile_set_filter(struct open_profile *o, struct text expression,
			     struct error *err);
bool open_profile_add_filter(struct open_profile *o, struct text term,
			     struct error *err); /* and-ed to what is there */
/* Keep what a name of the map's legend has, or drop it: see name_hues_term(). */
bool open_profile_keep_hue(struct open_profile *o, uint32_t hue, bool drop,
			   struct error *err);
bool open_profile_set_search(struct open_profile *o, struct text pattern,
			     struct error *err);

/* Search for this name and no other; keep what has no frame of it. */
bool open_profile_search_name(struct open_profile *o, struct text name,
			      struct error *err);
bool open_profile_drop_name(struct open_profile *o, struct text name, struct error *err);

/* Columns of another length; the cursor of the map that leads goes to its time `around`, and stays
 * where it is drawn. */
bool open_profile_set_period(struct open_profile *o, uint64_t period, uint64_t around,
			     struct error *err);

#endif
