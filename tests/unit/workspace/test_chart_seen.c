/* The chart of a thread beneath the map or the lanes, with the keys and the mouse. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"

static const struct settings settings = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(SERVICE), &settings, 120, 36);
	return 0;
}

TEST_WITH(the_busiest_thread_is_shown_and_the_key_goes_on_to_the_next, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 2974  2,948 samples, 63.9 %"));
	assert_true(seat_says(s, "thread 1 of 6"));
	seat_do(s, COMMAND_NEXT_THREAD);
	assert_true(seat_says(s, "service 2975  1,618 samples, 35.1 %"));
	seat_do(s, COMMAND_THREAD_BEFORE);
	seat_do(s, COMMAND_THREAD_BEFORE);
	assert_true(seat_says(s, "kworker/u8:0-ev 12  1 sample, <0.1 %"));
	assert_true(seat_says(s, "thread 6 of 6"));
	seat_do(s, COMMAND_CHART);
	assert_false(seat_shows(s, "thread 6 of 6"));
}

TEST_WITH(other_threads_are_shown_beneath_it, start, seat_stop)
{
	struct seat *s = *state;
	int x, y, below;

	seat_do(s, COMMAND_CHART);
	assert_false(seat_shows(s, "service 2975  1,618 samples"));
	seat_do(s, COMMAND_THREADS_BESIDE);
	assert_true(seat_find(s, "service 2974  2,948 samples, 63.9 %", &x, &y));
	assert_true(seat_find(s, "service 2975  1,618 samples, 35.1 %", &x, &below));
	assert_true(below > y + 2);
	assert_false(seat_shows(s, "kworker"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(
	    strstr(workspace_copied(s->w), "chart --thread 2974 --thread 2975 --range "));
	seat_do(s, COMMAND_CANCEL);
	seat_mouse(s, COMMAND_PRESS, x, below + 2); /* goes to that one */
	assert_true(seat_find(s, "service 2975  1,618 samples, 35.1 %", &x, &y));
	assert_true(y < below);
	assert_true(seat_says(s, "thread 2 of 6"));
	seat_do_n(s, 3, COMMAND_THREADS_BESIDE);
	assert_true(seat_find(s, "service 2975  1,618 samples, 35.1 %", &x, &y));
	assert_int_equal(seat_line(s, y + 1)[0], ' ');
	seat_do_n(s, 1, COMMAND_THREADS_BESIDE);
	assert_false(seat_shows(s, "service 2974  2,948"));
}

TEST(with_two_files_it_is_of_the_subject_beneath_its_map)
{
	int x, y, below;
	char other[500];
	struct settings two = settings;
	struct seat *s;

	snprintf(other, sizeof other, "%s", seat_file("data/examples/old.perf.gz"));
	two.baseline_file = other;
	s = seat_new(seat_file("data/examples/new.perf.gz"), &two, 120, 36);
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 22009  975 samples, 100 %, of the first file"));
	assert_true(seat_says(s, "answer_request"));
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_find(s, "service 20350  786 samples, 100 %, of the second file",
			      &x, &y));
	assert_true(
	    seat_find(s, "-.", &x, &below)); /* the whole has the columns of its map */
	assert_int_equal(below, y + 1);
	seat_ask(s, COMMAND_RANGE, "3,5"); /* of the first file */
	assert_true(seat_says(s, "service 20350  786 samples, 100 %"));
	seat_do(s, COMMAND_ENTER); /* the time of a box is a range of the second file */
	assert_true(
	    seat_says(s, "s against B 3.000-5.000 s, per second  786 against 79"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(
	    strstr(workspace_copied(s->w), "flarescope chart --thread 20350 --range 0."));
	assert_non_null(strstr(workspace_copied(s->w), "data/examples/old.perf.gz"));
	assert_null(strstr(workspace_copied(s->w), "new.perf.gz"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "service 22009  79 samples, 100 %, of the first file"));
	seat_free(s);
}

/* As in the graph: dropped samples are gaps, a function that is left out has no box. */
TEST_WITH(boxes_are_of_call_paths_as_they_are_transformed, start, seat_stop)
{
	struct settings shaped = settings;
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 2974  2,948 samples, 63.9 %"));
	assert_true(seat_says(s, "worker"));
	seat_close(s);
	shaped.choice.transform = TEXT("drop=worker");
	seat_open(s, seat_file(SERVICE), &shaped, 120, 36);
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 2974  2,223 samples, 70.0 %"));
	assert_false(seat_shows(s, "|worker"));
	assert_false(seat_shows(s, "as recorded"));
	seat_do(s, COMMAND_SHARE);
	assert_non_null(strstr(workspace_copied(s->w), "--transform drop=worker"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_TRANSFORM);
	seat_do(s, COMMAND_DROP); /* it is no longer in force */
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 2974  2,948 samples, 63.9 %"));
}

/* The joint tree of both files has no samples: each file has a shape of its own. */
TEST(of_two_files_each_is_transformed_and_searched)
{
	struct settings two = settings;
	char other[500];
	struct seat *s;

	snprintf(other, sizeof other, "%s", seat_file("data/examples/old.perf.gz"));
	two.baseline_file = other;
	two.choice.transform = TEXT("focus=answer_request");
	two.choice.search = TEXT("hash");
	s = seat_new(seat_file("data/examples/new.perf.gz"), &two, 120, 36);
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "samples, 100 %, of the first file"));
	assert_true(seat_says(s, "|answer_request"));
	assert_false(seat_shows(s, "|serve"));
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, " hash_bytes"));
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "samples, 100 %, of the second file"));
	assert_true(seat_says(s, "|answer_request"));
	assert_false(seat_shows(s, "|serve"));
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, " hash_bytes"));
	seat_free(s);
}

/* A range may be shorter than a column of the map: it fills the pane, with an axis of its own. */
TEST_WITH(a_range_is_as_wide_as_the_pane_and_all_has_the_columns_of_the_map, start,
	  seat_stop)
{
	struct seat *s = *state;
	int x, y, first;

	seat_do(s, COMMAND_CHART);
	/* the mark of the cursor */
	assert_true(seat_find(s, "v@@%@@%@*.-....", &first, &y));
	assert_int_equal(first, 6);
	assert_false(seat_shows(s, "+3.1s"));
	seat_ask(s, COMMAND_RANGE, "3,3.5");
	assert_true(seat_find(s, "+3.1s", &x, &y));
	assert_int_equal(x, 24 - 1); /* of 120 columns, each of which is 4.17 ms */
	assert_true(seat_says(s, "+3s"));
	assert_true(seat_says(s, "service 2975  50 samples, 50.5 %"));
	seat_do(s, COMMAND_ALL);
	assert_false(seat_shows(s, "+3.1s"));
}

static void go_to_start_thread(struct seat *s)
{
	for (int i = 0; i < 8 && !strstr(seat_line(s, -3), "start_thread"); i++)
		seat_do(s, COMMAND_RIGHT);
	assert_non_null(strstr(seat_line(s, -3), "start_thread"));
}

TEST_WITH(boxes_are_gone_through_with_the_arrows_and_told_of, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "3,3.5");
	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_FIRST);
	go_to_start_thread(s);
	assert_non_null(strstr(seat_line(s, -2), " sampled there"));
	seat_do(s, COMMAND_DOWN);
	assert_non_null(strstr(seat_line(s, -3), "worker"));
	seat_do(s, COMMAND_DOWN);
	assert_non_null(strstr(seat_line(s, -3), "start_up"));
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_TOP);
	assert_non_null(strstr(seat_line(s, -3), "start_thread"));
}

TEST_WITH(the_cursor_follows_that_of_the_map, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_PANE); /* to the map */
	seat_do(s, COMMAND_TOP);
	seat_do_n(s, 4, COMMAND_RIGHT);
	assert_true(seat_says(s, " -@@%v@%@*.-"));
	assert_non_null(strstr(seat_line(s, -2), " 2.000-5.000 s"));
	seat_do_n(s, 4, COMMAND_RIGHT);
	assert_true(seat_says(s, " -@@%@@%@v.-"));
}

TEST_WITH(among_lanes_it_is_the_thread_of_the_cursor, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_LANES);
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "service 2974  2,948 samples"));
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "service 2975  1,618 samples"));
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, "kdamond.0 77  30 samples"));
	/* in the columns of the lanes, the first of which contains the cursor */
	seat_do(s, COMMAND_TOP);
	assert_true(seat_find(s, "6 threads", &x, &y));
	assert_true(seat_find(s, "thread 3 of 6", &x, &y));
	assert_int_equal(strspn(seat_line(s, y + 1), " "), 33);
	assert_int_equal(seat_line(s, y + 1)[33], 'v');
}

TEST_WITH(enter_selects_the_time_of_a_box_and_undo_takes_that_back, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_ENTER);
	assert_false(seat_shows(s, "whole profile"));
	assert_true(seat_says(s, "0.000-1.000 s"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "whole profile"));
}

/* From 3 to 3.5 s another thread is the busiest. */
static void what_is_done_with_a_box_keeps_its_thread(struct seat *s, enum command done)
{
	seat_do(s, COMMAND_CHART);
	seat_do(s, done);
	assert_true(seat_says(s, "service 2974  "));
	seat_ask(s, COMMAND_RANGE, "3,3.5");
	assert_true(seat_says(s, "service 2974  49 samples, 49.5 %"));
}

TEST_WITH(after_a_move_the_thread_stays_in_other_ranges, start, seat_stop)
{
	what_is_done_with_a_box_keeps_its_thread(*state, COMMAND_RIGHT);
}

TEST_WITH(after_enter_the_thread_stays_and_the_cursor_is_on_the_box, start, seat_stop)
{
	struct seat *s = *state;

	what_is_done_with_a_box_keeps_its_thread(s, COMMAND_ENTER);
	seat_do(s, COMMAND_FIRST);
	go_to_start_thread(s);
	seat_do(s, COMMAND_DOWN);
	assert_non_null(strstr(seat_line(s, -3), "worker"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "service 2974  "));
	assert_non_null(strstr(seat_line(s, -3), "worker"));
}

TEST_WITH(a_box_leads_to_its_callers, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_CALLERS);
	assert_false(seat_shows(s, "no function here"));
	assert_true(seat_says(s, "callers of start_thread"));
}

TEST_WITH(a_box_leads_to_what_can_be_made_of_call_paths, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_TRANSFORM);
	assert_true(seat_says(s, "focus start_thread"));
}

TEST_WITH(a_box_has_its_stack_and_can_be_searched_for, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_do(s, COMMAND_SEARCH_IT);
	assert_true(seat_says(s, "start_thread"));
	assert_true(seat_says(s, "/start_thread: 1,472 of 4,613"));
	seat_do(s, COMMAND_STACK);
	assert_true(seat_says(s, "start_thread"));
}

TEST_WITH(a_filter_leaves_the_thread_that_it_keeps, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_CHART);
	seat_ask(s, COMMAND_FILTER, "tid=77");
	assert_true(seat_says(s, "kdamond.0 77  30 samples, 100 %"));
	assert_false(seat_shows(s, "thread 1 of"));
}

TEST_WITH(without_times_it_is_said_that_there_is_no_order, start, seat_stop)
{
	struct seat *s = *state;

	seat_close(s);
	seat_open(s, seat_file("tests/cli/data/stacks.folded"), &settings, 120, 36);
	seat_do(s, COMMAND_CHART);
	assert_true(seat_says(s, "no times here, so no order in time"));
}

static int use_utf8(void **state)
{
	(void)state;
	setenv("TZ", "UTC", 1);
	tzset();
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
