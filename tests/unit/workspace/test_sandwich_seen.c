/* One function between its callers and its callees, with the keys and the mouse. */

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

static const struct settings settings = {.theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(CONVOY), &settings, 120, 40);
	return 0;
}

/* In the table by totals: its sixth row is hash_bytes, with 940 samples. */
static void show_hash_bytes(struct seat *s)
{
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_SORT);
	seat_do_n(s, 5, COMMAND_DOWN);
	seat_do(s, COMMAND_CALLERS);
}

TEST_WITH(a_function_stands_between_its_callers_and_what_it_calls, start, seat_stop)
{
	struct seat *s = *state;
	int x, y, up, down;

	show_hash_bytes(s);
	assert_true(seat_says(s, "callers of hash_bytes 39.4 %, 940 samples"));
	assert_true(seat_find(s, "|hash_bytes", &x, &y));
	assert_true(seat_find(s, "|answer_request", &x, &up));
	assert_int_equal(up, y - 1);
	assert_true(seat_find(s, "|start_thread", &x, &up));
	assert_int_equal(up, y - 4);
	assert_true(seat_find(s, "self 927 (38.9 %)  total 940 (39.4 %", &x, &down));
	/* what top prints for the functions above it together with it only */
	seat_do(s, COMMAND_UP);
	assert_true(seat_says(s, "answer_request"));
	assert_true(seat_says(s, "total 940 (39.4 % of the range"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_DOWN);
	assert_false(seat_shows(s, "total 940 (39.4 % of the range"));
}

TEST_WITH(enter_goes_on_and_escape_back_to_where_it_began, start, seat_stop)
{
	struct seat *s = *state;

	show_hash_bytes(s);
	seat_do(s, COMMAND_UP);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "callers of answer_request 83.6 %, 1,995 samples"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "callers of hash_bytes"));
	seat_do(s, COMMAND_CANCEL);
	assert_false(seat_shows(s, "callers of"));
	assert_true(seat_says(s, "render_answer"));
	assert_true(seat_says(s, "total v"));
	seat_do(s, COMMAND_CALLERS); /* and again: the table has kept its row */
	assert_true(seat_says(s, "callers of hash_bytes"));
}

TEST_WITH(it_follows_the_range_the_filter_and_another_tree, start, seat_stop)
{
	struct seat *s = *state;

	show_hash_bytes(s);
	seat_ask(s, COMMAND_RANGE, "1,4");
	assert_true(seat_says(s, "callers of hash_bytes"));
	assert_false(seat_shows(s, "940 samples"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "940 samples"));
	seat_ask(s, COMMAND_FILTER, "find_record");
	assert_true(seat_says(s, "this function has no samples in the range"));
	seat_ask(s, COMMAND_FILTER, "");
	assert_true(seat_says(s, "940 samples"));
	seat_do(s, COMMAND_ROOT);
	seat_do(s, COMMAND_BOTTOM);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "940 samples"));
}

TEST_WITH(when_it_ran_is_of_what_is_kept, start, seat_stop)
{
	struct seat *s = *state;
	char all[400];
	int x, y;

	show_hash_bytes(s);
	assert_true(seat_find(s, "callers of hash_bytes", &x, &y));
	snprintf(all, sizeof all, "%s", strstr(seat_line(s, y), "when"));
	seat_ask(s, COMMAND_FILTER, "tid=9096");
	assert_false(seat_shows(s, "940 samples"));
	assert_non_null(strstr(seat_line(s, y), "when"));
	assert_string_not_equal(strstr(seat_line(s, y), "when"), all);
	seat_do(s, COMMAND_UNDO);
	assert_string_equal(strstr(seat_line(s, y), "when"), all);
}

TEST_WITH(only_a_function_has_callers, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_CALLERS);
	assert_true(seat_says(s, "no function here"));
	assert_false(seat_shows(s, "callers of"));
	seat_do_n(s, 4, COMMAND_UP);
	seat_do(s, COMMAND_CALLERS);
	assert_true(seat_says(s, "callers of serve"));
}

TEST_WITH(a_click_puts_the_cursor_on_a_frame, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	show_hash_bytes(s);
	assert_true(seat_find(s, "|serve_until", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x + 2, y);
	seat_do(s, COMMAND_SEARCH_IT);
	assert_true(seat_says(s, "/serve_until_the_end"));
}

TEST(no_keys_in_any_order_do_harm)
{
	static const enum command keys[] = {
	    COMMAND_UP,	       COMMAND_DOWN,	     COMMAND_LEFT,	COMMAND_RIGHT,
	    COMMAND_CALLERS,   COMMAND_ENTER,	     COMMAND_CANCEL,	COMMAND_PAGE_UP,
	    COMMAND_PAGE_DOWN, COMMAND_TABLE,	     COMMAND_WHY,	COMMAND_UNDO,
	    COMMAND_REDO,      COMMAND_PRESS,	     COMMAND_SELECT,	COMMAND_PANE,
	    COMMAND_IDLE,      COMMAND_ROOT,	     COMMAND_SEARCH_IT, COMMAND_DROP,
	    COMMAND_STACK,     COMMAND_ANOMALY_NEXT, COMMAND_TOP,	COMMAND_BOTTOM,
	    COMMAND_HOVER,     COMMAND_WHEEL_UP,     COMMAND_CALLERS,	COMMAND_CALLERS};

	for (uint64_t seed = 1; seed <= 6; seed++) {
		struct dice d = {seed};
		struct seat *s =
		    seat_new(seat_file(seed % 2 ? CONVOY : SERVICE), &settings, 80, 24);

		seat_do(s, COMMAND_PANE);
		for (int i = 0; i < 150; i++) {
			seat_do_any(s, &d, keys, sizeof keys / sizeof *keys);
		}
		seat_free(s);
	}
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
