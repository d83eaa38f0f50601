#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

#define OF_ALL " of " SERVICE_SAMPLES " samples"

static int start(void **state)
{
	*state = program_open(100, 30, program_example("service.perf.gz"), NULL);
	return 0;
}

/* The row that shows the range; a copy, to compare with later. */
static char *range_row(struct terminal *t, int *row)
{
	char *copy = strdup(program_row_with(t, OF_ALL, row));

	assert_non_null(copy);
	return copy;
}

/* The range in the form that --range takes: "40.650,44.700". */
static void range_shown(struct terminal *t, char *range, size_t room)
{
	int row;
	char *line = range_row(t, &row), *dash = strstr(line, "\xe2\x80\x93");

	assert_non_null(dash);
	*dash = '\0';
	snprintf(range, room, "%s,%.*s", line + 1, (int)strcspn(dash + 3, " "), dash + 3);
	free(line);
}

/* The range line, the graph's root and the batch command agree on the number. */
static uint64_t assert_consistent(struct terminal *t)
{
	uint64_t samples = program_number_before(t, OF_ALL);
	char range[64], command[8192], total[64], *folded;
	int row;

	range_shown(t, range, sizeof range);
	snprintf(command, sizeof command, "'%s' export --range %s '%s'", program_name(),
		 range, program_example("service.perf.gz"));
	folded = program_printed(command);
	assert_int_equal(program_folded_total(folded), samples);
	free(folded);
	snprintf(total, sizeof total, "total %llu (100 %% of the range",
		 (unsigned long long)samples);
	if (samples < 1000)
		program_row_with(t, total, &row);
	return samples;
}

/* Do something and wait until the range line changes. */
#define CHANGING(t, what)                                                                \
	do {                                                                             \
		int row_;                                                                \
		char *before_ = range_row(t, &row_);                                     \
		what;                                                                    \
		terminal_expect_other_row(t, row_, before_);                             \
		terminal_settle(t);                                                      \
		free(before_);                                                           \
	} while (0)

static void drag_somewhere(struct terminal *t)
{
	uint64_t at_first, later;
	char *during, *after;
	int x, y, row;

	program_map(t, &x, &y);
	CHANGING(t, terminal_press(t, x + 1, y - 1));
	CHANGING(t, terminal_drag(t, x + 3, y - 2));
	at_first = assert_consistent(t);
	CHANGING(t, terminal_drag(t, x + 7, y - 2));
	later = assert_consistent(t);
	assert_true(later > at_first);
	during = range_row(t, &row);
	terminal_release(t, x + 7, y - 2);
	terminal_settle(t);
	after = range_row(t, &row);
	assert_int_equal(program_number_before(t, OF_ALL), later);
	free(during);
	free(after);
}

TEST_WITH(the_graph_follows_while_the_mouse_drags, start, program_stop)
{
	drag_somewhere(*state);
}

TEST_WITH(the_graph_follows_the_drag_on_a_small_screen, NULL, program_stop)
{
	*state = program_open(80, 24, program_example("service.perf.gz"), NULL);
	drag_somewhere(*state);
}

TEST_WITH(the_graph_follows_the_drag_on_a_large_screen, NULL, program_stop)
{
	*state = program_open(200, 60, program_example("service.perf.gz"), NULL);
	drag_somewhere(*state);
}

TEST_WITH(a_click_starts_a_selection_and_the_next_click_ends_it, start, program_stop)
{
	struct terminal *t = *state;
	uint64_t one_cell, selected;
	int x, y;

	program_map(t, &x, &y);
	CHANGING(t, (terminal_press(t, x + 2, y - 1), terminal_release(t, x + 2, y - 1)));
	one_cell = assert_consistent(t);
	CHANGING(t, terminal_hover(t, x + 6, y - 1));
	CHANGING(t, (terminal_press(t, x + 8, y - 1), terminal_release(t, x + 8, y - 1)));
	selected = assert_consistent(t);
	assert_true(selected > one_cell);
	terminal_hover(t, x + 20, y - 1);
	terminal_settle(t);
	assert_int_equal(program_number_before(t, OF_ALL), selected);
}

TEST_WITH(shift_and_the_mouse_move_the_nearer_end, start, program_stop)
{
	struct terminal *t = *state;
	char before[64], after[64];
	int x, y;

	program_map(t, &x, &y);
	CHANGING(t, terminal_type(t, ":10,20\r"));
	range_shown(t, before, sizeof before);
	CHANGING(t, terminal_type(t, "\033[<4;32;8M\033[<4;32;8m"));
	range_shown(t, after, sizeof after);
	assert_string_not_equal(before, after);
	assert_memory_equal(before, after, 3);
	assert_consistent(t);
}

TEST_WITH(v_and_a_counted_move_select, start, program_stop)
{
	struct terminal *t = *state;
	uint64_t selected;

	CHANGING(t, terminal_type(t, "10lv5l"));
	selected = assert_consistent(t);
	terminal_type(t, "v");
	terminal_settle(t);
	CHANGING(t, terminal_type(t, "3l"));
	assert_int_equal(program_number_before(t, OF_ALL), selected);
}

TEST_WITH(whole_columns_are_whole_seconds, start, program_stop)
{
	struct terminal *t = *state;
	char range[64];

	CHANGING(t, terminal_type(t, "5lV2lV"));
	range_shown(t, range, sizeof range);
	assert_string_equal(range, "5.000,8.000");
	assert_consistent(t);
}

TEST_WITH(o_goes_to_the_other_end, start, program_stop)
{
	struct terminal *t = *state;
	char before[64], after[64];

	CHANGING(t, terminal_type(t, "10lv4l"));
	range_shown(t, before, sizeof before);
	CHANGING(t, terminal_type(t, "o3h"));
	range_shown(t, after, sizeof after);
	assert_string_equal(strchr(before, ','), strchr(after, ','));
	assert_string_not_equal(before, after);
}

TEST_WITH(escape_drops_what_is_being_selected, start, program_stop)
{
	struct terminal *t = *state;

	CHANGING(t, terminal_type(t, "10lv4l"));
	terminal_type(t, "\033");
	terminal_expect(t, "whole profile");
}

TEST_WITH(a_range_can_be_typed, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, ":");
	terminal_expect(t, "range FROM,TO");
	CHANGING(t, terminal_type(t, "38,40.5\r"));
	terminal_expect(t, "38.000\xe2\x80\x93"
			   "40.500 s");
	assert_consistent(t);
}

TEST_WITH(a_wrong_range_is_explained_and_changes_nothing, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, ":soon\r");
	terminal_expect(t, "expected FROM,TO");
	terminal_type(t, "\033");
	terminal_expect(t, "quit");
	terminal_expect(t, "whole profile");
}

TEST_WITH(the_selection_steps_by_its_own_length, start, program_stop)
{
	struct terminal *t = *state;
	uint64_t first;
	char range[64];

	CHANGING(t, terminal_type(t, ":10,15\r"));
	first = assert_consistent(t);
	CHANGING(t, terminal_type(t, ">"));
	range_shown(t, range, sizeof range);
	assert_string_equal(range, "15.000,20.000");
	assert_consistent(t);
	CHANGING(t, terminal_type(t, "<"));
	assert_int_equal(assert_consistent(t), first);
}

TEST_WITH(several_ranges_are_one_selection, start, program_stop)
{
	struct terminal *t = *state;
	char command[8192], *folded;

	CHANGING(t, terminal_type(t, ":10,12\r"));
	terminal_type(t, "U");
	terminal_expect(t, "this range is kept");
	CHANGING(t, terminal_type(t, ":\025"
				     "20,21.5\r"));
	terminal_expect(t, "2 ranges");
	snprintf(command, sizeof command, "'%s' export --range 10,12/20,21.5 '%s'",
		 program_name(), program_example("service.perf.gz"));
	folded = program_printed(command);
	assert_int_equal(program_folded_total(folded), program_number_before(t, OF_ALL));
	free(folded);
	terminal_type(t, "y");
	terminal_expect(t, "--range 10,12/20,21.5");
	terminal_type(t, "\033");
	terminal_expect(t, "2 ranges"); /* covered by a long command */
	CHANGING(t, terminal_type(t, "u"));
	terminal_expect(t, "10.000\xe2\x80\x93"
			   "12.000 s");
}

TEST_WITH(undo_and_redo_walk_through_selections, start, program_stop)
{
	struct terminal *t = *state;

	CHANGING(t, terminal_type(t, ":10,15\r"));
	CHANGING(t, terminal_type(t, ":\025"
				     "20,25\r"));
	terminal_type(t, "u");
	terminal_expect(t, "10.000\xe2\x80\x93"
			   "15.000 s");
	terminal_type(t, "u");
	terminal_expect(t, "whole profile");
	terminal_type(t, "\022\022");
	terminal_expect(t, "20.000\xe2\x80\x93"
			   "25.000 s");
}

TEST_WITH(time_zooms_in_and_out_and_fits, start, program_stop)
{
	struct terminal *t = *state;

	terminal_expect(t, "1 s/col");
	terminal_type(t, "+");
	terminal_expect(t, "0.5 s/col");
	terminal_type(t, "--");
	terminal_expect(t, "2 s/col");
	terminal_type(t, "C\025"
			 "0.2\r");
	terminal_expect(t, "0.2 s/col");
	terminal_type(t, "=");
	terminal_expect_gone(t, "0.2 s/col");
}

TEST_WITH(time_can_run_downwards, start, program_stop)
{
	struct terminal *t = *state;
	int x, y;

	program_map(t, &x, &y);
	assert_int_equal(terminal_cell(t, 4, y).rune, '0');
	terminal_type(t, "d");
	terminal_expect_in_row(t, 2, "    0\xe2\x94\xa4");
	terminal_type(t, "d");
	terminal_expect_in_row(t, y, "    0\xe2\x94\xa4");
}

TEST_WITH(rows_are_chosen_from_a_menu, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "R");
	terminal_expect(t, "10 rows");
	terminal_type(t, "j\r");
	terminal_expect_gone(t, "10 rows");
	terminal_expect(t, "  800\xe2\x94\xa4");
}

TEST_WITH(what_comes_again_and_again_can_be_a_column, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "P");
	terminal_expect(t, "Periods in the range");
	terminal_expect(t, "5.00031 \xc2\xb1 ");
	terminal_type(t, "\r");
	terminal_expect_gone(t, "Periods in the range");
	terminal_expect(t, "5.00031 s");
}

TEST_WITH(a_cell_can_be_the_share_that_a_search_found, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "%");
	terminal_expect(t, "share of what? search for it first: /");
	terminal_type(t, "/mark_|sweep_\r");
	terminal_expect(t, "752 of 4,613");
	terminal_type(t, "%");
	terminal_expect(t, "75 %"); /* in the legend */
	terminal_expect(t, " match (");
	terminal_type(t, "%");
	terminal_expect_gone(t, "75 %");
}

TEST_WITH(idle_samples_come_and_go_and_are_always_counted, start, program_stop)
{
	struct terminal *t = *state;

	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples (7,269 idle hidden)");
	terminal_type(t, "I");
	terminal_expect_in_row(t, 0, "11,882 samples (7,269 of them idle)");
	terminal_type(t, "I");
	terminal_expect_in_row(t, 0, "7,269 idle samples (4,613 others hidden)");
	terminal_type(t, "I");
	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples (7,269 idle hidden)");
}

/* A key before rows are counted cancels the count instead of ending the program. */
TEST_WITH(a_key_that_follows_why_comes_first, start, program_stop)
{
	struct terminal *t = *state;

	CHANGING(t, terminal_type(t, ":10,15\r"));
	terminal_type(t, "W\003");
	terminal_expect(t, "Stopped: another range is compared again");
	terminal_type(t, "WW");
	terminal_expect(t, "change of all");
	terminal_expect_gone(t, "Stopped");
	terminal_type(t, ":53,66\r");
	terminal_expect(t, "function compact_log");
}

TEST_WITH(a_resize_keeps_selection_and_cursor, start, program_stop)
{
	struct terminal *t = *state;

	CHANGING(t, terminal_type(t, ":10,15\r"));
	terminal_resize(t, 80, 24);
	terminal_expect_in_row(t, 23, "quit");
	terminal_expect(t, "10.000\xe2\x80\x93"
			   "15.000 s");
	terminal_resize(t, 200, 60);
	terminal_expect_in_row(t, 59, "quit");
	terminal_expect(t, "10.000\xe2\x80\x93"
			   "15.000 s");
	assert_consistent(t);
}

TEST_WITH(lanes_select_as_the_map_does_and_a_click_on_a_name_keeps_it, start,
	  program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "L");
	terminal_expect(t, "6 threads");
	CHANGING(t, terminal_type(t, "v4lv"));
	assert_consistent(t);
	terminal_press(t, 3, 2);
	terminal_release(t, 3, 2);
	terminal_expect(t, "thread service 2974");
	terminal_expect(t, "1 thread ");
	terminal_type(t, "u");
	terminal_expect(t, "6 threads");
	terminal_type(t, "\033");
	terminal_expect(t, "Enter graph");
	assert_consistent(t);
}
