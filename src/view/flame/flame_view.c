#include "view/flame/flame_view.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/path.h"
#include "base/append.h"
#include "base/mem.h"
#include "view/status.h"

/* ---- the places of the boxes ---- */

static const struct tree *tree_of(const struct flame_view *v)
{
	return v->flame->tree;
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

uint32_t flame_geometry_box(const struct flame_view *v, uint32_t node)
{
	return layout_find_visible(&v->layout, tree_of(v), node);
}

static bool flame_geometry_is_caller(const struct flame_view *v, uint32_t node)
{
	return node != v->layout.zoom && tree_is_below(tree_of(v), v->layout.zoom, node);
}

/* The level of a node as drawn; "all" is level 0. */
static int flame_geometry_level(const struct flame_view *v, uint32_t node)
{
	uint32_t box;

	if (flame_geometry_is_caller(v, node))
		return (int)layout_caller(&v->layout, node);
	box = flame_geometry_box(v, node);
	return flame_geometry_callers(v) +
	       (box == LAYOUT_NO_BOX ? 0 : v->layout.boxes[box].depth);
}

/* The folded run of a node; one frame if it is not folded. */
static struct fold_run flame_geometry_run(const struct flame_view *v, uint32_t node)
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

bool flame_geometry_place(const struct flame_view *v, int x, int y, struct pane p,
			  uint32_t *node)
{
	int from =
	    flame_view_choice(v)->icicle ? y - FLAME_VIEW_HEADER : p.area.h - 1 - y;
	int level = from + v->scroll;
	uint32_t box;

	if (y < FLAME_VIEW_HEADER || from < 0 || x < 0 || x >= v->layout.width)
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

int flame_view_height(const struct flame_view *v)
{
	return FLAME_VIEW_HEADER + flame_geometry_levels(v);
}

void flame_view_clip(struct flame_view *v, struct pane p)
{
	int most = flame_geometry_levels(v) - (p.area.h - FLAME_VIEW_HEADER);

	if (v->scroll > most)
		v->scroll = most;
	if (v->scroll < v->rootless)
		v->scroll = v->rootless;
}

/* ---- folded runs ---- */

/*
 * The runs of frames that are folded into one box. Without memory for trunks, only recursion is
 * folded.
 */
static const struct fold *folding_rules(struct flame_view *v, struct fold *fold)
{
	const struct tree *t = v->flame->tree;
	struct error ignored = ERROR_INIT;

	if (v->trunks.tree != t || v->trunks.count != t->count) {
		trunks_release(&v->trunks);
		trunks_build(&v->trunks, v->flame, &ignored);
	}
	*fold = (struct fold){.unfolded = v->unfolded,
			      .unfolded_count = v->unfolded_count,
			      .trunks = v->trunks.next};
	if (v->comparison) {
		fold->sides[0] = v->comparison->subject.total;
		fold->sides[1] = v->comparison->baseline.total;
	}
	return fold;
}

/* Forget runs unfolded by hand, and the trunks of the tree. */
static void forget_folds(struct flame_view *v)
{
	trunks_release(&v->trunks);
	mem_free(v->unfolded);
	v->unfolded = NULL;
	v->unfolded_count = v->unfolded_room = 0;
}

bool flame_view_update(struct flame_view *v, struct pane p, struct error *err)
{
	struct fold fold;
	const struct choice *c = flame_view_choice(v);
	struct layout_rules rules = {.order = c->order};
	uint32_t shown = v->zoom;
	int width = p.area.w - FLAME_VIEW_MARGIN;
	double least;

	while (shown && v->flame->total[shown] == 0)
		shown = tree_of(v)->parent[shown];
	/* The least value that is this share of the picture. */
	least = flame_view_choice(v)->least * (double)v->flame->total[shown];
	rules.least = least < (double)v->flame->total[shown] ? (uint64_t)ceil(least)
							     : v->flame->total[shown];
	if (v->folded == c->unfolded) /* all runs are, or none */
		v->unfolded_count = 0;
	v->folded = !c->unfolded;
	if (v->folded)
		rules.fold = folding_rules(v, &fold);
	layout_release(&v->layout);
	if (!layout_build(&v->layout, v->flame, shown, width < 1 ? 1 : width, &rules,
			  err))
		return false;
	flame_view_clip(v, p);
	return true;
}

void flame_view_release(struct flame_view *v)
{
	layout_release(&v->layout);
	shown_release(&v->shown);
	forget_folds(v);
}

/* ---- two sides ---- */

/* Forget the drawn comparison, whose tree will be released; draw the range alone. */
static void forget_shown(struct flame_view *v)
{
	shown_release(&v->shown);
	v->comparison = NULL;
	if (v->range)
		v->flame = v->range;
}

static bool show_comparison(struct flame_view *v, const struct comparison *c,
			    const struct difference_look *look, struct error *err)
{
	enum shown_widths widths = difference_widths(look);
	bool same = v->comparison && v->shown.flame.tree == c->tree &&
		    v->shown.widths == widths && !(v->shown.threshold < look->hidden) &&
		    !(v->shown.threshold > look->hidden);

	if (same) {
		shown_refresh(&v->shown, c);
	} else {
		forget_shown(v);
		if (!shown_build(&v->shown, c, widths, look->hidden, err))
			return false;
	}
	v->comparison = c;
	v->flame = &v->shown.flame;
	return true;
}

bool flame_view_choose(struct flame_view *v, const struct view_data *data,
		       struct error *err)
{
	v->range = data->flame;
	v->choice = data->choice;
	v->wait = data->wait;
	if (data->comparison && data->choice->baseline.look.graph != GRAPH_PLAIN &&
	    !data->instead &&
	    show_comparison(v, data->comparison, &data->choice->baseline.look, err))
		return true;
	forget_shown(v);
	return err->kind == ERROR_NONE;
}

void flame_view_zoom(struct flame_view *v, uint32_t node)
{
	/* a zoom outwards forgets the steps further in */
	while (v->trail_count &&
	       tree_is_below(tree_of(v), v->trail[v->trail_count - 1], node))
		v->trail_count--;
	if (node != v->zoom && tree_is_below(tree_of(v), node, v->zoom)) {
		if (v->trail_count == FLAME_VIEW_TRAIL) {
			memmove(v->trail, v->trail + 1,
				sizeof v->trail - sizeof *v->trail);
			v->trail_count--;
		}
		v->trail[v->trail_count++] = v->zoom; /* room: the oldest was dropped */
	}
	v->zoom = node;
	v->hovering = false;
	if (!tree_is_below(tree_of(v), v->cursor, node) &&
	    !tree_is_below(tree_of(v), node, v->cursor))
		v->cursor = node;
}

void flame_view_retree(struct flame_view *v, const struct tree *old,
		       const struct tree *new)
{
	v->zoom = tree_same_path(new, old, v->zoom);
	v->cursor = tree_same_path(new, old, v->cursor);
	v->trail_count = 0;
	v->hovering = false;
	forget_folds(v);
	layout_release(&v->layout); /* its nodes belong to the old tree */
	forget_shown(v);
}

void flame_view_go_to_function(struct flame_view *v, const struct tree *t, uint32_t frame)
{
	uint32_t node = frame ? t->first_child[0] : 0;

	while (node && t->frame[node] != frame)
		node = t->next_sibling[node];
	v->zoom = 0;
	v->cursor = node;
	v->scroll = 0;
}

static uint32_t grown(const struct tree *old, const struct tree *new, uint32_t node,
		      const uint32_t *frames)
{
	struct error ignored = ERROR_INIT; /* without memory only the place is lost */
	struct path path;
	uint32_t found = 0;

	if (path_of(&path, old, node, &ignored)) {
		if (frames)
			path_translate(&path, frames);
		found = path_find(&path, new);
	}
	path_release(&path);
	return found;
}

void flame_view_regrow(struct flame_view *v, const struct tree *old,
		       const struct tree *new, const uint32_t *frames)
{
	v->zoom = grown(old, new, v->zoom, frames);
	v->cursor = grown(old, new, v->cursor, frames);
	v->hover = v->hovering ? grown(old, new, v->hover, frames) : 0;
	for (int i = 0; i < v->trail_count; i++)
		v->trail[i] = grown(old, new, v->trail[i], frames);
	forget_folds(v);
	layout_release(&v->layout);
	forget_shown(v);
}

struct flame_pointed flame_view_pointed(const struct flame_view *v)
{
	uint32_t on = v->hovering ? v->hover : v->cursor;
	struct flame_pointed at = {.run = flame_geometry_run(v, on)};
	uint32_t box, ignored;

	at.node = at.run.first;
	if (at.run.frames > 1 && tree_is_below(tree_of(v), on, at.node))
		at.node = fold_leave(tree_of(v), &at.run, on, &ignored);
	at.value = v->flame->total[at.node];
	if (flame_geometry_is_caller(v, at.node))
		return at;
	box = flame_geometry_box(v, at.node);
	if (box != LAYOUT_NO_BOX && v->layout.boxes[box].merged) {
		at.merged = v->layout.boxes[box].merged;
		at.value = v->layout.boxes[box].value;
	}
	return at;
}

void flame_view_point(struct flame_view *v, uint32_t node, struct pane p)
{
	int level, body;

	v->cursor = node;
	v->hovering = false;
	level = flame_geometry_level(v, flame_geometry_visible(v, v->cursor));
	body = p.area.h - FLAME_VIEW_HEADER;
	if (level < v->scroll)
		v->scroll = level;
	if (level >= v->scroll + body)
		v->scroll = level - body + 1;
	flame_view_clip(v, p);
}

/* ---- moving the cursor ---- */

static struct action point_at_node(struct flame_view *v, uint32_t node, struct pane p)
{
	flame_view_point(v, node,
			 /* even if it is there already: the wheel may have scrolled */
			 p);
	return ACTION(REDRAW);
}

/* The `n`-th box to the right of the cursor's box in its row (to the left if negative). */
static uint32_t find_box_beside(const struct flame_view *v, int n)
{
	uint32_t node = flame_geometry_visible(v, v->cursor), box;
	const struct layout *l = &v->layout;
	int64_t to;

	if (flame_geometry_is_caller(v, node) ||
	    (box = flame_geometry_box(v, node)) == LAYOUT_NO_BOX)
		return node;
	to = (int64_t)box + n;
	if (to < l->row[l->boxes[box].depth])
		to = l->row[l->boxes[box].depth];
	if (to >= l->row[l->boxes[box].depth + 1])
		to = (int64_t)l->row[l->boxes[box].depth + 1] - 1;
	return l->boxes[to].node;
}

static uint32_t to_root(const struct flame_view *v, int n)
{
	const struct layout *l = &v->layout;
	uint32_t node = flame_geometry_visible(v, v->cursor);

	for (; n > 0 && node; n--) {
		uint32_t level = l->caller_count, box;

		if (flame_geometry_is_caller(v, node))
			level = layout_caller(l, node);
		else if ((box = flame_geometry_box(v, node)) != LAYOUT_NO_BOX &&
			 l->boxes[box].up != LAYOUT_NO_BOX) {
			node = l->boxes[l->boxes[box].up].node;
			continue;
		}
		node = level ? l->callers[level - 1].first : node;
	}
	return node;
}

/* The widest box above this one, or LAYOUT_NO_BOX. */
static uint32_t widest_above(const struct layout *l, uint32_t box)
{
	uint32_t depth = l->boxes[box].depth + 1u, best = LAYOUT_NO_BOX;

	if (depth >= l->depths)
		return LAYOUT_NO_BOX;
	for (uint32_t i = l->row[depth]; i < l->row[depth + 1]; i++)
		if (l->boxes[i].up == box &&
		    (best == LAYOUT_NO_BOX || l->boxes[i].w > l->boxes[best].w))
			best = i;
	return best;
}

static uint32_t to_leaf(const struct flame_view *v, int n)
{
	const struct layout *l = &v->layout;
	uint32_t node = flame_geometry_visible(v, v->cursor), box, next;

	if (flame_geometry_is_caller(v, node)) { /* first towards the zoomed node */
		uint32_t level = layout_caller(l, node);

		if (n < (int)(l->caller_count - level))
			return l->callers[level + (uint32_t)n].first;
		n -= (int)(l->caller_count - level);
		node = l->zoom;
	}
	if (n == 0 || (box = flame_geometry_box(v, node)) == LAYOUT_NO_BOX)
		return node;
	while (n-- > 0 && (next = widest_above(l, box)) != LAYOUT_NO_BOX)
		box = next;
	return l->boxes[box].node;
}

static uint32_t deepest(const struct flame_view *v)
{
	const struct layout *l = &v->layout;
	int depth = l->depths;

	/* the last row may be all hidden */
	while (depth > 0 && l->row[depth - 1] == l->row[depth])
		depth--;
	return depth ? l->boxes[l->row[depth - 1]].node : l->zoom;
}

static struct action move_flame_cursor(struct flame_view *v, const struct input *in,
				       struct pane p)
{
	int n = in->count ? in->count : 1, page = (p.area.h - FLAME_VIEW_HEADER) / 2 + 1;
	bool up_is_leaf = !flame_view_choice(v)->icicle;

	switch (in->command) {
	case COMMAND_LEFT:
		return point_at_node(v, find_box_beside(v, -n), p);
	case COMMAND_RIGHT:
		return point_at_node(v, find_box_beside(v, n), p);
	case COMMAND_UP:
		return point_at_node(v, up_is_leaf ? to_leaf(v, n) : to_root(v, n), p);
	case COMMAND_DOWN:
		return point_at_node(v, up_is_leaf ? to_root(v, n) : to_leaf(v, n), p);
	case COMMAND_FIRST:
		return point_at_node(v, find_box_beside(v, -INT16_MAX), p);
	case COMMAND_LAST:
		return point_at_node(v, find_box_beside(v, INT16_MAX), p);
	case COMMAND_TOP:
		return point_at_node(v, 0, p);
	case COMMAND_BOTTOM:
		return point_at_node(v, deepest(v), p);
	case COMMAND_PAGE_UP:
		return point_at_node(v, up_is_leaf ? to_leaf(v, page) : to_root(v, page),
				     p);
	default:
		return point_at_node(v, up_is_leaf ? to_root(v, page) : to_leaf(v, page),
				     p);
	}
}

/* ---- zooming, searching, the mouse ---- */

static struct action zoom_to(uint32_t node)
{
	return (struct action){.kind = ACTION_ZOOM, .id = node, .settled = true};
}

static struct action next_match(struct flame_view *v, int step, struct pane p)
{
	const struct layout *l = &v->layout;
	uint32_t box = flame_geometry_box(v, flame_geometry_visible(v, v->cursor));
	uint32_t at = box == LAYOUT_NO_BOX ? 0 : box, node;

	if (!v->search || !v->search->nodes.words || l->count == 0)
		return ACTION(NONE);
	for (uint32_t i = 1; i <= l->count; i++) {
		struct fold_run run;

		at = (uint32_t)(((int64_t)at + step + l->count) % l->count);
		run = layout_run(&l->boxes[at]);
		if (!l->boxes[at].merged && flame_geometry_run_match(v, &run, &node))
			return point_at_node(v, node, p);
	}
	return ACTION(NONE);
}

static struct action press_in_flame(struct flame_view *v, const struct input *in,
				    struct pane p)
{
	uint32_t node;

	if (!flame_geometry_place(v, in->x, in->y, p, &node))
		return ACTION(REDRAW);
	v->cursor = node;
	v->hovering = false;
	if (flame_view_pointed(v).merged || node == v->zoom)
		return ACTION(REDRAW);
	return zoom_to(node);
}

static struct action hover_in_flame(struct flame_view *v, const struct input *in,
				    struct pane p)
{
	bool was = v->hovering;
	uint32_t node = 0;

	v->hovering = flame_geometry_place(v, in->x, in->y, p, &node);
	if (v->hovering == was && (!was || node == v->hover))
		return ACTION(NONE);
	v->hover = node;
	return ACTION(REDRAW);
}

static struct action scroll_flame(struct flame_view *v, int lines, struct pane p)
{
	int was = v->scroll;

	v->scroll += flame_view_choice(v)->icicle ? lines : -lines;
	flame_view_clip(v, p);
	return v->scroll == was ? ACTION(NONE) : ACTION(REDRAW);
}

static int compare_nodes(const void *a, const void *b)
{
	const struct unfolded *x = a, *y = b;

	return x->node < y->node ? -1 : x->node > y->node;
}

/* Fold the run again that was unfolded together with this node; false if there is none. */
static bool fold_again(struct flame_view *v, uint32_t node)
{
	size_t at = 0, kept = 0;
	uint32_t run;

	while (at < v->unfolded_count && v->unfolded[at].node != node)
		at++;
	if (at == v->unfolded_count)
		return false;
	run = v->unfolded[at].run;
	for (size_t i = 0; i < v->unfolded_count; i++)
		if (v->unfolded[i].run != run)
			v->unfolded[kept++] = v->unfolded[i]; /* room: kept <= i */
	v->unfolded_count = kept;
	return true;
}

/* Unfold the run under the cursor, or fold it again. */
static struct action toggle_fold(struct flame_view *v)
{
	struct flame_pointed at;
	struct action r = ACTION(UPDATE);

	v->hovering = false;
	at = flame_view_pointed(v);
	if (at.run.frames > 1) {
		/* without memory a part of the run stays folded */
		struct error ignored = ERROR_INIT;
		const uint32_t *parent = v->flame->tree->parent;
		uint32_t node = at.run.last;

		while (APPEND(v->unfolded, v->unfolded_count, v->unfolded_room, "frames",
			      &ignored, (struct unfolded){node, at.run.first}) &&
		       node != at.run.first)
			node = parent[node];
		if (v->unfolded_count)
			qsort(v->unfolded, v->unfolded_count, sizeof *v->unfolded,
			      compare_nodes);
	} else if (!fold_again(v, at.node)) {
		r = ACTION(REDRAW);
		r.words = v->folded ? "nothing is folded here"
				    : "nothing is folded: {fold} folds";
	}
	return r;
}

struct action flame_view_command(struct flame_view *v, const struct input *in,
				 struct pane p)
{
	struct flame_pointed at;

	if (commands[in->command].kind == KIND_MOVE)
		return move_flame_cursor(v, in, p);
	if (commands[in->command].kind == KIND_FRAME) {
		/* The name of the root can be searched for, too. */
		struct action a;

		at = flame_view_pointed(v);
		a = view_frame_action(in->command, tree_of(v), at.node);
		if (in->command == COMMAND_STACK && at.merged)
			return ACTION_SAY(
			    "these frames are too narrow for a cell each: {enter} zooms "
			    "into their caller");
		if (in->command == COMMAND_SEARCH_IT && !at.node)
			a.text = tree_label(tree_of(v), 0);
		return a;
	}
	switch (in->command) {
	case COMMAND_ENTER:
		v->hovering = false;
		at = flame_view_pointed(v);
		if (at.merged)
			return ACTION(NARROW);
		return at.node == v->zoom ? ACTION(NONE) : zoom_to(at.node);
	case COMMAND_CANCEL:
	case COMMAND_BACK:
		if (v->zoom == 0)
			return ACTION(NONE);
		return zoom_to(v->trail_count ? v->trail[v->trail_count - 1] : 0);
	case COMMAND_UNZOOM:
		return v->zoom ? zoom_to(0) : ACTION(NONE);
	case COMMAND_NEXT:
		return next_match(v, 1, p);
	case COMMAND_PREVIOUS:
		return next_match(v, -1, p);
	case COMMAND_FOLD_HERE:
		return toggle_fold(v);
	case COMMAND_PRESS:
		return press_in_flame(v, in, p);
	case COMMAND_HOVER:
		return hover_in_flame(v, in, p);
	case COMMAND_WHEEL_UP:
		return scroll_flame(v, -3, p);
	case COMMAND_WHEEL_DOWN:
		return scroll_flame(v, 3, p);
	default:
		return ACTION(NONE);
	}
}

/* ---- as one of the views ---- */

static bool update_flame_view(void *self, const struct view_data *data, struct pane p,
			      struct error *err)
{
	struct flame_view *v = self;
	struct error more = ERROR_INIT;

	v->theme = data->theme;
	v->search = data->search;
	v->shaped = data->shaped;
	v->instead = data->instead;
	if (flame_view_choose(v, data, err))
		return flame_view_update(v, p, err);
	flame_view_update(v, p, &more);
	return false;
}

static void prepare_flame_view(void *self, struct pane p, bool focused)
{
	struct flame_view *v = self;

	(void)p;
	v->focused = focused;
}

static void draw_flame_view(const void *self, struct pane p)
{
	flame_view_draw(self, p);
}

static bool draw_flame_detail(const void *self, const struct status *s, struct pane p)
{
	struct flame_pointed at = flame_view_pointed(self);

	status_frame(s, &at, p);
	return true;
}

static struct action run_flame_command(void *self, const struct input *in, struct pane p)
{
	return flame_view_command(self, in, p);
}

static void release_flame_view(void *self)
{
	flame_view_release(self);
}

const struct view_ops flame_view_ops = {
    .size = sizeof(struct flame_view),
    .enter = "zoom",
    .update = update_flame_view,
    .prepare = prepare_flame_view,
    .draw = draw_flame_view,
    .detail = draw_flame_detail,
    .command = run_flame_command,
    .release = release_flame_view,
};
