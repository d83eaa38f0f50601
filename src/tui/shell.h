/* shell.h - the event loop, which takes keys, mouse events and signals, and draws the screen. */

#ifndef TUI_SHELL_H
#define TUI_SHELL_H

#include "tui/replies.h"
#include "workspace/workspace.h"

/*
 * The shell draws only after a change. Signals arrive through a pipe of signals.c, which also
 * restores the terminal after a crash, with calls that are safe in a signal handler.
 */

/* The initial mouse mode; COMMAND_MOUSE changes it. */
enum shell_mouse {
	SHELL_MOUSE_AUTO, /* hover if the terminal is known to support it, else click */
	SHELL_MOUSE_HOVER,
	SHELL_MOUSE_CLICK,
	SHELL_MOUSE_OFF,
};

struct shell_options {
	/* the depth of the theme; reduced to that of the terminal if necessary */
	enum palette_depth depth;
	bool ascii; /* as in the theme */
	enum shell_mouse mouse;
};

/*
 * Take over the terminal on standard output, run until the user quits, and restore the terminal.
 * Keys come from standard input; if that is not a terminal, from /dev/tty, or from standard output
 * if /dev/tty cannot be opened. `*signal` is set to the signal that ended the loop, or to 0; the
 * caller must raise it again after cleaning up. False and an error on failure.
 */
bool shell_run(struct workspace *w, const struct shell_options *o, int *signal,
	       struct error *err);

#endif
