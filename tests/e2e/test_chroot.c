/*
 * The program where there is only a terminal and /proc: tests/cli/static.sh makes such a place, and
 * runs this with FLARESCOPE set to a script that starts the program there.
 */
#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define PROFILE "/service.perf.gz" /* in the chroot */
#define OF_ALL	" of " SERVICE_SAMPLES " samples"
#define HELP	"Move left: a column earlier"

static struct terminal *open_with(void **state, const char *const env[])
{
	*state = program_open(100, 30, PROFILE, env);
	return *state;
}

static struct terminal *open_as(void **state, const char *term)
{
	char setting[64];
	const char *env[] = {setting, NULL};

	snprintf(setting, sizeof setting, "TERM=%s", term);
	return open_with(state, env);
}

static void assert_quits(struct terminal *t)
{
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_true(terminal_is_cooked(t));
}

/* Arrow keys, as this terminal sends them, move the selection. */
static void assert_selects(struct terminal *t, const char *right)
{
	uint64_t at_first = program_number_before(t, OF_ALL);
	int row;

	terminal_type(t, "v");
	terminal_type(t, right);
	terminal_type(t, right);
	terminal_expect_gone(t, "whole profile");
	terminal_settle(t);
	program_row_with(t, OF_ALL, &row);
	assert_true(program_number_before(t, OF_ALL) < at_first);
}

static void assert_works(void **state, const char *term, const char *right)
{
	struct terminal *t = open_as(state, term);

	assert_true(terminal_shows(t, "\xe2\x94\x94"
				      "0\xe2\x94\x80")); /* corner, 0, line */
	assert_selects(t, right);
	assert_quits(t);
}

TEST_WITH(an_xterm_will_do, NULL, program_stop)
{
	assert_works(state, "xterm", "\033[C");
}

TEST_WITH(an_xterm_with_256_colours_has_half_blocks, NULL, program_stop)
{
	struct terminal *t = open_as(state, "xterm-256color");

	assert_true(terminal_shows(t, "\xe2\x96\x80"));
	assert_true(terminal_sent_text(t, "48;5;"));
	assert_selects(t, "\033OC");
	assert_quits(t);
}

TEST_WITH(tmux_will_do, NULL, program_stop)
{
	assert_works(state, "tmux-256color", "\033[C");
	terminal_free(*state);
	assert_works(state, "tmux", "\033OC");
}

TEST_WITH(screen_will_do, NULL, program_stop)
{
	assert_works(state, "screen-256color", "\033OC");
	terminal_free(*state);
	assert_works(state, "screen", "\033[C");
}

TEST_WITH(a_vt100_will_do, NULL, program_stop)
{
	assert_works(state, "vt100", "\033OC");
}

/* Keys that no other terminal sends are only in its description. */
TEST_WITH(the_console_of_linux_has_its_function_keys, NULL, program_stop)
{
	struct terminal *t;

	assert_works(state, "linux", "\033[C");
	terminal_free(*state);
	t = open_as(state, "linux");
	terminal_type(t, "\033[[A"); /* F1 */
	terminal_expect(t, HELP);
}

TEST_WITH(the_mouse_selects, NULL, program_stop)
{
	struct terminal *t = open_as(state, "xterm-256color");
	int x, y;

	program_map(t, &x, &y);
	terminal_press(t, x + 1, y - 1);
	terminal_drag(t, x + 6, y - 1);
	terminal_release(t, x + 6, y - 1);
	terminal_expect_gone(t, "whole profile");
}

TEST_WITH(what_is_selected_is_exported, NULL, program_stop)
{
	struct terminal *t = open_as(state, "xterm-256color");

	assert_selects(t, "\033[C");
	terminal_type(t, "v");
	terminal_type(t, "S");
	terminal_expect(t, "save as ");
	terminal_type(t, "\025/selected.svg\r");
	terminal_expect(t, "saved ");
}

/* ssh sends the locale of the client, or nothing. */
TEST_WITH(utf8_is_drawn_whatever_locale_is_meant, NULL, program_stop)
{
	static const char *const settings[][4] = {
	    {"LC_ALL=de_DE.UTF-8"},
	    {"LC_ALL=", "LC_CTYPE=en_US.utf8", "LANG=C"},
	    {"LC_ALL=", "LC_CTYPE=", "LANG="},
	};

	for (size_t i = 0; i < sizeof settings / sizeof *settings; i++) {
		struct terminal *t = open_with(state, settings[i]);

		assert_true(terminal_shows(t, "\xe2\x96\x80"));
		terminal_free(t);
		*state = NULL;
	}
}

TEST_WITH(but_not_where_another_is_asked_for, NULL, program_stop)
{
	static const char *const env[] = {"LC_ALL=C", NULL};
	const char *sent = terminal_output(open_with(state, env));

	for (size_t i = 0; sent[i]; i++)
		assert_in_range((unsigned char)sent[i], 1, 0x7f);
}

TEST_WITH(a_terminal_that_nobody_knows_is_told_by_name, NULL, program_stop)
{
	const char *argv[] = {program_name(), PROFILE, NULL};
	const char *env[] = {"TERM=from-afar", NULL};

	*state = terminal_start_with(100, 200, argv, env);
	assert_int_equal(terminal_wait(*state), 0);
	terminal_expect(*state, "TERM=from-afar is not known on this host");
	terminal_expect(*state, SERVICE_SAMPLES);
}

/* tests/cli/static.sh checks whether this host allows recording. */
TEST_WITH(what_happens_now_is_recorded, NULL, program_stop)
{
	const char *argv[] = {program_name(), "live", NULL};

	if (!getenv("RECORDS"))
		skip();
	*state = terminal_start_with(100, 30, argv, NULL);
	terminal_expect(*state, " samples");
	terminal_expect(*state, "all so far");
	terminal_expect(*state, "\xe2\x94\x94"
				"0\xe2\x94\x80");
	terminal_type(*state, "q");
	assert_int_equal(terminal_wait(*state), 0);
}
