#include "view/flame/flame_geometry.h"

static const struct tree *tree_of(const struct flame_view *v)
{
	return v->flame->tree;
}

int flame_geometry_level(const struct flame_view *v, uint32_t node)
{
	return tree_of(v)->depth[node];
}

int flame_geometry_callers(const struct flame_view *v)
{
	return flame_geometry_level(v, v->layout.zoom);
}

int flame_geometry_levels(const struct flame_view *v)
{
	return flame_geometry_callers(v) + v->layout.depths;
}

int flame_geometry_line(const struct flame_view *v, int level, struct pane p)
{
	int from = level - v->scroll;

	return v->icicle ? FLAME_VIEW_HEADER + from : p.area.h - 1 - from;
}

/* The level drawn on line `y`; -1 above or below the graph. */
static int level_at(const struct flame_view *v, int y, struct pane p)
{
	int from = v->icicle ? y - FLAME_VIEW_HEADER : p.area.h - 1 - y;

	return from < 0 || y < FLAME_VIEW_HEADER ? -1 : from + v->scroll;
}

uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node)
{
	return layout_find_visible(&v->layout, tree_of(v), node);
}

bool flame_geometry_is_caller(const struct flame_view *v, uint32_t node)
{
	return node != v->layout.zoom && tree_is_below(tree_of(v), v->layout.zoom, node);
}

uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node)
{
	uint32_t box;

	if (flame_geometry_is_caller(v, node))
		return node;
	box = flame_geometry_box(v, node);
	return box == LAYOUT_NO_BOX ? v->layout.zoom : v->layout.boxes[box].node;
}

bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node)
{
	int level = level_at(v, y, p);
	uint32_t box, at;

	if (y < FLAME_VIEW_HEADER || level < 0 || x < 0 || x >= v->layout.width)
		return false;
	if (level < flame_geometry_callers(v)) {
		for (at = v->layout.zoom; flame_geometry_level(v, at) > level;)
			at = tree_of(v)->parent[at];
		*node = at;
		return true;
	}
	if (level >= flame_geometry_levels(v))
		return false;
	box = layout_at(&v->layout, x, level - flame_geometry_callers(v));
	if (box == LAYOUT_NO_BOX)
		return false;
	*node = v->layout.boxes[box].node;
	return true;
}
