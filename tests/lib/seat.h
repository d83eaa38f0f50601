/* seat.h - a test in the user's place: a workspace, a screen and two hands, no terminal. */

#ifndef TESTS_SEAT_H
#define TESTS_SEAT_H

#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "workspace/workspace.h"

struct seat {
	struct workspace *w; /* owned */
	struct sheet sheet;
};

/* Open `path` on a screen of this size and wait until it is loaded. A failure is the
 * test's. Release with seat_close(). */
void seat_open(struct seat *s, const char *path, const struct settings *settings,
	       int width, int height);
void seat_close(struct seat *s);

/* For the setup and teardown of a test: a seat that is opened, unless `path` is NULL, and the
 * end of one that may be open. */
struct seat *seat_new(const char *path, const struct settings *settings, int width,
		      int height);
void seat_free(struct seat *s);
int seat_stop(void **state); /* the teardown: 0 */

/* seat_open() without waiting: what is there is drawn. */
void seat_start(struct seat *s, const char *path, const struct settings *settings,
		int width, int height);

/* Take what has been loaded within `ms`, if anything, and draw; true when there was. */
bool seat_wake(struct seat *s, int ms);

/* Wait for a file that is being loaded, then draw. */
void seat_wait(struct seat *s);

/* Another size, as after a resize of the terminal; drawn. */
void seat_size(struct seat *s, int width, int height);

/* Do it and draw; true when the workspace says that it must be drawn. */
bool seat_do(struct seat *s, enum command c);
bool seat_do_n(struct seat *s, int count, enum command c);
bool seat_mouse(struct seat *s, enum command c, int x, int y);

/* Any of these at any place, and now and then on a screen of another size. */
void seat_do_any(struct seat *s, struct dice *d, const enum command *keys, size_t count);

/* A character at a time, as a prompt gets them; seat_answer() ends it with Enter. */
void seat_type(struct seat *s, const char *text);
void seat_answer(struct seat *s, const char *text);

/* Open a prompt, which may hold what was typed before, and answer it with this instead. */
void seat_ask(struct seat *s, enum command prompt, const char *text);

/* All of the screen; one line of it, the last with -1. Borrowed until the next call. */
const char *seat_screen(struct seat *s);
const char *seat_line(struct seat *s, int y);

/* The first place of these words on the screen; false (and a print) when they are not. */
bool seat_find(struct seat *s, const char *words, int *x, int *y);

/* Are these words somewhere on the screen? Prints it when they are not. */
bool seat_says(struct seat *s, const char *words);

/* The same without a print. */
bool seat_shows(struct seat *s, const char *words);

/* N of "N of M samples": how many samples the flame graph is of. */
long seat_samples(struct seat *s);

/* A file of the source tree. Borrowed until the next call. */
const char *seat_file(const char *name);

#endif
