/* Lanes in place of the map, with the keys and the mouse. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/made_profile.h"
#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"
#define CONVOY	"data/examples/convoy.perf.gz"

#define CELLS 33 /* the first column of the cells, on a screen of 120 */

static const struct settings settings = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(SERVICE), &settings, 120, 26);
	return 0;
}

TEST_WITH(each_thread_has_a_line_and_the_busiest_is_first, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "6 threads  L: by cpu     of all"));
	assert_non_null(strstr(seat_line(s, 2), "service 2974             63.9 %"));
	assert_non_null(strstr(seat_line(s, 3), "service 2975             35.1 %"));
	assert_true(seat_says(s, "1 s/col"));
}

/*
 * Shares are not relative to the range, and at 80 columns saying so takes priority over the kinds
 * of lanes.
 */
TEST_WITH(it_is_said_what_shares_are_of_wherever_they_stand, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "53,66");
	seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "the busiest first"));
	seat_size(s, 80, 24);
	assert_non_null(strstr(seat_line(s, 1), "6 threads        of all"));
	assert_non_null(strstr(seat_line(s, 2), "63.9 %"));
	seat_size(s, 60, 24);
	assert_null(strstr(seat_line(s, 1), "of all"));
	assert_null(strstr(seat_line(s, 2), "%"));
}

/* Beside the lanes, or on one line where they take all columns beneath their names. */
TEST_WITH(the_legend_has_a_place_in_80_columns, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_non_null(strstr(seat_line(s, 2), " samples"));
	assert_false(seat_shows(s, "0 .:=+#@"));
	seat_size(s, 80, 24);
	assert_non_null(strstr(seat_line(s, 8), "0 .:=+#@ 99 samples"));
	/* the axis takes the place of what does not fit */
	seat_size(s, 80, 20);
	assert_non_null(strstr(seat_line(s, 7), "1 more"));
	assert_non_null(strstr(seat_line(s, 8), "0 .:=+#@ 99  "));
}

TEST_WITH(only_threads_are_offered_to_be_folded, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 200, 36);
	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "( fold"));
	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "2 cpus"));
	assert_false(seat_shows(s, "( fold"));
}

/* There is a title even above a single lane. */
TEST_WITH(few_lanes_leave_to_the_graph_what_it_needs, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_non_null(strstr(seat_line(s, 7), "kworker/u8:0-ev 12"));
	assert_non_null(strstr(seat_line(s, 10), "whole profile"));
	seat_do(s, COMMAND_LANES);
	assert_non_null(strstr(seat_line(s, 1), "2 cpus"));
	assert_non_null(strstr(seat_line(s, 12), "whole profile"));
	for (int more = 0; more < 5;
	     more++) /* functions, modules, kinds, modes, the map */
		seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "CPUs busy"));
	assert_null(strstr(seat_line(s, 12), "whole profile"));
	assert_null(strstr(seat_line(s, 10), "whole profile"));
}

/* Three lines each here: the lines that the graph would leave empty. */
TEST_WITH(few_lanes_are_higher_where_the_graph_would_leave_lines_empty, start, seat_stop)
{
	struct seat *s = *state;
	char cells[64];

	seat_size(s, 120, 36);
	seat_do(s, COMMAND_LANES);
	assert_non_null(strstr(seat_line(s, 2), "service 2974"));
	assert_non_null(strstr(seat_line(s, 5), "service 2975"));
	snprintf(cells, sizeof cells, "%.60s", strstr(seat_line(s, 6), "│"));
	for (int y = 5; y < 8; y++)
		assert_non_null(strstr(seat_line(s, y), cells));
	assert_null(strstr(seat_line(s, 8), cells));
	seat_mouse(s, COMMAND_HOVER, CELLS + 2, 7);
	assert_true(seat_says(s, "  service  2 s 0 ms: "));
	seat_mouse(s, COMMAND_HOVER, CELLS + 2, 8);
	assert_true(seat_says(s, "  kdamond.0  2 s 0 ms: "));
	seat_mouse(s, COMMAND_PRESS, 2, 7);
	assert_true(seat_says(s, "thread service 2975"));
}

TEST_WITH(escape_goes_back_to_the_map_at_once_as_is_said, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, "Esc: the map"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "CPUs busy"));
	assert_false(seat_says(s, "6 threads"));
}

TEST_WITH(the_same_key_goes_on_to_what_differs_and_in_the_end_to_the_map, start,
	  seat_stop)
{
	static const char *const of[] = {"6 threads", "cpus",  "functions",
					 "modules",   "kinds", "modes"};
	struct seat *s = *state;
	char *map = strdup(seat_line(s, 5));

	for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
		seat_do(s, COMMAND_LANES);
		assert_non_null(strstr(seat_line(s, 1), of[i]));
	}
	seat_do(s, COMMAND_LANES);
	assert_string_equal(seat_line(s, 5), map);
	free(map);
}

TEST_WITH(what_is_selected_among_lanes_is_selected_in_the_map, start, seat_stop)
{
	struct seat *s = *state;
	char *lanes;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_SELECT);
	seat_do_n(s, 3, COMMAND_RIGHT);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_SELECT);
	assert_true(seat_says(s, "0.000-4.000 s"));
	lanes = strdup(seat_line(s, -3));
	assert_true(seat_do(s, COMMAND_CANCEL));
	assert_false(seat_shows(s, "6 threads"));
	assert_true(seat_says(s, "0.000-4.000 s"));
	free(lanes);
}

TEST_WITH(dragging_over_lanes_selects_their_columns, start, seat_stop)
{
	struct seat *s = *state;
	seat_do(s, COMMAND_LANES);
	seat_mouse(s, COMMAND_PRESS, CELLS + 2, 3);
	seat_mouse(s, COMMAND_DRAG, CELLS + 5, 4);
	assert_true(seat_says(s, "2.000-6.000 s"));
	seat_mouse(s, COMMAND_RELEASE, CELLS + 5, 4);
	assert_true(seat_says(s, "2.000-6.000 s"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "whole profile"));
}

TEST_WITH(enter_and_a_click_on_the_name_keep_one_lane, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "thread service 2975"));
	assert_true(seat_says(s, "1 thread "));
	assert_int_equal(seat_samples(s), 1618);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "6 threads"));
	seat_mouse(s, COMMAND_PRESS, 2, 2);
	assert_true(seat_says(s, "thread service 2974"));
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_FIRST);
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "5 threads"));
}

/* The line of each lane: Enter keeps exactly its samples, and X all others. */
TEST_WITH(enter_on_what_ran_keeps_just_that, start, seat_stop)
{
	static const struct {
		const char *of, *words;
		int line, samples;
	} lanes[] = {{"functions", "function compare_keys", 0, 996},
		     {"modules", "self module [kernel.kallsyms]", 2, 80},
		     {"kinds", "kind kernel", 1, 80}};
	struct seat *s = *state;
	long all = seat_samples(s);

	seat_size(s, 160, 40);
	for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++) {
		while (!strstr(seat_line(s, 1), lanes[i].of))
			seat_do(s, COMMAND_LANES);
		seat_do(s, COMMAND_FIRST);
		for (int n = 0; n < lanes[i].line; n++)
			seat_do(s, COMMAND_DOWN);
		seat_do(s, COMMAND_ENTER);
		assert_true(seat_says(s, lanes[i].words));
		assert_int_equal(seat_samples(s), lanes[i].samples);
		seat_do(s, COMMAND_UNDO);
		seat_do(s, COMMAND_FIRST);
		for (int n = 0; n < lanes[i].line; n++)
			seat_do(s, COMMAND_DOWN);
		seat_do(s, COMMAND_DROP);
		assert_int_equal(seat_samples(s), all - lanes[i].samples);
		seat_do(s, COMMAND_UNDO);
	}
}

TEST_WITH(threads_of_a_process_are_one_line_and_again_many, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	assert_non_null(strstr(seat_line(s, 2), "service 2974 "));
	seat_do(s, COMMAND_FOLD_LANES);
	assert_non_null(strstr(seat_line(s, 2), "service x2 "));
	assert_non_null(strstr(seat_line(s, 2), "99.0 %"));
	assert_false(seat_shows(s, "service 2975"));
	seat_do(s, COMMAND_ENTER);
	assert_int_equal(seat_samples(s), 4566);
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_FOLD_LANES);
	assert_non_null(strstr(seat_line(s, 3), "service 2975 "));
}

TEST_WITH(what_the_pointer_is_on_is_told_with_its_lane, start, seat_stop)
{
	struct seat *s = *state;
	seat_do(s, COMMAND_LANES);
	seat_mouse(s, COMMAND_HOVER, CELLS + 2, 3);
	assert_true(seat_says(s, "  service  2 s 0 ms: "));
	seat_mouse(s, COMMAND_HOVER, CELLS + 2, 4);
	assert_true(seat_says(s, "  kdamond.0  2 s 0 ms: "));
}

TEST(lanes_can_be_there_from_the_start_and_are_in_the_command_line)
{
	struct settings cpus = settings;
	struct seat *s;

	cpus.choice.lanes = 1 + LANES_CPU;
	s = seat_new(seat_file(SERVICE), &cpus, 200, 50);
	assert_true(seat_says(s, "2 cpus"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), " --lanes cpu"));
	seat_free(s);
}

TEST_WITH(a_cell_of_a_lane_has_samples_whatever_the_maps_have, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_CELLS);
	assert_true(seat_says(s, "its number of samples"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CELLS);
	assert_true(seat_says(s, "a cell is a number of samples"));
}

TEST_WITH(of_two_files_there_are_maps_and_no_lanes_which_is_said, NULL, seat_stop)
{
	struct settings two = settings;
	char second[200];
	struct seat *s;

	snprintf(second, sizeof second, "%s", seat_file("data/examples/new.perf.gz"));
	two.baseline_file = second;
	two.choice.lanes = 1 + LANES_THREAD;
	*state = s = seat_new(seat_file("data/examples/old.perf.gz"), &two, 120, 40);
	for (int i = 0; i < 100 && !seat_shows(s, "lanes need a single file"); i++)
		seat_wake(s, 100);
	assert_true(
	    seat_says(s, "lanes need a single file: flarescope --lanes thread FILE"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_LANES);
	assert_true(
	    seat_says(s, "lanes need a single file: flarescope --lanes thread FILE"));
}

TEST_WITH(lanes_that_do_not_fit_scroll_with_the_cursor, NULL, seat_stop)
{
	struct seat *s = seat_new(seat_file(CONVOY), &settings, 80, 24);

	*state = s;
	for (int i = 0; i < 8 && !seat_shows(s, " functions"); i++)
		seat_do(s, COMMAND_LANES);
	assert_true(seat_says(s, " functions"));
	assert_true(seat_says(s, " more"));
	for (int i = 0; i < 30; i++) {
		seat_do(s, COMMAND_DOWN);
		assert_true(seat_shows(s, " functions"));
	}
	seat_do(s, COMMAND_LAST);
	seat_do(s, COMMAND_FIRST);
}

/* Whatever is done, on any screen, the numbers of samples remain right and lanes can be left. */
TEST_WITH(no_key_and_no_click_breaks_lanes, NULL, seat_stop)
{
	static const enum command keys[] = {
	    COMMAND_LANES,	  COMMAND_DOWN,	      COMMAND_UP,
	    COMMAND_RIGHT,	  COMMAND_LEFT,	      COMMAND_TOP,
	    COMMAND_BOTTOM,	  COMMAND_FIRST,      COMMAND_LAST,
	    COMMAND_PAGE_UP,	  COMMAND_PAGE_DOWN,  COMMAND_SELECT,
	    COMMAND_COLUMNS,	  COMMAND_OTHER_END,  COMMAND_ALL,
	    COMMAND_STEP_BACK,	  COMMAND_STEP_ON,    COMMAND_ANOMALY_NEXT,
	    COMMAND_ENTER,	  COMMAND_CANCEL,     COMMAND_DROP,
	    COMMAND_ZOOM_IN,	  COMMAND_ZOOM_OUT,   COMMAND_FIT,
	    COMMAND_UNDO,	  COMMAND_REDO,	      COMMAND_IDLE,
	    COMMAND_PANE,	  COMMAND_MAXIMISE,   COMMAND_TABLE,
	    COMMAND_CELLS,	  COMMAND_SHARES,     COMMAND_COLOURS,
	    COMMAND_DIRECTION,	  COMMAND_WEIGHT,     COMMAND_BASELINE,
	    COMMAND_AGAINST,	  COMMAND_HOVER,      COMMAND_PRESS,
	    COMMAND_DRAG,	  COMMAND_RELEASE,    COMMAND_EXTEND,
	    COMMAND_WHEEL_UP,	  COMMAND_WHEEL_DOWN, COMMAND_WHEEL_IN,
	    COMMAND_WHEEL_OUT,	  COMMAND_BACK,	      COMMAND_DRAG,
	    COMMAND_DIFFERENTIAL, COMMAND_FOLD_LANES};
	const char *fixed = getenv("SEED");
	uint64_t seed = fixed ? strtoull(fixed, NULL, 10) : (uint64_t)time(NULL);
	struct dice d = {seed};
	struct seat *s;

	print_message("SEED=%llu\n", (unsigned long long)seed);
	s = seat_new(seat_file(dice_below(&d, 2) ? CONVOY : SERVICE), &settings, 80, 24);
	*state = s;
	for (int i = 0; i < 600; i++) {
		if (dice_below(&d, 60) == 0) {
			seat_do(s, COMMAND_SEARCH);
			seat_answer(s, dice_below(&d, 2) ? "a" : "");
		}
		seat_do_any(s, &d, keys, sizeof keys / sizeof *keys);
		if (workspace_shell_action(s->w) == SHELL_QUIT)
			break;
	}
}

TEST(lanes_from_the_start_of_a_file_without_times_are_just_not_there)
{
	struct settings lanes = settings;
	struct seat s;

	lanes.choice.lanes = 1 + LANES_THREAD;
	seat_open(&s, seat_file("tests/cli/data/stacks.folded"), &lanes, 100, 40);
	assert_true(seat_says(&s, "there is nothing to draw"));
	seat_do(&s, COMMAND_MAXIMISE);
	seat_do(&s, COMMAND_LANES);
	seat_close(&s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
