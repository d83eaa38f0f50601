#include "workspace/workspace_inside.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "view/heat/heat_geometry.h"
#include "view/keys.h"
#include "view/label.h"

#define LOADING_LINE 400

/* "reading big.perf", "1.2 of 3.4 GiB   2,400 samples" */
static void write_loading(const struct workspace *w, const struct load_progress *g,
			  char what[static LOADING_LINE], char far[static LOADING_LINE])
{
	struct text place = session_title(w->loading.path);
	char a[LABEL_MAX], b[LABEL_MAX], n[NUMBER_THINGS_MAX];

	far[0] = '\0';
	if (w->settings.query) {
		snprintf(what, LOADING_LINE, "querying ClickHouse at %.*s",
			 (int)(place.len < 200 ? place.len : 200), place.at);
		if (g->total)
			snprintf(far, LOADING_LINE, "%s of %s rows",
				 number_grouped(g->done, a), number_grouped(g->total, b));
		return;
	}
	snprintf(what, LOADING_LINE, "reading %.200s",
		 strcmp(w->loading.path, "-") == 0 ? "standard input" : w->loading.path);
	if (g->total)
		snprintf(far, LOADING_LINE, "%s of %s   %s", label_size(g->done, a),
			 label_size(g->total, b),
			 number_things(g->samples, "samples", n));
	else
		snprintf(far, LOADING_LINE, "%s   %s", label_size(g->done, a),
			 number_things(g->samples, "samples", n));
}

static void draw_loading(const struct workspace *w, struct pane p)
{
	const struct load_progress g = loader_progress(w->loading.loader);
	char line[LOADING_LINE], far[LOADING_LINE];
	int y = p.area.h / 2, wide = p.area.w - 8;

	write_loading(w, &g, line, far);
	pane_print(p, 4, y - 2, (struct style){.attr = ATTR_BOLD}, line);
	pane_print(p, 4, y, (struct style){0}, far);
	for (int x = 0; g.total && x < wide; x++) {
		bool full = (uint64_t)x * g.total < g.done * (uint64_t)wide;

		pane_put(p, 4 + x, y - 1, full ? U'█' : U'·', (struct style){0});
	}
	command_words("{cancel} or {interrupt}: stop", line, sizeof line);
	pane_print(p, 4, y + 2, (struct style){.attr = ATTR_DIM}, line);
}

static void draw_message(const char *words, struct pane p)
{
	pane_fill(p, (struct style){0});
	pane_text_fit(p, 1, 0, p.area.w - 1, (struct style){.attr = ATTR_BOLD},
		      text_of(words));
}

/* Progress of the loading, at the right end of the bottom line. */
static void draw_meter(const struct workspace *w, const struct meter *m, struct pane p)
{
	const char32_t *ends = w->settings.theme.ascii ? U"=-" : U"━─";
	int x = p.area.w - m->width + 2;

	for (int i = 0; i < m->bar; i++)
		pane_put(p, x + i, 0, i < m->full ? ends[0] : ends[1],
			 (struct style){.attr = i < m->full ? 0 : ATTR_DIM});
	x += m->bar + (m->bar ? 1 : 0);
	pane_print(p, x, 0, (struct style){0}, m->words);
}

/* "key 0.02  count 1.30  draw 0.90  terminal 0.21 ms  1,234 bytes  45.2 MiB" */
static const char *timing_words(const struct workspace *w, char words[MENUS_WORDS])
{
	const struct redraw_timing *t = &w->timing;
	char bytes[NUMBER_THINGS_MAX] = "", memory[LABEL_MAX];

	words[0] = '\0';
	if (!w->settings.choice.timing)
		return words;
	if (t->has_bytes)
		number_things(t->bytes, "bytes", bytes);
	snprintf(words, MENUS_WORDS,
		 "key %.2f  count %.2f  draw %.2f  terminal %.2f ms  %.40s  %.24s",
		 (double)t->key / 1e6, (double)t->count / 1e6, (double)t->draw / 1e6,
		 (double)t->show / 1e6, bytes, label_size(mem_used(), memory));
	return words;
}

static void draw_bottom(const struct workspace *w, struct pane whole)
{
	struct rect line = w->at.bottom, above = line, left = line;
	char room[MENUS_WORDS];
	const char *words =
	    w->message[0] ? w->message : menus_words(&w->menus, &w->open, line.w, room);
	struct meter meter;

	if (!words[0])
		words = timing_words(w, room);
	above.y--;
	load_events_meter(w, &meter);
	left.w -= meter.width;
	pane_fill(pane_inside(whole, line), (struct style){0});
	if (w->prompts.is_open) {
		/* an error about the text must not hide the text */
		if (words[0])
			draw_message(words, pane_inside(whole, above));
		prompt_view_draw(&w->prompts.view, pane_inside(whole, line));
	} else if (w->page_is_open && w->page.typing) {
		prompt_view_draw(&w->page.prompt, pane_inside(whole, line));
	} else if (utf8_columns(text_of(words)) + 1 > left.w) {
		draw_message(words, pane_inside(whole, line));
	} else {
		draw_meter(w, &meter, pane_inside(whole, line));
		if (words[0])
			draw_message(words, pane_inside(whole, left));
		else
			keys_draw_bar(workspace_keys(w), pane_inside(whole, left));
	}
}

/* The line about the cursor of the lower pane, or else about the graph's cursor. */
static void draw_detail(struct workspace *w, struct pane p)
{
	struct open_profile *o = &w->open;
	struct view v = open_profile_view(o, open_profile_shown(o, PANE_LOWER)),
		    graph = open_profile_view(o, VIEW_GRAPH);

	if (open_profile_has_lanes(o) &&
	    lanes_view_ops.detail(&o->lanes.view, &o->status, p))
		return;
	if (!v.ops->detail || !v.ops->detail(v.self, &o->status, p))
		graph.ops->detail(graph.self, &o->status, p);
}

static void draw_panes(struct workspace *w, struct pane whole)
{
	struct open_profile *o = &w->open;
	struct heat_view heat;

	status_title(&o->status, pane_inside(whole, w->at.title));
	panes_follow(w);
	open_profile_count_lanes(o);
	for (enum view_pane pane = 0; pane < PANES; pane++) {
		struct view v = open_profile_view(o, open_profile_shown(o, pane));

		if (v.pane.area.h)
			v.ops->draw(v.self, pane_inside(whole, v.pane.area));
	}
	heat = w->focus == PANE_OTHER || o->other.heat.hovering ? o->other.heat : o->heat;
	if (!w->at.map.h && !w->at.other.h) /* no map, so no cell to describe */
		heat.map = NULL;
	open_profile_point_lane(o);
	status_range(&o->status, &heat, pane_inside(whole, w->at.range));
	draw_detail(w, pane_inside(whole, w->at.detail));
}

void workspace_draw(struct workspace *w, struct pane whole)
{
	bool first = w->at.whole.w == 0;

	w->drawn = clock_now();
	if (w->at.whole.w != whole.area.w || w->at.whole.h != whole.area.h)
		panes_arrange(w, whole.area.w, whole.area.h);
	if (w->at_lanes != panes_lanes(&w->open)) /* only known once lanes are counted */
		panes_arrange(w, whole.area.w, whole.area.h);
	if (first && w->open.session && !w->message[0])
		panes_tell_rows(w);
	pane_fill(whole, (struct style){0});
	if (w->at.too_small) {
		pane_text_fit(whole, 0, 0, whole.area.w, (struct style){0},
			      TEXT("flarescope needs 40x10"));
		return;
	}
	if (w->open.session)
		draw_panes(w, whole);
	else if (loading_is_under_way(&w->loading))
		draw_loading(w, whole);
	else if (w->files.directory) /* otherwise the program quits */
		menu_view_draw(&w->files.view, &w->settings.theme, whole);
	if (w->menus.is_open)
		menu_view_draw(&w->menus.view, &w->settings.theme, whole);
	if (w->page_is_open)
		page_view_draw(&w->page, whole);
	if (w->open.session || w->message[0] || w->prompts.is_open)
		draw_bottom(w, whole);
}

bool workspace_cursor(const struct workspace *w, int *x, int *y)
{
	bool in_page = w->page_is_open && w->page.typing;

	if ((!w->prompts.is_open && !in_page) || w->at.too_small)
		return false;
	*x = prompt_view_cursor(in_page ? &w->page.prompt : &w->prompts.view,
				w->at.bottom.w);
	*y = w->at.bottom.y;
	return true;
}
