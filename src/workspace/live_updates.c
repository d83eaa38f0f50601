#include "workspace/overlays.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/fill.h"
#include "base/number.h"
#include "view/heat/heat_geometry.h"
#include "view/label.h"

#define COST_EACH (2 * NS_PER_SECOND) /* the cost is an average over this time */

void live_updates_release(struct live_updates *w)
{
	session_free(w->held.session);
	*w = (struct live_updates){.frozen = false};
}

bool live_updates_freeze(struct live_updates *w, struct loading *l, bool frozen)
{
	w->frozen = frozen;
	if (l->loader) {
		loader_hold(l->loader, frozen);
		w->since = loader_progress(l->loader).samples;
	}
	return !frozen && w->held.session;
}

void live_updates_hold(struct live_updates *w, struct loading *l, struct arrival *a)
{
	struct session *old = a->session;

	if (a->news == LOADER_WHOLE) {
		old = w->held.session;
		w->held = *a;
	}
	if (old)
		loader_close(l->loader, old);
}

/* ---- the map follows time ---- */

static struct pane map_pane(const struct open_profile *o)
{
	return o->panes[PANE_UPPER];
}

static uint64_t last_column(const struct open_profile *o)
{
	return o->heat.map && o->heat.map->columns ? o->heat.map->columns - 1 : 0;
}

void live_updates_before(struct live_updates *w, const struct open_profile *o)
{
	struct heat_geometry g;

	w->at_edge = w->on_edge = true;
	if (!o->session || !o->heat.map || !o->heat.map->columns)
		return;
	g = heat_geometry_of(&o->heat, map_pane(o));
	w->at_edge = g.first + g.shown >= g.all;
	w->on_edge = o->heat.marking == MARKING_NONE &&
		     o->heat.cursor / o->heat.map->period >= last_column(o);
}

void live_updates_after(struct live_updates *w, const struct loading *l,
			struct open_profile *o)
{
	struct heat_view *v = &o->heat;
	uint64_t at, period;

	w->behind = 0;
	if (l->loader && loader_live(l->loader).tick) /* both times have one clock */
		w->behind = clock_now() - o->session->profile->samples.end;
	if (!v->map || !v->map->columns)
		return;
	period = v->map->period;
	at = last_column(o) * period + v->cursor % period;
	if (w->on_edge && at > v->cursor)
		v->cursor = at;
	if (w->at_edge)
		heat_view_scroll(v, (int64_t)v->map->columns, map_pane(o));
	if (w->on_edge) /* the last column is not complete yet */
		v->cursor = o->whole.to && at >= o->whole.to ? o->whole.to - 1 : at;
}

bool live_updates_lost_range(struct live_updates *w, const struct open_profile *o)
{
	const struct profile *p = o->session->profile;
	struct range r = selection_bounds(o->session->selection);
	bool gone = !range_is_all(r) && p->samples.count && p->has_times &&
		    p->samples.time[0] - profile_origin(p) >= r.to;
	bool news = gone && !w->range_gone;

	w->range_gone = gone;
	return news;
}

/* ---- the meter ---- */

/* CPU time of flarescope and its recorder together. */
static void update_cost(struct live_updates *w, const struct live_progress *p)
{
	uint64_t now = clock_now(), spent = clock_spent_in_all() + p->spent;

	if (!w->from || spent < w->spent_then) {
		w->from = now;
		w->spent_then = spent;
	} else if (now - w->from >= COST_EACH) {
		w->cost = (double)(spent - w->spent_then) / (double)(now - w->from);
		w->from = now;
		w->spent_then = spent;
	}
}

/* "  12 lost  1,234 too old" */
static void put_lost(const struct live_progress *p, char *to, size_t room)
{
	char n[NUMBER_GROUPED_MAX], t[NUMBER_GROUPED_MAX], k[LABEL_MAX];
	int len = snprintf(to, room, "  %s lost", number_grouped(p->lost, n));

	if (p->gone && (size_t)len < room)
		len += snprintf(to + len, room - (size_t)len, "  %s too old",
				number_grouped(p->gone, t));
	if (p->keep && (size_t)len < room)
		len += snprintf(to + len, room - (size_t)len, "  keeps %s (memory)",
				label_duration(p->keep, k));
	if (p->throttled && (size_t)len < room)
		snprintf(to + len, room - (size_t)len, "  throttled %s times",
			 number_grouped(p->throttled, t));
}

/* A word that does not fit is left out. */
static void put_word(struct fill *to, const char *word)
{
	struct text t = text_of(word);

	if (t.len <= fill_left(to))
		fill_text(to, t);
}

void live_updates_meter(struct live_updates *w, const struct loading *l, int width,
			struct meter *m)
{
	const struct live_progress p = loader_live(l->loader);
	const struct load_progress g = loader_progress(l->loader);
	char lost[120] = "", late[32] = "", cost[40] = "", n[NUMBER_GROUPED_MAX];
	struct fill words = fill_of(m->words, sizeof m->words - 1);

	update_cost(w, &p);
	put_lost(&p, lost, sizeof lost);
	if (w->behind && w->behind < INT64_MAX)
		snprintf(late, sizeof late, "  %.2f s behind", (double)w->behind / 1e9);
	if (w->cost > 0)
		snprintf(cost, sizeof cost, "  own %.1f %% CPU", 100 * w->cost);
	if (w->frozen) {
		snprintf(m->words, sizeof m->words, "frozen  %s new samples",
			 number_grouped(g.samples - w->since, n));
	} else {
		put_word(&words, "live");
		put_word(&words, width < 100 ? "" : late);
		put_word(&words, lost);
		put_word(&words, width < 100 ? "" : cost);
		*words.at = '\0'; /* room: one byte was reserved */
	}
	loading_fill_meter(m, false, 0, width);
}
