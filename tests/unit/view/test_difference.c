#include "lib/unit.h"

#include <locale.h>
#include <string.h>

#include "lib/made_profile.h"
#include "lib/sheet.h"
#include "view/difference.h"

/* Two sides with these values. */
static struct comparison of(uint64_t subject, uint64_t baseline, double factor)
{
	return (struct comparison){.subject = {.value = subject},
				   .baseline = {.value = baseline},
				   .factor = factor};
}

static struct difference between(const struct comparison *c, uint64_t value,
				 uint64_t baseline)
{
	return difference_of(c, comparison_change(c, value, baseline));
}

TEST(points_are_parts_of_the_larger_side)
{
	const struct comparison same = of(100, 1000, 0.1), busier = of(200, 100, 1),
				stalled = of(10, 100, 1);

	assert_float_equal(between(&same, 50, 90).points, 0.41, 1e-9);
	assert_float_equal(between(&same, 100, 1000).points, 0, 1e-9);
	assert_float_equal(between(&busier, 200, 100).points, 0.5, 1e-9);
	assert_float_equal(between(&stalled, 10, 100).points, -0.9, 1e-9);
}

/* The changes of a frame itself and of its callees add up to its total change. */
TEST(points_add_up)
{
	const struct comparison c = of(1000, 777, 1.5);
	double sum = 0;

	for (uint64_t i = 1; i < 9; i++)
		sum += between(&c, 10 * i, 3 * (9 - i)).points;
	assert_float_equal(sum, between(&c, 360, 108).points, 1e-12);
}

TEST(steps_are_those_of_the_legend)
{
	static const struct {
		uint64_t value;
		int step;
	} of_10000[] = {{5000, 0},  {5049, 0},	{5050, 1},  {5199, 1}, {5200, 2},
			{5500, 3},  {7000, 4},	{10000, 4}, {4951, 0}, {4949, -1},
			{4800, -2}, {4500, -3}, {3000, -4}, {1, -4}};
	const struct comparison c = of(10000, 10000, 1);

	for (size_t i = 0; i < sizeof of_10000 / sizeof *of_10000; i++)
		assert_int_equal(between(&c, of_10000[i].value, 5000).step,
				 of_10000[i].step);
}

static void assert_words(const struct comparison *c, uint64_t value, uint64_t baseline,
			 const char *words)
{
	char buf[LABEL_MAX];

	assert_string_equal(difference_words(between(c, value, baseline), false, buf),
			    words);
}

TEST(words_have_their_sign)
{
	const struct comparison c = of(1000, 1000, 1);
	char buf[LABEL_MAX];

	assert_words(&c, 500, 90, "+41 % ▲");
	assert_words(&c, 90, 97, "-0.7 % ▼");
	assert_words(&c, 90, 90, "");
	assert_words(&c, 90, 92, "");
	assert_words(&c, 0, 0, "");
	assert_words(&c, 31, 0, "new +3.1 % ▲");
	assert_words(&c, 1, 0, "new ▲");
	assert_words(&c, 0, 1, "gone ▼");
	assert_words(&c, 0, 1000, "gone -100 % ▼");
	assert_string_equal(difference_words(between(&c, 500, 90), true, buf), "+41 % ^");
	assert_string_equal(difference_words(between(&c, 90, 500), true, buf), "-41 % v");
}

/* Even if one side has nothing at all. */
TEST(an_empty_side_makes_all_of_the_other_new_or_gone)
{
	const struct comparison nothing_before = of(100, 0, 0), nothing_now = of(0, 9, 0);

	assert_true(between(&nothing_before, 100, 0).is_new);
	assert_float_equal(between(&nothing_before, 100, 0).points, 1, 1e-9);
	assert_true(between(&nothing_now, 0, 9).is_gone);
	assert_int_equal(between(&nothing_now, 0, 9).step, -DIFFERENCE_STEPS);
}

/* Each step up is redder, each step down bluer, and every text is readable. */
TEST(each_step_has_a_colour_of_its_own)
{
	const struct theme t = {.depth = PALETTE_256};
	int seen[2 * DIFFERENCE_STEPS + 2], n = 0;

	for (int step = -DIFFERENCE_STEPS; step <= DIFFERENCE_STEPS; step++) {
		struct style s = difference_style(&t, (struct difference){.step = step});

		seen[n++] = palette_nearest(s.bg, t.depth);
		if (step > 0)
			assert_true(COLOUR_CHANNEL(s.bg, 0) > COLOUR_CHANNEL(s.bg, 2));
		if (step < 0)
			assert_true(COLOUR_CHANNEL(s.bg, 2) > COLOUR_CHANNEL(s.bg, 0));
		assert_true(COLOUR_CHANNEL(s.bg, 1) >= 0x5f);
	}
	seen[n++] = palette_nearest(
	    difference_style(&t, (struct difference){.is_new = true}).bg, t.depth);
	for (int a = 0; a < n; a++)
		for (int b = 0; b < a; b++)
			assert_int_not_equal(seen[a], seen[b]);
}

TEST(few_colours_tell_less_more_and_new_apart)
{
	static const enum palette_depth depths[] = {PALETTE_8, PALETTE_16};

	for (int d = 0; d < 2; d++) {
		const struct theme t = {.depth = depths[d]};
		const struct difference each[] = {
		    {.step = 0}, {.step = -1}, {.step = 1}, {.is_new = true}};
		int seen[4];

		for (int a = 0; a < 4; a++) {
			struct style s = difference_style(&t, each[a]);

			seen[a] = palette_nearest(s.bg, t.depth);
			assert_int_not_equal(seen[a], palette_nearest(s.fg, t.depth));
			for (int b = 0; b < a; b++)
				assert_int_not_equal(seen[a], seen[b]);
		}
	}
}

TEST(without_colours_there_is_no_style)
{
	const struct theme t = {.depth = PALETTE_NONE};
	struct style s = difference_style(&t, (struct difference){.step = 4});

	assert_int_equal(s.bg, COLOUR_DEFAULT);
	assert_int_equal(s.fg, COLOUR_DEFAULT);
}

static const char *legend(int width, enum palette_depth depth, enum difference_graph g,
			  struct sheet *s)
{
	const struct theme t = {.depth = depth};
	const struct difference_look look = {.graph = g};

	sheet_close(s);
	sheet_open(s, width, 1);
	difference_legend(&t, &look, sheet_clean(s));
	return sheet_line(s, 0);
}

TEST(the_legend_says_as_much_as_there_is_room_for)
{
	struct sheet s = {0};

	assert_non_null(strstr(legend(120, PALETTE_256, GRAPH_DIFFERENTIAL, &s),
			       "in % of all  -20 % ▼  -5  -2  -0.5  +0.5  +2  +5  "
			       "+20 % ▲  new"));
	assert_non_null(strstr(legend(80, PALETTE_256, GRAPH_DIFFERENTIAL, &s), "-0.5"));
	assert_non_null(
	    strstr(legend(60, PALETTE_256, GRAPH_DIFFERENTIAL, &s), "less ▼  more ▲"));
	assert_non_null(
	    strstr(legend(80, PALETTE_16, GRAPH_DIFFERENTIAL, &s), "less ▼  more ▲"));
	assert_string_equal(legend(30, PALETTE_256, GRAPH_DIFFERENTIAL, &s), "");
	assert_non_null(strstr(legend(80, PALETTE_256, GRAPH_ELIDED, &s), "in B only"));
	assert_string_equal(legend(40, PALETTE_256, GRAPH_ELIDED, &s), "");
	sheet_close(&s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
