/* workspace_state.h - the parts of a workspace together; only for the files that go between them. */

#ifndef WORKSPACE_WORKSPACE_STATE_H
#define WORKSPACE_WORKSPACE_STATE_H

#include "workspace/annotating.h"
#include "workspace/arrange.h"
#include "workspace/menus/file_list.h"
#include "workspace/inlining.h"
#include "workspace/menus/menus.h"
#include "workspace/news/watching.h"
#include "workspace/open_profile.h"
#include "workspace/prompts.h"
#include "workspace/split.h"
#include "workspace/states/state_change.h"
#include "workspace/workspace.h"
#include "input/recordings.h"
#include "view/keys.h"

struct workspace {
	struct settings settings;
	bool (*wanted)(void *arg);  /* by the user, still? see workspace_watch() */
	void *wanted_arg;	    /* borrowed */
	struct file_list files;	    /* shown when nothing is open or loading */
	struct recordings together; /* owned: those marked in the list */
	struct loading loading;
	struct loading baseline; /* the file that it is compared with, read after it */
	char *baseline_file; /* owned: that, if it was chosen from the list; or NULL */
	struct watching watching;
	struct inlining inlining;
	struct annotating annotating;
	struct state_change changing;
	struct waiting_choice first_waiting; /* of the command line, for each file */
	uint64_t drawn;			     /* when, by clock_now() */
	uint64_t
	    behind; /* since when, by clock_now(); 0: workspace_go_on() has nothing to do */
	struct redraw_timing timing; /* of the last picture */
	struct error failure;	     /* why the named file could not be used */
	struct open_profile open;
	/* Over the panes; one of them is open at most, and has the keys. */
	struct prompts prompts;
	struct menus menus;
	struct page_view page;
	bool page_is_open;
	struct arrangement at;
	uint32_t at_lanes; /* that is for so many of them; see struct arrange_parts */
	bool at_other, at_has_lanes; /* and with these maps */
	enum view_pane focus;
	enum maximised maximised;
	struct split split;
	enum shell_action shell_action;
	char *copied;	   /* owned: for the clipboard; may be NULL */
	char message[480]; /* for the status line, "" for none */
};

/* A pane for views that need only its place: there is nothing to draw on. */
static inline struct pane workspace_pane(struct rect r)
{
	return (struct pane){.area = r};
}

/* Say a sentence of ours in which "{undo}" stands for a key: see command_words(). */
void workspace_tell(struct workspace *w, const char *text);

/* Say what went wrong, if anything did, and forget it; answers `ok`. */
bool workspace_done(struct workspace *w, bool ok, struct error *err);
void workspace_complain(struct workspace *w, struct error *err);
void workspace_printf(struct workspace *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Where the keys go, for the bar that names them. */
struct keys_at workspace_keys(const struct workspace *w);

/* ---- paint.c: the picture of it all ---- */

/* Divide the screen anew, after its size or what is asked has changed, and count for its panes. */
void workspace_arrange(struct workspace *w, int width, int height);

/* The same where other maps are shown than before, or lanes; where a menu or the focus has `moved`
 * only if the parts of the screen are others by that. */
void workspace_fit(struct workspace *w, bool moved);

/* Move the divider of maps and graph a step, or to where it is dragged. True if it has moved. */
bool workspace_step_split(struct workspace *w, bool higher);
bool workspace_drag_split(struct workspace *w, const struct input *in);

/*
 * Have every view scroll to what its cursor is on: once before each command, so that where it
 * scrolls does not depend on how many of them come before the next picture, and once before that.
 */
void workspace_follow(struct workspace *w);

/* Say that not all rows that were asked for fit, if that is so. */
void workspace_tell_rows(struct workspace *w);

/* Read this file. */
bool workspace_read(struct workspace *w, const char *path, struct error *err);

/* Does what is shown in the lower pane wait for workspace_go_on()? And: let it wait no more. */
bool workspace_is_behind(const struct workspace *w);
bool workspace_stop(struct workspace *w); /* false: it does not wait */

/* Is a prompt, a menu or a page open over the panes? */
bool workspace_has_overlay(const struct workspace *w);

/* ---- arrivals.c: what has been read comes to the screen ---- */

/* To be called after each command. Has the progress not been drawn for long? */
bool arrivals_follow(struct workspace *w);

/* Show nothing new of what is recorded live, or again. */
void arrivals_freeze(struct workspace *w);

/* Read the file again, with its inlined functions or without; true: that was under way, and stops. */
void arrivals_toggle_inlining(struct workspace *w);
bool arrivals_stop_inlining(struct workspace *w);

/* Keep what is there; or leave. */
void arrivals_stop(struct workspace *w);

/* What is opened next from the list of files is held against this one; the same again: none is. */
bool workspace_choose_baseline(struct workspace *w, const char *path, struct error *err);
void workspace_read_again(struct workspace *w, bool inlined);
void workspace_meter(const struct workspace *w, struct meter *m);

/* ---- requests.c: what views ask for ---- */

/* Carry it out; does anything look different now? */
bool actions_do(struct workspace *w, struct action r);
/* Put a text on the clipboard; it is the workspace's from then on. */
void actions_copy(struct workspace *w, char *text);
/* A range of the first file, of the second one; `settled`: it may be undone from here. */
bool actions_look_at(struct workspace *w, struct range r, bool settled);
bool actions_look_at_all(struct workspace *w);
void actions_finish_marking(struct workspace *w);
bool actions_gather(struct workspace *w); /* the range, or what is at the cursor */
bool actions_look_at_other(struct workspace *w, struct range r, bool settled);
bool actions_go_to(struct workspace *w, struct range r);
void actions_recount(struct workspace *w);
void actions_enter_graph(struct workspace *w);
bool actions_choose(struct workspace *w, enum menu_kind kind);
/* Show and copy the command line of what is on the screen. */
bool actions_share(struct workspace *w);

/* The file has been read again for instructions, if that is so; nobody may wait for them any more. */
bool actions_take_code(struct workspace *w);
void actions_end_code(struct workspace *w);
bool actions_stop_code(struct workspace *w); /* false: nobody reads it */

/* ---- state_actions.c: time of threads in the place of samples ---- */

/* The next state, or another word of one of its parts; and what has come of it. */
bool actions_next_state(struct workspace *w);
bool actions_step_state(struct workspace *w, enum choice_id part, int steps);
/* Where it is asked why less ran: what threads waited for takes the place of what ran. True. */
bool actions_explain_stall(struct workspace *w);
/* What was waited for, a name of KEYS_WAIT, in a graph that also has who woke. True. */
bool actions_show_wait(struct workspace *w, struct text name);
bool actions_take_state(struct workspace *w);
bool actions_stop_state(struct workspace *w); /* false: none is being made */

/* A step back, or on; of another state it is done when that is there. */
bool actions_undo(struct workspace *w, bool redo);

/* Do instructions have the keys? */
bool actions_at_code(const struct workspace *w);
/* Search the lines of these, or of the list that is there. */
bool actions_ask_lines(struct workspace *w);
bool actions_find_line(struct workspace *w, struct text words);

/* ---- navigate.c: what no view takes ---- */

bool navigate_command(struct workspace *w, const struct input *in);

#endif
