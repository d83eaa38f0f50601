/* seat.h - a workspace with a screen, operated by a test without a terminal. */

#ifndef TESTS_SEAT_H
#define TESTS_SEAT_H

#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "workspace/workspace.h"

struct seat {
	struct workspace *w; /* owned */
	struct sheet sheet;
};

/*
 * Open `path` on a screen of this size and wait until it is loaded. A failure ends the test.
 * Release with seat_close().
 */
void seat_open(struct seat *s, const char *path, const struct settings *settings,
	       int width, int height);
void seat_close(struct seat *s);

/*
 * For the setup and teardown of tests: seat_new() opens a seat unless `path` is NULL; seat_free()
 * closes it if it is open.
 */
struct seat *seat_new(const char *path, const struct settings *settings, int width,
		      int height);
void seat_free(struct seat *s);
int seat_stop(void **state); /* the teardown: 0 */

/* Like seat_open(), but without waiting: draws the current state. */
void seat_start(struct seat *s, const char *path, const struct settings *settings,
		int width, int height);

/* Wait up to `ms` for loaded data, and draw it; returns true if there was any. */
bool seat_wake(struct seat *s, int ms);

/* Wait until the file is loaded, then draw. */
void seat_wait(struct seat *s);

/* Change the size, as after a resize of the terminal, and draw. */
void seat_size(struct seat *s, int width, int height);

/* Execute a command and draw; returns true if the workspace requested a redraw. */
bool seat_do(struct seat *s, enum command c);
bool seat_do_n(struct seat *s, int count, enum command c);
bool seat_mouse(struct seat *s, enum command c, int x, int y);

/*
 * Execute random commands of `keys` at random places, and sometimes change the size of the screen.
 */
void seat_do_any(struct seat *s, struct dice *d, const enum command *keys, size_t count);

/* Type characters into a prompt; seat_answer() ends with Enter. */
void seat_type(struct seat *s, const char *text);
void seat_answer(struct seat *s, const char *text);

/* Open a prompt, replace the text in it, and answer. */
void seat_ask(struct seat *s, enum command prompt, const char *text);

/* The text of the screen, or of one line; -1 is the last line. Borrowed until the next call. */
const char *seat_screen(struct seat *s);
const char *seat_line(struct seat *s, int y);

/* Find the words on the screen; if they are missing, prints the screen and returns false. */
bool seat_find(struct seat *s, const char *words, int *x, int *y);

/* Are these words on the screen? Prints the screen if not. */
bool seat_says(struct seat *s, const char *words);

/* The same without printing. */
bool seat_shows(struct seat *s, const char *words);

/* N of "N of M samples": the number of samples in the flame graph. */
long seat_samples(struct seat *s);

/* The path of a file in the source tree. Borrowed until the next call. */
const char *seat_file(const char *name);

#endif
