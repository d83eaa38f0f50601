#include "lib/unit.h"

#include <stdlib.h>
#include <string.h>

#include "program.h"

#define COLUMNS 120
#define ROWS	36

static struct terminal *open_in(void **state, const char *const env[])
{
	*state = program_open(COLUMNS, ROWS, program_example("service.perf.gz"), env);
	return *state;
}

static struct terminal *open_true(void **state)
{
	static const char *const env[] = {"COLORTERM=truecolor", NULL};

	return open_in(state, env);
}

static int start(void **state)
{
	*state = NULL;
	return 0;
}

static bool is_true(struct terminal *t)
{
	return terminal_sent_text(t, "48;2;");
}

TEST_WITH(where_colorterm_says_so_colours_have_24_bits, start, program_stop)
{
	static const char *const says[] = {"COLORTERM=truecolor", "COLORTERM=24bit"};

	for (int i = 0; i < 2; i++) {
		const char *env[] = {says[i], NULL};
		struct terminal *t = open_in(state, env);
		int between = 0;

		assert_true(is_true(t));
		for (int y = 0; y < ROWS; y++)
			for (int x = 0; x < COLUMNS; x++)
				between += terminal_cell(t, x, y).bg >= TERMINAL_RGB;
		assert_true(between > COLUMNS);
		program_stop(state);
	}
	*state = NULL;
}

/* GNU screen runs inside a terminal that sets COLORTERM, and interprets 24 bits as attributes. */
TEST_WITH(elsewhere_they_are_those_of_the_terminals_palette, start, program_stop)
{
	static const char *const others[][4] = {
	    {"COLORTERM=yes", NULL},
	    {"COLORTERM=", NULL},
	    {"COLORTERM=truecolor", "TERM=xterm", NULL},
	    {"COLORTERM=truecolor", "TERM=screen-256color", NULL},
	    {"COLORTERM=truecolor", "STY=1.pts", NULL},
	    {"COLORTERM=truecolor", "NO_COLOR=1", NULL},
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
		assert_false(is_true(open_in(state, others[i])));
		program_stop(state);
	}
	*state = NULL;
}

TEST_WITH(in_tmux_they_have_24_bits_whatever_it_calls_itself, start, program_stop)
{
	static const char *const env[] = {"COLORTERM=truecolor", "TMUX=/tmp/x,1,0",
					  "TERM=screen-256color", NULL};

	assert_true(is_true(open_in(state, env)));
}

TEST_WITH(color_256_is_without_them, start, program_stop)
{
	static const char *const env[] = {"COLORTERM=truecolor", NULL};
	const char *argv[] = {program_name(), "--color", "256",
			      program_example("service.perf.gz"), NULL};

	*state = terminal_start_with(COLUMNS, ROWS, argv, env);
	terminal_expect(*state, SERVICE_SAMPLES);
	terminal_settle(*state);
	assert_false(is_true(*state));
	assert_true(terminal_sent_text(*state, "48;5;"));
}

/* A blank shows neither its colour nor whether it is bold. */
static bool same_cells(struct terminal_cell a, struct terminal_cell b)
{
	bool inked = (a.rune && a.rune != ' ') || a.underline || a.reverse;

	return a.rune == b.rune && a.bg == b.bg &&
	       ((a.fg == b.fg && a.bold == b.bold) || !inked) &&
	       a.underline == b.underline && a.reverse == b.reverse;
}

/*
 * The lines above the messages, which every key removes; that of a list is in the last line but
 * one.
 */
#define CELLS (COLUMNS * (ROWS - 2))

/* The result of many steps equals a complete redraw. */
static void assert_as_drawn_anew(struct terminal *t, unsigned seed, int step)
{
	struct terminal_cell *was = calloc(CELLS, sizeof *was);

	assert_non_null(was);
	terminal_settle(t);
	for (int i = 0; i < CELLS; i++)
		was[i] = terminal_cell(t, i % COLUMNS, i / COLUMNS);
	terminal_type(t, "\014");
	terminal_settle(t);
	for (int i = 0; i < CELLS; i++)
		if (!same_cells(was[i], terminal_cell(t, i % COLUMNS, i / COLUMNS)))
			fail_msg("seed %u, step %d: cell %d,%d is another", seed, step,
				 i % COLUMNS, i / COLUMNS);
	free(was);
}

TEST_WITH(any_steps_leave_what_is_drawn_anew, start, program_stop)
{
	static const char *const keys[] = {
	    "e", "h",	 "l",	   "j",	 "k", "\t", " ",  "+",	    "-",
	    "m", "\033", "?",	   "q",	 "n", "/w", "\r", "\033[B", "e",
	    "<", ">",	 "\033[A", "\t", "e", "t",  "g",  "\033[6~"};
	const char *wanted = getenv("SEED");
	unsigned seed = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 1;
	struct terminal *t = open_true(state);

	srand(seed);
	for (int step = 0; step < 6; step++) {
		for (int i = 0; i < 5; i++) {
			const char *key =
			    keys[(unsigned)rand() % (sizeof keys / sizeof *keys)];

			/* "q" only if it closes something */
			if (*key != 'q' || terminal_shows(t, "close"))
				terminal_type(t, key);
			terminal_settle(t);
		}
		assert_as_drawn_anew(t, seed, step);
	}
}

/* Moving a word by one column is as long as three characters. */
TEST_WITH(what_is_there_is_written_again_where_that_is_shorter, start, program_stop)
{
	struct terminal *t = open_true(state);

	terminal_type(t, "lllhhjk\t");
	terminal_settle(t);
	assert_false(terminal_sent_text(t, "\033[1C"));
}

/* In this few columns shades are indistinguishable, and numbers are shorter. */
TEST_WITH(narrow_frames_have_grounds_of_256, start, program_stop)
{
	struct terminal *t = open_true(state);

	assert_true(terminal_sent_text(t, ";48;5;") || terminal_sent_text(t, "[48;5;"));
	assert_true(is_true(t));
}

/* "\033m" does not only set colours: to some terminals it means to hold lines. */
TEST_WITH(a_colour_that_stays_is_not_said_again, start, program_stop)
{
	struct terminal *t = open_true(state);

	assert_false(terminal_sent_text(t, "\033m"));
	for (const char *key = "lLtm?"; *key; key++) {
		char typed[] = {*key, '\0'};

		terminal_type(t, typed);
		terminal_settle(t);
		terminal_type(t, "\033");
		terminal_settle(t);
	}
	assert_false(terminal_sent_text(t, "\033m"));
}

TEST_WITH(a_change_of_the_whole_screen_waits_for_its_end, start, program_stop)
{
	struct terminal *t = open_true(state);

	terminal_type(t, "\033[?2026;2$y\033[?62;22c");
	terminal_settle(t);
	terminal_mark(t);
	terminal_type(t, "\014");
	terminal_settle(t);
	assert_true(terminal_sent_text(t, "\033[?2026h"));
	assert_true(terminal_sent_text(t, "\033[?2026l"));
}

TEST_WITH(the_terminal_goes_back_as_it_was, start, program_stop)
{
	struct terminal *t = open_true(state);

	terminal_type(t, "\032");
	terminal_wait_stopped(t);
	assert_true(terminal_is_cooked(t));
	assert_false(terminal_shows(t, "samples"));
	terminal_mark(t);
	terminal_continue(t);
	terminal_expect(t, "samples");
	terminal_resize(t, 100, 30);
	terminal_expect_in_row(t, 29, "quit");
	terminal_mark(t);
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_true(terminal_is_cooked(t));
	assert_false(terminal_shows(t, "samples"));
	assert_true(terminal_sent_text(t, "\033[?1049l"));
	assert_true(terminal_sent_text(t, "\033[?25h") ||
		    terminal_sent_text(t, "\033[?12l\033[?25h"));
}
