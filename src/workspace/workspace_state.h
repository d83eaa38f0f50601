/* workspace_state.h - what a workspace consists of; only for the files that make it up. */

#ifndef WORKSPACE_WORKSPACE_STATE_H
#define WORKSPACE_WORKSPACE_STATE_H

#include "workspace/arrange.h"
#include "session/history.h"
#include "session/picture.h"
#include "session/session.h"
#include "workspace/file_list.h"
#include "workspace/inlining.h"
#include "workspace/loading.h"
#include "workspace/workspace.h"
#include "view/flame_view.h"
#include "view/heat_view.h"
#include "view/menu_view.h"
#include "view/page_view.h"
#include "view/prompt_view.h"
#include "view/status.h"
#include "view/table_view.h"

/* What a prompt asks for: prompts.c. */
enum prompt_kind {
	PROMPT_RANGE,
	PROMPT_SEARCH,
	PROMPT_FILTER,
	PROMPT_PERIOD,
	PROMPT_SAVE,
	PROMPT_OVERWRITE,
	PROMPT_KINDS
};

/* What a menu is of: menus.c. */
enum menu_kind {
	MENU_EVENT,
	MENU_THREAD,
	MENU_PROCESS,
	MENU_CPU,
	MENU_ROWS,
	MENU_ROOT,
};

/* What lies over the panes and has the keys. */
enum overlay_kind { OVERLAY_NONE, OVERLAY_MENU, OVERLAY_PAGE, OVERLAY_PROMPT };

/* The profile on the screen: answers, and the views that show them. */
struct open_profile {
	struct session
	    *session; /* owned; NULL: nothing is open, and nothing else means anything */
	struct picture_map map; /* owned: the cells shown */
	struct heat_view heat;
	struct flame_view flame;
	struct table_view table;
	struct history history;
	struct status status; /* gathered anew after every change */
	struct range whole;
	bool partial; /* not all of the file: it is being read, or that was stopped */
	bool zoom_awaited;  /* --zoom names a frame that has not come yet */
	struct growth read; /* how much of the file it is */
	char partial_words[LOADING_WORDS]; /* for the title */
	uint32_t rows;			   /* wished rows, 0: as many as fit */
	uint64_t period;		   /* ns a column */
};

/* The pieces of input that are under way, over the panes. */
struct overlay {
	enum overlay_kind kind;
	enum prompt_kind prompt_kind;
	enum menu_kind menu_kind;
	struct menu_view menu;
	struct page_view page;
	struct prompt_view prompt;
	struct prompt_history histories[PROMPT_KINDS];
	char *before; /* owned: what was searched before the prompt; may be NULL */
};

struct workspace {
	struct settings settings;
	bool (*wanted)(void *arg); /* by the user, still? see workspace_watch() */
	void *wanted_arg;	   /* borrowed */
	struct file_list files;	   /* shown when nothing is open or loading */
	struct loading loading;
	struct inlining inlining;
	uint64_t drawn;	      /* when, by clock_now() */
	struct error failure; /* why the named file could not be used */
	struct open_profile open;
	struct overlay overlay;
	struct arrangement at;
	enum place focus; /* PLACE_MAP, PLACE_GRAPH */
	bool table;	  /* the top table has the graph's place */
	enum maximised maximised;
	enum shell_request shell_request;
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

/* Say what went wrong and forget it. */
void workspace_complain(struct workspace *w, struct error *err);
void workspace_printf(struct workspace *w, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- paint.c: the picture of it all ---- */

/* Divide the screen anew, after its size or who has the focus has changed. */
void workspace_arrange(struct workspace *w, int width, int height);

/* Say that not all rows that were asked for fit, if that is so. */
void workspace_tell_rows(struct workspace *w);

/* ---- workspace.c: what has been read comes to the screen ---- */

/* Read this file. */
bool workspace_read(struct workspace *w, const char *path, struct error *err);
void workspace_read_again(struct workspace *w, bool inlined);
void workspace_stop_reading(struct workspace *w); /* keep what is there; or leave */
void workspace_meter(const struct workspace *w, struct meter *m);

/* ---- open_profile.c: the open profile ---- */

/* Take over the session (also when it fails) and show it. */
bool open_profile_begin(struct workspace *w, struct session *s, struct error *err);
void open_profile_close(struct workspace *w);

/*
 * Take over a session of more of the same file, which answers the same question, in the place
 * of the one shown; everything the user has done stays. open_profile_refresh() has to follow.
 * `frames`: see path_frame_map(); NULL: their numbers are the same.
 */
void open_profile_replace(struct workspace *w, struct session *s, const uint32_t *frames);

/* Bring maps, boxes, table and status up to date with the session and the arrangement. */
bool open_profile_refresh(struct workspace *w, struct error *err);
bool open_profile_rebuild_maps(struct workspace *w, struct error *err);
void open_profile_recount(struct workspace *w); /* only the range has changed */

/* Note a settled change for undo; go back or on. */
void open_profile_note(struct workspace *w);
bool open_profile_undo(struct workspace *w, bool redo);

/*
 * Change what is asked, and show the answer. A question that is none is complained of and changes
 * nothing; nor does one for whose answer or its picture there is no memory.
 */
bool open_profile_choose(struct workspace *w, const struct choice *wanted);
bool open_profile_set_filter(struct workspace *w, struct text expression);
bool open_profile_add_filter(struct workspace *w,
			     struct text term); /* and-ed to what is there */
bool open_profile_set_search(struct workspace *w, struct text pattern);
bool open_profile_set_period(struct workspace *w, uint64_t period, uint64_t around);

/* ---- navigate.c: what views ask for, and what no view takes ---- */

bool navigate_request(struct workspace *w, struct request r);
bool navigate_command(struct workspace *w, const struct input *in);

/* ---- prompts.c, menus.c ---- */

bool prompts_open(struct workspace *w, enum prompt_kind what);
bool prompts_typed(struct workspace *w, bool settled);
void prompts_close(struct workspace *w, bool cancelled);
bool menus_open(struct workspace *w, enum menu_kind what);
bool menus_take(struct workspace *w, uint32_t line, bool refuse);
void menus_close(struct workspace *w);

/* ---- facts.c: the page about the recording ---- */

bool facts_fill(const struct workspace *w, struct page_view *page, struct error *err);
void facts_renew(
    struct workspace *w); /* more is known now: if the page is shown, say it */

/* ---- share.c: the view as a command line ---- */

/* The command line that shows this view again; release it with mem_free(). */
char *share_command_line(const struct workspace *w, struct error *err);

/* The same on a page of `w`, no line of it too long: what is copied there does the same. */
bool share_fill_page(const struct workspace *w, const char *line, struct page_view *page,
		     struct error *err);

#endif
