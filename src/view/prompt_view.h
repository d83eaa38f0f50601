/* prompt_view.h - a line of input, edited as with readline. */

#ifndef VIEW_PROMPT_VIEW_H
#define VIEW_PROMPT_VIEW_H

#include "view/view.h"

#define PROMPT_HISTORY 50 /* texts remembered of each kind */

struct prompt_history {
	char *texts[PROMPT_HISTORY]; /* owned; the newest comes last */
	int count;
};

struct prompt_view {
	const char *label;		/* borrowed: a literal, "search: " */
	struct prompt_history *history; /* borrowed; may be NULL */
	char *text;			/* owned; UTF-8, NUL-terminated */
	size_t room, len, at;		/* bytes; `at` is the position of the cursor */
	int recalled;			/* steps back in the history */
	char *draft;   /* owned: the text before one was recalled; NULL: none */
	bool proposed; /* the text is a proposal: typing replaces it, editing keeps it */
	bool failed;   /* memory ran out at the last character */
};

/* Begin with `text` as a proposal and the cursor at its end. */
bool prompt_view_open(struct prompt_view *v, const char *label, struct text text,
		      struct prompt_history *history, struct error *err);
void prompt_view_release(struct prompt_view *v);
void prompt_history_release(struct prompt_history *h);

/* Remember a text. An equal older one is removed; so is the oldest when there are too many. */
void prompt_history_add(struct prompt_history *h, struct text text);

/* Draw one line; if the text is too long, the part around the cursor. */
void prompt_view_draw(const struct prompt_view *v, struct pane p);
int prompt_view_cursor(const struct prompt_view *v,
		       int width); /* the column of the cursor */

/* Returns ACTION_TYPED after each change (settled: Enter), ACTION_CLOSE, or ACTION_REDRAW. */
struct action prompt_view_command(struct prompt_view *v, const struct input *in);

static inline struct text prompt_view_text(const struct prompt_view *v)
{
	return (struct text){v->text, v->len};
}

#endif
