#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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
	assert_below(a->map, a->range, width);
	assert_below(a->range, a->graph, width);
	assert_below(a->graph, a->detail, width);
	assert_below(a->detail, a->bottom, width);
	assert_int_equal(a->bottom.y + a->bottom.h, height);
	assert_int_equal(a->title.h, 1);
	assert_int_equal(a->range.h, 1);
	assert_true(a->detail.h >= 1);
	assert_int_equal(a->bottom.h, 1);
	assert_true(a->map.h > 1 || a->graph.h > 1);
}

static void parts_cover_the_screen_and_do_not_overlap(void **state)
{
	static const struct theme themes[] = {{.depth = PALETTE_NONE},
					      {.depth = PALETTE_256}};
	static const uint32_t rows[] = {0, 1, 10, 50, 100};

	(void)state;
	for (int width = 40; width <= 200; width += 5)
		for (int height = 10; height <= 60; height++)
			for (unsigned bits = 0; bits < 2 * 2 * 2 * 2 * 3 * 5; bits++) {
				unsigned rest = bits >> 4;
				struct arrangement a =
				    arrange(width, height, &themes[bits & 1],
					    rows[rest % 5], bits & 2, bits & 4,
					    (enum maximised)(rest / 5), bits & 8);

				assert_false(a.too_small);
				assert_covers(&a, width, height);
			}
}

static void the_pane_with_the_keys_is_on_the_screen(void **state)
{
	const struct theme theme = {.depth = PALETTE_256};

	(void)state;
	for (int height = 10; height <= 60; height++) {
		struct arrangement a =
		    arrange(80, height, &theme, 0, true, true, MAXIMISED_NONE, true);

		assert_true(a.map.h > 1);
		a = arrange(80, height, &theme, 0, true, true, MAXIMISED_NONE, false);
		assert_true(a.graph.h > 1);
		a = arrange(80, height, &theme, 0, true, true, MAXIMISED_MAP, true);
		assert_int_equal(a.graph.h, 0);
		a = arrange(80, height, &theme, 0, true, true, MAXIMISED_GRAPH, false);
		assert_int_equal(a.map.h, 0);
	}
}

static void too_small_is_said(void **state)
{
	const struct theme theme = {.depth = PALETTE_NONE};

	(void)state;
	assert_true(
	    arrange(39, 60, &theme, 0, true, true, MAXIMISED_NONE, true).too_small);
	assert_true(
	    arrange(200, 9, &theme, 0, true, true, MAXIMISED_NONE, true).too_small);
	assert_false(
	    arrange(40, 10, &theme, 0, true, true, MAXIMISED_NONE, true).too_small);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(parts_cover_the_screen_and_do_not_overlap),
	    cmocka_unit_test(the_pane_with_the_keys_is_on_the_screen),
	    cmocka_unit_test(too_small_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
