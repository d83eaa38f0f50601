/* Two ranges on the screen, with the keys that compare them. */

#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/seat.h"
#include "lib/work_dir.h"

#define SERVICE "data/examples/service.perf.gz"

/* A garbage collection, and the sort near the end that does nothing else. */
#define COLLECTION "15.6,16"
#define SORTING	   "53,66"

#define MAP_X 6
#define MAP_Y 2

static const struct settings settings = {.file = SERVICE, .theme = {.ascii = true}};

static int start(void **state)
{
	*state = seat_new(seat_file(SERVICE), &settings, 100, 40);
	return 0;
}

/* The last line shows a message at first; any key without effect clears it. */
static const char *key_bar(struct seat *s)
{
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_PANE);
	return seat_line(s, -1);
}

TEST_WITH(a_range_is_compared_with_everything_else, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_false(seat_shows(s, "against"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "A 15.600-16.000 s against B everything else, per "
				 "second  51 against 4,562 samples"));
	assert_true(seat_says(s, "|mark_reachable.constprop.0 +72 % ^"));
	assert_non_null(strstr(key_bar(s), "D what is gone  B baseline"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "|compare_keys gone -8.7 % v"));
	assert_false(seat_shows(s, "mark_reachable"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "differences are off"));
	assert_false(seat_shows(s, "against"));
	assert_true(seat_says(s, "|mark_reachable.constprop.0 "));
}

#define SELECT_A_RANGE "select a range (v, or ]): everything else is its baseline"

TEST_WITH(of_everything_there_is_no_rest, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, SELECT_A_RANGE));
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_true(seat_says(s, "against B everything else"));
	seat_do(s, COMMAND_ALL);
	assert_false(seat_shows(s, "against B"));
	seat_ask(s, COMMAND_RANGE,
		 "0,1000"); /* which contains everything: all of it would be new */
	assert_true(seat_says(s, "everything is in the range: there is no rest"));
	assert_false(seat_shows(s, "against B"));
	assert_false(seat_shows(s, "new"));
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "everything is in the range: there is no rest"));
}

/* The bar starts with the next step. */
TEST_WITH(a_baseline_without_samples_is_said, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, "38.9,39"); /* in a stall */
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "B has no samples: there is nothing to compare with"));
	assert_false(seat_shows(s, "new"));
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "B has no samples: there is nothing to compare with"));
}

TEST_WITH(the_bar_says_what_comes_next, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 80, 24);
	seat_do(s, COMMAND_WHY);
	assert_non_null(strstr(key_bar(s), " ] odd "));
	assert_null(strstr(key_bar(s), "swap"));
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_non_null(
	    strstr(key_bar(s), " Enter show it  W graph  D what is gone  B "));
	seat_do(s, COMMAND_WHY);
	assert_non_null(strstr(key_bar(s), " W why  D what is gone  B baseline  "));
}

/* Without times, or with times that start and end: what does not work there is not offered. */
TEST(what_cannot_be_is_not_proposed)
{
	static const struct settings ascii = {.theme = {.ascii = true}};
	struct seat s = {0};

	seat_open(&s, seat_file("tests/cli/data/stacks.folded"), &ascii, 110, 30);
	assert_null(strstr(key_bar(&s), "] odd"));
	seat_do(&s, COMMAND_DIFFERENTIAL);
	assert_true(
	    seat_says(&s, "no times, so no ranges: & selects a part, B makes it"));
	seat_close(&s);
	seat_open(&s, seat_file("data/examples/dag.csv"), &ascii, 110, 30);
	assert_null(strstr(key_bar(&s), "] odd"));
	seat_do(&s, COMMAND_WHY);
	assert_true(seat_says(&s, "select a range (v): everything else is its baseline"));
	seat_ask(&s, COMMAND_RANGE, "0,0.01");
	assert_true(seat_says(&s, "per second  10 ms against 24 ms"));
	assert_true(seat_says(&s, "the largest change first"));
	assert_false(seat_shows(&s, "chance"));
	seat_close(&s);
}

TEST_WITH(a_range_becomes_the_baseline_and_is_none_again, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "this is the baseline, B: now select another range"));
	seat_ask(s, COMMAND_RANGE, SORTING);
	assert_true(seat_says(s, "53.000-66.000 s  B 15.600-16.000 s"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "A 53.000-66.000 s against B 15.600-16.000 s, per "
				 "second  1,363 against 51 samples"));
	assert_true(seat_says(s, "msort_with_tmp.part.0 new"));
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "no baseline: compared with everything else"));
	assert_true(seat_says(s, "A 53.000-66.000 s against B everything else"));
}

TEST_WITH(sides_are_swapped_and_back, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "nothing is compared yet: D compares, B chooses"));
	seat_do(s, COMMAND_WHY);
	seat_do(s, COMMAND_SWAP); /* not hidden, to appear once there is a range */
	assert_true(seat_says(s, "nothing is compared yet, so nothing"));
	seat_do(s, COMMAND_WHY);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "A 15.600-16.000 s against B 53.000-66.000 s"));
	assert_int_equal(seat_do(s, COMMAND_SWAP), true);
	assert_true(seat_says(s, "A 53.000-66.000 s against B 15.600-16.000 s"));
	seat_do(s, COMMAND_BASELINE);
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "A everything else against B 53.000-66.000 s"));
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "A 53.000-66.000 s against B everything else"));
}

/* A filter is part of a side: this is how two threads are compared. */
TEST_WITH(a_baseline_keeps_its_filter, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "compare_keys");
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_FILTER, "msort");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "B 53.000-66.000 s  filter compare_keys"));
	seat_do(s, COMMAND_SWAP);
	assert_true(seat_says(s, "B 53.000-66.000 s  filter msort"));
	assert_true(seat_says(s, "filter compare_keys ("));
}

TEST_WITH(each_step_is_undone, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_SWAP);
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "A 53.000-66.000 s against B 15.600-16.000 s"));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "53.000-66.000 s  B 15.600-16.000 s"));
	seat_do_n(s, 2, COMMAND_UNDO);
	assert_true(seat_says(s, "15.600-16.000 s  400 ms"));
	assert_false(seat_shows(s, "B 15.6"));
	seat_do_n(s, 4, COMMAND_REDO);
	assert_true(seat_says(s, "A 15.600-16.000 s against B 53.000-66.000 s"));
}

TEST_WITH(a_menu_says_how_to_compare, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_LOOK);
	assert_true(seat_says(s, "* per second"));
	assert_true(seat_says(s, "  by share"));
	seat_do(s, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "against B everything else, by share"));
	assert_true(seat_says(s, "|mark_reachable.constprop.0 +64 % ^"));
	seat_do(s, COMMAND_LOOK);
	seat_do_n(s, 2, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "against B everything else, as counted"));
}

/* Every line of the menu is marked where it is in force, and changes something. */
TEST_WITH(each_way_to_compare_can_be_chosen, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_DIFFERENTIAL);
	for (int i = 10; i >= 0; i--) {
		int marks = 0;

		seat_do(s, COMMAND_LOOK);
		if (i)
			seat_do_n(s, i, COMMAND_DOWN);
		seat_do(s, COMMAND_ENTER);
		seat_do(s, COMMAND_LOOK);
		for (const char *at = seat_screen(s); (at = strstr(at, "* ")); at++)
			marks += strncmp(at, "* per", 5) == 0 ||
				 strncmp(at, "* by ", 5) == 0 ||
				 strncmp(at, "* cou", 5) == 0 ||
				 strncmp(at, "* a f", 5) == 0 ||
				 strncmp(at, "* as ", 5) == 0 ||
				 strncmp(at, "* hid", 5) == 0;
		assert_int_equal(marks, 4);
		seat_do(s, COMMAND_CANCEL);
	}
}

TEST_WITH(what_hardly_changes_can_be_hidden, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "|sweep_page"));
	seat_do(s, COMMAND_LOOK);
	seat_do_n(s, 10, COMMAND_DOWN);
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "|mark_reachable.constprop.0 +72 %"));
	seat_ask(s, COMMAND_RANGE, "20.1,20.2");
	assert_true(seat_says(s, "B everything else"));
}

static void assert_line(struct seat *s, const char *options)
{
	char line[400];

	snprintf(line, sizeof line, "flarescope%s%s ", *options ? " " : "", options);
	seat_do(s, COMMAND_SHARE);
	if (strncmp(workspace_copied(s->w), line, strlen(line)) != 0)
		assert_string_equal(workspace_copied(s->w), line);
	if (workspace_place(s->w) == PLACE_PAGE)
		seat_do(s, COMMAND_CANCEL);
}

/* The map's columns are not longer than a second on any screen of these tests. */
TEST_WITH(the_command_line_has_both_sides, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_line(s, ""); /* the whole has no rest */
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_line(s, "--range 15.6,16 --against rest");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_line(s, "--range 15.6,16 --against rest --show elided");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_line(s, "--range 15.6,16");
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, SORTING);
	assert_line(s, "--range 53,66 --against 15.6,16 --show range");
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_do(s, COMMAND_FILTER);
	seat_answer(s, "msort");
	assert_line(s, "--range 53,66 --filter msort --against 15.6,16 "
		       "--against-filter \'\'");
	seat_do(s, COMMAND_BASELINE);
	seat_do(s, COMMAND_SWAP);
	assert_line(s, "--range 53,66 --filter msort --against rest --swap");
	for (int way = 1; way < 9; way += 3) { /* by share, self, hide 0.5 %: see menu */
		seat_do(s, COMMAND_LOOK);
		seat_do_n(s, way == 7 ? 8 : way, COMMAND_DOWN);
		seat_do(s, COMMAND_ENTER);
	}
	assert_line(s, "--range 53,66 --filter msort --against rest --swap --normalise "
		       "share --min-change 0.5 --self");
}

/* The tables that replace the graph come back, whatever is chosen meanwhile. */
TEST_WITH(the_command_line_has_what_is_below_the_map, start, seat_stop)
{
	struct settings again = {.file = SERVICE, .theme = {.ascii = true}};
	struct seat *s = *state, two = {0};

	seat_do(s, COMMAND_TABLE);
	assert_line(s, "--lower-pane top");
	seat_do(s, COMMAND_WHY);
	assert_line(s, "--lower-pane why");
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_line(s, "--range 15.6,16 --against rest --lower-pane why");
	for (again.choice.below = BELOW_WHY; again.choice.below > BELOW_GRAPH;
	     again.choice.below--) {
		seat_open(&two, seat_file(SERVICE), &again, 140, 40);
		assert_line(&two, again.choice.below == BELOW_WHY ? "--lower-pane why"
								  : "--lower-pane top");
		assert_true(seat_says(&two, again.choice.below == BELOW_WHY
						? "select a range (v"
						: "self v"));
		seat_ask(&two, COMMAND_RANGE, COLLECTION);
		if (again.choice.below == BELOW_WHY)
			assert_true(seat_says(&two, "Enter show it"));
		seat_close(&two);
	}
}

TEST_WITH(settings_bring_both_sides_back, start, seat_stop)
{
	static const struct settings two = {
	    .file = SERVICE,
	    .theme = {.ascii = true},
	    .asked.range = SORTING,
	    .asked.against = COLLECTION,
	    .asked.against_filter = "mark_reachable",
	    .choice.baseline.normalised = NORMALISED_BY_SHARE,
	    .choice.baseline.look = {.graph = GRAPH_ELIDED, .hidden = 0.02, .self = true},
	    .asked.given = CHOICE_SET(CHOICE_SHOW)};
	struct seat s = {0};

	seat_open(&s, seat_file(SERVICE), &two, 140, 40);
	assert_true(seat_says(&s, "A 53.000-66.000 s against B 15.600-16.000 s  filter "
				  "mark_reachable, by share  1,363 against 39 samples"));
	assert_true(seat_says(&s, "in B only"));
	assert_line(&s, "--range 53,66 --against 15.6,16 --against-filter mark_reachable "
			"--normalise share --show elided --min-change 2 --self");
	seat_close(&s);
}

/* ---- the map ---- */

TEST_WITH(both_sides_stand_on_the_map_in_letters, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_ask(s, COMMAND_RANGE, "10,12");
	seat_do(s, COMMAND_BASELINE);
	seat_ask(s, COMMAND_RANGE, "20,23");
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_find(s, "10B─", &x, &y)); /* the number keeps its place */
	assert_true(seat_find(s, "20A─", &x, &y));
	assert_non_null(strstr(seat_line(s, 5), "B"));
	assert_non_null(strstr(seat_line(s, 5), "A"));
	assert_non_null(strchr(seat_line(s, 1), 'B'));
	assert_non_null(strstr(seat_line(s, 1), "AA"));
}

TEST_WITH(with_a_key_before_it_a_drag_makes_the_baseline, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_AGAINST);
	assert_true(seat_says(s, "the next selection is the baseline: drag it"));
	seat_mouse(s, COMMAND_PRESS, MAP_X + 10, MAP_Y + 3);
	seat_mouse(s, COMMAND_DRAG, MAP_X + 12, MAP_Y + 5);
	assert_true(seat_says(s, "53.000-66.000 s  B 10."));
	seat_mouse(s, COMMAND_RELEASE, MAP_X + 12, MAP_Y + 5);
	assert_true(seat_says(s, "that is the baseline, B: D compares"));
	seat_mouse(s, COMMAND_PRESS, MAP_X + 20, MAP_Y + 3);
	seat_mouse(s, COMMAND_DRAG, MAP_X + 22, MAP_Y + 5);
	seat_mouse(s, COMMAND_RELEASE, MAP_X + 22, MAP_Y + 5);
	assert_true(seat_says(s, " s  B 10.")); /* the next one is not marked */
	assert_false(seat_shows(s, "53.000-66.000"));
}

TEST_WITH(with_ctrl_a_drag_makes_the_baseline, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_DIFFERENTIAL);
	seat_mouse(s, COMMAND_PRESS_BASELINE, MAP_X + 10, MAP_Y + 3);
	seat_mouse(s, COMMAND_DRAG, MAP_X + 12, MAP_Y + 5);
	assert_true(seat_says(s, "A 53.000-66.000 s against B 10."));
	seat_mouse(s, COMMAND_RELEASE, MAP_X + 12, MAP_Y + 5);
	assert_true(seat_says(s, "A 53.000-66.000 s against B 10."));
	seat_do(s, COMMAND_UNDO);
	assert_true(seat_says(s, "A 53.000-66.000 s against B everything else"));
}

TEST_WITH(escape_takes_back_a_baseline_that_is_being_made, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_do(s, COMMAND_AGAINST);
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "53.000-66.000 s")); /* only the mode has ended */
	seat_do(s, COMMAND_AGAINST);
	seat_do(s, COMMAND_SELECT);
	seat_do(s, COMMAND_LEFT);
	assert_true(seat_says(s, "53.000-66.000 s  B 52."));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "53.000-66.000 s"));
	assert_false(seat_shows(s, "  B 5"));
}

TEST_WITH(a_selection_that_is_being_made_can_become_the_baseline, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_COLUMNS);
	seat_do_n(s, 3, COMMAND_RIGHT);
	seat_do(s, COMMAND_BASELINE);
	assert_true(seat_says(s, "this is the baseline"));
	seat_do(s, COMMAND_RIGHT);
	seat_ask(s, COMMAND_RANGE, SORTING);
	assert_true(seat_says(s, "53.000-66.000 s  B 0.000-4.000 s"));
}

/* ---- the lower pane ---- */

TEST_WITH(the_line_of_a_frame_tells_of_both_sides, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_find(s, "mark_reachable.constprop.0 +72", &x, &y));
	seat_mouse(s, COMMAND_HOVER, x, y);
	assert_true(seat_says(s, "A 76.5 %  B 12.1 %  +72 % ^ of all  39 against 552 "
				 "samples"));
}

/* What changed most comes first, up or down, with the shares of both sides. */
TEST_WITH(the_top_table_sorts_by_change, start, seat_stop)
{
	struct seat *s = *state;
	int x, first, second, third;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_TABLE);
	assert_false(seat_shows(s, "change of all"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "change of all v"));
	assert_true(seat_says(s, "  76.5 %   12.1 %  +72 % ^"));
	assert_true(seat_find(s, "+72 % ^", &x, &first));
	assert_true(seat_find(s, "+14 % ^", &x, &second));
	assert_true(seat_find(s, "gone -8.7 % v", &x, &third));
	assert_true(first < second && second < third);
	assert_true(seat_says(s, " of all  ")); /* of the line below */
	seat_do(s, COMMAND_SORT);
	assert_true(seat_says(s, "by self"));
	seat_do_n(s, 1, COMMAND_SORT);
	seat_do_n(s, 1, COMMAND_SORT);
	seat_do_n(s, 1, COMMAND_SORT);
	assert_true(seat_says(s, "change of all v"));
	seat_do_n(s, 1, COMMAND_DIFFERENTIAL);
	assert_false(seat_shows(s, "change of all v"));
	assert_true(seat_says(s, "|compare_keys gone -8.7 % v"));
	seat_do_n(s, 1, COMMAND_DIFFERENTIAL);
	seat_do_n(s, 1, COMMAND_TABLE);
	assert_true(seat_says(s, "self v"));
}

/* ---- why ---- */

/* Moves the cursor of the table of differences, which is on its first row, to this row. */
static void go_to_row(struct seat *s, const char *words)
{
	int x, y, heads;

	assert_true(seat_find(s, "verdict", &x, &heads));
	assert_true(seat_find(s, words, &x, &y));
	if (y > heads + 1)
		seat_do_n(s, y - heads - 1, COMMAND_DOWN);
}

TEST_WITH(why_lists_the_surest_changes_first, start, seat_stop)
{
	struct seat *s = *state;
	int x, first, second;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "A 15.600-16.000 s against B everything else"));
	assert_true(seat_says(s, "of 129 certain; 44 % of B is left out"));
	assert_true(seat_says(s, "  76.5 %      0 %  new +76 % ^"));
	assert_true(seat_find(s, "function mark_reachable.constprop.0", &x, &first));
	assert_true(seat_find(s, "function sweep_pages.constprop.0", &x, &second));
	assert_true(first < second);
	go_to_row(s, "function mark_reachable.constprop.0");
	assert_true(seat_says(s, "mark_reachable.constprop.0  function  certain"));
	assert_true(seat_says(s, "A 76.5 %  B 12.1 %  new +76 % ^  39 against 552"));
	assert_non_null(strstr(seat_line(s, -1), "Enter show it"));
	seat_do(s, COMMAND_CANCEL);
	assert_true(seat_says(s, "|mark_reachable.constprop.0 +72 %"));
}

/* Names have priority; the line about the row has the interval in any case. */
TEST_WITH(a_wide_screen_has_the_interval_in_each_row, start, seat_stop)
{
	struct seat *s = *state;

	seat_size(s, 120, 40);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, "change of all      points, 95 %   verdict       what"));
	assert_true(
	    seat_says(s, "  new +76 % ^      +45.3 to +100.0  certain       fun"));
	assert_true(
	    seat_says(s, "  gone v            -9.1 to   +0.5  may be chance fun"));
	seat_size(s, 119, 40);
	assert_true(seat_says(s, "change of all   verdict       what"));
	assert_true(seat_says(s, "certain, +45.3 to +100.0 points"));
	assert_false(seat_shows(s, "points, 95 %"));
}

/* ---- why: work between keys ---- */

/* The shell's part: rows are computed while there are no keys, which `arg` says. */
static bool has_no_keys(void *arg)
{
	const bool *no_keys = arg;

	return *no_keys;
}

static bool go_on(struct seat *s)
{
	bool changed = workspace_go_on(s->w);

	seat_wake(s, 0);
	return changed;
}

static void assert_behind(struct seat *s, const char *words)
{
	assert_int_equal(workspace_timeout(s->w), 0);
	assert_false(go_on(s)); /* there is a key */
	assert_true(seat_says(s, words));
	assert_true(seat_says(s, "  comparing 0."));
	assert_int_equal(workspace_timeout(s->w), 0);
}

static void assert_not_behind(struct seat *s)
{
	assert_int_equal(workspace_timeout(s->w), -1);
	assert_false(go_on(s));
	assert_false(seat_shows(s, "comparing 0."));
}

TEST_WITH(keys_come_first_while_sides_are_compared, start, seat_stop)
{
	struct seat *s = *state;
	bool no_keys = false;
	char *later;

	workspace_watch(s->w, has_no_keys, &no_keys);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_behind(s, "Comparing ...; Esc stops");
	seat_do(s, COMMAND_HELP);
	assert_true(seat_says(s, "In the list of differences"));
	seat_do(s, COMMAND_QUIT);
	assert_behind(s, "Comparing ...; Esc stops");
	no_keys = true;
	assert_true(go_on(s));
	assert_not_behind(s);
	later = strdup(seat_screen(s));
	assert_non_null(later);
	workspace_watch(s->w, NULL, NULL);
	seat_ask(s, COMMAND_RANGE, SORTING);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_string_equal(seat_screen(s), later); /* the same as without interruption */
	free(later);
}

TEST_WITH(another_range_ends_a_comparison_and_rows_of_the_one_before_stay, start,
	  seat_stop)
{
	struct seat *s = *state;
	bool no_keys = true;

	workspace_watch(s->w, has_no_keys, &no_keys);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_true(go_on(s));
	assert_true(seat_says(s, "function mark_reachable.constprop.0"));
	no_keys = false;
	seat_ask(s, COMMAND_RANGE, SORTING);
	assert_behind(s, "of the range before: these rows follow");
	assert_true(seat_says(s, "function mark_reachable.constprop.0"));
	seat_do(s, COMMAND_RIGHT); /* as long as there are any */
	assert_true(seat_says(s, "thread   service-?/2975"));
	no_keys = true;
	assert_true(go_on(s));
	assert_false(seat_shows(s, "of the range before"));
	seat_do(s, COMMAND_LEFT);
	assert_true(seat_says(s, "function compact_log"));
	seat_do(s, COMMAND_WHY); /* it is no longer visible */
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	assert_not_behind(s);
}

TEST_WITH(a_comparison_can_be_stopped, start, seat_stop)
{
	static const enum command stops[] = {COMMAND_CANCEL, COMMAND_INTERRUPT};
	struct seat *s = *state;
	bool no_keys = false;

	workspace_watch(s->w, has_no_keys, &no_keys);
	seat_ask(s, COMMAND_RANGE, COLLECTION);
	for (int i = 0; i < 4; i++) {
		seat_do(s, COMMAND_WHY);
		assert_behind(s, "Comparing ...; Esc stops");
		if (i > 1)
			seat_do(s, COMMAND_PANE);
		seat_do(s, stops[i % 2]);
		assert_int_equal(workspace_shell_action(s->w), SHELL_NOTHING);
		assert_true(seat_says(s,
				      "  Stopped: another range is compared again, this "
				      "one with W and W."));
		assert_not_behind(s);
		assert_true(seat_says(s, "A 15.600-16.000 s against B")); /* stays */
		seat_do(s, COMMAND_WHY);
	}
	seat_do(s, COMMAND_WHY);
	seat_do(s, COMMAND_CANCEL);
	no_keys = true;
	seat_ask(s, COMMAND_RANGE, SORTING);
	assert_true(go_on(s));
	assert_true(seat_says(s, "function compact_log"));
}

TEST_WITH(a_search_lights_up_rows_of_functions_and_n_goes_on, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "^sweep|^compare");
	assert_true(seat_find(s, "function sweep_pages.constprop.0", &x, &y));
	assert_true(sheet_cell(&s->sheet, x, y)->style.attr & ATTR_UNDERLINE);
	assert_true(seat_find(s, "function mark_reachable.constprop.0", &x, &y));
	assert_false(sheet_cell(&s->sheet, x, y)->style.attr & ATTR_UNDERLINE);
	seat_do(s, COMMAND_TOP);
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, "sweep_pages.constprop.0  function  certain"));
	seat_do(s, COMMAND_NEXT);
	assert_true(seat_says(s, "compare_keys  function  "));
	seat_do(s, COMMAND_PREVIOUS);
	assert_true(seat_says(s, "sweep_pages.constprop.0  function  certain"));
	seat_do(s, COMMAND_SEARCH);
	seat_answer(s, "");
	seat_find(s, "function sweep_pages.constprop.0", &x, &y);
	assert_false(sheet_cell(&s->sheet, x, y)->style.attr & ATTR_UNDERLINE);
}

TEST_WITH(a_row_is_shown_in_the_graph_and_lights_up_its_cells, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	go_to_row(s, "function mark_reachable.constprop.0");
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "|mark_reachable.constprop.0 +72 % ^"));
	assert_true(seat_says(s, "39 of 51 (76.5 %)"));
	assert_true(seat_says(s, "/mark_reach")); /* and not its pattern */
	assert_true(seat_says(s, "mark_reachable.constprop.0  /tmp/flarescope-examples"));
	assert_true(seat_says(s, "1-9 found"));
}

TEST_WITH(rows_of_one_kind_can_be_listed_and_a_thread_be_shown, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_false(seat_shows(s, "thread   service-?/2975"));
	seat_do(s, COMMAND_RIGHT);
	assert_true(seat_says(s, "thread   service-?/2975"));
	assert_false(seat_shows(s, "function worker"));
	go_to_row(s, "thread   service-?/2975");
	seat_do(s, COMMAND_ENTER);
	assert_true(seat_says(s, "|service-?/2975 +"));
	assert_true(seat_says(s, " service-?/2975"));
	seat_do(s, COMMAND_WHY);
	seat_do(s, COMMAND_LEFT);
	assert_true(seat_says(s, "function worker"));
	seat_do(s, COMMAND_LEFT); /* and before the first kind comes the whole list */
	assert_true(seat_says(s, "module   /tmp/flarescope-examples/service"));
	assert_true(seat_says(s, "function worker"));
}

/* ... or by a click, as long as there is room for the words, for which the hint gives way. */
TEST_WITH(a_click_on_a_kind_lists_its_rows, start, seat_stop)
{
	struct seat *s = *state;
	int x, y;

	seat_size(s, 80, 48);
	seat_ask(s, COMMAND_RANGE, "1,8");
	seat_do(s, COMMAND_WHY);
	assert_true(seat_find(s, "threads processes", &x, &y));
	assert_false(seat_shows(s, "those with a *"));
	seat_mouse(s, COMMAND_PRESS, x + 6, y);
	assert_true(seat_says(s, "thread   service-?/2975"));
	seat_mouse(s, COMMAND_PRESS, x + 7, y); /* between the words */
	assert_true(seat_says(s, "thread   service-?/2975"));
	seat_mouse(s, COMMAND_PRESS, x - 2, y);
	assert_true(seat_says(s, "function start_up.const"));
	/* names take priority over numbers, which the line below has */
	seat_size(s, 40, 30);
	assert_true(seat_says(s, "* start_up.constprop.0"));
}

/* Too small a change for a colour in the graph, but the table still shows its size. */
TEST(what_is_certain_says_by_how_much_be_it_little)
{
	static const struct settings ascii = {.theme = {.ascii = true}};
	char dir[WORK_DIR], path[WORK_DIR + 20];
	struct seat s = {0};
	int x, y;
	FILE *out;

	work_dir_make(dir, "little");
	snprintf(path, sizeof path, "%s/little", dir);
	out = fopen(path, "w");
	assert_non_null(out);
	fputs("# flarescope timed-folded 1\n", out);
	for (int i = 0; i < 36000;
	     i++) { /* 200 a second: "tick" 48 times, out of 6 before and after */
		bool ticks = i >= 12000 && i < 24000 ? i % 250 == 125 : i % 4000 == 125;

		fprintf(out, "%d.%03d app;work%s 1\n", 100 + i / 200, i % 200 * 5,
			ticks ? ";tick" : "");
	}
	assert_int_equal(fclose(out), 0);
	seat_open(&s, path, &ascii, 100, 40);
	seat_ask(&s, COMMAND_RANGE, "60,120");
	seat_do(&s, COMMAND_WHY);
	assert_true(seat_says(&s, "2 of 8 certain"));
	assert_true(seat_find(&s, "function tick", &x, &y));
	assert_non_null(strstr(seat_line(&s, y), " +0.4 % "));
	assert_null(strchr(seat_line(&s, y), '^')); /* as if it were coloured */
	assert_non_null(strstr(seat_line(&s, y), " certain       function"));
	seat_close(&s);
	work_dir_remove(dir);
}

/* Modules and kinds are shown where most of their samples are. */
TEST_WITH(every_row_can_be_shown, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	for (int i = 0; i < 7; i++) {
		seat_do(s, COMMAND_RIGHT);
		seat_do(s, COMMAND_TOP);
		seat_do(s, COMMAND_ENTER);
		assert_true(seat_says(s, " of all"));
		assert_false(seat_shows(s, "verdict"));
		seat_do(s, COMMAND_WHY);
	}
}

TEST_WITH(without_a_range_nothing_is_explained, start, seat_stop)
{
	struct seat *s = *state;

	seat_do(s, COMMAND_WHY);
	assert_true(seat_says(s, SELECT_A_RANGE));
	seat_do(s, COMMAND_ENTER);
	seat_do(s, COMMAND_RIGHT);
	seat_do(s, COMMAND_DOWN);
	assert_true(seat_says(s, SELECT_A_RANGE));
}

TEST_WITH(the_graph_shows_what_is_gone_instead_of_a_table, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	assert_true(seat_shows(s, "change of all"));
	seat_do(s, COMMAND_DIFFERENTIAL);
	assert_true(seat_says(s, "|compare_keys gone -8.7 % v"));
	assert_false(seat_shows(s, "change of all"));
}

TEST_WITH(rows_follow_when_a_range_has_been_chosen, start, seat_stop)
{
	struct seat *s = *state;

	seat_ask(s, COMMAND_RANGE, COLLECTION);
	seat_do(s, COMMAND_WHY);
	seat_do(s, COMMAND_PANE);
	seat_do(s, COMMAND_COLUMNS);
	seat_do_n(s, 3, COMMAND_RIGHT);
	assert_true(seat_says(s, "of the range before"));
	assert_true(seat_says(s, "  76.5 %      0 %  new +76 % ^"));
	seat_do(s, COMMAND_COLUMNS);
	assert_false(seat_shows(s, "of the range before"));
	assert_false(seat_shows(s, "  76.5 %   12.1 %  "));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
