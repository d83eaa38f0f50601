#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "view/heat/heat_geometry.h"
#include "workspace/arrange.h"

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

/* One of each way in which there can be parts. */
static struct arrange_parts parts_of(unsigned bits)
{
	static const uint32_t rows[] = {0, 1, 10, 50, 100};

	return (struct arrange_parts){.map = bits & 1,
				      .clock = bits & 2,
				      .other = bits & 4,
				      .other_clock = bits & 8,
				      .focus = (enum view_pane)(bits >> 4) % PANES,
				      .maximised =
					  (enum maximised)((bits >> 4) / PANES % 3),
				      .rows = rows[(bits >> 4) / PANES / 3 % 5]};
}

static void parts_cover_the_screen_and_do_not_overlap(void **state)
{
	static const struct theme themes[] = {{.depth = PALETTE_NONE},
					      {.depth = PALETTE_256}};

	(void)state;
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

static void the_pane_with_the_keys_is_on_the_screen(void **state)
{
	(void)state;
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

static void two_maps_have_as_many_lines_of_cells(void **state)
{
	(void)state;
	for (int height = 20; height <= 100; height++) {
		struct arrangement a =
		    with_focus(height, true, MAXIMISED_NONE, PANE_UPPER);
		int first = a.map.h - heat_geometry_has_strip(a.map.h);

		assert_int_equal(a.other.h - 1, first);
		assert_true(a.graph.h >= 4);
		assert_true(a.graph.h + 2 >= a.map.h || height < 24);
	}
}

static void too_small_is_said(void **state)
{
	const struct theme theme = {.depth = PALETTE_NONE};
	const struct arrange_parts parts = {.map = true, .clock = true};

	(void)state;
	assert_true(arrange(39, 60, &theme, &parts).too_small);
	assert_true(arrange(200, 9, &theme, &parts).too_small);
	assert_false(arrange(40, 10, &theme, &parts).too_small);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(parts_cover_the_screen_and_do_not_overlap),
	    cmocka_unit_test(the_pane_with_the_keys_is_on_the_screen),
	    cmocka_unit_test(two_maps_have_as_many_lines_of_cells),
	    cmocka_unit_test(too_small_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
