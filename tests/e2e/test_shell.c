#include "lib/unit.h"

#include <signal.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

#define COLUMNS 100
#define ROWS	30

#define OTHER_SCREEN "\033[?1049h"
#define MAIN_SCREEN  "\033[?1049l"
#define HOVER_ON     "\033[?1003h\033[?1006h"
#define HOVER_OFF    "\033[?1003l"
#define CLICKS_ON    "\033[?1002h\033[?1006h"
#define CLICKS_OFF   "\033[?1002l"
#define CURSOR_ON    "\033[?25h"
#define CURSOR_OFF   "\033[?25l"
#define F1	     "\033OP"
#define F2	     "\033OQ"

/* In the help, and nowhere else. */
#define HELP "Move left: a column earlier"

static struct terminal *open_file(const char *file, const char *const env[])
{
	const char *argv[] = {program_name(), file, NULL};

	return terminal_start_with(COLUMNS, ROWS, argv, env);
}

static struct terminal *open_example(const char *const env[])
{
	return program_open(COLUMNS, ROWS, program_example("openssl.perf.gz"), env);
}

static int start(void **state)
{
	*state = open_example(NULL);
	return 0;
}

/* All changes to the terminal are undone: for programs that have ended or stopped. */
static void assert_restored(struct terminal *t)
{
	assert_true(terminal_is_cooked(t));
	assert_true(terminal_sent_text(t, MAIN_SCREEN));
	assert_true(terminal_sent_text(t, HOVER_OFF));
	assert_true(terminal_sent_text(t, CLICKS_OFF));
	assert_false(terminal_shows(t, "samples"));
}

TEST_WITH(a_file_is_shown_on_the_other_screen, start, program_stop)
{
	terminal_expect(*state, "openssl.perf.gz");
	assert_true(terminal_sent_text(*state, OTHER_SCREEN));
	assert_false(terminal_is_cooked(*state));
}

TEST_WITH(q_leaves_with_status_0, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

TEST_WITH(interrupt_is_a_key_like_any_other, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "\003");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

/* It sets the title without a byte that could be a key; "]", "1" and "r" would be some. */
TEST_WITH(what_the_terminal_answers_is_no_key, start, program_stop)
{
	static const char answers[] = "\033]11;rgb:1111/1111/1111\a"
				      "\033[?2026;2$y\033]11;rgb:00/00/00\033\\"
				      "\033[?62;22c";

	assert_true(terminal_sent_text(*state, "\033]11;?\033\\\033[?2026$p\033[c"));
	terminal_mark(*state);
	for (size_t i = 0; i + 1 < sizeof answers; i++) {
		char byte[2] = {answers[i], '\0'};

		terminal_type(*state, byte);
	}
	assert_true(terminal_is_silent(*state));
	terminal_type(*state, "?");
	terminal_expect(*state, HELP);
	terminal_type(*state, "q");
	terminal_expect_gone(*state, HELP);
	terminal_expect(*state, "whole profile");
}

/* It was taken for dark until then: empty cells now have the background of FlameScope's scale. */
TEST_WITH(a_light_terminal_gets_colours_that_suit_it, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "\033]11;rgb:ffff/ffff/ffff\033\\\033[?62;22c");
	terminal_expect_output(*state, "48;5;231");
}

TEST_WITH(a_large_change_is_shown_as_a_whole_where_the_terminal_can, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "?");
	terminal_expect(*state, HELP);
	assert_false(terminal_sent_text(*state, "\033[?2026h"));
	terminal_type(*state, "\033[?2026;2$yq");
	terminal_expect_gone(*state, HELP);
	terminal_settle(*state);
	terminal_mark(*state);
	terminal_type(*state, "?");
	terminal_expect_output(*state, "\033[?2026l");
	assert_true(terminal_sent_text(*state, "\033[?2026h"));
	assert_ptr_equal(strstr(terminal_output(*state), "\033[?2026h"),
			 terminal_output(*state));
	terminal_mark(*state);
	terminal_type(*state, "q");
	terminal_expect_output(*state, "\033[?2026l");
	terminal_settle(*state);
	terminal_mark(*state);
	terminal_type(*state, "l");
	terminal_settle(*state);
	assert_false(terminal_sent_text(*state, "\033[?2026h"));
}

TEST_WITH(a_resize_is_drawn_at_once, start, program_stop)
{
	terminal_resize(*state, 130, 40);
	terminal_expect_in_row(*state, 39, "quit");
	terminal_resize(*state, 80, 24);
	terminal_expect_in_row(*state, 23, "quit");
}

TEST_WITH(a_terminal_of_one_cell_does_no_harm, start, program_stop)
{
	terminal_resize(*state, 1, 1);
	terminal_settle(*state);
	terminal_resize(*state, COLUMNS, ROWS);
	terminal_expect_in_row(*state, ROWS - 1, "quit");
}

TEST_WITH(control_z_gives_the_terminal_back_and_fg_takes_it_again, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "\032");
	terminal_wait_stopped(*state);
	assert_restored(*state);

	terminal_mark(*state);
	terminal_continue(*state);
	terminal_expect(*state, "samples");
	terminal_expect_output(*state, HOVER_ON);
	assert_true(terminal_sent_text(*state, OTHER_SCREEN));
	assert_false(terminal_is_cooked(*state));
	terminal_type(*state, "?");
	terminal_expect(*state, HELP);
}

TEST_WITH(a_size_that_changed_while_stopped_is_noticed, start, program_stop)
{
	terminal_type(*state, "\032");
	terminal_wait_stopped(*state);
	terminal_resize(*state, 120, 36);
	terminal_continue(*state);
	terminal_expect_in_row(*state, 35, "quit");
}

TEST_WITH(a_stop_from_outside_is_like_control_z, start, program_stop)
{
	terminal_mark(*state);
	terminal_signal(*state, SIGTSTP);
	terminal_wait_stopped(*state);
	assert_restored(*state);
	terminal_continue(*state);
	terminal_expect(*state, "samples");
}

TEST_WITH(after_a_stop_behind_its_back_everything_is_drawn_anew, start, program_stop)
{
	terminal_signal(*state, SIGSTOP);
	terminal_wait_stopped(*state);
	terminal_mark(*state);
	terminal_continue(*state);
	terminal_expect_output(*state, "samples");
	terminal_expect_output(*state, HOVER_ON);
	assert_false(terminal_is_cooked(*state));
}

static void assert_ends_by(struct terminal *t, int sig)
{
	terminal_mark(t);
	terminal_signal(t, sig);
	assert_int_equal(terminal_wait(t), -sig);
	assert_restored(t);
}

TEST_WITH(being_terminated_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGTERM);
}

TEST_WITH(being_hung_up_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGHUP);
}

TEST_WITH(being_interrupted_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGINT);
}

TEST_WITH(a_crash_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGSEGV);
	assert_true(terminal_sent_text(*state, CURSOR_ON));
}

TEST_WITH(an_abort_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGABRT);
}

TEST_WITH(a_limit_of_cpu_time_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGXCPU);
}

TEST_WITH(a_signal_that_means_nothing_to_it_restores_the_terminal, start, program_stop)
{
	assert_ends_by(*state, SIGUSR1);
}

TEST_WITH(a_closed_window_ends_it, start, program_stop)
{
	terminal_hang_up(*state);
	terminal_wait(*state);
}

TEST_WITH(a_lone_escape_is_a_key, start, program_stop)
{
	terminal_type(*state, F1);
	terminal_expect(*state, HELP);
	terminal_type(*state, "\033");
	terminal_expect_gone(*state, HELP);
}

TEST_WITH(a_prompt_has_a_cursor_and_nothing_else_has, start, program_stop)
{
	int x, y, then;

	assert_true(terminal_sent_text(*state, CURSOR_OFF));
	assert_false(terminal_sent_text(*state, CURSOR_ON));
	terminal_type(*state, ":");
	terminal_expect_output(*state, CURSOR_ON);
	terminal_settle(*state);
	terminal_cursor(*state, &x, &y);
	terminal_type(*state, "12");
	terminal_expect_in_row(*state, y, "12");
	terminal_settle(*state);
	terminal_cursor(*state, &then, &y);
	assert_int_equal(then, x + 2);
	terminal_mark(*state);
	terminal_type(*state, "\033");
	terminal_expect_output(*state, CURSOR_OFF);
}

TEST_WITH(f2_changes_how_much_the_mouse_tells, start, program_stop)
{
	assert_true(terminal_sent_text(*state, HOVER_ON));
	terminal_mark(*state);
	terminal_type(*state, F2);
	terminal_expect_output(*state, CLICKS_ON);
	terminal_settle(*state);
	terminal_mark(*state);
	terminal_type(*state, F2);
	terminal_expect_output(*state, CLICKS_OFF);
	assert_false(terminal_sent_text(*state, CLICKS_ON));
	terminal_type(*state, F2);
	terminal_expect_output(*state, HOVER_ON);
}

TEST_WITH(moving_the_mouse_costs_little, start, program_stop)
{
	terminal_hover(*state, 20, 8);
	terminal_settle(*state);
	terminal_mark(*state);
	for (int x = 21; x < 31; x++) {
		terminal_hover(*state, x, 9);
		terminal_settle(*state);
	}
	assert_in_range(terminal_sent(*state), 10, 10 * 2000);
}

TEST_WITH(nothing_is_sent_while_nothing_happens, start, program_stop)
{
	assert_true(terminal_is_silent(*state));
}

TEST_WITH(y_copies_to_the_clipboard_of_the_terminal, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "y");
	terminal_expect_output(*state, "\033]52;c;");
}

TEST_WITH(a_whole_stack_is_read_searched_and_copied, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "T");
	terminal_expect(t, "function");
	terminal_type(t, "K");
	terminal_expect(t, "The whole stack");
	terminal_expect(t, "frame  module");
	terminal_type(t, "/nobody_has_this\r");
	terminal_expect(t, "no line matches");
	terminal_type(t, "\033"); /* the search ends first */
	terminal_expect(t, ": all of it");
	terminal_mark(t);
	terminal_type(t, "y");
	terminal_expect(t, " copied ");
	assert_true(terminal_sent_text(t, "\033]52;c;"));
	terminal_mark(t);
	terminal_type(t, "Y");
	terminal_expect(t, "copied all of this page");
	assert_true(terminal_sent_text(t, "\033]52;c;"));
	terminal_type(t, "\033");
	terminal_expect_gone(t, "The whole stack");
}

TEST_WITH(of_standard_input_the_command_line_says_to_name_the_file, NULL, program_stop)
{
	const char *argv[] = {
	    "/bin/sh", "-c",
	    "exec \"$FLARESCOPE\" - <\"$srcdir/data/examples/openssl.perf.gz\"", NULL};
	const char *dir = getenv("srcdir");
	char where[4096];
	const char *env[] = {where, NULL};

	snprintf(where, sizeof where, "srcdir=%s", dir ? dir : ".");
	*state = terminal_start_with(COLUMNS, ROWS, argv, env);
	terminal_expect(*state,
			/* while it is being read there are samples, too */
			"whole profile");
	terminal_type(*state, "y");
	terminal_expect(*state, "save it to a file");
	terminal_expect(*state, "FILE");
}

TEST_WITH(the_help_is_searched_and_begins_with_the_pane, start, program_stop)
{
	terminal_type(*state, "?");
	terminal_expect(*state, "In the map");
	terminal_type(*state, "/quit now\r");
	terminal_expect(*state, "no line matches");
	terminal_type(*state, "\033/leave at once\r");
	terminal_expect(*state, "Quit at once");
	terminal_type(*state, "\033\033");
	terminal_expect_gone(*state, "Quit at once");
}

TEST_WITH(control_l_draws_everything_anew, start, program_stop)
{
	terminal_mark(*state);
	terminal_type(*state, "\014");
	terminal_expect_output(*state, "samples");
}

TEST_WITH(without_colours_none_are_sent, NULL, program_stop)
{
	static const char *const env[] = {"NO_COLOR=1", NULL};

	*state = open_example(env);
	assert_false(terminal_sent_text(*state, "38;5;"));
	assert_false(terminal_sent_text(*state, "48;5;"));
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++)
			assert_int_equal(terminal_cell(*state, x, y).bg,
					 TERMINAL_DEFAULT);
}

TEST_WITH(an_empty_no_color_means_nothing, NULL, program_stop)
{
	static const char *const env[] = {"NO_COLOR=", NULL};

	*state = open_example(env);
	assert_true(terminal_sent_text(*state, "48;5;"));
}

TEST_WITH(eight_colours_are_enough, NULL, program_stop)
{
	static const char *const env[] = {"TERM=xterm", NULL};

	*state = open_example(env);
	assert_false(terminal_sent_text(*state, "48;5;"));
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++)
			assert_in_range(terminal_cell(*state, x, y).bg + 1, 0, 8);
}

TEST_WITH(a_terminal_with_one_screen_gets_a_clean_line_for_the_shell, NULL, program_stop)
{
	static const char *const env[] = {"TERM=linux", NULL};

	*state = open_example(env);
	assert_string_not_equal(terminal_row(*state, ROWS - 1), "");
	terminal_type(*state, "q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_string_equal(terminal_row(*state, ROWS - 1), "");
	assert_true(terminal_is_cooked(*state));
}

TEST_WITH(a_locale_without_utf8_gets_ascii, NULL, program_stop)
{
	static const char *const env[] = {"LC_ALL=C", NULL};
	const char *sent;

	*state = open_example(env);
	sent = terminal_output(*state);
	for (size_t i = 0; sent[i]; i++)
		assert_in_range((unsigned char)sent[i], 1, 0x7f);
}

TEST_WITH(a_kept_choice_counts_on_the_screen, NULL, program_stop)
{
	char dir[] = "/tmp/flarescope-shell-XXXXXX", folder[64], path[80], where[64];
	const char *env[] = {where, NULL};
	FILE *config;

	assert_non_null(mkdtemp(dir));
	snprintf(folder, sizeof folder, "%s/flarescope", dir);
	snprintf(path, sizeof path, "%s/config", folder);
	snprintf(where, sizeof where, "XDG_CONFIG_HOME=%s", dir);
	assert_int_equal(mkdir(folder, 0700), 0);
	config = fopen(path, "w");
	assert_non_null(config);
	fputs("# how I like it\nascii\n", config);
	fclose(config);
	*state = open_example(env);
	for (int row = 0; row < ROWS; row++) {
		const char *shown = terminal_row(*state, row);

		for (size_t i = 0; shown[i]; i++)
			assert_in_range((unsigned char)shown[i], 1, 0x7f);
	}
	unlink(path);
	rmdir(folder);
	rmdir(dir);
}

/* A program's name and a function's, as chosen by another user of the machine. */
#define HOSTILE                                                                          \
	"\033]0;pwned\a\033[2J\302\233m 7 [000] 1.000000: 1 cpu-clock: \n"               \
	"\t    7f0000001000 ev\033[31mil\033c\342\200\256+0x1 (/lib/x\033[5m.so)\n\n"

TEST_WITH(names_cannot_reach_the_terminal_as_orders, NULL, program_stop)
{
	static const char *const orders[] = {"\033]0;", "\033[31mil", "\033c",
					     "\033[5m", "\302\233",   "\342\200\256"};
	char file[] = "/tmp/flarescope-test-XXXXXX";
	int fd = mkstemp(file);

	assert_true(fd >= 0);
	for (int i = 0; i < 5; i++)
		assert_int_equal(write(fd, HOSTILE, sizeof HOSTILE - 1),
				 sizeof HOSTILE - 1);
	close(fd);
	*state = open_file(file, NULL);
	terminal_expect(*state, "pwned");
	terminal_settle(*state);
	unlink(file);
	for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
		assert_false(terminal_sent_text(*state, orders[i]));
}

TEST_WITH(keys_come_from_the_terminal_when_the_profile_comes_from_a_pipe, NULL,
	  program_stop)
{
	const char *argv[] = {
	    "/bin/sh", "-c",
	    "exec \"$FLARESCOPE\" - <\"$srcdir/data/examples/openssl.perf.gz\"", NULL};
	const char *dir = getenv("srcdir");
	char where[4096];
	const char *env[] = {where, NULL};

	snprintf(where, sizeof where, "srcdir=%s", dir ? dir : ".");
	*state = terminal_start_with(COLUMNS, ROWS, argv, env);
	terminal_expect(*state, "whole profile");
	terminal_type(*state, "?");
	terminal_expect(*state, HELP);
	terminal_mark(*state);
	terminal_type(*state, "Q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

TEST_WITH(a_file_that_turns_out_bad_ends_it_without_a_key, NULL, program_stop)
{
	char dir[] = "/tmp/flarescope-shell-XXXXXX", path[sizeof dir + 8];
	const char *argv[] = {getenv("FLARESCOPE"), path, NULL};
	int pipe;

	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof path, "%s/pipe", dir);
	assert_int_equal(mkfifo(path, 0600), 0);
	*state = terminal_start(COLUMNS, ROWS, argv);
	terminal_expect(*state, "reading ");
	pipe = open(path, O_WRONLY);
	assert_int_equal(write(pipe, "Tyger\n", 6), 6);
	close(pipe);
	unlink(path);
	rmdir(dir);
	assert_int_equal(terminal_wait(*state), 1);
	assert_restored(*state);
	assert_true(terminal_shows(*state, "not a profile: text"));
}

TEST_WITH(a_small_file_that_is_no_profile_ends_it_without_a_key, NULL, program_stop)
{
	char path[] = "/tmp/flarescope-shell-XXXXXX";
	const char *argv[] = {getenv("FLARESCOPE"), path, NULL};
	int file = mkstemp(path);

	assert_true(file >= 0);
	assert_int_equal(write(file, "Tyger\n", 6), 6);
	close(file);
	*state = terminal_start(COLUMNS, ROWS, argv);
	assert_int_equal(terminal_wait(*state), 1);
	unlink(path);
	assert_restored(*state);
	assert_true(terminal_shows(*state, "not a profile: text"));
}

static double seconds_of_children(void)
{
	struct rusage r;

	getrusage(RUSAGE_CHILDREN, &r);
	return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
	       (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec) / 1e6;
}

TEST_WITH(a_key_ends_a_search_that_takes_long, NULL, program_stop)
{
	char file[] = "/tmp/flarescope-slow.XXXXXX", text[1000];
	double before = seconds_of_children();
	FILE *out = fdopen(mkstemp(file), "w");
	struct terminal *t;

	assert_non_null(out);
	memset(text, 'a', sizeof text);
	for (int i = 0; i < 300; i++)
		fprintf(out,
			"a 7 %d.5: 1 cpu-clock:\n\t40%04d 1%.200s%d+0x1 (/bin/a)\n\n",
			100 + i, i, text, i);
	fclose(out);
	t = open_file(file, NULL);
	terminal_expect(t, "samples");
	terminal_settle(t);
	terminal_type(t, "/a.*a.*a.*a.*y|a.*x");
	terminal_expect(t, "/a.*a.*a.*a.*y|a.*x"); /* typed while it is searched */
	terminal_type(t, "\003");
	terminal_expect_gone(t, "/a.*a");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	terminal_free(t);
	unlink(file);
	/* of 5 seconds that the search is allowed */
	assert_true(seconds_of_children() - before < 4);
}
