#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/flame.h"
#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "view/view.h"

#define DEEP 60

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits all;
	struct flame flame;
	struct theme theme;
	void *view; /* owned: of tree_view_ops */
	struct sheet sheet;
	struct pane pane;
};

static void update(struct fixture *f)
{
	const struct view_data data = {.profile = f->profile,
				       .flame = &f->flame,
				       .theme = &f->theme,
				       .choice = &choice_default,
				       .percent_of = f->flame.samples};
	struct error err = ERROR_INIT;

	assert_true(tree_view_ops.update(f->view, &data, f->pane, &err));
	tree_view_ops.prepare(f->view, f->pane, true);
}

/* A stack of DEEP frames three times, and one that leaves it after two frames. */
static int start(void **state)
{
	static char deep[DEEP * 8];
	static struct made_sample samples[4];
	struct fixture *f = calloc(1, sizeof *f);
	struct error err = ERROR_INIT;

	if (!f)
		return -1;
	deep[0] = '\0';
	for (int i = 0; i < DEEP; i++)
		snprintf(deep + strlen(deep), 8, "%sf%d", i ? ";" : "", i + 1);
	for (int i = 0; i < 4; i++)
		samples[i].stack = i < 3 ? deep : "f1;f2;aside\x1b[31m";
	f->theme = (struct theme){.ascii = true, .depth = PALETTE_NONE};
	f->profile = made_profile(samples, 4);
	f->tree = tree_new(f->profile, ROOT_NONE, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->all, 4, &err));
	bits_fill(&f->all);
	assert_true(flame_build(&f->flame, f->tree, &f->all, NULL, WEIGH_SAMPLES, &err));
	flame_move(&f->flame, 0, 4);
	sheet_open(&f->sheet, 80, 12);
	f->pane = pane_whole(f->sheet.canvas);
	f->view = calloc(1, tree_view_ops.size);
	assert_non_null(f->view);
	update(f);
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	tree_view_ops.release(f->view);
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
	tree_view_ops.draw(f->view, sheet_clean(&f->sheet));
	return sheet_line(&f->sheet, y);
}

static struct action press(struct fixture *f, enum command c)
{
	return tree_view_ops.command(f->view, &(struct input){.command = c}, f->pane);
}

TEST_WITH(a_row_has_total_and_self_and_stands_below_its_caller, start, stop)
{
	struct fixture *f = *state;

	assert_string_equal(line(f, 0), " total v   self      frame");
	assert_string_equal(line(f, 1), "   100 %      0 %  -   all");
	assert_string_equal(line(f, 2), "   100 %      0 %    +   f1");
	press(f, COMMAND_DOWN);
	press(f, COMMAND_RIGHT);
	press(f, COMMAND_RIGHT);
	press(f, COMMAND_RIGHT);
	assert_string_equal(line(f, 3), "   100 %      0 %      -   f2");
	assert_string_equal(line(f, 4), "  75.0 %      0 %        +   f3");
	assert_non_null(strstr(line(f, 5), "  25.0 %   25.0 %            aside"));
	tree_view_ops.draw(f->view, sheet_clean(&f->sheet));
	assert_true(sheet_is_harmless(&f->sheet));
}

TEST_WITH(deep_rows_stay_in_sight_and_the_level_at_the_left_is_told, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_HOTTEST);
	tree_view_ops.prepare(f->view, f->pane, true);
	/* the end of the path is the last of eleven rows, with its callers above it */
	assert_string_equal(line(f, 0), " total v   self      frame  from level 50 on");
	assert_string_equal(line(f, 1), "  75.0 %      0 %  -   f50");
	assert_string_equal(line(f, 11),
			    "  75.0 %   75.0 %                          f60");
	press(f, COMMAND_TOP);
	assert_string_equal(line(f, 0), " total v   self      frame");
	assert_string_equal(line(f, 11),
			    "  75.0 %      0 %                      -   f10");
	press(f, COMMAND_PAGE_DOWN);
	press(f, COMMAND_PAGE_DOWN);
	press(f, COMMAND_LEFT); /* closes */
	assert_non_null(strstr(line(f, 11), "+   f22"));
	press(f, COMMAND_LEFT); /* to its caller */
	press(f, COMMAND_LEFT);
	assert_non_null(strstr(line(f, 10), "+   f21"));
}

TEST_WITH(at_the_bottom_of_a_window_with_the_root_levels_are_numbers, start, stop)
{
	struct fixture *f = *state;

	sheet_close(&f->sheet);
	sheet_open(&f->sheet, 80, 40);
	f->pane = pane_whole(f->sheet.canvas);
	press(f, COMMAND_HOTTEST);
	press(f, COMMAND_TOP);
	update(f);
	assert_string_equal(line(f, 1), "   100 %      0 %  -   all");
	assert_string_equal(line(f, 39),
			    "  75.0 %      0 %                      38> -   f38");
}

TEST_WITH(what_is_open_stays_open_in_another_range, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_HOTTEST);
	flame_move(&f->flame, 3, 4); /* where it has no samples */
	update(f);
	assert_string_equal(line(f, 3), "   100 %      0 %      -   f2");
	flame_move(&f->flame, 0, 4);
	update(f);
	press(f, COMMAND_BOTTOM);
	update(f);
	assert_non_null(strstr(line(f, 10), "f60"));
}

TEST_WITH(what_is_asked_of_a_frame_names_it, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	assert_int_equal(press(f, COMMAND_DROP).text.len, 0); /* of everything */
	press(f, COMMAND_DOWN);
	r = press(f, COMMAND_DROP);
	assert_int_equal(r.kind, ACTION_FRAME);
	assert_int_equal(r.command, COMMAND_DROP);
	assert_true(text_equal(r.text, TEXT("f1")));
	r = press(f, COMMAND_STACK);
	assert_int_equal(r.command, COMMAND_STACK);
	assert_true(text_equal(tree_label(f->tree, r.node), TEXT("f1")));
	r = press(f, COMMAND_CALLERS);
	assert_int_equal(r.command, COMMAND_CALLERS);
	assert_true(text_equal(r.text, TEXT("f1")));
	assert_int_equal(press(f, COMMAND_CANCEL).kind, ACTION_CLOSE);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
