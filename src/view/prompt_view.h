/* prompt_view.h - a line of input, edited as with readline. */

#ifndef VIEW_PROMPT_VIEW_H
#define VIEW_PROMPT_VIEW_H

#include "view/view.h"

#define PROMPT_HISTORY 50 /* texts in a history */

struct prompt_history {
	char *texts[PROMPT_HISTORY]; /* owned; the newest is last */
	int count;
};

struct prompt_view {
	const char *label;		/* borrowed: a literal, "search: " */
	struct prompt_history *history; /* borrowed; may be NULL */
	char *text;			/* owned; UTF-8, NUL-terminated */
	size_t room, len, at;		/* bytes; `at` is the position of the cursor */
	int recalled;			/* steps back in the history; 0: none */
	char *draft; /* owned: the text typed before one was recalled; or NULL */
	/* the text is a proposal, which typing replaces; other keys keep it */
	bool proposed;
	bool failed; /* memory ran out at the last change */
};

/* Open the prompt with `text` as a proposal, and the cursor at its end. */
bool prompt_view_open(struct prompt_view *v, const char *label, struct text text,
		      struct prompt_history *history, struct error *err);
void prompt_view_release(struct prompt_view *v);
void prompt_history_release(struct prompt_history *h);

/* Add a text unless it is empty. Removes an equal older text, or else the oldest if full. */
void prompt_history_add(struct prompt_history *h, struct text text);

/* Draw the line. If the text is too long, it is scrolled to show the cursor. */
void prompt_view_draw(const struct prompt_view *v, struct pane p);

/* The column of the cursor in a line of `width` columns. */
int prompt_view_cursor(const struct prompt_view *v, int width);

/*
 * Returns ACTION_TYPED after a change or, with `settled` set, after Enter; else ACTION_CLOSE,
 * ACTION_REDRAW or ACTION_NONE.
 */
struct action prompt_view_command(struct prompt_view *v, const struct input *in);

static inline struct text prompt_view_text(const struct prompt_view *v)
{
	return (struct text){v->text, v->len};
}

#endif
