#include "lib/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>

#include "canvas/print_svg.h"
#include "lib/hunger.h"

#define RED  COLOUR_RGB(255, 0, 0)
#define BLUE COLOUR_RGB(0, 0, 255)

/* Ten cells, in two lines. */
struct fixture {
	struct canvas *canvas;
	struct pane pane;
	struct svg_look look;
	char *text;
};

static int start(void **state)
{
	struct error err = ERROR_INIT;
	struct fixture *f = calloc(1, sizeof *f);

	assert_non_null(f);
	f->canvas = canvas_new(10, 2, &err);
	assert_non_null(f->canvas);
	f->pane = pane_whole(f->canvas);
	f->look = (struct svg_look){PALETTE_256, palette_light, false};
	*state = f;
	return 0;
}

static int stop(void **state)
{
	struct fixture *f = *state;

	free(f->text);
	canvas_free(f->canvas);
	free(f);
	return 0;
}

static const char *printed(struct fixture *f)
{
	struct error err = ERROR_INIT;
	size_t len;
	FILE *out;

	free(f->text);
	f->text = NULL;
	out = open_memstream(&f->text, &len);
	assert_non_null(out);
	assert_true(print_svg(f->canvas, &f->look, out, &err));
	assert_int_equal(fclose(out), 0);
	return f->text;
}

static void assert_has(struct fixture *f, const char *line)
{
	if (!strstr(printed(f), line))
		fail_msg("no %s in:\n%s", line, f->text);
}

static void assert_has_not(struct fixture *f, const char *words)
{
	if (strstr(printed(f), words))
		fail_msg("%s in:\n%s", words, f->text);
}

static void put(struct fixture *f, int x, int y, struct style s, const char *text)
{
	pane_print(f->pane, x, y, s, text);
}

TEST_WITH(an_empty_canvas_is_a_sheet, start, stop)
{
	struct fixture *f = *state;

	assert_has(f,
		   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"96\" height=\"48\" "
		   "viewBox=\"-8 -8 96 48\"");
	assert_has(f, "fill=\"#fff\"");
	assert_has_not(f, "<path");
	assert_has_not(f, "<text");
}

TEST_WITH(words_are_runs_as_long_as_their_cells, start, stop)
{
	struct fixture *f = *state;

	put(f, 1, 1, (struct style){0}, "ab cd  e");
	assert_has(f, "<text x=\"8\" y=\"28\" textLength=\"40\">ab cd</text>\n"
		      "<text x=\"64\" y=\"28\">e</text>\n");
}

TEST_WITH(what_may_be_of_another_font_is_a_run_of_its_own, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){0}, "ab…c日本z");
	assert_has(f, "<text x=\"0\" y=\"12\" textLength=\"16\">ab</text>\n"
		      "<text x=\"16\" y=\"12\">…</text>\n"
		      "<text x=\"24\" y=\"12\">c</text>\n"
		      "<text x=\"32\" y=\"12\" textLength=\"32\">日本</text>\n"
		      "<text x=\"64\" y=\"12\">z</text>\n");
}

TEST_WITH(another_colour_or_weight_begins_a_run, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){.fg = RED}, "ab");
	put(f, 2, 0, (struct style){.fg = RED, .attr = ATTR_BOLD}, "cd");
	put(f, 4, 0, (struct style){0}, "ef");
	assert_has(f, " textLength=\"16\" fill=\"#f00\">ab<");
	assert_has(f, " textLength=\"16\" fill=\"#f00\" font-weight=\"bold\">cd<");
	assert_has(f, " textLength=\"16\">ef<");
}

TEST_WITH(cells_of_one_colour_are_one_area, start, stop)
{
	struct fixture *f = *state;

	put(f, 2, 0, (struct style){.bg = RED}, "abc");
	put(f, 2, 1, (struct style){.bg = RED}, "   ");
	put(f, 5, 1, (struct style){.bg = BLUE}, " ");
	assert_has(f, "<path fill=\"#00f\" d=\"M5 2h1v2h-1\"/>\n"
		      "<path fill=\"#f00\" d=\"M2 0h3v4h-3\"/>\n");
}

TEST_WITH(half_blocks_are_halves_of_cells, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){.fg = RED, .bg = BLUE}, "▀▀");
	put(f, 2, 0, (struct style){.fg = BLUE}, "▄");
	put(f, 3, 0, (struct style){.fg = BLUE}, "█");
	assert_has(f, "<path fill=\"#00f\" d=\"M3 0h1v1h-1M0 1h4v1h-4\"/>\n"
		      "<path fill=\"#f00\" d=\"M0 0h2v1h-2\"/>\n");
	assert_has_not(f, "<text");
}

TEST_WITH(lines_and_thin_blocks_are_areas_on_the_ground, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){.fg = RED, .bg = BLUE}, "▏");
	put(f, 0, 1, (struct style){.fg = RED, .bg = BLUE}, "▏");
	put(f, 4, 1, (struct style){.fg = RED}, "───");
	assert_has(f, "<path fill=\"#00f\" d=\"M0 0h1v4h-1\"/>\n</g>\n"
		      "<path fill=\"#f00\" d=\"M0 0h1v32h-1M32 24h24v1h-24\"/>\n");
	assert_has_not(f, "<text");
}

TEST_WITH(what_is_underlined_is_so_in_any_font, start, stop)
{
	struct fixture *f = *state;

	put(f, 1, 0, (struct style){.attr = ATTR_UNDERLINE}, "a b");
	assert_has(f, "<path fill=\"#1c2024\" d=\"M8 14h24v1h-24\"/>\n");
}

TEST_WITH(defaults_are_those_of_the_ground, start, stop)
{
	struct fixture *f = *state;

	f->look.ground = (struct palette_ground){RED, BLUE};
	put(f, 0, 0, (struct style){0}, "a");
	put(f, 1, 0, (struct style){.attr = ATTR_REVERSE}, "b");
	assert_has(f, "rx=\"5\" fill=\"#00f\"");
	assert_has(f, "<g fill=\"#f00\">\n<text x=\"0\" y=\"12\">a<");
	assert_has(f, "<path fill=\"#f00\" d=\"M1 0h1v2h-1\"/>");
	assert_has(f, "<text x=\"8\" y=\"12\" fill=\"#00f\">b<");
}

TEST_WITH(dim_is_between_both_colours, start, stop)
{
	struct fixture *f = *state;

	f->look.ground = (struct palette_ground){RED, BLUE};
	put(f, 0, 0, (struct style){.attr = ATTR_DIM}, "a");
	assert_has(f, " fill=\"#906\">a<");
}

TEST_WITH(colours_are_those_that_a_terminal_shows, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){.fg = COLOUR_RGB(250, 6, 6)}, "x");
	assert_has(f, " fill=\"#f00\">x<");
	f->look.depth = PALETTE_TRUE;
	assert_has(f, " fill=\"#fa0606\">x<");
	f->look.depth = PALETTE_8;
	assert_has(f, " fill=\"#cd0000\">x<");
	f->look.depth = PALETTE_NONE;
	assert_has(f, "<text x=\"0\" y=\"12\">x<");
}

TEST_WITH(without_colours_what_is_reversed_still_is, start, stop)
{
	struct fixture *f = *state;

	f->look.depth = PALETTE_NONE;
	put(f, 0, 0, (struct style){.fg = RED, .bg = BLUE, .attr = ATTR_REVERSE}, "x");
	assert_has(f, "<path fill=\"#1c2024\" d=\"M0 0h1v2h-1\"/>");
	assert_has(f, " fill=\"#fff\">x<");
}

TEST_WITH(in_ascii_there_is_nothing_else, start, stop)
{
	struct fixture *f = *state;

	f->look.ascii = true;
	put(f, 0, 0, (struct style){0}, "│─日…█");
	assert_has(f, ">|-? .#<");
	for (const char *at = f->text; *at; at++)
		assert_true(*at == '\n' || (*at >= ' ' && *at <= '~'));
}

TEST_WITH(no_name_is_markup, start, stop)
{
	struct fixture *f = *state;

	put(f, 0, 0, (struct style){0}, "<b>&amp;\"");
	put(f, 0, 1, (struct style){0}, "]]>\x1b\xef\xbf\xbf\xed\xa0\x80");
	assert_has(f, ">&lt;b&gt;&amp;amp;\"<");
	assert_has(f, ">]]&gt;<");
	assert_has_not(f, "\x1b");
	assert_has_not(f, "\xef\xbf\xbf");
	assert_has_not(f, "\xed\xa0");
}

TEST_WITH(where_there_is_no_memory_that_is_an_error, start, stop)
{
	struct fixture *f = *state;
	FILE *null = fopen("/dev/null", "w");
	bool ok = false;
	unsigned due = 0;

	assert_non_null(null);
	put(f, 0, 0, (struct style){.bg = RED}, "▏");
	while (!ok) {
		struct error err = ERROR_INIT;

		hunger_due = ++due;
		ok = print_svg(f->canvas, &f->look, null, &err);
		hunger_due = 0;
		assert_int_equal(ok, err.kind == ERROR_NONE);
	}
	assert_in_range(due, 3, 10);
	fclose(null);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8"); /* wcwidth() depends on the locale */
	return 0;
}

TEST_GROUP(use_utf8, NULL);
