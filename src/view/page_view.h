/* page_view.h - a page of text that can be scrolled and searched, such as the help. */

#ifndef VIEW_PAGE_VIEW_H
#define VIEW_PAGE_VIEW_H

#include "view/list.h"
#include "view/prompt_view.h"

struct page_view {
	const char *title; /* borrowed: a literal */
	char **lines;	   /* owned, like each line */
	size_t room;
	struct list list; /* its cursor is not drawn */
	/* the width of wrapped lines; 0: suitable for a screen of 80 columns */
	int width;
	/* owned: the texts for COMMAND_COPY_NAME and COMMAND_COPY_ALL; or NULL */
	char *name, *text;
	/* The text to search for. Case matters only if it contains a capital letter. */
	struct prompt_view prompt;
	bool typing;	/* the prompt has the keyboard: PLACE_PROMPT */
	bool searching; /* a search is active */
	bool found;
	uint32_t match; /* the line that matches */
	uint32_t from;	/* the line where the search began */
};

bool page_view_add(struct page_view *v, struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Add a text, wrapped at blanks to the width of the page. Lines after the first are indented to
 * `column`, or by two columns if `column` leaves too little room.
 */
bool page_view_wrap(struct page_view *v, int column, struct text t, struct error *err);
void page_view_release(struct page_view *v); /* zeroes `v`, for reuse */

void page_view_draw(const struct page_view *v, struct pane p);

/* Returns ACTION_COPY, ACTION_CLOSE, ACTION_REDRAW or ACTION_NONE. */
struct action page_view_command(struct page_view *v, const struct input *in,
				struct pane p);

#endif
