#include <stdio.h>

#include "base/utf8.h"
#include "view/difference.h"
#include "view/flame/flame_geometry.h"
#include "view/label.h"

#define LEGEND_FROM 76 /* narrower panes have no room for the meaning of the colours */

/* A colour, what it means, and how much of it there is. */
struct item {
	struct hue_box box;
	struct text name;
	uint64_t value;
};

#define ITEMS_MAX                                                                        \
	64 /* modules: of more, those with a box further on have no colour here */

struct items {
	struct item of[ITEMS_MAX];
	int count;
};

/* What the colours of a comparison say, or why there is none yet: where else the kinds stand. */
static int draw_meaning(const struct flame_view *v, struct pane p)
{
	char words[LABEL_MAX];
	int x;

	if (v->comparison && v->comparison->parts[0].len &&
	    flame_view_choice(v)->baseline.look.graph != GRAPH_ELIDED)
		return difference_legend_of_parts(v->theme, v->comparison, p);
	if (v->comparison)
		return difference_legend(v->theme, &flame_view_choice(v)->baseline.look,
					 p);
	command_words(v->wait, words, sizeof words);
	x = p.area.w - utf8_columns(text_of(words)) - 1;
	pane_print(p, x < 8 ? 8 : x, 0, (struct style){.attr = ATTR_BOLD}, words);
	return x < 8 ? 8 : x;
}

static int columns_of(const struct item *item)
{
	return utf8_columns(item->name) + 3;
}

/* At the right edge; returns where it begins. */
static int draw_items(const struct flame_view *v, const struct items *items,
		      struct pane p)
{
	int x = p.area.w;

	for (int i = 0; i < items->count; i++)
		x -= columns_of(&items->of[i]);
	for (int i = 0, at = x; i < items->count; i++) {
		const struct item *item = &items->of[i];
		struct style s = theme_box(v->theme, &item->box);

		if (v->theme->depth != PALETTE_NONE)
			pane_put(p, at, 0, U' ', (struct style){.bg = s.bg});
		pane_text(p, at + 2, 0, (struct style){.attr = ATTR_DIM}, item->name);
		at += columns_of(item);
	}
	return x;
}

static void add(struct items *items, struct hue_box box, struct text name, uint64_t value)
{
	/* room: for as many as that */
	if (items->count < ITEMS_MAX)
		items->of[items->count++] = (struct item){box, name, value};
}

static void find_kinds(const struct flame_view *v, struct items *items)
{
	const struct tree *t = v->flame->tree;
	bool used[CODE_KINDS] = {false};

	for (uint32_t i = 0; i < v->layout.count; i++)
		used[hue_kind(t->profile, t->frame[v->layout.boxes[i].node])] = true;
	for (int k = CODE_USER; k < CODE_KINDS; k++)
		if (used[k])
			add(items,
			    (struct hue_box){.kind = (enum code_kind)k,
					     .label = TEXT("a")},
			    text_of(code_kind_names[k]), 0);
}

static void add_module(const struct flame_view *v, struct items *items, uint32_t node)
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
	add(items, box, text_basename(box.module), flame_own(v->flame, node));
}

/* The modules in sight, in whose own code the most is, as far as half of the line goes. */
static void find_modules(const struct flame_view *v, struct items *items, int room)
{
	for (uint32_t i = 0; i < v->layout.count; i++)
		add_module(v, items, v->layout.boxes[i].node);
	for (int i = 0; i < items->count; i++) {
		int most = i;
		struct item item;

		for (int k = i + 1; k < items->count; k++)
			if (items->of[k].value > items->of[most].value)
				most = k;
		item = items->of[most];
		items->of[most] = items->of[i];
		items->of[i] = item;
		/* a name may be a megabyte */
		if (item.name.len > (size_t)room || columns_of(&item) > room) {
			items->count = i;
			return;
		}
		room -= columns_of(&item);
	}
}

static void find_widths(struct items *items)
{
	static const uint8_t percents[] = {1, 10, 25, 50, 100};
	static const char *const names[] = {"1 %", "10 %", "25 %", "50 %", "100 % wide"};

	for (size_t i = 0; i < sizeof percents; i++)
		add(items,
		    (struct hue_box){.kind = CODE_USER, .value = percents[i], .all = 100},
		    text_of(names[i]), 0);
}

int flame_legend_draw(const struct flame_view *v, struct pane p)
{
	struct items items = {.count = 0};

	if (v->wait || v->comparison)
		return draw_meaning(v, p);
	if (p.area.w < LEGEND_FROM)
		return p.area.w;
	if (v->theme->flame == FLAME_BY_KIND)
		find_kinds(v, &items);
	else if (v->theme->flame == FLAME_BY_MODULE && v->theme->depth != PALETTE_NONE)
		find_modules(v, &items, p.area.w / 2);
	else if (v->theme->flame == FLAME_BY_HEAT && v->theme->depth != PALETTE_NONE)
		find_widths(&items);
	return draw_items(v, &items, p);
}
