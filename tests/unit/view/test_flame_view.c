#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "view/flame/flame_view.h"

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits all;
	struct flame flame;
	struct regex *pattern;
	struct search search;
	struct theme theme;
	struct choice choice;
	struct flame_view v;
	struct sheet sheet;
	struct pane pane;
};

/* Twelve samples: in 60 columns each is five cells wide. */
static const struct made_sample samples[] = {
    {.stack = "main;read;copy"},  {.stack = "main;read;copy"},
    {.stack = "main;read;copy"},  {.stack = "main;read;copy"},
    {.stack = "main;read;lock"},  {.stack = "main;read;lock"},
    {.stack = "main;work;leaf"},  {.stack = "main;work"},
    {.stack = "main;a"},	  {.stack = "main;b"},
    {.stack = "main;zz;1;2;3;4"}, {.stack = "main"},
};

static const char *screen(struct fixture *f)
{
	struct error err = ERROR_INIT;

	assert_true(flame_view_update(&f->v, f->pane, &err));
	flame_view_draw(&f->v, sheet_clean(&f->sheet));
	return sheet_text(&f->sheet);
}

static void size(struct fixture *f, int width, int height)
{
	sheet_close(&f->sheet);
	sheet_open(&f->sheet, width + FLAME_VIEW_MARGIN, height);
	f->pane = pane_whole(f->sheet.canvas);
	screen(f);
}

static void release(struct fixture *f)
{
	flame_view_release(&f->v);
	search_release(&f->search);
	regex_free(f->pattern);
	flame_release(&f->flame);
	bits_release(&f->all);
	tree_free(f->tree);
	profile_free(f->profile);
}

static void open(struct fixture *f, const struct made_sample *made, size_t count)
{
	struct error err = ERROR_INIT;

	f->profile = made_profile(made, count);
	f->tree = tree_new(f->profile, ROOT_COMM, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->all, count, &err));
	for (size_t i = 0; i < count; i++)
		bits_add(&f->all, i);
	assert_true(flame_build(&f->flame, f->tree, &f->all, NULL, WEIGH_SAMPLES, &err));
	flame_move(&f->flame, 0, count);
	f->v = (struct flame_view){.flame = &f->flame,
				   .theme = &f->theme,
				   .focused = true,
				   .choice = &f->choice};
	f->choice.icicle = f->choice.unfolded = true;
	size(f, 60, 9);
}

static void reopen(struct fixture *f, const struct made_sample *made, size_t count)
{
	release(f);
	f->search = (struct search){0};
	f->pattern = NULL;
	f->flame = (struct flame){0};
	f->all = (struct bits){0};
	open(f, made, count);
}

static int start(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	open(f, samples, sizeof samples / sizeof *samples);
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	release(f);
	sheet_close(&f->sheet);
	free(f);
	return 0;
}

static uint32_t node(struct fixture *f, const char *path)
{
	uint32_t n = tree_find(f->tree, text_of(path));

	assert_int_not_equal(n, 0);
	return n;
}

/* What the workspace does with a request, and the next picture. */
static struct action obey(struct fixture *f, const struct input *in)
{
	struct action r = flame_view_command(&f->v, in, f->pane);

	if (r.kind == ACTION_ZOOM)
		flame_view_zoom(&f->v, r.id);
	screen(f);
	return r;
}

static struct action press(struct fixture *f, enum command c)
{
	return obey(f, &(struct input){.command = c});
}

static struct action mouse(struct fixture *f, enum command c, int x, int y)
{
	return obey(f, &(struct input){.command = c, .x = x, .y = y});
}

static void assert_on(struct fixture *f, const char *label)
{
	struct text t = tree_label(f->tree, flame_view_pointed(&f->v).node);
	char buf[100];

	snprintf(buf, sizeof buf, "%.*s", (int)t.len, t.at);
	assert_string_equal(buf, label);
}

static void go(struct fixture *f, const char *path)
{
	flame_view_point(&f->v, node(f, path), f->pane);
	screen(f);
}

/* ---- the picture ---- */

TEST_WITH(boxes_are_as_wide_as_their_share, start, stop)
{
	static const char expected[] =
	    " all\n"
	    "▏all\n"
	    "▏app\n"
	    "▏main\n"
	    "▏a   ▏b   ▏read                         ▏work     ▏zz\n"
	    "          ▏copy               ▏lock     ▏leaf     ▏1\n"
	    "                                                  ▏2\n"
	    "                                                  ▏3\n"
	    "                                                  ▏4\n";
	struct fixture *f = *state;

	assert_string_equal(screen(f), expected);
	assert_int_equal(flame_view_height(&f->v), 9);
	f->theme.ascii = true;
	assert_non_null(strstr(screen(f), "|a   |b   |read "));
}

TEST_WITH(a_flame_has_its_root_at_the_bottom, start, stop)
{
	struct fixture *f = *state;

	f->choice.icicle = false;
	size(f, 60, 9);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 8), "▏all");
	assert_string_equal(sheet_line(&f->sheet, 6), "▏main");
	assert_string_equal(sheet_line(&f->sheet, 4),
			    "          ▏copy               ▏lock     ▏leaf     ▏1");
	assert_string_equal(sheet_line(&f->sheet, 0), " all");
}

TEST_WITH(siblings_can_be_ordered_by_value_or_start, start, stop)
{
	struct fixture *f = *state;

	f->choice.order = ORDER_VALUE;
	size(f, 60, 9);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 4),
			    "▏read                         ▏work     ▏a   ▏b   ▏zz");
	f->choice.order = ORDER_START; /* samples in this order */
	size(f, 60, 9);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 4),
			    "▏read                         ▏work     ▏a   ▏b   ▏zz");
}

TEST_WITH(frames_too_narrow_for_a_cell_share_one, start, stop)
{
	struct made_sample many[60];
	char names[10][16];
	struct fixture *f = *state;
	struct flame_pointed at;

	for (size_t i = 0; i < 60; i++) {
		many[i] = (struct made_sample){.stack = "main;big"};
		if (i >= 10)
			continue;
		snprintf(names[i], sizeof names[i], "main;s%zu", i);
		many[i].stack = names[i];
	}
	reopen(f, many, 60);
	assert_int_equal(f->v.layout.count, 3 + 11);
	size(f, 30, 9); /* now each of the ten is half a cell wide */
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 4), "▏big                     ▏+10");
	go(f, "app;main;s3");
	at = flame_view_pointed(&f->v);
	assert_int_equal(at.merged, 10);
	assert_int_equal(at.value, 10);
	/* they can only be seen separately where their caller is wider */
	assert_int_equal(press(f, COMMAND_ENTER).kind, ACTION_NARROW);
	size(f, 12, 9);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 4), "▏big      …");
}

TEST_WITH(frames_without_any_cell_are_counted_at_the_end_of_their_row, start, stop)
{
	static struct made_sample many[400];
	struct fixture *f = *state;

	for (size_t i = 0; i < 400; i++)
		many[i] = (struct made_sample){.stack = "main;big"};
	many[0].stack = "main;a";
	many[1].stack = "main;b;c";
	reopen(f, many, 400);
	screen(f);
	assert_string_equal(
	    sheet_line(&f->sheet, 4),
	    "▏big                                                         +2");
}

TEST_WITH(no_samples_are_said_to_be_none, start, stop)
{
	struct fixture *f = *state;

	flame_move(&f->flame, 0, 0);
	screen(f);
	assert_true(sheet_says(&f->sheet, "no samples in this range"));
	assert_int_equal(mouse(f, COMMAND_PRESS, 5, 4).kind, ACTION_REDRAW);
	press(f, COMMAND_UP);
	press(f, COMMAND_BOTTOM);
	assert_on(f, "all");
}

TEST_WITH(where_no_stacks_have_been_read_yet_that_is_said, start, stop)
{
	struct fixture *f = *state;

	f->v.instead = "Their stacks are being read.";
	screen(f);
	assert_true(sheet_says(&f->sheet, "Their stacks are being read."));
	f->v.instead = NULL;
}

/* ---- moving ---- */

TEST_WITH(the_cursor_moves_as_the_boxes_are_drawn, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_DOWN);
	assert_on(f, "app");
	press(f, COMMAND_DOWN);
	press(f, COMMAND_DOWN);
	assert_on(f, "read"); /* the widest */
	press(f, COMMAND_RIGHT);
	assert_on(f, "work");
	obey(f, &(struct input){.command = COMMAND_LEFT, .count = 2});
	assert_on(f, "b");
	press(f, COMMAND_FIRST);
	assert_on(f, "a");
	press(f, COMMAND_LEFT);
	assert_on(f, "a");
	press(f, COMMAND_DOWN);
	assert_on(f, "a"); /* it calls nothing */
	press(f, COMMAND_LAST);
	assert_on(f, "zz");
	obey(f, &(struct input){.command = COMMAND_DOWN, .count = 99});
	assert_on(f, "4");
	press(f, COMMAND_UP);
	assert_on(f, "3");
	press(f, COMMAND_TOP);
	assert_on(f, "all");
	press(f, COMMAND_BOTTOM);
	assert_on(f, "4");
}

TEST_WITH(up_is_always_up_on_the_screen, start, stop)
{
	struct fixture *f = *state;

	f->choice.icicle = false;
	size(f, 60, 9);
	press(f, COMMAND_UP);
	assert_on(f, "app");
	press(f, COMMAND_DOWN);
	assert_on(f, "all");
}

TEST_WITH(the_next_box_may_have_another_caller, start, stop)
{
	struct fixture *f = *state;

	go(f, "app;main;read;lock");
	press(f, COMMAND_RIGHT);
	assert_on(f, "leaf");
	press(f, COMMAND_RIGHT);
	assert_on(f, "1");
}

TEST_WITH(the_cursor_shows_without_colours, start, stop)
{
	struct fixture *f = *state;

	go(f, "app;main;work");
	assert_int_equal(sheet_cell(&f->sheet, 41, 4)->style.attr,
			 ATTR_REVERSE | ATTR_BOLD);
	assert_int_equal(sheet_cell(&f->sheet, 39, 4)->style.attr, 0);
	f->v.focused = false;
	screen(f);
	assert_int_equal(sheet_cell(&f->sheet, 41, 4)->style.attr, 0);
}

TEST_WITH(the_mouse_points_and_clicks, start, stop)
{
	struct fixture *f = *state;

	go(f, "app;main;a");
	mouse(f, COMMAND_HOVER, 30, 5);
	assert_on(f, "lock");
	assert_int_equal(f->v.cursor, node(f, "app;main;a"));
	assert_int_equal(mouse(f, COMMAND_HOVER, 31, 5).kind, ACTION_NONE);
	mouse(f, COMMAND_HOVER, 3, 5); /* nothing is drawn there */
	assert_on(f, "a");
	assert_int_equal(mouse(f, COMMAND_PRESS, 3, 5).kind, ACTION_REDRAW);
	assert_int_equal(mouse(f, COMMAND_PRESS, 62, 4).kind, ACTION_REDRAW);
	assert_int_equal(mouse(f, COMMAND_PRESS, 30, 0).kind, ACTION_REDRAW);
	assert_int_equal(f->v.zoom, 0);
	assert_int_equal(mouse(f, COMMAND_PRESS, 10, 4).id, node(f, "app;main;read"));
}

/* ---- zooming ---- */

TEST_WITH(callers_of_the_zoom_stay_in_sight, start, stop)
{
	struct fixture *f = *state;

	flame_view_zoom(&f->v, node(f, "app;main;read"));
	assert_string_equal(screen(f), " all > app > main > read\n"
				       "▏all\n"
				       "▏app\n"
				       "▏main\n"
				       "▏read\n"
				       "▏copy                                   ▏lock\n"
				       "\n\n\n");
	press(f, COMMAND_TOP);
	obey(f, &(struct input){.command = COMMAND_DOWN, .count = 2});
	assert_on(f, "main");
	press(f, COMMAND_DOWN);
	assert_on(f, "read");
	press(f, COMMAND_TOP);
	obey(f, &(struct input){.command = COMMAND_DOWN, .count = 4});
	assert_on(f, "copy");
	assert_int_equal(mouse(f, COMMAND_PRESS, 50, 2).id, node(f, "app"));
	assert_int_equal(f->v.zoom, node(f, "app"));
}

TEST_WITH(escape_takes_zooms_back_one_by_one, start, stop)
{
	struct fixture *f = *state;

	go(f, "app;main");
	assert_int_equal(press(f, COMMAND_ENTER).id, node(f, "app;main"));
	assert_int_equal(press(f, COMMAND_ENTER).kind, ACTION_NONE);
	go(f, "app;main;read");
	press(f, COMMAND_ENTER);
	go(f, "app;main;read;lock");
	press(f, COMMAND_ENTER);
	assert_int_equal(press(f, COMMAND_CANCEL).id, node(f, "app;main;read"));
	assert_int_equal(press(f, COMMAND_BACK).id, node(f, "app;main"));
	assert_int_equal(press(f, COMMAND_CANCEL).id, 0);
	assert_int_equal(press(f, COMMAND_CANCEL).kind, ACTION_NONE);
	go(f, "app;main;read;copy");
	press(f, COMMAND_ENTER);
	assert_int_equal(press(f, COMMAND_UNZOOM).id, 0);
	assert_int_equal(press(f, COMMAND_UNZOOM).kind, ACTION_NONE);
}

TEST_WITH(a_zoom_outwards_forgets_the_steps_inside, start, stop)
{
	struct fixture *f = *state;

	go(f, "app;main");
	press(f, COMMAND_ENTER);
	go(f, "app;main;read");
	press(f, COMMAND_ENTER);
	go(f, "app");
	assert_int_equal(press(f, COMMAND_ENTER).id, node(f, "app"));
	assert_int_equal(press(f, COMMAND_CANCEL).id, 0);
}

TEST_WITH(many_zooms_do_no_harm, start, stop)
{
	struct fixture *f = *state;

	for (int i = 0; i < 3 * FLAME_VIEW_TRAIL; i++) {
		flame_view_zoom(&f->v, node(f, i % 2 ? "app;main;read" : "app;main"));
		assert_true(f->v.trail_count <= FLAME_VIEW_TRAIL);
	}
	screen(f);
}

TEST_WITH(a_zoom_without_samples_gives_way_and_comes_back, start, stop)
{
	struct fixture *f = *state;

	flame_view_zoom(&f->v, node(f, "app;main;read;copy"));
	flame_move(&f->flame, 4, 8); /* lock, lock, leaf, work */
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 0), " all > app > main > read");
	assert_string_equal(sheet_line(&f->sheet, 5), "▏lock");
	flame_move(&f->flame, 8, 12);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 0), " all > app > main");
	flame_move(&f->flame, 0, 12);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 0), " all > app > main > read > copy");
}

TEST_WITH(another_tree_keeps_the_path, start, stop)
{
	struct fixture *f = *state;
	struct error err = ERROR_INIT;
	struct tree *other = tree_new(f->profile, ROOT_COMM, &err);

	flame_view_zoom(&f->v, node(f, "app;main;read"));
	go(f, "app;main;read;lock");
	flame_view_retree(&f->v, f->tree, other);
	assert_int_equal(f->v.zoom, tree_find(other, TEXT("app;main;read")));
	assert_int_equal(f->v.cursor, tree_find(other, TEXT("app;main;read;lock")));
	tree_free(other);
}

/* ---- searching ---- */

static void search_for(struct fixture *f, const char *pattern)
{
	struct error err = ERROR_INIT;

	f->pattern = regex_new(text_of(pattern), &err);
	assert_non_null(f->pattern);
	assert_true(search_build(&f->search, f->tree, f->pattern, NULL, &err));
	f->v.search = &f->search;
	screen(f);
}

TEST_WITH(matches_stand_out, start, stop)
{
	struct fixture *f = *state;

	search_for(f, "lock|leaf");
	assert_int_equal(sheet_cell(&f->sheet, 31, 5)->style.attr, ATTR_BOLD);
	assert_int_equal(sheet_cell(&f->sheet, 41, 5)->style.attr, ATTR_BOLD);
	assert_int_equal(sheet_cell(&f->sheet, 11, 5)->style.attr, 0);
	f->theme.depth = PALETTE_256;
	screen(f);
	assert_int_equal(sheet_cell(&f->sheet, 31, 5)->style.bg,
			 theme_matched_frame(&f->theme).bg);
	assert_int_not_equal(sheet_cell(&f->sheet, 11, 5)->style.bg,
			     theme_matched_frame(&f->theme).bg);
}

TEST_WITH(n_goes_round_the_matches, start, stop)
{
	struct fixture *f = *state;

	assert_int_equal(press(f, COMMAND_NEXT).kind, ACTION_NONE);
	search_for(f, "^a$|lock|leaf|^3$");
	press(f, COMMAND_NEXT);
	assert_on(f, "a");
	press(f, COMMAND_NEXT);
	assert_on(f, "lock");
	press(f, COMMAND_NEXT);
	assert_on(f, "leaf");
	press(f, COMMAND_NEXT);
	assert_on(f, "3");
	press(f, COMMAND_NEXT);
	assert_on(f, "a");
	press(f, COMMAND_PREVIOUS);
	assert_on(f, "3");
}

TEST_WITH(a_search_without_matches_stays_where_it_is, start, stop)
{
	struct fixture *f = *state;

	search_for(f, "nothing");
	go(f, "app;main;b");
	assert_int_equal(press(f, COMMAND_NEXT).kind, ACTION_NONE);
	assert_on(f, "b");
}

/* ---- scrolling ---- */

TEST_WITH(what_does_not_fit_is_said_and_scrolls, start, stop)
{
	struct fixture *f = *state;

	size(f, 60, 5);
	assert_true(sheet_says(&f->sheet, " 4 of 8 levels, more below"));
	mouse(f, COMMAND_WHEEL_DOWN, 5, 3);
	screen(f);
	assert_true(sheet_says(&f->sheet, " 4 of 8 levels, more below, more above"));
	assert_int_equal(f->v.scroll, 3);
	mouse(f, COMMAND_WHEEL_DOWN, 5, 3);
	assert_int_equal(f->v.scroll, 4);
	assert_int_equal(mouse(f, COMMAND_WHEEL_DOWN, 5, 3).kind, ACTION_NONE);
	assert_true(sheet_says(&f->sheet, " 4 of 8 levels, more above"));
	press(f, COMMAND_TOP);
	assert_int_equal(f->v.scroll, 0);
	press(f, COMMAND_BOTTOM);
	assert_int_equal(f->v.scroll, 4);
	size(f, 60, 9);
	assert_int_equal(f->v.scroll, 0);
	assert_null(strstr(screen(f), "levels"));
}

/* ---- names ---- */

TEST_WITH(hostile_names_reach_no_terminal_and_shift_no_box, start, stop)
{
	static const struct made_sample hostile[] = {
	    {.stack = "\x1b[31mred\x1b]0;title\a;\r\n\b\b"},
	    {.stack = "\xe2\x80\xae\xe2\x81\xa6"
		      "bidi;\xc2\x9b"
		      "31m"},
	    {.stack = "\xff\xfe\x80;\xe4\xb8"},
	    {.stack = "中文函数名字;中"},
	    {.stack = "e\xcc\x81\xcc\x81\xcc\x81;\xe2\x80\x8b"},
	    {.stack = "plain;\x7f"},
	};
	struct fixture *f = *state;

	reopen(f, hostile, sizeof hostile / sizeof *hostile);
	for (int width = 1; width < 70; width++) {
		size(f, width, 9);
		assert_true(sheet_is_harmless(&f->sheet));
		for (uint32_t i = 0; i < f->v.layout.count; i++) {
			const struct box *b = &f->v.layout.boxes[i];
			int y = FLAME_VIEW_HEADER + b->depth;

			if (y < 9 && !b->merged)
				assert_int_equal(sheet_cell(&f->sheet, b->x, y)->rune,
						 U'▏');
			if (y < 9)
				assert_true(b->x + b->w <= width);
		}
	}
	size(f, 60, 9);
	assert_true(sheet_says(&f->sheet, "中文"));
}

TEST_WITH(every_size_can_be_drawn_and_clicked, start, stop)
{
	struct fixture *f = *state;

	for (int width = 1; width < 80; width += 3)
		for (int height = 1; height < 14; height++) {
			size(f, width, height);
			press(f, COMMAND_BOTTOM);
			f->choice.icicle = !f->choice.icicle;
			for (int x = -1; x <= width + FLAME_VIEW_MARGIN; x += 2)
				for (int y = -1; y <= height; y++)
					mouse(f, COMMAND_HOVER, x, y);
		}
}

TEST_WITH(numbers_of_hidden_frames_keep_all_their_digits, start, stop)
{
	static const struct {
		uint32_t n;
		const char *shown;
	} rows[] = {
	    {999, " +999"}, {99999, " +99k"}, {123456, "+123k"}, {4000000, "+4M"}};
	struct fixture *f = *state;

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		screen(f);
		f->v.layout.hidden_nodes[0] = rows[i].n;
		flame_view_draw(&f->v, sheet_clean(&f->sheet));
		assert_non_null(strstr(sheet_text(&f->sheet), rows[i].shown));
	}
}

/* ---- runs of frames ---- */

static const struct made_sample deep[] = {
    {.stack = "main;init;loop;poll;run;a"},
    {.stack = "main;init;loop;poll;run;b"},
    {.stack = "main;init;loop;poll;run;c;walk;walk;walk;x"},
    {.stack = "main;init;loop;poll;run;c"},
};

static int start_deep(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	*state = f;
	open(f, deep, sizeof deep / sizeof *deep);
	f->choice.unfolded = false;
	size(f, 60, 12);
	return 0;
}

TEST_WITH(a_trunk_and_a_recursion_are_one_line_each, start_deep, stop)
{
	struct fixture *f = *state;

	assert_non_null(strstr(screen(f), "┄ 4 frames main … poll ┄"));
	assert_non_null(strstr(screen(f), "walk ×3"));
	assert_null(strstr(screen(f), "loop"));
	assert_int_equal(flame_view_height(&f->v), 8);
	f->theme.ascii = true;
	assert_non_null(strstr(screen(f), "- 4 frames main .. poll -"));
	assert_non_null(strstr(screen(f), "walk x3"));
}

TEST_WITH(a_run_is_unfolded_here_and_everywhere, start_deep, stop)
{
	struct fixture *f = *state;

	f->v.cursor = node(f, "app;main");
	press(f, COMMAND_FOLD_HERE);
	assert_null(strstr(screen(f), "frames"));
	assert_non_null(strstr(screen(f), "loop"));
	assert_non_null(strstr(screen(f), "walk ×3"));
	f->v.cursor = node(f, "app;main;init;loop");
	press(f, COMMAND_FOLD_HERE);
	assert_non_null(strstr(screen(f), "┄ 4 frames"));
	f->choice.unfolded = true;
	size(f, 60, 12);
	assert_null(strstr(screen(f), "┄"));
	assert_null(strstr(screen(f), "×"));
	f->choice.unfolded = false;
	size(f, 60, 12);
	assert_non_null(strstr(screen(f), "┄ 4 frames"));
}

TEST_WITH(a_frame_in_a_run_is_pointed_at_and_zoomed_into, start_deep, stop)
{
	struct fixture *f = *state;
	uint32_t loop = node(f, "app;main;init;loop");
	struct flame_pointed at;
	struct action r;

	flame_view_point(&f->v, loop, f->pane);
	at = flame_view_pointed(&f->v);
	assert_int_equal(at.node, loop);
	assert_int_equal(at.run.frames, 4);
	r = press(f, COMMAND_ENTER);
	assert_int_equal(r.kind, ACTION_ZOOM);
	assert_int_equal(r.id, loop);
	press(f, COMMAND_UP); /* in an icicle graph the root is above */
	assert_int_equal(f->v.cursor, node(f, "app;main;init"));
	press(f, COMMAND_UP);
	assert_int_equal(f->v.cursor, node(f, "app;main"));
	press(f, COMMAND_UP);
	assert_int_equal(f->v.cursor, node(f, "app"));
	press(f, COMMAND_DOWN);
	press(f, COMMAND_DOWN);
	press(f, COMMAND_DOWN);
	assert_int_equal(f->v.cursor, loop);
}

TEST_WITH(a_search_finds_what_is_in_a_run, start_deep, stop)
{
	struct fixture *f = *state;

	search_for(f, "^loop$");
	assert_int_equal(press(f, COMMAND_NEXT).kind, ACTION_REDRAW);
	assert_int_equal(f->v.cursor, node(f, "app;main;init;loop"));
}

TEST_WITH(a_share_decides_what_is_drawn, start_deep, stop)
{
	struct fixture *f = *state;

	f->choice.unfolded = true;
	f->choice.least = 0.26;
	assert_null(strstr(screen(f), "walk"));
	assert_non_null(strstr(screen(f), "2 narrow frames"));
	assert_non_null(strstr(screen(f), "too narrow: +1"));
	assert_non_null(strstr(screen(f), " +1"));
	f->choice.least = 0.25;
	assert_non_null(strstr(screen(f), "walk"));
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
