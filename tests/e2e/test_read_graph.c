#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "program.h"

#define OF_ALL " of " SERVICE_SAMPLES " samples"

static int start(void **state)
{
	*state = program_open(200, 60, program_example("service.perf.gz"), NULL);
	return 0;
}

/* The position of `text` in the graph: below the range line. */
static void find_frame(struct terminal *t, const char *text, int *x, int *y)
{
	int from;

	program_row_with(t, OF_ALL, &from);
	for (*y = from + 2; *y < terminal_rows(t) - 3; ++*y) {
		for (*x = 0; *x < 190; ++*x) {
			size_t i = 0;

			while (text[i] && terminal_cell(t, *x + (int)i, *y).rune ==
					      (uint32_t)text[i])
				i++;
			if (!text[i])
				return;
		}
	}
	fail_msg("no frame %s", text);
}

/* Click on the graph's frame with this name. */
static void click_frame(struct terminal *t, const char *name)
{
	int x, y;

	find_frame(t, name, &x, &y);
	terminal_press(t, x + 1, y);
	terminal_release(t, x + 1, y);
}

TEST_WITH(a_click_zooms_and_escape_comes_back, start, program_stop)
{
	struct terminal *t = *state;
	int x, y, x_zoomed;

	find_frame(t, "worker", &x, &y);
	assert_in_range(x, 20, 199);
	click_frame(t, "worker");
	terminal_expect_in_row(t, terminal_rows(t) - 3, "worker");
	terminal_type(t, "\r");
	terminal_settle(t);
	find_frame(t, "worker", &x_zoomed, &y);
	assert_in_range(x_zoomed, 0, 10);
	find_frame(t, "service", &x_zoomed, &y); /* the ancestors stay */
	terminal_type(t, "\033");
	terminal_settle(t);
	find_frame(t, "worker", &x_zoomed, &y);
	assert_in_range(x_zoomed, 0, x);
	terminal_type(t, "r");
	terminal_settle(t);
	find_frame(t, "worker", &x_zoomed, &y);
	assert_int_equal(x_zoomed, x);
}

TEST_WITH(the_pointer_names_the_frame_it_is_over, start, program_stop)
{
	struct terminal *t = *state;
	int x, y;

	find_frame(t, "compare_keys", &x, &y);
	terminal_hover(t, x, y);
	terminal_expect_in_row(t, terminal_rows(t) - 3, "compare_keys");
	terminal_expect_in_row(t, terminal_rows(t) - 2, "of the range");
}

TEST_WITH(a_search_lights_up_while_it_is_typed, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "/mark_");
	terminal_expect(t, "/mark_: ");
	terminal_type(t, "reach");
	terminal_expect(t, "/mark_reach: ");
	terminal_type(t, "\033");
	terminal_expect_gone(t, "/mark_reach: ");
}

TEST_WITH(the_matched_share_is_that_of_the_filter, start, program_stop)
{
	struct terminal *t = *state;
	uint64_t found, kept;

	terminal_type(t, "/mark\r");
	terminal_expect(t, "/mark: ");
	terminal_settle(t);
	found = program_number_before(t, " of 4,613 (");
	terminal_type(t, "&mark\r");
	terminal_expect_in_row(t, 0, "filter mark");
	terminal_settle(t);
	kept = program_number_before(t, " samples  filter");
	assert_int_equal(found, kept);
	terminal_type(t, "&\025\r");
	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples");
}

TEST_WITH(n_goes_from_match_to_match, start, program_stop)
{
	struct terminal *t = *state;

	int detail = terminal_rows(t) - 3;

	terminal_type(t, "/^worker$|^compare_keys$\r");
	terminal_expect(t, "compare_keys$: ");
	terminal_type(t, "\t");
	terminal_type(t, "n");
	terminal_expect_in_row(t, detail, " compare_keys ");
	terminal_type(t, "n");
	terminal_expect_in_row(t, detail, " worker ");
	terminal_type(t, "N");
	terminal_expect_in_row(t, detail, " compare_keys ");
}

TEST_WITH(the_name_under_the_cursor_is_searched, start, program_stop)
{
	struct terminal *t = *state;

	click_frame(t, "compare_keys");
	terminal_expect_in_row(t, terminal_rows(t) - 3, "compare_keys");
	terminal_type(t, "#");
	terminal_expect(t, "/compare_keys: ");
}

TEST_WITH(a_frames_stacks_are_dropped_and_undo_brings_them_back, start, program_stop)
{
	struct terminal *t = *state;

	click_frame(t, "worker");
	terminal_expect_in_row(t, terminal_rows(t) - 3, "worker");
	terminal_type(t, "X");
	terminal_expect(t, "dropped the stacks with worker");
	terminal_expect_in_row(t, 0, "without worker (");
	terminal_type(t, "u");
	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples (");
	terminal_type(t, "\022");
	terminal_expect_in_row(t, 0, "without worker (");
}

TEST_WITH(a_process_is_kept_or_dropped_from_a_menu, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "p");
	terminal_expect(t, "Processes in the range");
	terminal_type(t, "\r");
	terminal_expect_in_row(t, 0, "process ");
	terminal_type(t, "u");
	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples (");
	terminal_type(t, "tX");
	terminal_expect_in_row(t, 0, "without thread ");
	terminal_type(t, "u");
	terminal_expect_in_row(t, 0, SERVICE_SAMPLES " samples (");
	terminal_type(t, "c\r");
	terminal_expect_in_row(t, 0, "CPU ");
}

TEST_WITH(the_top_table_sorts_and_finds, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "T");
	terminal_expect(t, "self v");
	terminal_type(t, "s");
	terminal_expect(t, "total v");
	terminal_type(t, "s");
	terminal_expect_gone(t, "total v");
	terminal_type(t, "s");
	terminal_expect(t, "self v");
	terminal_settle(t);
	terminal_type(t, "\r");
	terminal_expect_gone(t, "self v");
	terminal_expect(t, " of 4,613 (");
}

TEST_WITH(other_roots_part_the_graph, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "b");
	terminal_expect(t, "Root frames");
	terminal_type(t, "jjj\r");
	terminal_expect_gone(t, "Root frames");
	terminal_settle(t);
	terminal_type(t, "y");
	terminal_expect(t, "--root cpu");
}

TEST_WITH(an_icicle_has_its_root_above, start, program_stop)
{
	struct terminal *t = *state;
	int x, y, then;

	find_frame(t, "worker", &x, &y);
	terminal_type(t, "i");
	terminal_settle(t);
	find_frame(t, "worker", &x, &then);
	assert_true(then < y);
	terminal_type(t, "i");
	terminal_settle(t);
	find_frame(t, "worker", &x, &then);
	assert_int_equal(then, y);
}

TEST_WITH(one_pane_can_have_the_screen, start, program_stop)
{
	struct terminal *t = *state;

	terminal_expect(t, "s/col");
	terminal_type(t, "OO");
	terminal_expect_gone(t, "s/col");
	terminal_type(t, "O");
	terminal_expect(t, "s/col");
}

TEST_WITH(colours_change_with_a_key, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "e");
	terminal_expect(t, "heat map colours: ");
	terminal_type(t, "\te");
	terminal_expect(t, "graph colours by ");
}

TEST_WITH(the_recording_and_the_keys_have_pages, start, program_stop)
{
	struct terminal *t = *state;

	terminal_type(t, "H");
	terminal_expect(t, "captured on");
	terminal_type(t, "\033");
	terminal_expect_gone(t, "captured on");
	terminal_type(t, "?");
	terminal_expect(t, " Keys ");
	terminal_type(t, "q");
	terminal_expect_gone(t, " Keys ");
}

/* Two events: four samples of one with periods, one of the other. */
#define TWO_EVENTS                                                                       \
	"a 1 [000] 1.000000: 10 cycles: \n\t401000 main+0x1 (/bin/a)\n\n"                \
	"a 1 [000] 1.100000: 20 cycles: \n\t401000 main+0x1 (/bin/a)\n\n"                \
	"a 1 [000] 1.200000: 30 cycles: \n\t401000 main+0x1 (/bin/a)\n\n"                \
	"a 1 [000] 2.300000: 40 cycles: \n\t401000 main+0x1 (/bin/a)\n\n"                \
	"a 1 [000] 2.400000: 7 faults: \n\t402000 touch+0x1 (/bin/a)\n\n"

TEST_WITH(events_are_shown_one_at_a_time_or_together, NULL, program_stop)
{
	char file[] = "/tmp/flarescope-test-XXXXXX";
	int fd = mkstemp(file);
	struct terminal *t;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, TWO_EVENTS, sizeof TWO_EVENTS - 1),
			 sizeof TWO_EVENTS - 1);
	close(fd);
	t = *state = program_open(100, 30, file, NULL);
	unlink(file);
	terminal_expect(t, "4 of 4 samples");
	terminal_type(t, "E");
	terminal_expect(t, "faults");
	terminal_type(t, "j\r");
	terminal_expect(t, "1 of 1 sample");
	terminal_type(t, "Ejj\r");
	terminal_expect(t, "5 of 5 samples");
	terminal_type(t, "E"
			 "kk\r");
	terminal_expect(t, "4 of 4 samples");
	terminal_type(t, "w");
	terminal_expect(t, "sums of periods");
	terminal_expect(t, "total 100 ");
}
