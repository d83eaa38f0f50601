/* overlays.h - prompts, menus, pages and live updates of an open profile, without a workspace. */

#ifndef WORKSPACE_OVERLAYS_H
#define WORKSPACE_OVERLAYS_H

#include "analysis/lanes/tasks.h"
#include "session/loader/loading.h"
#include "view/menu_view.h"
#include "view/page_view.h"
#include "view/prompt_view.h"
#include "workspace/open_profile.h"

/* ---- menus/menus.c: lists from which one line is chosen: events, threads, rows and others ---- */

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
	struct tasks tasks; /* owned: for processes or threads */
	bool *opened;	    /* owned: by process: are its threads listed? */
	char title[112];
	struct periods periods; /* of MENU_PERIOD, in the order of its lines */
	uint64_t cursor;	/* ns: that of the map, when the menu was opened */
	/* owned: the function to which MENU_TRANSFORM applies; may be NULL */
	char *about;
	uint32_t about_node;
};

/* Open a menu for this profile. ERROR_NOTHING if it has no lines. */
bool menus_open(struct menus *m, enum menu_kind kind, struct open_profile *o,
		struct error *err);
void menus_release(struct menus *m);

/*
 * Set the function for the next MENU_TRANSFORM (empty: none), and its node in the graph's tree, or
 * 0.
 */
void menus_about(struct menus *m, struct text function, uint32_t node);

/*
 * Execute a command; the caller executes the returned action. A choice closes the menu, except for
 * ACTION_STEP, after which menus_renew() updates its lines. `words`: a message, or "".
 */
#define MENUS_WORDS 480
struct action menus_command(struct menus *m, struct open_profile *o,
			    const struct input *in, struct pane p,
			    char words[MENUS_WORDS], struct error *err);
bool menus_renew(struct menus *m, const struct open_profile *o, struct error *err);

/* A hint about the line at the cursor, or "". */
const char *menus_words(const struct menus *m, const struct open_profile *o, int width,
			char buf[MENUS_WORDS]);

/* ---- choosing.c: step to another value of a choice, by a key or in a menu, and explain it ---- */

#define CHOOSING_WORDS 320

/*
 * Step by this many values (back if negative) and update the views. False and an error on failure:
 * then nothing changes. `words`: a message, see command_words(), or "". Steps of STATE and its
 * graphs are made by state_change.h.
 */
bool choosing_step(struct open_profile *o, enum choice_id id, int steps,
		   char words[CHOOSING_WORDS], struct error *err);

/* The next colours: for the map all schemes, for the graph the first few. */
bool choosing_next_colours(struct open_profile *o, bool graph, char words[CHOOSING_WORDS],
			   struct error *err);

/* ---- recording_page.c: the recording: its contents, its losses, its header ---- */

bool recording_page_fill(const struct open_profile *o, struct page_view *page,
			 struct error *err);

/* Update the page if it is this one; its scroll position stays. */
bool recording_page_renew(const struct open_profile *o, struct page_view *page,
			  struct error *err);

/* ---- saving.c: saves the graph on the screen, or the records of a live recording ---- */

enum saving { SAVING_DONE, SAVING_FAILED, SAVING_EXISTS };

/*
 * Write the whole file or nothing. A comparison is written as drawn, if the format can store two
 * sides. From a live recording a .data file gets the records of the selected ranges, of all
 * processes and events. An existing file is replaced only with `overwrite`; else SAVING_EXISTS.
 * ERROR_NOTHING if an elided graph is empty. `words`: a message for the status line.
 */
#define SAVING_WORDS 480
enum saving saving_save(const struct open_profile *o, const char *path, bool overwrite,
			char words[SAVING_WORDS], struct error *err);

/* ---- prompts.c: text that the user types in the bottom line, and the action that it triggers ---- */

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
	bool entered; /* the text was entered; prompts_answer() must follow */
	enum prompt_kind kind;
	struct prompt_view view;
	struct prompt_history histories[PROMPT_KINDS];
	char *about; /* owned: the previous search, or the file to save; may be NULL */
};

/* Open a prompt with a proposed text. */
bool prompts_open(struct prompts *p, enum prompt_kind kind, const struct open_profile *o,
		  struct error *err);

/* Open a prompt to search a list in which `before` was last searched. */
bool prompts_ask_lines(struct prompts *p, struct text before, struct error *err);

void prompts_release(struct prompts *p);

/*
 * Search after each typed character; execute the text when it is entered. The caller executes the
 * returned action, ACTION_TYPED as a search in the lines of a list, and passes its success to
 * prompts_answer(): then the prompt closes and remembers the text. `words`: a message, or "".
 */
#define PROMPTS_WORDS SAVING_WORDS
struct action prompts_command(struct prompts *p, struct open_profile *o,
			      const struct input *in, char words[PROMPTS_WORDS],
			      struct error *err);
void prompts_answer(struct prompts *p, bool done);

/* ---- live_updates.c: a live recording: the views follow it, or are frozen ---- */

/* Initialise it with zeroes; release with live_updates_release(). */
struct live_updates {
	bool frozen;
	uint64_t since;	     /* number of samples when it was frozen */
	struct arrival held; /* owned: the whole recording, if it ended while frozen */
	uint64_t behind; /* ns: age of the newest sample when it arrived; 0: unknown */
	bool at_edge;	 /* the newest column is visible, ... */
	bool on_edge;	 /* ... and the cursor was on it */
	bool range_gone; /* all samples of the range have been dropped */

	/* CPU time: when it was last read, its value then, and CPUs used since */
	uint64_t from, spent_then;
	double cost;
};

void live_updates_release(struct live_updates *w);

/* Freeze the views or continue. True if an arrival was held back that must be shown now. */
bool live_updates_freeze(struct live_updates *w, struct loading *l, bool frozen);

/* Store an arrival for later while frozen, or drop it. */
void live_updates_hold(struct live_updates *w, struct loading *l, struct arrival *a);

/* Call these before and after the next part is shown: the window of the map moves with time. */
void live_updates_before(struct live_updates *w, const struct open_profile *o);
void live_updates_after(struct live_updates *w, const struct loading *l,
			struct open_profile *o);

/* Have all samples of the range been dropped since the last call? */
bool live_updates_lost_range(struct live_updates *w, const struct open_profile *o);

/* Delay, losses and cost of the recording; or the number of new samples while frozen. */
void live_updates_meter(struct live_updates *w, const struct loading *l, int width,
			struct meter *m);

#endif
