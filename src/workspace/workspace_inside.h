/* workspace_inside.h - the workspace's struct and functions, for the files that make up the workspace. */

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
 * How the lines of the screen are divided between maps and graph: by their contents, or by hand; a
 * division by hand stays until the program ends. The graph's levels are those of the whole profile,
 * not of the range, so that nothing jumps while a selection is dragged or a filter is tried.
 * Initialise it with zeroes.
 */
struct split {
	struct arrange_split by_hand;
	bool dragged;		 /* the divider is being dragged */
	const struct tree *tree; /* borrowed, only compared: the tree that was counted */
	uint32_t nodes;
	int width, levels;
	bool folds;
};

struct workspace {
	struct settings settings;
	bool (*wanted)(void *arg);  /* see workspace_watch() */
	void *wanted_arg;	    /* borrowed */
	struct file_list files;	    /* shown when nothing is open or loading */
	struct recordings together; /* owned: the files marked in the list */
	struct loading loading;
	struct loading baseline; /* the baseline file, read after the main file */
	char *baseline_file;	 /* owned: if it was chosen from the list; or NULL */
	struct live_updates live_updates;
	struct inlining inlining;
	struct annotating annotating;
	struct state_change changing;
	struct waiting_choice first_waiting; /* of the command line, for each file */
	uint64_t drawn;			     /* time of the last draw, by clock_now() */
	/* When workspace_go_on() got work to do, by clock_now(); 0: it has none. */
	uint64_t behind;
	struct redraw_timing timing; /* of the last draw */
	struct error failure; /* why the file of the command line could not be used */
	struct open_profile open;
	/* Overlays; at most one is open, and it has the keyboard. */
	struct prompts prompts;
	struct menus menus;
	struct page_view page;
	bool page_is_open;
	struct arrangement at;
	/* The state for which `at` was computed: lines of lanes, and the displayed maps. */
	uint32_t at_lanes;
	bool at_other, at_has_lanes;
	enum view_pane focus;
	enum maximised maximised;
	struct split split;
	enum shell_action shell_action;
	char *copied;	   /* owned: for the clipboard; may be NULL */
	char message[480]; /* for the status line; "" for none */
};

/* A pane for views that need only its position; nothing can be drawn on it. */
static inline struct pane workspace_pane_of(struct rect r)
{
	return (struct pane){.area = r};
}

/* ---- workspace_inside.c: messages and keys ---- */

/* Show a message in which "{undo}" stands for the command's key: see command_words(). */
void workspace_tell(struct workspace *w, const char *text);

/* Show the error, if there is one, and clear it; returns `ok`. */
bool workspace_done(struct workspace *w, bool ok, struct error *err);
void workspace_complain(struct workspace *w, struct error *err);
void workspace_printf(struct workspace *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* For the bar that names the keys. */
struct keys_at workspace_keys(const struct workspace *w);

/* Is a prompt, a menu or a page open over the panes? */
bool workspace_has_overlay(const struct workspace *w);

/*
 * Does workspace_go_on() have work to do for the view of the lower pane? workspace_view_stop()
 * cancels that work; false if there is none.
 */
bool workspace_view_is_behind(const struct workspace *w);
bool workspace_view_stop(struct workspace *w);

/* ---- navigate.c: the commands that no view handles ---- */

/* False if the command means nothing here. */
bool navigate_command(struct workspace *w, const struct input *in);

/* ---- panes.c: the part of the screen that each pane has ---- */

/* Divide the screen again and count for its panes, after its size or its contents have changed. */
void panes_arrange(struct workspace *w, int width, int height);

/*
 * The same, but only if other maps or lanes are shown than before, or if a menu or the focus has
 * `moved` and that changes the division.
 */
void panes_fit(struct workspace *w, bool moved);

/*
 * Move the divider between maps and graph one step, or to where it is dragged. True if it has
 * moved.
 */
bool panes_step_split(struct workspace *w, bool higher);
bool panes_drag_split(struct workspace *w, const struct input *in);

/*
 * Scroll every view to its cursor. Called before each command, so that the position does not depend
 * on how many commands come between two drawings, and before each drawing.
 */
void panes_follow(struct workspace *w);

/* Show a message if fewer rows fit than were requested. */
void panes_tell_rows(struct workspace *w);

/* The number of lines of lanes; 0 if no lanes are drawn. */
uint32_t panes_lanes(const struct open_profile *o);

/* ---- load_events.c: load events reach the screen ---- */

/* Call it after each command. True if the progress has not been drawn for long. */
bool load_events_follow(struct workspace *w);

/* Stop showing new samples of a live recording, or continue. */
void load_events_freeze(struct workspace *w);

/* Read the file again with its inlined functions, or without them. */
void load_events_toggle_inlining(struct workspace *w);

/* Stop that; false if it is not under way. */
bool load_events_stop_inlining(struct workspace *w);

/* Stop reading and keep everything read so far; quit if that is nothing. */
void load_events_stop(struct workspace *w);

/* Compare the file that is opened next with `path`; the same path again: with none. */
bool load_events_choose_baseline(struct workspace *w, const char *path,
				 struct error *err);
void load_events_meter(const struct workspace *w, struct meter *m);

/* ---- actions.c: the actions that views request ---- */

/* Execute an action. True if the screen must be drawn again. */
bool actions_do(struct workspace *w, struct action r);

/*
 * Select everything; a range of the second file; or a range of the first, to which the map scrolls.
 */
bool actions_look_at_all(struct workspace *w);
bool actions_look_at_other(struct workspace *w, struct range r, bool settled);
bool actions_go_to(struct workspace *w, struct range r);

/* End the current selection. */
void actions_finish_marking(struct workspace *w);

/* Add the range to the gathered ranges, or remove the one at the cursor. */
bool actions_gather(struct workspace *w);
void actions_recount(struct workspace *w);
void actions_enter_graph(struct workspace *w);
bool actions_choose(struct workspace *w, enum menu_kind kind);

/* Show and copy the command line of the current view. */
bool actions_share(struct workspace *w);

/*
 * Instructions, for which the file is read again: take the result; stop if no view waits for it;
 * stop it.
 */
bool actions_take_code(struct workspace *w);
void actions_end_code(struct workspace *w);
bool actions_stop_code(struct workspace *w); /* false: the file is not being read */

/* Does the view of instructions have the keyboard? */
bool actions_at_code(const struct workspace *w);

/* Search the lines of that view, or of the open list. */
bool actions_ask_lines(struct workspace *w);
bool actions_find_line(struct workspace *w, struct text words);

/* ---- state_actions.c: from samples to the states of threads, and between states ---- */

/* The next state; or the value `steps` further of one part of the choice. */
bool state_next(struct workspace *w);
bool state_step(struct workspace *w, enum choice_id part, int steps);

/*
 * If less ran and the user asks why, show what threads waited for in place of what ran. Always
 * true.
 */
bool state_explain_stall(struct workspace *w);

/* Show `name`, a name of KEYS_WAIT, in a graph that includes wakers. Always true. */
bool state_show_wait(struct workspace *w, struct text name);

/* Show the state that has been read; true if there was one. */
bool state_take(struct workspace *w);
bool state_stop(struct workspace *w); /* false: none is being computed */

/* Undo or redo a step; if that is a step to another state it is done once that has been read. */
bool state_undo(struct workspace *w, bool redo);

#endif
