/* terminal.h - a program running in a pseudo-terminal, and what its screen shows. */

#ifndef TESTS_TERMINAL_H
#define TESTS_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct terminal;

/*
 * Start `argv` on a fresh terminal of this size, as the foreground job of a session of
 * its own, as a shell would. Never returns NULL. The environment is PATH,
 * TERM=xterm-256color, LC_ALL=C.UTF-8, an empty HOME, FLARESCOPE, and then `env`
 * ("NAME=value" ..., NULL; may itself be NULL).
 */
struct terminal *terminal_start(int columns, int rows, const char *const argv[]);
struct terminal *terminal_start_with(int columns, int rows, const char *const argv[],
				     const char *const env[]);
void terminal_free(struct terminal *t);

/* What a user does. Cells are counted from 0. */
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

/* Does some row show this now? */
bool terminal_shows(struct terminal *t, const char *text);

int terminal_rows(const struct terminal *t);

/* Where the cursor is, whether it can be seen or not. */
void terminal_cursor(struct terminal *t, int *x, int *y);

#define TERMINAL_DEFAULT (-1)
#define TERMINAL_RGB	 (1 << 24) /* or-ed with the 24 bits of a colour without number */

struct terminal_cell {
	uint32_t rune; /* ' ' for an empty cell, 0 for the right half of a wide one */
	int fg, bg; /* the colour's number, TERMINAL_DEFAULT, or TERMINAL_RGB | colour */
	bool bold, underline, reverse;
};
struct terminal_cell terminal_cell(struct terminal *t, int x, int y);

/*
 * Wait until the screen shows `text` somewhere (terminal_expect), one row is `text`, one
 * row has `text` in it, no row has it any more, or the bytes sent since the mark have it.
 * This is the only way a test may wait: never sleep and hope. Expect what is not there
 * yet, or the test does not wait at all. After ten seconds it prints the screen and
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

/* What the program sent since the last mark (at first, since the start). */
void terminal_mark(struct terminal *t);
size_t terminal_sent(const struct terminal *t);
bool terminal_sent_text(const struct terminal *t, const char *bytes);
const char *terminal_output(const struct terminal *t); /* NUL-terminated, from the mark */

/* Let the program finish what it is writing; then it must write nothing for a while. */
void terminal_settle(struct terminal *t);
bool terminal_is_silent(struct terminal *t);

/*
 * For who measures. terminal_hear() waits until bytes come, or the program ends, or the
 * time is over: then it is false. It only keeps the bytes, as an emulator is slower than
 * the program; the screen shows them after terminal_catch_up(). terminal_heard() is when
 * the last bytes came, in nanoseconds of terminal_clock().
 */
uint64_t terminal_clock(void);
bool terminal_hear(struct terminal *t, int timeout_ms);
uint64_t terminal_heard(const struct terminal *t);
void terminal_catch_up(struct terminal *t);
bool terminal_has_ended(const struct terminal *t);

/* Are the terminal's modes those of a shell: lines, echo, signals by ^C and ^Z? */
bool terminal_is_cooked(const struct terminal *t);

/* Wait for the program to stop (^Z); and let it go on. */
void terminal_wait_stopped(struct terminal *t);
void terminal_continue(struct terminal *t);

/* Wait for the program to end; returns its exit status, or -signal. */
int terminal_wait(struct terminal *t);

#endif
