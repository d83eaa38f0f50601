#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/seat.h"

#define GC "data/examples/gc.perf.gz"

static int start(void **state)
{
	static const struct settings settings = {.file = GC};

	*state = seat_new(seat_file(GC), &settings, 120, 36);
	return 0;
}

/* The line that divides map and graph. */
static int divider(struct seat *s)
{
	int x, y;

	assert_true(seat_find(s, " samples (", &x, &y));
	return y;
}

TEST_WITH(keys_divide_the_screen_and_it_stays_so, start, seat_stop)
{
	struct seat *s = *state;
	int first = divider(s), now, before;

	assert_true(seat_do(s, COMMAND_GRAPH_MORE));
	now = divider(s);
	assert_true(now < first);
	seat_do(s, COMMAND_GRAPH_LESS);
	seat_do_n(s, 2, COMMAND_GRAPH_LESS);
	assert_true(divider(s) > first);
	for (int i = 0; i < 30; i++) {
		before = divider(s);
		seat_do(s, COMMAND_GRAPH_MORE);
		assert_true(divider(s) <= before);
	}
	assert_true(seat_says(s, "cannot be divided further that way"));
	now = divider(s);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "node");
	seat_do(s, COMMAND_TABLE);
	seat_do(s, COMMAND_TABLE);
	assert_int_equal(divider(s), now);
	seat_do(s, COMMAND_MAXIMISE);
	seat_do(s, COMMAND_GRAPH_LESS);
	assert_true(seat_says(s, "only one pane is shown"));
}

TEST_WITH(the_line_between_map_and_graph_is_dragged, start, seat_stop)
{
	struct seat *s = *state;
	int first = divider(s);
	long samples = seat_samples(s);

	seat_mouse(s, COMMAND_PRESS, 40, first);
	seat_mouse(s, COMMAND_DRAG, 42, first - 7);
	seat_mouse(s, COMMAND_RELEASE, 42, first - 7);
	assert_true(divider(s) <= first - 7);
	first = divider(s);
	seat_mouse(s, COMMAND_PRESS, 30, 4); /* in the map, where it selects again */
	seat_mouse(s, COMMAND_DRAG, 34, 20);
	seat_mouse(s, COMMAND_RELEASE, 34, 20);
	assert_int_equal(divider(s), first);
	assert_true(seat_samples(s) < samples);
}

TEST_WITH(nothing_jumps_while_a_selection_is_dragged, start, seat_stop)
{
	struct seat *s = *state;
	int first = divider(s);

	seat_mouse(s, COMMAND_PRESS, 8, 6);
	for (int x = 9; x < 80; x += 3) {
		seat_mouse(s, COMMAND_DRAG, x, 6);
		assert_int_equal(divider(s), first);
	}
	seat_mouse(s, COMMAND_RELEASE, 80, 6);
	seat_size(s, 120, 37); /* recounted, with the chosen range */
	seat_size(s, 121, 36);
	seat_size(s, 120, 36);
	assert_int_equal(divider(s), first);
	seat_do(s, COMMAND_ALL);
	seat_size(s, 121, 36);
	seat_size(s, 120, 36);
	assert_int_equal(divider(s), first);
}

static char path[] = "/tmp/flarescope-narrow-XXXXXX";

static int start_narrow(void **state)
{
	static const struct settings settings;
	FILE *f;

	snprintf(path, sizeof path, "%s", "/tmp/flarescope-narrow-XXXXXX");
	f = fdopen(mkstemp(path), "w");
	if (!f)
		return -1;
	for (int i = 100; i < 300; i++)
		fprintf(f, "main;f%d;g %d\n", i, i);
	fclose(f);
	*state = seat_new(path, &settings, 80, 24);
	return 0;
}

static int stop_narrow(void **state)
{
	seat_free(*state);
	return unlink(path);
}

TEST_WITH(narrow_frames_are_listed_and_zoomed_into, start_narrow, stop_narrow)
{
	struct seat *s = *state;
	int x, y;

	assert_true(seat_find(s, "200 narrow frames", &x, &y));
	seat_mouse(s, COMMAND_PRESS, x, y);
	seat_mouse(s, COMMAND_RELEASE, x, y);
	assert_true(seat_says(s, "Enter lists them"));
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, " 200 narrow frames "));
	assert_true(seat_says(s, "f299"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "main > f298"));
	assert_false(seat_shows(s, "f299"));
}
