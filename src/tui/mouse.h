/* mouse.h - how much the terminal tells about the mouse, and what it means. */

#ifndef TUI_MOUSE_H
#define TUI_MOUSE_H

#include <stdbool.h>
#include <termkey.h>

#include "view/command.h"

enum mouse_mode {
	MOUSE_HOVER, /* every move; over a slow link a packet for every cell crossed */
	MOUSE_CLICK, /* buttons, and moves while one is held */
	MOUSE_OFF,   /* the terminal keeps the mouse for its own selection */
	MOUSE_MODES
};

/* What to send to the terminal to get this mode, whatever the mode before. */
const char *mouse_sequence(enum mouse_mode mode);

const char *mouse_name(enum mouse_mode mode); /* for the status line */
enum mouse_mode mouse_next(enum mouse_mode mode);

/*
 * Understand a mouse event: command and position, cells counted from 0. False for keys
 * and for what means nothing here (the middle button, say).
 */
bool mouse_decode(TermKey *tk, const TermKeyKey *key, struct input *in);

#endif
