#include "workspace/workspace_state.h"

#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "session/presence.h"
#include "view/heat_geometry.h"
#include "view/label.h"

/* A day of seconds. One span can fill them all, a line of the terminal in each, while of moments
 * there are as many as have been sampled. */
#define SPAN_COLUMNS_MOST 100000

/* A clock that jumped must not cost gigabytes. */
static bool has_too_many_columns(const struct profile *p, uint64_t period)
{
	uint64_t most = p->samples.duration ? SPAN_COLUMNS_MOST : HEATMAP_COLUMNS_MAX;

	return heatmap_columns(p, period) > most;
}

static uint64_t first_period(const struct profile *p, uint64_t wished)
{
	uint64_t period = wished ? wished : heatmap_usual_period(p);

	while (!wished && has_too_many_columns(p, period))
		period *= 10;
	return period;
}

/* Zoom in as the settings say, as soon as the frame is there. */
static void first_zoom(struct workspace *w)
{
	struct open_profile *o = &w->open;
	const char *path = w->settings.zoom;

	o->flame.zoom = o->flame.cursor = tree_find(o->session->tree, text_of(path));
	o->zoom_awaited = o->flame.zoom == 0;
}

bool open_profile_begin(struct workspace *w, struct session *s, struct error *err)
{
	const struct settings *settings = &w->settings;
	struct open_profile *o = &w->open;
	const struct profile *p = s->profile;

	open_profile_close(w);
	o->session = s;
	o->session->wanted = w->wanted;
	o->session->wanted_arg = w->wanted_arg;
	o->rows = settings->rows;
	o->period = first_period(p, settings->period);
	o->whole = range_whole(p);
	o->heat = (struct heat_view){.theme = &w->settings.theme,
				     .time_down = settings->time_down};
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	o->heat.cursor = settings->range ? o->session->choice.range.from : o->whole.from;
	o->heat.clock = heat_clock_of(p, settings->local);
	if (settings->range)
		o->heat.held = HELD_SELECTION;
	o->flame = (struct flame_view){.theme = &w->settings.theme,
				       .flame = &o->session->flame,
				       .icicle = settings->icicle,
				       .order = settings->order};
	o->table = (struct table_view){.theme = &w->settings.theme};
	if (settings->zoom && *settings->zoom)
		first_zoom(w);
	w->focus = p->has_times ? PLACE_MAP : PLACE_GRAPH;
	if (err->kind || !open_profile_refresh(w, err)) {
		open_profile_close(w);
		return false;
	}
	open_profile_note(w);
	return true;
}

/* A sample may have come that is earlier than the first: then all times count from before. */
static void shift(struct workspace *w, uint64_t earlier)
{
	struct open_profile *o = &w->open;

	session_set_range(o->session, range_shift(o->session->choice.range, earlier));
	heat_view_shift(&o->heat, earlier);
	history_shift(&o->history, earlier);
}

void open_profile_replace(struct workspace *w, struct session *s, const uint32_t *frames)
{
	struct open_profile *o = &w->open;
	const struct profile *p = s->profile;
	uint64_t was = profile_origin(o->session->profile), is = profile_origin(p);
	/* what the command line says of times is said of the whole file */
	bool given = w->settings.range && o->history.count == 1 && !o->heat.marking;
	struct session *old = o->session;

	o->session = s;
	o->session->wanted = w->wanted;
	o->session->wanted_arg = w->wanted_arg;
	session_set_range(o->session, old->choice.range);
	if (is < was && !given)
		shift(w, was - is);
	flame_view_regrow(&o->flame, old->tree, o->session->tree, frames);
	if (frames)
		history_translate(&o->history, frames);
	if (o->zoom_awaited && o->flame.zoom == 0 && o->history.count == 1) {
		first_zoom(w);
		history_release(&o->history);
		open_profile_note(w);
	}
	o->whole = range_whole(p);
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	if (!w->settings.period && has_too_many_columns(p, o->period))
		o->period = first_period(p, 0);
	o->heat.clock = heat_clock_of(p, o->heat.clock.local);
	loader_close(w->loading.loader, old);
}

void open_profile_close(struct workspace *w)
{
	struct open_profile *o = &w->open;

	history_release(&o->history);
	table_view_release(&o->table);
	flame_view_release(&o->flame);
	heat_view_release(&o->heat);
	picture_map_release(&o->map);
	session_free(o->session);
	*o = (struct open_profile){0};
}

/* ---- keeping everything true ---- */

static void gather_status(struct workspace *w)
{
	struct open_profile *o = &w->open;
	struct status *st = &o->status;

	*st = picture_status(o->session, &w->settings.theme, w->loading.path,
			     o->flame.layout.zoom);
	if (o->partial && !w->loading.loader) {
		loading_words(&o->read, o->partial_words);
		st->partial = o->partial_words;
	}
}

/* Without memory the graph is empty, and the table what it was. */
static bool refresh_graph(struct workspace *w, struct error *err)
{
	struct open_profile *o = &w->open;
	bool ok;

	o->flame.flame = &o->session->flame;
	o->flame.search = session_searches(o->session) ? &o->session->search : NULL;
	o->table.found = o->flame.search ? &o->flame.search->frames : NULL;
	o->heat.selected = o->session->choice.range;
	ok = flame_view_update(&o->flame, workspace_pane(w->at.graph), err) &&
	     (!w->table || table_view_update(&o->table, &o->session->flame, err));
	gather_status(w); /* also then: what it had borrowed is gone */
	o->table.is_time = o->status.figures.is_time;
	return ok;
}

bool open_profile_rebuild_maps(struct workspace *w, struct error *err)
{
	struct open_profile *o = &w->open;
	struct picture_map old = o->map, map = {0};
	struct heat_cells cells = {0};
	uint32_t rows = heat_geometry_rows(&w->settings.theme, o->rows, w->at.map.h);

	o->heat.why = presence_may_be_perf(o->session->profile)
			  ? "No heat map: no times here; perf record -T and perf script "
			    "-F +time add them."
			  : "No heat map: no times here.";
	if (!o->session->profile->has_times)
		return heat_view_show(&o->heat, &cells, err);
	if (!picture_map_build(&map, o->session, o->period, rows, w->settings.counts,
			       err))
		return false;
	o->map = map;
	cells = picture_map_cells(&o->map);
	if (!heat_view_show(&o->heat, &cells, err)) {
		o->map = old;
		picture_map_release(&map);
		return false;
	}
	o->heat.idle = o->session->choice.idle;
	picture_map_release(&old);
	o->heat.wished = o->rows > rows ? o->rows : 0;
	return true;
}

/* The maps that are there are of another question: none is better than these. */
static void conceal_maps(struct open_profile *o)
{
	o->heat.map = o->heat.matched = NULL;
	o->heat.why = "No heat map: there is not enough memory for it.";
}

bool open_profile_refresh(struct workspace *w, struct error *err)
{
	struct error more = ERROR_INIT;
	bool has_maps = open_profile_rebuild_maps(w, err);

	if (!has_maps)
		conceal_maps(&w->open);
	return refresh_graph(w, has_maps ? err : &more) && has_maps;
}

void open_profile_recount(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (!refresh_graph(w, &err))
		workspace_complain(w, &err);
}

/* ---- undo ---- */

void open_profile_note(struct workspace *w)
{
	const struct choice *c = &w->open.session->choice;
	struct moment m = {.range = c->range, .root = c->root, .filter = c->filter};
	struct error ignored = ERROR_INIT; /* a step less to go back */

	if (!path_of(&m.zoom, w->open.session->tree, w->open.flame.zoom, &ignored))
		return;
	history_note(&w->open.history, &m);
}

/* Ask something else; boxes, table and maps are still of what was asked before. */
static bool ask(struct open_profile *o, const struct choice *wanted, struct error *err)
{
	struct tree *old;
	bool ok = session_choose(o->session, wanted, &old, err);

	if (old)
		flame_view_retree(&o->flame, old, o->session->tree);
	tree_free(old);
	return ok;
}

/* The filter may fail on names that were not there then, and nothing has changed. */
static bool go_to(struct open_profile *o, const struct moment *m, struct error *err)
{
	struct choice c = o->session->choice;

	c.filter = m->filter;
	c.root = m->root;
	c.range = m->range;
	if (!ask(o, &c, err))
		return false;
	flame_view_zoom(&o->flame, path_find(&m->zoom, o->session->tree));
	return true;
}

static const struct moment *step(struct history *h, bool redo)
{
	return redo ? history_on(h) : history_back(h);
}

bool open_profile_undo(struct workspace *w, bool redo)
{
	struct open_profile *o = &w->open;
	const struct moment *m = step(&o->history, redo);
	struct range before = o->session->choice.range, now;
	struct error err = ERROR_INIT, more = ERROR_INIT;

	if (!m) {
		workspace_say(w, redo ? "nothing to redo" : "nothing to undo");
		return true;
	}
	if (!go_to(o, m, &err))
		step(&o->history, !redo); /* we are still where we were */
	o->heat.marking = MARKING_NONE;
	if (!open_profile_refresh(w, &more) && !err.kind)
		err = more;
	now = o->session->choice.range;
	if (now.from != before.from || now.to != before.to)
		heat_view_reveal(&o->heat);
	if (err.kind)
		workspace_complain(w, &err);
	return true;
}

/* ---- changing what is asked ---- */

bool open_profile_choose(struct workspace *w, const struct choice *wanted)
{
	struct open_profile *o = &w->open;
	struct choice before;
	struct error err = ERROR_INIT, none = ERROR_INIT;
	bool ok = session_copy_choice(&before, &o->session->choice, &err);

	if (ok && !ask(o, wanted, &err)) {
		ok = false;
	} else if (ok && !open_profile_refresh(w, &err)) {
		ok = false; /* what was asked before can be shown */
		if (ask(o, &before, &none))
			open_profile_refresh(w, &none);
	}
	session_drop_choice(&before);
	if (!ok)
		workspace_complain(w, &err);
	return ok;
}

bool open_profile_set_filter(struct workspace *w, struct text expression)
{
	struct choice c = w->open.session->choice;
	struct error err = ERROR_INIT;

	c.filter = expression;
	if (!open_profile_choose(w, &c))
		return false;
	open_profile_note(w);
	if (!(w->loading.loader && w->open.partial) &&
	    !presence_of_match(w->open.session, &err))
		workspace_complain(w, &err);
	return true;
}

bool open_profile_add_filter(struct workspace *w, struct text term)
{
	struct error err = ERROR_INIT;
	struct text now = w->open.session->choice.filter;
	char *all = mem_format(&err, "%.*s%s%.*s", (int)now.len, now.at,
			       now.len ? " & " : "", (int)term.len, term.at);
	bool ok;

	if (!all) {
		workspace_complain(w, &err);
		return false;
	}
	ok = open_profile_set_filter(w, text_of(all));
	mem_free(all);
	return ok;
}

bool open_profile_set_search(struct workspace *w, struct text pattern)
{
	struct choice c = w->open.session->choice;

	c.search = pattern;
	return open_profile_choose(w, &c);
}

bool open_profile_set_period(struct workspace *w, uint64_t period, uint64_t around)
{
	struct open_profile *o = &w->open;
	struct error err = ERROR_INIT;
	uint64_t before = o->period;

	heat_view_hold(&o->heat, workspace_pane(w->at.map));
	o->period = period;
	o->heat.cursor = around;
	if (open_profile_rebuild_maps(w, &err)) {
		heat_view_follow(&o->heat, workspace_pane(w->at.map));
		return true;
	}
	o->period = before;
	workspace_complain(w, &err);
	return false;
}
