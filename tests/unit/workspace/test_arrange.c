#include "lib/unit.h"

#include "view/heat/heat_geometry.h"
#include "view/arrange.h"

#define LINES_ROUNDED                                                                    \
	8 /* rows are rounded: up to this many lines are left to the graph */

static void assert_below(struct rect above, struct rect r, int width)
{
	assert_true(r.h >= 0);
	assert_int_equal(r.x, 0);
	assert_int_equal(r.w, width);
	assert_int_equal(r.y, above.y + above.h);
}

static void assert_covers(const struct arrangement *a, int width, int height)
{
	const struct rect top = {0, 0, width, 0};

	assert_below(top, a->title, width);
	assert_below(a->title, a->map, width);
	assert_below(a->map, a->other, width);
	assert_below(a->other, a->range, width);
	assert_below(a->range, a->graph, width);
	assert_below(a->graph, a->detail, width);
	assert_below(a->detail, a->bottom, width);
	assert_int_equal(a->bottom.y + a->bottom.h, height);
	assert_int_equal(a->title.h, 1);
	assert_int_equal(a->range.h, 1);
	assert_true(a->detail.h >= 1);
	assert_int_equal(a->bottom.h, 1);
	assert_true(a->map.h > 1 || a->other.h > 1 || a->graph.h > 1);
}

/* One layout for each combination of parts. */
static struct arrange_parts parts_of(unsigned bits)
{
	static const uint32_t rows[] = {0, 1, 10, 50, 100};
	static const int levels[] = {0, 1, 8, 29, 65535};
	static const struct arrange_split splits[] = {{0, 0}, {6, 60}, {30, 33}, {3, 9}};

	return (struct arrange_parts){.map = bits & 1,
				      .clock = bits & 2,
				      .other = bits & 4,
				      .other_clock = bits & 8,
				      .focus = (enum view_pane)(bits >> 4) % PANES,
				      .maximised =
					  (enum maximised)((bits >> 4) / PANES % 3),
				      .map_rows = rows[(bits >> 4) / PANES / 3 % 5],
				      .lanes = rows[bits / 13 % 5],
				      .levels = levels[bits / 7 % 5],
				      .split = splits[bits / 11 % 4]};
}

TEST(parts_cover_the_screen_and_do_not_overlap)
{
	static const struct theme themes[] = {{.depth = PALETTE_NONE},
					      {.depth = PALETTE_256}};

	for (int width = 40; width <= 200; width += 5)
		for (int height = 10; height <= 60; height++)
			for (unsigned bits = 0; bits < 2 * 16 * PANES * 3 * 5; bits++) {
				struct arrange_parts parts = parts_of(bits / 2);
				struct arrangement a =
				    arrange(width, height, &themes[bits % 2], &parts);

				assert_false(a.too_small);
				assert_covers(&a, width, height);
			}
}

static struct arrangement with_focus(int height, bool other, enum maximised maximised,
				     enum view_pane focus)
{
	const struct theme theme = {.depth = PALETTE_256};
	const struct arrange_parts parts = {.map = true,
					    .clock = true,
					    .other = other,
					    .other_clock = true,
					    .maximised = maximised,
					    .focus = focus};

	return arrange(80, height, &theme, &parts);
}

TEST(the_pane_with_the_keys_is_on_the_screen)
{
	for (int height = 10; height <= 60; height++) {
		for (int other = 0; other < 2; other++) {
			struct arrangement a =
			    with_focus(height, other, MAXIMISED_NONE, PANE_UPPER);

			assert_true(a.map.h > 1);
			a = with_focus(height, other, MAXIMISED_NONE, PANE_LOWER);
			assert_true(a.graph.h > 1);
			a = with_focus(height, other, MAXIMISED_MAP, PANE_UPPER);
			assert_true(a.map.h > 1);
			assert_int_equal(a.graph.h, 0);
			a = with_focus(height, other, MAXIMISED_GRAPH, PANE_LOWER);
			assert_int_equal(a.map.h + a.other.h, 0);
		}
		assert_true(with_focus(height, true, MAXIMISED_NONE, PANE_OTHER).other.h >
			    1);
		assert_true(with_focus(height, true, MAXIMISED_MAP, PANE_OTHER).other.h >
			    1);
	}
}

TEST(two_maps_have_as_many_lines_of_cells)
{
	for (int height = 20; height <= 100; height++) {
		struct arrangement a =
		    with_focus(height, true, MAXIMISED_NONE, PANE_UPPER);
		int first = a.map.h - heat_geometry_has_strip(a.map.h);

		assert_int_equal(a.other.h - 1, first);
		assert_true(a.graph.h >= 4);
		assert_true(a.graph.h + 2 >= a.map.h || height < 24);
	}
}

static struct arrangement with_levels(int height, int levels, uint32_t rows)
{
	const struct theme theme = {.depth = PALETTE_256};
	const struct arrange_parts parts = {
	    .map = true, .levels = levels, .map_rows = rows};

	return arrange(80, height, &theme, &parts);
}

TEST(the_graph_gets_the_lines_that_its_levels_need)
{
	for (int height = 24; height <= 100; height++) {
		struct arrangement usual = with_levels(height, 0, 0);
		int lines = usual.map.h + usual.graph.h;

		for (int levels = 1; levels <= 100; levels++) {
			struct arrangement a = with_levels(height, levels, 0);
			struct arrangement few = with_levels(height, levels, 4);

			assert_true(few.map.h <= 5 && few.map.h + few.graph.h == lines);
			assert_true(a.graph.h >= 6);
			assert_true(a.map.h >= lines * 3 / 8 - LINES_ROUNDED);
			if (1 + levels <= lines / 2) {
				assert_true(a.graph.h > levels);
				assert_true(a.map.h >= usual.map.h);
			} else if (a.map.h != usual.map.h) {
				assert_true(a.graph.h >= usual.graph.h + 3);
			}
		}
	}
	/* half a pane that would be empty goes to the map */
	assert_true(with_levels(36, 8, 0).map.h > with_levels(36, 0, 0).map.h);
	assert_true(with_levels(36, 29, 0).graph.h > with_levels(36, 0, 0).graph.h);
}

TEST(lanes_have_a_line_each_and_the_graph_what_it_needs)
{
	const struct theme theme = {.depth = PALETTE_256};

	for (int height = 24; height <= 100; height++) {
		struct arrange_parts parts = {.map = true, .clock = true, .levels = 8};
		int most = arrange(80, height, &theme, &parts).map.h;

		for (parts.lanes = 1; parts.lanes < 200; parts.lanes++) {
			struct arrangement a = arrange(80, height, &theme, &parts);
			int wanted = (int)parts.lanes + 3, lines = a.map.h - 3;

			assert_true(heat_geometry_has_strip(a.map.h));
			assert_true(a.map.h >= most || a.map.h >= wanted);
			if (wanted > most || !heat_geometry_has_strip(wanted))
				continue;
			/*
			 * all are equally high, up to four lines, as long as the graph has its own
			 */
			assert_int_equal(lines % (int)parts.lanes, 0);
			assert_in_range(lines / (int)parts.lanes, 1, 4);
			assert_true(a.graph.h > parts.levels ||
				    lines == (int)parts.lanes);
			assert_true(lines == 4 * (int)parts.lanes ||
				    a.graph.h - 1 - parts.levels < (int)parts.lanes ||
				    !"more lines of the graph than it needs");
		}
	}
}

TEST(each_step_of_a_split_can_be_seen_and_taken_back)
{
	const struct theme theme = {.depth = PALETTE_256};

	for (int height = 24; height <= 70; height += 3) {
		struct arrange_parts parts = {.map = true, .clock = true, .levels = 12};
		int before = arrange(80, height, &theme, &parts).range.y, down = 0;

		for (int higher = 0; higher < 2; higher++) {
			while (arrange_step(80, height, &theme, &parts, higher,
					    &parts.split)) {
				int y = arrange(80, height, &theme, &parts).range.y;

				assert_true(higher ? y > before : y < before);
				before = y;
				down += !higher;
				assert_in_range(y, 3, height - 5);
			}
			assert_true(down >= 2);
		}
	}
}

TEST(a_split_made_by_hand_is_kept_in_proportion)
{
	const struct theme theme = {.depth = PALETTE_256};
	struct arrange_parts parts = {.map = true, .levels = 40};
	struct rect range;

	assert_true(arrange_drag(80, 60, &theme, &parts, 12, &parts.split));
	range = arrange(80, 60, &theme, &parts).range;
	assert_in_range(range.y, 8, 12);
	for (int levels = 1; levels < 100; levels++) {
		parts.levels = levels;
		assert_int_equal(arrange(80, 60, &theme, &parts).range.y, range.y);
	}
	assert_in_range(arrange(80, 120, &theme, &parts).range.y, 19, 26);
	parts.maximised = MAXIMISED_GRAPH;
	assert_false(arrange_drag(80, 60, &theme, &parts, 20, &parts.split));
}

TEST(too_small_is_said)
{
	const struct theme theme = {.depth = PALETTE_NONE};
	const struct arrange_parts parts = {.map = true, .clock = true};

	assert_true(arrange(39, 60, &theme, &parts).too_small);
	assert_true(arrange(200, 9, &theme, &parts).too_small);
	assert_false(arrange(40, 10, &theme, &parts).too_small);
}
