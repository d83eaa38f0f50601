/* menu_view.h - a list from which the user chooses a line: an event, a thread, a file. */

#ifndef VIEW_MENU_VIEW_H
#define VIEW_MENU_VIEW_H

#include "view/list.h"

struct menu_line {
	char *label;  /* owned */
	char *detail; /* owned: drawn at the right edge; may be NULL */
	char *key;    /* owned: for the code that fills the menu; may be NULL */
	bool marked;
};

struct menu_view {
	const char *title;	 /* borrowed */
	const char *hint;	 /* borrowed, for command_words(): the available keys */
	struct menu_line *lines; /* owned */
	size_t room;
	int label_width, detail_width; /* columns of the widest text */
	struct list list;
	struct list_search search;
	bool can_gather; /* allow COMMAND_GATHER and COMMAND_GATHER_LIKE */
	bool can_refuse; /* allow COMMAND_DROP */
	bool aside;	 /* at the right edge, to leave the screen visible */
	bool whole;	 /* fills the whole screen, without a box */
};

/* Add a line. Texts are copied; `detail` and `key` may be NULL. */
bool menu_view_add(struct menu_view *v, struct text label, const char *detail,
		   const char *key, struct error *err);

/* Replace the detail of a line; unchanged on failure. */
bool menu_view_change(struct menu_view *v, uint32_t line, const char *detail,
		      struct error *err);
void menu_view_release(struct menu_view *v); /* zeroes `v`, for reuse */

/*
 * Go to the first line that contains `words`, and mark all such lines; see list_search(). Case
 * matters only if `words` contain a capital letter. COMMAND_NEXT and COMMAND_PREVIOUS go to other
 * matches, COMMAND_CANCEL ends the search.
 */
bool menu_view_search(struct menu_view *v, struct text words, struct pane p);

void menu_view_draw(const struct menu_view *v, const struct theme *theme, struct pane p);

/*
 * Returns ACTION_LINE with COMMAND_ENTER (also after a click), COMMAND_DROP, COMMAND_GATHER or
 * COMMAND_GATHER_LIKE; or ACTION_CLOSE, ACTION_REDRAW or ACTION_NONE.
 */
struct action menu_view_command(struct menu_view *v, const struct input *in,
				struct pane p);

#endif
