#include "canvas/canvas.h"

#include <assert.h>

#include "base/utf8.h"
#include "base/mem.h"
#include "canvas/short_name.h"

struct canvas {
	int width, height;
	struct cell *cells; /* owned: width * height, row by row */
	bool ascii;
};

static struct cell *cells_new(int width, int height, struct error *err)
{
	if (width < 1 || height < 1 || width > CANVAS_SIDE_MAX ||
	    height > CANVAS_SIDE_MAX) {
		error_set(err, ERROR_LIMIT, "a screen of %d by %d cannot be used", width,
			  height);
		return NULL;
	}
	return mem_array((size_t)width * (size_t)height, sizeof(struct cell),
			 "screen cells", err);
}

struct canvas *canvas_new(int width, int height, struct error *err)
{
	struct canvas *c = mem_array(1, sizeof *c, "screen", err);

	if (!c)
		return NULL;
	if (!canvas_resize(c, width, height, err)) {
		canvas_free(c);
		return NULL;
	}
	return c;
}

void canvas_free(struct canvas *c)
{
	if (!c)
		return;
	mem_free(c->cells);
	mem_free(c);
}

bool canvas_resize(struct canvas *c, int width, int height, struct error *err)
{
	struct cell *cells = cells_new(width, height, err);

	if (!cells)
		return false;
	mem_free(c->cells);
	*c = (struct canvas){
	    .width = width, .height = height, .cells = cells, .ascii = c->ascii};
	pane_fill(pane_whole(c), (struct style){0});
	return true;
}

void canvas_set_ascii(struct canvas *c, bool ascii)
{
	c->ascii = ascii;
}

struct rect canvas_bounds(const struct canvas *c)
{
	return (struct rect){.w = c->width, .h = c->height};
}

const struct cell *canvas_at(const struct canvas *c, int x, int y)
{
	assert(x >= 0 && x < c->width && y >= 0 && y < c->height);
	return &c->cells[(size_t)y * (size_t)c->width + (size_t)x];
}

struct pane pane_whole(struct canvas *c)
{
	return (struct pane){.canvas = c, .area = canvas_bounds(c)};
}

static int clamp(int v, int lo, int hi)
{
	return v < lo ? lo : v > hi ? hi : v;
}

struct pane pane_inside(struct pane p, struct rect r)
{
	int left = clamp(r.x, 0, p.area.w), right = clamp(r.x + r.w, left, p.area.w);
	int top = clamp(r.y, 0, p.area.h), bottom = clamp(r.y + r.h, top, p.area.h);

	p.area =
	    (struct rect){p.area.x + left, p.area.y + top, right - left, bottom - top};
	return p;
}

static struct cell *cell_of(struct pane p, int x, int y)
{
	if (x < 0 || y < 0 || x >= p.area.w || y >= p.area.h)
		return NULL;
	return &p.canvas->cells[(size_t)(p.area.y + y) * (size_t)p.canvas->width +
				(size_t)(p.area.x + x)];
}

void pane_put(struct pane p, int x, int y, char32_t rune, struct style s)
{
	struct cell *cell = cell_of(p, x, y);
	struct rect whole = canvas_bounds(p.canvas);

	if (!cell)
		return;
	/* overwriting one half of a wide character removes the other */
	if (cell->rune == 0 && p.area.x + x > 0)
		cell[-1].rune = ' ';
	if (p.area.x + x + 1 < whole.w && cell[1].rune == 0)
		cell[1].rune = ' ';
	*cell = (struct cell){.rune = rune ? utf8_harmless(rune) : 0, .style = s};
}

void pane_put_halves(struct pane p, int x, int y, colour upper, colour lower)
{
	if (upper == lower)
		pane_put(p, x, y, U' ', (struct style){.bg = upper});
	else if (upper == COLOUR_DEFAULT)
		pane_put(p, x, y, U'▄', (struct style){.fg = lower});
	else
		pane_put(p, x, y, U'▀', (struct style){.fg = upper, .bg = lower});
}

void pane_fill(struct pane p, struct style s)
{
	for (int y = 0; y < p.area.h; y++)
		for (int x = 0; x < p.area.w; x++)
			pane_put(p, x, y, ' ', s);
}

/* Draw the characters that fit before column `end`. */
static int draw_fitting_text(struct pane p, int x, int y, int end, struct style s,
			     struct text text)
{
	struct printable l = printable_of(text);
	int start = x;

	while (l.rest.len) {
		char32_t rune = printable_next(&l);
		int width = utf8_width(rune);

		if (x + width > end)
			break;
		if (width == 0)
			continue; /* a combining mark is left out */
		pane_put(p, x, y, rune, s);
		/* if the left half is clipped, the right half is a blank */
		if (width == 2)
			pane_put(p, x + 1, y, x < 0 ? ' ' : 0, s);
		x += width;
	}
	return x - start;
}

/*
 * Does the text have at most `w` columns? Stops as soon as it is wider, as a name may be a MiB
 * long.
 */
static bool fits_columns(struct text t, int w)
{
	struct printable p = printable_of(t);

	while (p.rest.len && w >= 0)
		w -= utf8_width(printable_next(&p));
	return w >= 0;
}

int pane_text(struct pane p, int x, int y, struct style s, struct text text)
{
	return draw_fitting_text(p, x, y, p.area.w, s, text);
}

int pane_print(struct pane p, int x, int y, struct style s, const char *text)
{
	return pane_text(p, x, y, s, text_of(text));
}

int pane_text_fit(struct pane p, int x, int y, int w, struct style s, struct text text)
{
	int end = clamp(x + w, x, p.area.w < x ? x : p.area.w), used;

	if (end <= x)
		return 0;
	if (fits_columns(text, end - x))
		return draw_fitting_text(p, x, y, end, s, text);
	used = draw_fitting_text(p, x, y, end - 1, s, text);
	pane_put(p, x + used, y, U'…', s);
	return used + 1;
}

int pane_name(struct pane p, int x, int y, int w, struct style s, struct text name)
{
	int end = clamp(x + w, x, p.area.w < x ? x : p.area.w);
	char out[SHORT_NAME_MAX];

	return draw_fitting_text(p, x, y, end, s,
				 short_name(name, end - x, p.canvas->ascii, out));
}
