#include "view/flame_view.h"

#include <stdio.h>
#include <string.h>

#include "analysis/path.h"
#include "base/utf8.h"
#include "view/label.h"
#include "view/status.h"

#define PATH_MAX_SHOWN 16
#define LEGEND_FROM    76 /* narrower panes have no room for the meaning of the colours */

static const struct tree *tree_of(const struct flame_view *v)
{
	return v->flame->tree;
}

/* How many frames lie between "all" and this node. */
static int level_of(const struct flame_view *v, uint32_t node)
{
	return tree_of(v)->depth[node];
}

/* Levels below the zoomed node: its callers, each as wide as the picture. */
static int callers(const struct flame_view *v)
{
	return level_of(v, v->layout.zoom);
}

static int levels(const struct flame_view *v)
{
	return callers(v) + v->layout.depths;
}

/* The line a level is drawn on; may be outside the pane. */
static int line_of(const struct flame_view *v, int level, struct pane p)
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

int flame_view_height(const struct flame_view *v)
{
	return FLAME_VIEW_HEADER + levels(v);
}

static void clip_scroll(struct flame_view *v, struct pane p)
{
	int most = levels(v) - (p.area.h - FLAME_VIEW_HEADER);

	if (v->scroll > most)
		v->scroll = most;
	if (v->scroll < 0)
		v->scroll = 0;
}

bool flame_view_update(struct flame_view *v, struct pane p, struct error *err)
{
	uint32_t shown = v->zoom;
	int width = p.area.w - FLAME_VIEW_MARGIN;

	while (shown && v->flame->total[shown] == 0)
		shown = tree_of(v)->parent[shown];
	layout_release(&v->layout);
	if (!layout_build(&v->layout, v->flame, shown, width < 1 ? 1 : width, v->order,
			  err))
		return false;
	clip_scroll(v, p);
	return true;
}

void flame_view_release(struct flame_view *v)
{
	layout_release(&v->layout);
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
		v->trail[v->trail_count++] = v->zoom; /* room: the oldest went */
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
	layout_release(&v->layout); /* its nodes are the old tree's */
}

static uint32_t grown(const struct tree *old, const struct tree *new, uint32_t node,
		      const uint32_t *frames)
{
	struct error ignored = ERROR_INIT; /* without memory the place is lost, no more */
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
	layout_release(&v->layout);
}

/* The box that a node is drawn in: LAYOUT_NO_BOX for callers of the zoomed node. */
static uint32_t box_of(const struct flame_view *v, uint32_t node)
{
	return layout_find_visible(&v->layout, tree_of(v), node);
}

static bool is_caller(const struct flame_view *v, uint32_t node)
{
	return node != v->layout.zoom && tree_is_below(tree_of(v), v->layout.zoom, node);
}

/* The node whose box stands for this one: itself, the first of a merged box, or a caller. */
static uint32_t visible(const struct flame_view *v, uint32_t node)
{
	uint32_t box;

	if (is_caller(v, node))
		return node;
	box = box_of(v, node);
	return box == LAYOUT_NO_BOX ? v->layout.zoom : v->layout.boxes[box].node;
}

struct flame_pointed flame_view_pointed(const struct flame_view *v)
{
	uint32_t node = visible(v, v->hovering ? v->hover : v->cursor);
	struct flame_pointed at = {.node = node, .value = v->flame->total[node]};
	uint32_t box;

	if (is_caller(v, node))
		return at;
	box = box_of(v, node);
	if (box != LAYOUT_NO_BOX && v->layout.boxes[box].merged) {
		at.merged = v->layout.boxes[box].merged;
		at.value = v->layout.boxes[box].value;
	}
	return at;
}

static void reveal(struct flame_view *v, struct pane p)
{
	int level = level_of(v, visible(v, v->cursor));
	int body = p.area.h - FLAME_VIEW_HEADER;

	if (level < v->scroll)
		v->scroll = level;
	if (level >= v->scroll + body)
		v->scroll = level - body + 1;
	clip_scroll(v, p);
}

void flame_view_point(struct flame_view *v, uint32_t node, struct pane p)
{
	v->cursor = node;
	v->hovering = false;
	reveal(v, p);
}

/* ---- moving ---- */

static struct request point(struct flame_view *v, uint32_t node, struct pane p)
{
	flame_view_point(v, node, p); /* also where it is: the wheel may have left it */
	return REQUEST(REDRAW);
}

/* The `n`-th box to the right of the cursor's in its row (left when negative). */
static uint32_t sideways(const struct flame_view *v, int n)
{
	uint32_t node = visible(v, v->cursor), box;
	const struct layout *l = &v->layout;
	int64_t to;

	if (is_caller(v, node) || (box = box_of(v, node)) == LAYOUT_NO_BOX)
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
	uint32_t node = visible(v, v->cursor);

	while (n-- > 0)
		node = tree_of(v)->parent[node];
	return node;
}

/* The widest box on top of this one, LAYOUT_NO_BOX when there is none. */
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

/* From a caller of the zoomed node towards that: at most `*n` steps, which are taken off. */
static uint32_t to_zoom(const struct flame_view *v, uint32_t node, int *n)
{
	uint32_t at = v->layout.zoom;
	int levels = 0;

	for (uint32_t i = at; i != node; i = tree_of(v)->parent[i])
		levels++;
	for (; levels > *n; levels--)
		at = tree_of(v)->parent[at];
	*n -= levels;
	return at;
}

static uint32_t to_leaf(const struct flame_view *v, int n)
{
	uint32_t node = visible(v, v->cursor), box, next;

	if (is_caller(v, node))
		node = to_zoom(v, node, &n);
	if (n == 0 || (box = box_of(v, node)) == LAYOUT_NO_BOX)
		return node;
	while (n-- > 0 && (next = widest_above(&v->layout, box)) != LAYOUT_NO_BOX)
		box = next;
	return v->layout.boxes[box].node;
}

static uint32_t deepest(const struct flame_view *v)
{
	const struct layout *l = &v->layout;
	int depth = l->depths;

	/* all of the last row may be hidden */
	while (depth > 0 && l->row[depth - 1] == l->row[depth])
		depth--;
	return depth ? l->boxes[l->row[depth - 1]].node : l->zoom;
}

static struct request move(struct flame_view *v, const struct input *in, struct pane p)
{
	int n = in->count ? in->count : 1, page = (p.area.h - FLAME_VIEW_HEADER) / 2 + 1;
	bool up_is_leaf = !v->icicle;

	switch (in->command) {
	case COMMAND_LEFT:
		return point(v, sideways(v, -n), p);
	case COMMAND_RIGHT:
		return point(v, sideways(v, n), p);
	case COMMAND_UP:
		return point(v, up_is_leaf ? to_leaf(v, n) : to_root(v, n), p);
	case COMMAND_DOWN:
		return point(v, up_is_leaf ? to_root(v, n) : to_leaf(v, n), p);
	case COMMAND_FIRST:
		return point(v, sideways(v, -INT16_MAX), p);
	case COMMAND_LAST:
		return point(v, sideways(v, INT16_MAX), p);
	case COMMAND_TOP:
		return point(v, 0, p);
	case COMMAND_BOTTOM:
		return point(v, deepest(v), p);
	case COMMAND_PAGE_UP:
		return point(v, up_is_leaf ? to_leaf(v, page) : to_root(v, page), p);
	default:
		return point(v, up_is_leaf ? to_root(v, page) : to_leaf(v, page), p);
	}
}

/* ---- zooming, searching, the mouse ---- */

static struct request zoom_to(uint32_t node)
{
	return (struct request){.kind = REQUEST_ZOOM, .id = node, .settled = true};
}

static struct request zoom_in(struct flame_view *v)
{
	struct flame_pointed at;

	v->hovering = false;
	at = flame_view_pointed(v);
	if (at.merged) /* what shares a box can only be seen apart in a wider parent */
		at.node = tree_of(v)->parent[at.node];
	return at.node == v->zoom ? REQUEST(NOTHING) : zoom_to(at.node);
}

static struct request zoom_out(struct flame_view *v)
{
	if (v->zoom == 0)
		return REQUEST(NOTHING);
	return zoom_to(v->trail_count ? v->trail[v->trail_count - 1] : 0);
}

static struct request next_match(struct flame_view *v, int step, struct pane p)
{
	const struct layout *l = &v->layout;
	uint32_t box = box_of(v, visible(v, v->cursor));
	uint32_t at = box == LAYOUT_NO_BOX ? 0 : box;

	if (!v->search || !v->search->nodes.words || l->count == 0)
		return REQUEST(NOTHING);
	for (uint32_t i = 1; i <= l->count; i++) {
		at = (uint32_t)(((int64_t)at + step + l->count) % l->count);
		if (!l->boxes[at].merged &&
		    bits_has(&v->search->nodes, l->boxes[at].node))
			return point(v, l->boxes[at].node, p);
	}
	return REQUEST(NOTHING);
}

/* The node drawn at this place; false where there is none. */
static bool place(const struct flame_view *v, int x, int y, struct pane p, uint32_t *node)
{
	int level = level_at(v, y, p);
	uint32_t box, at;

	if (y < FLAME_VIEW_HEADER || level < 0 || x < 0 || x >= v->layout.width)
		return false;
	if (level < callers(v)) {
		for (at = v->layout.zoom; level_of(v, at) > level;)
			at = tree_of(v)->parent[at];
		*node = at;
		return true;
	}
	if (level >= levels(v))
		return false;
	box = layout_at(&v->layout, x, level - callers(v));
	if (box == LAYOUT_NO_BOX)
		return false;
	*node = v->layout.boxes[box].node;
	return true;
}

static struct request press(struct flame_view *v, const struct input *in, struct pane p)
{
	uint32_t node;

	if (!place(v, in->x, in->y, p, &node))
		return REQUEST(REDRAW);
	v->cursor = node;
	v->hovering = false;
	if (flame_view_pointed(v).merged || node == v->zoom)
		return REQUEST(REDRAW);
	return zoom_to(node);
}

static struct request hover(struct flame_view *v, const struct input *in, struct pane p)
{
	bool was = v->hovering;
	uint32_t node = 0;

	v->hovering = place(v, in->x, in->y, p, &node);
	if (v->hovering == was && (!was || node == v->hover))
		return REQUEST(NOTHING);
	v->hover = node;
	return REQUEST(REDRAW);
}

static struct request scroll(struct flame_view *v, int lines, struct pane p)
{
	int was = v->scroll;

	v->scroll += v->icicle ? lines : -lines;
	clip_scroll(v, p);
	return v->scroll == was ? REQUEST(NOTHING) : REQUEST(REDRAW);
}

/* Every stack has the root, so that is none to drop. */
static struct request name_here(const struct flame_view *v, enum command c)
{
	uint32_t node = flame_view_pointed(v).node;
	struct request r = REQUEST(SEARCH);

	r.text = tree_label(tree_of(v), node);
	if (c != COMMAND_DROP)
		return r;
	r.kind = REQUEST_DROP;
	if (node == 0)
		r.text.len = 0;
	return r;
}

struct request flame_view_command(struct flame_view *v, const struct input *in,
				  struct pane p)
{
	if (commands[in->command].kind == KIND_MOVE)
		return move(v, in, p);
	switch (in->command) {
	case COMMAND_ENTER:
		return zoom_in(v);
	case COMMAND_CANCEL:
	case COMMAND_BACK:
		return zoom_out(v);
	case COMMAND_UNZOOM:
		return v->zoom ? zoom_to(0) : REQUEST(NOTHING);
	case COMMAND_NEXT:
		return next_match(v, 1, p);
	case COMMAND_PREVIOUS:
		return next_match(v, -1, p);
	case COMMAND_LAYOUT:
		v->icicle = !v->icicle;
		reveal(v, p);
		return REQUEST(UPDATE);
	case COMMAND_SORT:
		v->order = (enum sibling_order)((v->order + 1) % SIBLING_ORDERS);
		return REQUEST(UPDATE);
	case COMMAND_SEARCH_IT:
	case COMMAND_DROP:
		return name_here(v, in->command);
	case COMMAND_PRESS:
		return press(v, in, p);
	case COMMAND_HOVER:
		return hover(v, in, p);
	case COMMAND_WHEEL_UP:
		return scroll(v, -3, p);
	case COMMAND_WHEEL_DOWN:
		return scroll(v, 3, p);
	default:
		return REQUEST(NOTHING);
	}
}

/* ---- the picture ---- */

static bool is_match(const struct flame_view *v, uint32_t node)
{
	return v->search && v->search->nodes.words && bits_has(&v->search->nodes, node);
}

static struct style style_of(const struct flame_view *v, uint32_t node, bool caller)
{
	const struct tree *t = v->flame->tree;
	enum code_kind kind = hue_kind(t->profile, t->frame[node]);
	struct style s = theme_frame(v->theme, kind, tree_label(t, node));

	if (is_match(v, node)) {
		s = theme_matched_frame(v->theme);
		s.attr |= ATTR_BOLD;
	}
	if (caller) /* faded: these are not what the width is shared among */
		s.bg = theme_blend(s.bg, COLOUR_RGB(0x80, 0x80, 0x80), 55);
	if (kind == CODE_INLINED && v->theme->flame != FLAME_BY_KIND)
		s.attr |= ATTR_UNDERLINE;
	if (v->theme->depth == PALETTE_NONE)
		s = (struct style){.attr = s.attr & (ATTR_BOLD | ATTR_UNDERLINE)};
	return s;
}

/* `cursor` is the node drawn for the cursor: looked up once a picture, not for every box. */
static struct style pointed_style(const struct flame_view *v, struct style s,
				  uint32_t node, uint32_t cursor)
{
	if (v->focused && node == cursor) {
		s.fg = COLOUR_RGB(0, 0, 0);
		s.bg = COLOUR_RGB(0x00, 0xd7, 0xff);
		s.attr |= ATTR_BOLD;
		if (v->theme->depth == PALETTE_NONE)
			s = (struct style){.attr = ATTR_REVERSE | ATTR_BOLD};
	} else if (v->hovering && node == v->hover) {
		s.attr |= ATTR_UNDERLINE;
	}
	return s;
}

static void draw_box(struct pane p, int x, int y, int w, struct style s, bool ascii,
		     struct text label)
{
	bool labelled = w > 3;
	struct style edge = s;

	if (s.bg) {
		edge.fg = theme_blend(s.bg, COLOUR_RGB(0, 0, 0), 60);
		edge.attr = 0;
	}
	/* blanks show no foreground, but a change of it costs 20 bytes of every box */
	for (int i = 0; i < w; i++)
		pane_put(p, x + i, y, U' ', labelled || s.attr ? s : edge);
	pane_put(p, x, y, ascii ? U'|' : U'▏', edge);
	if (labelled)
		pane_text_fit(p, x + 1, y, w - 1, s, label);
}

static void draw_merged(const struct flame_view *v, const struct box *b, int y,
			uint32_t cursor, struct pane p)
{
	struct style s = {.fg = COLOUR_RGB(0, 0, 0), .bg = COLOUR_RGB(0x9e, 0x9e, 0x9e)};
	char label[32];

	if (v->theme->depth == PALETTE_NONE)
		s = (struct style){.attr = ATTR_DIM};
	s = pointed_style(v, s, b->node, cursor);
	snprintf(label, sizeof label, b->w > 4 ? "+%u" : "", b->merged);
	draw_box(p, b->x, y, b->w, s, v->theme->ascii, text_of(label));
	if (b->w <= 4)
		pane_put(p, b->x, y, v->theme->ascii ? U':' : U'…', s);
}

static void draw_hidden(const struct flame_view *v, int depth, int y, struct pane p)
{
	uint32_t n = v->layout.hidden_nodes[depth];
	char label[16];

	if (n == 0)
		return;
	/* five columns: a digit cut off would make another number of it */
	snprintf(label, sizeof label,
		 n < 1000      ? " +%u"
		 : n < 100000  ? " +%uk"
		 : n < 1000000 ? "+%uk"
			       : "+%uM",
		 n < 1000      ? n
		 : n < 1000000 ? n / 1000
			       : n / 1000000);
	pane_print(p, v->layout.width, y, (struct style){.attr = ATTR_DIM}, label);
}

static void draw_callers(const struct flame_view *v, uint32_t cursor, struct pane p)
{
	const struct tree *t = v->flame->tree;

	for (uint32_t node = v->layout.zoom; node;) {
		int y;

		node = t->parent[node];
		y = line_of(v, level_of(v, node), p);
		if (y < FLAME_VIEW_HEADER || y >= p.area.h)
			continue;
		draw_box(p, 0, y, v->layout.width,
			 pointed_style(v, style_of(v, node, true), node, cursor),
			 v->theme->ascii, tree_label(t, node));
	}
}

static void draw_boxes(const struct flame_view *v, uint32_t cursor, struct pane p)
{
	const struct layout *l = &v->layout;
	int callers = level_of(v, l->zoom);

	for (int d = 0; d < l->depths; d++) {
		int y = line_of(v, callers + d, p);

		if (y < FLAME_VIEW_HEADER || y >= p.area.h)
			continue;
		for (uint32_t i = l->row[d]; i < l->row[d + 1]; i++) {
			const struct box *b = &l->boxes[i];

			if (b->merged)
				draw_merged(v, b, y, cursor, p);
			else
				draw_box(p, b->x, y, b->w,
					 pointed_style(v, style_of(v, b->node, false),
						       b->node, cursor),
					 v->theme->ascii,
					 tree_label(v->flame->tree, b->node));
		}
		draw_hidden(v, d, y, p);
	}
}

static int draw_legend(const struct flame_view *v, struct pane p)
{
	const struct tree *t = v->flame->tree;
	bool used[CODE_KINDS] = {false};
	int width = 0, x;

	if (p.area.w < LEGEND_FROM || v->theme->flame == FLAME_BY_NAME)
		return p.area.w;
	for (uint32_t i = 0; i < v->layout.count; i++)
		used[hue_kind(t->profile, t->frame[v->layout.boxes[i].node])] = true;
	for (int k = CODE_USER; k < CODE_KINDS; k++)
		width += used[k] ? utf8_columns(text_of(code_kind_names[k])) + 3 : 0;
	x = p.area.w - width;
	for (int k = CODE_USER, at = x; k < CODE_KINDS; k++) {
		struct style s = theme_frame(v->theme, (enum code_kind)k, TEXT("a"));

		if (!used[k])
			continue;
		if (v->theme->depth != PALETTE_NONE)
			pane_put(p, at, 0, U' ', (struct style){.bg = s.bg});
		at += 2 +
		      pane_print(p, at + 2, 0, (struct style){.attr = ATTR_DIM},
				 code_kind_names[k]) +
		      1;
	}
	return x;
}

/* "all > openssl > main", cut at the left where the pane is narrow. */
static void draw_path(const struct flame_view *v, struct pane p, int width)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	const struct tree *t = v->flame->tree;
	uint32_t path[PATH_MAX_SHOWN], node = v->layout.zoom;
	int n = 0, keep = 0, used = 0, x = 1;

	/* room: for the first, and the loop ends */
	for (path[n++] = node; node && n < PATH_MAX_SHOWN; n++)
		path[n] = node = t->parent[node];
	while (keep < n && used + utf8_columns(tree_label(t, path[keep])) + 8 < width)
		used += utf8_columns(tree_label(t, path[keep++])) + 3;
	keep = keep ? keep : 1;
	if (keep < n || path[n - 1] != 0)
		x += pane_print(p, x, 0, dim, ".. > ");
	for (int i = keep - 1; i >= 0; i--) {
		x += pane_text_fit(p, x, 0, width - x - 1, i ? dim : bold,
				   tree_label(t, path[i]));
		if (i)
			x += pane_print(p, x, 0, dim, " > ");
	}
}

static void draw_more(const struct flame_view *v, struct pane p, int width)
{
	int body = p.area.h - FLAME_VIEW_HEADER;
	int above = levels(v) - v->scroll - body;
	char label[64];
	int x;

	if (above <= 0 && v->scroll == 0)
		return;
	snprintf(label, sizeof label, " %d of %d levels%s%s ", body, levels(v),
		 above > 0 ? (v->icicle ? ", more below" : ", more above") : "",
		 v->scroll > 0 ? (v->icicle ? ", more above" : ", more below") : "");
	x = width - (int)text_of(label).len - 1;
	if (x > 12)
		pane_print(p, x, 0, (struct style){.attr = ATTR_REVERSE}, label);
}

void flame_view_draw(const struct flame_view *v, struct pane p)
{
	uint32_t cursor = visible(v, v->cursor);
	int width = draw_legend(v, p);

	draw_path(v, p, width);
	if (v->instead || v->flame->total[0] == 0) {
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   v->instead ? v->instead : "no samples in this range");
		return;
	}
	draw_more(v, p, width);
	draw_callers(v, cursor, p);
	draw_boxes(v, cursor, p);
}

/* ---- as one of the views ---- */

static bool update(void *self, const struct view_data *data, struct pane p,
		   struct error *err)
{
	struct flame_view *v = self;

	v->theme = data->theme;
	v->flame = data->flame;
	v->search = data->search;
	v->instead = data->instead;
	return flame_view_update(v, p, err);
}

static void prepare(void *self, struct pane p, bool focused)
{
	struct flame_view *v = self;

	(void)p;
	v->focused = focused;
}

static void draw(const void *self, struct pane p)
{
	flame_view_draw(self, p);
}

static bool detail(const void *self, const struct status *s, struct pane p)
{
	struct flame_pointed at = flame_view_pointed(self);

	status_frame(s, &at, p);
	return true;
}

static struct request command(void *self, const struct input *in, struct pane p)
{
	return flame_view_command(self, in, p);
}

static void release(void *self)
{
	flame_view_release(self);
}

const struct view_ops flame_view_ops = {
    .size = sizeof(struct flame_view),
    .enter = "zoom",
    .update = update,
    .prepare = prepare,
    .draw = draw,
    .detail = detail,
    .command = command,
    .release = release,
};
