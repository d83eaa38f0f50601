/* page_view.h - text to read and scroll: the help, the facts of a recording. */

#ifndef VIEW_PAGE_VIEW_H
#define VIEW_PAGE_VIEW_H

#include "view/list.h"
#include "view/prompt_view.h"

struct page_view {
	const char *title; /* borrowed: a literal */
	char **lines;	   /* owned, each too */
	size_t room;
	struct list list; /* the cursor is only for scrolling and is not drawn */
	int width; /* columns of a line that is wrapped; 0: as 80 columns have room for */
	char *name,
	    *text; /* owned: what COMMAND_COPY_NAME and COMMAND_COPY_ALL copy, or NULL */
	/* What is searched for: a text, in which case matters if it has a capital letter. */
	struct prompt_view prompt;
	bool typing;	/* it has the keys: PLACE_PROMPT */
	bool searching; /* there is something to search for */
	bool found;
	uint32_t match; /* the line that has it */
	uint32_t from;	/* the line where the search began */
};

bool page_view_add(struct page_view *v, struct error *err, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));

/*
 * Add a text that may need more lines than one: broken at blanks, it goes on below `column`,
 * and all of it can be read on 80 columns.
 */
bool page_view_wrap(struct page_view *v, int column, struct text t, struct error *err);
void page_view_release(struct page_view *v); /* zeroes it: to be used again */

void page_view_draw(const struct page_view *v, struct pane p);

/* ACTION_COPY, ACTION_CLOSE or ACTION_REDRAW. */
struct action page_view_command(struct page_view *v, const struct input *in,
				struct pane p);

#endif
