#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

/* All that was changed is as it was: for programs that have ended or stopped. */
static void assert_restored(struct terminal *t)
{
	assert_true(terminal_is_cooked(t));
	assert_true(terminal_sent_text(t, MAIN_SCREEN));
	assert_true(terminal_sent_text(t, HOVER_OFF));
	assert_true(terminal_sent_text(t, CLICKS_OFF));
	assert_false(terminal_shows(t, "samples"));
}

static void a_file_is_shown_on_the_other_screen(void **state)
{
	terminal_expect(*state, "openssl.perf.gz");
	assert_true(terminal_sent_text(*state, OTHER_SCREEN));
	assert_false(terminal_is_cooked(*state));
}

static void q_leaves_with_status_0(void **state)
{
	terminal_mark(*state);
	terminal_type(*state, "q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

static void interrupt_is_a_key_like_any_other(void **state)
{
	terminal_mark(*state);
	terminal_type(*state, "\003");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

/* It says so without a byte that could be a key; "]", "1" and "r" would be some. */
static void what_the_terminal_answers_is_no_key(void **state)
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

/* It was taken for dark until then: what is empty has the ground of FlameScope's scale now. */
static void a_light_terminal_gets_colours_that_suit_it(void **state)
{
	terminal_mark(*state);
	terminal_type(*state, "\033]11;rgb:ffff/ffff/ffff\033\\\033[?62;22c");
	terminal_expect_output(*state, "48;5;231");
}

static void a_large_change_is_shown_as_a_whole_where_the_terminal_can(void **state)
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

static void a_resize_is_drawn_at_once(void **state)
{
	terminal_resize(*state, 130, 40);
	terminal_expect_in_row(*state, 39, "quit");
	terminal_resize(*state, 80, 24);
	terminal_expect_in_row(*state, 23, "quit");
}

static void a_terminal_of_one_cell_does_no_harm(void **state)
{
	terminal_resize(*state, 1, 1);
	terminal_settle(*state);
	terminal_resize(*state, COLUMNS, ROWS);
	terminal_expect_in_row(*state, ROWS - 1, "quit");
}

static void control_z_gives_the_terminal_back_and_fg_takes_it_again(void **state)
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

static void a_size_that_changed_while_stopped_is_noticed(void **state)
{
	terminal_type(*state, "\032");
	terminal_wait_stopped(*state);
	terminal_resize(*state, 120, 36);
	terminal_continue(*state);
	terminal_expect_in_row(*state, 35, "quit");
}

static void a_stop_from_outside_is_like_control_z(void **state)
{
	terminal_mark(*state);
	terminal_signal(*state, SIGTSTP);
	terminal_wait_stopped(*state);
	assert_restored(*state);
	terminal_continue(*state);
	terminal_expect(*state, "samples");
}

static void after_a_stop_behind_its_back_everything_is_drawn_anew(void **state)
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

static void being_terminated_restores_the_terminal(void **state)
{
	assert_ends_by(*state, SIGTERM);
}

static void being_hung_up_restores_the_terminal(void **state)
{
	assert_ends_by(*state, SIGHUP);
}

static void being_interrupted_restores_the_terminal(void **state)
{
	assert_ends_by(*state, SIGINT);
}

static void a_crash_restores_the_terminal(void **state)
{
	assert_ends_by(*state, SIGSEGV);
	assert_true(terminal_sent_text(*state, CURSOR_ON));
}

static void an_abort_restores_the_terminal(void **state)
{
	assert_ends_by(*state, SIGABRT);
}

static void a_closed_window_ends_it(void **state)
{
	terminal_hang_up(*state);
	terminal_wait(*state);
}

static void a_lone_escape_is_a_key(void **state)
{
	terminal_type(*state, F1);
	terminal_expect(*state, HELP);
	terminal_type(*state, "\033");
	terminal_expect_gone(*state, HELP);
}

static void a_prompt_has_a_cursor_and_nothing_else_has(void **state)
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

static void f2_changes_how_much_the_mouse_tells(void **state)
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

static void moving_the_mouse_costs_little(void **state)
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

static void nothing_is_sent_while_nothing_happens(void **state)
{
	assert_true(terminal_is_silent(*state));
}

static void y_copies_to_the_clipboard_of_the_terminal(void **state)
{
	terminal_mark(*state);
	terminal_type(*state, "y");
	terminal_expect_output(*state, "\033]52;c;");
}

static void a_whole_stack_is_read_searched_and_copied(void **state)
{
	struct terminal *t = *state;

	terminal_type(t, "T");
	terminal_expect(t, "function");
	terminal_type(t, "K");
	terminal_expect(t, "The whole stack");
	terminal_expect(t, "frame  module");
	terminal_type(t, "/nobody_has_this\r");
	terminal_expect(t, "no line has that");
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

static void of_standard_input_the_command_line_says_to_name_the_file(void **state)
{
	const char *argv[] = {
	    "/bin/sh", "-c",
	    "exec \"$FLARESCOPE\" - <\"$srcdir/data/examples/openssl.perf.gz\"", NULL};
	const char *dir = getenv("srcdir");
	char where[4096];
	const char *env[] = {where, NULL};

	snprintf(where, sizeof where, "srcdir=%s", dir ? dir : ".");
	*state = terminal_start_with(COLUMNS, ROWS, argv, env);
	terminal_expect(*state, "samples");
	terminal_type(*state, "y");
	terminal_expect(*state, "save it to a file");
	terminal_expect(*state, "FILE");
}

static void the_help_is_searched_and_begins_with_the_pane(void **state)
{
	terminal_type(*state, "?");
	terminal_expect(*state, "In the map");
	terminal_type(*state, "/quit now\r");
	terminal_expect(*state, "no line has that");
	terminal_type(*state, "\033/leave at once\r");
	terminal_expect(*state, "Leave at once");
	terminal_type(*state, "\033\033");
	terminal_expect_gone(*state, "Leave at once");
}

static void control_l_draws_everything_anew(void **state)
{
	terminal_mark(*state);
	terminal_type(*state, "\014");
	terminal_expect_output(*state, "samples");
}

static void without_colours_none_are_sent(void **state)
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

static void an_empty_no_color_means_nothing(void **state)
{
	static const char *const env[] = {"NO_COLOR=", NULL};

	*state = open_example(env);
	assert_true(terminal_sent_text(*state, "48;5;"));
}

static void eight_colours_are_enough(void **state)
{
	static const char *const env[] = {"TERM=xterm", NULL};

	*state = open_example(env);
	assert_false(terminal_sent_text(*state, "48;5;"));
	for (int y = 0; y < ROWS; y++)
		for (int x = 0; x < COLUMNS; x++)
			assert_in_range(terminal_cell(*state, x, y).bg + 1, 0, 8);
}

static void a_terminal_with_one_screen_gets_a_clean_line_for_the_shell(void **state)
{
	static const char *const env[] = {"TERM=linux", NULL};

	*state = open_example(env);
	assert_string_not_equal(terminal_row(*state, ROWS - 1), "");
	terminal_type(*state, "q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_string_equal(terminal_row(*state, ROWS - 1), "");
	assert_true(terminal_is_cooked(*state));
}

static void a_locale_without_utf8_gets_ascii(void **state)
{
	static const char *const env[] = {"LC_ALL=C", NULL};
	const char *sent;

	*state = open_example(env);
	sent = terminal_output(*state);
	for (size_t i = 0; sent[i]; i++)
		assert_in_range((unsigned char)sent[i], 1, 0x7f);
}

static void a_kept_choice_counts_on_the_screen(void **state)
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

/* A program's name and a function's, as someone else on the machine may choose them. */
#define HOSTILE                                                                          \
	"\033]0;pwned\a\033[2J\302\233m 7 [000] 1.000000: 1 cpu-clock: \n"               \
	"\t    7f0000001000 ev\033[31mil\033c\342\200\256+0x1 (/lib/x\033[5m.so)\n\n"

static void names_cannot_reach_the_terminal_as_orders(void **state)
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

static void keys_come_from_the_terminal_when_the_profile_comes_from_a_pipe(void **state)
{
	const char *argv[] = {
	    "/bin/sh", "-c",
	    "exec \"$FLARESCOPE\" - <\"$srcdir/data/examples/openssl.perf.gz\"", NULL};
	const char *dir = getenv("srcdir");
	char where[4096];
	const char *env[] = {where, NULL};

	snprintf(where, sizeof where, "srcdir=%s", dir ? dir : ".");
	*state = terminal_start_with(COLUMNS, ROWS, argv, env);
	terminal_expect(*state, "samples");
	terminal_type(*state, "?");
	terminal_expect(*state, HELP);
	terminal_mark(*state);
	terminal_type(*state, "Q");
	assert_int_equal(terminal_wait(*state), 0);
	assert_restored(*state);
}

static void a_file_that_turns_out_bad_ends_it_without_a_key(void **state)
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

static void a_small_file_that_is_no_profile_ends_it_without_a_key(void **state)
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

static void a_key_ends_a_search_that_takes_long(void **state)
{
	char file[] = "/tmp/flarescope-slow.XXXXXX", text[1000];
	double before = seconds_of_children();
	FILE *out = fdopen(mkstemp(file), "w");
	struct terminal *t;

	(void)state;
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
	terminal_expect(t, "/a.*a.*a.*a.*y|a.*x"); /* typed, while it is searched */
	terminal_type(t, "\003");
	terminal_expect_gone(t, "/a.*a");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	terminal_free(t);
	unlink(file);
	assert_true(seconds_of_children() - before < 4); /* of 5 that the search has */
}

int main(void)
{
#define TEST(name)	cmocka_unit_test_setup_teardown(name, start, program_stop)
#define TEST_BARE(name) cmocka_unit_test_teardown(name, program_stop)
	const struct CMUnitTest tests[] = {
	    TEST(a_file_is_shown_on_the_other_screen),
	    TEST(q_leaves_with_status_0),
	    TEST(interrupt_is_a_key_like_any_other),
	    TEST(what_the_terminal_answers_is_no_key),
	    TEST(a_light_terminal_gets_colours_that_suit_it),
	    TEST(a_large_change_is_shown_as_a_whole_where_the_terminal_can),
	    TEST(a_resize_is_drawn_at_once),
	    TEST(a_terminal_of_one_cell_does_no_harm),
	    TEST(control_z_gives_the_terminal_back_and_fg_takes_it_again),
	    TEST(a_size_that_changed_while_stopped_is_noticed),
	    TEST(a_stop_from_outside_is_like_control_z),
	    TEST(after_a_stop_behind_its_back_everything_is_drawn_anew),
	    TEST(being_terminated_restores_the_terminal),
	    TEST(being_hung_up_restores_the_terminal),
	    TEST(being_interrupted_restores_the_terminal),
	    TEST(a_crash_restores_the_terminal),
	    TEST(an_abort_restores_the_terminal),
	    TEST(a_closed_window_ends_it),
	    TEST(a_lone_escape_is_a_key),
	    TEST(a_prompt_has_a_cursor_and_nothing_else_has),
	    TEST(f2_changes_how_much_the_mouse_tells),
	    TEST(moving_the_mouse_costs_little),
	    TEST(nothing_is_sent_while_nothing_happens),
	    TEST(y_copies_to_the_clipboard_of_the_terminal),
	    TEST(a_whole_stack_is_read_searched_and_copied),
	    TEST(the_help_is_searched_and_begins_with_the_pane),
	    TEST(control_l_draws_everything_anew),
	    TEST_BARE(of_standard_input_the_command_line_says_to_name_the_file),
	    TEST_BARE(without_colours_none_are_sent),
	    TEST_BARE(an_empty_no_color_means_nothing),
	    TEST_BARE(eight_colours_are_enough),
	    TEST_BARE(a_terminal_with_one_screen_gets_a_clean_line_for_the_shell),
	    TEST_BARE(a_locale_without_utf8_gets_ascii),
	    TEST_BARE(a_kept_choice_counts_on_the_screen),
	    TEST_BARE(names_cannot_reach_the_terminal_as_orders),
	    TEST_BARE(keys_come_from_the_terminal_when_the_profile_comes_from_a_pipe),
	    TEST_BARE(a_file_that_turns_out_bad_ends_it_without_a_key),
	    TEST_BARE(a_small_file_that_is_no_profile_ends_it_without_a_key),
	    TEST_BARE(a_key_ends_a_search_that_takes_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
