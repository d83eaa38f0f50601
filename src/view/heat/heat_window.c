/* heat_window.c - which columns of a heat map the screen shows, and what they follow. */

#include "view/heat/heat_geometry.h"

/* Of the columns of both maps. */
static uint32_t column_of(const struct heat_view *v, uint64_t at)
{
	uint32_t column, row;

	heatmap_find(v->map, at, &column, &row);
	return v->beside.before + column;
}

static void scroll_to(struct heat_view *v, const struct heat_geometry *g, int64_t column)
{
	int64_t most = (int64_t)g->all - g->window;

	v->scroll = (uint32_t)(column < 0 ? 0 : column > most ? most : column);
}

/* The cursor comes along with the window, within its row. */
static void pull_cursor(struct heat_view *v, struct pane p)
{
	const struct heat_geometry now = heat_geometry_of(v, p);
	uint32_t column, row, last = now.first + now.shown - 1;

	if (!now.shown)
		return;
	heatmap_find(v->map, v->cursor, &column, &row);
	if (column < now.first)
		v->cursor = heatmap_cell(v->map, now.first, row).from;
	else if (column > last)
		v->cursor = heatmap_cell(v->map, last, row).from;
}

/* All of the selection where it fits, in the middle if it could not be seen; else its begin. */
static void show_selection(struct heat_view *v, const struct heat_geometry *g,
			   struct pane p)
{
	struct range r = v->selected;
	int64_t first = column_of(v, r.from), last = column_of(v, r.to - (r.to > r.from));
	int64_t count = last - first + 1, shown = g->window, from = v->scroll;

	if (first >= from && last < from + shown)
		return;
	if (count < shown)
		scroll_to(v, g, first - (shown - count) / 2);
	else if (from < first || from + shown > last + 1)
		scroll_to(v, g, first);
	pull_cursor(v, p);
}

/*
 * Columns have become shorter or longer about the cursor. If it is in the selection, more of that
 * can be seen than of what is around: all where that fits, else nothing else.
 */
static void keep_selection(struct heat_view *v, const struct heat_geometry *g)
{
	struct range r = v->selected;
	int64_t first = column_of(v, r.from), last = column_of(v, r.to - (r.to > r.from));
	int64_t low = first, high = last + 1 - g->window;

	if (range_is_all(r) || v->marking || v->cursor < r.from || v->cursor >= r.to)
		return;
	if (low > high) {
		low = high;
		high = first;
	}
	if (v->scroll < low)
		scroll_to(v, g, low);
	else if (v->scroll > high)
		scroll_to(v, g, high);
}

void heat_view_follow(struct heat_view *v, struct pane p)
{
	struct heat_geometry g;
	int64_t column;

	if (!v->map || v->map->columns == 0)
		return;
	if (v->led) {
		v->held = HELD_NOTHING;
		pull_cursor(v, p);
		return;
	}
	g = heat_geometry_of(v, p);
	if (v->held == HELD_SELECTION && !range_is_all(v->selected))
		show_selection(v, &g, p);
	if (v->held == HELD_CURSOR || v->held == HELD_POINTER)
		scroll_to(v, &g,
			  (int64_t)column_of(v, v->held_time) - v->held_x / g.cell_width);
	if (v->held == HELD_CURSOR)
		keep_selection(v, &g);
	if (v->held == HELD_POINTER)
		pull_cursor(v, p);
	v->held = HELD_NOTHING;
	column = column_of(v, v->cursor);
	if (column < v->scroll)
		scroll_to(v, &g, column);
	else if (column >= (int64_t)v->scroll + g.window)
		scroll_to(v, &g, column - g.window + 1);
	else
		scroll_to(v, &g, v->scroll);
}

void heat_view_reveal(struct heat_view *v)
{
	if (range_is_all(v->selected))
		return;
	if (v->cursor < v->selected.from || v->cursor >= v->selected.to)
		v->cursor = v->selected.from;
	v->held = HELD_SELECTION;
}

void heat_view_hold(struct heat_view *v, struct pane p)
{
	struct heat_geometry g;
	int64_t x;
	int width;

	if (!v->map || v->map->columns == 0 || v->held == HELD_POINTER)
		return;
	g = heat_geometry_of(v, p);
	x = ((int64_t)column_of(v, v->cursor) - v->scroll) * g.cell_width +
	    g.cell_width / 2;
	v->held = HELD_CURSOR;
	v->held_time = v->cursor;
	width = (int)g.window * g.cell_width;
	v->held_x = x >= 0 && x < width ? (int)x : width / 2;
}

/*
 * Shorter columns have another slice of themselves at the pointer's height: what the first turn of
 * the wheel pointed at is meant by the next ones, too, as long as it is in the column there.
 */
void heat_view_hold_pointer(struct heat_view *v, int x, int y, struct pane p)
{
	uint64_t at;

	if (v->marking || !heat_geometry_place(v, x, y, p, &at)) {
		heat_view_hold(v, p);
		return;
	}
	if (x - HEAT_GEOMETRY_GUTTER != v->held_x || y != v->held_y ||
	    column_of(v, v->held_time) != column_of(v, at))
		v->held_time = at;
	v->held = HELD_POINTER;
	v->held_x = x - HEAT_GEOMETRY_GUTTER;
	v->held_y = y;
}

bool heat_view_scroll(struct heat_view *v, int64_t columns, struct pane p)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	uint32_t before = v->scroll;

	scroll_to(v, &g, v->scroll + columns);
	pull_cursor(v, p);
	return v->scroll != before;
}
