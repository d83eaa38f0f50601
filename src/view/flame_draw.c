#include "view/flame_draw.h"

#include <stdio.h>

#include "base/utf8.h"
#include "view/label.h"

#define PATH_MAX_SHOWN 16
#define LEGEND_FROM    76 /* narrower panes have no room for the meaning of the colours */

static int level_count(const struct flame_view *v)
{
	return flame_draw_level(v, v->layout.zoom) + v->layout.depths;
}

/* The line a level is drawn on; may be outside the pane. */
static int line_of(const struct flame_view *v, int level, struct pane p)
{
	int from = level - v->scroll;

	return v->icicle ? FLAME_VIEW_HEADER + from : p.area.h - 1 - from;
}

int flame_draw_level_at(const struct flame_view *v, int y, struct pane p)
{
	int from = v->icicle ? y - FLAME_VIEW_HEADER : p.area.h - 1 - y;

	return from < 0 || y < FLAME_VIEW_HEADER ? -1 : from + v->scroll;
}

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
		y = line_of(v, flame_draw_level(v, node), p);
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
	int callers = flame_draw_level(v, l->zoom);

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
	int above = level_count(v) - v->scroll - body;
	char label[64];
	int x;

	if (above <= 0 && v->scroll == 0)
		return;
	snprintf(label, sizeof label, " %d of %d levels%s%s ", body, level_count(v),
		 above > 0 ? (v->icicle ? ", more below" : ", more above") : "",
		 v->scroll > 0 ? (v->icicle ? ", more above" : ", more below") : "");
	x = width - (int)text_of(label).len - 1;
	if (x > 12)
		pane_print(p, x, 0, (struct style){.attr = ATTR_REVERSE}, label);
}

void flame_view_draw(const struct flame_view *v, struct pane p)
{
	uint32_t cursor = flame_draw_visible(v, v->cursor);
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
