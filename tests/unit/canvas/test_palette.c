#include "lib/unit.h"

#include "canvas/palette.h"

TEST(the_default_stays_the_default)
{
	for (int depth = PALETTE_NONE; depth <= PALETTE_TRUE; depth++)
		assert_int_equal(
		    palette_nearest(COLOUR_DEFAULT, (enum palette_depth)depth), -1);
}

TEST(without_colours_everything_is_the_default)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 0, 0), PALETTE_NONE), -1);
	assert_int_equal(palette_nearest(COLOUR_RGB(0, 0, 0), PALETTE_NONE), -1);
}

TEST(colours_of_the_cube_are_themselves)
{
	static const int steps[] = {0, 95, 135, 175, 215, 255};

	for (int i = 0; i < 216; i++) {
		colour c = COLOUR_RGB(steps[i / 36], steps[i / 6 % 6], steps[i % 6]);

		assert_int_equal(palette_nearest(c, PALETTE_256), 16 + i);
	}
}

TEST(greys_between_the_steps_of_the_cube_are_greys)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(8, 8, 8), PALETTE_256), 232);
	assert_int_equal(palette_nearest(COLOUR_RGB(239, 237, 238), PALETTE_256), 255);
	assert_int_equal(palette_nearest(COLOUR_RGB(117, 118, 119), PALETTE_256), 243);
}

TEST(the_first_sixteen_of_256_are_left_to_the_user)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(205, 0, 0), PALETTE_256), 160);
	assert_int_equal(palette_nearest(COLOUR_RGB(0, 0, 0), PALETTE_256), 16);
}

TEST(eight_colours_keep_the_hue)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 30, 20), PALETTE_8), 1);
	assert_int_equal(palette_nearest(COLOUR_RGB(10, 230, 30), PALETTE_8), 2);
	assert_int_equal(palette_nearest(COLOUR_RGB(240, 230, 30), PALETTE_8), 3);
	assert_int_equal(palette_nearest(COLOUR_RGB(30, 30, 220), PALETTE_8), 4);
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 255, 255), PALETTE_8), 7);
}

TEST(sixteen_colours_tell_light_from_dark)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 0, 0), PALETTE_16), 9);
	assert_int_equal(palette_nearest(COLOUR_RGB(190, 0, 0), PALETTE_16), 1);
	assert_int_equal(palette_nearest(COLOUR_RGB(255, 255, 255), PALETTE_16), 15);
	assert_int_equal(palette_nearest(COLOUR_RGB(120, 120, 120), PALETTE_16), 8);
}

TEST(true_colour_is_the_colour_itself)
{
	assert_int_equal(palette_nearest(COLOUR_RGB(1, 2, 3), PALETTE_TRUE), 0x010203);
}

/* A colour from the terminal's palette is shown as itself. */
TEST(what_is_shown_is_shown_as_itself)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16, PALETTE_256,
						    PALETTE_TRUE};

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

TEST(shown_colours_are_those_of_xterm)
{
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
