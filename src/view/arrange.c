#include "view/arrange.h"

#include "view/heat/heat_geometry.h"
#include "view/lanes/lanes_view.h"

#define BOTH_FROM   17 /* lines: lower screens show one pane at a time */
#define THREE_FROM  20 /* the same if there are three panes */
#define DETAIL_FROM 20 /* lines: higher screens have two lines for details of a frame */

/* The lines of a map, with its axis, overview and clock; at most `budget`. */
static int map_height(const struct theme *theme, uint32_t rows, bool has_clock,
		      int budget)
{
	uint32_t fitting = heat_geometry_rows(theme, rows, budget);
	int height = heat_geometry_lines(theme, fitting, has_clock, budget);

	return height < budget ? height : budget;
}

/*
 * The height of this many lanes, at most `budget`; enough for the overview, whose line has their
 * title.
 */
static int lanes_height(uint32_t lanes, bool has_clock, int budget)
{
	int around = 2 + has_clock, height = budget;

	if (lanes < (uint32_t)budget)
		height = (int)lanes * lanes_view_height(lanes, budget - around) + around;
	while (height < budget && !heat_geometry_has_strip(height))
		height++;
	return height < budget ? height : budget;
}

/* The number of lines between title and details, and how many of them the maps get. */
struct body {
	int lines, map, other;
	int most; /* lines for the maps while a graph is below them */
	bool only_map, only_graph;
};

/* The height of the graph if its levels are unknown: the height of each other pane. */
static int usual_height(const struct arrange_parts *parts, int lines)
{
	return parts->other ? lines / 3 : lines / 2;
}

/* Lines: a graph with fewer levels still gets this many, for the graph of the next range. */
#define GRAPH_ENOUGH 6

/* The height of the graph: its levels, up to five eighths of all lines. */
static int graph_height(const struct arrange_parts *parts, int lines)
{
	int wanted = 1 + parts->levels, usual = usual_height(parts, lines);
	int most = parts->other ? lines / 2 : lines * 5 / 8;

	if (!parts->levels || (parts->table && wanted < usual))
		return usual;
	if (wanted < GRAPH_ENOUGH)
		wanted = GRAPH_ENOUGH;
	return wanted > most ? most : wanted;
}

static void divide_one(const struct theme *theme, const struct arrange_parts *parts,
		       struct body *b)
{
	if (!parts->map)
		b->map = b->only_map ? b->lines : b->only_graph ? 0 : 3;
	else if (b->only_map)
		b->map = b->lines;
	else if (!b->only_graph && parts->lanes)
		b->map = parts->split.of
			     ? b->most
			     : lanes_height(parts->lanes, parts->clock, b->most);
	else if (!b->only_graph)
		b->map = map_height(theme, parts->map_rows, parts->clock, b->most);
}

/*
 * Both maps have the same number of lines of cells. The second has a heading, the first an overview
 * if it fits.
 */
static void divide_two(const struct theme *theme, const struct arrange_parts *parts,
		       struct body *b)
{
	int most = b->only_map ? b->lines / 2 : b->most / 2;

	if (b->only_graph)
		return;
	b->map = map_height(theme, parts->map_rows, parts->clock, most);
	b->other = b->map + !heat_geometry_has_strip(b->map) -
		   (parts->clock && !parts->other_clock);
	if (b->only_map)
		b->other = b->lines - b->map;
}

static void divide_at(const struct theme *theme, const struct arrange_parts *parts,
		      int height, int graph, struct body *b)
{
	b->most = b->lines - graph;
	if (!parts->other || !parts->map)
		divide_one(theme, parts, b);
	else if (height >= THREE_FROM || b->only_graph)
		divide_two(theme, parts, b);
	else if (parts->focus == PANE_OTHER)
		b->other = b->lines;
	else
		b->map = b->lines;
}

/* Levels: if the graph would gain fewer, the maps keep their lines. */
#define LEVELS_WORTH 3

static void divide_body(const struct theme *theme, const struct arrange_parts *parts,
			int height, struct body *b)
{
	const struct arrange_split *split = &parts->split;
	int graph = graph_height(parts, b->lines), usual = usual_height(parts, b->lines);
	struct body as_usual = *b;

	if (split->of)
		graph = b->lines - (split->maps * b->lines + split->of / 2) / split->of;
	divide_at(theme, parts, height, graph, b);
	if (split->of || graph <= usual)
		return;
	divide_at(theme, parts, height, usual, &as_usual);
	if (as_usual.map + as_usual.other - b->map - b->other < LEVELS_WORTH)
		*b = as_usual;
}

/* False: the screen is too small. */
static bool body_of(int width, int height, const struct theme *theme,
		    const struct arrange_parts *parts, struct body *b)
{
	*b = (struct body){.lines = height - 3 - (height >= DETAIL_FROM ? 2 : 1),
			   .only_map = parts->maximised == MAXIMISED_MAP,
			   .only_graph = parts->maximised == MAXIMISED_GRAPH};
	if (width < ARRANGE_WIDTH_MIN || height < ARRANGE_HEIGHT_MIN)
		return false;
	if (height < (parts->other ? THREE_FROM : BOTH_FROM)) {
		b->only_map = parts->focus != PANE_LOWER;
		b->only_graph = !b->only_map;
	}
	divide_body(theme, parts, height, b);
	return true;
}

struct arrangement arrange(int width, int height, const struct theme *theme,
			   const struct arrange_parts *parts)
{
	struct arrangement a = {.whole = {0, 0, width, height}};
	int detail = height >= DETAIL_FROM ? 2 : 1;
	struct body b;

	a.too_small = !body_of(width, height, theme, parts, &b);
	if (a.too_small)
		return a;
	a.title = (struct rect){0, 0, width, 1};
	a.map = (struct rect){0, 1, width, b.map};
	a.other = (struct rect){0, 1 + b.map, width, b.other};
	a.range = (struct rect){0, 1 + b.map + b.other, width, 1};
	a.graph = (struct rect){0, 2 + b.map + b.other, width, b.lines - b.map - b.other};
	a.detail = (struct rect){0, height - 1 - detail, width, detail};
	a.bottom = (struct rect){0, height - 1, width, 1};
	return a;
}

bool arrangement_is_same(const struct arrangement *a, const struct arrangement *b)
{
	return a->whole.w == b->whole.w && a->whole.h == b->whole.h &&
	       a->too_small == b->too_small && a->map.h == b->map.h &&
	       a->other.h == b->other.h && a->graph.h == b->graph.h;
}

/*
 * The least that the user can leave: for the graph, one level and the line above it; for the map,
 * one line of cells and the axis.
 */
#define GRAPH_LEAST 2
#define MAP_LEAST   3

bool arrange_drag(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, int y, struct arrange_split *split)
{
	int least = parts->other ? 2 * MAP_LEAST : MAP_LEAST, maps = y - 1;
	struct body b;

	if (!parts->map || !body_of(width, height, theme, parts, &b) || b.only_map ||
	    b.only_graph || b.map + b.other == b.lines)
		return false;
	if (maps > b.lines - GRAPH_LEAST)
		maps = b.lines - GRAPH_LEAST;
	*split = (struct arrange_split){maps < least ? least : maps, b.lines};
	return true;
}

bool arrange_step(int width, int height, const struct theme *theme,
		  const struct arrange_parts *parts, bool higher,
		  struct arrange_split *split)
{
	struct arrangement was = arrange(width, height, theme, parts), is;
	struct arrange_parts tried = *parts;

	for (int step = 1; step < height; step++) {
		int y = was.range.y + (higher ? step : -step);

		if (!arrange_drag(width, height, theme, parts, y, &tried.split))
			return false;
		is = arrange(width, height, theme, &tried);
		if (higher ? is.range.y > was.range.y : is.range.y < was.range.y) {
			*split = tried.split;
			return true;
		}
	}
	return false;
}
