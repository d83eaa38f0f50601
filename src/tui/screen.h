/* screen.h - the terminal as a picture: the one module that includes <curses.h>. */

#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdio.h>

#include "canvas/palette.h"

/*
 * What the terminal can show. Ask before drawing; the first call must come before there are
 * threads. The host's description of TERM counts, or else the built-in one of terminals.def.
 * screen_usable() looks at TERM only, screen_depth() at COLORTERM as well, screen_utf8() at the
 * locale that setlocale() chose.
 */
bool screen_usable(void); /* is there a screen at all? */
enum palette_depth screen_depth(void);
bool screen_utf8(void);

/* The ways to write to it. */
struct screen_look {
	enum palette_depth depth; /* what it does not have is not used */
	bool ascii;		  /* characters through print_ascii() */
	bool synchronised;	  /* a large change is shown as a whole, by mode 2026 */
	bool light;		  /* the terminal's own background is, as far as known */
};

struct screen;

/*
 * Take over the terminal that `in` and `out` (both borrowed) are open on: raw keys, its
 * other screen, no cursor. Undo with screen_close(). The size is that of screen_fit().
 */
struct screen *screen_open(FILE *in, FILE *out, struct screen_look look,
			   struct error *err);
void screen_close(struct screen *s);

/*
 * What a key sends, by the description of the terminal that is open and the long name of the key there
 * ("key_up"). NULL where it does not say, or none is open.
 */
const char *screen_sent_by(const char *key);

/* Ask the terminal for its size and forget what is on it; call first, and after SIGWINCH.
 */
bool screen_fit(struct screen *s, int *width, int *height, struct error *err);

/*
 * Show a canvas of the size of the last screen_fit(). Only what changed since the last
 * one is sent. The cursor is put at `x`, `y`, or hidden when `x` is negative.
 */
void screen_show(struct screen *s, const struct canvas *c, int x, int y);

/* It has told what it is, and can. Colours and characters stay as they are. */
void screen_told(struct screen *s, bool synchronises, bool light);
struct screen_look screen_look_of(const struct screen *s);

/* Between the two, the terminal is as it was before screen_open(). Then screen_fit(). */
void screen_leave(struct screen *s);
void screen_return(struct screen *s);

/* Make the next screen_show() clear the terminal and send everything. */
void screen_forget(struct screen *s);

/* How many bytes this thread has written, to a terminal or elsewhere; false where the system does
 * not count. */
bool screen_written(uint64_t *bytes);

/* Send a sequence that shows nothing: a mode of the mouse, a text for the clipboard. */
void screen_send(struct screen *s, const char *sequence);

/* ---- the clipboard of the terminal, also through ssh (OSC 52) ---- */

/* Bytes of text: 100,000 as they are sent. Terminals silently drop more, and some less. */
#define SCREEN_CLIPBOARD_MAX 74994
#define SCREEN_CLIPBOARD     (SCREEN_CLIPBOARD_MAX / 3 * 4 + 16)

/*
 * Write what to send to the terminal, NUL-terminated; it holds no byte of the text as it
 * is. False when the text is too long. tmux passes it on when its set-clipboard is on.
 */
bool screen_clipboard(const char *text, char out[SCREEN_CLIPBOARD]);

#endif
