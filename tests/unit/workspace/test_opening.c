#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"
#include "lib/seat.h"

static const struct settings settings;

static const char timed[] = "app 100/101 [001] 7.000000: cpu-clock: \n"
			    "\t1000 leaf+0x1 (/bin/app)\n"
			    "\t2000 main+0x1 (/bin/app)\n\n"
			    "app 100/101 [001] 7.500000: cpu-clock: \n"
			    "\t1000 other+0x1 (/bin/app)\n"
			    "\t2000 main+0x1 (/bin/app)\n\n";

static const char untimed[] = "app 100/101 cpu-clock: \n"
			      "\t1000 leaf+0x1 (/bin/app)\n"
			      "\t2000 main+0x1 (/bin/app)\n\n"
			      "app 100/101 cpu-clock: \n"
			      "\t1000 leaf+0x1 (/bin/app)\n"
			      "\t2000 main+0x1 (/bin/app)\n\n";

static void write_file(const char *path, const char *words)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(words, f);
	assert_int_equal(fclose(f), 0);
}

static char home[40];

/* A temporary directory: below/ with two files, and some next to it. */
static int start(void **state)
{
	struct seat *s = calloc(1, sizeof *s);

	snprintf(home, sizeof home, "%s", "/tmp/flarescope-opening-XXXXXX");
	if (!s || !mkdtemp(home) || chdir(home) < 0 || mkdir("below", 0700) < 0)
		return -1;
	write_file("timed.txt", timed);
	write_file("untimed.txt", untimed);
	write_file("poem.txt", "Tyger Tyger, burning bright,\n");
	write_file(".hidden", timed);
	write_file("below/deep.txt", timed);
	*state = s;
	return 0;
}

static int stop(void **state)
{
	static const char *const files[] = {"timed.txt", "untimed.txt",	   "poem.txt",
					    ".hidden",	 "below/deep.txt", "pipe"};
	struct seat *s = *state;

	if (s->w)
		seat_close(s);
	free(s);
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		unlink(files[i]);
	return rmdir("below") == 0 && chdir("/") == 0 && rmdir(home) == 0 ? 0 : -1;
}

/* ---- one file ---- */

TEST_WITH(a_profile_without_times_says_why_there_is_no_map, start, stop)
{
	struct seat *s = *state;

	seat_open(s, "untimed.txt", &settings, 120, 24);
	assert_true(seat_says(s, "No heat map: no times here; perf record -T"));
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	assert_int_equal(seat_samples(s), 2);
	assert_true(seat_says(s, "▏leaf"));
	for (int i = 0; i < 2; i++) {
		static const enum command of_time[] = {
		    COMMAND_RANGE, COMMAND_PERIOD, COMMAND_STEP_ON, COMMAND_ZOOM_IN,
		    COMMAND_FIT,   COMMAND_SELECT, COMMAND_PANE};

		for (size_t k = 0; k < sizeof of_time / sizeof *of_time; k++) {
			seat_do(s, of_time[k]);
			assert_int_equal(seat_samples(s), 2);
			assert_int_not_equal(workspace_place(s->w), PLACE_PROMPT);
		}
	}
	seat_do(s, COMMAND_RANGE);
	assert_true(seat_says(s, "this profile has no times"));
}

TEST_WITH(a_narrow_screen_still_says_why_there_is_no_map, start, stop)
{
	struct seat *s = *state;

	seat_open(s, "untimed.txt", &settings, 80, 24);
	assert_true(seat_says(s, "No heat map: no times here; perf record -T and perf "
				 "script -F +time add them."));
}

static void assert_fails(struct seat *s, const char *path, const char *words)
{
	struct error err = ERROR_INIT;

	seat_open(s, path, &settings, 80, 24);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
	assert_true(workspace_failure(s->w, &err));
	if (!strstr(err.message, path) || !strstr(err.message, words))
		fail_msg("\"%s\" does not say %s: %s", err.message, path, words);
	seat_close(s);
	*s = (struct seat){0};
}

TEST_WITH(a_file_that_cannot_be_used_ends_it_with_the_reason, start, stop)
{
	struct seat *s = *state;

	assert_fails(s, "poem.txt", "");
	assert_fails(s, "missing.txt", "No such file or directory");
	write_file("poem.txt", "");
	assert_fails(s, "poem.txt", "");
}

TEST_WITH(a_good_file_is_no_failure, start, stop)
{
	struct seat *s = *state;
	struct error err = ERROR_INIT;

	seat_open(s, "timed.txt", &settings, 80, 24);
	assert_false(workspace_failure(s->w, &err));
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_int_equal(seat_samples(s), 2);
}

TEST_WITH(settings_that_do_not_fit_the_file_end_it_too, start, stop)
{
	const struct settings wrong = {.asked.event = "cycles"};
	struct seat *s = *state;
	struct error err = ERROR_INIT;

	seat_open(s, "timed.txt", &wrong, 80, 24);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
	assert_true(workspace_failure(s->w, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	assert_non_null(strstr(err.message, "no event 'cycles'"));
}

TEST_WITH(settings_are_the_first_question, start, stop)
{
	const struct settings o = {.asked.range = "0.4,0.6",
				   .choice.filter = TEXT("main"),
				   .choice.search = TEXT("other"),
				   .asked.zoom = "app;main",
				   .choice.icicle = true};
	struct seat *s = *state;

	seat_open(s, "timed.txt", &o, 120, 24);
	assert_true(seat_says(s, "0.400–0.500 s  100 ms"));
	assert_int_equal(seat_samples(s), 1);
	assert_true(seat_says(s, "filter main"));
	assert_true(seat_says(s, "/other: "));
	assert_true(seat_says(s, "all > app > main"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "nothing to undo"));
}

TEST_WITH(the_time_of_day_changes_its_zone, start, stop)
{
	static const char head[] = "# ========\n# captured on: Sat Nov 21 03:02:01 2026\n"
				   "# ========\n#\n";
	char text[2 * sizeof timed];
	struct seat *s = *state;

	setenv("TZ", "XYZ-5:30", 1);
	write_file("poem.txt",
		   "app 1 1795230121.5: cpu-clock: 1000 main+0x1 (/bin/app)\n");
	seat_open(s, "poem.txt", &settings, 120, 30);
	assert_true(seat_says(s, " UTC  03:02:01"));
	seat_do(s, COMMAND_ZONE);
	assert_true(seat_says(s, "local time: XYZ"));
	assert_true(seat_says(s, " XYZ  08:32:01"));
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--clock local"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_ZONE);
	assert_true(seat_says(s, "the clock: UTC"));
	assert_true(seat_says(s, " UTC  03:02:01"));
	seat_close(s);
	snprintf(text, sizeof text, "%s%s", head, timed);
	write_file("poem.txt", text);
	seat_open(s, "poem.txt", &settings, 120, 30);
	assert_true(seat_says(s, "about 03:02:00"));
	seat_do(s, COMMAND_ZONE);
	assert_true(seat_says(s, "does not have the time zone"));
	assert_true(seat_says(s, "about 03:02:00"));
	seat_close(s);
	write_file("poem.txt", timed);
	seat_open(s, "poem.txt", &settings, 120, 30);
	seat_do(s, COMMAND_ZONE);
	assert_true(seat_says(s, "the time of day is not known"));
	unsetenv("TZ");
}

TEST_WITH(a_long_filter_hides_no_number_of_what_is_missing, start, stop)
{
	char damaged[2 * sizeof timed];
	struct seat *s = *state;

	snprintf(damaged, sizeof damaged, "%s%s", timed, "garbage here\n\n");
	write_file("poem.txt", damaged);
	seat_open(s, "poem.txt", &settings, 120, 24);
	assert_true(seat_says(s, "part of the file could not be used: H shows which"));
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "!leaf & !a name that is long & !so that it takes a lot of room");
	for (int width = 60; width < 160; width++) {
		seat_size(s, width, 24);
		assert_true(seat_says(s, "1 sample"));
		assert_true(seat_says(s, "(1 dropped)"));
		assert_true(seat_says(s, "1 part unread: H"));
	}
	seat_do(s, COMMAND_HEADER);
	assert_int_equal(workspace_place(s->w), PLACE_PAGE);
	assert_true(seat_says(s, "parts not understood:"));
}

/* ---- while it is read ---- */

TEST_WITH(reading_a_silent_pipe_can_be_stopped, start, stop)
{
	struct seat *s = *state;
	struct error err = ERROR_INIT;

	assert_int_equal(mkfifo("pipe", 0600), 0);
	s->w = workspace_new("pipe", &settings, &err);
	assert_non_null(s->w);
	sheet_open(&s->sheet, 80, 24);
	workspace_draw(s->w, sheet_clean(&s->sheet));
	assert_true(seat_says(s, "reading pipe"));
	assert_true(seat_says(s, "Esc or Ctrl-C: stop"));
	assert_true(workspace_wake_fd(s->w) >= 0);
	assert_true(workspace_timeout(s->w) > 0);
	assert_false(workspace_wake(s->w));
	seat_do(s, COMMAND_RIGHT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	seat_do(s, COMMAND_INTERRUPT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_false(workspace_failure(s->w, &err));
	/* a key that arrives at the same moment has no effect */
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_HELP);
	assert_string_equal(seat_line(s, 0), "");
}

/* ---- a directory ---- */

TEST_WITH(a_directory_lists_its_files, start, stop)
{
	struct seat *s = *state;
	int x, y, below;

	seat_open(s, home, &settings, 80, 24);
	assert_int_equal(workspace_place(s->w), PLACE_FILES);
	assert_true(seat_find(s, "below", &x, &below));
	assert_true(seat_find(s, "timed.txt", &x, &y));
	assert_true(below < y);
	assert_non_null(strstr(seat_line(s, y), "perf-script"));
	assert_true(seat_find(s, "poem.txt", &x, &y));
	assert_non_null(strstr(seat_line(s, y), " ? "));
	assert_false(seat_shows(s, "hidden"));
	seat_do(s, COMMAND_QUIT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
}

/* Moves the cursor of the list to this line and presses Enter. */
static void open_line(struct seat *s, const char *name)
{
	int x, y;

	assert_true(seat_find(s, name, &x, &y));
	seat_do(s, COMMAND_TOP);
	if (y > 1)
		seat_do_n(s, y - 1, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	seat_wait(s);
}

TEST_WITH(enter_opens_a_file_and_escape_returns_to_the_list, start, stop)
{
	struct seat *s = *state;

	seat_open(s, home, &settings, 80, 24);
	open_line(s, " timed.txt");
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(seat_samples(s), 2);
	seat_do(s, COMMAND_SELECT);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_FILES);
	assert_true(seat_says(s, "poem.txt"));
	open_line(s, " untimed.txt");
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_FILES);
}

/* By a key or by the menu; what is selected, such as a filter, belongs to one file. */
TEST_WITH(how_things_look_stays_for_the_next_file, start, stop)
{
	struct seat *s = *state;

	seat_open(s, home, &settings, 80, 24);
	open_line(s, " timed.txt");
	seat_do(s, COMMAND_LAYOUT);
	seat_do(s, COMMAND_CELLS);
	seat_do(s, COMMAND_IDLE);
	seat_do(s, COMMAND_SHARE);
	assert_non_null(
	    strstr(workspace_copied(s->w), "--idle show --cells counts --layout icicle"));
	seat_do(s, COMMAND_CANCEL); /* the line with the message */
	seat_do(s, COMMAND_CANCEL);
	open_line(s, " untimed.txt");
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--cells counts --layout icicle"));
	assert_null(strstr(workspace_copied(s->w), "--idle"));
}

TEST_WITH(a_click_opens_a_file, start, stop)
{
	struct seat *s = *state;
	int x, y;

	seat_open(s, home, &settings, 80, 24);
	assert_true(seat_find(s, " timed.txt", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x + 2, y);
	seat_wait(s);
	assert_int_equal(seat_samples(s), 2);
}

TEST_WITH(what_is_no_profile_leaves_the_list_and_says_why, start, stop)
{
	struct seat *s = *state;
	struct error err = ERROR_INIT;

	seat_open(s, home, &settings, 120, 24);
	open_line(s, "poem.txt");
	assert_int_equal(workspace_place(s->w), PLACE_FILES);
	assert_non_null(strstr(seat_line(s, -1), "poem.txt"));
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	assert_false(workspace_failure(s->w, &err));
	open_line(s, " timed.txt");
	assert_int_equal(seat_samples(s), 2);
}

TEST_WITH(directories_can_be_walked, start, stop)
{
	struct seat *s = *state;

	seat_open(s, home, &settings, 80, 24);
	open_line(s, "below");
	assert_true(seat_says(s, "deep.txt"));
	assert_false(seat_shows(s, "poem.txt"));
	open_line(s, "deep.txt");
	assert_int_equal(seat_samples(s), 2);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "deep.txt"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "poem.txt"));
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
}

TEST_WITH(the_list_has_help, start, stop)
{
	struct seat *s = *state;

	seat_open(s, home, &settings, 80, 24);
	seat_do(s, COMMAND_HELP);
	assert_int_equal(workspace_place(s->w), PLACE_PAGE);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_FILES);
}

/*
 * 250 hours in which one span continues: for moments over that time there would be a column per
 * second.
 */
TEST_WITH(a_long_span_is_opened_in_columns_that_can_be_paid, start, stop)
{
	struct seat *s = *state;

	write_file("timed.txt", "1 dur=900000 app;main 1\n");
	seat_open(s, "timed.txt", &settings, 100, 30);
	assert_true(seat_says(s, "9000")); /* ms in a column */
}

TEST_WITH(a_file_for_which_there_is_no_memory_is_told_of_at_once, start, stop)
{
	struct seat *s = *state;
	bool draws;

	seat_open(s, ".", &settings, 80, 24);
	seat_do(s, COMMAND_BOTTOM);
	mem_set_budget(1);
	draws = seat_do(s, COMMAND_ENTER);
	mem_set_budget(0);
	assert_true(draws);
	assert_true(seat_says(s, "do not fit"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
