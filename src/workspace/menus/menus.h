/* menus.h - lists from which one line is chosen: events, threads, rows and others. */

#ifndef WORKSPACE_MENUS_MENUS_H
#define WORKSPACE_MENUS_MENUS_H

#include "analysis/lanes/tasks.h"
#include "view/menu_view.h"
#include "workspace/open_profile.h"

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

#endif
