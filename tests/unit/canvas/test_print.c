#include "lib/unit.h"

#include <locale.h>
#include <stdlib.h>

#include "canvas/print.h"

#define RED  COLOUR_RGB(255, 0, 0)
#define BLUE COLOUR_RGB(0, 0, 255)

struct fixture {
	struct canvas *canvas;
	struct pane pane;
	char *text;
	size_t len;
	FILE *out;
};

static int start(void **state)
{
	struct error err = ERROR_INIT;
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	f->canvas = canvas_new(6, 2, &err);
	assert_non_null(f->canvas);
	f->pane = pane_whole(f->canvas);
	f->out = open_memstream(&f->text, &f->len);
	assert_non_null(f->out);
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	fclose(f->out);
	free(f->text);
	canvas_free(f->canvas);
	free(f);
	return 0;
}

static void assert_printed(struct fixture *f, const char *expected)
{
	fflush(f->out);
	assert_string_equal(f->text, expected);
}

TEST_WITH(plain_text_has_no_blanks_at_the_end_of_a_line, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 1, 0, (struct style){.bg = RED, .attr = ATTR_BOLD}, "a b  ");
	print_plain(f->canvas, f->out);
	assert_printed(f, " a b\n\n");
}

TEST_WITH(a_wide_character_is_printed_once, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){0}, "日x▀");
	print_plain(f->canvas, f->out);
	assert_printed(f, "日x▀\n\n");
}

TEST_WITH(ascii_keeps_the_columns, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){0}, "日x│─█");
	pane_print(f->pane, 0, 1, (struct style){0}, "┼é…");
	print_plain_ascii(f->canvas, f->out);
	assert_printed(f, "? x|-#\n+?.\n");
}

TEST_WITH(a_run_of_one_style_is_one_sequence, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){.fg = RED, .bg = BLUE}, "ab");
	pane_print(f->pane, 2, 0, (struct style){0}, "cd");
	print_ansi(f->canvas, PALETTE_256, f->out);
	assert_printed(f, "\033[0;38;5;196;48;5;21mab\033[0mcd\n\n");
}

TEST_WITH(a_coloured_blank_at_the_end_is_kept_and_its_colour_ends_with_the_line, start,
	  stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 5, 0, (struct style){.bg = RED}, " ");
	print_ansi(f->canvas, PALETTE_16, f->out);
	assert_printed(f, "     \033[0;101m \033[0m\n\n");
}

TEST_WITH(eight_colours_are_the_oldest_sequences, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){.fg = RED, .bg = BLUE}, "x");
	print_ansi(f->canvas, PALETTE_8, f->out);
	assert_printed(f, "\033[0;31;44mx\033[0m\n\n");
}

TEST_WITH(true_colour_is_printed_by_channel, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){.fg = COLOUR_RGB(1, 2, 3)}, "x");
	print_ansi(f->canvas, PALETTE_TRUE, f->out);
	assert_printed(f, "\033[0;38;2;1;2;3mx\033[0m\n\n");
}

TEST_WITH(without_colours_attributes_remain, start, stop)
{
	struct fixture *f = *state;
	const uint8_t all = ATTR_BOLD | ATTR_DIM | ATTR_UNDERLINE | ATTR_REVERSE;

	pane_print(f->pane, 0, 0, (struct style){.fg = RED, .attr = all}, "x");
	pane_print(f->pane, 1, 0, (struct style){.fg = RED}, "y");
	print_ansi(f->canvas, PALETTE_NONE, f->out);
	assert_printed(f, "\033[0;1;2;4;7mx\033[0my\n\n");
}

TEST_WITH(colours_work_in_ascii_too, start, stop)
{
	struct fixture *f = *state;

	pane_print(f->pane, 0, 0, (struct style){.fg = RED}, "▀");
	print_ansi_ascii(f->canvas, PALETTE_8, f->out);
	assert_printed(f, "\033[0;31m#\033[0m\n\n");
}

TEST_WITH(no_character_is_left_as_it_is_unless_it_is_ascii, start, stop)
{
	for (char32_t r = 0; r < 0x3000; r++) {
		char twin = print_ascii(r);

		assert_in_range(twin, ' ', '~');
	}
	assert_int_equal(print_ascii('~'), '~');
	assert_int_equal(print_ascii(0x1b), '?');
	assert_int_equal(print_ascii(0x7f), '?');
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8"); /* wcwidth() depends on the locale */
	return 0;
}

TEST_GROUP(use_utf8, NULL);
