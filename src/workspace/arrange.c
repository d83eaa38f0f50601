#include "workspace/arrange.h"

#include "view/heat/heat_geometry.h"

#define BOTH_FROM   17 /* lower screens show one pane at a time */
#define THREE_FROM  20 /* and lower ones one of three */
#define DETAIL_FROM 20 /* higher ones have two lines for the details of a frame */

/* Lines that a map needs of a budget: its cells, and the axis, overview and clock around. */
static int map_height(const struct theme *theme, uint32_t rows, bool has_clock,
		      int budget)
{
	uint32_t fitting = heat_geometry_rows(theme, rows, budget);
	int height = heat_geometry_lines(theme, fitting, has_clock, budget);

	return height < budget ? height : budget;
}

/* Which parts of the body there are, and how high the maps are. */
struct body {
	int lines, map, other;
	bool only_map, only_graph;
};

static void divide_one(const struct theme *theme, const struct arrange_parts *parts,
		       struct body *b)
{
	if (!parts->map)
		b->map = b->only_map ? b->lines : b->only_graph ? 0 : 3;
	else if (b->only_map)
		b->map = b->lines;
	else if (!b->only_graph)
		b->map = map_height(theme, parts->rows, parts->clock, (b->lines + 1) / 2);
}

/* Both have as many lines of cells; the second has a heading, the first an overview if that fits. */
static void divide_two(const struct theme *theme, const struct arrange_parts *parts,
		       struct body *b)
{
	int most = b->only_map ? b->lines / 2 : b->lines / 3;

	if (b->only_graph)
		return;
	b->map = map_height(theme, parts->rows, parts->clock, most);
	b->other = b->map + !heat_geometry_has_strip(b->map) -
		   (parts->clock && !parts->other_clock);
	if (b->only_map)
		b->other = b->lines - b->map;
}

struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts)
{
	struct arrangement a = {.whole = {0, 0, width, height}};
	int detail = height >= DETAIL_FROM ? 2 : 1;
	struct body b = {.lines = height - 3 - detail,
			 .only_map = parts->maximised == MAXIMISED_MAP,
			 .only_graph = parts->maximised == MAXIMISED_GRAPH};

	a.too_small = width < ARRANGE_WIDTH_MIN || height < ARRANGE_HEIGHT_MIN;
	if (a.too_small)
		return a;
	if (height < (parts->other ? THREE_FROM : BOTH_FROM)) {
		b.only_map = parts->focus != PANE_LOWER;
		b.only_graph = !b.only_map;
	}
	if (!parts->other || !parts->map)
		divide_one(theme, parts, &b);
	else if (height >= THREE_FROM || b.only_graph)
		divide_two(theme, parts, &b);
	else if (parts->focus == PANE_OTHER)
		b.other = b.lines;
	else
		b.map = b.lines;
	a.title = (struct rect){0, 0, width, 1};
	a.map = (struct rect){0, 1, width, b.map};
	a.other = (struct rect){0, 1 + b.map, width, b.other};
	a.range = (struct rect){0, 1 + b.map + b.other, width, 1};
	a.graph = (struct rect){0, 2 + b.map + b.other, width, b.lines - b.map - b.other};
	a.detail = (struct rect){0, height - 1 - detail, width, detail};
	a.bottom = (struct rect){0, height - 1, width, 1};
	return a;
}
