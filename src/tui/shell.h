/* shell.h - the event loop: keys, mouse and signals in, one drawn screen out. */

#ifndef TUI_SHELL_H
#define TUI_SHELL_H

#include "session/workspace.h"

struct shell_options {
	enum palette_depth
	    depth;     /* as in the theme; what the terminal lacks is not used */
	bool ascii;    /* as in the theme */
	bool no_mouse; /* begin with the mouse off; F2 turns it on */
};

/*
 * Run until the user quits: takes the terminal on standard output and gives it back. Keys
 * come from standard input, or from /dev/tty when that is something else. `*signal` is 0,
 * or the signal that ended it: the caller cleans up and raises it again. False and an
 * error when the terminal cannot be used.
 */
bool shell_run(struct workspace *w, const struct shell_options *o, int *signal,
	       struct error *err);

#endif
