/* menus.h - lists to choose one line from: events, threads, rows, and what else a key lists. */

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

/* Zero to begin; release with menus_release(). */
struct menus {
	bool is_open;
	enum menu_kind kind;
	struct menu_view view;
	struct tasks tasks; /* owned: of a list of processes or threads */
	bool *opened;	    /* owned: by process, are its threads shown? */
	char title[112];
	struct periods periods; /* of MENU_PERIOD, in the order of its lines */
	uint64_t cursor;	/* ns: where the map's was when it was opened */
	char *about; /* owned: the function that MENU_TRANSFORM is about; may be NULL */
	uint32_t about_node;
};

/* Open the menu of what this profile has. ERROR_NOTHING where there is nothing to choose. */
bool menus_open(struct menus *m, enum menu_kind kind, struct open_profile *o,
		struct error *err);
void menus_release(struct menus *m);

/* What function the next MENU_TRANSFORM is about, empty: none; and which node of the graph's tree, or 0. */
void menus_about(struct menus *m, struct text function, uint32_t node);

/*
 * Do what was chosen, which closes the menu but for ACTION_STEP, after which menus_renew() has its lines
 * say what is now. What is answered is to be carried out. `words`: what was done, or "".
 */
#define MENUS_WORDS 480
struct action menus_command(struct menus *m, struct open_profile *o,
			    const struct input *in, struct pane p,
			    char words[MENUS_WORDS], struct error *err);
bool menus_renew(struct menus *m, const struct open_profile *o, struct error *err);

/* What else is worth saying of the line that the cursor is on, or "". */
const char *menus_words(const struct menus *m, const struct open_profile *o, int width,
			char buf[MENUS_WORDS]);

#endif
