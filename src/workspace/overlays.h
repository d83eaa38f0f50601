/* overlays.h - menus, prompts, pages and live updates; they need no workspace. */

#ifndef WORKSPACE_OVERLAYS_H
#define WORKSPACE_OVERLAYS_H

#include "analysis/lanes/tasks.h"
#include "session/loader/loading.h"
#include "view/menu_view.h"
#include "view/page_view.h"
#include "view/prompt_view.h"
#include "workspace/open_profile.h"

/* ---- menus/menus.c: lists from which the user chooses an event, a thread, rows ... ---- */

enum menu_kind {
	MENU_EVENT,
	MENU_THREAD,
	MENU_PROCESS,
	MENU_CPU,
	MENU_ROWS,
	MENU_ROOT,
	MENU_PERIOD,
	MENU_LOOK,
	MENU_NARROW,
	MENU_ODD,
	MENU_TRANSFORM,
};

/* Initialise it with zeroes; release with menus_release(). */
struct menus {
	bool is_open;
	enum menu_kind kind;
	struct menu_view view;
	struct tasks tasks; /* owned: for MENU_THREAD and MENU_PROCESS */
	bool *opened;	    /* owned: for each process, whether its threads are listed */
	char title[112];
	struct periods periods; /* for MENU_PERIOD, in the order of lines */
	uint64_t cursor;	/* ns: the map's cursor when the menu was opened */
	/* owned: the function for MENU_TRANSFORM; may be NULL */
	char *about;
	uint32_t about_node;
};

/* Open a menu. ERROR_NOTHING: there is nothing to list. */
bool menus_open(struct menus *m, enum menu_kind kind, struct open_profile *o,
		struct error *err);
void menus_release(struct menus *m);

/* Set the function for the next MENU_TRANSFORM (empty: none), and its node in the graph, or 0. */
void menus_about(struct menus *m, struct text function, uint32_t node);

/*
 * Execute a command; the caller executes the returned action. Choosing a line closes the menu,
 * unless it changes a value with ACTION_STEP, or gathers ranges. After ACTION_STEP call
 * menus_renew(), which updates the lines. `words`: a message, or "".
 */
#define MENUS_WORDS 480
struct action menus_command(struct menus *m, struct open_profile *o,
			    const struct input *in, struct pane p,
			    char words[MENUS_WORDS], struct error *err);
bool menus_renew(struct menus *m, const struct open_profile *o, struct error *err);

/* A hint about the line at the cursor, or "". */
const char *menus_words(const struct menus *m, const struct open_profile *o, int width,
			char buf[MENUS_WORDS]);

/* ---- choosing.c: changes a choice by a key or in a menu, and explains the new value ---- */

#define CHOOSING_WORDS 320

/*
 * Change a choice by `steps` values (back if negative) and update the views. On failure nothing
 * changes. `words`: a message for command_words(), or "". For thread states, use state_change.h.
 */
bool choosing_step(struct open_profile *o, enum choice_id id, int steps,
		   char words[CHOOSING_WORDS], struct error *err);

/* Use the next colour scheme of the map, or the next of the first FLAME_STEPS of the graph. */
bool choosing_next_colours(struct open_profile *o, bool graph, char words[CHOOSING_WORDS],
			   struct error *err);

/* ---- recording_page.c: a page about the recording: its contents, losses and header ---- */

bool recording_page_fill(const struct open_profile *o, struct page_view *page,
			 struct error *err);

/* Update `page` if it is the page about the recording. Its scroll position stays. */
bool recording_page_renew(const struct open_profile *o, struct page_view *page,
			  struct error *err);

/* ---- saving.c: saves the displayed graph, or the records of a live recording ---- */

enum saving { SAVING_DONE, SAVING_FAILED, SAVING_EXISTS };

/*
 * Write the whole file or nothing. A comparison is written as drawn, if the format supports two
 * sides. For a live recording, a .data file gets the records of all processes and events in the
 * selected ranges. SAVING_EXISTS: the file exists, and `overwrite` is false. ERROR_NOTHING: the
 * elided graph is empty. `words`: a message for the status line.
 */
#define SAVING_WORDS 480
enum saving saving_save(const struct open_profile *o, const char *path, bool overwrite,
			char words[SAVING_WORDS], struct error *err);

/* ---- prompts.c: prompts in the bottom line, and the actions that they trigger ---- */

enum prompt_kind {
	PROMPT_RANGE,
	PROMPT_OTHER_RANGE,
	PROMPT_SEARCH,
	PROMPT_FILTER,
	PROMPT_PERIOD,
	PROMPT_SAVE,
	PROMPT_OVERWRITE,
	PROMPT_LINES, /* search the lines of a list */
	PROMPT_KINDS
};

/* Initialise it with zeroes; release with prompts_release(). */
struct prompts {
	bool is_open;
	bool entered; /* the user has typed Enter; call prompts_answer() */
	enum prompt_kind kind;
	struct prompt_view view;
	struct prompt_history histories[PROMPT_KINDS];
	char *about; /* owned: the previous search, or the file to write; may be NULL */
};

/* Open a prompt with a proposed text. */
bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err);

/* Open a prompt to search a list; `before` is the previous search. */
bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err);

void prompts_release(struct prompts *p);

/*
 * Search after each typed character, or execute the text after Enter. The caller executes the
 * returned action (ACTION_TYPED: search the lines of a list) and passes its success to
 * prompts_answer(), which after Enter closes the prompt and remembers the text if all went well.
 * `words`: a message, or "".
 */
#define PROMPTS_WORDS SAVING_WORDS
struct action prompts_command(struct prompts *p, struct open_profile *o,
			      const struct input *in, char words[PROMPTS_WORDS],
			      struct error *err);
void prompts_answer(struct prompts *p, bool done);

/* ---- live_updates.c: the views follow a live recording, or are frozen ---- */

/* Initialise it with zeroes; release with live_updates_release(). */
struct live_updates {
	bool frozen;
	uint64_t since;	     /* number of samples when the views were frozen */
	struct arrival held; /* owned: the whole recording, if it ended while frozen */
	uint64_t behind;     /* ns: age of the newest sample on arrival; 0: unknown */
	bool at_edge;	     /* the newest column was visible */
	bool on_edge;	     /* the cursor was in the newest column */
	bool range_gone;     /* all samples of the range were dropped */

	/* time of the last measurement, CPU time until then, and CPUs used */
	uint64_t from, spent_then;
	double cost;
};

void live_updates_release(struct live_updates *w);

/* Freeze the views or continue. True if the caller must now show `held`. */
bool live_updates_freeze(struct live_updates *w, struct loading *l, bool frozen);

/* While frozen: store an arrival if it has the whole recording, else drop it. */
void live_updates_hold(struct live_updates *w, struct loading *l, struct arrival *a);

/* Scroll the map with time. Call these before and after showing the next part. */
void live_updates_before(struct live_updates *w, const struct open_profile *o);
void live_updates_after(struct live_updates *w, const struct loading *l,
			struct open_profile *o);

/* Have the last samples of the range been dropped since the previous call? */
bool live_updates_lost_range(struct live_updates *w, const struct open_profile *o);

/* Fill in the delay, losses and cost of the recording; while frozen, the number of new samples. */
void live_updates_meter(struct live_updates *w, const struct loading *l, int width,
			struct meter *m);

#endif
