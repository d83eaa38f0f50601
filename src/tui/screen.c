#include "tui/screen.h"

#include <curses.h>
#include <errno.h>
#include <langinfo.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <term.h>
#include <unistd.h>
#include <wchar.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "canvas/print.h"

#define COLOURS 257 /* those of the palette, and the default as -1 */

#define TORN_CELLS 64 /* fewer arrive at once */

#define NO_RUNE ((char32_t)0xffffffff) /* a cell whose content is not known */

#define PEN_BYTES 4096
#define PEN_STEP  128  /* more than one sequence, or one character, has */
#define PEN_TORN  1024 /* bytes: fewer arrive at once */

/* What writes cells by itself, and what the terminal has been told so far. */
struct pen {
	char bytes[PEN_BYTES]; /* not sent yet */
	size_t len;
	int x, y; /* where the next character goes; -1: not known */
	struct style style;
	bool whole; /* the terminal waits for the end of the picture */
};

struct screen {
	SCREEN *curses; /* owned */
	FILE *out;	/* borrowed */
	struct screen_look look;
	int width, height;
	struct cell *shown; /* owned: width * height, what curses was told last */
	int *pairs; /* owned: COLOURS * COLOURS, by both colours; 0 is not made yet */
	int next_pair;
	bool direct; /* cells are written by the pen, not by curses: */
	struct pen pen;
	bool cleared; /* curses is to clear it first */
};

/* A number or 0 out of the terminal's description; nothing is written to the terminal. */
static int describe(const char *capability)
{
	int found, number;
	TERMINAL *was = cur_term;

	if (setupterm(NULL, STDOUT_FILENO, &found) != OK)
		return 0;
	number = tigetnum(capability);
	del_curterm(set_curterm(was));
	return number > 0 ? number : 0;
}

bool screen_usable(void)
{
	const char *term = getenv("TERM");
	TERMINAL *was = cur_term;
	const char *cup;
	int found;

	if (!term || !*term || setupterm(NULL, STDOUT_FILENO, &found) != OK)
		return false;
	cup = tigetstr("cup");
	del_curterm(set_curterm(was));
	return cup && cup != (const char *)-1;
}

/*
 * Whoever runs in GNU screen has COLORTERM of the terminal around it; up to version 4 it takes 24
 * bits of colour for attributes. tmux calls itself screen as well, and knows them.
 */
static bool has_true_colour(void)
{
	const char *says = getenv("COLORTERM"), *term = getenv("TERM");

	if (!says || !term || getenv("STY") ||
	    (strncmp(term, "screen", 6) == 0 && !getenv("TMUX")))
		return false;
	return strcmp(says, "truecolor") == 0 || strcmp(says, "24bit") == 0;
}

enum palette_depth screen_depth(void)
{
	int colours = describe("colors");

	if (colours >= 256 && has_true_colour())
		return PALETTE_TRUE;
	return colours >= 256  ? PALETTE_256
	       : colours >= 16 ? PALETTE_16
	       : colours >= 8  ? PALETTE_8
			       : PALETTE_NONE;
}

bool screen_utf8(void)
{
	return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

/* As almost all that have 256: "\033[38;5;16m". */
static bool has_usual_256(void)
{
	const char *setaf = tigetstr("setaf");

	return setaf && setaf != (const char *)-1 && strstr(setaf, "38;5;");
}

static void take_over(void)
{
	start_color();
	use_default_colors();
	raw(); /* C-c and C-z are keys like any other */
	noecho();
	nonl();
	curs_set(0);
	leaveok(stdscr, TRUE);
}

struct screen *screen_open(FILE *in, FILE *out, struct screen_look look,
			   struct error *err)
{
	enum palette_depth has = screen_depth();
	struct screen *s = mem_array(1, sizeof *s, "terminal", err);
	const char *term = getenv("TERM");

	if (!s)
		return NULL;
	*s = (struct screen){.out = out, .look = look, .next_pair = 1};
	if (look.depth > has)
		s->look.depth = has;
	s->pairs = mem_array(COLOURS * COLOURS, sizeof *s->pairs, "colours", err);
	if (!s->pairs) {
		screen_close(s);
		return NULL;
	}
	s->curses = newterm(NULL, out, in); /* not initscr(): that one exits */
	if (!s->curses) {
		error_set(err, ERROR_SYSTEM, "cannot use the terminal type '%s'",
			  term ? term : "");
		screen_close(s);
		return NULL;
	}
	take_over();
	s->direct = s->look.depth == PALETTE_TRUE ||
		    (s->look.depth == PALETTE_256 && has_usual_256());
	return s;
}

/* Where there is no other screen our picture stays: leave a clean line for the shell. */
static void give_back(void)
{
	if (!exit_ca_mode) {
		move(LINES - 1, 0);
		clrtoeol();
		refresh();
	}
	endwin();
}

void screen_close(struct screen *s)
{
	if (!s)
		return;
	if (s->curses) {
		give_back();
		delscreen(s->curses);
	}
	mem_free(s->pairs);
	mem_free(s->shown);
	mem_free(s);
}

bool screen_fit(struct screen *s, int *width, int *height, struct error *err)
{
	struct winsize ws;
	struct cell *shown;

	*width = COLS;
	*height = LINES;
	if (ioctl(fileno(s->out), TIOCGWINSZ, &ws) == 0 && ws.ws_col && ws.ws_row) {
		*width = ws.ws_col;
		*height = ws.ws_row;
	}
	shown = mem_array((size_t)*width * (size_t)*height, sizeof *shown, "screen", err);
	if (!shown)
		return false;
	mem_free(s->shown);
	s->shown = shown;
	s->width = *width;
	s->height = *height;
	for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; i++)
		shown[i].rune = NO_RUNE;
	resizeterm(s->height, s->width);
	erase();
	screen_forget(s);
	return true;
}

/*
 * The pair of two colours, made when first used. An 8-colour terminal may have fewer
 * pairs than there are; then the background, which carries the data, is kept.
 */
static int pair_of(struct screen *s, int fg, int bg)
{
	int *pair = &s->pairs[(fg + 1) * COLOURS + bg + 1];

	if (*pair == 0 && (fg >= 0 || bg >= 0) && s->next_pair < COLOR_PAIRS &&
	    init_extended_pair(s->next_pair, fg, bg) == OK)
		*pair = s->next_pair++;
	if (*pair == 0 && fg >= 0)
		return s->pairs[bg + 1];
	return *pair;
}

static attr_t attributes(uint8_t attr)
{
	return (attr & ATTR_BOLD ? A_BOLD : 0) | (attr & ATTR_REVERSE ? A_REVERSE : 0) |
	       (attr & ATTR_UNDERLINE ? A_UNDERLINE : 0) | (attr & ATTR_DIM ? A_DIM : 0);
}

/* What curses would not show as it is: it writes "^X" for some and would lose the
 * columns. */
static wchar_t visible(const struct screen *s, char32_t rune)
{
	if (s->look.ascii)
		return (wchar_t)print_ascii(rune);
	rune = utf8_harmless(rune);
	return wcwidth((wchar_t)rune) > 0 ? (wchar_t)rune : (wchar_t)UTF8_BAD;
}

static void put(struct screen *s, int x, int y, const struct cell *cell)
{
	wchar_t text[] = {visible(s, cell->rune), L'\0'};
	int pair = pair_of(s, palette_nearest(cell->style.fg, s->look.depth),
			   palette_nearest(cell->style.bg, s->look.depth));
	cchar_t out;

	setcchar(&out, text, attributes(cell->style.attr), 0, &pair);
	mvadd_wch(y, x, &out);
}

/* ---- 24-bit colour, and 256 ---- */

/*
 * curses counts colours, and no terminal's description that is common has those of 24 bits; of 256
 * it says both of a cell again where one changes, half of all bytes. So curses takes the terminal
 * over, clears it and gives it back; the cells between are written here, with what every terminal
 * knows that has such colours: CUP, CUF, SGR, and characters.
 */

static void send_bytes(const struct screen *s, const char *bytes, size_t len)
{
	int fd = fileno(s->out);

	fflush(s->out);
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

static void pen_send(struct screen *s)
{
	struct pen *pen = &s->pen;

	if (s->look.synchronised && !pen->whole && pen->len > PEN_TORN) {
		screen_send(s, "\033[?2026h");
		pen->whole = true;
	}
	send_bytes(s, pen->bytes, pen->len);
	pen->len = 0;
}

/* At most PEN_STEP bytes. */
static void pen_print(struct screen *s, const char *format, ...)
{
	struct pen *pen = &s->pen;
	va_list args;

	if (pen->len > PEN_BYTES - PEN_STEP)
		pen_send(s);
	va_start(args, format);
	pen->len += (size_t)vsnprintf(pen->bytes + pen->len, PEN_STEP, format, args);
	va_end(args);
}

#define USERS_OWN 22 /* colours: where there are 24 bits, themes change more than 16 */

/* The number that a colour has among 256, so that the shorter words say it; 0: none. */
static int number_of(const struct screen *s, colour c)
{
	int number = palette_nearest(c, PALETTE_256);

	if (s->look.depth == PALETTE_256)
		return number;
	return number >= USERS_OWN && palette_shown(c, PALETTE_256) == c ? number : 0;
}

/* "38;2;R;G;B", "38;5;N", or "39" for the terminal's own; `base` 40: of the ground. */
static void pen_colour(struct screen *s, colour c, int base, char *before)
{
	int number = c == COLOUR_DEFAULT ? 0 : number_of(s, c);

	if (c == COLOUR_DEFAULT)
		pen_print(s, "%c%d", *before, base + 9);
	else if (number)
		pen_print(s, "%c%d;5;%d", *before, base + 8, number);
	else
		pen_print(s, "%c%d;2;%d;%d;%d", *before, base + 8, COLOUR_CHANNEL(c, 0),
			  COLOUR_CHANNEL(c, 1), COLOUR_CHANNEL(c, 2));
	*before = ';';
}

/* Not by their bytes: what stands between the members may be anything. */
static bool same_style(struct style a, struct style b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Only what differs: both colours are 38 bytes. */
static void pen_style(struct screen *s, struct style style)
{
	static const struct {
		uint8_t attr;
		char code;
	} codes[] = {{ATTR_BOLD, '1'},
		     {ATTR_DIM, '2'},
		     {ATTR_UNDERLINE, '4'},
		     {ATTR_REVERSE, '7'}};
	struct pen *pen = &s->pen;
	char before = '[';

	if (same_style(style, pen->style))
		return;
	pen_print(s, "\033");
	if (style.attr != pen->style.attr) {
		pen->style = (struct style){0};
		pen_print(s, "[0");
		before = ';';
		for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
			if (style.attr & codes[i].attr)
				pen_print(s, ";%c", codes[i].code);
	}
	if (style.fg != pen->style.fg)
		pen_colour(s, style.fg, 30, &before);
	if (style.bg != pen->style.bg)
		pen_colour(s, style.bg, 40, &before);
	pen_print(s, "m");
	pen->style = style;
}

/* A blank shows no ink: that of the cell before it need not change. */
static struct style pen_style_of(const struct screen *s, const struct cell *cell)
{
	struct style style = cell->style;
	bool inked = cell->rune != U' ' || style.attr & (ATTR_REVERSE | ATTR_UNDERLINE);

	return (struct style){inked ? palette_shown(style.fg, s->look.depth)
				    : s->pen.style.fg,
			      palette_shown(style.bg, s->look.depth), style.attr};
}

/* One column with one byte, which shows as it is as the pen is now? */
static bool pen_repeats(const struct screen *s, const struct cell *cell)
{
	return cell->rune >= U' ' && cell->rune <= U'~' &&
	       same_style(pen_style_of(s, cell), s->pen.style);
}

#define FEWER 5 /* a word that moves the cursor has as many bytes, at most */

/* What is there already is written again where that is shorter than to pass over it. */
static bool pen_pass(struct screen *s, int x, int y)
{
	const struct cell *shown = s->shown + (size_t)y * (size_t)s->width;
	int n = x - s->pen.x, word = n == 1 ? 3 : n < 10 ? 4 : FEWER;
	char bytes[FEWER + 1] = "";

	if (n > word)
		return false;
	for (int i = 0; i < n; i++) {
		if (!pen_repeats(s, &shown[s->pen.x + i]))
			return false;
		bytes[i] = (char)shown[s->pen.x + i].rune; /* room: n <= FEWER */
	}
	pen_print(s, "%s", bytes);
	return true;
}

static void pen_move(struct screen *s, int x, int y)
{
	struct pen *pen = &s->pen;

	if (pen->y != y || pen->x < 0 || pen->x > x)
		pen_print(s, "\033[%d;%dH", y + 1, x + 1);
	else if (pen->x + 1 == x && !pen_pass(s, x, y))
		pen_print(s, "\033[C");
	else if (pen->x + 1 < x && !pen_pass(s, x, y))
		pen_print(s, "\033[%dC", x - pen->x);
	pen->x = x;
	pen->y = y;
}

static void pen_put(struct screen *s, int x, int y, const struct cell *cell, int wide)
{
	char bytes[UTF8_MAX];
	size_t len = utf8_encode((char32_t)visible(s, cell->rune), bytes);

	pen_move(s, x, y);
	pen_style(s, pen_style_of(s, cell));
	pen_print(s, "%.*s", (int)len, bytes);
	/* in the last column it waits for what comes next */
	s->pen.x = x + wide < s->width ? x + wide : -1;
}

/* After curses has cleared it, the screen is all blanks. */
static void pen_begin(struct screen *s)
{
	struct pen *pen = &s->pen;

	pen->x = pen->y = -1;
	pen->style = (struct style){0};
	pen->whole = false;
	if (!s->cleared)
		return;
	s->cleared = false;
	refresh();
	for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; i++)
		s->shown[i] = (struct cell){.rune = U' '};
}

/* The cursor where it belongs, and nothing chosen that curses does not know of. */
static void pen_end(struct screen *s, int x, int y)
{
	pen_style(s, (struct style){0});
	if (x >= 0)
		pen_move(s, x, y);
	pen_send(s);
	if (s->pen.whole)
		screen_send(s, "\033[?2026l");
	curs_set(x >= 0);
}

static bool same_cell(const struct cell *a, const struct cell *b)
{
	return a->rune == b->rune && same_style(a->style, b->style);
}

/* Of a character that reaches beyond the screen, one. */
static int columns_of(const struct screen *s, const struct canvas *c, int x, int y)
{
	bool wide = x + 1 < canvas_bounds(c).w && !canvas_at(c, x + 1, y)->rune;

	return wide && !s->look.ascii ? 2 : 1;
}

/* Returns how many cells are others. */
static size_t put_row(struct screen *s, const struct canvas *c, int y, int width)
{
	struct cell *shown = s->shown + (size_t)y * (size_t)s->width;
	size_t changed = 0;

	for (int x = 0; x < width; x++) {
		const struct cell *cell = canvas_at(c, x, y);

		if (same_cell(&shown[x], cell))
			continue;
		shown[x] = *cell;
		changed++;
		if (!cell->rune && !s->look.ascii)
			continue; /* a right half comes with its left one */
		if (s->direct)
			pen_put(s, x, y, cell, columns_of(s, c, x, y));
		else
			put(s, x, y, cell);
	}
	return changed;
}

void screen_show(struct screen *s, const struct canvas *c, int x, int y)
{
	struct rect all = canvas_bounds(c);
	bool whole;
	size_t changed = 0;

	if (s->direct)
		pen_begin(s);
	for (int row = 0; row < all.h && row < s->height; row++)
		changed += put_row(s, c, row, all.w < s->width ? all.w : s->width);
	if (s->direct) {
		pen_end(s, x, y);
		return;
	}
	whole = s->look.synchronised && changed > TORN_CELLS;
	if (whole)
		screen_send(s, "\033[?2026h");
	leaveok(stdscr, x < 0);
	if (x >= 0)
		move(y, x);
	curs_set(x >= 0);
	refresh();
	if (whole)
		screen_send(s, "\033[?2026l");
}

void screen_told(struct screen *s, bool synchronises, bool light)
{
	s->look.synchronised = synchronises;
	s->look.light = light;
}

struct screen_look screen_look_of(const struct screen *s)
{
	return s->look;
}

void screen_leave(struct screen *s)
{
	(void)s;
	give_back();
}

void screen_return(struct screen *s)
{
	reset_prog_mode();
	screen_forget(s);
}

void screen_forget(struct screen *s)
{
	s->cleared = true;
	clearok(curscr, TRUE);
}

bool screen_written(uint64_t *bytes)
{
	FILE *f = fopen("/proc/thread-self/io", "re");
	char line[80];
	bool found = false;

	while (f && !found && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = '\0';
		found = strncmp(line, "wchar: ", 7) == 0 &&
			number_u64(text_of(line + 7), bytes);
	}
	if (f)
		fclose(f);
	return found;
}

void screen_send(struct screen *s, const char *sequence)
{
	send_bytes(s, sequence, strlen(sequence));
}

/* ---- the clipboard ---- */

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Three bytes, or the one or two that are left, as four characters of base64. */
static void put_group(const char *text, size_t len, char out[4])
{
	uint32_t bits = 0;

	for (size_t i = 0; i < 3; i++)
		bits = bits << 8 | (i < len ? (uint8_t)text[i] : 0);
	for (size_t i = 0; i < 4; i++)
		out[i] = i <= len ? base64_digits[bits >> (18 - 6 * i) & 63] : '=';
}

bool screen_clipboard(const char *text, char out[SCREEN_CLIPBOARD])
{
	static const char begin[] = "\033]52;c;", end[] = "\a";
	size_t len = strlen(text), at = sizeof begin - 1;

	if (len > SCREEN_CLIPBOARD_MAX)
		return false;
	memcpy(out, begin, at);
	for (size_t i = 0; i < len; i += 3, at += 4)
		put_group(text + i, len - i < 3 ? len - i : 3, out + at);
	memcpy(out + at, end, sizeof end);
	return true;
}
