#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "view/label.h"
#include "view/lanes/lanes_view.h"

#define CELL_WIDEST 8
#define SCALE	    11 /* columns for the period, and for the scale of colours */
#define SCALE_FROM  64 /* narrower panes have no room for it */
#define SHARE	    7  /* "41.2 % " */
#define NAME_NARROW 10
#define NAME_WIDE   30
#define NAMES_FROM  80 /* narrower panes have no room for shares */

struct geometry {
	int name, ids; /* columns for the name, and for the ids or the share behind it */
	int cells, cell_width;
	uint32_t shown;
	int scale; /* column, or -1 */
};

/* Columns of names and what is behind them. */
static int gutter(int width)
{
	int name = width / 5;

	name = name < NAME_NARROW ? NAME_NARROW : name > NAME_WIDE ? NAME_WIDE : name;
	return name + 1 + (width >= NAMES_FROM ? SHARE : 0) + 1;
}

static int room_for_cells(int width)
{
	int room = width - gutter(width) - (width >= SCALE_FROM ? SCALE : 1);

	return room < 1 ? 1 : room;
}

uint32_t lanes_view_columns(int width)
{
	return (uint32_t)room_for_cells(width);
}

static bool has_others(const struct lanes_view *v)
{
	return v->cells->rows < v->lanes->count;
}

int lanes_view_lines(const struct lanes_view *v)
{
	return (int)v->cells->rows + has_others(v) + 1;
}

static struct geometry geometry_of(const struct lanes_view *v, int width)
{
	int room = room_for_cells(width), columns = (int)v->cells->columns;
	struct geometry g = {.cells = gutter(width), .scale = -1};

	g.ids = width >= NAMES_FROM ? SHARE : 0;
	g.name = g.cells - 2 - g.ids;
	g.cell_width = room / (columns ? columns : 1);
	g.cell_width = g.cell_width < 1		    ? 1
		       : g.cell_width > CELL_WIDEST ? CELL_WIDEST
						    : g.cell_width;
	g.shown = (uint32_t)(room / g.cell_width);
	if (g.shown > v->cells->columns)
		g.shown = v->cells->columns;
	if (width >= SCALE_FROM)
		g.scale = width - SCALE + 2;
	return g;
}

/* ---- names ---- */

#define IDS_MAX 32

/* "1234" of a process, "1240" of a thread whose name says little; empty where none is known. */
static const char *ids_of(const struct lanes *l, uint32_t lane, char ids[IDS_MAX])
{
	int32_t pid = l->list[lane].pid, tid = l->list[lane].tid;

	ids[0] = '\0';
	if (pid != PROFILE_NO_ID && tid != PROFILE_NO_ID && pid != tid)
		snprintf(ids, IDS_MAX, " %" PRId32 "/%" PRId32, pid, tid);
	else if (pid != PROFILE_NO_ID || tid != PROFILE_NO_ID)
		snprintf(ids, IDS_MAX, " %" PRId32, tid != PROFILE_NO_ID ? tid : pid);
	return ids;
}

/* The name gives way to the ids, which are what tells lanes of one name apart. */
static void draw_name(const struct lanes_view *v, const struct geometry *g, struct pane p,
		      uint32_t lane)
{
	char ids[IDS_MAX];
	int room = g->name - (int)strlen(ids_of(v->lanes, lane, ids)), used;

	if (room < 4) {
		room = g->name;
		ids[0] = '\0';
	}
	used = pane_text_ends(p, 0, (int)lane, room, (struct style){0},
			      lane_name(v->lanes, lane));
	pane_print(p, used, (int)lane, (struct style){.attr = ATTR_DIM}, ids);
}

static void draw_share(const struct lanes_view *v, const struct geometry *g,
		       struct pane p, int line, uint64_t count)
{
	char label[LABEL_MAX];
	int length = (int)strlen(label_share(count, v->lanes->all, label));

	if (g->ids)
		pane_print(p, g->cells - 2 - length, line,
			   (struct style){.attr = ATTR_DIM}, label);
}

/* ---- cells ---- */

static struct range column_of(const struct lanes_view *v, uint32_t column)
{
	uint64_t from = number_add(v->window.from, column * v->window.period);

	return (struct range){from, number_add(from, v->window.period)};
}

static bool is_selected(const struct lanes_view *v, uint32_t column)
{
	struct range c = column_of(v, column);

	return c.from < v->selected.to && v->selected.from < c.to;
}

/* Of all other lanes together there may be more than of any that is shown. */
static uint64_t limited(uint64_t count, uint64_t peak)
{
	return count < peak ? count : peak;
}

static void draw_glyph(const struct lanes_view *v, struct pane p, int x, int y,
		       uint64_t count, uint64_t found, bool selected)
{
	uint64_t peak = v->cells->peak;
	struct style s = {0};
	char glyph = theme_heat_glyph(limited(count, peak), peak);

	if (v->theme->depth != PALETTE_NONE && count)
		s.fg = found ? theme_match(v->theme, limited(found, peak), peak)
			     : theme_heat(v->theme, limited(count, peak), peak);
	if (selected && !range_is_all(v->selected))
		s.attr |= ATTR_REVERSE;
	if (found)
		s.attr |= ATTR_UNDERLINE | ATTR_BOLD;
	pane_put(p, x, y, (char32_t)glyph, s);
}

static colour colour_of(const struct lanes_view *v, uint64_t count, uint64_t found,
			bool selected)
{
	uint64_t peak = v->cells->peak;
	colour c = theme_heat(v->theme, limited(count, peak), peak);

	if (count == 0)
		return c;
	if (found)
		c = theme_match(v->theme, limited(found, peak), peak);
	else if (v->matched)
		c = theme_unmatched(v->theme, limited(count, peak), peak);
	return selected ? c : theme_faded(v->theme, c);
}

static void draw_cells(const struct lanes_view *v, const struct geometry *g,
		       struct pane p, uint32_t row, int line)
{
	bool blocks = !v->theme->ascii && v->theme->depth >= PALETTE_256;

	for (uint32_t c = 0; c < g->shown; c++) {
		uint64_t count = lane_cells_count(v->cells, row, c);
		uint64_t found = v->matched ? lane_cells_count(v->matched, row, c) : 0;
		bool selected = is_selected(v, c);
		struct style s = {.bg = colour_of(v, count, found, selected)};

		for (int i = 0; i < g->cell_width; i++) {
			int x = g->cells + (int)c * g->cell_width + i;

			if (blocks)
				pane_put(p, x, line, ' ', s);
			else
				draw_glyph(v, p, x, line, count, found, selected);
		}
	}
	pane_put(p, g->cells - 1, line, U'│', (struct style){.attr = ATTR_DIM});
}

/* ---- below and beside them ---- */

static void draw_axis(const struct lanes_view *v, const struct geometry *g, struct pane p,
		      int line)
{
	const struct style dim = {.attr = ATTR_DIM};
	int step = g->cell_width >= 6 ? 1 : g->cell_width >= 2 ? 5 : 10, end = 0;
	int room = g->scale >= 0 ? g->scale - 2 : p.area.w;
	uint64_t first = v->window.from / v->window.period;
	char label[2 * LABEL_MAX], number[LABEL_MAX];

	pane_put(p, g->cells - 1, line, U'└', dim);
	for (int x = 0; x < (int)g->shown * g->cell_width; x++)
		pane_put(p, g->cells + x, line, U'─', dim);
	for (uint32_t c = 0; c < g->shown; c++) {
		int x = g->cells + (int)c * g->cell_width;

		if ((first + c) % (uint32_t)step || x < end)
			continue;
		number_plain_seconds(column_of(v, c).from, number);
		if (x + (int)strlen(number) > room)
			break;
		end = x + 1 + pane_print(p, x, line, dim, number);
	}
	if (g->scale < 0)
		return;
	snprintf(label, sizeof label, "%s s/col",
		 number_plain_seconds(v->window.period, number));
	pane_print(p, g->scale - 1, line, dim, label);
}

/* A few counts up to the peak with their colours, the largest on top. */
static void draw_scale(const struct lanes_view *v, const struct geometry *g,
		       struct pane p)
{
	uint64_t peak = v->cells->peak;
	bool blocks = !v->theme->ascii && v->theme->depth >= PALETTE_256;
	int steps = (int)v->cells->rows - 1;
	char label[LABEL_MAX];

	steps = steps > 5 ? 5 : steps;
	if ((uint64_t)(steps > 0 ? steps : 0) > peak)
		steps = (int)peak;
	pane_print(p, g->scale, 0, (struct style){.attr = ATTR_DIM},
		   v->lanes->spans ? "time" : "samples");
	for (int i = 0; i < steps; i++) {
		uint64_t value =
		    peak - (i ? number_share((uint64_t)i, (uint64_t)steps, peak) : 0);

		if (blocks)
			pane_print(
			    p, g->scale, 1 + i,
			    (struct style){.bg = theme_heat(v->theme, value, peak)},
			    "  ");
		else
			draw_glyph(v, p, g->scale + 1, 1 + i, value, 0, false);
		pane_print(p, g->scale + 3, 1 + i, (struct style){0},
			   v->lanes->spans ? label_brief(value, label)
					   : number_grouped(value, label));
	}
}

void lanes_view_draw(const struct lanes_view *v, struct pane p)
{
	struct geometry g = geometry_of(v, p.area.w);
	const struct lane_cells *c = v->cells;
	char words[LABEL_MAX];
	uint64_t others = v->lanes->all;

	for (uint32_t i = 0; i < c->rows; i++) {
		draw_name(v, &g, p, i);
		draw_share(v, &g, p, (int)i, v->lanes->list[i].count);
		draw_cells(v, &g, p, i, (int)i);
		others -= v->lanes->list[i].count;
	}
	if (has_others(v)) {
		snprintf(words, sizeof words, "%" PRIu32 " others",
			 v->lanes->count - c->rows);
		pane_print(p, 0, (int)c->rows, (struct style){.attr = ATTR_DIM}, words);
		draw_share(v, &g, p, (int)c->rows, others);
		draw_cells(v, &g, p, c->rows, (int)c->rows);
	}
	draw_axis(v, &g, p, (int)c->rows + has_others(v));
	if (g.scale >= 0 && c->peak)
		draw_scale(v, &g, p);
}
