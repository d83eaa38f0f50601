#include "lib/unit.h"

#include <locale.h>

#include "canvas/canvas.h"

static const struct style plain;

static int start(void **state)
{
	struct error err = ERROR_INIT;

	*state = canvas_new(8, 3, &err);
	assert_non_null(*state);
	return 0;
}

static int stop(void **state)
{
	canvas_free(*state);
	return 0;
}

/* One row; '>' stands for the right half of a wide character, '?' for other non-ASCII. */
static void assert_row(const struct canvas *c, int y, const char *expected)
{
	char row[9] = "";

	for (int x = 0; x < 8; x++) {
		char32_t r = canvas_at(c, x, y)->rune;

		row[x] = r == 0 ? '>' : r < 0x7f ? (char)r : '?';
	}
	assert_string_equal(row, expected);
}

TEST_WITH(a_new_canvas_is_blank, start, stop)
{
	for (int y = 0; y < 3; y++)
		assert_row(*state, y, "        ");
}

TEST_WITH(what_falls_outside_a_pane_is_dropped, start, stop)
{
	struct pane p = pane_inside(pane_whole(*state), (struct rect){2, 1, 3, 1});

	assert_int_equal(pane_print(p, 0, 0, plain, "abcdef"), 3);
	pane_print(p, 0, 1, plain, "below");
	pane_print(p, 0, -1, plain, "above");
	pane_put(p, -1, 0, 'l', plain);
	pane_put(p, 3, 0, 'r', plain);
	assert_row(*state, 0, "        ");
	assert_row(*state, 1, "  abc   ");
	assert_row(*state, 2, "        ");
}

TEST_WITH(a_pane_in_a_pane_stays_inside_both, start, stop)
{
	struct pane p = pane_inside(pane_whole(*state), (struct rect){2, 0, 4, 2});
	struct pane q = pane_inside(p, (struct rect){-1, 1, 99, 99});

	assert_int_equal(q.area.x, 2);
	assert_int_equal(q.area.y, 1);
	assert_int_equal(q.area.w, 4);
	assert_int_equal(q.area.h, 1);
}

TEST_WITH(control_characters_are_never_stored, start, stop)
{
	struct pane p = pane_whole(*state);

	pane_text(p, 0, 0, plain, TEXT("a\033[2J\x9b\x07"));
	pane_put(p, 0, 1, 0x1b, plain);
	pane_put(p, 1, 1, 0x202e, plain);
	assert_row(*state, 0, "a?[2J?? ");
	assert_row(*state, 1, "??      ");
}

TEST_WITH(a_wide_character_takes_two_columns, start, stop)
{
	assert_int_equal(pane_print(pane_whole(*state), 0, 0, plain, "a日b"), 4);
	assert_row(*state, 0, "a?>b    ");
}

TEST_WITH(a_wide_character_that_fits_only_by_half_is_left_out, start, stop)
{
	assert_int_equal(pane_print(pane_whole(*state), 7, 0, plain, "日"), 0);
	assert_row(*state, 0, "        ");
	pane_print(pane_whole(*state), -1, 1, plain, "日x");
	assert_row(*state, 1, " x      ");
}

TEST_WITH(half_a_wide_character_does_not_stay_behind, start, stop)
{
	struct pane p = pane_whole(*state);

	pane_print(p, 0, 0, plain, "日日");
	pane_print(p, 1, 0, plain,
		   "日"); /* over the right half of one, and the left of the next */
	assert_row(*state, 0, " ?>     ");
	pane_print(p, 0, 1, plain, "日");
	pane_put(p, 0, 1, 'x', plain);
	assert_row(*state, 1, "x       ");
	pane_print(p, 0, 2, plain, "日");
	pane_put(p, 1, 2, 'x', plain);
	assert_row(*state, 2, " x      ");
}

TEST_WITH(filling_a_pane_does_not_cut_a_neighbour_in_half, start, stop)
{
	struct pane p = pane_whole(*state);

	pane_print(p, 0, 0, plain, "日日日日");
	pane_fill(pane_inside(p, (struct rect){1, 0, 4, 1}), plain);
	assert_row(*state, 0, "      ?>");
}

TEST_WITH(a_text_that_is_too_long_ends_in_an_ellipsis, start, stop)
{
	struct pane p = pane_whole(*state);

	assert_int_equal(pane_text_fit(p, 1, 0, 4, plain, TEXT("abcdef")), 4);
	assert_int_equal(pane_text_fit(p, 1, 1, 4, plain, TEXT("abcd")), 4);
	assert_int_equal(pane_text_fit(p, 6, 2, 99, plain, TEXT("abcd")), 2);
	assert_row(*state, 0, " abc?   ");
	assert_int_equal(canvas_at(*state, 4, 0)->rune, 0x2026);
	assert_row(*state, 1, " abcd   ");
	assert_row(*state, 2, "      a?");
}

TEST_WITH(a_long_name_keeps_both_of_its_ends, start, stop)
{
	struct pane p = pane_whole(*state);
	struct text wide =
	    TEXT("ab\xe4\xb8\x96\xe4\xb8\x96\xe4\xb8\x96"); /* 3 wide ones */

	assert_int_equal(pane_name(p, 0, 0, 6, plain, TEXT("abcdefgh")), 6);
	assert_int_equal(pane_name(p, 1, 1, 6, plain, TEXT("abcdef")), 6);
	assert_row(*state, 0, "abc?gh  ");
	assert_row(*state, 1, " abcdef ");
	assert_int_equal(pane_name(p, 0, 2, 2, plain, TEXT("abcdef")), 2);
	assert_row(*state, 2, "a?      ");
	/* half of a wide character does not fit */
	assert_int_equal(pane_name(p, 0, 1, 6, plain, wide), 5);
	assert_int_equal(canvas_at(*state, 2, 1)->rune, 0x2026);
	assert_int_equal(canvas_at(*state, 3, 1)->rune, 0x4e16);
	assert_int_equal(pane_name(p, 0, 0, 0, plain, TEXT("a")), 0);
	assert_int_equal(pane_name(p, 0, 0, 8, plain, TEXT("\x80\x80\x80\x80\x80")), 5);
	for (int w = 0; w < 20; w++)
		assert_true(pane_name(p, 0, 0, w, plain,
				      TEXT("\xe4\xb8\x96\xff\xf0\x9f\x1b[2Jend")) <= w);
}

TEST_WITH(no_room_at_all_draws_nothing, start, stop)
{
	struct pane p = pane_whole(*state);

	assert_int_equal(pane_text_fit(p, 0, 0, 0, plain, TEXT("a")), 0);
	assert_int_equal(pane_text_fit(p, 0, 0, -3, plain, TEXT("a")), 0);
	assert_int_equal(pane_text_fit(p, 9, 0, 3, plain, TEXT("a")), 0);
	assert_row(*state, 0, "        ");
}

TEST_WITH(an_impossible_size_is_refused_and_changes_nothing, start, stop)
{
	struct error none = ERROR_INIT, negative = ERROR_INIT, huge = ERROR_INIT;

	pane_print(pane_whole(*state), 0, 0, plain, "kept");
	assert_false(canvas_resize(*state, 0, 5, &none));
	assert_false(canvas_resize(*state, 5, -1, &negative));
	assert_false(canvas_resize(*state, 100000, 100000, &huge));
	assert_int_equal(huge.kind, ERROR_LIMIT);
	assert_row(*state, 0, "kept    ");
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8"); /* wcwidth() depends on the locale */
	return 0;
}

TEST_GROUP(use_utf8, NULL);
