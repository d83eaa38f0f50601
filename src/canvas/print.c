#include "canvas/print.h"

#include "base/utf8.h"

/* The destination and the format of a canvas. */
struct paper {
	FILE *out; /* borrowed */
	enum palette_depth depth;
	bool sgr, ascii;
};

/* A style as colour numbers; -1: the default colour. */
struct ink {
	int fg, bg;
	uint8_t attr;
};

static const struct ink no_ink = {.fg = -1, .bg = -1};

static struct ink ink_of(const struct paper *p, const struct cell *cell)
{
	if (!p->sgr)
		return no_ink;
	return (struct ink){palette_nearest(cell->style.fg, p->depth),
			    palette_nearest(cell->style.bg, p->depth), cell->style.attr};
}

static bool same_ink(struct ink a, struct ink b)
{
	return a.fg == b.fg && a.bg == b.bg && a.attr == b.attr;
}

/* Can the cell be omitted at the end of a line? An underlined or reversed blank cannot. */
static bool is_blank(const struct paper *p, const struct cell *cell)
{
	struct ink ink = ink_of(p, cell);
	uint8_t visible = ink.attr & (ATTR_REVERSE | ATTR_UNDERLINE);

	return cell->rune == ' ' && ink.bg < 0 && !visible;
}

static void put_colour(const struct paper *p, int number, int base)
{
	if (number < 0)
		return;
	if (p->depth == PALETTE_TRUE)
		fprintf(p->out, ";%d;2;%d;%d;%d", base + 8, number >> 16 & 255,
			number >> 8 & 255, number & 255);
	else if (p->depth == PALETTE_256)
		fprintf(p->out, ";%d;5;%d", base + 8, number);
	else /* 30-37 and 40-47, the bright ones 90-97 and 100-107 */
		fprintf(p->out, ";%d", number < 8 ? base + number : base + 52 + number);
}

static void put_rune(const struct paper *p, char32_t rune)
{
	char bytes[UTF8_MAX];

	if (p->ascii)
		fputc(print_ascii(rune), p->out);
	else if (rune) /* not the right half of a wide character */
		fwrite(bytes, 1, utf8_encode(rune, bytes), p->out);
}

static void put_line(const struct paper *p, const struct canvas *c, int y)
{
	struct ink now = no_ink;
	int end = canvas_bounds(c).w;

	while (end > 0 && is_blank(p, canvas_at(c, end - 1, y)))
		end--;
	for (int x = 0; x < end; x++) {
		const struct cell *cell = canvas_at(c, x, y);
		struct ink ink = ink_of(p, cell);

		if (!same_ink(now, ink)) {
			/* the reset costs two bytes but needs no state */
			fputs("\033[0", p->out);
			if (ink.attr & ATTR_BOLD)
				fputs(";1", p->out);
			if (ink.attr & ATTR_DIM)
				fputs(";2", p->out);
			if (ink.attr & ATTR_UNDERLINE)
				fputs(";4", p->out);
			if (ink.attr & ATTR_REVERSE)
				fputs(";7", p->out);
			put_colour(p, ink.fg, 30);
			put_colour(p, ink.bg, 40);
			fputc('m', p->out);
		}
		now = ink;
		put_rune(p, cell->rune);
	}
	if (!same_ink(now, no_ink))
		fputs("\033[0m", p->out);
	fputc('\n', p->out);
}

static void put_all(const struct paper *p, const struct canvas *c)
{
	for (int y = 0; y < canvas_bounds(c).h; y++)
		put_line(p, c, y);
}

void print_plain(const struct canvas *c, FILE *out)
{
	put_all(&(struct paper){.out = out}, c);
}

void print_plain_ascii(const struct canvas *c, FILE *out)
{
	put_all(&(struct paper){.out = out, .ascii = true}, c);
}

void print_ansi(const struct canvas *c, enum palette_depth depth, FILE *out)
{
	put_all(&(struct paper){.out = out, .depth = depth, .sgr = true}, c);
}

void print_ansi_ascii(const struct canvas *c, enum palette_depth depth, FILE *out)
{
	put_all(&(struct paper){.out = out, .depth = depth, .sgr = true, .ascii = true},
		c);
}

/* Characters with a similar one in ASCII. */
static const struct {
	char32_t rune;
	char twin;
} twins[] = {
    {0x00a0, ' '},  {0x00b1, '+'},  {0x00b5, 'u'}, {0x00b7, '.'}, {0x00d7, 'x'},
    {0x2018, '\''}, {0x2019, '\''}, {0x201c, '"'}, {0x201d, '"'}, {0x2022, '*'},
    {0x2026, '.'},  {0x2039, '<'},  {0x203a, '>'}, {0x2190, '<'}, {0x2191, '^'},
    {0x2192, '>'},  {0x2193, 'v'},  {0x2248, '~'}, {0x2264, '<'}, {0x2265, '>'},
    {0x2581, '_'},  {0x25a0, '#'},  {0x25b2, '^'}, {0x25b6, '>'}, {0x25bc, 'v'},
    {0x25c0, '<'},  {0x25cf, '*'},  {0x2212, '-'},
};

char print_ascii(char32_t rune)
{
	if (rune >= ' ' && rune < 0x7f)
		return (char)rune;
	if (rune == 0)
		return ' '; /* the right half of a wide character: columns stay aligned */
	for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
		if (twins[i].rune == rune)
			return twins[i].twin;
	if (rune >= 0x2010 && rune <= 0x2015)
		return '-';
	if (rune >= 0x2500 && rune <= 0x257f)
		switch (rune) {
		case U'─':
		case U'━':
		case U'┄':
		case U'┈':
		case U'═':
		case U'╌':
			return '-';
		case U'│':
		case U'┃':
		case U'┆':
		case U'┊':
		case U'║':
		case U'╎':
			return '|';
		default:
			return '+';
		}
	if (rune >= 0x2580 && rune <= 0x259f)
		return '#';
	return '?';
}
