#include "view/heat/heat_geometry.h"

#define LEGEND_WIDTH 11 /* columns of the legend at the right, with the blank before it */
#define LEGEND_FROM  64 /* columns: narrower panes have no legend */
#define STRIP_FROM   6	/* lines: lower panes have no overview */
#define CELL_WIDEST  8

/* Names need more room than numbers, and wide panes have it. */
static int legend_width(int width, bool names)
{
	return names ? 6 + width * 3 / 20 : LEGEND_WIDTH;
}

static int room_for_cells(int width, bool names)
{
	int legend = width >= LEGEND_FROM ? legend_width(width, names) : 1;
	int room = width - HEAT_GEOMETRY_GUTTER - legend;

	return room < 1 ? 1 : room;
}

/* Lines for cells: one line is for the axis, one for the overview. The clock gets a spare line. */
static int lines_for_cells(int height)
{
	int lines = height - 1 - (height >= STRIP_FROM);

	return lines < 1 ? 1 : lines;
}

bool heat_geometry_has_strip(int height)
{
	return height >= STRIP_FROM;
}

uint32_t heat_geometry_columns(int width, bool names)
{
	return (uint32_t)room_for_cells(width, names);
}

uint32_t heat_geometry_rows(const struct theme *t, uint32_t wished, int height)
{
	/*
	 * cells of a round number of milliseconds; or 16 rows, because on a usual terminal 10 rows,
	 * two per line, would leave lines empty
	 */
	static const uint32_t round[] = {100, 50, 40, 25, 20, 16, 10, 8, 5, 4};
	uint32_t room = (uint32_t)lines_for_cells(height) * (theme_has_blocks(t) ? 2 : 1);

	if (wished && wished <= room)
		return wished;
	for (uint32_t part = 2; wished && part <= wished; part++)
		if (wished % part == 0 && wished / part <= room &&
		    wished / part * 2 > room)
			return wished / part;
	for (size_t i = 0; i < sizeof round / sizeof *round; i++)
		if (round[i] <= room && (round[i] != 16 || theme_has_blocks(t)))
			return round[i];
	return 2;
}

int heat_geometry_lines(const struct theme *t, uint32_t rows, bool has_clock, int height)
{
	int per_line = theme_has_blocks(t) ? 2 : 1,
	    lines = ((int)rows + per_line - 1) / per_line;

	lines += height - lines_for_cells(height);
	return lines + (has_clock && lines < height);
}

/* Assign lines, from top to bottom: heading or overview, cells, axis, clock. */
static void divide_lines(const struct heat_view *v, int height, struct heat_geometry *g)
{
	uint32_t rows = v->map ? v->map->rows : 1;
	int top = v->heading || height >= STRIP_FROM ? 1 : 0, below = 1, lines;

	if (v->heading)
		g->heading = 0;
	else if (top)
		g->strip = 0;
	lines = ((int)rows + g->per_line - 1) / g->per_line;
	if (v->clock.known && lines <= height - top - 2)
		below = 2; /* use a spare line for the wall clock */
	if (lines > height - top - below)
		lines = height - top - below;
	if (lines < 1)
		lines = 1;
	if (top + lines < height)
		g->axis = top + lines;
	if (below == 2 && top + lines + 1 < height)
		g->clock = top + lines + 1;
	g->cells.y = top;
	g->cells.h = lines;
}

/* Assign columns, from left to right: as wide as the columns of both maps allow. */
static void divide_columns(const struct heat_view *v, int room, uint64_t in_the_end,
			   struct heat_geometry *g)
{
	uint32_t columns = v->map ? v->map->columns : 1, before = v->beside.before;
	uint64_t from, to, end = (uint64_t)before + columns;

	g->all = before + columns + v->beside.after;
	/* while the file is being read, cells already have their final width */
	in_the_end = in_the_end > g->all ? in_the_end : g->all;
	g->cell_width = (int)((uint64_t)room / (in_the_end ? in_the_end : 1));
	g->cell_width = g->cell_width < 1	      ? 1
			: g->cell_width > CELL_WIDEST ? CELL_WIDEST
						      : g->cell_width;
	g->window = (uint32_t)(room / g->cell_width);
	if (g->window > g->all)
		g->window = g->all;
	from = v->scroll > before ? v->scroll : before;
	to = (uint64_t)v->scroll + g->window;
	to = to < end ? to : end;
	if (to <= from) /* the window is outside of the map */
		from = to = v->scroll < before ? before : end;
	g->cells.x = HEAT_GEOMETRY_GUTTER;
	if (to > from)
		g->cells.x += (int)(from - v->scroll) * g->cell_width;
	g->first = (uint32_t)(from - before);
	g->shown = (uint32_t)(to - from);
	g->cells.w = (int)g->shown * g->cell_width;
}

struct heat_geometry heat_geometry_of(const struct heat_view *v, struct pane p)
{
	struct heat_geometry g = {
	    .heading = -1, .strip = -1, .axis = -1, .clock = -1, .legend = -1};
	int width = p.area.w, room = room_for_cells(width, v->hues != NULL);
	uint32_t columns = v->map ? v->map->columns : 1;
	uint64_t expected = v->map ? v->expected / v->map->period : 0;

	g.per_line = theme_has_blocks(v->theme) ? 2 : 1;
	if (width >= LEGEND_FROM)
		g.legend = width - legend_width(width, v->hues != NULL) + 2;
	divide_lines(v, p.area.h, &g);
	divide_columns(v, room, expected, &g);
	/* if the whole map is shown, the overview has its scale */
	g.strip_x = g.shown == columns ? g.cells.x : HEAT_GEOMETRY_GUTTER;
	g.strip_width = g.shown == columns   ? g.cells.w
			: expected > columns ? (int)((uint64_t)room * columns / expected)
					     : room;
	g.strip_width = g.strip_width < 1 ? 1 : g.strip_width;
	return g;
}

bool heat_geometry_place(const struct heat_view *v, int x, int y, struct pane p,
			 uint64_t *at)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	int from_top, blank, row;

	x -= g.cells.x;
	y -= g.cells.y;
	if (x < 0 || x >= g.cells.w || y < 0 || y >= g.cells.h)
		return false;
	/* a half block is too small to point at: use the earlier row of the line */
	from_top = y * g.per_line + (heat_view_choice(v)->time_down ? 0 : g.per_line - 1);
	blank = g.cells.h * g.per_line - (int)v->map->rows;
	row = heat_view_choice(v)->time_down ? from_top
					     : (int)v->map->rows - 1 - (from_top - blank);
	row = row < 0 ? 0 : row >= (int)v->map->rows ? (int)v->map->rows - 1 : row;
	*at = heatmap_cell(v->map, g.first + (uint32_t)(x / g.cell_width), (uint32_t)row)
		  .from;
	return true;
}

void heat_geometry_pull(const struct heat_view *v, struct pane p, int *x, int *y)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	int right = g.cells.x + g.cells.w - 1, bottom = g.cells.y + g.cells.h - 1;

	*x = *x > right ? right : *x;
	*x = *x < g.cells.x ? g.cells.x : *x;
	*y = *y < g.cells.y ? g.cells.y : *y > bottom ? bottom : *y;
}
