/* workspace_inside.h - struct workspace, and functions for the files that implement it. */

#ifndef WORKSPACE_WORKSPACE_INSIDE_H
#define WORKSPACE_WORKSPACE_INSIDE_H

#include "input/recordings.h"
#include "session/loader/annotating.h"
#include "session/loader/inlining.h"
#include "session/loader/state_change.h"
#include "view/arrange.h"
#include "view/keys.h"
#include "workspace/menus/file_list.h"
#include "workspace/open_profile.h"
#include "workspace/overlays.h"
#include "workspace/workspace.h"

/*
 * The division of the screen between maps and graph: automatic, or set by the user for the rest of
 * the session. The levels of the graph are counted in the whole profile, so that the panes do not
 * move while the user drags a selection or tries a filter. Initialise it with zeroes.
 */
struct split {
	struct arrange_split by_hand;
	bool dragged;		 /* the divider is being dragged */
	const struct tree *tree; /* the counted tree; only its address is used */
	uint32_t nodes;
	int width, levels;
	bool folds;
};

struct workspace {
	struct settings settings;
	bool (*wanted)(void *arg);  /* see workspace_watch() */
	void *wanted_arg;	    /* borrowed */
	struct file_list files;	    /* shown if no file is open or loading */
	struct recordings together; /* owned: the files marked in the list */
	struct loading loading;
	struct loading baseline; /* the baseline file, read after the main file */
	char *baseline_file;	 /* owned: if chosen from the list; or NULL */
	struct live_updates live_updates;
	struct inlining inlining;
	struct annotating annotating;
	struct state_change changing;
	struct waiting_choice first_waiting; /* from the command line, for each file */
	uint64_t drawn;			     /* clock_now() at the last draw */
	/* clock_now() when workspace_go_on() got work to do; 0: it has no work. */
	uint64_t behind;
	struct redraw_timing timing; /* of the last draw */
	struct error failure;	     /* why the file on the command line cannot be used */
	struct open_profile open;
	/* Overlays. The open one gets all keys; a prompt may be open above a menu. */
	struct prompts prompts;
	struct menus menus;
	struct page_view page;
	bool page_is_open;
	struct arrangement at;
	/* Computed with `at`: the number of rows of lanes, and the maps that are shown. */
	uint32_t at_lanes;
	bool at_other, at_has_lanes;
	enum view_pane focus;
	enum maximised maximised;
	struct split split;
	enum shell_action shell_action;
	char *copied;	   /* owned: for the clipboard; may be NULL */
	char message[480]; /* for the status line; or "" */
};

/* A pane without a canvas, for views that need only its position. */
static inline struct pane workspace_pane_of(struct rect r)
{
	return (struct pane){.area = r};
}

/* ---- workspace_inside.c: messages and keys ---- */

/* Show a message; "{undo}" is replaced with the key of that command: see command_words(). */
void workspace_tell(struct workspace *w, const char *text);

/* Show and clear the error, if there is one; returns `ok`. */
bool workspace_done(struct workspace *w, bool ok, struct error *err);
void workspace_complain(struct workspace *w, struct error *err);
void workspace_printf(struct workspace *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* For the key bar. */
struct keys_at workspace_keys(const struct workspace *w);

/* Is a prompt, a menu or a page open? */
bool workspace_has_overlay(const struct workspace *w);

/*
 * Does workspace_go_on() have work to do for the view in the lower pane? workspace_view_stop()
 * cancels the work; false if there is none.
 */
bool workspace_view_is_behind(const struct workspace *w);
bool workspace_view_stop(struct workspace *w);

/* ---- navigate.c: the commands that no view handles ---- */

/* False if the command has no meaning here. */
bool navigate_command(struct workspace *w, const struct input *in);

/* ---- panes.c: divides the screen into panes ---- */

/* Divide the screen again and rebuild the views, after its size or its contents have changed. */
void panes_arrange(struct workspace *w, int width, int height);

/*
 * Like panes_arrange(), but only if maps or lanes have appeared or disappeared, or if `moved` (the
 * focus, an overlay or `maximised` has changed) and this changes the division.
 */
void panes_fit(struct workspace *w, bool moved);

/*
 * Move the divider between maps and graph. panes_step_split() returns false if the divider cannot
 * move; panes_drag_split() returns false if the mouse command is not for the divider.
 */
bool panes_step_split(struct workspace *w, bool higher);
bool panes_drag_split(struct workspace *w, const struct input *in);

/*
 * Scroll every view to its cursor. Call this before each command, so that the position does not
 * depend on the number of commands between drawings, and before each drawing.
 */
void panes_follow(struct workspace *w);

/* Show a message if not all requested rows fit. */
void panes_tell_rows(struct workspace *w);

/* The number of rows of lanes; 0: no lanes are drawn. */
uint32_t panes_lanes(const struct open_profile *o);

/* ---- load_events.c: shows what the loader has read ---- */

/* After a command, pass the choice to the loader. True if the progress must be drawn again. */
bool load_events_follow(struct workspace *w);

/* Stop showing new samples of a live recording, or continue. */
void load_events_freeze(struct workspace *w);

/* Read the file again, with inlined functions or without them. */
void load_events_toggle_inlining(struct workspace *w);

/* Stop reading inlined functions; false if that is not in progress. */
bool load_events_stop_inlining(struct workspace *w);

/* Stop reading and keep the samples that were read; without any, quit or return to the list. */
void load_events_stop(struct workspace *w);

/* Compare the next opened file with `path`, or with no file if `path` is the baseline already. */
bool load_events_choose_baseline(struct workspace *w, const char *path,
				 struct error *err);
void load_events_meter(const struct workspace *w, struct meter *m);

/* ---- actions.c: the actions that views request ---- */

/* Execute an action. True if the screen must be drawn again. */
bool actions_do(struct workspace *w, struct action r);

/*
 * actions_look_at_all() selects the whole profile, actions_look_at_other() a range of the second
 * file. actions_go_to() selects a range of the first file and scrolls to it.
 */
bool actions_look_at_all(struct workspace *w);
bool actions_look_at_other(struct workspace *w, struct range r, bool settled);
bool actions_go_to(struct workspace *w, struct range r);

/* Complete the current selection. */
void actions_finish_marking(struct workspace *w);

/* Add the range to the gathered ranges, or remove the one at the cursor. */
bool actions_gather(struct workspace *w);
void actions_recount(struct workspace *w);
void actions_enter_graph(struct workspace *w);
bool actions_choose(struct workspace *w, enum menu_kind kind);

/* Show the command line that prints the current view, and copy it to the clipboard. */
bool actions_share(struct workspace *w);

/*
 * To show instructions, the file is read again. actions_take_code() takes the result;
 * actions_end_code() stops reading if no view needs it; actions_stop_code() stops it in any case.
 */
bool actions_take_code(struct workspace *w);
void actions_end_code(struct workspace *w);
bool actions_stop_code(struct workspace *w); /* false: not in progress */

/* Does the view of instructions have the keyboard? */
bool actions_at_code(const struct workspace *w);

/* Search the lines of the view of instructions, or of the open list. */
bool actions_ask_lines(struct workspace *w);
bool actions_find_line(struct workspace *w, struct text words);

/* ---- state_actions.c: switches between samples and thread states ---- */

/*
 * state_next() shows the next thread state. state_step() changes `part` of the choice about states
 * by `steps` values.
 */
bool state_next(struct workspace *w);
bool state_step(struct workspace *w, enum choice_id part, int steps);

/*
 * If the view of COMMAND_WHY is shown and threads ran less than in the baseline, show their waits.
 * Returns true.
 */
bool state_explain_stall(struct workspace *w);

/* Show `name`, of KEYS_WAIT, in the graph; with wakers if `name` has a waker. Returns true. */
bool state_show_wait(struct workspace *w, struct text name);

/* Show the state that was read; false if there is none. */
bool state_take(struct workspace *w);
bool state_stop(struct workspace *w); /* false: not in progress */

/* Undo or redo a step. A step to another state is taken after that state has been read. */
bool state_undo(struct workspace *w, bool redo);

#endif
