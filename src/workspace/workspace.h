/* workspace.h - the whole screen and all commands, without a terminal. */

#ifndef WORKSPACE_WORKSPACE_H
#define WORKSPACE_WORKSPACE_H

#include "canvas/canvas.h"
#include "session/settings.h"
#include "view/command.h"

/* Actions that only the shell can carry out. */
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
	/* ns: to parse the key, to execute the command, to draw, to write to the terminal */
	uint64_t key, count, draw, show;
	uint64_t bytes; /* written to the terminal */
	bool has_bytes; /* the system counts them */
};

/*
 * The panes, lists, prompts and menus of an open profile or of a list of files. The shell passes it
 * the user's input and displays its drawing; tests do the same.
 */
struct workspace;

/*
 * Start loading `path` (a file, a directory, "-") in the background. NULL and an error if that
 * fails. Release with workspace_free(), which stops loading.
 */
struct workspace *workspace_new(const char *path, const struct settings *settings,
				struct error *err);
void workspace_free(struct workspace *w);

/*
 * Have `wanted` called every few ms while a pattern runs over many names, and by workspace_go_on().
 * When it returns false, because the user has typed something else, the work is abandoned and the
 * workspace is unchanged. `wanted` may draw. If it was never set, each command does all its work.
 */
void workspace_watch(struct workspace *w, bool (*wanted)(void *arg), void *arg);

/*
 * Do the lengthy work that the last command has postponed, calling `wanted` before and during it.
 * Call it when there are no more keys; workspace_timeout() is 0 while there is work. True if the
 * screen must be drawn again.
 */
bool workspace_go_on(struct workspace *w);

/* The place that decides which keys apply. With PLACE_PROMPT, printable keys are text. */
enum place workspace_place(const struct workspace *w);

/*
 * Execute one input. Mouse positions are relative to the pane of the last drawing. True if the
 * screen must be drawn again.
 */
bool workspace_do(struct workspace *w, const struct input *in);

/* Draw everything into `whole`; a new size changes the layout. */
void workspace_draw(struct workspace *w, struct pane whole);

/* The position of the text cursor in a prompt; false if there is no cursor. */
bool workspace_cursor(const struct workspace *w, int *x, int *y);

/*
 * Events of the loader: watch this descriptor for reading, and call workspace_wake() when it is
 * ready; true if the screen must be drawn again. -1: nothing is loading.
 */
int workspace_wake_fd(const struct workspace *w);
bool workspace_wake(struct workspace *w);

/*
 * Draw again after this many ms without input, for a progress bar; -1: nothing moves. 0: see
 * workspace_go_on().
 */
int workspace_timeout(const struct workspace *w);

/* Taking an action forgets it. */
enum shell_action workspace_shell_action(struct workspace *w);
const char *workspace_copied(const struct workspace *w);

/* The terminal's background has become known. True if the screen must be drawn again. */
bool workspace_suit(struct workspace *w, bool light);

/* Is it light? The user's choice overrides the terminal. */
bool workspace_is_light(const struct workspace *w);

bool workspace_is_timed(const struct workspace *w);
void workspace_time(struct workspace *w, const struct redraw_timing *t);

/* Show a text in the status line until the next command. */
void workspace_say(struct workspace *w, const char *text);

/*
 * Why the program should fail after the shell has closed: a file named on the command line could
 * not be used. False if there is nothing to report.
 */
bool workspace_failure(const struct workspace *w, struct error *err);

#endif
