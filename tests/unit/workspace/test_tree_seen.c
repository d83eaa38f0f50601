/* The call tree in place of the graph, with the keys and the mouse. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "lib/seat.h"

#define GC "data/examples/gc.perf.gz"

static const struct settings settings = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(GC), &settings, 80, 30);
	return 0;
}

TEST_WITH(the_key_shows_the_tree_and_gives_the_graph_back, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	assert_true(seat_says(s, " total v   self"));
	assert_true(seat_says(s, "   100 %      0 %  -   all"));
	assert_true(seat_says(s, "   100 %      0 %    +   node"));
	seat_do(s, COMMAND_TREE);
	assert_false(seat_shows(s, " total v   self"));
	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, " total v   self"));
}

TEST_WITH(right_opens_and_left_closes_and_goes_to_the_caller, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_RIGHT); /* everything is open: to its first callee */
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "  63.3 %      0 %      +   __libc_start_call_main"));
	assert_true(seat_says(s, "  33.8 %      0 %      +   start_thread"));
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "        +   node::Start"));
	seat_do(s, COMMAND_LEFT);
	assert_false(seat_shows(s, "node::Start"));
	seat_do(s, COMMAND_LEFT);
	seat_do(s, COMMAND_LEFT);
	assert_false(seat_shows(s, "start_thread"));
	assert_true(seat_says(s, "    +   node"));
}

TEST_WITH(one_key_opens_down_to_where_the_time_goes, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_HOTTEST);
	assert_true(seat_says(s, "  39.2 %   36.6 %"));
	assert_true(seat_says(s, "self 376 (36.6 %)  total 403"));
}

TEST_WITH(a_click_opens_and_a_click_on_a_heading_sorts, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_TREE);
	assert_true(seat_find(s, "+   node", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_true(seat_says(s, "start_thread"));
	seat_mouse(s, COMMAND_PRESS, x, y);
	assert_false(seat_shows(s, "start_thread"));
	assert_true(seat_find(s, "   self   ", &x, &y));
	seat_mouse(s, COMMAND_PRESS, 12, y);
	assert_true(seat_says(s, " total     self v"));
	seat_do(s, COMMAND_SORT);
	assert_true(seat_says(s, "frame v"));
	seat_do(s, COMMAND_SORT);
	assert_true(seat_says(s, " total v   self"));
}

TEST_WITH(n_opens_the_callers_of_the_next_match, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	assert_false(seat_shows(s, "RunMajor"));
	seat_ask(s, COMMAND_SEARCH, "RunMajor");
	seat_do(s, COMMAND_NEXT);
	assert_non_null(
	    strstr(seat_line(s, -3), " v8::internal::ConcurrentMarking::RunMajor"));
	assert_non_null(strstr(seat_line(s, -2), "total 7 "));
	seat_do(s, COMMAND_PREVIOUS); /* wraps around the start, to the last */
	assert_non_null(
	    strstr(seat_line(s, -3), " v8::internal::ConcurrentMarking::RunMajor"));
	assert_null(strstr(seat_line(s, -2), "total 7 "));
}

TEST_WITH(what_is_open_stays_open_when_the_range_and_the_root_change, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "start_thread"));
	seat_ask(s, COMMAND_RANGE, "10,20");
	assert_true(seat_says(s, "start_thread"));
	seat_do(s, COMMAND_ROOT);
	seat_do(s, COMMAND_BOTTOM); /* none */
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "    +   start_thread"));
	seat_do(s, COMMAND_HOTTEST);
	seat_do(s, COMMAND_TREE); /* also while it is not shown */
	seat_ask(s, COMMAND_RANGE, "0,40");
	seat_do(s, COMMAND_TREE);
	assert_true(seat_says(s, "  39.2 %   36.5 %                      -   answer"));
}

TEST_WITH(of_two_sides_rows_say_what_has_changed, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_TREE);
	seat_ask(s, COMMAND_RANGE, "10,20");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "change of all v  frame"));
	seat_do(s, COMMAND_HOTTEST);
	seat_do(s, COMMAND_SORT);
	assert_true(seat_says(s, " A v "));
}

TEST_WITH(frames_are_searched_dropped_and_read_as_in_the_graph, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_do(s, COMMAND_TREE);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_find(s, "+   start_thread", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	seat_do(s, COMMAND_STACK);
	assert_true(seat_says(s, "libc.so.6"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_SEARCH_IT);
	assert_true(seat_says(s, "start_thread"));
	seat_do(s, COMMAND_DROP);
	assert_true(seat_says(s, "dropped the stacks with start_thread"));
	assert_false(seat_shows(s, "+   start_thread"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
