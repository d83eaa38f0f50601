/* parts.h - the parts of a workspace together, and what it says; for the files that go between them. */

#ifndef WORKSPACE_PARTS_H
#define WORKSPACE_PARTS_H

#include "input/recordings.h"
#include "session/loader/annotating.h"
#include "session/loader/inlining.h"
#include "session/loader/state_change.h"
#include "view/arrange.h"
#include "view/keys.h"
#include "workspace/menus/file_list.h"
#include "workspace/menus/menus.h"
#include "workspace/open_profile.h"
#include "workspace/prompts.h"
#include "workspace/shell_action.h"
#include "workspace/split.h"
#include "workspace/watching.h"

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
static inline struct pane parts_pane(struct rect r)
{
	return (struct pane){.area = r};
}

/* Say something in the status line until the next command. */
void parts_say(struct workspace *w, const char *text);

/* Say a sentence of ours in which "{undo}" stands for a key: see command_words(). */
void parts_tell(struct workspace *w, const char *text);

/* Say what went wrong, if anything did, and forget it; answers `ok`. */
bool parts_done(struct workspace *w, bool ok, struct error *err);
void parts_complain(struct workspace *w, struct error *err);
void parts_printf(struct workspace *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Where the keys go, and for the bar that names them. */
enum place parts_place(const struct workspace *w);
struct keys_at parts_keys(const struct workspace *w);

/* Is a prompt, a menu or a page open over the panes? */
bool parts_have_overlay(const struct workspace *w);

/* Does what is shown in the lower pane wait for workspace_go_on()? And: let it wait no more. */
bool parts_are_behind(const struct workspace *w);
bool parts_stop(struct workspace *w); /* false: it does not wait */

/* See workspace_watch(). */
void parts_watch(struct workspace *w, bool (*wanted)(void *arg), void *arg);

#endif
