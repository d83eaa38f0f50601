#include "view/heat/heat_view.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "view/heat/heat_clock.h"
#include "view/heat/heat_geometry.h"
#include "view/heat/heat_hues.h"
#include "view/label.h"

#define GUTTER HEAT_GEOMETRY_GUTTER

#define LEGEND_LINES 7 /* the heading and some values */

#define SELECTED_LIGHT COLOUR_RGB(0xd7, 0xd7, 0xff) /* empty cells of the selection */
#define SELECTED_DARK  COLOUR_RGB(0x00, 0x00, 0x5f)

/*
 * The row of the map in this half (0: upper) of a line; false if there is none, as the number of
 * rows may be odd.
 */
static bool row_at(const struct heat_view *v, const struct heat_geometry *g, int line,
		   int half, uint32_t *row)
{
	int from_top = line * g->per_line + half;
	int row_count = (int)v->map->rows, blank = g->cells.h * g->per_line - row_count;
	int r = heat_view_choice(v)->time_down ? from_top
					       : row_count - 1 - (from_top - blank);

	if (r < 0 || r >= row_count)
		return false;
	*row = (uint32_t)r;
	return true;
}

struct heat_cell_look {
	colour colour;
	char glyph;
	bool selected, cursor, matched;
	enum side_mark side;
};

static bool has_selection(const struct heat_view *v)
{
	return !range_is_all(v->selected) || v->several.count;
}

static bool covers_cell(struct selection several, struct range r, struct range cell)
{
	return several.count ? selection_overlaps(several, cell)
			     : !range_is_all(r) && cell.from < r.to && r.from < cell.to;
}

static bool is_selected(const struct heat_view *v, struct range cell)
{
	return covers_cell(v->several, v->selected, cell);
}

static bool has_baseline(const struct heat_view *v)
{
	return v->baseline_several.count ||
	       (v->baseline.from < v->baseline.to && !range_is_all(v->baseline));
}

/* Are two sides drawn, not just a selection? */
static bool has_sides(const struct heat_view *v)
{
	return has_baseline(v) || (v->compared && has_selection(v));
}

/*
 * The side of a cell; the subject if the cell is in both. Equal ranges do not count as a baseline.
 */
static enum side_mark side_of(const struct heat_view *v, struct range cell)
{
	bool same = v->several.count || v->baseline_several.count
			? selection_equal(v->several, v->baseline_several)
			: range_equal(v->selected, v->baseline);

	if (!same && has_sides(v) && is_selected(v, cell))
		return v->swapped ? SIDE_B : SIDE_A;
	if (!has_baseline(v) || !covers_cell(v->baseline_several, v->baseline, cell))
		return SIDE_NONE;
	return v->swapped ? SIDE_A : SIDE_B;
}

/*
 * FlameScope tints the selection violet. In a terminal that would make hot and cold cells alike, so
 * here the selection keeps its colours and everything else fades.
 */
static colour fade_unselected(const struct heat_view *v, struct heat_cell_look l,
			      uint64_t count)
{
	const colour ground = theme_ground(v->theme);

	if ((!has_selection(v) && !has_baseline(v)) || v->theme->depth < PALETTE_256)
		return l.colour; /* few colours: the selection is reversed instead */
	if (l.side && !count)
		return theme_side_ground(v->theme, l.side);
	if (l.selected)
		return count ? l.colour : ground ? SELECTED_LIGHT : SELECTED_DARK;
	if (count == 0)
		return l.colour;
	return theme_faded(v->theme, l.colour);
}

#define ENHANCED_STEPS 24 /* for busy CPUs, as the scale has stops at 1 and 3 samples */

static colour heat_colour(const struct heat_view *v, uint64_t value)
{
	uint64_t peak = heat_view_peak(v), step;

	if (!v->busy || v->theme->scale != HEAT_ENHANCED || !value)
		return theme_heat(v->theme, value, peak);
	step = number_share(value, peak, ENHANCED_STEPS);
	return theme_heat(v->theme, step ? step : 1, ENHANCED_STEPS);
}

/* Without colours: tenths; for few samples only none, some or all. */
static char share_glyph(const struct heat_share *s)
{
	if (s->few)
		return s->found == s->of ? '#' : s->found ? '+' : '.';
	return s->found == s->of ? '@' : (char)('0' + s->part * 10 / HEAT_SHARE_ALL);
}

#define FADE_NONE 60 /* percent: no sample matches */
#define FADE_FEW  55 /* percent: few samples */

static colour share_colour(const struct heat_view *v, const struct heat_share *s)
{
	const colour none = COLOUR_RGB(0x80, 0x80, 0x80);
	colour ground = theme_ground(v->theme);
	colour c = s->found ? theme_match(v->theme, s->part, HEAT_SHARE_ALL) : none;

	if (v->theme->depth < PALETTE_256)
		return c;
	ground = ground ? ground : COLOUR_RGB(0x28, 0x28, 0x28);
	if (!s->found)
		c = theme_blend(c, ground, FADE_NONE);
	return s->few ? theme_blend(c, ground, FADE_FEW) : c;
}

static struct heat_cell_look choose_cell_look(const struct heat_view *v, uint32_t column,
					      uint32_t row)
{
	uint64_t count = heat_view_value(v, column, row);
	uint64_t found = heat_view_found(v, column, row);
	struct range cell = heatmap_cell(v->map, column, row);
	struct heat_cell_look l = {.colour = heat_colour(v, count),
				   .glyph = theme_heat_glyph(count, heat_view_peak(v)),
				   .matched = found > 0};

	l.side = side_of(v, cell);
	l.selected = l.side || is_selected(v, cell);
	l.cursor = v->focused && v->cursor >= cell.from && v->cursor < cell.to;
	if (heat_view_shares(v)) {
		struct heat_share s;
		bool any = heat_view_share(v, column, row, &s);

		l.matched = any && s.found > 0;
		l.glyph = any ? share_glyph(&s) : ' ';
		l.colour = any ? share_colour(v, &s) : theme_ground(v->theme);
	} else if (v->hues)
		heat_hues_paint(v, column, row, &l.colour, &l.glyph);
	else if (v->matched && found)
		l.colour = theme_match(v->theme, found, heat_view_found_peak(v));
	else if (v->matched && count)
		l.colour = theme_unmatched(v->theme, count, heat_view_peak(v));
	if (v->matched && !heat_view_shares(v) && !v->hues && count &&
	    v->theme->depth == PALETTE_NONE) /* there is no colour to dim */
		l.glyph = found ? theme_match_glyph(found, heat_view_found_peak(v)) : '.';
	l.colour = fade_unselected(v, l, count);
	if (l.cursor)
		l.colour = COLOUR_RGB(0x00, 0xd7, 0xff);
	return l;
}

static void draw_glyph(struct pane p, int x, int y, const struct heat_view *v,
		       struct heat_cell_look l)
{
	bool colours = v->theme->depth != PALETTE_NONE;
	bool few = colours && v->theme->depth < PALETTE_256;
	struct style s = {0};

	if (l.side && few && !v->matched && !l.cursor) {
		pane_put(p, x, y, (char32_t)l.glyph, theme_side_words(v->theme, l.side));
		return;
	}
	if (colours)
		s.fg =
		    l.glyph != ' ' || l.selected || l.cursor ? l.colour : COLOUR_DEFAULT;
	if (l.selected)
		s.attr |= ATTR_REVERSE;
	if (l.cursor && colours) /* reversed, its letter would be unreadable on white */
		s = (struct style){.fg = COLOUR_RGB(0, 0, 0), .bg = l.colour};
	else if (l.cursor)
		s.attr |= ATTR_REVERSE | ATTR_BOLD;
	if (l.matched)
		s.attr |= ATTR_UNDERLINE | ATTR_BOLD;
	else if (v->matched)
		s.attr |= ATTR_DIM;
	pane_put(p, x, y, l.cursor && l.glyph == ' ' ? U'o' : (char32_t)l.glyph, s);
}

/* ---- the outlines of the two sides ---- */

/*
 * There is no room between the cells of a screen, so the outline is drawn into the faded cells
 * around a side; in a wide cell, into the part that touches the side.
 */

/* The side that touches part `i` of a cell: one of the screen's columns that the cell takes up. */
static enum side_mark edge_at(const struct heat_view *v, const struct heat_geometry *g,
			      uint32_t column, uint32_t row, int i)
{
	const struct {
		int64_t column, row;
	} around[] = {{column, (int64_t)row + 1},
		      {column, (int64_t)row - 1},
		      {i == 0 ? (int64_t)column - 1 : -1, row},
		      {i == g->cell_width - 1 ? (int64_t)column + 1 : -1, row}};
	enum side_mark edge = SIDE_NONE;

	for (size_t n = 0; n < sizeof around / sizeof *around; n++) {
		int64_t c = around[n].column, r = around[n].row;
		enum side_mark side = SIDE_NONE; /* outside the map */

		if (c >= 0 && c < v->map->columns && r >= 0 && r < v->map->rows)
			side = side_of(v, heatmap_cell(v->map, (uint32_t)c, (uint32_t)r));
		if (side == SIDE_A || edge == SIDE_NONE)
			edge = side;
	}
	return edge;
}

static void put_edges(const struct heat_view *v, const struct heat_geometry *g,
		      uint32_t column, const struct heat_cell_look *halves,
		      const uint32_t *rows, int i, struct pane p, int x, int y)
{
	enum side_mark edge[2] = {SIDE_NONE, SIDE_NONE};
	colour shown[2];

	for (int h = 0; h < g->per_line; h++) {
		if (rows[h] != UINT32_MAX && halves[h].side == SIDE_NONE &&
		    !halves[h].cursor)
			edge[h] = edge_at(v, g, column, rows[h], i);
		shown[h] = edge[h] ? theme_side(v->theme, edge[h]) : halves[h].colour;
	}
	if (edge[0] == SIDE_NONE && edge[1] == SIDE_NONE)
		return;
	if (g->per_line == 2)
		pane_put_halves(p, x, y, shown[0], shown[1]);
	else
		pane_put(p, x, y, (char32_t)theme_side_letter(edge[0]),
			 theme_side_words(v->theme, edge[0]));
}

static void draw_line(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p, int line)
{
	bool sides = has_sides(v);

	for (uint32_t c = 0; c < g->shown; c++) {
		struct heat_cell_look halves[2] = {{0}};
		uint32_t rows[2] = {UINT32_MAX, UINT32_MAX};

		for (int h = 0; h < g->per_line; h++)
			if (row_at(v, g, line, h, &rows[h]))
				halves[h] = choose_cell_look(v, g->first + c, rows[h]);
		for (int i = 0; i < g->cell_width; i++) {
			int x = g->cells.x + (int)c * g->cell_width + i,
			    y = g->cells.y + line;

			if (g->per_line == 2)
				pane_put_halves(p, x, y, halves[0].colour,
						halves[1].colour);
			else
				draw_glyph(p, x, y, v, halves[0]);
			if (sides)
				put_edges(v, g, g->first + c, halves, rows, i, p, x, y);
		}
	}
}

/* The unit of offsets for the period: us up to 10 ms, ms up to 10 s, then seconds. */
static const char *offset_unit(const struct heat_view *v)
{
	if (v->map->period <= 10 * NS_PER_SECOND / 1000)
		return "us";
	return v->map->period <= 10 * NS_PER_SECOND ? "ms" : "s";
}

static void print_offset(const struct heat_view *v, uint64_t ns, char *buf, size_t room)
{
	switch (*offset_unit(v)) {
	case 'u':
		snprintf(buf, room, "%5" PRIu64, ns / 1000 % 100000);
		break;
	case 'm':
		snprintf(buf, room, "%5" PRIu64, ns / 1000000);
		break;
	default:
		snprintf(buf, room, "%4" PRIu64 "s", ns / NS_PER_SECOND);
	}
}

static void draw_gutter(const struct heat_view *v, const struct heat_geometry *g,
			struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	int every = g->cells.h <= 6 ? 2 : g->cells.h <= 14 ? 3 : 5;
	char label[16];

	for (int line = 0; line < g->cells.h; line++) {
		int from_zero =
		    heat_view_choice(v)->time_down ? line : g->cells.h - 1 - line;
		uint32_t row;
		bool any =
		    row_at(v, g, line,
			   heat_view_choice(v)->time_down ? 0 : g->per_line - 1, &row);
		bool labelled =
		    any && (from_zero % every == 0 || from_zero == g->cells.h - 1);

		/* no label in the line directly after another one */
		if (from_zero == g->cells.h - 1 && from_zero % every == 1)
			labelled = false;
		if (labelled) {
			print_offset(v, heatmap_cell(v->map, 0, row).from, label,
				     sizeof label);
			pane_print(p, 0, g->cells.y + line, dim, label);
		}
		pane_put(p, GUTTER - 1, g->cells.y + line, labelled ? U'┤' : U'│', dim);
	}
}

/* The side of a column: the subject if it has any part of it. */
static enum side_mark side_of_column(const struct heat_view *v, uint32_t column)
{
	return side_of(
	    v, (struct range){column * v->map->period, (column + 1) * v->map->period});
}

/* Put the letter of a side near the middle of [x, end), at the nearest place without a number. */
static void put_letter(const struct heat_view *v, int y, struct pane p, int x, int end,
		       const bool *taken, enum side_mark side)
{
	int middle = (x + end) / 2, most = (end - x) / 2 + 2;

	for (int away = 0; away <= most; away++) {
		for (int way = -1; way <= 1; way += 2) {
			int at = middle + way * away;

			if (at < GUTTER || at >= p.area.w || taken[at])
				continue;
			pane_put(p, at, y, (char32_t)theme_side_letter(side),
				 theme_side_words(v->theme, side));
			return;
		}
	}
}

/* Mark the columns of the sides in the axis, between its numbers. */
static void draw_sides(const struct heat_view *v, const struct heat_geometry *g,
		       struct pane p, const bool *taken)
{
	for (uint32_t c = 0, end; c < g->shown; c = end) {
		enum side_mark side = side_of_column(v, g->first + c);
		int from = g->cells.x + (int)c * g->cell_width, to;

		for (end = c + 1;
		     end < g->shown && side_of_column(v, g->first + end) == side;)
			end++;
		to = g->cells.x + (int)end * g->cell_width;
		for (int x = from; x < to && side; x++)
			if (!taken[x])
				pane_put(p, x, g->axis, v->theme->ascii ? U'=' : U'━',
					 theme_side_words(v->theme, side));
		if (side)
			put_letter(v, g->axis, p, from, to, taken, side);
	}
}

static void draw_axis(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	uint64_t per_cell = v->map->period;
	int step = g->cell_width >= 6 ? 1 : g->cell_width >= 2 ? 5 : 10, end = 0;
	int room = g->legend >= 0 ? g->legend - 2 : p.area.w; /* the unit is there */
	char label[2 * LABEL_MAX], number[LABEL_MAX];
	bool taken[CANVAS_SIDE_MAX] = {false};

	if (v->map->rows > 1)
		pane_print(p, 2, g->axis, dim, offset_unit(v));
	pane_put(p, GUTTER - 1, g->axis, U'└', dim);
	for (int x = 0; x < g->cells.w; x++)
		pane_put(p, g->cells.x + x, g->axis, U'─', dim);
	for (uint32_t c = 0; c < g->shown; c++) {
		uint32_t column = g->first + c;
		int x = g->cells.x + (int)c * g->cell_width;

		if (column % (uint32_t)step || x < end)
			continue;
		number_plain_seconds(column * per_cell, number);
		if (x + (int)strlen(number) > room)
			break;
		end = x + 1 + pane_print(p, x, g->axis, dim, number);
		memset(taken + x, true, (size_t)(end - 1 - x));
	}
	if (has_sides(v))
		draw_sides(v, g, p, taken);
	if (v->map->period < NS_PER_SECOND / 100)
		snprintf(label, sizeof label, "%s/col",
			 label_brief(v->map->period, number));
	else
		snprintf(label, sizeof label, "%s s/col",
			 number_plain_seconds(v->map->period, number));
	if ((int)strlen(label) > p.area.w - g->legend + 1) /* 4.99992 s/col */
		label[strlen(label) - strlen("/col")] = '\0';
	if (g->legend >= 0)
		pane_print(p, g->legend - 1, g->axis, dim, label);
}

static void draw_clock(const struct heat_view *v, const struct heat_geometry *g,
		       struct pane p)
{
	const struct heat_clock clock = heat_view_clock(v);
	int every = 20 / g->cell_width > 1 ? 20 / g->cell_width : 1;
	char label[LABEL_MAX];

	pane_print(p, 0, g->clock, (struct style){.attr = ATTR_DIM},
		   heat_clock_axis(&clock, label));
	if (v->clock.source == WALL_FILE && g->legend >= 0)
		pane_print(p, g->legend - 1, g->clock, (struct style){.attr = ATTR_DIM},
			   "file date");
	for (uint32_t c = 0; c < g->shown; c++) {
		uint32_t column = g->first + c;

		if (column % (uint32_t)every)
			continue;
		heat_clock_time(&clock, column * v->map->period, false, label);
		pane_print(p, g->cells.x + (int)c * g->cell_width, g->clock,
			   (struct style){.attr = ATTR_DIM}, label);
	}
}

static uint64_t legend_value(const struct heat_view *v, uint64_t peak, int i, int steps)
{
	return theme_scale_step(peak, !v->busy && !v->map->spans, (unsigned)i,
				(unsigned)steps);
}

static const char *legend_label(const struct heat_view *v, uint64_t value, char *buf)
{
	if (v->busy)
		return label_cpus(value, buf);
	if (v->map->counted)
		return label_threads(value, v->map->period / v->map->rows, buf);
	return v->map->spans ? label_brief(value, buf) : number_grouped(value, buf);
}

/* Below the legend: the key that shows samples instead of CPUs. */
static void draw_switch(const struct heat_geometry *g, struct pane p, int y)
{
	char words[LABEL_MAX], key[COMMAND_KEY_MAX];

	snprintf(words, sizeof words, "%s: %s", command_key(COMMAND_CELLS, key),
		 commands[COMMAND_CELLS].bar);
	pane_print(p, g->legend, y, (struct style){.attr = ATTR_DIM}, words);
}

/* Draw a cell as in the map, and its meaning. */
static void draw_sample(const struct heat_view *v, const struct heat_geometry *g,
			struct pane p, int y, struct heat_cell_look l, const char *words)
{
	if (g->per_line == 2)
		pane_print(p, g->legend, y, (struct style){.bg = l.colour}, "  ");
	else
		draw_glyph(p, g->legend + 1, y, v, l);
	pane_print(p, g->legend + 3, y, (struct style){0}, words);
}

static void draw_legend_value(const struct heat_view *v, const struct heat_geometry *g,
			      struct pane p, int y, uint64_t value)
{
	struct heat_cell_look l = {.colour = heat_colour(v, value),
				   .glyph = theme_heat_glyph(value, heat_view_peak(v))};
	char label[LABEL_MAX];

	if (v->matched && value)
		l.colour = theme_unmatched(v->theme, value, heat_view_peak(v));
	draw_sample(v, g, p, y, l, value ? legend_label(v, value, label) : "0");
}

/*
 * Draw a few values from the peak down to 0, with their colours; with few colours also the
 * appearance of a matching cell.
 */
static void draw_legend(const struct heat_view *v, const struct heat_geometry *g,
			struct pane p)
{
	uint64_t peak = heat_view_peak(v);
	int steps = g->cells.h <= LEGEND_LINES ? g->cells.h - 2 : LEGEND_LINES - 1;
	int rows =
	    v->wished && g->cells.h >= LEGEND_LINES + 2 ? 2 : 0; /* for draw_rows() */
	int lines = g->cells.h - rows;
	struct heat_cell_look found = {
	    .matched = true, .glyph = '@', .colour = theme_match(v->theme, 1, 1)};
	char label[LABEL_MAX];
	int x;

	if (v->matched && steps > lines - 3)
		steps = lines - 3;
	if (steps < 1 && g->cells.h > 1) /* the peak matters more than 0 */
		steps = 1;
	if (steps > 0 && (uint64_t)steps > peak)
		steps = (int)peak;
	/* The title of the legend: a column further left if it would touch the edge. */
	if (!v->busy)
		snprintf(label, sizeof label, "%s%s",
			 v->map->counted ? v->map->counted
			 : v->map->spans ? "time"
					 : "samples",
			 v->map->counted ? "s" : "");
	else if (heat_view_choice(v)->idle == IDLE_SHOW)
		snprintf(label, sizeof label, "CPUs");
	else
		snprintf(label, sizeof label, "CPUs %s", heat_view_doing(v));
	x = g->legend - (g->legend + (int)strlen(label) >= p.area.w);
	pane_print(p, x, g->cells.y, (struct style){.attr = ATTR_DIM}, label);
	for (int i = 0; i < steps; i++)
		draw_legend_value(v, g, p, g->cells.y + 1 + i,
				  legend_value(v, peak, i, steps));
	if (steps + 1 < lines)
		draw_legend_value(v, g, p, g->cells.y + 1 + steps, 0);
	steps += v->matched != NULL;
	if (v->matched && steps + 1 < lines)
		draw_sample(v, g, p, g->cells.y + 1 + steps, found, "found");
	if (v->busy && v->focused && steps + 3 < lines)
		draw_switch(g, p, g->cells.y + steps + 3);
}

/* The scale of the matches, or of the other samples; returns the lines used. */
static int draw_part(const struct heat_view *v, const struct heat_geometry *g,
		     struct pane p, int y, int room, bool found)
{
	uint64_t peak = found ? heat_view_found_peak(v) : heat_view_peak(v);
	int steps = peak < (uint64_t)(room - 1) ? (int)peak : room - 1;
	char label[LABEL_MAX];

	pane_print(p, g->legend, y, (struct style){.attr = ATTR_DIM},
		   found ? "found" : "others");
	for (int i = 0; i < steps; i++) {
		uint64_t value = legend_value(v, peak, i, steps);
		struct heat_cell_look l = {
		    .colour = found ? theme_match(v->theme, value, peak)
				    : theme_unmatched(v->theme, value, peak),
		    .glyph = theme_heat_glyph(value, peak),
		    .matched = found};

		draw_sample(v, g, p, y + 1 + i, l, legend_label(v, value, label));
	}
	return steps + 1;
}

#define FOUND_LINES  5 /* a heading and four steps */
#define OTHERS_LINES 4
#define BOTH_LINES   5 /* with fewer lines only the matches are explained */

/* The legend during a search, when cells have two scales. */
static void draw_search_legend(const struct heat_view *v, const struct heat_geometry *g,
			       struct pane p)
{
	int lines = g->cells.h - (v->wished && g->cells.h >= LEGEND_LINES + 2 ? 2 : 0);
	int room = lines < BOTH_LINES ? lines : lines / 2, used;

	used =
	    draw_part(v, g, p, g->cells.y, room < FOUND_LINES ? room : FOUND_LINES, true);
	if (lines < BOTH_LINES)
		return;
	room = lines - used - 1;
	used += draw_part(v, g, p, g->cells.y + used,
			  room < OTHERS_LINES ? room : OTHERS_LINES, false);
	if (used < lines)
		draw_legend_value(v, g, p, g->cells.y + used, 0);
	if (v->busy && v->focused && used + 2 < lines)
		draw_switch(g, p, g->cells.y + used + 2);
}

/* "25 of 50 rows": the user has requested more rows than fit. */
static void draw_rows(const struct heat_view *v, const struct heat_geometry *g,
		      struct pane p)
{
	const struct style dim = {.attr = ATTR_DIM};
	char label[LABEL_MAX];

	if (g->cells.h < LEGEND_LINES + 2)
		return;
	snprintf(label, sizeof label, "%u of %u", v->map->rows, v->wished);
	pane_print(p, g->legend, g->cells.y + g->cells.h - 2, dim, label);
	pane_print(p, g->legend, g->cells.y + g->cells.h - 1, dim, "rows");
}

/* The mean of columns [from, to), which are one cell of the overview. */
static uint64_t strip_mean(const struct heat_view *v, uint64_t from, uint64_t to)
{
	return (v->sums[to] - v->sums[from]) / (to - from);
}

static void strip_part(const struct heat_view *v, int x, int width, uint64_t *from,
		       uint64_t *to)
{
	uint64_t columns = v->map->columns;

	*from = (uint64_t)x * columns / (uint64_t)width;
	*to = ((uint64_t)x + 1) * columns / (uint64_t)width;
	if (*to == *from)
		*to = *from + 1;
}

static void draw_strip_cell(const struct heat_view *v, const struct heat_geometry *g,
			    struct pane p, int x, uint64_t most)
{
	static const char32_t bars[] = U" ▁▂▃▄▅▆▇█";
	static const char digits[] = " .:-=+*#@";
	struct style s = {.attr = ATTR_DIM};
	uint64_t from, to, mean;
	struct range here;
	enum side_mark side;
	size_t level;

	strip_part(v, x, g->strip_width, &from, &to);
	mean = strip_mean(v, from, to);
	here = (struct range){from * v->map->period, to * v->map->period};
	level = mean ? (size_t)(1 + mean * 7 / most) : 0;
	if (to > g->first && from < (uint64_t)g->first + g->shown)
		s.attr = 0;
	side = side_of(v, here);
	if (side) {
		s = theme_side_words(v->theme, side);
		level = level ? level : 1;
	} else if (is_selected(v, here)) {
		s = (struct style){.fg = COLOUR_RGB(0xaf, 0x87, 0xff), .attr = ATTR_BOLD};
		level = level ? level : 1;
	}
	if (side && v->theme->depth == PALETTE_NONE)
		pane_put(p, g->strip_x + x, g->strip, (char32_t)theme_side_letter(side),
			 s);
	else
		pane_put(p, g->strip_x + x, g->strip,
			 v->theme->ascii ? (char32_t)digits[level] : bars[level], s);
}

static void draw_heading(const struct heat_view *v, struct pane p, int y)
{
	const struct style style = {.attr = v->focused ? ATTR_BOLD : 0};
	enum side_mark side = v->swapped ? SIDE_B : SIDE_A;

	pane_text_fit(p, 0, y, p.area.w, style, text_of(v->heading));
	pane_put(p, 1, y, (char32_t)theme_side_letter(side),
		 theme_side_words(v->theme, side));
}

/* The legend of shares, from all down to none. */
static void draw_share_legend(const struct heat_view *v, const struct heat_geometry *g,
			      struct pane p)
{
	static const unsigned parts[] = {100, 75, 50, 25, 0};
	int room = g->cells.h - (v->wished ? 3 : 1);
	char label[LABEL_MAX];

	pane_print(p, g->legend, g->cells.y, (struct style){.attr = ATTR_DIM}, "share");
	for (int i = 0; i < 5 && i < room; i++) {
		struct heat_share s = {.found = parts[i], .of = 100};
		struct heat_cell_look l;
		int y = g->cells.y + 1 + i;

		s.part = parts[i] * (HEAT_SHARE_ALL / 100);
		l = (struct heat_cell_look){.colour = share_colour(v, &s),
					    .glyph = share_glyph(&s)};
		snprintf(label, sizeof label, "%u %%", parts[i]);
		draw_sample(v, g, p, y, l, label);
	}
	if (room < 8 || v->map->spans)
		return;
	snprintf(label, sizeof label, "of 1-%u:", HEAT_SHARE_FEW - 1);
	pane_print(p, g->legend, g->cells.y + 7, (struct style){.attr = ATTR_DIM}, label);
	pane_print(p, g->legend, g->cells.y + 8, (struct style){.attr = ATTR_DIM},
		   g->per_line == 2 ? "paler" : ". + #");
}

void heat_view_draw_around(const struct heat_view *v, const struct heat_geometry *g,
			   struct pane p)
{
	if (g->strip >= 0) {
		/*
		 * The overview: the whole profile in one line, with the window and the
		 * selection.
		 */
		char label[LABEL_MAX];
		uint64_t most = 1;

		for (int x = 0; x < g->strip_width; x++) {
			uint64_t from, to, mean;

			strip_part(v, x, g->strip_width, &from, &to);
			mean = strip_mean(v, from, to);
			most = mean > most ? mean : most;
		}
		for (int x = 0; x < g->strip_width; x++)
			draw_strip_cell(v, g, p, x, most);
		if (g->legend >= 0)
			pane_print(p, g->legend - 1, g->strip,
				   (struct style){.attr = ATTR_DIM},
				   label_duration(v->length, label));
	}
	if (g->axis >= 0)
		draw_axis(v, g, p);
	if (g->clock >= 0 &&
	    (!wall_source_is_date(v->clock.source) ||
	     !v->growing)) /* the file's date is that of the last sample */
		draw_clock(v, g, p);
}

void heat_view_draw(const struct heat_view *v, struct pane p)
{
	const struct style plain = {0};
	struct heat_geometry g;

	if (!v->map || v->map->columns == 0) {
		if (v->heading)
			draw_heading(v, p, 0);
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   v->why ? v->why : "there is nothing to draw");
		return;
	}
	g = heat_geometry_of(v, p);
	if (g.heading >= 0)
		draw_heading(v, p, g.heading);
	for (int line = 0; line < g.cells.h; line++)
		draw_line(v, &g, p, line);
	draw_gutter(v, &g, p);
	heat_view_draw_around(v, &g, p);
	if (v->is_other) /* the first map has the legend */
		return;
	if (g.legend >= 0 && heat_view_shares(v))
		draw_share_legend(v, &g, p);
	else if (g.legend >= 0 && v->hues)
		heat_hues_legend(v, &g, p);
	else if (g.legend >= 0 && v->matched && v->theme->depth == PALETTE_NONE) {
		/* the characters of a search without colours */
		pane_print(p, g.legend, g.cells.y, plain, "1-9 found");
		pane_print(p, g.legend, g.cells.y + 1, plain, ".  others");
		if (g.cells.h > 2)
			pane_print(p, g.legend, g.cells.y + 2, plain, "9  most");
	} else if (g.legend >= 0 && v->matched && v->theme->depth >= PALETTE_256)
		draw_search_legend(v, &g, p);
	else if (g.legend >= 0 && heat_view_peak(v) > 0)
		draw_legend(v, &g, p);
	if (g.legend >= 0 && v->wished)
		draw_rows(v, &g, p);
}
