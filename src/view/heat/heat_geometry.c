#include "view/heat/heat_geometry.h"

#define LEGEND_WIDTH 11 /* of the legend at the right, from its blank on */
#define LEGEND_FROM  64 /* narrower panes have no room for it */
#define STRIP_FROM   6	/* lower panes have no room for the overview */
#define CELL_WIDEST  8

static bool half_blocks(const struct theme *t)
{
	return !t->ascii && t->depth >= PALETTE_256;
}

static int room_for_cells(int width)
{
	int room =
	    width - HEAT_GEOMETRY_GUTTER - (width >= LEGEND_FROM ? LEGEND_WIDTH : 1);

	return room < 1 ? 1 : room;
}

/* Lines left for cells: one is for the axis, one for the overview, the clock gets a spare one. */
static int lines_for_cells(int height)
{
	int lines = height - 1 - (height >= STRIP_FROM);

	return lines < 1 ? 1 : lines;
}

uint32_t heat_geometry_columns(int width)
{
	return (uint32_t)room_for_cells(width);
}

uint32_t heat_geometry_rows(const struct theme *t, uint32_t wished, int height)
{
	/* cells of a round number of milliseconds */
	static const uint32_t round[] = {100, 50, 40, 25, 20, 10, 8, 5, 4};
	uint32_t room = (uint32_t)lines_for_cells(height) * (half_blocks(t) ? 2 : 1);

	if (wished && wished <= room)
		return wished;
	for (uint32_t part = 2; wished && part <= wished; part++)
		if (wished % part == 0 && wished / part <= room &&
		    wished / part * 2 > room)
			return wished / part;
	for (size_t i = 0; i < sizeof round / sizeof *round; i++)
		if (round[i] <= room)
			return round[i];
	return 2;
}

int heat_geometry_lines(const struct theme *t, uint32_t rows, bool has_clock, int height)
{
	int per_line = half_blocks(t) ? 2 : 1,
	    lines = ((int)rows + per_line - 1) / per_line;

	lines += height - lines_for_cells(height);
	return lines + (has_clock && lines < height);
}

struct heat_geometry heat_geometry_of(const struct heat_view *v, struct pane p)
{
	struct heat_geometry g = {.strip = -1, .axis = -1, .clock = -1, .legend = -1};
	int width = p.area.w, height = p.area.h, room = room_for_cells(width), lines;
	uint32_t columns = v->map ? v->map->columns : 1, rows = v->map ? v->map->rows : 1;
	uint64_t in_the_end;
	int top = 0, below = 1;

	g.per_line = half_blocks(v->theme) ? 2 : 1;
	if (width >= LEGEND_FROM)
		g.legend = width - LEGEND_WIDTH + 2;
	if (height >= STRIP_FROM) {
		g.strip = 0;
		top = 1;
	}
	lines = ((int)rows + g.per_line - 1) / g.per_line;
	if (v->clock.known && lines <= height - top - 2)
		below = 2; /* a spare line is well spent on the wall clock */
	if (lines > height - top - below)
		lines = height - top - below;
	if (lines < 1)
		lines = 1;
	/* while the map fills its cells are as wide as they will be, and the rest is empty */
	in_the_end = v->map ? v->expected / v->map->period : 0;
	in_the_end = in_the_end > columns ? in_the_end : columns;
	g.cell_width = (int)((uint64_t)room / (in_the_end ? in_the_end : 1));
	g.cell_width = g.cell_width < 1		    ? 1
		       : g.cell_width > CELL_WIDEST ? CELL_WIDEST
						    : g.cell_width;
	g.shown = (uint32_t)(room / g.cell_width);
	if (g.shown > columns)
		g.shown = columns;
	g.cells =
	    (struct rect){HEAT_GEOMETRY_GUTTER, top, (int)g.shown * g.cell_width, lines};
	/* over a map that is all there the strip has its scale */
	g.strip_width = g.shown == columns ? g.cells.w
			: in_the_end > columns
			    ? (int)((uint64_t)room * columns / in_the_end)
			    : room;
	g.strip_width = g.strip_width < 1 ? 1 : g.strip_width;
	if (top + lines < height)
		g.axis = top + lines;
	if (below == 2 && top + lines + 1 < height)
		g.clock = top + lines + 1;
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
	/* a half block is too small to aim at: the earlier of the two, or the only one */
	from_top = y * g.per_line + (v->time_down ? 0 : g.per_line - 1);
	blank = g.cells.h * g.per_line - (int)v->map->rows;
	row = v->time_down ? from_top : (int)v->map->rows - 1 - (from_top - blank);
	row = row < 0 ? 0 : row >= (int)v->map->rows ? (int)v->map->rows - 1 : row;
	*at =
	    heatmap_cell(v->map, v->scroll + (uint32_t)(x / g.cell_width), (uint32_t)row)
		.from;
	return true;
}

void heat_geometry_pull(const struct heat_view *v, struct pane p, int *x, int *y)
{
	struct heat_geometry g = heat_geometry_of(v, p);
	int right = g.cells.x + g.cells.w - 1, bottom = g.cells.y + g.cells.h - 1;

	*x = *x < g.cells.x ? g.cells.x : *x > right ? right : *x;
	*y = *y < g.cells.y ? g.cells.y : *y > bottom ? bottom : *y;
}
