/* list.h - a scrollable list with a cursor, a search and a border, for menus, pages and tables. */

#ifndef VIEW_LIST_H
#define VIEW_LIST_H

#include "view/view.h"

struct list {
	uint32_t count;	 /* lines in all */
	uint32_t cursor; /* always < count, or 0 */
	uint32_t scroll; /* the first visible line */
};

/* Change the number of lines; the cursor stays on its line if that still exists. */
void list_resize(struct list *l, uint32_t count);

/*
 * Execute a command that moves the cursor, in a window of `height` lines; false for other commands.
 */
bool list_move(struct list *l, const struct input *in, int height);

/* The line at row `y` of the window; false if there is none. */
bool list_at(const struct list *l, int y, int height, uint32_t *line);

/* Put the cursor on a line, and scroll until it is visible. */
void list_point(struct list *l, uint32_t line, int height);

/*
 * Scroll back if the end of the window is empty although earlier lines are hidden, and make the
 * cursor visible.
 */
void list_fit(struct list *l, int height);

/* ---- searching; `of` is the view that has the lines ---- */

typedef bool list_match(const void *of, uint32_t line);

#define LIST_WORDS_MAX 128

struct list_search {
	char words[LIST_WORDS_MAX]; /* "": no search */
	uint32_t began;		    /* the line of the cursor when the search began */
};

/*
 * The first matching line at or after `from`, or with `back` at or before it, wrapping around;
 * l->count if no line matches.
 */
uint32_t list_find(const struct list *l, uint32_t from, bool back, list_match *matches,
		   const void *of);

/*
 * The target of COMMAND_NEXT or COMMAND_PREVIOUS: the in->count-th match after or before the
 * cursor; l->count if no line matches.
 */
uint32_t list_find_next(const struct list *l, const struct input *in, list_match *matches,
			const void *of);

/*
 * Search for the words typed so far, and move the cursor to the first match at or after the line
 * where the search began. If `words` is empty or nothing matches, the cursor returns to that line.
 * False if nothing matches.
 */
bool list_search(struct list *l, struct list_search *s, struct text words, int height,
		 list_match *matches, const void *of);

/* Clear `inner` and draw a border around it on `p`, with `title` above and `hint` below. */
void list_frame(struct pane p, struct pane inner, const char *title, const char *hint);

#endif
