/* Two files on the screen: the second has a map of its own, beneath that of the first. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#include "input/reading.h"
#include "lib/made_profile.h"
#include "lib/seat.h"
#include "lib/work_dir.h"

/*
 * Ten samples a second of "app;work". In `first`, 12 s long, 40 more of "app;burst" lie between
 * 3.5 and 3.9 s; in `second`, 20 s long, between 6.5 and 6.9 s.
 */
static char dir[WORK_DIR], first[WORK_DIR + 20], second[WORK_DIR + 20],
    hotter[WORK_DIR + 20];

/* `times`: the factor for the burst. */
static void write_file(char *path, size_t room, const char *name, int seconds, int burst,
		       int times)
{
	FILE *out;

	snprintf(path, room, "%s/%s", dir, name);
	out = fopen(path, "w");
	assert_non_null(out);
	fputs("# flarescope timed-folded 1\n", out);
	for (int s = 0; s < seconds; s++) {
		for (int i = 0; i < 10; i++)
			fprintf(out, "%d.%d5 app;work 1\n", 100 + s, i);
		for (int i = 0; s == burst && i < 40; i++)
			fprintf(out, "%d.%d app;burst %d\n", 100 + s, 500 + i * 10,
				times);
	}
	assert_int_equal(fclose(out), 0);
}

static int make_files(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	work_dir_make(dir, "two-maps");
	write_file(first, sizeof first, "first", 12, 3, 1);
	write_file(hotter, sizeof hotter, "hotter", 12, 3, 3);
	write_file(second, sizeof second, "second", 20, 6, 1);
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	work_dir_remove(dir);
	return 0;
}

static struct settings settings_of(const char *baseline)
{
	return (struct settings){.baseline_file = baseline, .theme = {.ascii = true}};
}

static struct seat *seat_of(const struct settings *settings)
{
	return seat_new(first, settings, 120, 40);
}

static struct seat *two(void)
{
	static struct settings settings;

	settings = settings_of(second);
	return seat_of(&settings);
}

/* Whole columns, from the cursor. */
static void select_columns(struct seat *s, int columns)
{
	seat_do(s, COMMAND_COLUMNS);
	for (int i = 1; i < columns; i++)
		seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_COLUMNS);
}

static void go(struct seat *s, int columns)
{
	for (int i = 0; i < columns; i++)
		seat_do(s, COMMAND_RIGHT);
}

/* The line of the heading: the map lies below it. */
static int heading(struct seat *s)
{
	int x, y;

	assert_true(seat_find(s, " B second", &x, &y));
	return y;
}

TEST(the_second_file_has_its_own_map)
{
	struct seat *s = two();

	assert_true(seat_says(s, "B second  19.900 s  240 samples"));
	assert_true(heading(s) > 5);
	assert_true(seat_says(s, "A whole profile against B second, per second"));
	seat_free(s);
}

TEST(of_one_file_both_maps_are_the_same)
{
	const struct settings settings = settings_of(first);
	struct seat *s = seat_of(&settings);
	char line[400];
	int x, y;

	seat_do(s, COMMAND_PANE); /* else the cursor is only in the first */
	seat_do(s, COMMAND_PANE);
	assert_true(seat_find(s, " B first", &x, &y));
	for (int i = 1; i < 8; i++) {
		snprintf(line, sizeof line, "%.80s", seat_line(s, 1 + i));
		if (strncmp(line, seat_line(s, y + i), 80) != 0)
			fail_msg("line %d: '%s' and '%s'", i, line, seat_line(s, y + i));
	}
	seat_free(s);
}

TEST(both_have_the_scale_of_the_hotter)
{
	struct settings settings = settings_of(hotter);
	struct seat *s;

	settings.choice.rows = 8;
	s = seat_of(&settings);
	assert_false(seat_shows(s, "@ 15"));
	assert_true(seat_says(s, "@ 41"));
	seat_free(s);
}

TEST(what_is_selected_in_its_map_is_the_baseline)
{
	struct seat *s = two();

	go(s, 3);
	select_columns(s, 1);
	assert_true(seat_says(s, "50 against 240 samples"));
	seat_do(s, COMMAND_PANE);
	go(s, 6);
	select_columns(s, 1);
	assert_true(seat_says(s, "A 3.000-4.000 s against B second 6.000-7.000 s"));
	assert_true(seat_says(s, "50 against 50 samples"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "50 against 240 samples"));
	seat_do(s, COMMAND_REDO);
	assert_true(seat_says(s, "50 against 50 samples"));
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "50 against 240 samples"));
	seat_do(s, COMMAND_BASELINE); /* which differs from that of the first file */
	assert_true(seat_says(s, "select the baseline in this file"));
	assert_true(seat_says(s, "50 against 240 samples"));
	seat_free(s);
}

/* The last line after a key without effect, which clears messages. */
static const char *key_bar(struct seat *s)
{
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	return seat_line(s, -1);
}

/* On narrow screens, too, and in each pane until it is done; then how to shift the map. */
TEST(the_bar_leads_to_aligning)
{
	static const int widths[] = {80, 100, 200};

	for (int i = 0; i < 3; i++) {
		struct seat *s = two();

		seat_size(s, widths[i], 40);
		for (int pane = 0; pane < 3; pane++) {
			assert_non_null(strstr(key_bar(s), "  @ align  "));
			assert_null(strstr(key_bar(s), "  , left"));
			seat_do(s, COMMAND_PANE);
		}
		seat_do(s, COMMAND_PANE);
		assert_int_equal(workspace_place(s->w), PLACE_OTHER);
		seat_do(s, COMMAND_ALIGN);
		assert_non_null(strstr(key_bar(s), "  @ align  , left  . right  "));
		seat_do(s, COMMAND_PANE);
		assert_null(strstr(key_bar(s), "  @ "));
		assert_null(strstr(key_bar(s), "  , left"));
		seat_free(s);
	}
}

TEST(it_is_dragged_with_the_mouse)
{
	struct seat *s = two();
	int y = heading(s) + 3;

	seat_mouse(s, COMMAND_PRESS, 6 + 6 * 5, y);
	seat_mouse(s, COMMAND_DRAG, 6 + 6 * 5 + 10, y);
	assert_true(seat_says(s, "against B second 6."));
	seat_mouse(s, COMMAND_RELEASE, 6 + 6 * 5 + 10, y);
	assert_true(seat_says(s, "against B second 6."));
	assert_true(seat_says(s, "A whole profile")); /* which stays */
	seat_mouse(s, COMMAND_PRESS, 118, y);	      /* beside the cells */
	seat_mouse(s, COMMAND_RELEASE, 118, y);
	assert_true(seat_says(s, "160 against 240 samples"));
	seat_free(s);
}

TEST(a_typed_range_is_that_of_the_map_with_the_keys)
{
	struct seat *s = two();

	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "6,7");
	assert_true(seat_says(s, "A whole profile against B second 6.000-7.000 s"));
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "77,78");
	assert_true(seat_says(s, "77"));
	seat_do(s, COMMAND_CANCEL);
	seat_do(s, COMMAND_ALL);
	assert_true(seat_says(s, "160 against 240 samples"));
	seat_free(s);
}

/* Only the user's own range ends, not the one on the command line. */
TEST(the_range_of_the_command_line_comes_back)
{
	struct settings settings = settings_of(second);
	struct seat *s;

	settings.asked.against = "5,8";
	s = seat_of(&settings);
	assert_true(seat_says(s, "against B second 5.000-8.000 s"));
	seat_do(s, COMMAND_PANE);
	select_columns(s, 1);
	assert_false(seat_shows(s, "5.000-8.000 s"));
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "against B second 5.000-8.000 s"));
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	select_columns(s, 2);
	seat_do(s, COMMAND_BASELINE); /* of the first file */
	assert_false(seat_shows(s, "B second"));
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "against B second 5.000-8.000 s"));
	seat_free(s);
}

TEST(a_range_of_the_first_file_may_be_the_baseline)
{
	struct seat *s = two();

	select_columns(s, 2);
	seat_do(s, COMMAND_BASELINE);
	assert_false(seat_shows(s, " B second"));
	assert_true(seat_says(s, "this is the baseline"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, " B second"));
	seat_do(s, COMMAND_REDO);
	assert_false(seat_shows(s, " B second"));
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, " B second"));
	seat_free(s);
}

/* ---- aligned ---- */

TEST(bursts_stand_beneath_each_other_and_ranges_move_together)
{
	struct seat *s = two();

	go(s, 3);
	select_columns(s, 1);
	seat_do(s, COMMAND_PANE);
	go(s, 6);
	seat_do(s, COMMAND_ALIGN);
	assert_true(seat_says(s, "its 6 s beneath 3 s, range follows"));
	assert_true(seat_says(s, "A 3.000-4.000 s against B second 6.000-7.000 s"));
	assert_true(seat_says(s, "50 against 50 samples"));
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, "A 4.000-5.000 s against B second 7.000-8.000 s"));
	seat_do(s, COMMAND_LATER);
	assert_true(seat_says(s, "A 4.000-5.000 s against B second 6.000-7.000 s"));
	assert_true(seat_says(s, "10 against 50 samples"));
	seat_do_n(s, 2, COMMAND_EARLIER);
	assert_true(seat_says(s, "against B second 8.000-9.000 s"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "against B second 6.000-7.000 s"));
	seat_do(s, COMMAND_UNDO);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "A 3.000-4.000 s against B second 6.000-7.000 s"));
	seat_do(s, COMMAND_UNDO);
	assert_false(seat_shows(s, "beneath"));
	assert_true(seat_says(s, "50 against 240 samples"));
	seat_free(s);
}

/* The column of the burst: the one with most samples, drawn as '@'. */
static int burst_of(struct seat *s, int from, int to)
{
	for (int y = from; y < to; y++) {
		const char *line = seat_line(s, y), *at = strchr(line, '@');

		if (at && at - line < 107)
			return (int)(at - line);
	}
	fail_msg("no burst");
	return 0;
}

TEST(the_maps_are_drawn_as_they_are_aligned)
{
	struct seat *s = two();
	int above, below;

	go(s, 3);
	select_columns(s, 1);
	seat_do(s, COMMAND_PANE);
	above = burst_of(s, 2, heading(s));
	below = burst_of(s, heading(s) + 1, heading(s) + 9);
	assert_true(below > above);
	go(s, 6);
	seat_do(s, COMMAND_ALIGN);
	seat_do(s, COMMAND_PANE); /* then the cursor hides nothing */
	above = burst_of(s, 2, heading(s));
	below = burst_of(s, heading(s) + 1, heading(s) + 9);
	assert_int_equal(above, below);
	seat_free(s);
}

TEST(a_range_chosen_by_hand_follows_no_more)
{
	struct seat *s = two();

	select_columns(s, 1);
	seat_do(s, COMMAND_ALIGN); /* from the first map: as they are */
	assert_true(seat_says(s, "A 0.000-1.000 s against B second 0.000-1.000 s"));
	seat_do(s, COMMAND_PANE);
	go(s, 2);
	select_columns(s, 2);
	assert_true(seat_says(s, "against B second 2.000-4.000 s"));
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_STEP_ON);
	assert_true(seat_says(s, "against B second 2.000-4.000 s"));
	seat_free(s);
}

/* Whether this is the command line of the view. The names are relative to the directory. */
static void assert_shared(struct seat *s, const char *options)
{
	char line[600];

	seat_size(s, 200, 40);
	seat_do(s, COMMAND_SHARE);
	snprintf(line, sizeof line, "flarescope%s %s %s", options, first, second);
	assert_true(seat_says(s, line));
	seat_size(s, 120, 40);
}

TEST(the_command_line_tells_of_both)
{
	struct settings settings = settings_of(second);
	struct seat *s = two();

	assert_shared(s, "");
	go(s, 3);
	select_columns(s, 1);
	seat_do(s, COMMAND_PANE);
	go(s, 6);
	seat_do(s, COMMAND_ALIGN);
	assert_shared(s, " --range 3,4 --align 3,6");
	select_columns(s, 2);
	seat_do(s, COMMAND_SWAP);
	assert_shared(s, " --range 3,4 --against 6,8 --align 3,6 --swap");
	seat_do(s, COMMAND_BASELINE);
	assert_shared(s, " --range 3,4 --against 0, --align 3,6");
	seat_free(s);

	settings.asked.range = "3,4";
	settings.asked.align = "3,6";
	s = seat_of(&settings);
	assert_true(seat_says(s, "A 3.000-4.000 s against B second 6.000-7.000 s"));
	assert_true(seat_says(s, "its 6 s beneath 3 s, range follows"));
	assert_shared(s, " --range 3,4 --align 3,6");
	seat_free(s);
	settings.asked.against = "6,8";
	settings.choice.baseline.swapped = true;
	s = seat_of(&settings);
	assert_true(seat_says(s, "A second 6.000-8.000 s against B 3.000-4.000 s"));
	assert_shared(s, " --range 3,4 --against 6,8 --align 3,6 --swap");
	seat_free(s);
}

TEST(maps_are_not_shifted_out_of_sight)
{
	struct seat *s = two();

	for (int i = 0; i < 30; i++)
		seat_do(s, COMMAND_LATER);
	assert_true(seat_says(s, "its 0 s beneath 19 s"));
	assert_true(seat_says(s, "further apart"));
	seat_do_n(s, 1000000000, COMMAND_EARLIER);
	assert_true(seat_says(s, "its 0 s beneath 19 s"));
	seat_do_n(s, 38, COMMAND_EARLIER);
	assert_true(seat_says(s, "its 19 s beneath 0 s"));
	seat_free(s);
}

/* More columns than the limit: both maps stay as they are, and where they are. */
TEST(columns_that_cannot_be_made_change_neither_map)
{
	struct seat *s = two();
	char before[400];

	seat_do_n(s, 3, COMMAND_LATER);
	snprintf(before, sizeof before, "%.300s", seat_line(s, 6));
	seat_ask(s, COMMAND_PERIOD, "0.00001");
	assert_true(seat_says(s, "columns"));
	assert_string_equal(seat_line(s, 6), before);
	seat_free(s);
}

TEST(a_search_lights_up_in_both_maps)
{
	struct seat *s = two();
	int found = 0;

	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "burst");
	for (int y = heading(s) + 1; y < heading(s) + 9; y++)
		found += strpbrk(seat_line(s, y) + 6, "123456789") != NULL;
	assert_in_range(found, 1, 4); /* the rows of the burst, and the axis */
	seat_free(s);
}

/* ---- random keys ---- */

static int maps_that_begin_at_0(struct seat *s)
{
	int n = 0;

	for (int y = 0; y < 40; y++)
		n += strstr(seat_line(s, y), "\xe2\x94\x94"
					     "0") != NULL;
	return n;
}

/* A long name, and a long pattern, are cut between two of their characters. */
TEST(names_are_cut_between_characters)
{
	char path[WORK_DIR + 120], name[100] = "x";
	struct settings settings = {.baseline_file = path};
	struct seat *s;

	for (int i = 0; i < 40; i++)
		strcat(name, "\xc3\xa9");
	write_file(path, sizeof path, name, 20, 6, 1);
	s = seat_new(first, &settings, 80, 40);
	assert_true(seat_says(s, " B x\xc3\xa9\xc3\xa9"));
	assert_true(seat_says(s, "against B x\xc3\xa9"));
	assert_false(seat_shows(s, "\xef\xbf\xbd"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "work|\xc3\xa9");
	assert_true(seat_says(s, "/work|\xe2\x80\xa6:"));
	seat_free(s);
}

TEST(both_scroll_together)
{
	struct seat *s = two();

	for (int i = 0; i < 7; i++)
		seat_do(s, COMMAND_ZOOM_IN); /* of 20 s a part is visible */
	seat_do(s, COMMAND_TOP);
	assert_int_equal(maps_that_begin_at_0(s), 2);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_BOTTOM);
	assert_true(seat_says(s, "19."));
	assert_int_equal(maps_that_begin_at_0(s), 0);
	seat_do(s, COMMAND_TOP);
	assert_int_equal(maps_that_begin_at_0(s), 2);
	seat_free(s);
}

/* Nothing fails, and in the end everything can be undone, on screens of all sizes. */
TEST(any_keys_on_any_screen)
{
	static const enum command keys[] = {
	    COMMAND_PANE,	  COMMAND_DOWN,		COMMAND_UP,
	    COMMAND_LEFT,	  COMMAND_RIGHT,	COMMAND_RIGHT,
	    COMMAND_SELECT,	  COMMAND_COLUMNS,	COMMAND_ALIGN,
	    COMMAND_EARLIER,	  COMMAND_LATER,	COMMAND_AGAINST,
	    COMMAND_BASELINE,	  COMMAND_SWAP,		COMMAND_UNDO,
	    COMMAND_REDO,	  COMMAND_ZOOM_IN,	COMMAND_ZOOM_OUT,
	    COMMAND_FIT,	  COMMAND_STEP_ON,	COMMAND_CANCEL,
	    COMMAND_MAXIMISE,	  COMMAND_DIRECTION,	COMMAND_STEP_BACK,
	    COMMAND_BOTTOM,	  COMMAND_TOP,		COMMAND_OTHER_END,
	    COMMAND_DIFFERENTIAL, COMMAND_ANOMALY_NEXT, COMMAND_ALL,
	    COMMAND_CELLS,	  COMMAND_ENTER,	COMMAND_WHY,
	    COMMAND_ZONE,	  COMMAND_SHARES,	COMMAND_PAGE_DOWN,
	};
	static const enum command mouse[] = {
	    COMMAND_PRESS,	COMMAND_DRAG,	  COMMAND_RELEASE,
	    COMMAND_HOVER,	COMMAND_EXTEND,	  COMMAND_PRESS_BASELINE,
	    COMMAND_WHEEL_DOWN, COMMAND_WHEEL_IN, COMMAND_WHEEL_OUT,
	    COMMAND_WHEEL_UP,
	};
	static const int sizes[][2] = {{20, 6},	 {40, 10}, {60, 17}, {80, 20},
				       {80, 24}, {64, 21}, {200, 60}};
	struct seat *s = two();
	struct dice d = {3};

	for (int step = 0; step < 400; step++) {
		uint32_t what = dice_below(&d, 100);

		if (what < 6) {
			const int *size = sizes[dice_below(&d, 7)];

			seat_size(s, size[0], size[1]);
		} else if (what < 40) {
			seat_mouse(s, mouse[dice_below(&d, 10)], (int)dice_below(&d, 90),
				   (int)dice_below(&d, 30));
		} else if (what < 45) {
			seat_do_n(s, (int)dice_below(&d, 1000000000),
				  COMMAND_EARLIER + (int)dice_below(&d, 2));
		} else {
			seat_do(s, keys[dice_below(&d, sizeof keys / sizeof *keys)]);
		}
	}
	seat_size(s, 120, 40);
	for (int i = 0; i < 300; i++)
		seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "nothing to undo"));
	for (int i = 0; i < 300; i++)
		seat_do(s, COMMAND_REDO);
	assert_false(seat_shows(s, "that did not work"));
	seat_free(s);
}

TEST_GROUP(make_files, remove_files);

/* The clock, typed ranges, and the command line use the start time given for each file. */
TEST(each_of_two_files_began_when_somebody_says_it_did)
{
	struct settings settings = settings_of(second);
	struct started started = {.list = NULL};
	struct error err = ERROR_INIT;
	char of_second[WORK_DIR + 60];
	struct seat *s;

	snprintf(of_second, sizeof of_second, "%s=2026-11-30T10:00:00+01:00", second);
	assert_true(started_add(&started, "first=2026-11-30T10:44:00", &err));
	assert_true(started_add(&started, of_second, &err));
	settings.reading.started = &started;
	s = seat_new(first, &settings, 140, 44);
	assert_true(seat_says(s, " UTC  10:43:59"));
	assert_true(seat_says(s, " UTC  08:59:59"));
	seat_do(s, COMMAND_RANGE);
	seat_answer(s, "10:44:03.44,10:44:04");
	assert_true(seat_says(s, "A 3.490-4.050 s against B second"));
	assert_true(seat_says(s, "3 s 400 ms: 1 sample  10:44:03.350 UTC"));
	seat_do(s, COMMAND_SHARE);
	assert_true(seat_says(s, "--started first=2026-11-30T10:44:00 "));
	assert_true(seat_says(s, "second=2026-11-30T09:00:00 "));
	seat_free(s);
	started_release(&started);
}
