/* shell.h - the event loop: keys, mouse and signals in, one drawn screen out. */

#ifndef TUI_SHELL_H
#define TUI_SHELL_H

#include "tui/replies.h"
#include "workspace/workspace.h"

/*
 * It draws only after a change. Signals come through a pipe of signals.c, which also restores the
 * terminal after a crash, with calls that are safe there.
 */

/* The mode of the mouse at the start; COMMAND_MOUSE changes it. */
enum shell_mouse {
	SHELL_MOUSE_AUTO, /* hover if the terminal is known to report it well */
	SHELL_MOUSE_HOVER,
	SHELL_MOUSE_CLICK,
	SHELL_MOUSE_OFF,
};

struct shell_options {
	/* as in the theme; reduced to what the terminal has */
	enum palette_depth depth;
	bool ascii; /* as in the theme */
	enum shell_mouse mouse;
};

/*
 * Run until the user quits: takes over the terminal on standard output and restores it. Keys come
 * from standard input, or from /dev/tty when that is not a terminal. `*signal` is 0, or the signal
 * that ended it, which the caller raises again after cleaning up. False and an error when the
 * terminal cannot be used.
 */
bool shell_run(struct workspace *w, const struct shell_options *o, int *signal,
	       struct error *err);

#endif
