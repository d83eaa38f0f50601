#include "lib/unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/work_dir.h"
#include "program.h"

#define OF_ALL " of " SERVICE_SAMPLES " samples"

/* A directory for the test, removed with its contents. */
struct scratch {
	char path[WORK_DIR];
	struct terminal *t;
};

static int start(void **state)
{
	struct scratch *s = calloc(1, sizeof *s);

	assert_non_null(s);
	work_dir_make(s->path, "test");
	*state = s;
	return 0;
}

static int stop(void **state)
{
	struct scratch *s = *state;

	if (s->t)
		terminal_free(s->t);
	work_dir_remove(s->path);
	free(s);
	return 0;
}

static struct terminal *open_service(void **state, int columns, int rows)
{
	struct scratch *s = *state;
	char path[128];

	/* by a short name, because the display depends on its length */
	snprintf(path, sizeof path, "%s/service.perf.gz", s->path);
	assert_int_equal(symlink(program_example("service.perf.gz"), path), 0);
	s->t = program_open(columns, rows, path, NULL);
	return s->t;
}

static struct terminal *open_as(void **state, const char *term)
{
	struct scratch *s = *state;
	char setting[64];
	const char *env[] = {setting, NULL};

	snprintf(setting, sizeof setting, "TERM=%s", term);
	s->t = program_open(100, 30, program_example("service.perf.gz"), env);
	return s->t;
}

static void assert_same_text(char *a, char *b)
{
	assert_string_equal(a, b);
	free(a);
	free(b);
}

/* ---- leaving the interface: files and command lines ---- */

TEST_WITH(what_is_saved_is_what_export_writes, start, stop)
{
	struct terminal *t = open_service(state, 200, 60);
	struct scratch *s = *state;
	char command[8192], keys[128];

	terminal_type(t, ":38,41\r");
	terminal_expect(t, "38.000\xe2\x80\x93"
			   "41.000 s");
	terminal_type(t, "S");
	terminal_expect(t, "save as (.folded .svg .json .pb ...): service-38-41.folded");
	snprintf(keys, sizeof keys, "\025%s/out.folded\r", s->path);
	terminal_type(t, keys);
	terminal_expect(t, "saved ");
	snprintf(command, sizeof command, "cat '%s/out.folded'", s->path);
	char *saved = program_printed(command);

	assert_int_equal(program_folded_total(saved), program_number_before(t, OF_ALL));
	snprintf(command, sizeof command, "'%s' export --range 38,41 '%s'",
		 program_name(), program_example("service.perf.gz"));
	assert_same_text(saved, program_printed(command));
}

TEST_WITH(a_file_is_only_overwritten_after_a_yes, start, stop)
{
	struct terminal *t = open_service(state, 200, 60);
	struct scratch *s = *state;
	char command[512], keys[128];
	char *content;

	snprintf(command, sizeof command,
		 "echo mine >'%s/out.folded'; cat '%s/out.folded'", s->path, s->path);
	free(program_printed(command));
	snprintf(command, sizeof command, "cat '%s/out.folded'", s->path);
	snprintf(keys, sizeof keys, "S\025%s/out.folded\r", s->path);
	terminal_type(t, keys);
	terminal_expect(t, "overwrite it? (yes/no)");
	terminal_type(t, "no\r");
	terminal_expect(t, "nothing was saved");
	content = program_printed(command);
	assert_string_equal(content, "mine\n");
	free(content);
	terminal_type(t, keys);
	terminal_expect(t, "overwrite it? (yes/no)");
	terminal_type(t, "yes\r");
	terminal_expect(t, "saved 4,613 samples");
	content = program_printed(command);
	assert_int_equal(program_folded_total(content), 4613);
	free(content);
}

TEST_WITH(the_command_line_of_a_view_gives_its_numbers, start, stop)
{
	struct terminal *t = open_service(state, 250, 60);
	char command[8192], *out, range[64];
	const char *line;
	uint64_t samples;
	int row;

	terminal_type(t, ":4,20\r&worker\r");
	terminal_expect_in_row(t, 0, "filter worker");
	terminal_expect(t, "4.000\xe2\x80\x93"
			   "20.000 s");
	terminal_settle(t);
	program_row_with(t, "20.000 s", &row);
	samples = program_number_before(t, " of 1,444 samples");
	terminal_type(t, "y");
	terminal_expect(t, " flarescope --range");
	line = strstr(program_row_with(t, " flarescope --range", &row), "--range");
	snprintf(command, sizeof command, "'%s' flame --format text %s", program_name(),
		 line);
	snprintf(range, sizeof range, "%llu of ", (unsigned long long)samples);
	out = program_printed(command);
	assert_non_null(strstr(out, range));
	free(out);
	snprintf(command, sizeof command, "'%s' export %s", program_name(), line);
	out = program_printed(command);
	assert_int_equal(program_folded_total(out), samples);
	free(out);
}

TEST_WITH(a_command_line_too_long_for_the_screen_gets_a_page, start, stop)
{
	struct terminal *t = open_service(state, 80, 24);

	terminal_type(t, ":4,20\r&worker\r/mark\r");
	terminal_expect(t, "/mark: ");
	terminal_type(t, "y");
	terminal_expect(t, "The command line of this view");
	terminal_expect(t, "--range 4,20 \\");
	terminal_expect(t, "--filter worker \\");
	terminal_expect(t, "service.perf.gz ");
	terminal_type(t, "\033");
	terminal_expect_gone(t, "The command line of this view");
}

/* ---- opening ---- */

TEST_WITH(a_directory_is_a_list_to_open_from_and_come_back_to, start, stop)
{
	struct scratch *s = *state;
	char command[8192];
	const char *argv[] = {program_name(), s->path, NULL};

	snprintf(command, sizeof command, "cp '%s' '%s/a.perf.gz'",
		 program_example("service.perf.gz"), s->path);
	free(program_printed(command));
	s->t = terminal_start(100, 30, argv);
	terminal_expect(s->t, "a.perf.gz");
	terminal_type(s->t, "j");
	terminal_settle(s->t);
	terminal_type(s->t, "G\r");
	terminal_expect_in_row(s->t, 0, SERVICE_SAMPLES " samples");
	terminal_type(s->t, "\033");
	terminal_expect_gone(s->t, SERVICE_SAMPLES);
	terminal_expect(s->t, "a.perf.gz");
}

/* A pipe without an end: the test holds the other side, and writes nothing. */
static void assert_loading_stops_by(void **state, const char *key)
{
	struct scratch *s = *state;
	char path[128];
	const char *argv[] = {program_name(), path, NULL};
	int fd;

	snprintf(path, sizeof path, "%s/pipe", s->path);
	assert_int_equal(mkfifo(path, 0600), 0);
	fd = open(path, O_RDWR);
	assert_true(fd >= 0);
	s->t = terminal_start(100, 30, argv);
	terminal_expect(s->t, "reading");
	terminal_expect(s->t, "Esc or Ctrl-C: stop");
	terminal_type(s->t, key);
	assert_in_range(terminal_wait(s->t), 0, 1);
	assert_true(terminal_is_cooked(s->t));
	close(fd);
}

TEST_WITH(escape_stops_a_load_that_never_ends, start, stop)
{
	assert_loading_stops_by(state, "\033");
}

TEST_WITH(interrupt_stops_a_load_that_never_ends, start, stop)
{
	assert_loading_stops_by(state, "\003");
}

TEST_WITH(much_pasted_into_the_search_does_not_hold_up, start, stop)
{
	struct terminal *t = open_service(state, 100, 30);
	static char pasted[4001];

	for (size_t i = 0; i < sizeof pasted - 1; i++)
		pasted[i] = "(a+)+$"[i % 6];
	terminal_expect(t, SERVICE_SAMPLES);
	terminal_type(t, "/");
	for (int i = 0; i < 2; i++)
		terminal_type(t, pasted);
	terminal_type(t, "the end");
	terminal_expect(t, "the end");
}

/* ---- names chosen by others ---- */

TEST_WITH(wide_and_endless_names_stay_in_their_places, start, stop)
{
	struct scratch *s = *state;
	char path[128];
	FILE *out;

	snprintf(path, sizeof path, "%s/wide", s->path);
	out = fopen(path, "w");
	assert_non_null(out);
	for (int i = 0; i < 30; i++) {
		fprintf(out,
			"\xe8\xa7\xa3\xe6\x9e\x90 7 [000] %d.5: 1 cpu-clock: \n"
			"\t7f00 ",
			i);
		for (int c = 0; c < 3000; c++)
			fputs("\xe8\xae\xbf", out);
		fputs("\xe2\x80\xae"
		      "z+0x1 (/lib/x)\n\n",
		      out);
	}
	fclose(out);
	s->t = program_open(100, 30, path, NULL);
	terminal_expect(s->t, "30 of 30 samples");
	assert_false(terminal_sent_text(s->t, "\xe2\x80\xae"));
	terminal_expect_in_row(s->t, 29, "quit");
	terminal_type(s->t, "T");
	terminal_expect(s->t, "self v");
	terminal_expect_in_row(s->t, 29, "quit");
}

/* ---- terminals ---- */

TEST_WITH(forty_by_ten_is_usable_and_less_gets_a_sentence, start, stop)
{
	struct terminal *t = open_service(state, 80, 24);

	terminal_resize(t, 40, 10);
	terminal_expect_in_row(t, 9, "q quit");
	terminal_type(t, ":38,41\r");
	terminal_expect(t, "38.000\xe2\x80\x93"
			   "41.000");
	terminal_resize(t, 39, 9);
	terminal_expect_row(t, 0, "flarescope needs 40x10");
	terminal_resize(t, 80, 24);
	terminal_expect(t, "38.000\xe2\x80\x93"
			   "41.000");
}

static void assert_works_with(void **state, const char *term)
{
	struct terminal *t = open_as(state, term);

	terminal_type(t, ":38,41\r");
	terminal_expect(t, "38.000\xe2\x80\x93"
			   "41.000 s");
	terminal_type(t, "q");
	assert_int_equal(terminal_wait(t), 0);
	assert_true(terminal_is_cooked(t));
}

TEST_WITH(the_console_of_linux_will_do, start, stop)
{
	assert_works_with(state, "linux");
}

TEST_WITH(screen_will_do, start, stop)
{
	assert_works_with(state, "screen-256color");
}

TEST_WITH(a_vt100_will_do_and_gets_no_colours, start, stop)
{
	struct terminal *t = open_as(state, "vt100");

	for (int y = 0; y < 30; y++)
		for (int x = 0; x < 100; x++)
			assert_int_equal(terminal_cell(t, x, y).bg, TERMINAL_DEFAULT);
}

TEST_WITH(a_terminal_without_a_screen_gets_the_report, start, stop)
{
	struct scratch *s = *state;
	const char *argv[] = {program_name(), program_example("service.perf.gz"), NULL};
	const char *env[] = {"TERM=dumb", NULL};

	s->t = terminal_start_with(100, 200, argv, env);
	assert_int_equal(terminal_wait(s->t), 0);
	terminal_expect(s->t, SERVICE_SAMPLES);
	terminal_expect(s->t, "start_thread");
	assert_false(terminal_sent_text(s->t, "\033[?1049h"));
}

TEST_WITH(a_terminal_that_is_not_known_is_told_by_name, start, stop)
{
	struct scratch *s = *state;
	const char *argv[] = {program_name(), program_example("service.perf.gz"), NULL};
	const char *env[] = {"TERM=from-afar", NULL};

	s->t = terminal_start_with(100, 200, argv, env);
	assert_int_equal(terminal_wait(s->t), 0);
	terminal_expect(s->t, "TERM=from-afar is not known on this host");
	terminal_expect(s->t, SERVICE_SAMPLES);
}

/* ---- costs ---- */

TEST_WITH(a_large_screen_is_cheap_to_hover_and_drag_on, start, stop)
{
	struct terminal *t = open_service(state, 200, 60);
	int x, y;

	program_map(t, &x, &y);
	terminal_hover(t, x + 2, y - 2);
	terminal_settle(t);
	for (int i = 4; i < 12; i += 2) {
		terminal_mark(t);
		terminal_hover(t, x + i, y - 3);
		terminal_settle(t);
		assert_in_range(terminal_sent(t), 1, 2000);
	}
	terminal_press(t, x + 2, y - 2);
	terminal_settle(t);
	for (int i = 4; i < 24; i += 4) {
		terminal_mark(t);
		terminal_drag(t, x + i, y - 3);
		terminal_settle(t);
		assert_in_range(terminal_sent(t), 1, 8000);
	}
	terminal_release(t, x + 20, y - 3);
	terminal_settle(t);
	assert_true(terminal_is_silent(t));
}
