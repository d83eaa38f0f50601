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
	struct desk *d = &w->desk;
	const char *path = w->settings.zoom;

	d->flame.zoom = d->flame.cursor = tree_find(d->session.tree, text_of(path));
	d->zoom_awaited = d->flame.zoom == 0;
}

bool desk_open(struct workspace *w, struct session *s, struct error *err)
{
	const struct settings *o = &w->settings;
	struct desk *d = &w->desk;
	const struct profile *p = s->profile;

	desk_close(w);
	session_move(&d->session, s);
	d->session.wanted = w->wanted;
	d->session.wanted_arg = w->wanted_arg;
	d->open = true;
	d->rows = o->rows;
	d->period = first_period(p, o->period);
	d->whole = range_whole(p);
	d->heat =
	    (struct heat_view){.theme = &w->settings.theme, .time_down = o->time_down};
	d->heat.length = d->whole.to;
	d->heat.usual = heatmap_usual_period(p);
	d->heat.cursor = o->range ? d->session.choice.range.from : d->whole.from;
	d->heat.clock = heat_clock_of(p, o->local);
	if (o->range)
		d->heat.held = HELD_SELECTION;
	d->flame = (struct flame_view){.theme = &w->settings.theme,
				       .flame = &d->session.flame,
				       .icicle = o->icicle,
				       .order = o->order};
	d->table = (struct table_view){.theme = &w->settings.theme};
	if (o->zoom && *o->zoom)
		first_zoom(w);
	w->focus = p->has_times ? PLACE_MAP : PLACE_GRAPH;
	if (err->kind || !desk_refresh(w, err)) {
		desk_close(w);
		return false;
	}
	desk_note(w);
	return true;
}

/* A sample may have come that is earlier than the first: then all times count from before. */
static void shift(struct workspace *w, uint64_t earlier)
{
	struct desk *d = &w->desk;

	session_set_range(&d->session, range_shift(d->session.choice.range, earlier));
	heat_view_shift(&d->heat, earlier);
	history_shift(&d->history, earlier);
}

void desk_adopt(struct workspace *w, struct session *s, const uint32_t *frames)
{
	struct desk *d = &w->desk;
	const struct profile *p = s->profile;
	uint64_t was = profile_origin(d->session.profile), is = profile_origin(p);
	/* what the command line says of times is said of the whole file */
	bool given = w->settings.range && d->history.count == 1 && !d->heat.marking;
	struct session old;

	session_move(&old, &d->session);
	session_move(&d->session, s);
	d->session.wanted = w->wanted;
	d->session.wanted_arg = w->wanted_arg;
	session_set_range(&d->session, old.choice.range);
	if (is < was && !given)
		shift(w, was - is);
	flame_view_regrow(&d->flame, old.tree, d->session.tree, frames);
	if (frames)
		history_translate(&d->history, frames);
	if (d->zoom_awaited && d->flame.zoom == 0 && d->history.count == 1) {
		first_zoom(w);
		history_release(&d->history);
		desk_note(w);
	}
	d->whole = range_whole(p);
	d->heat.length = d->whole.to;
	d->heat.usual = heatmap_usual_period(p);
	if (!w->settings.period && has_too_many_columns(p, d->period))
		d->period = first_period(p, 0);
	d->heat.clock = heat_clock_of(p, d->heat.clock.local);
	loader_close(w->loader, &old);
}

void desk_close(struct workspace *w)
{
	struct desk *d = &w->desk;

	history_release(&d->history);
	table_view_release(&d->table);
	flame_view_release(&d->flame);
	heat_view_release(&d->heat);
	maps_release(&d->maps);
	session_close(&d->session);
	*d = (struct desk){0};
}

/* ---- keeping everything true ---- */

static void gather_status(struct workspace *w)
{
	struct desk *d = &w->desk;
	struct session *s = &d->session;
	struct status *st = &d->status;
	uint32_t zoom = d->flame.layout.zoom;

	*st = (struct status){.profile = s->profile,
			      .summary = &s->summary,
			      .kept = &s->kept,
			      .flame = &s->flame,
			      .theme = &w->settings.theme,
			      .file = text_basename(text_of(w->path)),
			      .event = session_event_name(s),
			      .filter = s->choice.filter,
			      .search = s->choice.search,
			      .range = s->choice.range,
			      .whole = d->whole,
			      .idle = s->choice.idle,
			      .all = s->whole,
			      .found_of = s->flame.total[zoom]};
	if (strcmp(w->path, "-") == 0)
		st->file = TEXT("standard input");
	st->is_time = flame_is_time(s->profile, s->choice.event, s->choice.weigh);
	if (session_searches(s))
		st->found = search_value(&s->search, &s->flame, zoom);
	st->busy = session_busy_cpus(s);
	st->cpus = session_cpus(s);
	if (d->partial && !w->loader) {
		growing_words(&d->read, d->partial_words);
		st->partial = d->partial_words;
	}
}

/* Without memory the graph is empty, and the table what it was. */
static bool refresh_graph(struct workspace *w, struct error *err)
{
	struct desk *d = &w->desk;
	bool ok;

	d->flame.flame = &d->session.flame;
	d->flame.search = session_searches(&d->session) ? &d->session.search : NULL;
	d->table.found = d->flame.search ? &d->flame.search->frames : NULL;
	d->heat.selected = d->session.choice.range;
	d->table.is_time = flame_is_time(d->session.profile, d->session.choice.event,
					 d->session.choice.weigh);
	ok = flame_view_update(&d->flame, workspace_pane(w->at.graph), err) &&
	     (!w->table || table_view_update(&d->table, &d->session.flame, err));
	gather_status(w); /* also then: what it had borrowed is gone */
	return ok;
}

bool desk_rebuild_maps(struct workspace *w, struct error *err)
{
	struct desk *d = &w->desk;
	struct maps old = d->maps, maps = {0};
	struct heat_cells cells = {0};
	uint32_t rows = heat_geometry_rows(&w->settings.theme, d->rows, w->at.map.h);

	d->heat.why = presence_may_be_perf(d->session.profile)
			  ? "No heat map: no times here; perf record -T and perf script "
			    "-F +time add them."
			  : "No heat map: no times here.";
	if (!d->session.profile->has_times)
		return heat_view_show(&d->heat, &cells, err);
	if (!maps_build(&maps, &d->session, d->period, rows, w->settings.counts, err))
		return false;
	d->maps = maps;
	cells = maps_cells(&d->maps);
	if (!heat_view_show(&d->heat, &cells, err)) {
		d->maps = old;
		maps_release(&maps);
		return false;
	}
	d->heat.idle = d->session.choice.idle;
	maps_release(&old);
	d->heat.wished = d->rows > rows ? d->rows : 0;
	return true;
}

/* The maps that are there are of another question: none is better than these. */
static void conceal_maps(struct desk *d)
{
	d->heat.map = d->heat.matched = NULL;
	d->heat.why = "No heat map: there is not enough memory for it.";
}

bool desk_refresh(struct workspace *w, struct error *err)
{
	struct error more = ERROR_INIT;
	bool has_maps = desk_rebuild_maps(w, err);

	if (!has_maps)
		conceal_maps(&w->desk);
	return refresh_graph(w, has_maps ? err : &more) && has_maps;
}

void desk_recount(struct workspace *w)
{
	struct error err = ERROR_INIT;

	if (!refresh_graph(w, &err))
		workspace_complain(w, &err);
}

/* ---- undo ---- */

void desk_note(struct workspace *w)
{
	const struct choice *c = &w->desk.session.choice;
	struct moment m = {.range = c->range, .root = c->root, .filter = c->filter};
	struct error ignored = ERROR_INIT; /* a step less to go back */

	if (!path_of(&m.zoom, w->desk.session.tree, w->desk.flame.zoom, &ignored))
		return;
	history_note(&w->desk.history, &m);
}

static bool set_root(struct desk *d, enum root_mode root, struct error *err)
{
	struct tree *old;
	bool ok = session_set_root(&d->session, root, &old, err);

	if (old)
		flame_view_retree(&d->flame, old, d->session.tree);
	tree_free(old);
	return ok;
}

/* The filter first: it may fail on names that were not there then, and nothing has changed. */
static bool go_to(struct desk *d, const struct moment *m, struct error *err)
{
	struct session *s = &d->session;

	if (strcmp(s->choice.filter, m->filter) != 0 &&
	    !session_set_filter(s, text_of(m->filter), err))
		return false;
	if (s->choice.root != m->root && !set_root(d, m->root, err))
		return false;
	session_set_range(s, m->range);
	flame_view_zoom(&d->flame, path_find(&m->zoom, s->tree));
	return true;
}

static const struct moment *step(struct history *h, bool redo)
{
	return redo ? history_on(h) : history_back(h);
}

bool desk_undo(struct workspace *w, bool redo)
{
	struct desk *d = &w->desk;
	const struct moment *m = step(&d->history, redo);
	struct range before = d->session.choice.range, now;
	struct error err = ERROR_INIT, more = ERROR_INIT;

	if (!m) {
		workspace_say(w, redo ? "nothing to redo" : "nothing to undo");
		return true;
	}
	if (!go_to(d, m, &err))
		step(&d->history, !redo); /* we are still where we were */
	d->heat.marking = MARKING_NONE;
	if (!desk_refresh(w, &more) && !err.kind)
		err = more;
	now = d->session.choice.range;
	if (now.from != before.from || now.to != before.to)
		heat_view_reveal(&d->heat);
	if (err.kind)
		workspace_complain(w, &err);
	return true;
}

/* ---- changing what is asked ---- */

static bool noted(struct workspace *w, bool ok, struct error *err)
{
	if (err->kind)
		workspace_complain(w, err);
	else if (ok)
		desk_note(w);
	return ok;
}

static bool changed(struct workspace *w, bool ok, struct error *err)
{
	ok = ok && desk_refresh(w, err);
	return noted(w, ok, err);
}

/* Back to what was asked before, since what is asked now cannot be shown. */
static void ask_again(struct workspace *w, const struct choice *before)
{
	struct error none = ERROR_INIT;

	if (session_set_choice(&w->desk.session, before, &none))
		desk_refresh(w, &none);
}

bool desk_set_filter(struct workspace *w, struct text expression)
{
	struct session *s = &w->desk.session;
	struct choice before = {0};
	struct error err = ERROR_INIT;
	bool ok = session_copy_choice(&before, &s->choice, &err) &&
		  session_set_filter(s, expression, &err);

	if (ok && !desk_refresh(w, &err)) {
		ask_again(w, &before);
		ok = false;
	}
	session_drop_choice(&before);
	ok = noted(w, ok, &err);
	if (ok && !(w->loader && w->desk.partial) && !presence_of_match(s, &err))
		workspace_complain(w, &err);
	return ok;
}

bool desk_add_filter(struct workspace *w, struct text term)
{
	struct error err = ERROR_INIT;
	const char *now = w->desk.session.choice.filter;
	char *all =
	    mem_format(&err, "%s%s%.*s", now, *now ? " & " : "", (int)term.len, term.at);
	bool ok;

	if (!all)
		return changed(w, false, &err);
	ok = desk_set_filter(w, text_of(all));
	mem_free(all);
	return ok;
}

bool desk_set_search(struct workspace *w, struct text pattern)
{
	struct session *s = &w->desk.session;
	struct choice before = {0};
	struct error err = ERROR_INIT;
	bool ok = session_copy_choice(&before, &s->choice, &err) &&
		  session_set_search(s, pattern, &err);

	if (ok && !desk_refresh(w, &err)) {
		ask_again(w, &before);
		ok = false;
	}
	session_drop_choice(&before);
	if (!ok)
		workspace_complain(w, &err);
	return ok;
}

bool desk_set_root(struct workspace *w, enum root_mode root)
{
	struct error err = ERROR_INIT;

	return changed(w, set_root(&w->desk, root, &err), &err);
}

bool desk_set_period(struct workspace *w, uint64_t period, uint64_t around)
{
	struct desk *d = &w->desk;
	struct error err = ERROR_INIT;
	uint64_t before = d->period;

	heat_view_hold(&d->heat, workspace_pane(w->at.map));
	d->period = period;
	d->heat.cursor = around;
	if (desk_rebuild_maps(w, &err)) {
		heat_view_follow(&d->heat, workspace_pane(w->at.map));
		return true;
	}
	d->period = before;
	workspace_complain(w, &err);
	return false;
}
