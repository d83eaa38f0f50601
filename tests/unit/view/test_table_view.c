#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/top.h"
#include "base/mem.h"
#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "view/view.h"

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits all;
	struct flame flame;
	struct theme theme;
	void *view; /* owned: of table_view_ops */
	struct sheet sheet;
	struct pane pane;
};

static const struct made_sample samples[] = {
    {.stack = "main;read;copy"},   {.stack = "main;read;copy"},
    {.stack = "main;read;copy"},   {.stack = "main;read"},
    {.stack = "main;again;again"}, {.stack = "main;zoo"},
    {.stack = "main;zoo"},	   {.stack = "main;\x1b[31mred"},
};

static void update(struct fixture *f)
{
	const struct view_data data = {.profile = f->profile,
				       .functions = {.flame = &f->flame},
				       .theme = &f->theme,
				       .choice = &choice_default,
				       .percent_of = f->flame.samples};
	struct error err = ERROR_INIT;

	assert_true(table_view_ops.update(f->view, &data, f->pane, &err));
}

static void begin(struct fixture *f, const struct made_sample *made, size_t count)
{
	struct error err = ERROR_INIT;

	flame_release(&f->flame);
	bits_release(&f->all);
	tree_free(f->tree);
	profile_free(f->profile);
	f->profile = made_profile(made, count);
	f->tree = tree_new(f->profile, ROOT_COMM, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->all, count, &err));
	bits_fill(&f->all);
	assert_true(flame_build(&f->flame, f->tree, &f->all, NULL, WEIGH_SAMPLES, &err));
	flame_move(&f->flame, 0, count);
	update(f);
}

static int start(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	sheet_open(&f->sheet, 60, 8);
	f->pane = pane_whole(f->sheet.canvas);
	f->view = calloc(1, table_view_ops.size);
	assert_non_null(f->view);
	begin(f, samples, sizeof samples / sizeof *samples);
	table_view_ops.prepare(f->view, f->pane, true);
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	table_view_ops.release(f->view);
	free(f->view);
	sheet_close(&f->sheet);
	flame_release(&f->flame);
	bits_release(&f->all);
	tree_free(f->tree);
	profile_free(f->profile);
	free(f);
	return 0;
}

static const char *line(struct fixture *f, int y)
{
	table_view_ops.draw(f->view, sheet_clean(&f->sheet));
	return sheet_line(&f->sheet, y);
}

static void assert_in_pane(struct fixture *f, uint32_t frame)
{
	struct text name = profile_frame_name(f->profile, frame);
	char words[16];

	snprintf(words, sizeof words, " %.*s", (int)name.len, name.at);
	for (int y = 1; y < 8; y++)
		if (strstr(line(f, y), words))
			return;
	fail_msg("%s is not in the pane", words);
}

static struct action press(struct fixture *f, enum command c)
{
	return table_view_ops.command(f->view, &(struct input){.command = c}, f->pane);
}

/* Enter asks for the function on the cursor's line. */
static void assert_on(struct fixture *f, const char *name)
{
	struct action r = press(f, COMMAND_ENTER);

	assert_int_equal(r.kind, ACTION_FRAME);
	assert_true(text_equal(profile_frame_name(f->profile, r.id), text_of(name)));
}

TEST_WITH(functions_come_by_what_they_cost_themselves, start, stop)
{
	struct fixture *f = *state;

	assert_non_null(strstr(line(f, 1), " 3  37.5 %            3  37.5 %    copy"));
	assert_non_null(strstr(line(f, 2), " 2  25.0 %            2  25.0 %    zoo"));
	/* for equal self values the larger total comes first; a recursion counts once per stack */
	assert_non_null(strstr(line(f, 3), " 1  12.5 %            4  50.0 %    read"));
	assert_string_not_equal(line(f, 6), "");
	assert_string_equal(line(f, 7), "");
}

TEST_WITH(s_sorts_by_total_and_by_name, start, stop)
{
	struct fixture *f = *state;

	assert_on(f, "copy");
	assert_int_equal(press(f, COMMAND_SORT).kind, ACTION_REDRAW);
	assert_non_null(strstr(line(f, 1), "main"));
	assert_on(f, "main"); /* sorting shows the first line */
	press(f, COMMAND_SORT);
	assert_non_null(strstr(line(f, 2), "again"));
	press(f, COMMAND_SORT);
	assert_non_null(strstr(line(f, 1), "copy"));
}

TEST_WITH(a_click_on_a_heading_sorts_and_the_next_turns_it_round, start, stop)
{
	const struct input total = {.command = COMMAND_PRESS, .x = 30, .y = 0};
	struct fixture *f = *state;

	table_view_ops.command(f->view, &total, f->pane);
	assert_on(f, "main");
	table_view_ops.command(f->view, &total, f->pane);
	assert_non_null(strstr(line(f, 6), "main"));
}

TEST_WITH(a_second_click_on_a_line_takes_it, start, stop)
{
	const struct input second = {.command = COMMAND_PRESS, .x = 30, .y = 2};
	struct fixture *f = *state;

	assert_int_equal(table_view_ops.command(f->view, &second, f->pane).kind,
			 ACTION_REDRAW);
	assert_on(f, "zoo");
	assert_int_equal(table_view_ops.command(f->view, &second, f->pane).kind,
			 ACTION_FRAME);
}

TEST_WITH(enter_asks_for_the_function, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	press(f, COMMAND_DOWN);
	assert_on(f, "zoo");
	r = press(f, COMMAND_ENTER);
	assert_int_equal(r.kind, ACTION_FRAME);
	assert_non_null(strstr(line(f, 2), "zoo"));
	assert_true(text_equal(profile_frame_name(f->profile, r.id), TEXT("zoo")));
}

TEST_WITH(the_cursor_follows_its_function_to_another_range, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_DOWN);
	assert_on(f, "zoo");
	flame_move(&f->flame, 4, 8);
	update(f);
	assert_on(f, "zoo");
	assert_non_null(strstr(line(f, 1), " 2  50.0 %            2  50.0 %    zoo"));
	flame_move(&f->flame, 0, 0);
	update(f);
	line(f, 0);
	assert_int_not_equal(press(f, COMMAND_ENTER).kind, ACTION_FRAME);
	press(f, COMMAND_DOWN);
	press(f, COMMAND_BOTTOM);
}

TEST_WITH(rows_of_a_flame_that_goes_are_not_drawn_for_lack_of_memory, start, stop)
{
	struct fixture *f = *state;
	struct error err = ERROR_INIT;
	struct tree *other = tree_new(f->profile, ROOT_NONE, &err);
	struct flame next;
	const struct view_data data = {.profile = f->profile,
				       .functions = {.flame = &next},
				       .theme = &f->theme,
				       .choice = &choice_default};

	assert_non_null(other);
	assert_true(flame_build(&next, other, &f->all, NULL, WEIGH_SAMPLES, &err));
	flame_move(&next, 0, 4);
	mem_set_budget(1);
	assert_false(table_view_ops.update(f->view, &data, f->pane, &err));
	mem_set_budget(0);
	flame_release(&f->flame);
	tree_free(f->tree);
	f->flame = next;
	f->tree = other;
	assert_string_equal(line(f, 1), "");
	assert_int_not_equal(press(f, COMMAND_ENTER).kind, ACTION_FRAME);
	update(f);
	assert_non_null(strstr(line(f, 1), "copy"));
}

/* For any range, each line is the one found by sorting all of them, and it is inside the pane. */
TEST_WITH(any_line_can_be_gone_to_in_any_range, start, stop)
{
	static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h", "i"};
	static struct made_sample many[200];
	char stacks[200][12];
	struct fixture *f = *state;
	struct dice d = {4};
	struct input in = {.command = COMMAND_BOTTOM};

	for (uint32_t i = 0; i < 200; i++) {
		snprintf(stacks[i], sizeof stacks[i], "%s;%s_%u",
			 names[dice_below(&d, 9)], names[dice_below(&d, 9)],
			 dice_below(&d, 9));
		many[i] = (struct made_sample){.stack = stacks[i], .time = i};
	}
	begin(f, many, 200);
	for (int i = 0; i < 60; i++) {
		struct error err = ERROR_INIT;
		uint32_t first = dice_below(&d, 150), by = (uint32_t)i / 20;
		struct top top;

		flame_move(&f->flame, first, first + 1 + dice_below(&d, 50));
		update(f);
		if (i > 0 && i % 20 == 0)
			press(f, COMMAND_SORT);
		assert_true(top_build(&top, &f->flame, &err));
		top_sort(&top, f->tree, (enum top_order)by, false);
		in.count = 1 + (int)dice_below(&d, top.count);
		table_view_ops.command(f->view, &in, f->pane);
		assert_int_equal(press(f, COMMAND_ENTER).id,
				 top.rows[in.count - 1].frame);
		assert_in_pane(f, top.rows[in.count - 1].frame);
		top_release(&top);
	}
}

TEST_WITH(names_in_the_table_are_harmless, start, stop)
{
	struct fixture *f = *state;

	line(f, 0);
	assert_true(sheet_is_harmless(&f->sheet));
	for (int width = 1; width < 60; width += 4) {
		sheet_close(&f->sheet);
		sheet_open(&f->sheet, width, 5);
		f->pane = pane_whole(f->sheet.canvas);
		line(f, 0);
		assert_true(sheet_is_harmless(&f->sheet));
	}
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
