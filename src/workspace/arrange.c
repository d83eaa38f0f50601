#include "workspace/arrange.h"

#include "view/heat/heat_geometry.h"

#define BOTH_FROM   17 /* lower screens show one pane at a time */
#define DETAIL_FROM 20 /* higher ones have two lines for the details of a frame */

/* Lines that a map needs of a budget: its cells, and the axis, overview and clock around. */
static int map_height(const struct theme *theme, uint32_t rows, bool has_clock,
		      int budget)
{
	uint32_t fitting = heat_geometry_rows(theme, rows, budget);
	int height = heat_geometry_lines(theme, fitting, has_clock, budget);

	return height < budget ? height : budget;
}

struct arrangement arrange(int width, int height, const struct theme *theme,
			   uint32_t rows, bool has_map, bool has_clock,
			   enum maximised maximised, bool map_focused)
{
	struct arrangement a = {.whole = {0, 0, width, height}};
	int detail = height >= DETAIL_FROM ? 2 : 1, body = height - 3 - detail, map = 0;
	bool only_map = maximised == MAXIMISED_MAP,
	     only_graph = maximised == MAXIMISED_GRAPH;

	a.too_small = width < ARRANGE_WIDTH_MIN || height < ARRANGE_HEIGHT_MIN;
	if (a.too_small)
		return a;
	if (height < BOTH_FROM) {
		only_map = map_focused;
		only_graph = !map_focused;
	}
	if (!has_map)
		map = only_map ? body : only_graph ? 0 : 3;
	else if (only_map)
		map = body;
	else if (!only_graph)
		map = map_height(theme, rows, has_clock, (body + 1) / 2);
	a.title = (struct rect){0, 0, width, 1};
	a.map = (struct rect){0, 1, width, map};
	a.range = (struct rect){0, 1 + map, width, 1};
	a.graph = (struct rect){0, 2 + map, width, body - map};
	a.detail = (struct rect){0, height - 1 - detail, width, detail};
	a.bottom = (struct rect){0, height - 1, width, 1};
	return a;
}
