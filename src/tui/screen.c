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
#include "tui/pen.h"

#define COLOURS 257 /* the palette, and the default colour, which is -1 */

#define TORN_CELLS 64 /* fewer arrive as a whole */

#define NO_RUNE ((char32_t)0xffffffff) /* a cell whose content is unknown */

struct screen {
	SCREEN *curses; /* owned */
	FILE *out;	/* borrowed */
	struct screen_look look;
	int width, height;
	struct cell *shown; /* owned: width * height cells, as last sent */
	int *pairs; /* owned: COLOURS * COLOURS pairs, by both colours; 0: not made yet */
	int next_pair;
	bool direct; /* cells are written by `pen`, not by curses */
	struct pen pen;
	bool cleared; /* curses must clear the screen first */
};

/* ---- descriptions of terminals, from the host or built in ---- */

/* Values of TERMINFO that libtinfo accepts: "b64:" and the encoded description. */
static const struct {
	const char *name, *description;
} terminals[] = {
#define TERMINAL(name, description) {name, description},
#include "tui/terminals.def"
#undef TERMINAL
};

/*
 * Set TERMINFO to the built-in description of the terminal; false: there is none. `*users` is the
 * user's value, or NULL. Call restore_terminfo() afterwards, which leaves the variable empty rather
 * than unset: threads may read the environment by then, and it must not move.
 */
static bool lend_terminfo(const char **users)
{
	const char *term = getenv("TERM");

	*users = getenv("TERMINFO");
	for (size_t i = 0; term && i < sizeof terminals / sizeof *terminals; i++)
		if (strcmp(terminals[i].name, term) == 0)
			return setenv("TERMINFO", terminals[i].description, true) == 0;
	return false;
}

static void restore_terminfo(const char *users)
{
	setenv("TERMINFO", users ? users : "", true);
}

/* False if the terminal is unknown. Undo with del_curterm(). */
static bool set_up(void)
{
	int found;
	const char *users;
	bool ok = setupterm(NULL, STDOUT_FILENO, &found) == OK;

	if (ok || !lend_terminfo(&users))
		return ok;
	ok = setupterm(NULL, STDOUT_FILENO, &found) == OK;
	restore_terminfo(users);
	return ok;
}

/* Does not use initscr(), which exits on failure. NULL if the terminal is unknown. */
static SCREEN *open_curses(FILE *in, FILE *out)
{
	const char *users;
	SCREEN *opened = newterm(NULL, out, in);

	if (opened || !lend_terminfo(&users))
		return opened;
	opened = newterm(NULL, out, in);
	restore_terminfo(users);
	return opened;
}

const char *screen_sent_by(const char *key)
{
	const char *sent = NULL;

	for (size_t i = 0; !sent && strfnames[i]; i++)
		if (strcmp(strfnames[i], key) == 0)
			sent = tigetstr(strnames[i]);
	return sent == (const char *)-1 ? NULL : sent;
}

/* A number from the terminal's description, or 0; writes nothing to the terminal. */
static int read_terminal_number(const char *capability)
{
	int number;
	TERMINAL *was = cur_term;

	if (!set_up())
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

	if (!term || !*term || !set_up())
		return false;
	cup = tigetstr("cup");
	del_curterm(set_curterm(was));
	return cup && cup != (const char *)-1;
}

/*
 * In GNU screen, COLORTERM is that of the outer terminal; up to version 4, screen misreads 24-bit
 * colours as attributes. tmux also uses the name screen, but supports them.
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
	int colours = read_terminal_number("colors");

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

/* Does the terminal have the usual sequence for a capability with one or two numbers? */
static bool says(const char *capability, int first, int second, const char *usual)
{
	const char *string = tigetstr(capability);
	const char *said;

	if (!string || string == (const char *)-1)
		return false;
	said = tiparm(string, first, second);
	return said && strcmp(said, usual) == 0;
}

static uint8_t usual_attributes(void)
{
	static const struct {
		const char *capability, *usual;
		uint8_t attr;
	} known[] = {{"bold", "\033[1m", ATTR_BOLD},
		     {"dim", "\033[2m", ATTR_DIM},
		     {"smul", "\033[4m", ATTR_UNDERLINE},
		     {"rev", "\033[7m", ATTR_REVERSE}};
	uint8_t attrs = 0;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		if (says(known[i].capability, 0, 0, known[i].usual))
			attrs |= known[i].attr;
	return attrs;
}

#define NCV_UNDERLINE 2 /* bits of "no colour with video attributes" */
#define NCV_REVERSE   4
#define NCV_DIM	      16
#define NCV_BOLD      32

static uint8_t uncoloured_attributes(void)
{
	int ncv = tigetnum("ncv");

	if (ncv < 0)
		return 0;
	return (uint8_t)((ncv & NCV_UNDERLINE ? ATTR_UNDERLINE : 0) |
			 (ncv & NCV_REVERSE ? ATTR_REVERSE : 0) |
			 (ncv & NCV_DIM ? ATTR_DIM : 0) |
			 (ncv & NCV_BOLD ? ATTR_BOLD : 0));
}

/* Are the sequences for colours those of the pen? */
static bool has_usual_colours(enum palette_depth depth)
{
	switch (depth) {
	case PALETTE_NONE:
		return true;
	case PALETTE_8:
		return says("setaf", 1, 0, "\033[31m") && says("setab", 6, 0, "\033[46m");
	case PALETTE_16:
		return says("setaf", 1, 0, "\033[31m") &&
		       says("setaf", 9, 0, "\033[91m") &&
		       says("setab", 15, 0, "\033[107m");
	case PALETTE_256:
		return says("setaf", 100, 0, "\033[38;5;100m");
	case PALETTE_TRUE:
		return true;
	}
	return false;
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
	s->curses = open_curses(in, out);
	if (!s->curses) {
		error_set(err, ERROR_SYSTEM, "cannot use the terminal type '%s'",
			  term ? term : "");
		screen_close(s);
		return NULL;
	}
	start_color();
	use_default_colors();
	raw(); /* C-c and C-z are ordinary keys */
	noecho();
	nonl();
	curs_set(0);
	leaveok(stdscr, TRUE);
	/* a terminal that scrolls immediately after its last column is left to curses */
	s->direct = has_usual_colours(s->look.depth) && tigetflag("xenl") > 0 &&
		    says("cup", 2, 4, "\033[3;5H") && says("cuf", 7, 0, "\033[7C");
	pen_init(&s->pen, out,
		 (struct pen_look){.depth = s->look.depth,
				   .ascii = look.ascii,
				   .attrs = usual_attributes(),
				   .uncoloured = uncoloured_attributes(),
				   .jumps = says("hpa", 4, 0, "\033[5G"),
				   .erases = says("ech", 5, 0, "\033[5X"),
				   .erases_coloured = tigetflag("bce") > 0});
	return s;
}

/* Without an alternate screen our picture remains: leave a clean line for the shell. */
void screen_leave(struct screen *s)
{
	if (!exit_ca_mode) {
		move(LINES - 1, 0);
		clrtoeol();
		refresh();
		if (s->direct) /* curses does not know the contents */
			pen_clear_row(&s->pen, LINES - 1);
	}
	endwin();
}

void screen_close(struct screen *s)
{
	if (!s)
		return;
	if (s->curses) {
		screen_leave(s);
		delscreen(s->curses);
	}
	pen_release(&s->pen);
	mem_free(s->pairs);
	mem_free(s->shown);
	mem_free(s);
}

/* Make the next screen_show() clear the terminal and send everything. */
static void screen_forget(struct screen *s)
{
	s->cleared = true;
	clearok(curscr, TRUE);
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
	if (!pen_fit(&s->pen, *width, err)) {
		mem_free(shown);
		return false;
	}
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
 * The pair of two colours, made when first used. A terminal with 8 colours may have too few pairs;
 * then the background, which carries the data, is kept.
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

static void put_curses_cell(struct screen *s, int x, int y, const struct cell *cell)
{
	/* curses would write some characters as "^X", and shift the columns */
	wchar_t text[] = {pen_visible(s->look.ascii, cell->rune), L'\0'};
	int pair = pair_of(s, palette_nearest(cell->style.fg, s->look.depth),
			   palette_nearest(cell->style.bg, s->look.depth));
	cchar_t out;

	setcchar(&out, text,
		 (cell->style.attr & ATTR_BOLD ? A_BOLD : 0) |
		     (cell->style.attr & ATTR_REVERSE ? A_REVERSE : 0) |
		     (cell->style.attr & ATTR_UNDERLINE ? A_UNDERLINE : 0) |
		     (cell->style.attr & ATTR_DIM ? A_DIM : 0),
		 0, &pair);
	mvadd_wch(y, x, &out);
}

/* Returns the number of changed cells. */
static size_t put_row(struct screen *s, const struct canvas *c, int y, int width)
{
	struct cell *shown = s->shown + (size_t)y * (size_t)s->width;
	size_t changed = 0;

	for (int x = 0; x < width; x++) {
		const struct cell *cell = canvas_at(c, x, y);

		if (shown[x].rune == cell->rune && shown[x].style.fg == cell->style.fg &&
		    shown[x].style.bg == cell->style.bg &&
		    shown[x].style.attr == cell->style.attr)
			continue;
		shown[x] = *cell;
		changed++;
		if (cell->rune ||
		    s->look.ascii) /* the right half is written with the left one */
			put_curses_cell(s, x, y, cell);
	}
	return changed;
}

static void show_by_pen(struct screen *s, const struct canvas *c, int x, int y)
{
	struct rect all = canvas_bounds(c);

	if (s->cleared) {
		/* After curses has cleared the screen, all cells are blank. */
		s->cleared = false;
		refresh();
		for (size_t i = 0; i < (size_t)s->width * (size_t)s->height; i++)
			s->shown[i] = (struct cell){.rune = U' '};
	}
	pen_begin(&s->pen, s->look.synchronised);
	for (int row = 0; row < all.h && row < s->height; row++)
		pen_row(&s->pen, c, row, s->shown + (size_t)row * (size_t)s->width);
	pen_end(&s->pen, x, y);
	curs_set(x >= 0);
}

void screen_show(struct screen *s, const struct canvas *c, int x, int y)
{
	struct rect all = canvas_bounds(c);
	bool whole;
	size_t changed = 0;

	if (s->direct) {
		show_by_pen(s, c, x, y);
		return;
	}
	for (int row = 0; row < all.h && row < s->height; row++)
		changed += put_row(s, c, row, all.w < s->width ? all.w : s->width);
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

void screen_told(struct screen *s, bool synchronises)
{
	s->look.synchronised = synchronises;
}

void screen_return(struct screen *s)
{
	reset_prog_mode();
	screen_forget(s);
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
	pen_say(&s->pen, sequence);
}

/* ---- the clipboard ---- */

static const char base64_digits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Encode three bytes, or the last one or two, as four characters of base64. */
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
