#include "lib/unit.h"

#include <math.h>

#include "lib/made_profile.h"
#include "view/heat/heat_hues.h"
#include "view/theme.h"

#define WHITE	   COLOUR_RGB(0xff, 0xff, 0xff)
#define BLUE	   COLOUR_RGB(0x6a, 0xaa, 0xff)
#define PINK	   COLOUR_RGB(0xfa, 0xa0, 0xb5)
#define ORANGE_RED COLOUR_RGB(0xff, 0x50, 0x32)
#define RED	   COLOUR_RGB(0xe5, 0x09, 0x14)

TEST(the_default_scale_is_flamescopes)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_DEFAULT};

	assert_int_equal(theme_heat(&t, 0, 20), WHITE);
	assert_int_equal(theme_heat(&t, 10, 20), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 20, 20), RED);
	assert_int_equal(theme_heat(&t, 5, 20), COLOUR_RGB(0xff, 0xa8, 0x99));
	assert_int_equal(theme_heat(&t, 1, 1), RED);
	assert_int_equal(theme_heat(&t, 1, 2), ORANGE_RED);
}

TEST(the_enhanced_scale_is_flamescopes)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_ENHANCED};

	assert_int_equal(theme_heat(&t, 0, 20), WHITE);
	assert_int_equal(theme_heat(&t, 1, 20), BLUE);
	assert_int_equal(theme_heat(&t, 3, 20), PINK);
	assert_int_equal(theme_heat(&t, 10, 20), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 20, 20), RED);
}

TEST(enhanced_stops_that_would_cross_are_left_out)
{
	const struct theme t = {.depth = PALETTE_256, .scale = HEAT_ENHANCED};

	assert_int_equal(theme_heat(&t, 1, 6), BLUE);
	assert_int_equal(theme_heat(&t, 3, 6), ORANGE_RED);
	assert_int_equal(theme_heat(&t, 6, 6), RED);
	assert_int_equal(theme_heat(&t, 1, 2), BLUE);
	assert_int_equal(theme_heat(&t, 2, 2), RED);
	assert_int_equal(theme_heat(&t, 1, 1), BLUE);
}

TEST(no_samples_are_the_ground)
{
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

TEST(the_safe_and_dark_scales_grow_lighter_with_every_count)
{
	for (int i = HEAT_SAFE; i < HEAT_SCALES; i++) {
		struct theme t = {.depth = PALETTE_TRUE, .scale = (enum heat_scale)i};

		for (uint32_t count = 2; count <= 20; count++) {
			t.depth = PALETTE_TRUE;
			assert_true(light(theme_heat(&t, count, 20)) >
				    light(theme_heat(&t, count - 1, 20)));
			t.depth = PALETTE_256;
			assert_true(light(theme_heat(&t, count, 20)) >=
				    light(theme_heat(&t, count - 1, 20)));
		}
	}
}

/* ---- contrast between neighbouring steps, for all kinds of colour vision ---- */

/* Machado, Oliveira and Fernandes (2009), severity 1: vision without one kind of cone. */
static const double eyes[][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
};

static double in_lab(double v)
{
	return v > 0.008856 ? cbrt(v) : 7.787 * v + 16.0 / 116;
}

/* CIE L*a*b* of an sRGB colour, under D65. */
static void lab(colour c, const double seen[3][3], double out[3])
{
	static const double xyz[3][3] = {{0.4124564, 0.3575761, 0.1804375},
					 {0.2126729, 0.7151522, 0.0721750},
					 {0.0193339, 0.1191920, 0.9503041}};
	double linear[3], eye[3], f[3];

	for (int i = 0; i < 3; i++) {
		double v = COLOUR_CHANNEL(c, i) / 255.0;

		linear[i] = v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4);
	}
	for (int i = 0; i < 3; i++) {
		eye[i] = 0;
		for (int k = 0; k < 3; k++)
			eye[i] += seen[i][k] * linear[k];
		eye[i] = eye[i] < 0 ? 0 : eye[i] > 1 ? 1 : eye[i];
	}
	for (int i = 0; i < 3; i++) {
		double sum = 0, white = 0;

		for (int k = 0; k < 3; k++) {
			sum += xyz[i][k] * eye[k];
			white += xyz[i][k];
		}
		f[i] = in_lab(sum / white);
	}
	out[0] = 116 * f[1] - 16;
	out[1] = 500 * (f[0] - f[1]);
	out[2] = 200 * (f[1] - f[2]);
}

static double apart(colour a, colour b, const double seen[3][3])
{
	double x[3], y[3], sum = 0;

	lab(a, seen, x);
	lab(b, seen, y);
	for (int i = 0; i < 3; i++)
		sum += (x[i] - y[i]) * (x[i] - y[i]);
	return sqrt(sum);
}

/* What a terminal with 256 colours shows; the numbers below 16 are never chosen. */
static colour shown(colour c, enum palette_depth depth)
{
	static const uint8_t steps[] = {0, 95, 135, 175, 215, 255};
	int n = palette_nearest(c, depth);

	if (depth == PALETTE_TRUE)
		return c;
	if (n >= 232)
		return COLOUR_RGB(8 + 10 * (n - 232), 8 + 10 * (n - 232),
				  8 + 10 * (n - 232));
	n -= 16;
	return COLOUR_RGB(steps[n / 36], steps[n / 6 % 6], steps[n % 6]);
}

/* The steps of a legend: none, one ... six of six samples. */
static void check_steps(const struct theme *t, double least)
{
	colour ground = t->light ? WHITE : COLOUR_RGB(0, 0, 0);

	for (size_t e = 0; e < sizeof eyes / sizeof *eyes; e++) {
		colour last = theme_ground(t) ? theme_ground(t) : ground;

		for (uint32_t count = 1; count <= 6; count++) {
			colour now = shown(theme_heat(t, count, 6), t->depth);

			if (apart(last, now, eyes[e]) < least)
				fail_msg("scale %d, %s, eyes %zu: %u and %u of 6 are "
					 "%.1f apart",
					 t->scale,
					 t->depth == PALETTE_256 ? "256" : "24 bits", e,
					 count - 1, count, apart(last, now, eyes[e]));
			last = now;
		}
	}
}

/* A difference of 2.3 is just visible side by side; FlameScope's scale ends in two reds. */
TEST(neighbouring_steps_can_be_told_apart_by_all_eyes)
{
	static const enum palette_depth depths[] = {PALETTE_256, PALETTE_TRUE};

	for (int d = 0; d < 2; d++) {
		struct theme t = {.depth = depths[d], .scale = HEAT_DARK};

		check_steps(&t, 10);
		t.scale = HEAT_SAFE;
		check_steps(&t, 10);
		t.scale = HEAT_DEFAULT;
		t.light = true;
		check_steps(&t, 2.5);
	}
}

/* For few, some and many samples any two names, and the others, are this far apart for all eyes. */
static void check_hues(const struct theme *t, uint64_t value, double least)
{
	for (size_t e = 0; e < sizeof eyes / sizeof *eyes; e++) {
		for (uint32_t a = 0; a <= NAME_HUES; a++) {
			colour of_a = shown(heat_hues_colour(t, a, value, 5), t->depth);

			assert_true(apart(of_a, t->light ? WHITE : COLOUR_RGB(0, 0, 0),
					  eyes[e]) > 18);
			for (uint32_t b = 0; b < a; b++) {
				colour of_b =
				    shown(heat_hues_colour(t, b, value, 5), t->depth);

				if (apart(of_a, of_b, eyes[e]) < least)
					fail_msg("%s, eyes %zu, %u of 5: hues %u and %u "
						 "are %.1f apart",
						 t->light ? "light" : "dark", e,
						 (unsigned)value, b, a,
						 apart(of_a, of_b, eyes[e]));
			}
		}
	}
}

TEST(names_can_be_told_apart_by_all_eyes)
{
	static const enum palette_depth depths[] = {PALETTE_256, PALETTE_TRUE};

	for (int d = 0; d < 2; d++) {
		struct theme t = {.depth = depths[d], .scale = HEAT_DARK};

		check_hues(&t, 5, 15);
		check_hues(&t, 3, 11);
		check_hues(&t, 1, 8);
		t.scale = HEAT_DEFAULT;
		t.light = true;
		check_hues(&t, 5, 15);
		check_hues(&t, 3, 11);
		check_hues(&t, 1, 8);
	}
}

TEST(of_one_name_more_samples_are_brighter_or_on_white_darker)
{
	for (int l = 0; l < 4; l++) {
		struct theme t = {.depth = l < 2 ? PALETTE_256 : PALETTE_TRUE,
				  .light = l % 2,
				  .scale = l % 2 ? HEAT_DEFAULT : HEAT_DARK};

		for (uint32_t hue = 0; hue <= NAME_HUES; hue++) {
			assert_int_equal(heat_hues_colour(&t, hue, 0, 9),
					 theme_ground(&t));
			for (uint64_t n = 2; n <= 3; n++) {
				colour few = heat_hues_colour(&t, hue, n - 1, 3);
				colour many = heat_hues_colour(&t, hue, n, 3);

				assert_true(t.light ? light(many) < light(few)
						    : light(many) > light(few));
				for (int e = 0; e < 3; e++)
					assert_true(apart(few, many, eyes[e]) > 10);
			}
		}
	}
}

TEST(letters_say_the_name_where_colours_do_not_suffice)
{
	assert_int_equal(heat_hues_letter(0, 1, 9), 'a');
	assert_int_equal(heat_hues_letter(0, 4, 9), 'a');
	assert_int_equal(heat_hues_letter(0, 5, 9), 'A');
	assert_int_equal(heat_hues_letter(7, 9, 9), 'H');
	assert_int_equal(heat_hues_letter(7, 1, 1), 'H');
	assert_int_equal(heat_hues_letter(NAME_HUES, 1, 9), '-');
	assert_int_equal(heat_hues_letter(NAME_HUES, 9, 9), '=');
	assert_int_equal(heat_hues_letter(3, 0, 9), ' ');
	assert_int_equal(heat_hues_letter(3, UINT64_MAX, UINT64_MAX), 'D');
	for (int i = 0; i < 2; i++) {
		const struct theme t = {.depth = i ? PALETTE_16 : PALETTE_8};

		for (uint32_t hue = 0; hue <= NAME_HUES; hue++) {
			colour c = heat_hues_colour(&t, hue, 1, 1);

			if (c == COLOUR_DEFAULT)
				continue;
			assert_true(apart(c, WHITE, eyes[0]) > 45);
			assert_true(apart(c, COLOUR_RGB(0, 0, 0), eyes[0]) > 45);
		}
	}
}

/* What was not found differs from every name and from the others. */
TEST(what_is_not_found_is_fainter_than_all_names)
{
	for (int l = 0; l < 2; l++) {
		struct theme t = {.depth = PALETTE_256,
				  .light = l,
				  .scale = l ? HEAT_DEFAULT : HEAT_DARK};

		for (uint64_t n = 1; n <= 5; n++)
			for (uint32_t hue = 0; hue <= NAME_HUES; hue++)
				assert_true(
				    apart(shown(heat_hues_unmatched(&t, n, 5), t.depth),
					  heat_hues_colour(&t, hue, 1, 5), eyes[0]) > 6);
	}
}

TEST(what_a_search_does_not_find_is_grey_and_keeps_its_order)
{
	static const enum heat_scale scales[] = {HEAT_DEFAULT, HEAT_DARK, HEAT_SAFE};

	for (int i = 0; i < 3; i++) {
		const struct theme t = {.depth = PALETTE_256, .scale = scales[i]};
		bool darker = theme_ground(&t) != COLOUR_DEFAULT;

		for (uint32_t count = 1; count <= 6; count++) {
			colour c = theme_unmatched(&t, count, 6);
			colour before = theme_unmatched(&t, count - 1, 6);

			assert_true(palette_nearest(c, t.depth) >= 232);
			for (uint32_t found = 1; found <= 6; found++)
				assert_true(apart(c, theme_match(&t, found, 6), eyes[0]) >
					    40);
			if (count > 1)
				assert_true(darker ? light(c) < light(before)
						   : light(c) > light(before));
		}
	}
}

TEST(of_few_colours_what_is_found_has_one_of_its_own)
{
	for (int i = 0; i < 2; i++) {
		const struct theme t = {.depth = i ? PALETTE_16 : PALETTE_8};

		for (uint32_t count = 1; count <= 6; count++)
			assert_int_not_equal(theme_unmatched(&t, count, 6),
					     theme_match(&t, count, 6));
	}
}

TEST(text_on_a_box_can_be_read)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16, PALETTE_256};

	assert_int_equal(theme_ink(COLOUR_RGB(205, 0, 0)), WHITE);
	assert_int_equal(theme_ink(COLOUR_RGB(0, 0, 238)), WHITE);
	assert_int_equal(theme_ink(COLOUR_RGB(0, 205, 0)), COLOUR_RGB(0, 0, 0));
	for (int d = 0; d < 3; d++) {
		const struct theme t = {.depth = depths[d]};

		for (int k = 0; k < CODE_KINDS; k++) {
			struct style s = theme_frame(&t, (enum code_kind)k, TEXT("f"));

			assert_true(apart(s.fg, s.bg, eyes[0]) > 50);
		}
	}
}

/* As WCAG defines it, in true sRGB: 1 ... 21. */
static double contrast(colour a, colour b)
{
	double light_of[2] = {0, 0};
	colour both[2] = {a, b};

	for (int i = 0; i < 2; i++)
		for (int k = 0; k < 3; k++) {
			static const double weight[3] = {0.2126, 0.7152, 0.0722};
			double v = COLOUR_CHANNEL(both[i], k) / 255.0;

			light_of[i] +=
			    weight[k] *
			    (v <= 0.04045 ? v / 12.92 : pow((v + 0.055) / 1.055, 2.4));
		}
	if (light_of[0] < light_of[1])
		return (light_of[1] + 0.05) / (light_of[0] + 0.05);
	return (light_of[0] + 0.05) / (light_of[1] + 0.05);
}

static void check_ink(const struct theme *t, const struct hue_box *b)
{
	struct style s = theme_box(t, b);
	colour ground = palette_shown(s.bg, t->depth);
	colour ink = palette_shown(s.fg, t->depth);
	bool is_red = COLOUR_CHANNEL(ground, 0) > 200 &&
		      COLOUR_CHANNEL(ground, 1) + COLOUR_CHANNEL(ground, 2) == 0;

	if (contrast(ink, ground) < 4.4) /* WCAG requires 4.5; xterm's magenta has that */
		fail_msg("%s, %d: %06x on %06x is %.1f", flame_colours_names[t->flame],
			 (int)t->depth, ink & 0xffffff, ground & 0xffffff,
			 contrast(ink, ground));
	if (t->depth < PALETTE_256)
		assert_false(is_red && ink == COLOUR_RGB(0, 0, 0));
}

TEST(text_on_a_box_of_any_palette_can_be_read)
{
	for (unsigned i = 0; i < 2000; i++) {
		struct theme t = {.depth = (enum palette_depth)(PALETTE_8 + i % 4),
				  .light = i / 4 % 2};
		char name[] = {(char)('a' + i % 26), (char)('a' + i / 26 % 26), '\0'};
		struct hue_box b = {.kind = (enum code_kind)(i / 8 % CODE_KINDS),
				    .label = text_of(name),
				    .module = text_of(name),
				    .value = i,
				    .all = 2000};

		for (int by = 0; by < FLAME_COLOURS; by++) {
			t.flame = (enum flame_colours)by;
			check_ink(&t, &b);
		}
	}
}

TEST(words_can_be_read_on_dark_and_on_light)
{
	for (int i = 0; i < 4; i++) {
		const struct theme t = {.depth = i % 2 ? PALETTE_TRUE : PALETTE_256,
					.light = i > 1};
		colour ground =
		    t.light ? COLOUR_RGB(0xff, 0xff, 0xff) : COLOUR_RGB(0, 0, 0);

		assert_true(contrast(theme_found_words(&t).fg, ground) > 4.5);
		assert_true(contrast(theme_side_words(&t, SIDE_A).fg, ground) > 4.5);
		assert_true(contrast(theme_side_words(&t, SIDE_B).fg, ground) > 4.5);
	}
}

/* With few colours the background may be black or white, so such words set their own. */
TEST(words_of_a_side_can_be_read_with_few_colours)
{
	for (int i = 0; i < 4; i++) {
		const struct theme t = {.depth = i % 2 ? PALETTE_16 : PALETTE_8};
		struct style s = theme_side_words(&t, i > 1 ? SIDE_B : SIDE_A);

		assert_int_not_equal(s.bg, COLOUR_DEFAULT);
		assert_true(contrast(palette_shown(s.fg, t.depth),
				     palette_shown(s.bg, t.depth)) > 4.5);
	}
}

TEST(the_edge_of_a_side_can_be_seen_on_the_ground)
{
	for (int i = 0; i < 2 * 2 * HEAT_SCALES; i++) {
		const struct theme t = {.depth = i % 2 ? PALETTE_TRUE : PALETTE_256,
					.light = i / 2 % 2,
					.scale = (enum heat_scale)(i / 4)};
		colour ground = theme_ground(&t);

		if (ground == COLOUR_DEFAULT)
			ground = t.light ? WHITE : COLOUR_RGB(0, 0, 0);
		assert_true(contrast(theme_side(&t, SIDE_A), ground) > 4.5);
		assert_true(contrast(theme_side(&t, SIDE_B), ground) > 4.5);
	}
}

TEST(heat_has_its_steps_with_any_number_of_colours)
{
	for (int depth = PALETTE_8; depth <= PALETTE_TRUE; depth++) {
		struct theme t = {.depth = (enum palette_depth)depth,
				  .flame = FLAME_BY_HEAT};
		colour last = COLOUR_DEFAULT;

		for (uint64_t value = 0; value <= 2; value++) {
			struct hue_box b = {
			    .kind = CODE_USER, .value = value * value * 25, .all = 100};
			colour now = palette_shown(theme_box(&t, &b).bg, t.depth);

			if (value)
				assert_true(apart(now, last, eyes[0]) > 20);
			last = now;
		}
	}
}

TEST(modules_have_hues_with_any_number_of_colours)
{
	static const char *const names[] = {"libc.so.6",   "[kernel.kallsyms]",
					    "python3.11",  "nginx",
					    "libssl.so.3", "[vdso]"};

	for (int depth = PALETTE_8; depth <= PALETTE_TRUE; depth++) {
		struct theme t = {.depth = (enum palette_depth)depth,
				  .flame = FLAME_BY_MODULE};
		colour seen[6];
		int others = 0;

		for (int i = 0; i < 6; i++) {
			struct hue_box b = {.kind = CODE_USER,
					    .module = text_of(names[i])};
			bool is_new = true;

			seen[i] = palette_shown(theme_box(&t, &b).bg, t.depth);
			for (int k = 0; k < i; k++)
				is_new &= seen[k] != seen[i];
			others += is_new;
		}
		assert_true(others >= (depth < PALETTE_256 ? 3 : 5));
	}
}

TEST(few_colours_can_be_read_on_black_and_on_white)
{
	for (int i = 0; i < 2; i++) {
		const struct theme t = {.depth = i ? PALETTE_16 : PALETTE_8};

		for (uint32_t count = 1; count < 3; count++) {
			colour c = theme_heat(&t, count, 3);

			assert_true(apart(c, WHITE, eyes[0]) > 60);
			assert_true(apart(c, COLOUR_RGB(0, 0, 0), eyes[0]) > 60);
		}
		assert_int_not_equal(theme_heat(&t, 1, 3), theme_heat(&t, 2, 3));
		assert_int_equal(theme_heat(&t, 3, 3), COLOUR_DEFAULT);
	}
}

TEST(the_usual_scale_suits_the_background)
{
	assert_int_equal(theme_usual_scale(true), HEAT_DEFAULT);
	assert_int_equal(theme_usual_scale(false), HEAT_DARK);
}

TEST(any_peak_has_colours)
{
	const struct theme t = {.depth = PALETTE_TRUE, .scale = HEAT_SAFE};

	assert_int_equal(theme_heat(&t, UINT32_MAX, UINT32_MAX),
			 COLOUR_RGB(0xfd, 0xe7, 0x25));
	assert_int_equal(theme_heat(&t, 1, 1), COLOUR_RGB(0xfd, 0xe7, 0x25));
	assert_int_not_equal(theme_match(&t, 1, 1), COLOUR_DEFAULT);
}

TEST(characters_get_denser_with_more_samples)
{
	static const char ramp[] = " .:-=+*#%@";

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

TEST(a_blend_of_nothing_and_of_all_are_its_ends)
{
	assert_int_equal(theme_blend(WHITE, RED, 0), WHITE);
	assert_int_equal(theme_blend(WHITE, RED, 100), RED);
	assert_int_equal(theme_blend(COLOUR_RGB(0, 0, 0), COLOUR_RGB(200, 100, 50), 40),
			 COLOUR_RGB(80, 40, 20));
}

TEST(code_is_told_apart_by_its_kind)
{
	static const struct made_sample one = {.stack = "main;ns::f;sys_read@[kernel]"};
	struct profile *p = made_profile(&one, 1);
	uint32_t leaf = p->samples.stack[0], up = p->stacks[leaf].parent;

	assert_int_equal(hue_kind(p, 0), CODE_GROUP);
	assert_int_equal(hue_kind(p, p->stacks[leaf].frame), CODE_KERNEL);
	assert_int_equal(hue_kind(p, p->stacks[up].frame), CODE_CPP);
	assert_int_equal(hue_kind(p, p->stacks[p->stacks[up].parent].frame), CODE_USER);
	profile_free(p);
}

TEST(kinds_and_matches_differ_in_colour)
{
	const struct theme t = {.depth = PALETTE_256};

	for (int a = 0; a < CODE_KINDS; a++) {
		colour one = theme_frame(&t, (enum code_kind)a, TEXT("f")).bg;

		assert_int_not_equal(one, theme_matched_frame(&t).bg);
		for (int b = a + 1; b < CODE_KINDS; b++)
			assert_int_not_equal(
			    one, theme_frame(&t, (enum code_kind)b, TEXT("f")).bg);
	}
}

TEST(the_kinds_of_what_is_no_code_of_anybody_are_told_apart)
{
	struct frame frames[] = {{0}, {.kind = FRAME_RUNTIME}, {.kind = FRAME_IDLE}};
	const struct profile p = {.frames = frames, .frame_count = 3};

	assert_int_equal(hue_kind(&p, 1), CODE_RUNTIME);
	assert_int_equal(hue_kind(&p, 2), CODE_IDLE);
	assert_string_equal(code_kind_names[CODE_RUNTIME], "runtime");
	assert_string_equal(code_kind_names[CODE_IDLE], "idle");
}

TEST(of_eight_colours_runtime_and_idle_share_those_of_no_code)
{
	const struct theme t = {.depth = PALETTE_8};

	assert_int_equal(theme_frame(&t, CODE_RUNTIME, TEXT("a")).bg,
			 theme_frame(&t, CODE_GROUP, TEXT("a")).bg);
	assert_int_equal(theme_frame(&t, CODE_RUNTIME, TEXT("a")).fg,
			 theme_frame(&t, CODE_GROUP, TEXT("a")).fg);
	assert_int_equal(theme_frame(&t, CODE_IDLE, TEXT("a")).bg,
			 theme_frame(&t, CODE_NAMELESS, TEXT("a")).bg);
}

TEST(kinds_differ_where_there_are_16_colours_and_256)
{
	static const enum palette_depth depths[] = {PALETTE_16, PALETTE_256};

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

TEST(the_sides_are_orange_and_blue_and_letters)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16, PALETTE_256};

	for (int d = 0; d < 3; d++) {
		const struct theme t = {.depth = depths[d]};
		const struct theme dark = {.depth = depths[d], .scale = HEAT_DARK};
		const struct theme light = {
		    .depth = depths[d], .scale = HEAT_DARK, .light = true};

		assert_int_not_equal(palette_nearest(theme_side(&t, SIDE_A), t.depth),
				     palette_nearest(theme_side(&t, SIDE_B), t.depth));
		if (d < 2)
			continue;
		assert_int_not_equal(theme_side_ground(&t, SIDE_A),
				     theme_side_ground(&t, SIDE_B));
		assert_int_not_equal(theme_side_ground(&t, SIDE_A),
				     theme_side_ground(&dark, SIDE_A));
		assert_int_equal(theme_side_ground(&t, SIDE_A),
				 theme_side_ground(&light, SIDE_A));
	}
	assert_int_equal(theme_side_letter(SIDE_A), 'A');
	assert_int_equal(theme_side_letter(SIDE_B), 'B');
}

TEST(a_legend_goes_down_to_one_or_evenly)
{
	static const uint64_t counts[] = {100, 76, 51, 26, 1},
			      even[] = {100, 80, 60, 40, 20};

	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(theme_scale_step(100, true, i, 5), counts[i]);
		assert_int_equal(theme_scale_step(100, false, i, 5), even[i]);
	}
	assert_int_equal(theme_scale_step(7, true, 0, 1), 7);
	assert_int_equal(theme_scale_step(UINT64_MAX, true, 1, 2), 1);
}
