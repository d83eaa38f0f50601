/* clipboard.h - text for the clipboard of the terminal, also through ssh (OSC 52). */

#ifndef TUI_CLIPBOARD_H
#define TUI_CLIPBOARD_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of text: terminals silently drop more than some kB. */
#define CLIPBOARD_MAX	   4096
#define CLIPBOARD_SEQUENCE (CLIPBOARD_MAX / 3 * 4 + 16)

/*
 * Write what to send to the terminal, NUL-terminated; it holds no byte of the text as it
 * is. False when the text is too long. tmux passes it on when its set-clipboard is on.
 */
bool clipboard_sequence(const char *text, char out[CLIPBOARD_SEQUENCE]);

#endif
