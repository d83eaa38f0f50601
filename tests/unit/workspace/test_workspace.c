#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"
#define ALL	4613 /* its samples that are not idle */

/* The position of the first cell of the map on a screen of 80x24: second 0, the latest row. */
#define MAP_X 6
#define MAP_Y 2

static int start(void **state)
{
	static const struct settings settings = {.file = SERVICE};

	*state = seat_new(seat_file(SERVICE), &settings, 80, 24);
	return 0;
}

static void select_columns(struct seat *s, int from, int count)
{
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_FIRST);
	if (from)
		seat_do_n(s, from, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
	if (count > 1)
		seat_do_n(s, count - 1, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
}

/* Zooms into the frame called `name` where its value is largest. */
static void zoom_into(struct seat *s, const char *name)
{
	int x, y;

	assert_true(seat_find(s, name, &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	seat_mouse(s, COMMAND_RELEASE, x, y);
}

/* ---- the first picture ---- */

TEST_WITH(everything_is_on_the_first_screen, start, seat_stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "service.perf.gz"));
	assert_true(seat_says(s, "4,613 samples (7,269 idle hidden)"));
	assert_true(seat_says(s, "whole profile  4,613 of 4,613 samples (100 %)"));
	assert_true(seat_says(s, "msort_with_tmp"));
	assert_true(seat_says(s, "? help  q quit"));
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(workspace_wake_fd(s->w), -1);
	assert_int_equal(workspace_timeout(s->w), -1);
}

TEST_WITH(every_size_shows_the_numbers, start, seat_stop)
{
	static const int sizes[][2] = {
	    {200, 60}, {80, 24}, {40, 10}, {40, 60}, {200, 10}};
	struct seat *s = *state;

	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		seat_size(s, sizes[i][0], sizes[i][1]);
		assert_int_equal(seat_samples(s), ALL);
		assert_true(seat_says(s, "7,269 idle hidden"));
		assert_true(sheet_is_harmless(&s->sheet));
	}
}

TEST_WITH(too_small_a_screen_shows_one_sentence_and_can_be_left, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SELECT);
	seat_size(s, 39, 24);
	assert_string_equal(seat_line(s, 0), "flarescope needs 40x10");
	assert_string_equal(seat_line(s, 1), "");
	seat_do(s, COMMAND_RIGHT);
	seat_size(s, 80, 9);
	assert_string_equal(seat_line(s, 0), "flarescope needs 40x10");
	seat_size(s, 1, 1);
	seat_size(s, 80, 24);
	assert_int_equal(seat_samples(s), 12);
	seat_size(s, 39, 24);
	seat_do(s, COMMAND_QUIT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
}

/* ---- the range ---- */

TEST_WITH(the_number_of_samples_follows_a_growing_selection, start, seat_stop)
{
	struct seat *s = *state;
	long before = 12;

	seat_do(s, COMMAND_SELECT);
	assert_true(seat_says(s, "0.625–0.750 s  125 ms  12 of 4,613 samples (0.3 %)"));
	assert_true(seat_says(s, "0.3 % of all)  few: ±29 %"));
	assert_true(seat_says(s, "total 12 "));
	for (int i = 0; i < 10; i++) {
		long now;

		seat_do(s, COMMAND_RIGHT);
		now = seat_samples(s);
		assert_true(now > before);
		before = now;
	}
	assert_int_equal(before, 1606);
	assert_false(seat_says(s, "few: "));
	assert_true(seat_says(s, "0.625–10.750 s  1,606 of 4,613 samples (34.8 %)"));
	assert_true(seat_says(s, "total 1,606 (100 % of the range, 34.8 % of all)"));
	seat_do_n(s, 10, COMMAND_LEFT);
	assert_int_equal(seat_samples(s), 12);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(seat_samples(s), ALL);
}

TEST_WITH(a_range_can_be_typed_and_a_bad_one_says_what_is_expected, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "0.625,10.75");
	assert_int_equal(seat_samples(s), 1606);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	seat_do(s, COMMAND_RANGE);
	assert_true(seat_says(s, "FROM+LENGTH: 0.625,10.75"));
	seat_answer(s, "x");
	assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
	assert_true(seat_says(s, "range 'x': expected FROM,TO"));
	assert_true(seat_says(s, "FROM+LENGTH: x"));
	seat_do(s, COMMAND_KILL_START);
	assert_false(seat_shows(s, "expected"));
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(seat_samples(s), 1606);
}

static void type_range(struct seat *s, const char *range)
{
	seat_ask(s, COMMAND_RANGE, range);
}

TEST_WITH(a_range_of_nothing_is_refused_and_one_with_an_end_to_spare_is_not, start,
	  seat_stop)
{
	static const char *const nothing[] = {"500,600", "0,0.5", "91,"};
	struct seat *s = *state;

	for (int i = 0; i < 3; i++) {
		type_range(s, nothing[i]);
		assert_true(seat_says(s, "nothing was recorded in "));
		assert_true(seat_says(s, ": the profile is from 0.691 to 90.681 s"));
		assert_int_equal(workspace_place(s->w), PLACE_PROMPT);
		seat_do(s, COMMAND_CANCEL);
		assert_int_equal(seat_samples(s), ALL);
	}
	type_range(s, "5,5");
	assert_true(seat_says(s, "5-5 s is empty: a range does not include its end"));
	seat_do(s, COMMAND_CANCEL);
	type_range(s, "90,600");
	assert_true(seat_says(s, "90.000–90.681 s  680.5 ms"));
	type_range(s, "");
	assert_int_equal(seat_samples(s), ALL);
}

TEST_WITH(a_step_ends_where_the_profile_does, start, seat_stop)
{
	struct seat *s = *state;

	type_range(s, "85,90.04");
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, "90.040–90.681 s  640.5 ms"));
	seat_do(s, COMMAND_SAVE);
	assert_true(seat_says(s, "service-90.04-90.681.folded"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, "this is the end of the profile"));
	seat_do(s, COMMAND_STEP_BACK);
	assert_true(seat_says(s, "85.000–90.040 s  5.040 s"));
	seat_do_n(s, 99, COMMAND_STEP_BACK);
	assert_true(seat_says(s, " 0.000–5.040 s  5.040 s"));
	seat_do(s, COMMAND_STEP_BACK);
	assert_true(seat_says(s, "this is its start"));
}

TEST_WITH(the_map_shows_what_is_selected, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do_n(s, 4, COMMAND_ZOOM_IN);
	type_range(s, "20,21");
	assert_true(seat_find(s, "─20──", &x, &y));
	assert_in_range(x, MAP_X + 10, 40);
	seat_do(s, COMMAND_UNDO);
	type_range(s, "70,71");
	assert_true(seat_says(s, "─70──"));
	seat_do(s, COMMAND_STEP_ON);
	seat_do_n(s, 9, COMMAND_STEP_ON);
	assert_true(seat_says(s, "─80──"));
	seat_do_n(s, 2, COMMAND_UNDO);
	assert_true(seat_says(s, "70.000–71.000 s"));
	assert_true(seat_says(s, "─70──"));
	seat_do_n(s, 1, COMMAND_ZOOM_OUT);
	assert_true(seat_says(s, "─70──"));
	seat_do_n(s, 99, COMMAND_ZOOM_OUT);
	seat_do(s, COMMAND_ZOOM_OUT);
	assert_true(seat_says(s, "columns stay as long as they are"));
	seat_do(s, COMMAND_FIT);
	seat_do(s, COMMAND_FIT);
	assert_false(seat_shows(s, "columns stay as long as they are"));
}

/* The start time of the cell that the status line describes, in ms. */
static long pointed_ms(struct seat *s)
{
	const char *end = strstr(seat_screen(s), " ms: "), *at = end;
	long second, ms;

	assert_non_null(end);
	while (at[-1] != '\n' && strncmp(at, "  ", 2) != 0)
		at--;
	assert_int_equal(sscanf(at, "%ld s %ld ms:", &second, &ms), 2);
	return second * 1000 + ms;
}

/* Several wheel events arrive together, before anything is drawn. */
TEST_WITH(ctrl_and_the_wheel_zoom_about_the_pointer, start, seat_stop)
{
	struct seat *s = *state;
	struct input in = {.x = MAP_X + 20, .y = MAP_Y + 2};
	long before, now;

	seat_mouse(s, COMMAND_HOVER, in.x, in.y);
	before = pointed_ms(s);
	for (int way = 0; way < 2; way++) {
		in.command = way ? COMMAND_WHEEL_OUT : COMMAND_WHEEL_IN;
		for (int i = 0; i < 4; i++)
			workspace_do(s->w, &in);
		seat_mouse(s, COMMAND_HOVER, in.x + 1, in.y);
		seat_mouse(s, COMMAND_HOVER, in.x, in.y);
		now = pointed_ms(s);
		/* columns of 50 ms, then of a second again */
		assert_true(way ? now == before : labs(now - before) < 50);
	}
}

TEST_WITH(a_selection_steps_from_the_graph_too, start, seat_stop)
{
	struct seat *s = *state;
	long first;

	select_columns(s, 1, 1);
	first = seat_samples(s);
	seat_do(s, COMMAND_PANE);
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, " 2.000–3.000 s"));
	seat_do(s, COMMAND_STEP_BACK);
	assert_true(seat_says(s, " 1.000–2.000 s"));
	assert_int_equal(seat_samples(s), first);
	seat_do(s, COMMAND_ALL);
	assert_int_equal(seat_samples(s), ALL);
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, "select a range first"));
}

TEST_WITH(dragging_over_the_map_selects, start, seat_stop)
{
	struct seat *s = *state;
	long press, drag;

	seat_mouse(s, COMMAND_PRESS, MAP_X + 2, MAP_Y + 7);
	press = seat_samples(s);
	assert_true(seat_says(s, " 2.000–2.125 s"));
	seat_mouse(s, COMMAND_DRAG, MAP_X + 4, MAP_Y + 7);
	drag = seat_samples(s);
	assert_true(drag > press);
	/* the drag still belongs to the map when the pointer leaves it */
	seat_mouse(s, COMMAND_DRAG, MAP_X + 5, 20);
	seat_mouse(s, COMMAND_RELEASE, MAP_X + 5, 20);
	assert_true(seat_says(s, " 2.000–5.125 s"));
	assert_true(seat_samples(s) > drag);
	seat_mouse(s, COMMAND_HOVER, MAP_X + 9, MAP_Y);
	assert_true(seat_says(s, " 2.000–5.125 s"));
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
}

/* ---- undo and redo ---- */

/* The screen without what the cursor of the graph is on, which undo does not change. */
static char *picture(struct seat *s)
{
	const char *all = seat_screen(s), *end = all;

	for (int y = 0; y < 21; y++)
		end += strcspn(end, "\n") + 1;
	return strndup(all, (size_t)(end - all));
}

static void assert_picture(struct seat *s, const char *expected)
{
	char *now = picture(s);

	assert_string_equal(now, expected);
	free(now);
}

/* Long enough to show all of it, and not much longer: 6 s in 116 of 118 columns. */
TEST_WITH(the_selection_fills_the_map, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_FIT_RANGE);
	assert_true(seat_says(s, "select a range first"));
	seat_size(s, 135, 44);
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "4,10");
	seat_do(s, COMMAND_PANE); /* from the graph, too */
	seat_do(s, COMMAND_FIT_RANGE);
	assert_true(seat_says(s, "────── 0.052 s"));
	assert_true(seat_says(s, "4.16──"));
	seat_do(s, COMMAND_FIT);
	assert_false(seat_shows(s, "0.052 s"));
}

TEST_WITH(undo_and_redo_restore_range_zoom_and_filter, start, seat_stop)
{
	struct seat *s = *state;
	char *pictures[4];

	pictures[0] = picture(s);
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "0,8");
	pictures[1] = picture(s);
	zoom_into(s, "start_thread");
	pictures[2] = picture(s);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "tid=2974");
	assert_true(seat_says(s, "thread service 2974 ("));
	pictures[3] = picture(s);
	for (int i = 0; i < 3; i++)
		assert_string_not_equal(pictures[i], pictures[i + 1]);
	for (int i = 2; i >= 0; i--) {
		seat_do(s, COMMAND_UNDO);
		assert_picture(s, pictures[i]);
	}
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "nothing to undo"));
	for (int i = 1; i <= 3; i++) {
		seat_do(s, COMMAND_REDO);
		assert_picture(s, pictures[i]);
	}
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "nothing to redo"));
	for (int i = 0; i < 4; i++)
		free(pictures[i]);
}

TEST_WITH(columns_that_were_fitted_are_as_long_as_before_after_undo, start, seat_stop)
{
	struct seat *s = *state;
	char *wide, *fitted;

	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "2,4");
	wide = picture(s);
	seat_do(s, COMMAND_FIT_RANGE);
	fitted = picture(s);
	assert_string_not_equal(wide, fitted);
	seat_do(s, COMMAND_FIT_RANGE); /* it already does: no step */
	seat_do(s, COMMAND_UNDO);
	assert_picture(s, wide);
	seat_do(s, COMMAND_REDO);
	assert_picture(s, fitted);

	/* a step of something else does not change them, and neither do + and - */
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "2,3");
	seat_do(s, COMMAND_UNDO);
	assert_picture(s, fitted);
	seat_do(s, COMMAND_UNDO);
	assert_picture(s, wide);
	free(wide);
	free(fitted);
}

TEST_WITH(a_new_change_forgets_what_was_undone, start, seat_stop)
{
	struct seat *s = *state;

	select_columns(s, 1, 1);
	select_columns(s, 2, 1);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, " 1.000–2.000 s"));
	select_columns(s, 5, 1);
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "nothing to redo"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, " 1.000–2.000 s"));
}

TEST_WITH(steps_of_a_selection_being_made_are_no_steps_of_undo, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SELECT);
	for (int i = 0; i < 5; i++)
		seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_SELECT);
	seat_do(s, COMMAND_UNDO);
	assert_int_equal(seat_samples(s), ALL);
}

TEST_WITH(escape_goes_back_a_step_at_a_time, start, seat_stop)
{
	struct seat *s = *state;

	zoom_into(s, "start_thread");
	zoom_into(s, "worker");
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "hash");
	assert_true(seat_says(s, "/hash: "));
	assert_true(seat_says(s, "worker"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "all > service > start_thread"));
	assert_false(seat_shows(s, "start_thread > worker"));
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, "all >"));
	assert_true(seat_says(s, "/hash: "));
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, "/hash: "));
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	seat_do(s, COMMAND_CANCEL);
	assert_int_equal(workspace_place(s->w), PLACE_MAP);
	assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
}

TEST_WITH(a_click_on_a_frame_zooms, start, seat_stop)
{
	struct seat *s = *state;

	zoom_into(s, "worker");
	assert_int_equal(workspace_place(s->w), PLACE_GRAPH);
	assert_true(seat_says(s, "all > service > start_thread"));
	assert_true(seat_says(s, "read_c…ration"));
	seat_mouse(s, COMMAND_BACK, 10, 20);
	assert_false(seat_shows(s, "all >"));
}

/* ---- resizing ---- */

TEST_WITH(a_resize_keeps_selection_cursor_and_zoom, start, seat_stop)
{
	struct seat *s = *state;
	char *before;

	select_columns(s, 5, 3);
	zoom_into(s, "compare_keys");
	before = strdup(seat_screen(s));
	seat_size(s, 200, 60);
	assert_true(seat_says(s, "5.000–8.000 s"));
	seat_size(s, 40, 10);
	assert_true(seat_says(s, "5.000–8.000 s"));
	seat_size(s, 10, 3);
	seat_size(s, 80, 24);
	assert_string_equal(seat_screen(s), before);
	free(before);
}

/* ---- keys at the bottom ---- */

TEST_WITH(a_click_in_the_key_bar_acts, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	assert_true(seat_find(s, "v select", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x + 3, y);
	assert_int_equal(seat_samples(s), 12);
	seat_size(s, 240, 24); /* all words */
	assert_true(seat_find(s, "Esc back", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_int_equal(seat_samples(s), ALL);
	seat_size(s, 80, 24);
	assert_true(seat_find(s, "? help", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x + 5, y);
	assert_int_equal(workspace_place(s->w), PLACE_PAGE);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_find(s, "q quit", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
}

TEST_WITH(one_pane_can_have_the_screen, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_MAXIMISE);
	assert_false(seat_shows(s, "start_thread"));
	seat_do(s, COMMAND_PANE);
	assert_true(seat_shows(s, "start_thread"));
	assert_false(seat_shows(s, "ms └"));
	seat_do(s, COMMAND_MAXIMISE);
	assert_true(seat_shows(s, "start_thread"));
	assert_true(seat_shows(s, "ms └"));
}

/* On a low screen only the pane with the focus is shown. */
TEST_WITH(without_a_map_no_cell_is_told_of, start, seat_stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, " ms: "));
	for (int i = 0; i < 2; i++)
		seat_do(s, COMMAND_MAXIMISE);
	assert_false(seat_shows(s, " ms: "));
	assert_true(seat_says(s, "4,613 of 4,613 samples"));
}

TEST_WITH(rows_that_do_not_fit_are_said_and_stay_said, start, seat_stop)
{
	const struct settings o = {.file = SERVICE, .choice.rows = 50};
	struct seat own;
	struct seat *s = &own;

	seat_open(s, seat_file(SERVICE), &o, 120, 60);
	assert_true(seat_says(s, "50 rows do not fit: 25 are drawn; O, the map alone, "
				 "shows them all"));
	assert_true(seat_says(s, "25 of 50"));
	seat_do(s, COMMAND_RIGHT);
	assert_false(seat_shows(s, "do not fit"));
	assert_true(seat_says(s, "25 of 50"));
	seat_do(s, COMMAND_MAXIMISE);
	assert_false(seat_shows(s, "of 50"));
	seat_do_n(s, 1, COMMAND_ROWS);
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "100 rows do not fit: 50 are drawn"));
	assert_true(seat_says(s, "50 of 100"));
	seat_do(s, COMMAND_ROWS);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_ENTER);
	assert_false(seat_shows(s, "do not fit"));
	assert_false(seat_shows(s, " of 100"));
	seat_close(s);
}

TEST_WITH(a_low_screen_shows_one_pane_at_a_time, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 80, 12);
	assert_true(seat_shows(s, "ms └"));
	assert_false(seat_shows(s, "worker"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_shows(s, "worker"));
	assert_false(seat_shows(s, "ms └"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_shows(s, "ms └"));
}

/* ---- requests to the shell ---- */

TEST_WITH(what_only_the_shell_can_do_is_asked_of_it, start, seat_stop)
{
	struct seat *s = *state;
	const struct {
		enum command command;
		enum shell_action action;
	} all[] = {
	    {COMMAND_SUSPEND, SHELL_SUSPEND},  {COMMAND_REDRAW, SHELL_REDRAW},
	    {COMMAND_MOUSE, SHELL_NEXT_MOUSE}, {COMMAND_QUIT, SHELL_QUIT},
	    {COMMAND_QUIT_NOW, SHELL_QUIT},    {COMMAND_INTERRUPT, SHELL_QUIT},
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		assert_true(seat_do(s, all[i].command));
		assert_int_equal(workspace_shell_action(s->w), all[i].action);
		assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	}
	assert_false(seat_do(s, COMMAND_NONE));
}

TEST_WITH(an_interrupt_closes_what_is_open_and_no_more, start, seat_stop)
{
	static const enum command opening[] = {COMMAND_HELP, COMMAND_HEADER,
					       COMMAND_THREADS, COMMAND_SEARCH};
	struct seat *s = *state;
	enum place usual = workspace_place(s->w);

	for (size_t i = 0; i < sizeof opening / sizeof *opening; i++) {
		seat_do(s, opening[i]);
		assert_int_not_equal(workspace_place(s->w), usual);
		assert_true(seat_do(s, COMMAND_INTERRUPT));
		assert_int_equal(workspace_place(s->w), usual);
		assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
	}
}

/* The path of the profile may be long: a line that does not fit on the screen becomes a page. */
TEST_WITH(a_cell_is_cpus_that_were_busy_or_samples, start, seat_stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "CPUs busy"));
	assert_true(seat_says(s, " ms: 2.00 CPUs"));
	seat_size(s, 160, 24);
	assert_true(seat_says(s, " ms: 2.00 CPUs, busy at "));
	seat_size(s, 80, 24);
	assert_false(seat_says(s, " ms: 12 samples"));
	seat_do(s, COMMAND_CELLS);
	assert_true(seat_says(s, "a cell is a number of samples"));
	assert_false(seat_says(s, "CPUs busy   "));
	assert_true(seat_says(s, " ms: 12 samples"));
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--cells counts"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CELLS);
	assert_true(seat_says(s, "a cell is the number of CPUs that were busy"));
	seat_do(s, COMMAND_IDLE);
	seat_do(s, COMMAND_IDLE);
	assert_true(seat_says(s, "CPUs idle"));
}

TEST_WITH(a_cell_can_be_the_share_that_a_search_found, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SHARES);
	seat_size(s, 160, 24);
	assert_true(seat_says(s, "share of what? search for it first: /"));
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "mark_|sweep_");
	seat_do(s, COMMAND_SHARES);
	assert_true(seat_says(s, "a cell is the share that the search found"));
	assert_true(seat_says(s, "share"));
	assert_true(seat_says(s, " ms: 0 of 12 match (0 %)"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--value share"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SHARES);
	assert_true(seat_says(s, "a cell is the amount of activity"));
	assert_false(seat_says(s, " match ("));
}

TEST_WITH(a_diagonal_says_how_often_it_comes, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 200, 24);
	seat_do(s, COMMAND_FIRST);
	seat_do(s, COMMAND_SELECT);
	seat_do_n(s, 5, COMMAND_RIGHT);
	assert_true(seat_says(s, "  every 1 s"));
	seat_do(s, COMMAND_UP);
	assert_true(seat_says(s, "diagonal: every 1.03 s (1 s + 30 ms)"));
	seat_do(s, COMMAND_SELECT);
	assert_false(seat_says(s, "every 1"));
}

TEST_WITH(what_comes_again_and_again_can_be_a_column, start, seat_stop)
{
	struct seat *s = *state;

	assert_true(seat_says(s, "1 s/col"));
	seat_do(s, COMMAND_PERIODS);
	assert_true(seat_says(s, "Periods in the range"));
	assert_true(seat_says(s, "5.00031 ± 0.00032 s"));
	assert_true(seat_says(s, "mark_reachable.constprop.0 (process service), for"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, " 5.00031 s"));
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "compare_keys");
	seat_do(s, COMMAND_PERIODS);
	assert_true(seat_says(s, "no periodic activity found"));
	assert_false(seat_says(s, "Periods in the range"));
}

TEST_WITH(periods_of_all_are_listed_where_the_range_is_too_short_for_any, start,
	  seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "10,11");
	seat_do(s, COMMAND_PERIODS);
	assert_true(seat_says(s, "Periods of the whole recording: the range has none"));
	assert_true(seat_says(s, "± 0.00032 s"));
	seat_do(s, COMMAND_CANCEL);
}

TEST_WITH(a_cell_without_a_tick_says_so, start, seat_stop)
{
	const struct settings o = {.file = SERVICE, .choice.rows = 200};
	struct seat own;
	struct seat *s = &own;

	seat_open(s, seat_file(SERVICE), &o, 160, 240);
	seat_do(s, COMMAND_MAXIMISE);
	seat_do(s, COMMAND_RIGHT);
	for (int i = 0; i < 4 && !seat_says(s, "no tick here"); i++)
		seat_do(s, COMMAND_UP);
	assert_true(seat_says(s, ", no tick here: drawn like its neighbours"));
	seat_close(s);
}

/* Without pressing a key, on the smallest common screen. */
TEST_WITH(the_facts_begin_with_what_matters, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_HEADER);
	assert_true(seat_says(s, "lost: nothing"));
	assert_true(
	    seat_says(s, "wall clock     2026-11-21 03:07:34 to 2026-11-21 03:09:04"));
	assert_true(seat_says(s, "hostname"));
}

TEST_WITH(the_command_line_is_copied_however_long, start, seat_stop)
{
	struct seat *s = *state;

	for (int width = 80; width <= 4000; width += 3920) {
		seat_size(s, width, 24);
		assert_true(seat_do(s, COMMAND_SHARE));
		assert_int_equal(workspace_shell_action(s->w), SHELL_COPY);
		assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
		seat_do(s, COMMAND_CANCEL);
	}
	assert_true(seat_do(s, COMMAND_QUIT));
	assert_int_equal(workspace_shell_action(s->w), SHELL_QUIT);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
