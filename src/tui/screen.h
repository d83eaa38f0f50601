/* screen.h - the terminal as a grid of cells; only screen.c includes <curses.h>. */

#ifndef TUI_SCREEN_H
#define TUI_SCREEN_H

#include <stdio.h>

#include "canvas/palette.h"

/*
 * The capabilities of the terminal. Call these before drawing, and make the first call before there
 * are threads. They use the description of TERM on the host, or the built-in one in terminals.def.
 * screen_usable() depends only on TERM, and screen_depth() also on COLORTERM, STY and TMUX.
 * screen_utf8() depends on the locale chosen by setlocale().
 */
bool screen_usable(void); /* can it move the cursor? */
enum palette_depth screen_depth(void);
bool screen_utf8(void);

/* How to draw on the terminal. */
struct screen_look {
	enum palette_depth depth; /* limited to that of the terminal */
	bool ascii;		  /* characters pass through print_ascii() */
	bool synchronised;	  /* large changes are shown as a whole, by mode 2026 */
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
 * The sequence that a key sends, from the description of the open terminal; `key` is its long name,
 * such as "key_up". NULL when the key is not described or no terminal is open.
 */
const char *screen_sent_by(const char *key);

/* Get the size of the terminal, and forget its contents; call this first, and after SIGWINCH. */
bool screen_fit(struct screen *s, int *width, int *height, struct error *err);

/*
 * Show a canvas with the size that screen_fit() returned. Only changes since the last canvas are
 * sent. The cursor is put at `x`, `y`, or hidden when `x` is negative.
 */
void screen_show(struct screen *s, const struct canvas *c, int x, int y);

/* Set whether the terminal has said that it synchronises; colours and characters stay the same. */
void screen_told(struct screen *s, bool synchronises);

/*
 * screen_leave() restores the terminal to its state before screen_open(), and screen_return() takes
 * it over again. Call screen_fit() afterwards.
 */
void screen_leave(struct screen *s);
void screen_return(struct screen *s);

/*
 * The number of bytes that this thread has written, to the terminal or elsewhere; false when the
 * system does not count them.
 */
bool screen_written(uint64_t *bytes);

/* Send a sequence that draws nothing, such as a mouse mode or a text for the clipboard. */
void screen_send(struct screen *s, const char *sequence);

/* ---- the clipboard of the terminal, also through ssh (OSC 52) ---- */

/*
 * The maximum number of bytes of text: its sequence then has 100,000 bytes. Terminals silently drop
 * longer sequences, and some drop shorter ones, too.
 */
#define SCREEN_CLIPBOARD_MAX 74994
#define SCREEN_CLIPBOARD     (SCREEN_CLIPBOARD_MAX / 3 * 4 + 16)

/*
 * Write the sequence that puts `text` in the clipboard, NUL-terminated. False when the text is too
 * long. tmux passes the sequence on if its option set-clipboard is on.
 */
bool screen_clipboard(const char *text, char out[SCREEN_CLIPBOARD]);

#endif
