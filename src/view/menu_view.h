/* menu_view.h - a list from which one line is chosen: events, threads, rows, files. */

#ifndef VIEW_MENU_VIEW_H
#define VIEW_MENU_VIEW_H

#include "view/list.h"

struct menu_line {
	char *label;  /* owned */
	char *detail; /* owned: drawn at the right, aligned; may be NULL */
	char *key; /* owned: identifies the line for the maker of the menu; may be NULL */
	bool marked;
};

struct menu_view {
	const char *title;	 /* borrowed: a literal */
	const char *hint;	 /* borrowed, for command_words(): the keys that work */
	struct menu_line *lines; /* owned */
	size_t room;
	int label_width, detail_width; /* columns of the widest one */
	struct list list;
	struct list_search search;
	bool can_gather; /* COMMAND_GATHER and _GATHER_LIKE add lines */
	bool can_refuse; /* COMMAND_DROP drops instead of keeping */
	bool aside;	 /* at the right edge, so that the screen behind it is visible */
	bool whole;	 /* fills the whole screen, without a box */
};

/* Add a line. The texts are copied; `detail` and `key` may be NULL. */
bool menu_view_add(struct menu_view *v, struct text label, const char *detail,
		   const char *key, struct error *err);

/* Replace the detail of a line; on failure it is unchanged. */
bool menu_view_change(struct menu_view *v, uint32_t line, const char *detail,
		      struct error *err);
void menu_view_release(struct menu_view *v); /* zeroes it, so that it can be used again */

/*
 * Go to the first line that contains these words, see list_search(), and mark all that do. Case
 * matters only if the words have a capital letter. COMMAND_NEXT and COMMAND_PREVIOUS go to other
 * matches, COMMAND_CANCEL ends the search.
 */
bool menu_view_search(struct menu_view *v, struct text words, struct pane p);

void menu_view_draw(const struct menu_view *v, const struct theme *theme, struct pane p);

/*
 * ACTION_LINE with COMMAND_ENTER, COMMAND_DROP, COMMAND_GATHER or COMMAND_GATHER_LIKE, or
 * ACTION_CLOSE.
 */
struct action menu_view_command(struct menu_view *v, const struct input *in,
				struct pane p);

#endif
