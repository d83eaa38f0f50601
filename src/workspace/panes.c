#include "workspace/workspace_inside.h"

#include "view/heat/heat_geometry.h"
#include "view/keys.h"

uint32_t panes_lanes(const struct open_profile *o)
{
	return open_profile_has_lanes(o) && o->lanes.view.cells
		   ? lanes_view_rows(&o->lanes.view)
		   : 0;
}

static struct arrange_parts parts_of(const struct workspace *w)
{
	const struct open_profile *o = &w->open;

	return (struct arrange_parts){
	    .map_rows = o->session ? o->session->choice.rows : 0,
	    .map = o->session && o->session->profile->has_times,
	    .clock = o->heat.clock.known,
	    .lanes = panes_lanes(o),
	    .other = open_profile_has_other_map(o),
	    .other_clock = o->other.heat.clock.known,
	    .maximised = w->maximised,
	    .focus = w->focus,
	    .table = o->shown_by[PANE_LOWER] != COMMAND_NONE,
	    .levels = w->split.levels,
	    .split = w->split.by_hand,
	};
}

/* The number of levels of the graph of all kept samples, in and outside the range. */
static int count_levels(const struct session *s, int width, bool folds)
{
	struct trunks trunks = {.count = 0};
	struct fold fold = {.unfolded_count = 0};
	const struct layout_rules rules = {.fold = folds ? &fold : NULL};
	const struct flame *shown = session_graph(s);
	struct error err = ERROR_INIT; /* without memory the levels are unknown */
	struct flame all = {.tree = NULL}, shaped = {.tree = NULL};
	const struct derived_tree *derived = session_drawn(s).derived;
	struct layout l = {.count = 0};
	int levels = 0;

	if (!choice_is_all(&s->choice)) {
		if (!flame_build(&all, s->tree, &s->kept.samples, s->flame.spans,
				 s->flame.weigh, &err))
			return 0;
		flame_show(&all, RANGE_ALL);
		shown = &all;
	}
	if (derived && shown == &all) {
		if (!derived_tree_flame(derived, &all, &shaped, &err)) {
			flame_release(&all);
			return 0;
		}
		shown = &shaped;
	}
	if (folds && trunks_build(&trunks, shown, &err))
		fold.trunks = trunks.next;
	if (layout_build(&l, shown, 0, width, &rules, &err))
		levels = l.depths;
	layout_release(&l);
	trunks_release(&trunks);
	flame_release(&shaped);
	flame_release(&all);
	return levels;
}

/* Count the levels of the graph of the whole profile in this many columns; 0: unknown. */
static void count_graph_levels(struct split *s, const struct open_profile *o, int width)
{
	const struct tree *t = o->session ? session_graph(o->session)->tree : NULL;
	/* the graph of two files is hardly ever folded */
	bool folds = t && !o->session->choice.unfolded &&
		     o->session->choice.baseline.against != BASELINE_FILE;

	width = width > FLAME_VIEW_MARGIN ? width - FLAME_VIEW_MARGIN : 1;
	if (!t || o->instead) {
		s->tree = NULL;
		s->levels = 0;
	} else if (s->tree != t || s->nodes != t->count || s->width != width ||
		   s->folds != folds) {
		s->levels = count_levels(o->session, width, folds);
		s->tree = t;
		s->nodes = t->count;
		s->width = width;
		s->folds = folds;
	}
}

/* Assign each pane its part of the screen. */
static void divide_screen(struct workspace *w, int width, int height)
{
	struct open_profile *o = &w->open;
	struct arrange_parts parts;

	if (!open_profile_has_other_map(o) && w->focus == PANE_OTHER)
		w->focus = PANE_UPPER;
	count_graph_levels(&w->split, o, width);
	parts = parts_of(w);
	w->at = arrange(width, height, &w->settings.theme, &parts);
	o->panes[PANE_OTHER] = workspace_pane_of(w->at.other);
	o->panes[PANE_UPPER] = workspace_pane_of(w->at.map);
	o->panes[PANE_LOWER] = workspace_pane_of(w->at.graph);
	w->at_lanes = parts.lanes;
	w->at_other = parts.other;
	w->at_has_lanes = open_profile_has_lanes(o);
}

void panes_arrange(struct workspace *w, int width, int height)
{
	struct error err = ERROR_INIT;

	divide_screen(w, width, height);
	if (w->open.session && !w->at.too_small)
		workspace_done(w, open_profile_refresh(&w->open, &err), &err);
}

void panes_fit(struct workspace *w, bool moved)
{
	const struct open_profile *o = &w->open;
	struct arrangement before = w->at;
	bool anew = w->at_other != open_profile_has_other_map(o) ||
		    w->at_has_lanes != open_profile_has_lanes(o);

	if (!o->session || !before.whole.w || (!anew && !moved))
		return;
	divide_screen(w, before.whole.w, before.whole.h);
	if (anew || !arrangement_is_same(&w->at, &before))
		panes_arrange(w, before.whole.w, before.whole.h);
}

bool panes_step_split(struct workspace *w, bool higher)
{
	struct rect whole = w->at.whole;
	struct arrange_parts parts = parts_of(w);

	if (!arrange_step(whole.w, whole.h, &w->settings.theme, &parts, higher,
			  &w->split.by_hand))
		return false;
	panes_arrange(w, whole.w, whole.h);
	return true;
}

bool panes_drag_split(struct workspace *w, const struct input *in)
{
	struct rect whole = w->at.whole;
	struct arrange_parts parts = parts_of(w);
	bool was = w->split.dragged;

	if (in->command != COMMAND_DRAG)
		w->split.dragged = in->command == COMMAND_PRESS && in->y == w->at.range.y;
	if (!was && !w->split.dragged)
		return false;
	if (in->command == COMMAND_DRAG && in->y != w->at.range.y &&
	    arrange_drag(whole.w, whole.h, &w->settings.theme, &parts, in->y,
			 &w->split.by_hand))
		panes_arrange(w, whole.w, whole.h);
	return true;
}

void panes_tell_rows(struct workspace *w)
{
	const struct open_profile *o = &w->open;
	const struct theme *theme = &w->settings.theme;
	struct arrange_parts parts = parts_of(w);
	struct arrangement alone;
	char more[80];

	if (!o->heat.wished || !w->at.map.h)
		return;
	parts.maximised = MAXIMISED_MAP;
	parts.focus = PANE_UPPER;
	alone = arrange(w->at.whole.w, w->at.whole.h, theme, &parts);
	workspace_printf(
	    w, "%u rows do not fit: %u are drawn%s", o->heat.wished, o->map.map.rows,
	    heat_geometry_rows(theme, o->session->choice.rows, alone.map.h) ==
		    o->session->choice.rows
		? command_words("; {maximise}, the map alone, shows them all", more,
				sizeof more)
		: "");
}

void panes_follow(struct workspace *w)
{
	struct open_profile *o = &w->open;

	if (!o->session || w->at.too_small || !w->at.whole.w)
		return;
	open_profile_scroll(o);
	for (enum view_pane pane = 0; pane < PANES; pane++) {
		struct view v = open_profile_view(o, open_profile_shown(o, pane));

		if (v.ops->prepare)
			v.ops->prepare(v.self, v.pane, w->focus == pane);
	}
}
