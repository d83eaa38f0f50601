#include "lib/unit.h"

#include <locale.h>
#include <stdlib.h>

#include "base/number.h"
#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "view/heat/heat_geometry.h"
#include "view/heat/heat_view.h"

#define S  NS_PER_SECOND
#define MS UINT64_C(1000000)

struct fixture {
	struct profile *profile;
	struct bits all;
	struct heatmap map, matched;
	struct theme theme;
	struct choice choice;
	struct heat_view v;
	struct sheet sheet;
	struct pane pane;
};

/* Four columns of four rows: 1 . . 2, . 4 . ., nothing, 3 . 1 . from the bottom up. */
static const struct made_sample samples[] = {
    {.stack = "f", .time = 7 * S},
    {.stack = "f", .time = 7 * S + 750 * MS},
    {.stack = "f", .time = 7 * S + 999 * MS},
    {.stack = "f", .time = 8 * S + 250 * MS},
    {.stack = "f", .time = 8 * S + 251 * MS},
    {.stack = "f", .time = 8 * S + 252 * MS},
    {.stack = "f", .time = 8 * S + 499 * MS},
    {.stack = "f", .time = 10 * S},
    {.stack = "f", .time = 10 * S + 1},
    {.stack = "f", .time = 10 * S + 249 * MS},
    {.stack = "g", .time = 10 * S + 500 * MS},
};

static void show(struct fixture *f, uint64_t period, uint32_t rows)
{
	struct error err = ERROR_INIT;

	heatmap_release(&f->map);
	assert_true(
	    heatmap_build(&f->map, f->profile, &f->all, false, period, rows, &err));
	assert_true(heat_view_show(&f->v, &(struct heat_cells){.map = &f->map}, &err));
}

static void open(struct fixture *f, const struct made_sample *made, size_t count)
{
	struct error err = ERROR_INIT;

	f->profile = made_profile(made, count);
	assert_true(bits_build(&f->all, count, &err));
	for (size_t i = 0; i < count; i++)
		bits_add(&f->all, i);
	f->v = (struct heat_view){.theme = &f->theme,
				  .choice = &f->choice,
				  .selected = RANGE_ALL,
				  .focused = true};
	f->v.length = range_whole(f->profile).to;
	show(f, S, 4);
}

static void size(struct fixture *f, int width, int height)
{
	sheet_close(&f->sheet);
	sheet_open(&f->sheet, width, height);
	f->pane = pane_whole(f->sheet.canvas);
}

static int start(void **state)
{
	struct fixture *f = calloc(1, sizeof *f);

	if (!f)
		return -1;
	open(f, samples, sizeof samples / sizeof *samples);
	size(f, 14, 5);
	*state = f;
	return 0;
}

static void shut(struct fixture *f)
{
	heat_view_release(&f->v);
	heatmap_release(&f->map);
	heatmap_release(&f->matched);
	bits_release(&f->all);
	profile_free(f->profile);
}

static int stop(void **state)
{
	struct fixture *f = *state;

	shut(f);
	sheet_close(&f->sheet);
	free(f);
	return 0;
}

/* The screen after every command, and what the workspace does with a range. */
static struct action obey(struct fixture *f, const struct input *in)
{
	struct action r = heat_view_command(&f->v, in, f->pane);

	if (r.kind == ACTION_RANGE)
		f->v.selected = r.range;
	heat_view_follow(&f->v, f->pane);
	heat_view_draw(&f->v, sheet_clean(&f->sheet));
	return r;
}

static struct action press(struct fixture *f, enum command c)
{
	return obey(f, &(struct input){.command = c});
}

static struct action press_n(struct fixture *f, int n, enum command c)
{
	return obey(f, &(struct input){.command = c, .count = n});
}

static struct action mouse(struct fixture *f, enum command c, int x, int y)
{
	return obey(f, &(struct input){.command = c, .x = x, .y = y});
}

static const char *screen(struct fixture *f)
{
	heat_view_follow(&f->v, f->pane);
	heat_view_draw(&f->v, sheet_clean(&f->sheet));
	return sheet_text(&f->sheet);
}

static struct range cell(struct fixture *f, uint64_t *count)
{
	struct heat_pointed at;

	assert_true(heat_view_pointed(&f->v, &at));
	*count = at.count;
	return at.cell;
}

static void assert_at(struct fixture *f, uint64_t column, uint64_t ms)
{
	uint64_t count;

	assert_int_equal(cell(f, &count).from, column * S + ms * MS);
}

static void assert_range(struct action r, uint64_t from_ms, uint64_t to_ms, bool settled)
{
	assert_int_equal(r.kind, ACTION_RANGE);
	assert_int_equal(r.range.from, from_ms * MS);
	assert_int_equal(r.range.to, to_ms * MS);
	assert_int_equal(r.settled, settled);
}

/* ---- the picture ---- */

TEST_WITH(the_earliest_slice_is_at_the_bottom, start, stop)
{
	struct fixture *f = *state;

	f->v.focused = false;
	assert_string_equal(screen(f), "     │-\n"
				       "  500┤   .\n"
				       "     │ @\n"
				       "    0┤.  *\n"
				       "  ms └0───\n");
}

TEST_WITH(time_can_run_downwards, start, stop)
{
	struct fixture *f = *state;

	f->v.focused = false;
	f->choice.time_down = true;
	assert_string_equal(screen(f), "    0┤.  *\n"
				       "     │ @\n"
				       "  500┤   .\n"
				       "     │-\n"
				       "  ms └0───\n");
}

TEST_WITH(a_wide_pane_has_a_legend_a_strip_and_wide_cells, start, stop)
{
	struct fixture *f = *state;

	size(f, 64, 8);
	f->v.focused = false;
	assert_string_equal(
	    screen(f), "      ▆▆▆▆▆▆▆▆████████        ████████                3.500 s\n"
		       "     │--------                                         samples\n"
		       "  500┤                        ........                  @ 4\n"
		       "     │        @@@@@@@@                                  . 1\n"
		       "    0┤........                ********                    0\n"
		       "  ms └0───────1───────2───────3───────                1 s/col\n"
		       "\n"
		       "\n");
	f->theme.ascii = true;
	assert_true(strstr(screen(f), "      ********@@@@@@@@        @@@@@@@@   ") ==
		    f->sheet.text);
}

TEST_WITH(half_blocks_show_two_rows_a_line, start, stop)
{
	const colour white = COLOUR_RGB(255, 255, 255),
		     red = COLOUR_RGB(0xe5, 0x09, 0x14);
	struct fixture *f = *state;
	const struct cell *c;

	f->theme.depth = PALETTE_256;
	f->v.focused = false;
	assert_string_equal(screen(f), "     │▀  ▀\n"
				       "    0┤▀▀ ▀\n"
				       "  ms └0───\n"
				       "\n"
				       "\n");
	c = sheet_cell(&f->sheet, 7, 1); /* four samples above none */
	assert_int_equal(c->style.fg, red);
	assert_int_equal(c->style.bg, white);
	c = sheet_cell(&f->sheet, 8, 0); /* a second without samples */
	assert_int_equal(c->rune, U' ');
	assert_int_equal(c->style.bg, white);
	c = sheet_cell(&f->sheet, 6, 1);
	assert_int_equal(c->style.fg, white);
	assert_int_equal(c->style.bg, theme_heat(&f->theme, 1, 4));
}

TEST_WITH(an_odd_number_of_rows_leaves_half_a_line_blank, start, stop)
{
	struct fixture *f = *state;

	f->theme = (struct theme){.depth = PALETTE_256, .scale = HEAT_DARK};
	f->v.focused = false;
	show(f, S, 5);
	assert_string_equal(screen(f), "  800┤▄\n"
				       "     │▀▄ ▄\n"
				       "    0┤▄▀ ▀\n"
				       "  ms └0───\n"
				       "\n");
	f->choice.time_down = true;
	assert_string_equal(screen(f), "    0┤▀▄ ▀\n"
				       "     │▄▀ ▀\n"
				       "  800┤▀\n"
				       "  ms └0───\n"
				       "\n");
}

TEST_WITH(the_wall_clock_has_a_line_where_there_is_room, start, stop)
{
	struct fixture *f = *state;

	f->v.clock = (struct heat_clock){.known = true, .origin = 3600 * (int64_t)S};
	size(f, 40, 7);
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 6), " UTC  01:00:00        01:00:02");
	f->v.clock.source = WALL_HEADER;
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 6), "about 01:00:00        01:00:02");
	size(f, 40, 6);
	assert_null(strstr(screen(f), "01:00"));
}

TEST_WITH(without_a_map_a_sentence_says_why, start, stop)
{
	struct fixture *f = *state;
	struct error err = ERROR_INIT;

	size(f, 40, 6);
	f->v.why = "This profile has no times.";
	assert_true(heat_view_show(&f->v, &(struct heat_cells){0}, &err));
	assert_true(strstr(screen(f), f->v.why));
	assert_int_equal(press(f, COMMAND_SELECT).kind, ACTION_NONE);
	assert_int_equal(mouse(f, COMMAND_PRESS, 8, 2).kind, ACTION_NONE);
	assert_false(heat_view_pointed(&f->v, &(struct heat_pointed){0}));
}

/* Ticks of one CPU, a tenth of a second apart, with one missing; cells are half as long. */
static void show_busy(struct fixture *f, struct cpu_usage *busy)
{
	const struct cpu_usage_query q = {.period = 100 * MS, .which = &f->all};
	struct heat_cells cells = {.map = &f->map, .busy = busy};
	struct made_sample ticks[19] = {0};
	struct error err = ERROR_INIT;

	for (uint64_t i = 0; i < 19; i++)
		ticks[i] = (struct made_sample){
		    .stack = "f", .time = 10 * S + (i < 5 ? i : i + 1) * 100 * MS};
	shut(f);
	f->map = f->matched = (struct heatmap){0};
	open(f, ticks, 19);
	heatmap_release(&f->map);
	assert_true(
	    heatmap_build_empty(&f->map, f->profile, &f->all, false, S, 20, &err));
	assert_true(cpu_usage_build(busy, &f->map, f->profile, &q, &err));
	assert_true(heat_view_show(&f->v, &cells, &err));
	f->v.focused = false;
}

/* What is drawn in a cell of the first column; row 0 is the lowest. */
static char32_t drawn(struct fixture *f, int row)
{
	struct rect cells = heat_geometry_of(&f->v, f->pane).cells;

	return sheet_cell(&f->sheet, cells.x, cells.y + cells.h - 1 - row)->rune;
}

TEST_WITH(a_cell_without_a_tick_is_drawn_as_those_around_it, start, stop)
{
	struct fixture *f = *state;
	struct heat_pointed at;
	struct cpu_usage busy;

	show_busy(f, &busy);
	size(f, 80, 24);
	screen(f);
	for (int row = 0; row < 20; row++)
		assert_int_equal(drawn(f, row), row == 10		? U' '
						: row == 9 || row == 11 ? U'='
									: U'@');
	assert_true(sheet_says(&f->sheet, "CPUs busy"));
	assert_true(sheet_says(&f->sheet, "@ 1.00"));
	assert_false(sheet_says(&f->sheet, "samples"));
	f->v.cursor = 150 * MS;
	assert_true(heat_view_pointed(&f->v, &at));
	assert_true(at.is_busy && at.ticks == 0 && at.level == CPU_USAGE_ONE);
	f->v.cursor = 500 * MS;
	assert_true(heat_view_pointed(&f->v, &at));
	assert_true(at.is_busy && at.ticks == 1 && at.count == 0 && at.level == 0);
	f->choice.idle = IDLE_ONLY;
	for (int width = 64; width <= 81; width++) { /* which does not touch the edge */
		size(f, width, 24);
		assert_true(strstr(screen(f), "CPUs idle\n"));
		assert_int_equal(sheet_cell(&f->sheet, width - 1, 1)->rune, ' ');
		assert_int_equal(sheet_cell(&f->sheet, width - 2, 1)->rune, 'e');
	}
	cpu_usage_release(&busy);
}

TEST_WITH(cells_with_matches_stand_out, start, stop)
{
	struct fixture *f = *state;
	const struct heat_cells cells = {.map = &f->map, .matched = &f->matched};
	struct error err = ERROR_INIT;
	struct bits found = {0};

	assert_true(bits_build(&found, f->profile->samples.count, &err));
	bits_add(&found, 10);
	assert_true(heatmap_build(&f->matched, f->profile, &found, false, S, 4, &err));
	assert_true(heat_view_show(&f->v, &cells, &err));
	screen(f);
	assert_int_equal(sheet_cell(&f->sheet, 9, 1)->style.attr,
			 ATTR_UNDERLINE | ATTR_BOLD);
	assert_int_equal(sheet_cell(&f->sheet, 9, 3)->style.attr, ATTR_DIM);
	f->theme.depth = PALETTE_16;
	screen(f);
	assert_int_equal(sheet_cell(&f->sheet, 9, 1)->style.fg,
			 theme_match(&f->theme, 1, 1));
	assert_int_equal(sheet_cell(&f->sheet, 9, 3)->style.fg, COLOUR_DEFAULT);
	f->theme.depth = PALETTE_256;
	screen(f);
	assert_int_equal(sheet_cell(&f->sheet, 9, 0)->style.bg,
			 theme_match(&f->theme, 1, 1));
	bits_release(&found);
}

/* Row 2 of the last column has one sample, which matches the search. */
TEST_WITH(while_something_is_searched_the_legend_says_what_is_grey, start, stop)
{
	struct fixture *f = *state;
	const struct heat_cells cells = {.map = &f->map, .matched = &f->matched};
	struct error err = ERROR_INIT;
	struct bits found = {0};
	int x;

	assert_true(bits_build(&found, f->profile->samples.count, &err));
	bits_add(&found, 10);
	f->v.focused = false;
	f->theme.depth = PALETTE_256;
	size(f, 64, 16);
	show(f, S, 20);
	assert_true(heatmap_build(&f->matched, f->profile, &found, false, S, 20, &err));
	assert_true(heat_view_show(&f->v, &cells, &err));
	x = heat_geometry_of(&f->v, f->pane).legend;
	assert_non_null(strstr(screen(f), " found\n"));
	assert_non_null(strstr(f->sheet.text, " others\n"));
	/* "found", its 1, "others", their 3, 2 and 1, none */
	for (int i = 0; i < 7; i++) {
		const colour expected[] = {COLOUR_DEFAULT,
					   theme_match(&f->theme, 1, 1),
					   COLOUR_DEFAULT,
					   theme_unmatched(&f->theme, 3, 3),
					   theme_unmatched(&f->theme, 2, 3),
					   theme_unmatched(&f->theme, 1, 3),
					   theme_ground(&f->theme)};

		assert_int_equal(sheet_cell(&f->sheet, x, 1 + i)->style.bg, expected[i]);
	}
	f->theme.depth = PALETTE_8;
	size(f, 64, 16);
	assert_non_null(strstr(screen(f), " @ found\n"));
	assert_non_null(strstr(f->sheet.text, " samples\n"));
	heat_view_show(&f->v, &(struct heat_cells){.map = &f->map}, &err);
	assert_null(strstr(screen(f), "found"));
	bits_release(&found);
}

TEST_WITH(a_share_is_of_what_is_there_and_of_nothing_there_is_none, start, stop)
{
	struct fixture *f = *state;
	const struct heat_cells cells = {.map = &f->map, .matched = &f->matched};
	struct error err = ERROR_INIT;
	struct bits found = {0};
	struct heat_share share;
	struct heat_pointed at;

	assert_true(bits_build(&found, f->profile->samples.count, &err));
	bits_add(&found, 1);
	for (uint64_t i = 3; i < 6; i++)
		bits_add(&found, i);
	bits_add(&found, 10);
	show(f, 4 * S, 1);
	assert_true(
	    heatmap_build(&f->matched, f->profile, &found, false, 4 * S, 1, &err));
	assert_true(heat_view_show(&f->v, &cells, &err));
	assert_false(heat_view_shares(&f->v));
	f->choice.shares = true;
	assert_true(heat_view_share(&f->v, 0, 0, &share));
	assert_true(share.found == 5 && share.of == 11 && !share.few);
	assert_int_equal(share.part, 4545);
	screen(f);
	assert_true(sheet_says(&f->sheet, "0┤444444"));
	heatmap_release(&f->matched);
	show(f, S, 4);
	assert_true(heatmap_build(&f->matched, f->profile, &found, false, S, 4, &err));
	assert_true(heat_view_show(&f->v, &cells, &err));
	assert_false(heat_view_share(&f->v, 0, 1, &share)); /* no samples, so no share */
	assert_true(heat_view_share(&f->v, 0, 0, &share));  /* of one sample, none */
	assert_true(share.found == 0 && share.part == 0 && share.few);
	assert_true(heat_view_share(&f->v, 1, 1, &share));
	assert_true(share.found == 3 && share.part == 7500 && share.few);
	screen(f);
	assert_true(heat_view_pointed(&f->v, &at) && at.has_share && at.share.of == 1);
	f->choice.shares = false;
	assert_true(heat_view_pointed(&f->v, &at) && !at.has_share);
	bits_release(&found);
}

/* On a light background reversed letters are white, which is invisible on cyan. */
static void assert_letter_at_cursor_is_dark(struct fixture *f, int x, int y)
{
	for (int depth = PALETTE_8; depth <= PALETTE_16; depth++)
		for (int light = 0; light < 2; light++) {
			struct style at;

			f->theme = (struct theme){
			    .depth = depth, .scale = light ? HEAT_DEFAULT : HEAT_DARK};
			screen(f);
			at = sheet_cell(&f->sheet, x, y)->style;
			assert_true(at.fg == COLOUR_RGB(0, 0, 0));
			assert_true(at.bg == COLOUR_RGB(0x00, 0xd7, 0xff));
			assert_int_equal(at.attr & ATTR_REVERSE, 0);
		}
}

TEST_WITH(the_cursor_and_the_selection_show_with_few_colours_and_none, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_RIGHT);
	press(f, COMMAND_SELECT);
	press(f, COMMAND_UP);
	assert_int_equal(sheet_cell(&f->sheet, 7, 3)->style.attr, ATTR_REVERSE);
	assert_int_equal(sheet_cell(&f->sheet, 7, 2)->style.attr,
			 ATTR_REVERSE | ATTR_BOLD);
	assert_int_equal(sheet_cell(&f->sheet, 7, 1)->style.attr, 0);
	press(f, COMMAND_UP);
	assert_int_equal(sheet_cell(&f->sheet, 7, 1)->rune, U'o');
	assert_letter_at_cursor_is_dark(f, 7, 1);
}

TEST_WITH(two_ends_of_a_diagonal_tell_how_often_something_comes, start, stop)
{
	struct fixture *f = *state;
	uint64_t every;

	assert_false(heat_view_diagonal(&f->v, &every));
	press(f, COMMAND_SELECT);
	press(f, COMMAND_UP);
	assert_false(heat_view_diagonal(&f->v, &every)); /* in one column */
	press_n(f, 2, COMMAND_RIGHT);
	/* two columns and 250 ms, of which the cells can resolve 100 ms */
	assert_true(heat_view_diagonal(&f->v, &every));
	assert_true(every == 1100 * MS);
	press(f, COMMAND_DOWN);
	assert_true(heat_view_diagonal(&f->v, &every) && every == S);
	press(f, COMMAND_OTHER_END);
	assert_true(heat_view_diagonal(&f->v, &every) && every == S);
	press(f, COMMAND_SELECT);
	assert_false(heat_view_diagonal(&f->v, &every));
}

/* A lies in the first column and B in the third: the cells around them have their colours. */
TEST_WITH(sides_have_outlines_of_their_colours_in_the_cells_around_them, start, stop)
{
	struct fixture *f = *state;

	f->v.focused = false;
	f->v.selected = (struct range){0, 1 * S};
	f->v.baseline = (struct range){2 * S, 2 * S + 500 * MS};
	f->theme.depth = PALETTE_256;
	size(f, 40, 4);
	heat_view_draw(&f->v, sheet_clean(&f->sheet));
	assert_int_equal(sheet_cell(&f->sheet, 14, 1)->style.bg,
			 theme_side(&f->theme, SIDE_A));
	assert_int_not_equal(sheet_cell(&f->sheet, 15, 1)->style.bg,
			     theme_side(&f->theme, SIDE_A));
	assert_int_equal(sheet_cell(&f->sheet, 21, 1)->style.bg,
			 theme_side(&f->theme, SIDE_B));
	assert_int_equal(sheet_cell(&f->sheet, 25, 0)->style.bg,
			 theme_side(&f->theme, SIDE_B));
	f->v.swapped = true;
	heat_view_draw(&f->v, sheet_clean(&f->sheet));
	assert_int_equal(sheet_cell(&f->sheet, 14, 1)->style.bg,
			 theme_side(&f->theme, SIDE_B));
	f->v.baseline = (struct range){0, 0};
	heat_view_draw(&f->v, sheet_clean(&f->sheet));
	assert_int_not_equal(sheet_cell(&f->sheet, 14, 1)->style.bg,
			     theme_side(&f->theme, SIDE_B));
}

/* With few colours each side has its own: magenta would stand for both. */
TEST_WITH(cells_of_a_side_have_its_colour_where_there_are_few, start, stop)
{
	struct fixture *f = *state;

	f->v.focused = false;
	f->v.selected = (struct range){0, 1 * S};
	f->v.baseline = (struct range){2 * S, 4 * S};
	for (int depth = PALETTE_8; depth <= PALETTE_16; depth++) {
		struct style a, b;

		f->theme.depth = (enum palette_depth)depth;
		size(f, 14, 5);
		heat_view_draw(&f->v, sheet_clean(&f->sheet));
		a = sheet_cell(&f->sheet, 6, 0)->style;
		b = sheet_cell(&f->sheet, 9, 0)->style;
		assert_int_equal(sheet_cell(&f->sheet, 9, 1)->rune, '.');
		assert_int_equal(a.bg, theme_side(&f->theme, SIDE_A));
		assert_int_equal(b.bg, theme_side(&f->theme, SIDE_B));
		assert_int_equal(a.attr & ATTR_REVERSE, 0);
		assert_int_equal(b.fg, theme_side_words(&f->theme, SIDE_B).fg);
	}
}

/* ---- moving ---- */

TEST_WITH(past_the_end_of_a_column_is_the_next_one, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_DOWN);
	assert_at(f, 0, 0);
	for (int i = 0; i < 3; i++)
		press(f, COMMAND_UP);
	assert_at(f, 0, 750);
	press(f, COMMAND_UP);
	assert_at(f, 1, 0);
	press(f, COMMAND_DOWN);
	assert_at(f, 0, 750);
	press_n(f, 6, COMMAND_UP);
	assert_at(f, 2, 250);
	press_n(f, 7, COMMAND_DOWN);
	assert_at(f, 0, 500);
	press_n(f, 1000, COMMAND_UP);
	assert_at(f, 3, 750);
	press_n(f, 1000, COMMAND_DOWN);
	assert_at(f, 0, 0);
}

TEST_WITH(columns_and_rows_have_ends, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_LAST);
	assert_at(f, 0, 750);
	press(f, COMMAND_LEFT);
	assert_at(f, 0, 750);
	press_n(f, 99, COMMAND_RIGHT);
	assert_at(f, 3, 750);
	press(f, COMMAND_FIRST);
	assert_at(f, 3, 0);
	press(f, COMMAND_TOP);
	assert_at(f, 0, 0);
	press(f, COMMAND_BOTTOM);
	assert_at(f, 3, 0);
	press_n(f, 2, COMMAND_BOTTOM);
	assert_at(f, 2, 0);
	press(f, COMMAND_PAGE_UP);
	assert_at(f, 0, 0);
	press(f, COMMAND_PAGE_DOWN);
	assert_at(f, 3, 0);
}

TEST_WITH(up_is_always_up_on_the_screen, start, stop)
{
	struct fixture *f = *state;

	f->choice.time_down = true;
	press(f, COMMAND_DOWN);
	assert_at(f, 0, 250);
	press(f, COMMAND_UP);
	assert_at(f, 0, 0);
}

TEST_WITH(the_cell_under_the_cursor_has_its_count, start, stop)
{
	struct fixture *f = *state;
	uint64_t count;

	press(f, COMMAND_RIGHT);
	press(f, COMMAND_UP);
	assert_int_equal(cell(f, &count).to, 1500 * MS);
	assert_int_equal(count, 4);
	press(f, COMMAND_RIGHT);
	cell(f, &count);
	assert_int_equal(count, 0);
}

TEST_WITH(a_long_map_scrolls_with_the_cursor, start, stop)
{
	static const struct made_sample long_one[] = {{.stack = "f", .time = 0},
						      {.stack = "f", .time = 99 * S}};
	struct fixture *f = *state;

	shut(f);
	f->map = (struct heatmap){0};
	open(f, long_one, 2);
	size(f, 27, 8); /* room for 20 columns */
	screen(f);
	assert_string_equal(sheet_line(&f->sheet, 5), "  ms └0─────────10────────");
	press_n(f, 19, COMMAND_RIGHT);
	assert_int_equal(f->v.scroll, 0);
	press(f, COMMAND_RIGHT);
	assert_int_equal(f->v.scroll, 1);
	press(f, COMMAND_BOTTOM);
	assert_int_equal(f->v.scroll, 80);
	assert_string_equal(sheet_line(&f->sheet, 5), "  ms └80────────90────────");
	/* the strip shows everything, and a click there moves there */
	mouse(f, COMMAND_PRESS, 6 + 5, 0);
	assert_at(f, 25, 0);
	mouse(f, COMMAND_RELEASE, 6 + 5, 0);
	assert_int_equal(f->v.marking, MARKING_NONE);
	assert_int_equal(f->v.scroll, 25);
	mouse(f, COMMAND_WHEEL_DOWN, 10, 3);
	assert_true(f->v.cursor > 25 * S);
	press(f, COMMAND_TOP);
	mouse(f, COMMAND_WHEEL_UP, 10, 3);
	assert_at(f, 0, 0);
}

/* A hundred columns, 20 of which are shown. */
static void open_long(struct fixture *f)
{
	static const struct made_sample long_one[] = {{.stack = "f", .time = 0},
						      {.stack = "f", .time = 99 * S}};

	shut(f);
	f->map = (struct heatmap){0};
	open(f, long_one, 2);
	size(f, 27, 8);
	screen(f);
}

/* What the workspace does with a request for a different period. */
static void zoom_by(struct fixture *f, enum command c, int x, int y)
{
	struct action r = heat_view_command(
	    &f->v, &(struct input){.command = c, .x = x, .y = y}, f->pane);

	assert_int_equal(r.kind, ACTION_PERIOD);
	show(f, r.value, 4);
	screen(f);
}

TEST_WITH(the_window_follows_a_selection_made_elsewhere, start, stop)
{
	struct fixture *f = *state;

	open_long(f);
	f->v.selected = (struct range){50 * S, 54 * S};
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 42); /* in the middle */
	assert_at(f, 50, 0);
	f->v.selected = (struct range){44 * S, 46 * S};
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 42); /* it was visible */
	assert_at(f, 44, 0);
	f->v.selected = (struct range){10 * S, 90 * S};
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 42); /* the cursor is in it */
	f->v.selected = (struct range){98 * S, UINT64_MAX};
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 80);
	f->v.selected = (struct range){0, S};
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 0);
	f->v.selected = RANGE_ALL;
	f->v.cursor = 30 * S;
	heat_view_reveal(&f->v);
	screen(f);
	assert_int_equal(f->v.scroll, 11);
}

TEST_WITH(a_step_is_seen_whole, start, stop)
{
	struct fixture *f = *state;

	open_long(f);
	f->v.selected = (struct range){10 * S, 20 * S};
	heat_view_reveal(&f->v);
	press(f, COMMAND_STEP_ON);
	assert_true(f->v.scroll <= 20 && f->v.scroll + 20 >= 30);
	press(f, COMMAND_STEP_ON);
	assert_true(f->v.scroll <= 30 && f->v.scroll + 20 >= 40);
}

TEST_WITH(keys_zoom_about_the_cursor, start, stop)
{
	struct fixture *f = *state;

	open_long(f);
	press_n(f, 50, COMMAND_RIGHT);
	press_n(f, 10, COMMAND_LEFT); /* column 40, in the tenth column of the screen */
	assert_int_equal(f->v.scroll, 31);
	for (int i = 0; i < 3; i++) {
		zoom_by(f, COMMAND_ZOOM_IN, 0, 0);
		assert_int_equal(40 * S / f->map.period - f->v.scroll, 9);
	}
	for (int i = 0; i < 3; i++)
		zoom_by(f, COMMAND_ZOOM_OUT, 0, 0);
	assert_int_equal(f->map.period, S);
	assert_int_equal(f->v.scroll, 31);
	zoom_by(f, COMMAND_FIT, 0, 0);
	assert_int_equal(f->v.scroll, 0);
}

/* The columns of the selection: all of it is visible, or nothing else is. */
static void assert_selection_is_seen(struct fixture *f)
{
	uint64_t first = f->v.selected.from / f->map.period;
	uint64_t last = (f->v.selected.to - 1) / f->map.period, scroll = f->v.scroll;

	if (last - first < 20)
		assert_true(scroll <= first && last < scroll + 20);
	else
		assert_true(first <= scroll && scroll + 20 <= last + 1);
}

TEST_WITH(keys_zoom_into_a_selection, start, stop)
{
	struct fixture *f = *state;

	open_long(f);
	for (int end = 0; end < 2; end++) {
		f->v.selected = (struct range){30 * S, 42 * S};
		f->v.cursor = 35 * S;
		heat_view_reveal(&f->v);
		screen(f);
		f->v.cursor = end ? 41 * S : 30 * S;
		screen(f);
		for (int i = 0; i < 6; i++) {
			zoom_by(f, COMMAND_ZOOM_IN, 0, 0);
			assert_selection_is_seen(f);
		}
		for (int i = 0; i < 7; i++) {
			zoom_by(f, COMMAND_ZOOM_OUT, 0, 0);
			assert_selection_is_seen(f);
		}
		zoom_by(f, COMMAND_ZOOM_IN, 0, 0);
	}
}

TEST_WITH(the_wheel_zooms_about_the_pointer, start, stop)
{
	struct fixture *f = *state;
	struct range at;
	uint64_t count;

	open_long(f);
	press_n(f, 30, COMMAND_RIGHT);
	assert_int_equal(f->v.scroll, 11);
	mouse(f, COMMAND_HOVER, 6 + 4, 4); /* column 15 */
	at = cell(f, &count);
	assert_int_equal(at.from, 15 * S);
	for (int i = 0; i < 3; i++) {
		zoom_by(f, COMMAND_WHEEL_IN, 6 + 4, 4);
		assert_int_equal(at.from / f->map.period - f->v.scroll, 4);
		assert_true(f->v.cursor / f->map.period >= f->v.scroll);
		assert_true(f->v.cursor / f->map.period < f->v.scroll + 20);
	}
	for (int i = 0; i < 3; i++)
		zoom_by(f, COMMAND_WHEEL_OUT, 6 + 4, 4);
	assert_int_equal(f->v.scroll, 11);
}

TEST_WITH(the_wheel_scrolls_and_the_cursor_comes_along, start, stop)
{
	struct fixture *f = *state;

	open_long(f);
	press_n(f, 10, COMMAND_RIGHT);
	mouse(f, COMMAND_WHEEL_DOWN, 8, 3);
	assert_int_equal(f->v.scroll, 3);
	assert_int_equal(f->v.cursor, 10 * S);
	for (int i = 0; i < 3; i++)
		mouse(f, COMMAND_WHEEL_DOWN, 8, 3);
	assert_int_equal(f->v.scroll, 12);
	assert_int_equal(f->v.cursor, 12 * S);
	mouse(f, COMMAND_HOVER, 8, 4);
	assert_int_equal(f->v.hover, 14 * S);
	mouse(f, COMMAND_WHEEL_UP, 8, 4);
	assert_int_equal(f->v.hover, 11 * S); /* what is under the pointer now */
	for (int i = 0; i < 50; i++)
		mouse(f, COMMAND_WHEEL_DOWN, 8, 3);
	assert_int_equal(f->v.scroll, 80);
	assert_int_equal(mouse(f, COMMAND_WHEEL_DOWN, 8, 3).kind, ACTION_NONE);
	assert_at(f, 82, 250);
	press(f, COMMAND_TOP);
	assert_at(f, 0, 0); /* after a key, the cursor counts, not the pointer */
}

TEST_WITH(strip_and_map_have_one_scale_where_all_is_shown, start, stop)
{
	struct fixture *f = *state;
	struct heat_geometry g;

	for (int width = 40; width < 200; width++) {
		size(f, width, 8);
		g = heat_geometry_of(&f->v, f->pane);
		assert_int_equal(g.shown, f->map.columns);
		assert_int_equal(g.strip_width, g.cells.w);
	}
	open_long(f);
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.strip_width, 20);
	assert_int_equal(g.cells.w, 20);
	size(f, 150, 8);
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.shown, 100);
	assert_int_equal(g.strip_width, 100);
}

TEST_WITH(the_wheel_does_nothing_where_everything_is_shown, start, stop)
{
	struct fixture *f = *state;

	assert_int_equal(mouse(f, COMMAND_WHEEL_DOWN, 7, 2).kind, ACTION_NONE);
	assert_at(f, 0, 0);
}

/* ---- selecting ---- */

TEST_WITH(both_ends_of_a_selection_are_inside_whichever_came_first, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_RIGHT);
	press(f, COMMAND_UP);
	assert_range(press(f, COMMAND_SELECT), 1250, 1500, false);
	assert_range(press(f, COMMAND_LEFT), 250, 1500, false);
	assert_range(press(f, COMMAND_SELECT), 250, 1500, true);
	press(f, COMMAND_CANCEL);
	press(f, COMMAND_SELECT);
	assert_range(press(f, COMMAND_RIGHT), 250, 1500, false);
	assert_range(press(f, COMMAND_SELECT), 250, 1500, true);
	assert_int_equal(press(f, COMMAND_RIGHT).kind, ACTION_REDRAW);
}

TEST_WITH(whole_columns_can_be_selected, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_RIGHT);
	press(f, COMMAND_LAST);
	assert_range(press(f, COMMAND_COLUMNS), 1000, 2000, false);
	assert_range(press(f, COMMAND_RIGHT), 1000, 3000, false);
	press(f, COMMAND_LEFT);
	assert_range(press(f, COMMAND_LEFT), 0, 2000, false);
	assert_range(press(f, COMMAND_COLUMNS), 0, 2000, true);
}

TEST_WITH(o_goes_to_the_other_end, start, stop)
{
	struct fixture *f = *state;

	press(f, COMMAND_SELECT);
	press_n(f, 2, COMMAND_RIGHT);
	assert_range(press(f, COMMAND_OTHER_END), 0, 2250, false);
	assert_at(f, 0, 0);
	assert_range(press(f, COMMAND_UP), 250, 2250, false);
	assert_range(press(f, COMMAND_SELECT), 250, 2250, true);
	press(f, COMMAND_OTHER_END);
	assert_at(f, 2, 0);
	press(f, COMMAND_OTHER_END);
	assert_at(f, 0, 250);
}

TEST_WITH(escape_restores_what_was_selected_before, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	f->v.selected = (struct range){500 * MS, 750 * MS};
	press(f, COMMAND_SELECT);
	press(f, COMMAND_RIGHT);
	assert_range(press(f, COMMAND_CANCEL), 500, 750, true);
	r = press(f, COMMAND_CANCEL);
	assert_int_equal(r.kind, ACTION_RANGE);
	assert_true(range_is_all(r.range));
	assert_int_equal(press(f, COMMAND_CANCEL).kind, ACTION_NONE);
}

TEST_WITH(enter_ends_a_selection_and_goes_to_the_graph, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	press(f, COMMAND_SELECT);
	r = press(f, COMMAND_ENTER);
	assert_int_equal(r.kind, ACTION_GRAPH);
	assert_true(r.settled);
	assert_int_equal(r.range.to, 250 * MS);
	r = press(f, COMMAND_ENTER);
	assert_int_equal(r.kind, ACTION_GRAPH);
	assert_false(r.settled);
}

TEST_WITH(a_selection_steps_by_its_own_length_and_stops_at_the_ends, start, stop)
{
	struct fixture *f = *state;

	assert_int_equal(press(f, COMMAND_STEP_ON).kind, ACTION_NONE);
	f->v.selected = (struct range){750 * MS, 1500 * MS};
	assert_range(press(f, COMMAND_STEP_ON), 1500, 2250, true);
	assert_range(press_n(f, 2, COMMAND_STEP_BACK), 0, 750, true);
	assert_int_equal(press(f, COMMAND_STEP_BACK).kind, ACTION_NONE);
	assert_range(press_n(f, 4, COMMAND_STEP_ON), 3000, 3750, true);
	assert_int_equal(press(f, COMMAND_STEP_ON).kind, ACTION_NONE);
	assert_int_equal(f->v.selected.to, 3750 * MS);
}

/* Every length and place, and counts far too large, which stop at the ends. */
TEST_WITH(a_step_goes_as_far_as_there_is_something, start, stop)
{
	struct fixture *f = *state;
	struct dice d = {11};

	for (int i = 0; i < 2000; i++) {
		uint64_t from = dice_below(&d, 3500) * MS;
		uint64_t length = (1 + dice_below(&d, 3500)) * MS;
		int n = 1 + (int)dice_below(&d, i % 2 ? 3 : 1000000);
		bool on = dice_below(&d, 2);
		struct action r;

		f->v.selected = (struct range){from, from + length};
		r = press_n(f, n, on ? COMMAND_STEP_ON : COMMAND_STEP_BACK);
		if (on ? from + length >= f->v.length : from == 0) {
			assert_int_equal(r.kind, ACTION_NONE);
			continue;
		}
		assert_int_equal(r.kind, ACTION_RANGE);
		assert_int_equal(r.range.to - r.range.from, length);
		assert_true(r.range.from < f->v.length);
		if (on) {
			assert_int_equal((r.range.from - from) % length, 0);
			assert_true((r.range.from - from) / length == (uint64_t)n ||
				    r.range.to >= f->v.length);
		} else if (r.range.from) {
			assert_int_equal((from - r.range.from) / length, n);
			assert_int_equal((from - r.range.from) % length, 0);
		}
	}
}

TEST_WITH(a_range_to_the_end_steps_by_what_is_there, start, stop)
{
	struct fixture *f = *state;

	f->v.selected = (struct range){3 * S, UINT64_MAX};
	assert_range(press(f, COMMAND_STEP_BACK), 2500, 3000, true);
	f->v.selected = (struct range){3 * S, 600 * S};
	assert_range(press(f, COMMAND_STEP_BACK), 2500, 3000, true);
}

TEST_WITH(there_is_no_step_to_where_no_samples_are, start, stop)
{
	struct fixture *f = *state;

	f->v.selected = (struct range){0, f->v.length};
	assert_int_equal(press(f, COMMAND_STEP_ON).kind, ACTION_NONE);
	f->v.selected = (struct range){S, UINT64_MAX};
	assert_int_equal(press(f, COMMAND_STEP_ON).kind, ACTION_NONE);
}

/* ---- the mouse; cell (c, r) is at (6 + c, 3 - r) ---- */

TEST_WITH(press_drag_and_release_select, start, stop)
{
	struct fixture *f = *state;

	assert_range(mouse(f, COMMAND_PRESS, 8, 1), 2500, 2750, false);
	assert_range(mouse(f, COMMAND_DRAG, 7, 2), 1250, 2750, false);
	assert_range(mouse(f, COMMAND_RELEASE, 7, 2), 1250, 2750, true);
	assert_int_equal(f->v.marking, MARKING_NONE);
	assert_int_equal(mouse(f, COMMAND_DRAG, 6, 2).kind, ACTION_NONE);
}

TEST_WITH(a_drag_back_to_its_first_cell_still_selects, start, stop)
{
	struct fixture *f = *state;

	mouse(f, COMMAND_PRESS, 8, 1);
	mouse(f, COMMAND_DRAG, 9, 1);
	mouse(f, COMMAND_DRAG, 8, 1);
	assert_range(mouse(f, COMMAND_RELEASE, 8, 1), 2500, 2750, true);
}

TEST_WITH(a_click_starts_a_selection_and_the_next_ends_it, start, stop)
{
	struct fixture *f = *state;

	mouse(f, COMMAND_PRESS, 8, 1);
	assert_int_equal(mouse(f, COMMAND_RELEASE, 8, 1).kind, ACTION_REDRAW);
	assert_int_equal(f->v.marking, MARKING_CELLS);
	assert_range(mouse(f, COMMAND_HOVER, 9, 3), 2500, 3250, false);
	assert_range(mouse(f, COMMAND_HOVER, 7, 3), 1000, 2750, false);
	mouse(f, COMMAND_PRESS, 7, 3);
	assert_range(mouse(f, COMMAND_RELEASE, 7, 3), 1000, 2750, true);
	assert_int_equal(f->v.marking, MARKING_NONE);
}

TEST_WITH(escape_forgets_a_click, start, stop)
{
	struct fixture *f = *state;
	struct action r;

	mouse(f, COMMAND_PRESS, 8, 1);
	mouse(f, COMMAND_RELEASE, 8, 1);
	r = press(f, COMMAND_CANCEL);
	assert_true(range_is_all(r.range));
	assert_int_equal(mouse(f, COMMAND_HOVER, 9, 3).kind, ACTION_REDRAW);
}

TEST_WITH(hovering_previews_the_cell_without_moving_the_cursor, start, stop)
{
	struct fixture *f = *state;
	uint64_t count;

	assert_int_equal(mouse(f, COMMAND_HOVER, 7, 2).kind, ACTION_REDRAW);
	assert_int_equal(cell(f, &count).from, 1250 * MS);
	assert_int_equal(count, 4);
	assert_int_equal(f->v.cursor, 0);
	assert_int_equal(mouse(f, COMMAND_HOVER, 7, 2).kind, ACTION_NONE);
	assert_int_equal(mouse(f, COMMAND_HOVER, 1, 2).kind, ACTION_REDRAW);
	assert_int_equal(cell(f, &count).from, 0);
}

TEST_WITH(shift_extends_the_nearer_end, start, stop)
{
	struct fixture *f = *state;

	assert_range(mouse(f, COMMAND_EXTEND, 7, 2), 1250, 1500, false);
	assert_range(mouse(f, COMMAND_EXTEND, 8, 3), 1250, 2250, false);
	assert_range(mouse(f, COMMAND_EXTEND, 6, 3), 0, 2250, false);
	assert_range(mouse(f, COMMAND_EXTEND, 6, 1), 500, 2250, false);
	assert_range(mouse(f, COMMAND_EXTEND, 7, 0), 500, 2000, false);
	assert_range(mouse(f, COMMAND_RELEASE, 7, 0), 500, 2000, true);
}

TEST_WITH(shift_extends_a_selection_without_an_end_too, start, stop)
{
	struct fixture *f = *state;

	f->v.selected = (struct range){500 * MS, UINT64_MAX};
	assert_range(mouse(f, COMMAND_EXTEND, 9, 3), 500, 3250, false);
}

TEST_WITH(a_drag_that_leaves_the_map_goes_on_along_its_edge, start, stop)
{
	struct fixture *f = *state;

	mouse(f, COMMAND_PRESS, 8, 1);
	assert_range(mouse(f, COMMAND_DRAG, 7, 40), 1000, 2750, false);
	assert_range(mouse(f, COMMAND_DRAG, 90, -3), 2500, 4000, false);
	assert_range(mouse(f, COMMAND_DRAG, -5, 1), 500, 2750, false);
	assert_range(mouse(f, COMMAND_RELEASE, -5, 1), 500, 2750, true);
}

TEST_WITH(a_press_beside_the_map_selects_nothing, start, stop)
{
	struct fixture *f = *state;

	assert_int_equal(mouse(f, COMMAND_PRESS, 5, 2).kind, ACTION_NONE);
	assert_int_equal(mouse(f, COMMAND_PRESS, 10, 2).kind, ACTION_NONE);
	assert_int_equal(mouse(f, COMMAND_PRESS, 8, 4).kind, ACTION_NONE);
	assert_int_equal(mouse(f, COMMAND_RELEASE, 8, 4).kind, ACTION_NONE);
}

TEST_WITH(a_press_beside_the_map_drops_the_selection, start, stop)
{
	struct fixture *f = *state;

	mouse(f, COMMAND_PRESS, 7, 2);
	mouse(f, COMMAND_DRAG, 8, 2);
	mouse(f, COMMAND_RELEASE, 8, 2);
	assert_false(range_is_all(f->v.selected));
	assert_true(range_is_all(mouse(f, COMMAND_PRESS, 10, 2).range));
	assert_true(range_is_all(f->v.selected));
}

/* ---- zooming and sizes ---- */

TEST_WITH(zooming_keeps_the_cursor_on_its_time, start, stop)
{
	struct fixture *f = *state;
	struct action r;
	uint64_t count;

	press_n(f, 3, COMMAND_RIGHT);
	press_n(f, 2, COMMAND_UP);
	r = press(f, COMMAND_ZOOM_IN);
	assert_int_equal(r.kind, ACTION_PERIOD);
	assert_int_equal(r.value, 500 * MS);
	assert_int_equal(r.range.from, 3500 * MS);
	show(f, r.value, 4);
	assert_int_equal(cell(f, &count).from, 3500 * MS);
	r = press_n(f, 3, COMMAND_ZOOM_OUT);
	assert_int_equal(r.value, 5 * S);
	show(f, r.value, 4);
	assert_true(cell(f, &count).from <= 3500 * MS && cell(f, &count).to > 3500 * MS);
}

TEST_WITH(a_column_is_never_shorter_than_10_ms, start, stop)
{
	struct fixture *f = *state;

	assert_int_equal(press_n(f, 1000, COMMAND_ZOOM_IN).value, 10 * MS);
	assert_int_equal(mouse(f, COMMAND_WHEEL_IN, 7, 2).value, 500 * MS);
	assert_int_equal(mouse(f, COMMAND_WHEEL_OUT, 7, 2).value, 2 * S);
}

TEST_WITH(fitting_finds_the_shortest_columns_that_show_everything, start, stop)
{
	struct fixture *f = *state;

	f->v.length = 100 * S; /* just after the last sample: a hundred columns of 1 s */
	size(f, 14, 5);	       /* room for 7 columns */
	assert_int_equal(press(f, COMMAND_FIT).value, 20 * S);
	size(f, 67 + 50, 6);
	assert_int_equal(press(f, COMMAND_FIT).value, 1 * S);
}

TEST_WITH(rows_that_do_not_fit_are_reduced_to_a_divisor, start, stop)
{
	const struct theme plain = {.depth = PALETTE_NONE}, full = {.depth = PALETTE_256};

	/* three of 14 lines are for the axis, the strip and the clock */
	assert_int_equal(heat_geometry_rows(&plain, 10, 14), 10);
	assert_int_equal(heat_geometry_rows(&plain, 20, 14), 10);
	assert_int_equal(heat_geometry_rows(&full, 20, 14), 20);
	assert_int_equal(heat_geometry_rows(&full, 50, 16), 25);
	assert_int_equal(heat_geometry_rows(&full, 100, 30), 50);
	assert_int_equal(heat_geometry_rows(&full, 0, 30), 50);
	assert_int_equal(heat_geometry_rows(&plain, 0, 14), 10);
	assert_int_equal(heat_geometry_rows(&full, 0, 11), 16);
	assert_int_equal(heat_geometry_rows(&full, 0, 9), 10);
	assert_int_equal(heat_geometry_rows(&plain, 0, 20), 10);
	for (uint32_t wished = 0; wished < 120; wished++)
		for (int height = 4; height < 70; height++) {
			uint32_t rows = heat_geometry_rows(&plain, wished, height);

			assert_true(rows >= 1);
			if (height > 6)
				assert_true((int)rows < height);
		}
}

TEST_WITH(every_cell_can_be_clicked_at_any_size, start, stop)
{
	struct fixture *f = *state;

	f->theme.depth = PALETTE_256;
	for (int width = 8; width < 90; width += 7) {
		for (int height = 3; height < 20; height += 2) {
			struct heat_geometry g;
			uint64_t at;

			size(f, width, height);
			screen(f);
			g = heat_geometry_of(&f->v, f->pane);
			assert_true(g.cells.x + g.cells.w <= width);
			assert_true(g.cells.y + g.cells.h <= height);
			for (int y = 0; y < height; y++)
				for (int x = 0; x < width; x++)
					if (heat_geometry_place(&f->v, x, y, f->pane,
								&at))
						assert_true(at < 4 * S);
			assert_true(heat_geometry_place(
			    &f->v, g.cells.x, g.cells.y + g.cells.h - 1, f->pane, &at));
			assert_int_equal(at, f->v.scroll * S);
		}
	}
}

TEST_WITH(while_a_map_fills_its_cells_are_as_wide_as_in_the_end, start, stop)
{
	struct fixture *f = *state;
	struct heat_geometry g;

	size(f, 47, 8);
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.cell_width, 8);
	assert_int_equal(g.strip_width, 32);
	f->v.expected = 20 * S;
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.cell_width, 2);
	assert_int_equal(g.shown, 4);
	assert_int_equal(g.strip_width, 8);
	f->v.expected = 1000000 * S;
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.cell_width, 1);
	assert_int_equal(g.strip_width, 4);
	f->v.expected = 3 * S; /* it is longer already */
	g = heat_geometry_of(&f->v, f->pane);
	assert_int_equal(g.cell_width, 8);
}

static const char *time_of_day(int64_t origin, uint64_t later, bool fraction, char *buf)
{
	const struct heat_clock c = {
	    .known = true, .source = WALL_RECORDED, .origin = origin};

	return heat_clock_time(&c, later, fraction, buf);
}

TEST(the_wall_clock_is_right_before_1970_too)
{
	char buf[LABEL_MAX];

	assert_string_equal(time_of_day(0, 0, false, buf), "00:00:00");
	assert_string_equal(time_of_day(INT64_C(1700000000789000000), 0, true, buf),
			    "22:13:20.789");
	assert_string_equal(time_of_day(-1, 0, true, buf), "23:59:59.999");
	assert_string_equal(time_of_day(-1, 1, true, buf), "00:00:00.000");
	/* 2262-04-11 23:47:16.854, and twice that: only the time of day matters */
	assert_string_equal(time_of_day(INT64_MAX, 0, true, buf), "23:47:16.854");
	assert_string_equal(time_of_day(INT64_MAX, 1000000, true, buf), "23:47:16.855");
	assert_string_equal(time_of_day(INT64_MAX, UINT64_MAX, true, buf),
			    "23:21:50.564");
	assert_string_equal(time_of_day(INT64_MIN, 0, true, buf), "00:12:43.145");
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
