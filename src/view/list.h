/* list.h - a cursor among lines of which a window is shown, and the box around it: what menus,
 * pages and tables share. */

#ifndef VIEW_LIST_H
#define VIEW_LIST_H

#include "view/view.h"

struct list {
	uint32_t count;	 /* lines in all */
	uint32_t cursor; /* always < count, or 0 */
	uint32_t scroll; /* the first line shown */
};

/* Take a new number of lines; the cursor stays on its line if there still is one. */
void list_resize(struct list *l, uint32_t count);

/* Obey a moving command for a window of `height` lines; false if it is none. */
bool list_move(struct list *l, const struct input *in, int height);

/* The line at row `y` of the window; false beyond the last. */
bool list_at(const struct list *l, int y, int height, uint32_t *line);

/* Put the cursor on a line and scroll to see it. */
void list_point(struct list *l, uint32_t line, int height);

/*
 * Clear `inner` and draw a border around it on `p`, with `title` above and `hint` below. The
 * printers turn the lines into ASCII where they must.
 */
void list_frame(struct pane p, struct pane inner, const char *title, const char *hint);

#endif
