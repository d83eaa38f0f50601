/*
 * The output of open --format screen-svg equals the terminal: cell by cell, the characters, the
 * background of each, and the colours of half blocks. The SVG is read here by its own rules: paths
 * are painted into units, eight by sixteen per cell, and texts are put into cells.
 */
#include "lib/unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "program.h"

#define WIDTH  8
#define HEIGHT 16

/* A rendered SVG. */
struct sight {
	int columns, rows;
	uint32_t *units; /* owned: 24 bits each */
	uint32_t *runes; /* owned: by cell; ' ' where there is no text */
	uint32_t *inks;	 /* owned: their colours */
};

static uint32_t colour_of(const char *at)
{
	uint32_t c = (uint32_t)strtoul(at, NULL, 16);

	if (strspn(at, "0123456789abcdef") == 6)
		return c;
	return (c >> 8 & 15) * 0x110000 + (c >> 4 & 15) * 0x1100 + (c & 15) * 0x11;
}

static uint32_t attribute(const char *line, const char *name, uint32_t usual)
{
	const char *at = strstr(line, name);

	return at && at < strchr(line, '>') ? colour_of(at + strlen(name)) : usual;
}

static void paint(struct sight *s, const char *path, int scale)
{
	uint32_t c = attribute(path, "fill=\"#", 0);
	int x, y, w, h, used;

	for (const char *at = strstr(path, " d=\"") + 4;
	     sscanf(at, "M%d %dh%dv%dh-%*d%n", &x, &y, &w, &h, &used) == 4; at += used) {
		assert_in_range((x + w) * scale, 1, s->columns * WIDTH);
		assert_in_range((y + h) * scale, 1, s->rows * HEIGHT);
		for (int py = y * scale; py < (y + h) * scale; py++)
			for (int px = x * scale; px < (x + w) * scale; px++)
				s->units[py * s->columns * WIDTH + px] = c;
	}
}

/* The next character of a text; &lt; is one. */
static uint32_t rune_of(const char **at)
{
	static const char *const entities[][2] = {
	    {"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}};
	mbstate_t state = {0};
	wchar_t rune;
	size_t n;

	for (size_t i = 0; i < 3; i++) {
		if (strncmp(*at, entities[i][0], strlen(entities[i][0])) == 0) {
			*at += strlen(entities[i][0]);
			return (uint32_t)entities[i][1][0];
		}
	}
	n = mbrtowc(&rune, *at, strlen(*at), &state);
	assert_in_range(n, 1, 4);
	*at += n;
	return (uint32_t)rune;
}

static void lay(struct sight *s, const char *line, uint32_t usual)
{
	uint32_t ink = attribute(line, " fill=\"#", usual);
	int x, y, length = 0, cell, begin;
	const char *at = strchr(line, '>') + 1, *told = strstr(line, "textLength=\"");

	assert_int_equal(sscanf(line, "<text x=\"%d\" y=\"%d\"", &x, &y), 2);
	if (told)
		length = atoi(told + strlen("textLength=\""));
	assert_int_equal(x % WIDTH, 0);
	cell = begin = y / HEIGHT * s->columns + x / WIDTH;
	while (strncmp(at, "</text>", 7) != 0) {
		uint32_t rune = rune_of(&at);

		assert_in_range(cell, 0, s->columns * s->rows - 1);
		s->runes[cell] = rune;
		s->inks[cell] = ink;
		cell += wcwidth((wchar_t)rune);
	}
	assert_int_equal(told ? length : (cell - begin) * WIDTH, (cell - begin) * WIDTH);
}

static struct sight sight_of(char *svg, int columns, int rows)
{
	struct sight s = {.columns = columns, .rows = rows};
	size_t cells = (size_t)(columns * rows);
	uint32_t ink = 0, paper = attribute(strstr(svg, "<rect"), "fill=\"#", 0);
	char *save = NULL;
	int scale = 1;

	s.units = calloc(cells * WIDTH * HEIGHT, sizeof *s.units);
	s.runes = calloc(cells, sizeof *s.runes);
	s.inks = calloc(cells, sizeof *s.inks);
	assert_true(s.units && s.runes && s.inks);
	for (size_t i = 0; i < cells * WIDTH * HEIGHT; i++)
		s.units[i] = paper;
	for (size_t i = 0; i < cells; i++)
		s.runes[i] = ' ';
	for (char *line = strtok_r(svg, "\n", &save); line;
	     line = strtok_r(NULL, "\n", &save)) {
		if (strncmp(line, "<g ", 3) == 0 && strstr(line, "transform"))
			scale = 8;
		else if (strncmp(line, "</g>", 4) == 0)
			scale = 1;
		else if (strncmp(line, "<g fill", 7) == 0)
			ink = attribute(line, "fill=\"#", 0);
		else if (strncmp(line, "<path", 5) == 0)
			paint(&s, line, scale);
		else if (strncmp(line, "<text", 5) == 0)
			lay(&s, line, ink);
	}
	return s;
}

static void sight_release(struct sight *s)
{
	free(s->units);
	free(s->runes);
	free(s->inks);
}

/* ---- the terminal's side ---- */

/* The colour of one of 256 numbers in xterm; the first 16 are not used. */
static uint32_t shown(int number, uint32_t usual)
{
	static const uint32_t steps[] = {0, 95, 135, 175, 215, 255};

	if (number == TERMINAL_DEFAULT)
		return usual;
	assert_in_range(number, 16, 255);
	if (number >= 232)
		return 0x010101u * (uint32_t)(8 + 10 * (number - 232));
	number -= 16;
	return steps[number / 36] << 16 | steps[number / 6 % 6] << 8 | steps[number % 6];
}

static bool is_block(uint32_t rune)
{
	return rune >= 0x2580 && rune <= 0x259f;
}

/* A unit near the upper and lower edge, where there are no lines. */
static uint32_t unit(const struct sight *s, int x, int y, int row)
{
	return s->units[(y * HEIGHT + row) * s->columns * WIDTH + x * WIDTH + 6];
}

/* This terminal does not report dim: then it is six tenths of the colour. */
static bool is_shown(uint32_t found, uint32_t colour, uint32_t ground)
{
	uint32_t dim = 0;

	for (int at = 0; at <= 16; at += 8)
		dim |= ((colour >> at & 255) * 60 + (ground >> at & 255) * 40 + 50) / 100
		       << at;
	return found == colour || found == dim;
}

static void compare_cell(const struct sight *s, struct terminal_cell seen, int x, int y,
			 uint32_t ink, uint32_t paper)
{
	uint32_t fg = shown(seen.fg, ink), bg = shown(seen.bg, paper), upper, lower;
	uint32_t rune = s->runes[y * s->columns + x];
	bool is_line = seen.rune >= 0x2500 && seen.rune <= 0x257f;

	if (seen.reverse) {
		uint32_t was = fg;

		fg = bg;
		bg = was;
	}
	upper = seen.rune == U'▀' || seen.rune == U'█' ? fg : bg;
	lower = seen.rune >= U'▁' && seen.rune <= U'█' ? fg : bg;
	assert_true(is_shown(unit(s, x, y, 1), upper, bg));
	assert_true(is_shown(unit(s, x, y, 14), lower, bg));
	if (is_block(seen.rune) || is_line || seen.rune == 0)
		assert_int_equal(rune, ' ');
	else
		assert_int_equal(rune, seen.rune);
	if (rune != ' ')
		assert_true(is_shown(s->inks[y * s->columns + x], fg, bg));
}

static void compare(int columns, int rows, const char *file, const char *baseline,
		    const char *scale)
{
	static const char *const env[] = {"TZ=UTC", "FLARESCOPE_CACHE=no", NULL};
	/* the background of the picture depends on its scale; that of the terminal is unknown */
	const char *theme = strcmp(scale, "dark") == 0 ? "dark" : "light";
	const char *argv[] = {program_name(), "--theme", theme,	   "--scale",
			      scale,	      file,	 baseline, NULL};
	struct terminal *t = terminal_start_with(columns, rows, argv, env);
	char command[8192];
	struct sight s;
	char *svg;

	terminal_expect(t, "quit");
	terminal_expect(t, " samples");
	terminal_settle(t);
	snprintf(command, sizeof command,
		 "TZ=UTC FLARESCOPE_CACHE=no '%s' open --format screen-svg --width %d "
		 "--height %d --scale %s '%s' %s%s%s",
		 program_name(), columns, rows, scale, file, baseline ? "'" : "",
		 baseline ? baseline : "", baseline ? "'" : "");
	svg = program_printed(command);
	s = sight_of(svg, columns, rows);
	for (int y = 0; y < rows; y++)
		for (int x = 0; x < columns; x++)
			compare_cell(&s, terminal_cell(t, x, y), x, y,
				     strcmp(scale, "dark") == 0 ? 0xd8dce0 : 0x1c2024,
				     strcmp(scale, "dark") == 0 ? 0x121417 : 0xffffff);
	sight_release(&s);
	free(svg);
	terminal_free(t);
}

TEST(a_map_and_its_graph_are_as_on_the_screen)
{
	compare(120, 36, program_example("service.perf.gz"), NULL, "default");
	compare(80, 24, program_example("openssl.perf.gz"), NULL, "enhanced");
}

TEST(so_they_are_on_a_dark_one)
{
	compare(200, 60, program_example("service.perf.gz"), NULL, "dark");
}

TEST(so_is_the_difference_of_two_files)
{
	char file[4096];

	snprintf(file, sizeof file, "%s", program_example("new.perf.gz"));
	compare(110, 32, file, program_example("old.perf.gz"), "default");
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
