#include "canvas/print_svg.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/utf8.h"
#include "canvas/block.h"
#include "canvas/print.h"

#define MARGIN	 8  /* around the cells */
#define BASELINE 12 /* of text, from the top of its cell */
#define HALF	 (BLOCK_HEIGHT / 2)

/* Most monospace fonts are 0.6 times as wide as high; textLength corrects the rest. */
#define FONT                                                                             \
	"font-family=\"ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',"   \
	"monospace\" font-size=\"13.333\""

/* A rectangle of one colour. */
struct filled {
	struct rect at;
	colour colour;
};

struct canvas_drawing {
	const struct canvas *canvas; /* borrowed */
	const struct svg_look *look; /* borrowed */
	FILE *out;		     /* borrowed */
	struct filled *areas;	     /* owned: of one layer */
	size_t count, capacity;
	/* owned: by column, the last area that began there */
	size_t *above;
};

/* A cell as displayed: default colours and ATTR_REVERSE are resolved. */
struct resolved_cell {
	char32_t rune;
	colour fg, bg;
	bool bold, underlined;
};

/* Blend `over` onto `under` with an opacity of `percent`. */
static colour mixed(colour under, colour over, unsigned percent)
{
	unsigned c[3];

	for (int i = 0; i < 3; i++)
		c[i] = (COLOUR_CHANNEL(under, i) * (100 - percent) +
			COLOUR_CHANNEL(over, i) * percent + 50) /
		       100;
	return COLOUR_RGB(c[0], c[1], c[2]);
}

#define DIM_PERCENT 60

static struct resolved_cell look_at(const struct canvas_drawing *d, int x, int y)
{
	const struct cell *cell = canvas_at(d->canvas, x, y);
	const struct svg_look *as = d->look;
	colour fg = palette_shown(cell->style.fg, as->depth),
	       bg = palette_shown(cell->style.bg, as->depth);
	struct resolved_cell l = {
	    .rune = as->ascii ? (char32_t)print_ascii(cell->rune) : cell->rune,
	    .fg = fg == COLOUR_DEFAULT ? as->ground.ink : fg,
	    .bg = bg == COLOUR_DEFAULT ? as->ground.paper : bg,
	    .bold = cell->style.attr & ATTR_BOLD,
	    .underlined = cell->style.attr & ATTR_UNDERLINE,
	};

	if (cell->style.attr & ATTR_REVERSE) {
		fg = l.fg;
		l.fg = l.bg;
		l.bg = fg;
	}
	if (cell->style.attr & ATTR_DIM)
		l.fg = mixed(l.bg, l.fg, DIM_PERCENT);
	return l;
}

/* ---- areas ---- */

/*
 * Extend the previous area to the right or the area above downwards if possible; otherwise add a
 * new area.
 */
static bool add_area(struct canvas_drawing *d, int column, struct filled area,
		     struct error *err)
{
	struct filled *up = NULL, *left = d->count ? &d->areas[d->count - 1] : NULL;
	struct rect r = area.at;

	if (d->above[column] < d->count)
		up = &d->areas[d->above[column]];
	if (left && left->colour == area.colour && left->at.y == r.y &&
	    left->at.h == r.h && left->at.x + left->at.w == r.x) {
		left->at.w += r.w;
		return true;
	}
	if (up && up->colour == area.colour && up->at.x == r.x && up->at.w == r.w &&
	    up->at.y + up->at.h == r.y) {
		up->at.h += r.h;
		return true;
	}
	d->above[column] = d->count;
	return APPEND(d->areas, d->count, d->capacity, "a picture", err, area);
}

static int by_colour(const void *a, const void *b)
{
	const struct filled *l = a, *r = b;

	if (l->colour != r->colour)
		return l->colour < r->colour ? -1 : 1;
	if (l->at.y != r->at.y)
		return l->at.y < r->at.y ? -1 : 1;
	if (l->at.x != r->at.x)
		return l->at.x < r->at.x ? -1 : 1;
	return (l->at.h > r->at.h) - (l->at.h < r->at.h);
}

static void put_colour(const struct canvas_drawing *d, colour c)
{
	uint32_t rgb = c & 0xffffff;

	if ((rgb >> 4 & 0x0f0f0f) == (rgb & 0x0f0f0f))
		fprintf(d->out, "#%x%x%x", rgb >> 16 & 15, rgb >> 8 & 15, rgb & 15);
	else
		fprintf(d->out, "#%06x", rgb);
}

/* Write all areas, one path per colour, and clear the list. */
static void put_areas(struct canvas_drawing *d)
{
	if (d->count)
		qsort(d->areas, d->count, sizeof *d->areas, by_colour);
	for (size_t i = 0; i < d->count; i++) {
		struct rect r = d->areas[i].at;
		bool first = i == 0 || d->areas[i - 1].colour != d->areas[i].colour;
		bool last =
		    i + 1 == d->count || d->areas[i + 1].colour != d->areas[i].colour;

		if (first) {
			fputs("<path fill=\"", d->out);
			put_colour(d, d->areas[i].colour);
			fputs("\" d=\"", d->out);
		}
		fprintf(d->out, "M%d %dh%dv%dh-%d%s", r.x, r.y, r.w, r.h, r.w,
			last ? "\"/>\n" : "");
	}
	d->count = 0;
}

/* Does the block consist of a full-width upper half, lower half, or both? */
static bool is_halves(const struct block *b)
{
	const struct rect *r = b->parts;

	return b->count == 1 && r->w == BLOCK_WIDTH && r->y % HALF == 0 &&
	       r->h % HALF == 0;
}

static colour half_colour(const struct canvas_drawing *d, int x, int half)
{
	struct resolved_cell l = look_at(d, x, half / 2);
	struct block b;
	int top = half % 2 * HALF;

	if (!block_of(l.rune, &b) || !is_halves(&b) || top < b.parts[0].y ||
	    top >= b.parts[0].y + b.parts[0].h)
		return l.bg;
	return mixed(l.bg, l.fg, b.percent);
}

/* Draw backgrounds, and blocks that consist of half cells, which are square. */
static bool put_ground(struct canvas_drawing *d, struct error *err)
{
	struct rect all = canvas_bounds(d->canvas);

	for (int y = 0; y < 2 * all.h; y++) {
		for (int x = 0, end; x < all.w; x = end) {
			colour c = half_colour(d, x, y);

			end = x + 1;
			while (end < all.w && half_colour(d, end, y) == c)
				end++;
			if (c != d->look->ground.paper &&
			    !add_area(d, x, (struct filled){{x, y, end - x, 1}, c}, err))
				return false;
		}
	}
	/* no pale seams between cells at any scale */
	fprintf(d->out, "<g shape-rendering=\"crispEdges\" transform=\"scale(%d)\">\n",
		HALF);
	put_areas(d);
	fputs("</g>\n", d->out);
	return true;
}

static bool add_parts(struct canvas_drawing *d, int x, int y, struct error *err)
{
	struct resolved_cell l = look_at(d, x, y);
	int left = x * BLOCK_WIDTH, top = y * BLOCK_HEIGHT;
	struct block b;
	bool ok = true;

	if (!block_of(l.rune, &b) || is_halves(&b))
		b.count = 0;
	for (int i = 0; ok && i < b.count; i++) {
		struct rect r = b.parts[i];

		r.x += left;
		r.y += top;
		ok = add_area(d, x, (struct filled){r, l.fg}, err);
	}
	if (ok && l.underlined)
		ok = add_area(
		    d, x,
		    (struct filled){{left, top + BASELINE + 2, BLOCK_WIDTH, 1}, l.fg},
		    err);
	return ok;
}

/*
 * Draw box lines, narrower blocks and underlines. Their edges may be anti-aliased: with crisp edges
 * some lines would vanish at a smaller scale.
 */
static bool put_parts(struct canvas_drawing *d, struct error *err)
{
	struct rect all = canvas_bounds(d->canvas);

	for (int y = 0; y < all.h; y++)
		for (int x = 0; x < all.w; x++)
			if (!add_parts(d, x, y, err))
				return false;
	put_areas(d);
	return true;
}

/* ---- text ---- */

/*
 * Characters that usually come from one font. Each script has its own runs, so that its glyphs do
 * not shift the others.
 */
enum script { SCRIPT_NONE, SCRIPT_ASCII, SCRIPT_NARROW, SCRIPT_WIDE };

static enum script script_at(const struct canvas_drawing *d, int x, int y)
{
	struct rect all = canvas_bounds(d->canvas);
	char32_t rune;
	struct block b;

	if (x >= all.w)
		return SCRIPT_NONE;
	rune = look_at(d, x, y).rune;
	if (rune == 0 || rune == ' ' || block_of(rune, &b))
		return SCRIPT_NONE;
	if (rune < 0x7f)
		return SCRIPT_ASCII;
	return x + 1 < all.w && look_at(d, x + 1, y).rune == 0 ? SCRIPT_WIDE
							       : SCRIPT_NARROW;
}

/*
 * Does the run with the look `l` continue at `x`? A single blank between two ASCII words is part of
 * a run.
 */
static bool goes_on(const struct canvas_drawing *d, const struct resolved_cell *l,
		    enum script script, int x, int y)
{
	struct resolved_cell there;

	if (script_at(d, x, y) != script)
		return false;
	there = look_at(d, x, y);
	return there.fg == l->fg && there.bold == l->bold;
}

static void put_rune(const struct canvas_drawing *d, char32_t rune)
{
	char bytes[UTF8_MAX];

	if (rune == '&')
		fputs("&amp;", d->out);
	else if (rune == '<')
		fputs("&lt;", d->out);
	else if (rune == '>')
		fputs("&gt;", d->out);
	else
		fwrite(bytes, 1, utf8_encode(utf8_harmless(rune), bytes), d->out);
}

/* Write the run from `x` on; returns its end. */
static int put_run(const struct canvas_drawing *d, int x, int y)
{
	enum script script = script_at(d, x, y);
	struct resolved_cell l = look_at(d, x, y);
	int step = script == SCRIPT_WIDE ? 2 : 1, end = x + step;

	for (;;) {
		bool blank = script == SCRIPT_ASCII && end < canvas_bounds(d->canvas).w &&
			     look_at(d, end, y).rune == ' ';

		if (!goes_on(d, &l, script, end + blank, y))
			break;
		end += blank + step;
	}
	fprintf(d->out, "<text x=\"%d\" y=\"%d\"", x * BLOCK_WIDTH,
		y * BLOCK_HEIGHT + BASELINE);
	if (end > x + step)
		fprintf(d->out, " textLength=\"%d\"", (end - x) * BLOCK_WIDTH);
	if (l.fg != d->look->ground.ink) {
		fputs(" fill=\"", d->out);
		put_colour(d, l.fg);
		fputs("\"", d->out);
	}
	fputs(l.bold ? " font-weight=\"bold\">" : ">", d->out);
	for (; x < end; x += step)
		put_rune(d, look_at(d, x, y).rune);
	fputs("</text>\n", d->out);
	return end;
}

static void put_text(const struct canvas_drawing *d)
{
	struct rect all = canvas_bounds(d->canvas);

	fputs("<g fill=\"", d->out);
	put_colour(d, d->look->ground.ink);
	fputs("\">\n", d->out);
	for (int y = 0; y < all.h; y++)
		for (int x = 0; x < all.w;)
			x = script_at(d, x, y) ? put_run(d, x, y) : x + 1;
	fputs("</g>\n", d->out);
}

/* ---- the whole file ---- */

/* The background with a thin border, as the page around it may have the same colour. */
static void put_sheet(const struct canvas_drawing *d)
{
	const struct palette_ground *ground = &d->look->ground;
	struct rect all = canvas_bounds(d->canvas);
	int w = all.w * BLOCK_WIDTH + 2 * MARGIN, h = all.h * BLOCK_HEIGHT + 2 * MARGIN;

	fprintf(d->out,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
		"viewBox=\"-%d -%d %d %d\" " FONT ">\n",
		w, h, MARGIN, MARGIN, w, h);
	fprintf(d->out,
		"<rect x=\"-%d.5\" y=\"-%d.5\" width=\"%d\" height=\"%d\" rx=\"5\" "
		"fill=\"",
		MARGIN - 1, MARGIN - 1, w - 1, h - 1);
	put_colour(d, ground->paper);
	fputs("\" stroke=\"", d->out);
	put_colour(d, mixed(ground->paper, ground->ink, 20));
	fputs("\"/>\n", d->out);
}

bool print_svg(const struct canvas *c, const struct svg_look *look, FILE *out,
	       struct error *err)
{
	struct canvas_drawing d = {.canvas = c, .look = look, .out = out};
	bool ok;

	d.above =
	    mem_array((size_t)canvas_bounds(c).w, sizeof *d.above, "a picture", err);
	if (!d.above)
		return false;
	put_sheet(&d);
	ok = put_ground(&d, err) && put_parts(&d, err);
	mem_free(d.above);
	mem_free(d.areas);
	if (!ok)
		return false;
	put_text(&d);
	fputs("</svg>\n", out);
	return true;
}
