#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "canvas/palette.h"

static void the_default_stays_the_default(void **state)
{
	(void)state;
	for (int depth = PALETTE_NONE; depth <= PALETTE_TRUE; depth++)
		assert_int_equal(
		    palette_nearest(COLOUR_DEFAULT, (enum palette_depth)depth), -1);
}

static void without_colours_everything_is_the_default(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 0, 0), PALETTE_NONE), -1);
	assert_int_equal(palette_nearest(COLOUR_RGB(0, 0, 0), PALETTE_NONE), -1);
}

static void colours_of_the_cube_are_themselves(void **state)
{
	static const int steps[] = {0, 95, 135, 175, 215, 255};

	(void)state;
	for (int i = 0; i < 216; i++) {
		colour c = COLOUR_RGB(steps[i / 36], steps[i / 6 % 6], steps[i % 6]);

		assert_int_equal(palette_nearest(c, PALETTE_256), 16 + i);
	}
}

static void greys_between_the_steps_of_the_cube_are_greys(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(8, 8, 8), PALETTE_256), 232);
	assert_int_equal(palette_nearest(COLOUR_RGB(239, 237, 238), PALETTE_256), 255);
	assert_int_equal(palette_nearest(COLOUR_RGB(117, 118, 119), PALETTE_256), 243);
}

static void the_first_sixteen_of_256_are_left_to_the_user(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(205, 0, 0), PALETTE_256), 160);
	assert_int_equal(palette_nearest(COLOUR_RGB(0, 0, 0), PALETTE_256), 16);
}

static void eight_colours_keep_the_hue(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 30, 20), PALETTE_8), 1);
	assert_int_equal(palette_nearest(COLOUR_RGB(10, 230, 30), PALETTE_8), 2);
	assert_int_equal(palette_nearest(COLOUR_RGB(240, 230, 30), PALETTE_8), 3);
	assert_int_equal(palette_nearest(COLOUR_RGB(30, 30, 220), PALETTE_8), 4);
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 255, 255), PALETTE_8), 7);
}

static void sixteen_colours_tell_light_from_dark(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 0, 0), PALETTE_16), 9);
	assert_int_equal(palette_nearest(COLOUR_RGB(190, 0, 0), PALETTE_16), 1);
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 255, 255), PALETTE_16), 15);
	assert_int_equal(palette_nearest(COLOUR_RGB(120, 120, 120), PALETTE_16), 8);
}

static void true_colour_is_the_colour_itself(void **state)
{
	(void)state;
	assert_int_equal(palette_nearest(COLOUR_RGB(1, 2, 3), PALETTE_TRUE), 0x010203);
}

/* A colour that is shown is one of those that there are. */
static void what_is_shown_is_shown_as_itself(void **state)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16, PALETTE_256,
						    PALETTE_TRUE};

	(void)state;
	for (unsigned i = 0; i < 4096; i++) {
		colour c = COLOUR_RGB((i >> 8) * 17, (i >> 4 & 15) * 17, (i & 15) * 17);

		for (size_t d = 0; d < sizeof depths / sizeof *depths; d++) {
			colour shown = palette_shown(c, depths[d]);

			assert_int_equal(palette_nearest(shown, depths[d]),
					 palette_nearest(c, depths[d]));
			assert_int_equal(palette_shown(shown, depths[d]), shown);
		}
	}
}

static void shown_colours_are_those_of_xterm(void **state)
{
	(void)state;
	assert_int_equal(palette_shown(COLOUR_RGB(120, 120, 120), PALETTE_256),
			 COLOUR_RGB(118, 118, 118));
	assert_int_equal(palette_shown(COLOUR_RGB(250, 90, 1), PALETTE_256),
			 COLOUR_RGB(255, 95, 0));
	assert_int_equal(palette_shown(COLOUR_RGB(250, 90, 1), PALETTE_8),
			 COLOUR_RGB(205, 0, 0));
	assert_int_equal(palette_shown(COLOUR_RGB(0, 0, 0), PALETTE_8),
			 COLOUR_RGB(0, 0, 0));
	assert_int_equal(palette_shown(COLOUR_RGB(1, 2, 3), PALETTE_NONE),
			 COLOUR_DEFAULT);
	assert_int_equal(palette_shown(COLOUR_DEFAULT, PALETTE_TRUE), COLOUR_DEFAULT);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_default_stays_the_default),
	    cmocka_unit_test(without_colours_everything_is_the_default),
	    cmocka_unit_test(colours_of_the_cube_are_themselves),
	    cmocka_unit_test(greys_between_the_steps_of_the_cube_are_greys),
	    cmocka_unit_test(the_first_sixteen_of_256_are_left_to_the_user),
	    cmocka_unit_test(eight_colours_keep_the_hue),
	    cmocka_unit_test(sixteen_colours_tell_light_from_dark),
	    cmocka_unit_test(true_colour_is_the_colour_itself),
	    cmocka_unit_test(what_is_shown_is_shown_as_itself),
	    cmocka_unit_test(shown_colours_are_those_of_xterm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
