/* workspace.h - draws the whole screen and executes all commands, without a terminal. */

#ifndef WORKSPACE_WORKSPACE_H
#define WORKSPACE_WORKSPACE_H

#include "canvas/canvas.h"
#include "session/settings.h"
#include "view/command.h"

/* Actions that only the shell (tui/shell.h) can carry out. */
enum shell_action {
	SHELL_NOTHING,
	SHELL_QUIT,
	SHELL_SUSPEND,
	SHELL_REDRAW,	  /* clear the terminal and draw everything */
	SHELL_NEXT_MOUSE, /* the next mouse mode */
	SHELL_COPY,	  /* put workspace_copied() on the clipboard (OSC 52) */
};

/* Times of one redraw; the shell measures them only with --timing. */
struct redraw_timing {
	/* ns spent parsing the key, executing the command, drawing, and writing to the terminal */
	uint64_t key, count, draw, show;
	uint64_t bytes; /* written to the terminal */
	bool has_bytes; /* `bytes` is known */
};

/*
 * The panes, lists, prompts and menus of an open profile or of a list of files. The shell passes
 * the user's input to the workspace and displays what it draws; tests do the same.
 */
struct workspace;

/*
 * Start loading `path` (a file, or "-") in the background; a directory is listed instead. Returns
 * NULL and an error on failure. Release with workspace_free(), which stops loading.
 */
struct workspace *workspace_new(const char *path, const struct settings *settings,
				struct error *err);
void workspace_free(struct workspace *w);

/*
 * Set a callback that reports whether a result is still wanted. It is called every few ms while a
 * pattern is matched against many names, and by workspace_go_on(). When it returns false, because
 * the user has typed something else, the work is abandoned and the workspace is unchanged. `wanted`
 * may draw. Without a callback, commands are never abandoned.
 */
void workspace_watch(struct workspace *w, bool (*wanted)(void *arg), void *arg);

/*
 * Do the lengthy work that the last command postponed, and call `wanted` before and during it. Call
 * this when no more keys are waiting; workspace_timeout() returns 0 while there is work. Returns
 * true if the screen must be drawn again.
 */
bool workspace_go_on(struct workspace *w);

/* The place that decides which keys apply. With PLACE_PROMPT, printable keys are text. */
enum place workspace_place(const struct workspace *w);

/*
 * Execute one input. Mouse positions are relative to the pane that was last drawn into. Returns
 * true if the screen must be drawn again.
 */
bool workspace_do(struct workspace *w, const struct input *in);

/* Draw everything into `whole`; if its size has changed, the layout is adapted. */
void workspace_draw(struct workspace *w, struct pane whole);

/* The position of the text cursor in a prompt; false if there is no cursor. */
bool workspace_cursor(const struct workspace *w, int *x, int *y);

/*
 * Events of the loader. Poll this descriptor for reading. When it is ready, call workspace_wake(),
 * which returns true if the screen must be drawn again. -1: nothing is being loaded.
 */
int workspace_wake_fd(const struct workspace *w);
bool workspace_wake(struct workspace *w);

/*
 * Draw again after this many ms without input, to update the progress bar; -1: nothing needs to be
 * updated; 0: call workspace_go_on().
 */
int workspace_timeout(const struct workspace *w);

/* The action that the shell must carry out now. It is returned only once. */
enum shell_action workspace_shell_action(struct workspace *w);
const char *workspace_copied(const struct workspace *w);

/*
 * Set whether the terminal's background is light. Returns true if the screen must be drawn again.
 */
bool workspace_suit(struct workspace *w, bool light);

/* Is the theme light? The user's choice takes precedence over the terminal's background. */
bool workspace_is_light(const struct workspace *w);

bool workspace_is_timed(const struct workspace *w);
void workspace_time(struct workspace *w, const struct redraw_timing *t);

/* Show a message in the status line until the next command. */
void workspace_say(struct workspace *w, const char *text);

/*
 * The error with which the program must exit after the shell has ended, because a file named on the
 * command line could not be used. Returns false if there is no such error.
 */
bool workspace_failure(const struct workspace *w, struct error *err);

#endif
