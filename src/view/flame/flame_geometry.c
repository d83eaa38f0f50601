#include "view/flame/flame_geometry.h"

static const struct tree *tree_of(const struct flame_view *v)
{
	return v->flame->tree;
}

int flame_geometry_level(const struct flame_view *v, uint32_t node)
{
	uint32_t box;

	if (flame_geometry_is_caller(v, node))
		return (int)layout_caller(&v->layout, node);
	box = flame_geometry_box(v, node);
	return flame_geometry_callers(v) +
	       (box == LAYOUT_NO_BOX ? 0 : v->layout.boxes[box].depth);
}

int flame_geometry_callers(const struct flame_view *v)
{
	return (int)v->layout.caller_count;
}

int flame_geometry_levels(const struct flame_view *v)
{
	return flame_geometry_callers(v) + v->layout.depths;
}

int flame_geometry_line(const struct flame_view *v, int level, struct pane p)
{
	int from = level - v->scroll;

	return flame_view_choice(v)->icicle ? FLAME_VIEW_HEADER + from
					    : p.area.h - 1 - from;
}

/* The level drawn on line `y`; -1 above or below the graph. */
static int level_at(const struct flame_view *v, int y, struct pane p)
{
	int from =
	    flame_view_choice(v)->icicle ? y - FLAME_VIEW_HEADER : p.area.h - 1 - y;

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

struct fold_run flame_geometry_run(const struct flame_view *v, uint32_t node)
{
	const struct layout *l = &v->layout;
	uint32_t box;

	if (l->caller_count && flame_geometry_is_caller(v, node))
		return l->callers[layout_caller(l, node)];
	box = flame_geometry_box(v, node);
	if (box == LAYOUT_NO_BOX)
		return (struct fold_run){l->zoom, l->zoom, 1};
	return layout_run(&l->boxes[box]);
}

uint32_t flame_geometry_visible(const struct flame_view *v, uint32_t node)
{
	return flame_geometry_run(v, node).first;
}

bool flame_geometry_run_match(const struct flame_view *v, const struct fold_run *run,
			      uint32_t *node)
{
	bool found = false;

	if (!v->search || !v->search->nodes.words)
		return false;
	for (uint32_t n = run->last;; n = tree_of(v)->parent[n]) {
		if (bits_has(&v->search->nodes, n)) {
			*node = n;
			found = true;
		}
		if (n == run->first)
			return found;
	}
}

bool flame_geometry_match(const struct flame_view *v, uint32_t box, uint32_t *node)
{
	struct fold_run run = layout_run(&v->layout.boxes[box]);

	return flame_geometry_run_match(v, &run, node);
}

bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node)
{
	int level = level_at(v, y, p);
	uint32_t box;

	if (y < FLAME_VIEW_HEADER || level < 0 || x < 0 || x >= v->layout.width)
		return false;
	if (level < flame_geometry_callers(v)) {
		*node = v->layout.callers[level].first;
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
