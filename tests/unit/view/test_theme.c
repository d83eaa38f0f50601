#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "lib/made_profile.h"
#include "view/theme.h"

#define WHITE	   COLOUR_RGB(0xff, 0xff, 0xff)
#define BLUE	   COLOUR_RGB(0x6a, 0xaa, 0xff)
#define PINK	   COLOUR_RGB(0xfa, 0xa0, 0xb5)
#define ORANGE_RED COLOUR_RGB(0xff, 0x50, 0x32)
#define RED	   COLOUR_RGB(0xe5, 0x09, 0x14)

static void the_default_scale_is_flamescopes(void **state)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_DEFAULT};

	(void)state;
	assert_int_equal(theme_heat(&t, 0, 20), WHITE);
	assert_int_equal(theme_heat(&t, 10, 20), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 20, 20), RED);
	assert_int_equal(theme_heat(&t, 5, 20), COLOUR_RGB(0xff, 0xa8, 0x99));
	assert_int_equal(theme_heat(&t, 1, 1), RED);
	assert_int_equal(theme_heat(&t, 1, 2), ORANGE_RED);
}

static void the_enhanced_scale_is_flamescopes(void **state)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_ENHANCED};

	(void)state;
	assert_int_equal(theme_heat(&t, 0, 20), WHITE);
	assert_int_equal(theme_heat(&t, 1, 20), BLUE);
	assert_int_equal(theme_heat(&t, 3, 20), PINK);
	assert_int_equal(theme_heat(&t, 10, 20), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 20, 20), RED);
}

static void enhanced_stops_that_would_cross_are_left_out(void **state)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_ENHANCED};

	(void)state;
	assert_int_equal(theme_heat(&t, 1, 6), BLUE);
	assert_int_equal(theme_heat(&t, 3, 6), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 6, 6), RED);
	assert_int_equal(theme_heat(&t, 1, 2), BLUE);
	assert_int_equal(theme_heat(&t, 2, 2), RED);
	assert_int_equal(theme_heat(&t, 1, 1), BLUE);
}

static void no_samples_are_the_ground(void **state)
{
	(void)state;
	for (int i = 0; i < HEAT_SCALES; i++) {
		const struct theme t = {.depth = PALETTE_256,
					.scale = (enum heat_scale)i};
		bool flamescope = i == HEAT_DEFAULT || i == HEAT_ENHANCED;

		assert_int_equal(theme_ground(&t), flamescope ? WHITE : COLOUR_DEFAULT);
		assert_int_equal(theme_heat(&t, 0, 9), theme_ground(&t));
		for (uint32_t count = 1; count <= 9; count++)
			assert_int_not_equal(theme_heat(&t, count, 9), theme_ground(&t));
	}
}

static unsigned light(colour c)
{
	return 2126u * COLOUR_CHANNEL(c, 0) + 7152u * COLOUR_CHANNEL(c, 1) +
	       722u * COLOUR_CHANNEL(c, 2);
}

static void the_safe_and_dark_scales_grow_lighter_with_every_count(void **state)
{
	(void)state;
	for (int i = HEAT_SAFE; i < HEAT_SCALES; i++) {
		const struct theme t = {.depth = PALETTE_256,
					.scale = (enum heat_scale)i};

		for (uint32_t count = 2; count <= 20; count++)
			assert_true(light(theme_heat(&t, count, 20)) >
				    light(theme_heat(&t, count - 1, 20)));
	}
}

static void any_peak_has_colours(void **state)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_SAFE};

	(void)state;
	assert_int_equal(theme_heat(&t, UINT32_MAX, UINT32_MAX),
			 COLOUR_RGB(0xfd, 0xe7, 0x25));
	assert_int_equal(theme_heat(&t, 1, 1), COLOUR_RGB(0xfd, 0xe7, 0x25));
	assert_int_not_equal(theme_match(&t, 1, 1), COLOUR_DEFAULT);
}

static void characters_get_denser_with_more_samples(void **state)
{
	static const char ramp[] = " .:-=+*#%@";

	(void)state;
	for (uint32_t peak = 1; peak < 300; peak++) {
		const char *last = ramp;

		for (uint32_t count = 0; count <= peak; count++) {
			const char *now = strchr(ramp, theme_heat_glyph(count, peak));

			assert_non_null(now);
			assert_true(now >= last);
			assert_true((now == ramp) == (count == 0));
			last = now;
		}
		assert_int_equal(*last, '@');
	}
	assert_int_equal(theme_heat_glyph(UINT32_MAX, UINT32_MAX), '@');
}

static void a_blend_of_nothing_and_of_all_are_its_ends(void **state)
{
	(void)state;
	assert_int_equal(theme_blend(WHITE, RED, 0), WHITE);
	assert_int_equal(theme_blend(WHITE, RED, 100), RED);
	assert_int_equal(theme_blend(COLOUR_RGB(0, 0, 0), COLOUR_RGB(200, 100, 50), 40),
			 COLOUR_RGB(80, 40, 20));
}

static void code_is_told_apart_by_its_kind(void **state)
{
	static const struct made_sample one = {.stack = "main;ns::f;sys_read@[kernel]"};
	struct profile *p = made_profile(&one, 1);
	uint32_t leaf = p->samples.stack[0], up = p->stacks[leaf].parent;

	(void)state;
	assert_int_equal(hue_kind(p, 0), CODE_GROUP);
	assert_int_equal(hue_kind(p, p->stacks[leaf].frame), CODE_KERNEL);
	assert_int_equal(hue_kind(p, p->stacks[up].frame), CODE_CPP);
	assert_int_equal(hue_kind(p, p->stacks[p->stacks[up].parent].frame), CODE_USER);
	profile_free(p);
}

static void kinds_and_matches_differ_in_colour(void **state)
{
	const struct theme t = {.depth = PALETTE_256};

	(void)state;
	for (int a = 0; a < CODE_KINDS; a++) {
		colour one = theme_frame(&t, (enum code_kind)a, TEXT("f")).bg;

		assert_int_not_equal(one, theme_matched_frame(&t).bg);
		for (int b = a + 1; b < CODE_KINDS; b++)
			assert_int_not_equal(
			    one, theme_frame(&t, (enum code_kind)b, TEXT("f")).bg);
	}
}

static void the_kinds_of_what_is_no_code_of_anybody_are_told_apart(void **state)
{
	struct frame frames[] = {{0}, {.kind = FRAME_RUNTIME}, {.kind = FRAME_IDLE}};
	const struct profile p = {.frames = frames, .frame_count = 3};

	(void)state;
	assert_int_equal(hue_kind(&p, 1), CODE_RUNTIME);
	assert_int_equal(hue_kind(&p, 2), CODE_IDLE);
	assert_string_equal(code_kind_names[CODE_RUNTIME], "runtime");
	assert_string_equal(code_kind_names[CODE_IDLE], "idle");
}

static void of_eight_colours_runtime_and_idle_share_those_of_no_code(void **state)
{
	const struct theme t = {.depth = PALETTE_8};

	(void)state;
	assert_int_equal(theme_frame(&t, CODE_RUNTIME, TEXT("a")).bg,
			 theme_frame(&t, CODE_GROUP, TEXT("a")).bg);
	assert_int_equal(theme_frame(&t, CODE_RUNTIME, TEXT("a")).fg,
			 theme_frame(&t, CODE_GROUP, TEXT("a")).fg);
	assert_int_equal(theme_frame(&t, CODE_IDLE, TEXT("a")).bg,
			 theme_frame(&t, CODE_UNKNOWN, TEXT("a")).bg);
}

static void kinds_differ_where_there_are_16_colours_and_256(void **state)
{
	static const enum palette_depth depths[] = {PALETTE_16, PALETTE_256};

	(void)state;
	for (int d = 0; d < 2; d++) {
		const struct theme t = {.depth = depths[d]};
		int seen[CODE_KINDS];

		for (int a = 0; a < CODE_KINDS; a++) {
			struct style s = theme_frame(&t, (enum code_kind)a, TEXT("a"));

			seen[a] = palette_nearest(s.bg, t.depth);
			assert_int_not_equal(seen[a], palette_nearest(s.fg, t.depth));
			for (int b = 0; b < a; b++)
				assert_int_not_equal(seen[a], seen[b]);
		}
	}
}

static void the_sides_are_orange_and_blue_and_letters(void **state)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16, PALETTE_256};

	(void)state;
	for (int d = 0; d < 3; d++) {
		const struct theme t = {.depth = depths[d]};
		const struct theme dark = {.depth = depths[d], .scale = HEAT_DARK};

		assert_int_not_equal(palette_nearest(theme_side(&t, SIDE_A), t.depth),
				     palette_nearest(theme_side(&t, SIDE_B), t.depth));
		if (d < 2)
			continue;
		assert_int_not_equal(theme_side_ground(&t, SIDE_A),
				     theme_side_ground(&t, SIDE_B));
		assert_int_not_equal(theme_side_ground(&t, SIDE_A),
				     theme_side_ground(&dark, SIDE_A));
	}
	assert_int_equal(theme_side_letter(SIDE_A), 'A');
	assert_int_equal(theme_side_letter(SIDE_B), 'B');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_default_scale_is_flamescopes),
	    cmocka_unit_test(the_enhanced_scale_is_flamescopes),
	    cmocka_unit_test(enhanced_stops_that_would_cross_are_left_out),
	    cmocka_unit_test(no_samples_are_the_ground),
	    cmocka_unit_test(the_safe_and_dark_scales_grow_lighter_with_every_count),
	    cmocka_unit_test(any_peak_has_colours),
	    cmocka_unit_test(characters_get_denser_with_more_samples),
	    cmocka_unit_test(a_blend_of_nothing_and_of_all_are_its_ends),
	    cmocka_unit_test(code_is_told_apart_by_its_kind),
	    cmocka_unit_test(kinds_and_matches_differ_in_colour),
	    cmocka_unit_test(the_kinds_of_what_is_no_code_of_anybody_are_told_apart),
	    cmocka_unit_test(of_eight_colours_runtime_and_idle_share_those_of_no_code),
	    cmocka_unit_test(kinds_differ_where_there_are_16_colours_and_256),
	    cmocka_unit_test(the_sides_are_orange_and_blue_and_letters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
