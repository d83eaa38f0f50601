/* page_view.h - a page of text that scrolls, such as the help. */

#ifndef VIEW_PAGE_VIEW_H
#define VIEW_PAGE_VIEW_H

#include "view/list.h"
#include "view/prompt_view.h"

struct page_view {
	const char *title; /* borrowed: a literal */
	char **lines;	   /* owned, and so is each line */
	size_t room;
	struct list list; /* its cursor only scrolls, and is not drawn */
	/* the width to which lines are wrapped; 0: that of a screen with 80 columns */
	int width;
	/* owned: the texts of COMMAND_COPY_NAME and COMMAND_COPY_ALL, or NULL */
	char *name, *text;
	/* The search; case matters if the text contains a capital letter. */
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
 * Add a text that may need several lines: it is wrapped at blanks to the page's width, and
 * continuation lines are indented to `column`.
 */
bool page_view_wrap(struct page_view *v, int column, struct text t, struct error *err);
void page_view_release(struct page_view *v); /* zeroes it, so that it can be used again */

void page_view_draw(const struct page_view *v, struct pane p);

/* Returns ACTION_COPY, ACTION_CLOSE or ACTION_REDRAW. */
struct action page_view_command(struct page_view *v, const struct input *in,
				struct pane p);

#endif
