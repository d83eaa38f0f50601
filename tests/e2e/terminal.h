/* terminal.h - a program in a pseudo-terminal, and the contents of its screen. */

#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct terminal;

/*
 * Start `argv` on a new terminal of this size, as the foreground job of a session of its own, like
 * a shell does. Never returns NULL. The environment is PATH, TERM=xterm-256color, LC_ALL=C.UTF-8,
 * an empty HOME, FLARESCOPE, and then `env` ("NAME=value" ..., NULL; may be NULL).
 */
struct terminal *terminal_start(int columns, int rows, const char *const argv[]);
struct terminal *terminal_start_with(int columns, int rows, const char *const argv[],
				     const char *const env[]);
void terminal_free(struct terminal *t);

/* Actions of a user. Cells are counted from 0. */
void terminal_type(struct terminal *t, const char *keys);
void terminal_press(struct terminal *t, int x, int y);
void terminal_drag(struct terminal *t, int x, int y);
void terminal_release(struct terminal *t, int x, int y);
void terminal_hover(struct terminal *t, int x, int y);
void terminal_wheel(struct terminal *t, bool up, int x, int y);
void terminal_resize(struct terminal *t, int columns, int rows);
void terminal_signal(struct terminal *t, int sig);
void terminal_hang_up(struct terminal *t); /* close the window */

/* One row of the screen, trailing blanks removed. Valid until the next call. */
const char *terminal_row(struct terminal *t, int row);

/* Does a row show `text` now? */
bool terminal_shows(struct terminal *t, const char *text);

int terminal_rows(const struct terminal *t);

/* The position of the cursor, visible or not. */
void terminal_cursor(struct terminal *t, int *x, int *y);

#define TERMINAL_DEFAULT (-1)
#define TERMINAL_RGB	 (1 << 24) /* combined with a 24-bit colour without number */

struct terminal_cell {
	uint32_t rune; /* ' ' for an empty cell, 0 for the right half of a wide one */
	/* the number of the colour, TERMINAL_DEFAULT, or TERMINAL_RGB | colour */
	int fg, bg;
	bool bold, underline, reverse;
};
struct terminal_cell terminal_cell(struct terminal *t, int x, int y);

/*
 * Wait until `text` is on the screen (terminal_expect), is all of a row, is not all of a row, is in
 * a row, is in no row, or is in the bytes sent since the mark. Tests wait in no other way. The text
 * must not be there yet, or the test does not wait. After a timeout the test prints the screen and
 * fails.
 */
enum terminal_wish { IN_SOME_ROW, AS_ROW, IN_ROW, IN_NO_ROW, IN_OUTPUT, NOT_AS_ROW };
#define terminal_expect(t, text)                                                         \
	terminal_expect_at(t, IN_SOME_ROW, 0, text, __FILE__, __LINE__)
#define terminal_expect_row(t, row, text)                                                \
	terminal_expect_at(t, AS_ROW, row, text, __FILE__, __LINE__)
#define terminal_expect_other_row(t, row, text)                                          \
	terminal_expect_at(t, NOT_AS_ROW, row, text, __FILE__, __LINE__)
#define terminal_expect_in_row(t, row, text)                                             \
	terminal_expect_at(t, IN_ROW, row, text, __FILE__, __LINE__)
#define terminal_expect_gone(t, text)                                                    \
	terminal_expect_at(t, IN_NO_ROW, 0, text, __FILE__, __LINE__)
#define terminal_expect_output(t, bytes)                                                 \
	terminal_expect_at(t, IN_OUTPUT, 0, bytes, __FILE__, __LINE__)
void terminal_expect_at(struct terminal *t, enum terminal_wish wish, int row,
			const char *text, const char *file, int line);

/* The output of the program since the last mark, or its start. */
void terminal_mark(struct terminal *t);
size_t terminal_sent(const struct terminal *t);
bool terminal_sent_text(const struct terminal *t, const char *bytes);
const char *terminal_output(const struct terminal *t); /* NUL-terminated, from the mark */

/*
 * Wait until the program has finished writing; then check that it writes nothing more for a while.
 */
void terminal_settle(struct terminal *t);
bool terminal_is_silent(struct terminal *t);

/*
 * For measurements. terminal_hear() waits until bytes arrive or the program ends; false after the
 * timeout. It only stores the bytes, because an emulator is slower than the program;
 * terminal_catch_up() updates the screen. terminal_heard() is the time of the last bytes, in ns of
 * terminal_clock().
 */
uint64_t terminal_clock(void);
bool terminal_hear(struct terminal *t, int timeout_ms);
uint64_t terminal_heard(const struct terminal *t);
void terminal_catch_up(struct terminal *t);
bool terminal_has_ended(const struct terminal *t);

/* Does the terminal have the modes of a shell: lines, echo, signals by ^C and ^Z? */
bool terminal_is_cooked(const struct terminal *t);

/* Wait until ^Z has stopped the program; let it continue. */
void terminal_wait_stopped(struct terminal *t);
void terminal_continue(struct terminal *t);

/* Wait until the program ends; returns its exit status, or -signal. */
int terminal_wait(struct terminal *t);

#endif
