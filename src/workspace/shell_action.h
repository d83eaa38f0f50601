/* shell_action.h - actions that only the shell can do, and the times that it measures. */

#ifndef WORKSPACE_SHELL_ACTION_H
#define WORKSPACE_SHELL_ACTION_H

#include <stdbool.h>
#include <stdint.h>

/* What only the shell can do. */
enum shell_action {
	SHELL_NOTHING,
	SHELL_QUIT,
	SHELL_SUSPEND,
	SHELL_REDRAW,	  /* clear the terminal and draw everything */
	SHELL_NEXT_MOUSE, /* the next mouse mode */
	SHELL_COPY,	  /* put workspace_copied() on the clipboard (OSC 52) */
};

/* What a redraw took, from the key on; the shell measures it only if it is asked for. */
struct redraw_timing {
	uint64_t key, count, draw,
	    show;	/* ns: until it is known what it is, has been obeyed, ... */
	uint64_t bytes; /* written to the terminal */
	bool has_bytes; /* the system counts them */
};

#endif
