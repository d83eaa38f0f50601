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
 * Half of all bytes for a dragged graph are colours of cells. curses repeats both colours when one
 * changes, draws from left to right, and does not support 24 bits. So it only takes over the
 * terminal, clears it and restores it; between that, cells are written here, with sequences that
 * all such terminals support: CUP, CUF, CHA, SGR, and characters.
 */

#define PEN_STEP 128  /* bytes: larger than any sequence or character */
#define PEN_TORN 1024 /* bytes: smaller output arrives as a whole */

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
			return; /* the terminal is gone; the keyboard will report it */
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

/* Append at most PEN_STEP bytes. */
static void print_bytes(struct pen *pen, const char *format, ...)
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

/* first colours of the palette: themes of terminals with 24 bits change more than 16 */
#define USERS_OWN 22

static int number_of(enum palette_depth depth, colour c)
{
	int number;

	if (depth != PALETTE_TRUE)
		return palette_nearest(c, depth);
	/* use a number if its colour is exact: its sequence is shorter */
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

/* Unused entries of the cache are those of the default colour. */
static colour shown_as(struct pen *pen, colour c)
{
	return c == COLOUR_DEFAULT ? COLOUR_DEFAULT : look_up(pen, c)->shown;
}

/* offset from the code of one of eight colours to that of its bright variant */
#define BRIGHT 60

/*
 * Write "31", "91", "38;5;N", "38;2;R;G;B", or "39" for the default; with `base` 40, of the
 * background.
 */
static void say_colour(struct pen *pen, colour c, int base, char *before)
{
	int number = c == COLOUR_DEFAULT ? -1 : look_up(pen, c)->number;

	if (c == COLOUR_DEFAULT)
		print_bytes(pen, "%c%d", *before, base + 9);
	else if (number < 0)
		print_bytes(pen, "%c%d;2;%d;%d;%d", *before, base + 8,
			    COLOUR_CHANNEL(c, 0), COLOUR_CHANNEL(c, 1),
			    COLOUR_CHANNEL(c, 2));
	else if (pen->look.depth >= PALETTE_256)
		print_bytes(pen, "%c%d;5;%d", *before, base + 8, number);
	else
		print_bytes(pen, "%c%d", *before,
			    number < 8 ? base + number : base + BRIGHT + number - 8);
	*before = ';';
}

/* ---- styles ---- */

/* Not memcmp(): padding between the members is undefined. */
static bool same_style(struct style a, struct style b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* One sequence ends two attributes: set the other one again if it is to stay. */
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
		print_bytes(pen, "%c%s", *before, words[i].off);
		*before = ';';
		has &= (uint8_t)~words[i].together;
	}
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!(want & ~has & words[i].attr))
			continue;
		print_bytes(pen, "%c%s", *before, words[i].on);
		*before = ';';
	}
}

/* Write only the differences: both colours together take 38 bytes. */
static void say_style(struct pen *pen, struct style style)
{
	char before = '[';

	if (same_style(style, pen->style))
		return;
	print_bytes(pen, "\033");
	if (same_style(style, (struct style){0})) {
		print_bytes(pen, "[");
	} else {
		say_attributes(pen, style.attr, &before);
		if (style.fg != pen->style.fg)
			say_colour(pen, style.fg, 30, &before);
		if (style.bg != pen->style.bg)
			say_colour(pen, style.bg, 40, &before);
	}
	print_bytes(pen, "m");
	pen->style = style;
}

static uint8_t choose_attributes(const struct pen *pen, struct style style)
{
	bool coloured = pen->look.depth > PALETTE_NONE && (style.fg || style.bg);

	return style.attr & pen->look.attrs &
	       (uint8_t) ~(coloured ? pen->look.uncoloured : 0);
}

/* Does it show more than its background? */
static bool is_inked(const struct cell *cell)
{
	return cell->rune != U' ' || cell->style.attr & (ATTR_REVERSE | ATTR_UNDERLINE);
}

/* A blank shows no foreground: keep the current one. */
static struct style style_of(struct pen *pen, const struct cell *cell)
{
	colour ground = shown_as(pen, cell->style.bg);

	if (!is_inked(cell))
		return (struct style){pen->style.fg, ground,
				      pen->style.attr & (ATTR_BOLD | ATTR_DIM)};
	return (struct style){shown_as(pen, cell->style.fg), ground,
			      choose_attributes(pen, cell->style)};
}

/* Cells that differ in the canvas may look the same on this terminal. */
static bool looks_same(struct pen *pen, const struct cell *a, const struct cell *b)
{
	if (a->rune != b->rune)
		return false;
	if (same_style(a->style, b->style))
		return true;
	return is_inked(a) == is_inked(b) &&
	       same_style(style_of(pen, a), style_of(pen, b));
}

/* ---- moving ---- */

struct pending_row {
	const struct canvas *canvas;
	const struct cell *shown;
	int y, width, first; /* first column that looks different */
	/* it has incomplete wide characters, and must be written from left to right */
	bool in_order;
};

/* Is it a cell of one byte and one column in the current style? */
static bool repeats(struct pen *pen, const struct cell *cell)
{
	return cell->rune >= U' ' && cell->rune <= U'~' &&
	       same_style(style_of(pen, cell), pen->style);
}

#define FEWER 5 /* the maximum bytes of a sequence that moves the cursor */

/*
 * Write existing cells again if that is shorter than skipping them. Cells that are still to be
 * written have another style.
 */
static bool pass_cells(struct pen *pen, int x, const struct pending_row *row)
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
	print_bytes(pen, "%s", bytes);
	return true;
}

static void go_right(struct pen *pen, int columns)
{
	if (columns == 1)
		print_bytes(pen, "\033[C");
	else if (columns > 1)
		print_bytes(pen, "\033[%dC", columns);
}

static void move_to_column(struct pen *pen, int x, const struct pending_row *row)
{
	bool here = pen->y == row->y && pen->x >= 0,
	     below = pen->y >= 0 && pen->y + 1 == row->y;

	if (here && x >= pen->x) {
		if (!pass_cells(pen, x, row))
			go_right(pen, x - pen->x);
	} else if (here && x == 0) {
		print_bytes(pen, "\r");
	} else if (here && pen->look.jumps) {
		print_bytes(pen, "\033[%dG", x + 1);
	} else if (below) {
		/* not longer than CUP, and there is a line below */
		print_bytes(pen, "\r\n");
		go_right(pen, x);
	} else {
		print_bytes(pen, "\033[%d;%dH", row->y + 1, x + 1);
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

/* The number of columns of a cell; a wide character at the edge of the screen has one. */
static int columns_of(const struct pen *pen, const struct pending_row *row, int x)
{
	bool wide = x + 1 < canvas_bounds(row->canvas).w &&
		    !canvas_at(row->canvas, x + 1, row->y)->rune;

	return wide && !pen->look.ascii ? 2 : 1;
}

static void put_cell(struct pen *pen, const struct pending_row *row, int x)
{
	const struct cell *cell = canvas_at(row->canvas, x, row->y);
	int wide = columns_of(pen, row, x);
	char bytes[UTF8_MAX];
	size_t len =
	    utf8_encode((char32_t)pen_visible(pen->look.ascii, cell->rune), bytes);

	move_to_column(pen, x, row);
	say_style(pen, style_of(pen, cell));
	print_bytes(pen, "%.*s", (int)len, bytes);
	/* in the last column, the cursor stays until the next character */
	pen->x = x + wide < pen->width ? x + wide : -1;
}

enum todo {
	DONE,
	WAITS,
	PUT, /* written by the method being tried */
};

/* The number of blanks from `x` on that are to be written and look alike. */
static int blanks_at(struct pen *pen, const struct pending_row *row, int x)
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
	10 /* blanks from which on erasing them and skipping over them is shorter */
#define ERASED_END 6 /* the same if the cursor must be moved in any case */

/* Write a cell, or erase several blanks if that is shorter. Returns the number of columns. */
static int put_some(struct pen *pen, const struct pending_row *row, int x)
{
	int n = pen->look.erases ? blanks_at(pen, row, x) : 0;
	struct style style;

	if (n >= ERASED_END &&
	    (n >= ERASED || x + n == row->width || pen->todo[x + n] != WAITS)) {
		style = style_of(pen, canvas_at(row->canvas, x, row->y));
		if (style.bg == COLOUR_DEFAULT || pen->look.erases_coloured) {
			move_to_column(pen, x, row);
			say_style(pen, style);
			print_bytes(pen, "\033[%dX", n);
			return n;
		}
	}
	put_cell(pen, row, x);
	return 1;
}

static void put_in_order(struct pen *pen, const struct pending_row *row)
{
	for (int x = 0; x < row->width;)
		x += pen->todo[x] ? put_some(pen, row, x) : 1;
}

/* Write the pending cells in the current style, which need only cursor movement. */
static void put_alike(struct pen *pen, const struct pending_row *row, int from)
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

/*
 * Write a row style by style: returning to earlier columns is often shorter than changing colours
 * back and forth.
 */
static void put_by_style(struct pen *pen, const struct pending_row *row)
{
	put_alike(pen, row, 0);
	for (int x = 0; x < row->width; x++) {
		if (pen->todo[x] != WAITS)
			continue;
		say_style(pen, style_of(pen, canvas_at(row->canvas, x, row->y)));
		put_alike(pen, row, x);
	}
}

/* Blanks from `x` on need not be written, as the rest of the row is erased. */
static void erase_from(struct pen *pen, const struct pending_row *row, int x)
{
	struct style blank = {pen->style.fg, COLOUR_DEFAULT,
			      pen->style.attr & (ATTR_BOLD | ATTR_DIM)};

	move_to_column(pen, x, row);
	say_style(pen, blank);
	print_bytes(pen, "\033[K");
}

static void put_erased(struct pen *pen, const struct pending_row *row)
{
	erase_from(pen, row, row->first);
	put_by_style(pen, row);
}

/* The number of bytes that it would write; the state of the pen is restored. */
static size_t count_row_bytes(struct pen *pen, const struct pending_row *row,
			      void put_cells(struct pen *pen,
					     const struct pending_row *row))
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

/* Find the cells to write; `first` is the width if there are none. */
static void find_changed_cells(struct pen *pen, struct pending_row *row)
{
	row->first = row->width;
	for (int x = row->width - 1; x >= 0; x--) {
		const struct cell *cell = canvas_at(row->canvas, x, row->y);
		const struct cell *was = &row->shown[x];

		pen->todo[x] = looks_same(pen, was, cell) ? DONE : WAITS;
		row->in_order = row->in_order || !cell->rune || !was->rune;
		/* the right half is written with the left one */
		if (!cell->rune && !pen->look.ascii)
			pen->todo[x] = DONE;
		if (pen->todo[x])
			row->first = x;
	}
}

#define SHORT 32 /* bytes: for a shorter row, no other method is tried */

/* Write a row by the shortest method. */
static void put_row(struct pen *pen, struct pending_row *row)
{
	size_t in_order = row->in_order ? 0 : count_row_bytes(pen, row, put_in_order),
	       by_style;

	if (in_order <= SHORT) {
		put_in_order(pen, row);
		return;
	}
	by_style = count_row_bytes(pen, row, put_by_style);
	/* the same for a row that is erased from its first change on */
	for (int x = row->first; x < row->width; x++) {
		const struct cell *cell = canvas_at(row->canvas, x, row->y);

		pen->todo[x] = is_inked(cell) || cell->style.bg ? WAITS : DONE;
	}
	if (count_row_bytes(pen, row, put_erased) <
	    (by_style < in_order ? by_style : in_order)) {
		put_erased(pen, row);
		return;
	}
	find_changed_cells(pen, row);
	if (by_style < in_order)
		put_by_style(pen, row);
	else
		put_in_order(pen, row);
}

void pen_row(struct pen *pen, const struct canvas *c, int y, struct cell *shown)
{
	struct rect all = canvas_bounds(c);
	struct pending_row row = {.canvas = c,
				  .shown = shown,
				  .y = y,
				  .width = all.w < pen->width ? all.w : pen->width};

	find_changed_cells(pen, &row);
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

/* Place the cursor, and reset all attributes that curses does not know of. */
void pen_end(struct pen *pen, int x, int y)
{
	say_style(pen, (struct style){0});
	if (x >= 0)
		print_bytes(pen, "\033[%d;%dH", y + 1, x + 1);
	flush(pen);
	if (pen->whole)
		pen_say(pen, "\033[?2026l");
}
