/* list.h - a cursor in a scrolled list of lines, its search and its box: for menus, pages and tables. */

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

/* The line at row `y` of the window; false after the last line. */
bool list_at(const struct list *l, int y, int height, uint32_t *line);

/* Put the cursor on a line, and scroll until it is visible. */
void list_point(struct list *l, uint32_t line, int height);

/*
 * Leave no empty lines at the end of the window if the list is long enough; the cursor stays
 * visible.
 */
void list_fit(struct list *l, int height);

/* ---- searching; `of` is the view that has the lines ---- */

typedef bool list_match(const void *of, uint32_t line);

#define LIST_WORDS_MAX 128

struct list_search {
	char words[LIST_WORDS_MAX]; /* "": no search */
	uint32_t began;		    /* the line of the cursor when the search began */
};

/* The first match from `from` on, or before it, wrapping around; l->count if there is none. */
uint32_t list_find(const struct list *l, uint32_t from, bool back, list_match *matches,
		   const void *of);

/*
 * The match to which COMMAND_NEXT or COMMAND_PREVIOUS goes: the in->count-th after the cursor, or
 * before it. l->count if there is none.
 */
uint32_t list_find_next(const struct list *l, const struct input *in, list_match *matches,
			const void *of);

/*
 * Take the words typed so far, and go to their first match from the start of the search. Empty
 * words, or words without a match, put the cursor back there; the latter returns false.
 */
bool list_search(struct list *l, struct list_search *s, struct text words, int height,
		 list_match *matches, const void *of);

/* Clear `inner` and draw a border around it on `p`, with `title` above and `hint` below. */
void list_frame(struct pane p, struct pane inner, const char *title, const char *hint);

#endif
