#include "tui/pen.h"

#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>
#include <wchar.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "canvas/print.h"

/*
 * Half of all bytes that a dragged graph sends say which colour the next cell has. curses says both
 * colours again where one changes, goes from left to right, and does not know 24 bits. So it takes
 * the terminal over, clears it and gives it back; the cells between are written here, with what
 * every terminal knows that says so: CUP, CUF, CHA, SGR, and characters.
 */

#define PEN_STEP 128  /* bytes: more than one sequence, or one character, has */
#define PEN_TORN 1024 /* bytes: fewer arrive at once */

void pen_init(struct pen *pen, FILE *out, struct pen_look look)
{
	*pen = (struct pen){.look = look, .out = out, .x = -1, .y = -1};
}

bool pen_fit(struct pen *pen, int width, struct error *err)
{
	uint8_t *todo = mem_array((size_t)width, sizeof *todo, "screen", err);

	if (!todo)
		return false;
	mem_free(pen->todo);
	pen->todo = todo;
	pen->width = width;
	return true;
}

void pen_release(struct pen *pen)
{
	mem_free(pen->todo);
	pen->todo = NULL;
}

/* ---- bytes ---- */

static void send_bytes(const struct pen *pen, const char *bytes, size_t len)
{
	int fd = fileno(pen->out);

	fflush(pen->out);
	while (len > 0) {
		ssize_t n = write(fd, bytes, len);

		if (n < 0 && errno != EINTR)
			return; /* the terminal is gone; the keyboard will tell */
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
	}
}

void pen_say(const struct pen *pen, const char *sequence)
{
	send_bytes(pen, sequence, strlen(sequence));
}

void pen_clear_row(const struct pen *pen, int y)
{
	char words[32];

	snprintf(words, sizeof words, "\033[%d;1H\033[K", y + 1);
	pen_say(pen, words);
}

static void flush(struct pen *pen)
{
	if (pen->synchronised && !pen->whole && pen->len > PEN_TORN) {
		pen_say(pen, "\033[?2026h");
		pen->whole = true;
	}
	send_bytes(pen, pen->bytes, pen->len);
	pen->len = 0;
}

/* At most PEN_STEP bytes. */
static void print(struct pen *pen, const char *format, ...)
{
	char counted[PEN_STEP];
	va_list args;

	if (!pen->counting && pen->len > PEN_BYTES - PEN_STEP)
		flush(pen);
	va_start(args, format);
	pen->len += (size_t)vsnprintf(pen->counting ? counted : pen->bytes + pen->len,
				      PEN_STEP, format, args);
	va_end(args);
}

/* ---- colours ---- */

#define USERS_OWN 22 /* colours: where there are 24 bits, themes change more than 16 */

static int number_of(enum palette_depth depth, colour c)
{
	int number;

	if (depth != PALETTE_TRUE)
		return palette_nearest(c, depth);
	/* so that the shorter words say it */
	number = palette_nearest(c, PALETTE_256);
	return number >= USERS_OWN && palette_shown(c, PALETTE_256) == c ? number : -1;
}

static const struct pen_colour *look_up(struct pen *pen, colour c)
{
	struct pen_colour *known = &pen->colours[(c ^ c >> 7 ^ c >> 14) % PEN_COLOURS];

	if (known->asked != c) {
		known->asked = c;
		known->shown = palette_shown(c, pen->look.depth);
		known->number = number_of(pen->look.depth, c);
	}
	return known;
}

/* An entry that nobody has asked for is that of the default. */
static colour shown_as(struct pen *pen, colour c)
{
	return c == COLOUR_DEFAULT ? COLOUR_DEFAULT : look_up(pen, c)->shown;
}

#define BRIGHT 60 /* from a colour to the brighter one of the other eight */

/* "31", "91", "38;5;N", "38;2;R;G;B", or "39" for the terminal's own; `base` 40: of the ground. */
static void say_colour(struct pen *pen, colour c, int base, char *before)
{
	int number = c == COLOUR_DEFAULT ? -1 : look_up(pen, c)->number;

	if (c == COLOUR_DEFAULT)
		print(pen, "%c%d", *before, base + 9);
	else if (number < 0)
		print(pen, "%c%d;2;%d;%d;%d", *before, base + 8, COLOUR_CHANNEL(c, 0),
		      COLOUR_CHANNEL(c, 1), COLOUR_CHANNEL(c, 2));
	else if (pen->look.depth >= PALETTE_256)
		print(pen, "%c%d;5;%d", *before, base + 8, number);
	else
		print(pen, "%c%d", *before,
		      number < 8 ? base + number : base + BRIGHT + number - 8);
	*before = ';';
}

/* ---- styles ---- */

/* Not by their bytes: what stands between the members may be anything. */
static bool same_style(struct style a, struct style b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Of two that one word ends, the one that stays is said again. */
static void say_attributes(struct pen *pen, uint8_t want, char *before)
{
	static const struct {
		uint8_t attr, together;
		const char *on, *off;
	} words[] = {{ATTR_BOLD, ATTR_BOLD | ATTR_DIM, "1", "22"},
		     {ATTR_DIM, ATTR_BOLD | ATTR_DIM, "2", "22"},
		     {ATTR_UNDERLINE, ATTR_UNDERLINE, "4", "24"},
		     {ATTR_REVERSE, ATTR_REVERSE, "7", "27"}};
	uint8_t has = pen->style.attr;

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!(has & ~want & words[i].attr))
			continue;
		print(pen, "%c%s", *before, words[i].off);
		*before = ';';
		has &= (uint8_t)~words[i].together;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!(want & ~has & words[i].attr))
			continue;
		print(pen, "%c%s", *before, words[i].on);
		*before = ';';
	}
}

/* Only what differs: both colours are 38 bytes. */
static void say_style(struct pen *pen, struct style style)
{
	char before = '[';

	if (same_style(style, pen->style))
		return;
	print(pen, "\033");
	if (same_style(style, (struct style){0})) {
		print(pen, "[");
	} else {
		say_attributes(pen, style.attr, &before);
		if (style.fg != pen->style.fg)
			say_colour(pen, style.fg, 30, &before);
		if (style.bg != pen->style.bg)
			say_colour(pen, style.bg, 40, &before);
	}
	print(pen, "m");
	pen->style = style;
}

static uint8_t attributes(const struct pen *pen, struct style style)
{
	bool coloured = pen->look.depth > PALETTE_NONE && (style.fg || style.bg);

	return style.attr & pen->look.attrs &
	       (uint8_t) ~(coloured ? pen->look.uncoloured : 0);
}

/* Does it show more than its ground? */
static bool is_inked(const struct cell *cell)
{
	return cell->rune != U' ' || cell->style.attr & (ATTR_REVERSE | ATTR_UNDERLINE);
}

/* A blank shows no ink: that of the cell before it need not change. */
static struct style style_of(struct pen *pen, const struct cell *cell)
{
	colour ground = shown_as(pen, cell->style.bg);

	if (!is_inked(cell))
		return (struct style){pen->style.fg, ground,
				      pen->style.attr & (ATTR_BOLD | ATTR_DIM)};
	return (struct style){shown_as(pen, cell->style.fg), ground,
			      attributes(pen, cell->style)};
}

/* What differs in the canvas may look the same here. */
static bool looks_same(struct pen *pen, const struct cell *a, const struct cell *b)
{
	if (a->rune != b->rune)
		return false;
	if (same_style(a->style, b->style))
		return true;
	return is_inked(a) == is_inked(b) &&
	       same_style(style_of(pen, a), style_of(pen, b));
}

/* ---- where ---- */

struct row {
	const struct canvas *canvas;
	const struct cell *shown;
	int y, width, first; /* column that looks different */
	bool in_order;	     /* it has halves of characters, which must not be torn */
};

/* One column with one byte, which shows as it is as the pen is now? */
static bool repeats(struct pen *pen, const struct cell *cell)
{
	return cell->rune >= U' ' && cell->rune <= U'~' &&
	       same_style(style_of(pen, cell), pen->style);
}

#define FEWER 5 /* a word that moves the cursor has as many bytes, at most */

/*
 * What is there already is written again where that is shorter than to pass over it. What still
 * waits is of another style.
 */
static bool pass(struct pen *pen, int x, const struct row *row)
{
	int n = x - pen->x, word = n == 1 ? 3 : n < 10 ? 4 : FEWER;
	char bytes[FEWER + 1] = "";

	if (n > word)
		return false;
	for (int i = 0; i < n; i++) {
		const struct cell *cell = canvas_at(row->canvas, pen->x + i, row->y);

		if (!repeats(pen, cell))
			return false;
		bytes[i] = (char)cell->rune; /* room: n <= FEWER */
	}
	print(pen, "%s", bytes);
	return true;
}

static void go_right(struct pen *pen, int columns)
{
	if (columns == 1)
		print(pen, "\033[C");
	else if (columns > 1)
		print(pen, "\033[%dC", columns);
}

static void go(struct pen *pen, int x, const struct row *row)
{
	bool here = pen->y == row->y && pen->x >= 0,
	     below = pen->y >= 0 && pen->y + 1 == row->y;

	if (here && x >= pen->x) {
		if (!pass(pen, x, row))
			go_right(pen, x - pen->x);
	} else if (here && x == 0) {
		print(pen, "\r");
	} else if (here && pen->look.jumps) {
		print(pen, "\033[%dG", x + 1);
	} else if (below) {
		print(pen, "\r\n"); /* no longer than CUP, and there is a line below */
		go_right(pen, x);
	} else {
		print(pen, "\033[%d;%dH", row->y + 1, x + 1);
	}
	pen->x = x;
	pen->y = row->y;
}

/* ---- cells ---- */

wchar_t pen_visible(bool ascii, char32_t rune)
{
	if (ascii)
		return (wchar_t)print_ascii(rune);
	rune = utf8_harmless(rune);
	return wcwidth((wchar_t)rune) > 0 ? (wchar_t)rune : (wchar_t)UTF8_BAD;
}

/* Of a character that reaches beyond the screen, one. */
static int columns_of(const struct pen *pen, const struct row *row, int x)
{
	bool wide = x + 1 < canvas_bounds(row->canvas).w &&
		    !canvas_at(row->canvas, x + 1, row->y)->rune;

	return wide && !pen->look.ascii ? 2 : 1;
}

static void put(struct pen *pen, const struct row *row, int x)
{
	const struct cell *cell = canvas_at(row->canvas, x, row->y);
	int wide = columns_of(pen, row, x);
	char bytes[UTF8_MAX];
	size_t len =
	    utf8_encode((char32_t)pen_visible(pen->look.ascii, cell->rune), bytes);

	go(pen, x, row);
	say_style(pen, style_of(pen, cell));
	print(pen, "%.*s", (int)len, bytes);
	/* in the last column it waits for what comes next */
	pen->x = x + wide < pen->width ? x + wide : -1;
}

enum todo {
	DONE,
	WAITS,
	PUT, /* in the way that is tried */
};

/* From `x` on, blanks that wait and look alike. */
static int blanks_at(struct pen *pen, const struct row *row, int x)
{
	struct style style = style_of(pen, canvas_at(row->canvas, x, row->y));
	int n = 0;

	for (; x + n < row->width && pen->todo[x + n] == WAITS; n++) {
		const struct cell *cell = canvas_at(row->canvas, x + n, row->y);

		if (is_inked(cell) || !same_style(style_of(pen, cell), style))
			break;
	}
	return n;
}

#define ERASED                                                                           \
	10 /* blanks that are as long as the word that erases them, and the way over them */
#define ERASED_END 6 /* and where there is a way to go anyhow */

/* Blanks at once where that is shorter; returns how many columns are put. */
static int put_some(struct pen *pen, const struct row *row, int x)
{
	int n = pen->look.erases ? blanks_at(pen, row, x) : 0;
	struct style style;

	if (n >= ERASED_END &&
	    (n >= ERASED || x + n == row->width || pen->todo[x + n] != WAITS)) {
		style = style_of(pen, canvas_at(row->canvas, x, row->y));
		if (style.bg == COLOUR_DEFAULT || pen->look.erases_coloured) {
			go(pen, x, row);
			say_style(pen, style);
			print(pen, "\033[%dX", n);
			return n;
		}
	}
	put(pen, row, x);
	return 1;
}

static void put_in_order(struct pen *pen, const struct row *row)
{
	for (int x = 0; x < row->width;)
		x += pen->todo[x] ? put_some(pen, row, x) : 1;
}

/* Those that wait and need no word but where they are. */
static void put_alike(struct pen *pen, const struct row *row, int from)
{
	for (int x = from, n; x < row->width; x += n) {
		const struct cell *cell = canvas_at(row->canvas, x, row->y);

		n = 1;
		if (pen->todo[x] != WAITS || !same_style(style_of(pen, cell), pen->style))
			continue;
		n = put_some(pen, row, x);
		memset(pen->todo + x, PUT, (size_t)n);
	}
}

/* To go over a row once more for another colour is often shorter than to say colours to and fro. */
static void put_by_style(struct pen *pen, const struct row *row)
{
	put_alike(pen, row, 0);
	for (int x = 0; x < row->width; x++) {
		if (pen->todo[x] != WAITS)
			continue;
		say_style(pen, style_of(pen, canvas_at(row->canvas, x, row->y)));
		put_alike(pen, row, x);
	}
}

/* What is to be blank from `x` on need not be said when all is made blank at once. */
static void erase_from(struct pen *pen, const struct row *row, int x)
{
	struct style blank = {pen->style.fg, COLOUR_DEFAULT,
			      pen->style.attr & (ATTR_BOLD | ATTR_DIM)};

	go(pen, x, row);
	say_style(pen, blank);
	print(pen, "\033[K");
}

static void put_erased(struct pen *pen, const struct row *row)
{
	erase_from(pen, row, row->first);
	put_by_style(pen, row);
}

/* As many bytes as it would be; the pen stays as it is. */
static size_t count(struct pen *pen, const struct row *row,
		    void put_cells(struct pen *pen, const struct row *row))
{
	struct style style = pen->style;
	size_t len = pen->len, sum;
	int x = pen->x, y = pen->y;

	pen->counting = true;
	put_cells(pen, row);
	pen->counting = false;
	sum = pen->len - len;
	pen->len = len;
	pen->style = style;
	pen->x = x;
	pen->y = y;
	for (int i = 0; i < row->width; i++)
		pen->todo[i] = pen->todo[i] ? WAITS : DONE;
	return sum;
}

/* Where something is to be written; the width where nothing is. */
static void compare(struct pen *pen, struct row *row)
{
	row->first = row->width;
	for (int x = row->width - 1; x >= 0; x--) {
		const struct cell *cell = canvas_at(row->canvas, x, row->y);
		const struct cell *was = &row->shown[x];

		pen->todo[x] = looks_same(pen, was, cell) ? DONE : WAITS;
		row->in_order = row->in_order || !cell->rune || !was->rune;
		if (!cell->rune && !pen->look.ascii)
			pen->todo[x] = DONE; /* a right half comes with its left one */
		if (pen->todo[x])
			row->first = x;
	}
}

/* The same of a row that is erased from its first change on. */
static void compare_erased(struct pen *pen, const struct row *row)
{
	for (int x = row->first; x < row->width; x++) {
		const struct cell *cell = canvas_at(row->canvas, x, row->y);

		pen->todo[x] = is_inked(cell) || cell->style.bg ? WAITS : DONE;
	}
}

#define SHORT 32 /* bytes: a row that has no more is not tried in another way */

/* In whichever way is shortest. */
static void put_row(struct pen *pen, struct row *row)
{
	size_t in_order = row->in_order ? 0 : count(pen, row, put_in_order), by_style;

	if (in_order <= SHORT) {
		put_in_order(pen, row);
		return;
	}
	by_style = count(pen, row, put_by_style);
	compare_erased(pen, row);
	if (count(pen, row, put_erased) < (by_style < in_order ? by_style : in_order)) {
		put_erased(pen, row);
		return;
	}
	compare(pen, row);
	if (by_style < in_order)
		put_by_style(pen, row);
	else
		put_in_order(pen, row);
}

void pen_row(struct pen *pen, const struct canvas *c, int y, struct cell *shown)
{
	struct rect all = canvas_bounds(c);
	struct row row = {.canvas = c,
			  .shown = shown,
			  .y = y,
			  .width = all.w < pen->width ? all.w : pen->width};

	compare(pen, &row);
	if (row.first < row.width)
		put_row(pen, &row);
	for (int x = 0; x < row.width; x++)
		shown[x] = *canvas_at(c, x, y);
}

void pen_begin(struct pen *pen, bool synchronised)
{
	pen->x = pen->y = -1;
	pen->style = (struct style){0};
	pen->synchronised = synchronised;
	pen->whole = false;
}

/* The cursor where it belongs, and nothing chosen that curses does not know of. */
void pen_end(struct pen *pen, int x, int y)
{
	say_style(pen, (struct style){0});
	if (x >= 0)
		print(pen, "\033[%d;%dH", y + 1, x + 1);
	flush(pen);
	if (pen->whole)
		pen_say(pen, "\033[?2026l");
}
