/* screen.h - the terminal as a grid of cells; only screen.c includes <curses.h>. */

#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdio.h>

#include "canvas/palette.h"

/*
 * The abilities of the terminal. Call these before drawing; the first call must come before there
 * are threads. They use the host's description of TERM, or the built-in one of terminals.def.
 * screen_usable() depends on TERM only, screen_depth() also on COLORTERM, screen_utf8() on the
 * locale chosen by setlocale().
 */
bool screen_usable(void); /* can it move the cursor? */
enum palette_depth screen_depth(void);
bool screen_utf8(void);

/* The ways to write to it. */
struct screen_look {
	enum palette_depth depth; /* reduced to what the terminal has */
	bool ascii;		  /* characters through print_ascii() */
	bool synchronised;	  /* large changes are shown as a whole, by mode 2026 */
	bool light;		  /* the terminal's background is light, if known */
};

struct screen;

/*
 * Take over the terminal that `in` and `out` (both borrowed) are open on: raw keys, the alternate
 * screen, no cursor. Undo with screen_close(). Call screen_fit() for the size.
 */
struct screen *screen_open(FILE *in, FILE *out, struct screen_look look,
			   struct error *err);
void screen_close(struct screen *s);

/*
 * The sequence of a key, by its long name ("key_up"), in the description of the open terminal.
 * NULL when it has none, or no terminal is open.
 */
const char *screen_sent_by(const char *key);

/* Get the size of the terminal, and forget its contents; call this first, and after SIGWINCH. */
bool screen_fit(struct screen *s, int *width, int *height, struct error *err);

/*
 * Show a canvas of the size of the last screen_fit(). Only changes since the last one are sent.
 * The cursor is put at `x`, `y`, or hidden when `x` is negative.
 */
void screen_show(struct screen *s, const struct canvas *c, int x, int y);

/* Use the terminal's answers about itself. Colours and characters stay the same. */
void screen_told(struct screen *s, bool synchronises, bool light);

/*
 * Restore the terminal to its state before screen_open(), and take it over again. Call
 * screen_fit() afterwards.
 */
void screen_leave(struct screen *s);
void screen_return(struct screen *s);

/*
 * The number of bytes that this thread has written, to the terminal or elsewhere; false when the
 * system does not count them.
 */
bool screen_written(uint64_t *bytes);

/* Send a sequence that draws nothing: a mode of the mouse, a text for the clipboard. */
void screen_send(struct screen *s, const char *sequence);

/* ---- the clipboard of the terminal, also through ssh (OSC 52) ---- */

/*
 * Bytes of text; 100,000 when encoded. Terminals silently drop longer texts, and some drop
 * shorter ones.
 */
#define SCREEN_CLIPBOARD_MAX 74994
#define SCREEN_CLIPBOARD     (SCREEN_CLIPBOARD_MAX / 3 * 4 + 16)

/*
 * Write the sequence for the terminal, NUL-terminated; the text in it is encoded. False when the
 * text is too long. tmux passes it on when its set-clipboard is on.
 */
bool screen_clipboard(const char *text, char out[SCREEN_CLIPBOARD]);

#endif
