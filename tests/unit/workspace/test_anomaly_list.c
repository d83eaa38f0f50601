/* The anomalies of a profile on the screen: by their keys, and as a list. */

#include "lib/unit.h"

#include <locale.h>
#include <string.h>

#include "lib/seat.h"

#define SERVICE "data/examples/service.perf.gz"

static const struct settings settings = {.file = SERVICE, .theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(SERVICE), &settings, 80, 24);
	return 0;
}

/*
 * Start-up, then a garbage collection every five seconds; the sort near the end is an anomaly, too.
 */
TEST_WITH(one_key_goes_from_one_odd_moment_to_the_next, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "0.690-8.690 s"));
	assert_true(
	    seat_says(s, "1,582 samples where 151 are usual, for 8.0 s; mostly r"));
	seat_do_n(s, 1, COMMAND_ANOMALY_NEXT);
	seat_do_n(s, 1, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "15.690-15.930 s"));
	assert_true(
	    seat_says(s, "48 samples where 4.5 are usual, for 0.24 s; mostly mark_"));
	seat_do(s, COMMAND_ANOMALY_BEFORE);
	assert_true(seat_says(s, "10.690-10.930 s"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "15.690-15.930 s"));
}

TEST_WITH(behind_the_last_there_is_no_next, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "89,90");
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "that was the last odd moment"));
	assert_true(seat_says(s, "89.000-90.000 s"));
	seat_ask(s, COMMAND_RANGE, "0.6,0.7");
	seat_do(s, COMMAND_ANOMALY_BEFORE);
	assert_true(seat_says(s, "that was the first odd moment"));
}

TEST_WITH(without_a_range_the_cursor_says_from_where, start, seat_stop)
{
	struct seat *s = *state;

	seat_do_n(s, 50, COMMAND_RIGHT);
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "50.690-50.930 s"));
	seat_do(s, COMMAND_ALL);
	seat_do(s, COMMAND_ANOMALY_BEFORE);
	assert_true(seat_says(s, "45.690-45.930 s"));
}

TEST_WITH(the_list_has_the_oddest_first_and_goes_there, start, seat_stop)
{
	struct seat *s = *state;
	int x, first, second;

	seat_do(s, COMMAND_ANOMALY_LIST);
	assert_true(seat_find(s, "burst  0.690-8.690 s, 8.000 s", &x, &first));
	assert_true(seat_find(s, "burst  52.690-66.700 s, 14.010 s", &x, &second));
	assert_true(first < second);
	assert_true(seat_says(s, "1,467 (264 usual)  msort_with_tmp.part.0"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "52.690-66.700 s"));
	assert_false(seat_shows(s, "usual"));
}

TEST_WITH(a_wide_list_has_whole_names_and_times_that_can_be_read, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ANOMALY_LIST);
	assert_true(seat_says(s, "thread 52.690-65.691 s, 13.001 s"));
	seat_do(s, COMMAND_CANCEL);
	seat_size(s, 120, 40);
	seat_do(s, COMMAND_ANOMALY_LIST);
	assert_true(seat_says(s, "(151 usual)  read_configuration.constprop.0"));
}

TEST_WITH(a_message_is_taken_away_before_a_selection, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "15.6,16");
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "48 samples where"));
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_says(s, "48 samples where"));
	assert_true(seat_says(s, "15.690-15.930 s"));
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_says(s, "15.690-15.930 s"));
}

/* Anomalies are those among the samples that are kept. */
TEST_WITH(a_filter_finds_others, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_ANOMALY_LIST);
	assert_true(seat_says(s, "mark_reachable.const..")); /* visibly cut */
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "!mark_reachable");
	seat_do(s, COMMAND_ANOMALY_LIST);
	assert_true(seat_says(s, "Odd moments"));
	assert_false(seat_shows(s, "mark_reachable.constprop.0"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);

TEST(in_what_is_still_recorded_the_newest_odd_moment_is_next)
{
	const struct settings live = {.file = SERVICE, .reading.live = true};
	struct seat own, *s = &own;

	seat_open(s, seat_file(SERVICE), &live, 120, 24);
	seat_do(s, COMMAND_LAST);
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_false(seat_says(s, "that was the last"));
	assert_true(seat_says(s, "are usual, for "));
	seat_do(s, COMMAND_ANOMALY_NEXT);
	assert_true(seat_says(s, "that was the last odd moment"));
	seat_do(s, COMMAND_ANOMALY_BEFORE);
	assert_true(seat_says(s, "are usual, for "));
	seat_close(s);
}
