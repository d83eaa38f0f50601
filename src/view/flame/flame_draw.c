#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "view/difference.h"
#include "view/flame/flame_view.h"
#include "view/frame_box.h"
#include "view/label.h"

#define PATH_MAX_SHOWN 16

static bool is_differential(const struct flame_view *v)
{
	return v->comparison != NULL;
}

/* The difference of a node. In an elided graph, the callers have none. */
static struct difference difference_here(const struct flame_view *v, uint32_t node)
{
	bool elided = flame_view_choice(v)->baseline.look.graph == GRAPH_ELIDED;
	struct difference d = difference_at(
	    v->comparison, node, flame_view_choice(v)->baseline.look.self && !elided);

	return elided && !d.is_gone && !d.part.len ? (struct difference){0} : d;
}

static struct style style_of(const struct flame_view *v, const struct fold_run *run,
			     bool caller)
{
	uint32_t node = run->first, ignored;
	struct style s =
	    frame_box_style(v->theme, v->flame->tree, node, v->flame->total[node],
			    v->flame->total[v->layout.zoom]);
	uint8_t underline = s.attr;

	if (is_differential(v))
		s = difference_style(v->theme, difference_here(v, node));
	if (flame_geometry_run_match(v, run, &ignored)) {
		s = theme_matched_frame(v->theme);
		s.attr |= ATTR_BOLD;
	}
	if (caller) /* faded: only the callees of the zoomed node share the width */
		s.bg = theme_blend(s.bg, COLOUR_RGB(0x80, 0x80, 0x80), 55);
	s.attr |= underline;
	if (v->theme->depth == PALETTE_NONE)
		s = (struct style){.attr = s.attr & (ATTR_BOLD | ATTR_UNDERLINE)};
	return s;
}

/* `cursor` is the visible node of the cursor, which is looked up once for all boxes. */
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

#define NAME_LEAST 8 /* columns; with less room a label has fewer parts */

/* The width of a name, or `most` + 1 if it is wider: a name may be a megabyte long. */
static int width_up_to(struct text name, int most)
{
	int wide;

	if (name.len > (size_t)most * UTF8_MAX * (1 + UTF8_MARKS_MAX))
		return most + 1;
	wide = utf8_columns(name);
	return wide > most ? most + 1 : wide;
}

/*
 * Write the label of a folded run: "┄ 12 frames main … work ┄" or "walk ×9". Returns the columns
 * used.
 */
static int write_run(const struct flame_view *v, const struct fold_run *run,
		     struct pane p, int x, int y, int room, struct style s)
{
	const char *line = v->theme->ascii ? "-" : "┄";
	const char *between = v->theme->ascii ? " .. " : " … ";
	struct text first = tree_label(v->flame->tree, run->first);
	struct text last = tree_label(v->flame->tree, run->last);
	char count[32];
	int wide, names, a, b;

	if (fold_is_recursion(v->flame->tree, run)) {
		snprintf(count, sizeof count, v->theme->ascii ? " x%u" : " ×%u",
			 run->frames);
		wide = utf8_columns(text_of(count));
		if (room < wide + 1)
			return pane_name(p, x, y, room, s, first);
		wide = pane_name(p, x, y, room - wide, s, first);
		return wide + pane_print(p, x + wide, y, s, count);
	}
	snprintf(count, sizeof count, "%s %u frames ", line, run->frames);
	wide = utf8_columns(text_of(count));
	if (room < wide + NAME_LEAST) {
		wide = pane_print(p, x, y, s, line);
		return wide + pane_name(p, x + wide, y, room - wide, s, first);
	}
	pane_print(p, x, y, s, count);
	if (room < wide + 2 * NAME_LEAST + 6)
		return wide + pane_name(p, x + wide, y, room - wide, s, first);
	/* the first and the last name; if they do not fit, both are shortened */
	names = room - wide - 2 - utf8_columns(text_of(between));
	a = width_up_to(first, names);
	b = width_up_to(last, names);
	if (a + b > names) {
		a = b < names / 2 ? names - b : a < names / 2 ? a : names / 2;
		b = names - a;
	}
	wide += pane_name(p, x + wide, y, a, s, first);
	wide += pane_print(p, x + wide, y, s, between);
	wide += pane_name(p, x + wide, y, b, s, last) + 1;
	return wide + pane_print(p, x + wide, y, s, line);
}

static int write_label(const struct flame_view *v, struct pane p, int x, int y, int room,
		       struct style s, const struct fold_run *run)
{
	if (run->frames > 1)
		return write_run(v, run, p, x, y, room, s);
	return pane_name(p, x, y, room, s, tree_label(v->flame->tree, run->first));
}

#define NARROW 2 /* columns: shades of narrower boxes cannot be distinguished */

static void draw_run(const struct flame_view *v, struct pane p, int x, int y, int w,
		     struct style s, const struct fold_run *run)
{
	if (is_differential(v)) {
		/*
		 * Draw a box with its difference at the end of the label. A box too
		 * narrow for the words shows the sign, from two columns on: without
		 * colours nothing else shows the difference.
		 */
		struct difference d = difference_here(v, run->first);
		struct text label = tree_label(v->flame->tree, run->first);
		char32_t sign = difference_sign(d, v->theme->ascii);
		char words[LABEL_MAX];
		int room, wide;

		difference_words(d, v->theme->ascii, words);
		wide = utf8_columns(text_of(words));
		room = w - 2 - wide;
		frame_box_draw(p, x, y, w, s, v->theme->ascii, TEXT(""));
		if (!words[0] || w < 2 || (!sign && room < NAME_LEAST)) {
			if (w > 3)
				write_label(v, p, x + 1, y, w - 1, s, run);
		} else if (!sign || room >= NAME_LEAST ||
			   (run->frames == 1 && room >= 0 &&
			    width_up_to(label, room) <= room)) {
			room = write_label(v, p, x + 1, y, room, s, run);
			pane_print(p, x + 2 + room, y, s, words);
		} else {
			if (w > 5)
				write_label(v, p, x + 1, y, w - 2, s, run);
			pane_put(p, x + w - 1, y, sign, s);
		}
		return;
	}
	/* a drag mostly sends backgrounds of narrow boxes; when rounded, neighbours share one */
	if (w <= NARROW && v->theme->depth == PALETTE_TRUE)
		s.bg = palette_shown(s.bg, PALETTE_256);
	frame_box_draw(p, x, y, w, s, v->theme->ascii, TEXT(""));
	if (w > 3)
		write_label(v, p, x + 1, y, w - 1, s, run);
}

static void draw_merged(const struct flame_view *v, const struct box *b, int y,
			uint32_t cursor, struct pane p)
{
	struct style s = {.fg = COLOUR_RGB(0, 0, 0), .bg = COLOUR_RGB(0x9e, 0x9e, 0x9e)};
	char label[32];

	if (v->theme->depth == PALETTE_NONE)
		s = (struct style){.attr = ATTR_DIM};
	s = pointed_style(v, s, b->node, cursor);
	snprintf(label, sizeof label, b->w > 4 ? "%u narrow frames" : "", b->merged);
	if (b->w <= (int)strlen(label))
		snprintf(label, sizeof label, "+%u", b->merged);
	frame_box_draw(p, b->x, y, b->w, s, v->theme->ascii, text_of(label));
	if (b->w <= 4)
		pane_put(p, b->x, y, v->theme->ascii ? U':' : U'…', s);
}

#define HIDDEN_WORDS "too narrow:"

/* Draw the number of frames of a level that are too narrow for a cell; false if there are none. */
static bool draw_hidden(const struct flame_view *v, int depth, int y, struct pane p)
{
	uint32_t n = v->layout.hidden_nodes[depth];
	char label[16];

	if (n == 0)
		return false;
	/* five columns: cutting off a digit would turn it into another number */
	snprintf(label, sizeof label,
		 n < 1000      ? " +%u"
		 : n < 100000  ? " +%uk"
		 : n < 1000000 ? "+%uk"
			       : "+%uM",
		 n < 1000      ? n
		 : n < 1000000 ? n / 1000
			       : n / 1000000);
	pane_print(p, v->layout.width, y, (struct style){.attr = ATTR_DIM}, label);
	return true;
}

static void draw_callers(const struct flame_view *v, uint32_t cursor, struct pane p)
{
	const struct layout *l = &v->layout;

	for (uint32_t level = 0; level < l->caller_count; level++) {
		const struct fold_run *run = &l->callers[level];
		int y = flame_geometry_line(v, (int)level, p);

		if (y < FLAME_VIEW_HEADER || y >= p.area.h)
			continue;
		draw_run(v, p, 0, y, l->width,
			 pointed_style(v, style_of(v, run, true), run->first, cursor),
			 run);
	}
}

static void draw_boxes(const struct flame_view *v, uint32_t cursor, struct pane p)
{
	const struct layout *l = &v->layout;
	int callers = flame_geometry_callers(v);
	int right, wide = (int)strlen(HIDDEN_WORDS);
	bool explained = false;

	for (int d = 0; d < l->depths; d++) {
		int y = flame_geometry_line(v, callers + d, p);

		if (y < FLAME_VIEW_HEADER || y >= p.area.h)
			continue;
		for (uint32_t i = l->row[d]; i < l->row[d + 1]; i++) {
			const struct box *b = &l->boxes[i];
			struct fold_run run = layout_run(b);

			if (b->merged)
				draw_merged(v, b, y, cursor, p);
			else
				draw_run(v, p, b->x, y, b->w,
					 pointed_style(v, style_of(v, &run, false),
						       b->node, cursor),
					 &run);
		}
		if (!draw_hidden(v, d, y, p) || explained)
			continue;
		/* explain the counters, beside the first one with enough room */
		right = 0;
		if (l->row[d + 1] > l->row[d])
			right =
			    l->boxes[l->row[d + 1] - 1].x + l->boxes[l->row[d + 1] - 1].w;
		explained = l->width - right >= wide + 1;
		if (explained)
			pane_print(p, l->width - wide, y,
				   (struct style){.attr = ATTR_DIM}, HIDDEN_WORDS);
	}
}

/* ---- the legend ---- */

#define LEGEND_FROM 76 /* columns: narrower panes have no legend */

/* A colour, its name, and the value of all its boxes. */
struct legend_item {
	struct hue_box box;
	struct text name;
	uint64_t value;
};

#define ITEMS_MAX                                                                        \
	64 /* modules: if there are more, some with a box further on have no colour */

struct legend_items {
	struct legend_item of[ITEMS_MAX];
	int count;
};

static int item_width(const struct legend_item *item)
{
	return utf8_columns(item->name) + 3;
}

/* Draw the items at the right edge; returns their first column. */
static int draw_items(const struct flame_view *v, const struct legend_items *items,
		      struct pane p)
{
	int x = p.area.w;

	for (int i = 0; i < items->count; i++)
		x -= item_width(&items->of[i]);
	for (int i = 0, at = x; i < items->count; i++) {
		const struct legend_item *item = &items->of[i];
		struct style s = theme_box(v->theme, &item->box);

		if (v->theme->depth != PALETTE_NONE)
			pane_put(p, at, 0, U' ', (struct style){.bg = s.bg});
		pane_text(p, at + 2, 0, (struct style){.attr = ATTR_DIM}, item->name);
		at += item_width(item);
	}
	return x;
}

static void add_item(struct legend_items *items, struct hue_box box, struct text name,
		     uint64_t value)
{
	/* room: at most this many */
	if (items->count < ITEMS_MAX)
		items->of[items->count++] = (struct legend_item){box, name, value};
}

static void find_kinds(const struct flame_view *v, struct legend_items *items)
{
	const struct tree *t = v->flame->tree;
	bool used[CODE_KINDS] = {false};

	for (uint32_t i = 0; i < v->layout.count; i++)
		used[hue_kind(t->profile, t->frame[v->layout.boxes[i].node])] = true;
	for (int k = CODE_USER; k < CODE_KINDS; k++)
		if (used[k])
			add_item(items,
				 (struct hue_box){.kind = (enum code_kind)k,
						  .label = TEXT("a")},
				 text_of(code_kind_names[k]), 0);
}

static void add_module(const struct flame_view *v, struct legend_items *items,
		       uint32_t node)
{
	const struct tree *t = v->flame->tree;
	uint32_t frame = t->frame[node];
	struct hue_box box = {.kind = hue_kind(t->profile, frame),
			      .label = TEXT("a"),
			      .module = profile_frame_module(t->profile, frame)};

	if (!hue_has_module(&box))
		return;
	for (int i = 0; i < items->count; i++)
		if (text_equal(items->of[i].box.module, box.module)) {
			items->of[i].value += flame_own(v->flame, node);
			return;
		}
	add_item(items, box, text_basename(box.module), flame_own(v->flame, node));
}

/* The visible modules with the largest self values, as many as fit `room` columns. */
static void find_modules(const struct flame_view *v, struct legend_items *items, int room)
{
	for (uint32_t i = 0; i < v->layout.count; i++)
		add_module(v, items, v->layout.boxes[i].node);
	for (int i = 0; i < items->count; i++) {
		int most = i;
		struct legend_item item;

		for (int k = i + 1; k < items->count; k++)
			if (items->of[k].value > items->of[most].value)
				most = k;
		item = items->of[most];
		items->of[most] = items->of[i];
		items->of[i] = item;
		/* a name may be a megabyte */
		if (item.name.len > (size_t)room || item_width(&item) > room) {
			items->count = i;
			return;
		}
		room -= item_width(&item);
	}
}

/* Draw the meaning of the colours at the right end of line 0; returns its first column. */
static int draw_legend(const struct flame_view *v, struct pane p)
{
	static const uint8_t percents[] = {1, 10, 25, 50, 100};
	static const char *const names[] = {"1 %", "10 %", "25 %", "50 %", "100 % wide"};
	struct legend_items items = {.count = 0};

	if (v->wait || v->comparison) {
		char words[LABEL_MAX];
		int x;

		if (v->comparison && v->comparison->parts[0].len &&
		    flame_view_choice(v)->baseline.look.graph != GRAPH_ELIDED)
			return difference_legend_of_parts(v->theme, v->comparison, p);
		if (v->comparison)
			return difference_legend(v->theme,
						 &flame_view_choice(v)->baseline.look, p);
		command_words(v->wait, words, sizeof words);
		x = p.area.w - utf8_columns(text_of(words)) - 1;
		pane_print(p, x < 8 ? 8 : x, 0, (struct style){.attr = ATTR_BOLD}, words);
		return x < 8 ? 8 : x;
	}
	if (p.area.w < LEGEND_FROM)
		return p.area.w;
	if (v->theme->flame == FLAME_BY_KIND)
		find_kinds(v, &items);
	else if (v->theme->flame == FLAME_BY_MODULE && v->theme->depth != PALETTE_NONE)
		find_modules(v, &items, p.area.w / 2);
	else if (v->theme->flame == FLAME_BY_HEAT && v->theme->depth != PALETTE_NONE)
		for (size_t i = 0; i < sizeof percents; i++)
			add_item(&items,
				 (struct hue_box){
				     .kind = CODE_USER, .value = percents[i], .all = 100},
				 text_of(names[i]), 0);
	return draw_items(v, &items, p);
}

/* ---- the line above the boxes ---- */

/* "all > openssl > main": the path to the zoomed node, truncated at the left. */
static void draw_path(const struct flame_view *v, struct pane p, int width)
{
	const struct style dim = {.attr = ATTR_DIM}, bold = {.attr = ATTR_BOLD};
	const struct tree *t = v->flame->tree;
	uint32_t path[PATH_MAX_SHOWN], node = v->layout.zoom;
	int n = 0, keep = 0, used = 0, x = 1, right = width;

	if (v->shaped && *v->shaped) {
		x += pane_name(p, x, 0, width / 2, bold, text_of(v->shaped));
		x += pane_print(p, x, 0, dim, ": ");
	}
	width -= x - 1;
	/* room: for the first one, and the loop ends there */
	for (path[n++] = node; node && n < PATH_MAX_SHOWN; n++)
		path[n] = node = t->parent[node];
	while (keep < n && used + utf8_columns(tree_label(t, path[keep])) + 8 < width)
		used += utf8_columns(tree_label(t, path[keep++])) + 3;
	keep = keep ? keep : 1;
	if (keep < n || path[n - 1] != 0)
		x += pane_print(p, x, 0, dim, ".. > ");
	for (int i = keep - 1; i >= 0; i--) {
		x += pane_name(p, x, 0, right - x - 1, i ? dim : bold,
			       tree_label(t, path[i]));
		if (i)
			x += pane_print(p, x, 0, dim, " > ");
	}
}

static void draw_more(const struct flame_view *v, struct pane p, int width)
{
	int body = p.area.h - FLAME_VIEW_HEADER;
	int above = flame_geometry_levels(v) - v->scroll - body;
	char label[64];
	int x;

	if (above <= 0 && v->scroll == 0)
		return;
	snprintf(
	    label, sizeof label, " %d of %d levels%s%s ", body, flame_geometry_levels(v),
	    above > 0 ? (flame_view_choice(v)->icicle ? ", more below" : ", more above")
		      : "",
	    v->scroll > 0
		? (flame_view_choice(v)->icicle ? ", more above" : ", more below")
		: "");
	x = width - (int)text_of(label).len - 1;
	if (x > 12)
		pane_print(p, x, 0, (struct style){.attr = ATTR_REVERSE}, label);
}

void flame_view_draw(const struct flame_view *v, struct pane p)
{
	const struct difference_look *look = &flame_view_choice(v)->baseline.look;
	uint32_t cursor = flame_geometry_visible(v, v->cursor);
	int width = draw_legend(v, p);
	char words[LABEL_MAX];

	draw_path(v, p, width);
	if (v->instead || v->flame->total[0] == 0) {
		const char *why = "no samples in this range";

		if (v->instead)
			why = v->instead;
		else if (is_differential(v) && look->hidden > 0)
			why = "nothing differs that much: {look} shows what is hidden";
		else if (is_differential(v) && look->graph == GRAPH_ELIDED)
			why = "no frame is gone: A has all frames of B";
		pane_print(p, 2, p.area.h / 2, (struct style){0},
			   command_words(why, words, sizeof words));
		return;
	}
	draw_more(v, p, width);
	draw_callers(v, cursor, p);
	draw_boxes(v, cursor, p);
}
