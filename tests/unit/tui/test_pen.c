#include "lib/unit.h"

#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/utf8.h"
#include "tui/pen.h"

#define COLUMNS 40
#define ROWS	6
#define CELLS	(COLUMNS * ROWS)
#define ALL	(ATTR_BOLD | ATTR_DIM | ATTR_UNDERLINE | ATTR_REVERSE)
#define ROUNDS	60

/* A terminal that knows few escape sequences, and interprets each as its manual says. */
struct listener {
	struct cell cells[ROWS][COLUMNS];
	struct style style;
	int x, y;
	bool full;     /* the last column is written: the next character would wrap */
	bool coloured; /* erased cells get the chosen background */
	bool has_jumps, has_erasure; /* else the sequence is an error */
};

static const colour few[] = {0x1000000, 0x1cd0000, 0x100cd00, 0x1cdcd00,
			     0x10000ee, 0x1cd00cd, 0x100cdcd, 0x1e5e5e5,
			     0x17f7f7f, 0x1ff0000, 0x100ff00, 0x1ffff00,
			     0x15c5cff, 0x1ff00ff, 0x100ffff, 0x1ffffff};

static colour of_number(int n)
{
	static const unsigned steps[] = {0, 95, 135, 175, 215, 255};
	unsigned level = 8 + 10 * (unsigned)(n - 232);

	if (n < 16)
		return few[n];
	if (n >= 232)
		return COLOUR_RGB(level, level, level);
	return COLOUR_RGB(steps[(n - 16) / 36], steps[(n - 16) / 6 % 6],
			  steps[(n - 16) % 6]);
}

/* Returns how many of the numbers it used. */
static int take_colour(const int *n, colour *c)
{
	if (n[0] % 10 == 9) {
		*c = COLOUR_DEFAULT;
		return 1;
	}
	if (n[0] % 10 != 8) {
		*c = few[n[0] % 10 + (n[0] >= 90 ? 8 : 0)];
		return 1;
	}
	if (n[1] == 5) {
		*c = of_number(n[2]);
		return 3;
	}
	assert_int_equal(n[1], 2);
	*c = COLOUR_RGB(n[2], n[3], n[4]);
	return 5;
}

static int take_style(struct style *s, const int *n)
{
	switch (n[0]) {
	case 0:
		*s = (struct style){0};
		return 1;
	case 1:
		s->attr |= ATTR_BOLD;
		return 1;
	case 2:
		s->attr |= ATTR_DIM;
		return 1;
	case 4:
		s->attr |= ATTR_UNDERLINE;
		return 1;
	case 7:
		s->attr |= ATTR_REVERSE;
		return 1;
	case 22:
		s->attr &= (uint8_t) ~(ATTR_BOLD | ATTR_DIM);
		return 1;
	case 24:
		s->attr &= (uint8_t)~ATTR_UNDERLINE;
		return 1;
	case 27:
		s->attr &= (uint8_t)~ATTR_REVERSE;
		return 1;
	default:
		return take_colour(n, n[0] / 10 == 3 || n[0] / 10 == 9 ? &s->fg : &s->bg);
	}
}

static void take_word(struct listener *l, char end, const int *n, int count)
{
	switch (end) {
	case 'm':
		for (int i = 0; i < count;)
			i += take_style(&l->style, n + i);
		return;
	case 'H':
		l->y = n[0] - 1;
		l->x = n[1] - 1;
		break;
	case 'C':
		assert_false(l->full); /* terminals differ in this case */
		l->x += n[0] ? n[0] : 1;
		break;
	case 'G':
		assert_true(l->has_jumps);
		l->x = n[0] - 1;
		break;
	case 'K':
		assert_false(l->style.bg);
		for (int x = l->x; x < COLUMNS; x++)
			l->cells[l->y][x] = (struct cell){.rune = U' '};
		return;
	case 'X':
		assert_true(l->has_erasure);
		assert_true(l->coloured || !l->style.bg);
		for (int i = 0; i < n[0]; i++)
			l->cells[l->y][l->x + i] =
			    (struct cell){U' ', {.bg = l->style.bg}};
		return;
	default:
		fail_msg("a word that nobody knows: %c", end);
	}
	l->full = false;
	assert_in_range(l->x, 0, COLUMNS - 1);
	assert_in_range(l->y, 0, ROWS - 1);
}

static const char *hear_word(struct listener *l, const char *at)
{
	int n[16] = {0}, count = 1;

	for (at += 2; strchr("0123456789;?", *at); at++)
		if (*at == ';')
			count++;
		else if (*at != '?')
			n[count - 1] = n[count - 1] * 10 + *at - '0';
	if (!strchr("hl", *at)) /* modes have no visible effect */
		take_word(l, *at, n, count);
	return at + 1;
}

/* Overwriting half of a wide character leaves a blank in place of the other half. */
static void tear(struct listener *l, int x)
{
	struct cell *row = l->cells[l->y];

	if (!row[x].rune && x > 0)
		row[x - 1].rune = U' ';
	if (x + 1 < COLUMNS && !row[x + 1].rune)
		row[x + 1].rune = U' ';
}

static void hear(struct listener *l, const char *bytes, size_t len)
{
	const char *at = bytes, *end = bytes + len;

	while (at < end) {
		char32_t rune;
		int wide;

		if (*at == '\033') {
			at = hear_word(l, at);
			continue;
		}
		at += utf8_decode((struct text){at, (size_t)(end - at)}, &rune);
		if (rune == '\r' || rune == '\n') {
			l->x = rune == '\r' ? 0 : l->x;
			l->y += rune == '\n';
			l->full = false;
			assert_in_range(l->y, 0, ROWS - 1);
			continue;
		}
		assert_false(l->full);
		wide = rune == U'漢' || rune == U'字' ? 2 : 1;
		for (int i = 0; i < wide && l->x + i < COLUMNS; i++) {
			tear(l, l->x + i);
			l->cells[l->y][l->x + i] = (struct cell){i ? 0 : rune, l->style};
		}
		l->full = l->x + wide >= COLUMNS;
		l->x += l->full ? 0 : wide;
	}
}

struct sheet {
	struct canvas *canvas;
	struct cell shown[CELLS];
	struct pen pen;
	struct listener listener;
	FILE *out;
	unsigned seed;
};

static unsigned some(unsigned n)
{
	return (unsigned)rand() % n;
}

static colour some_colour(void)
{
	static const colour colours[] = {
	    COLOUR_DEFAULT,	      COLOUR_RGB(200, 80, 80), COLOUR_RGB(218, 100, 96),
	    COLOUR_RGB(95, 135, 175), COLOUR_RGB(0, 0, 0),     COLOUR_RGB(255, 255, 255),
	    COLOUR_RGB(201, 80, 80)};

	return colours[some(sizeof colours / sizeof *colours)];
}

/* Frames as in a graph: an edge, a name, blanks. */
static void draw_something(struct sheet *s)
{
	static const char32_t runes[] = U"▏ a…  bc   ";
	struct pane p = pane_whole(s->canvas);

	for (unsigned boxes = some(30); boxes; boxes--) {
		int x = (int)some(COLUMNS), y = (int)some(ROWS), w = 1 + (int)some(20);
		struct style style = {some_colour(), some_colour(),
				      some(3) ? 0 : (uint8_t)some(16)};
		bool blank = some(2);

		for (int i = 0; i < w; i++)
			pane_put(p, x + i, y,
				 blank ? U' ' : runes[some(sizeof runes / 4 - 1)], style);
		if (!some(12))
			pane_print(p, x, y, style, "漢字");
	}
}

static void assert_shows(const struct sheet *s, int x, int y)
{
	const struct cell *is = &s->listener.cells[y][x],
			  *want = canvas_at(s->canvas, x, y);
	enum palette_depth depth = s->pen.look.depth;
	bool inked =
	    want->rune != U' ' || want->style.attr & (ATTR_UNDERLINE | ATTR_REVERSE);
	uint8_t attr = want->style.attr & s->pen.look.attrs;

	if (want->style.fg || want->style.bg)
		attr &= (uint8_t) ~(depth ? s->pen.look.uncoloured : 0);
	if (is->rune != want->rune ||
	    is->style.bg != palette_shown(want->style.bg, depth) ||
	    (want->rune && inked &&
	     (is->style.attr != attr ||
	      is->style.fg != palette_shown(want->style.fg, depth))))
		fail_msg("seed %u, depth %d: cell %d,%d is U+%04X %x/%x/%x, not U+%04X "
			 "%x/%x/%x",
			 s->seed, depth, x, y, (unsigned)is->rune, is->style.fg,
			 is->style.bg, is->style.attr, (unsigned)want->rune,
			 want->style.fg, want->style.bg, attr);
}

/* Returns how many bytes that takes. */
static size_t show(struct sheet *s)
{
	static char bytes[1 << 16];
	size_t len;

	rewind(s->out);
	assert_int_equal(ftruncate(fileno(s->out), 0), 0);
	pen_begin(&s->pen, some(2));
	for (int y = 0; y < ROWS; y++)
		pen_row(&s->pen, s->canvas, y, s->shown + (size_t)y * COLUMNS);
	pen_end(&s->pen, -1, -1);
	rewind(s->out);
	len = fread(bytes, 1, sizeof bytes, s->out);
	assert_true(len < sizeof bytes);
	s->listener.full = false;
	hear(&s->listener, bytes, len);
	return len;
}

static void begin(struct sheet *s, struct pen_look look)
{
	struct error err;

	*s = (struct sheet){.out = tmpfile(),
			    .canvas = canvas_new(COLUMNS, ROWS, &err),
			    .listener = {.coloured = look.erases_coloured,
					 .has_jumps = look.jumps,
					 .has_erasure = look.erases}};
	assert_non_null(s->out);
	assert_non_null(s->canvas);
	pen_init(&s->pen, s->out, look);
	assert_true(pen_fit(&s->pen, COLUMNS, &err));
	for (int i = 0; i < CELLS; i++)
		s->shown[i] = s->listener.cells[i / COLUMNS][i % COLUMNS] =
		    (struct cell){.rune = U' '};
}

static void end(struct sheet *s)
{
	pen_release(&s->pen);
	canvas_free(s->canvas);
	fclose(s->out);
}

TEST(what_a_terminal_shows_is_what_was_drawn)
{
	const char *wanted = getenv("SEED");
	unsigned seed = wanted ? (unsigned)strtoul(wanted, NULL, 10) : 1;

	srand(seed);
	for (int round = 0; round < ROUNDS; round++) {
		struct sheet s;
		bool erases = some(2);

		begin(&s, (struct pen_look){.depth = (enum palette_depth)(round % 5),
					    .attrs = some(2) ? ALL : ATTR_BOLD,
					    .uncoloured = some(2) ? ATTR_UNDERLINE : 0,
					    .jumps = some(2),
					    .erases = erases,
					    .erases_coloured = erases && some(2)});
		s.seed = seed;
		for (int step = 0; step < 20; step++) {
			draw_something(&s);
			show(&s);
			for (int i = 0; i < CELLS; i++)
				assert_shows(&s, i % COLUMNS, i / COLUMNS);
		}
		end(&s);
	}
}

TEST(what_looks_the_same_is_not_sent)
{
	struct sheet s;
	struct pane p;

	begin(&s, (struct pen_look){.depth = PALETTE_8, .attrs = ALL});
	p = pane_whole(s.canvas);
	pane_print(p, 3, 2, (struct style){.bg = COLOUR_RGB(200, 80, 80)}, "frame");
	assert_true(show(&s) > 5);
	/* another red, which is the same with eight colours; and ink that is invisible */
	pane_print(p, 3, 2, (struct style){.bg = COLOUR_RGB(201, 80, 80)}, "frame");
	pane_print(p, 20, 2, (struct style){.fg = COLOUR_RGB(1, 2, 3)}, "  ");
	assert_int_equal(show(&s), 0);
	end(&s);
}

/* Two colours in turn: each is set only once per row. */
TEST(narrow_frames_of_a_colour_share_the_word_for_it)
{
	const struct style a = {.bg = COLOUR_RGB(200, 80, 80)},
			   b = {.bg = COLOUR_RGB(60, 175, 60)};
	struct sheet s;

	begin(&s, (struct pen_look){.depth = PALETTE_TRUE, .attrs = ALL, .jumps = true});
	for (int x = 0; x < COLUMNS; x++)
		pane_print(pane_whole(s.canvas), x, 1, x % 2 ? a : b, "|");
	/* a character, and three bytes to switch to the other colour; "38;2;R;G;B" twice */
	assert_in_range(show(&s), 1, 4 * COLUMNS + 60);
	end(&s);
}

static int use_utf8(void **state)
{
	(void)state;
	setlocale(LC_ALL, "C.UTF-8");
	return 0;
}

TEST_GROUP(use_utf8, NULL);
