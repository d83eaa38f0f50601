#include "lib/unit.h"

#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "lib/seat.h"

/*
 * Times at the limits of 64 bits, and where they change sign. Most mistakes here would only be
 * noticed by sanitizers.
 */
static const uint64_t ends[] = {
    0,
    1,
    INT64_MAX - UINT64_C(3000000000),
    INT64_MAX - UINT64_C(1),
    INT64_MAX,
    INT64_MAX + UINT64_C(1),
    UINT64_MAX - UINT64_C(3000000000),
    UINT64_MAX - 1,
    UINT64_MAX,
};
enum { ENDS = sizeof ends / sizeof *ends };

/* The header that gives the date: none, a second clock, the time of the file. */
static const char *const heads[] = {
    "",
    "# reference time: 2026-11-21 03:02:01.123456 = 1795230121.123456 (TOD) = "
    "890.123456789 (CLOCK_MONOTONIC)\n",
    "# reference time: x = 9223372036.854775807 (TOD) = 0.0 (CLOCK_MONOTONIC)\n",
    "# reference time: x = 0.0 (TOD) = 9223372036.854775807 (CLOCK_MONOTONIC)\n",
    "# captured on: Fri Nov 21 03:02:01 2200\n",
    "# captured on: Fri Nov 21 03:02:01 1970\n# time of last sample: "
    "9223372036.854775807\n",
};
enum { HEADS = sizeof heads / sizeof *heads };

static void write_file(char *path, uint64_t from, uint64_t to, bool spans,
		       const char *head)
{
	int fd = mkstemp(path);
	FILE *out = fd < 0 ? NULL : fdopen(fd, "w");

	assert_non_null(out);
	fprintf(out, "# flarescope timed-folded 1\n%s", head);
	for (int i = 0; i < 2; i++) {
		fprintf(out, "%" PRIu64 "ns ", i ? to : from);
		if (spans)
			fprintf(out, "dur=%" PRIu64 "ns ", i ? UINT64_MAX - to : 0);
		fprintf(out, "tid=%d app;main;work 1\n", i + 1);
	}
	assert_int_equal(fclose(out), 0);
}

/* Goes everywhere, selects, zooms in time, and opens the lists. */
static void look_around(struct seat *s)
{
	static const enum command all[] = {
	    COMMAND_LAST,    COMMAND_UP,	COMMAND_BOTTOM,	  COMMAND_RIGHT,
	    COMMAND_SELECT,  COMMAND_TOP,	COMMAND_SELECT,	  COMMAND_STEP_ON,
	    COMMAND_UNDO,    COMMAND_STEP_BACK, COMMAND_ZOOM_OUT, COMMAND_ZOOM_OUT,
	    COMMAND_ZOOM_IN, COMMAND_ZOOM_IN,	COMMAND_ZOOM_IN,  COMMAND_BOTTOM,
	    COMMAND_COLUMNS, COMMAND_LEFT,	COMMAND_COLUMNS,  COMMAND_OTHER_END,
	    COMMAND_ALL,     COMMAND_FIT,	COMMAND_PANE,	  COMMAND_DOWN,
	    COMMAND_LAST,    COMMAND_TABLE,	COMMAND_BOTTOM,	  COMMAND_TABLE,
	    COMMAND_PANE,
	};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		seat_do(s, all[i]);
	seat_do_n(s, INT_MAX, COMMAND_RIGHT);
	seat_do_n(s, INT_MAX, COMMAND_UP);
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "9223372036.854775807,18446744073.709551615");
	seat_do(s, COMMAND_CANCEL);
	for (int x = 0; x < 80; x += 13)
		for (int y = 0; y < 24; y += 5) {
			seat_mouse(s, COMMAND_PRESS, x, y);
			seat_mouse(s, COMMAND_RELEASE, 79 - x, y);
		}
}

static void open_and_look(uint64_t from, uint64_t to, bool spans, const char *head)
{
	static const struct settings settings = {0};
	char path[] = "/tmp/flarescope-ends.XXXXXX";
	struct seat s;

	write_file(path, from, to, spans, head);
	seat_open(&s, path, &settings, 80, 24);
	if (!spans) /* the sum of all durations overflows */
		assert_non_null(strstr(seat_screen(&s), "main"));
	look_around(&s);
	seat_close(&s);
	unlink(path);
}

TEST(times_at_the_ends_of_the_clock_are_shown)
{
	for (int from = 0; from < ENDS; from++)
		for (int to = from; to < ENDS; to++)
			open_and_look(ends[from], ends[to], false, heads[0]);
}

TEST(clocks_that_end_are_shown)
{
	for (int head = 1; head < HEADS; head++)
		for (int i = unit_everywhere() ? 0 : head % 2; i < ENDS;
		     i += unit_everywhere() ? 1 : 2)
			open_and_look(ends[i] > 5000000000 ? ends[i] - 5000000000 : 0,
				      ends[i], false, heads[head]);
}

TEST(stretches_until_the_end_of_the_clock_are_shown)
{
	for (int from = 0; from < ENDS; from++)
		open_and_look(ends[from], ends[from], true, heads[from % HEADS]);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
