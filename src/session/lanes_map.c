#include "session/lanes_map.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/filter.h"
#include "base/append.h"
#include "base/mem.h"
#include "profile/frame_mode.h"
#include "profile/hosts.h"
#include "view/heat/heat_geometry.h"

#define ROWS_MOST  5000 /* all other lanes share one row */
#define FOLDS_MOST 1000
#define CELLS_MOST 2000000 /* 16 MB */

/* ---- counting columns ---- */

/* Count all columns or, if they are too many, some around the visible ones. */
static bool count_columns(struct lanes_map *m, const struct session *s, uint32_t first,
			  uint32_t shown, struct error *err)
{
	const struct heatmap *map = m->view.time->map;
	uint32_t each = s->profile->states ? s->profile->event_count + 1 : 1;
	uint32_t most = CELLS_MOST / each / (m->of.rows.shown + 1);
	uint32_t columns = map->columns;
	uint32_t from = 0;

	most = most < shown ? shown : most;
	if (columns > most) {
		columns = most;
		from = first > (columns - shown) / 2 ? first - (columns - shown) / 2 : 0;
	}
	if (columns > map->columns - from)
		columns = map->columns - from;
	return picture_lanes_count(&m->of, s, from * map->period, map->period, columns,
				   err);
}

/* Update the view. */
static void show_lanes(struct lanes_map *m, const char *why)
{
	struct lanes_view *v = &m->view;

	v->lanes = &m->of.lanes;
	v->rows = &m->of.rows;
	v->cells = m->of.cells.counts ? &m->of.cells : NULL;
	v->matched = m->of.matched.counts ? &m->of.matched : NULL;
	v->window = m->of.window;
	picture_lanes_show_states(&m->of, v);
	v->why = why;
}

static void say_why(struct lanes_map *m, const struct error *err)
{
	snprintf(m->why, sizeof m->why, "No lanes: %.200s", err->message);
	picture_lanes_release(&m->of);
	show_lanes(m, m->why);
}

void lanes_map_follow(struct lanes_map *m, const struct session *s, struct pane p)
{
	struct lanes_view *v = &m->view;
	struct error err = ERROR_INIT;
	struct heat_geometry g;
	uint64_t from;

	if (v->why || !v->time || !v->time->map || !v->cells)
		return;
	g = heat_geometry_of(v->time, lanes_view_time(p));
	from = v->window.from / v->window.period;
	if (g.first >= from && g.first + g.shown <= from + v->window.columns)
		return;
	if (count_columns(m, s, g.first, g.shown, &err))
		show_lanes(m, NULL);
	else
		say_why(m, &err);
}

/* ---- building lanes ---- */

/* The row of the lane that had the cursor, or the first row. */
static uint32_t row_again(const struct lanes_view *v, const struct picture_lanes *now)
{
	uint32_t lane;

	if (!v->cursor || !v->cells || v->lanes->by != now->lanes.by ||
	    v->cursor >= v->rows->shown)
		return 0;
	lane = v->rows->list[v->cursor].lane;
	for (uint32_t i = 0; i < now->lanes.count; i++)
		if (lane_is(v->lanes, lane, &now->lanes, i))
			return now->rows.of[i] == LANE_NONE ? now->rows.shown
							    : now->rows.of[i];
	return 0;
}

void lanes_map_build(struct lanes_map *m, const struct session *s, enum lanes_by by,
		     struct heat_view *time, struct pane p)
{
	struct lanes_view *v = &m->view;
	const struct server_side *server = s->profile->server;
	struct error err = ERROR_INIT;
	struct picture_lanes now = {.window = {.columns = 0}};
	enum lanes_by next = lanes_map_next(s, by);
	struct heat_geometry g;

	v->time = time;
	v->next = next < LANES_BY ? lanes_by_names[next] : NULL;
	if (s->profile->times_only || !time->map ||
	    (server && server->lanes != 1 + (uint32_t)by)) {
		error_set(&err, ERROR_NOTHING,
			  s->profile->times_only
			      ? "they are known when the stacks have been read"
			  : time->map ? "they are not counted yet"
				      : "there is no map");
		say_why(m, &err);
		return;
	}
	if (!picture_lanes_find(&now, s, by, &m->folds, ROWS_MOST, &err)) {
		say_why(m, &err);
		return;
	}
	v->cursor = row_again(v, &now);
	picture_lanes_release(&m->of);
	m->of = now;
	g = heat_geometry_of(time, lanes_view_time(p));
	if (count_columns(m, s, g.first, g.shown, &err))
		show_lanes(m, NULL);
	else
		say_why(m, &err);
}

bool lanes_map_search(struct lanes_map *m, const struct session *s, struct error *err)
{
	if (m->view.why || !m->view.cells || !picture_lanes_search(&m->of, s, err))
		return false;
	show_lanes(m, NULL);
	return true;
}

void lanes_map_forget(struct lanes_map *m)
{
	picture_lanes_release(&m->of);
	show_lanes(m, NULL);
}

static void unfold_lane(struct lane_folds *f, uint32_t i)
{
	mem_free((char *)f->list[i].name.at);
	mem_free((char *)f->list[i].host.at);
	f->list[i] = f->list[--f->count];
}

void lanes_map_release(struct lanes_map *m)
{
	picture_lanes_release(&m->of);
	while (m->folds.count)
		unfold_lane(&m->folds, 0);
	mem_free(m->folds.list);
	*m = (struct lanes_map){.why = ""};
}

/* ---- keys of lanes ---- */

static bool frames_differ(const struct profile *p, enum lanes_by by)
{
	struct text first = p->frame_count > 1 ? profile_frame_module(p, 1) : TEXT("");

	for (uint32_t i = 2; i < p->frame_count; i++)
		if (by == LANES_KIND ? p->frames[i].kind != p->frames[1].kind
				     : !text_equal(profile_frame_module(p, i), first))
			return true;
	return false;
}

/* Does the profile have more than one value of this key? */
static bool differs(const struct session *s, enum lanes_by by)
{
	const struct profile *p = s->profile;
	struct error ignored = ERROR_INIT; /* without memory modes may differ */
	uint8_t *modes;
	bool differ = false;

	switch (by) {
	case LANES_PROCESS:
		for (uint32_t i = 1; !differ && i < p->thread_count; i++)
			differ = p->threads[i].pid != p->threads[0].pid;
		return differ;
	case LANES_CPU:
		for (uint32_t i = 1; !differ && i < p->context_count; i++)
			differ = p->contexts[i].cpu != p->contexts[0].cpu;
		return differ;
	case LANES_EVENT:
		return s->choice.event == ALL_EVENTS && p->event_count > 1;
	case LANES_MODULE:
	case LANES_KIND:
		return frames_differ(p, by);
	case LANES_MODE:
		modes = frame_mode_of_stacks(p, &ignored);
		differ = !modes;
		for (uint32_t i = 2; !differ && i < p->stack_count; i++)
			differ = modes[i] != modes[1];
		mem_free(modes);
		return differ;
	case LANES_HOST: /* only for several hosts, see below */
	case LANES_SERVICE:
		return false;
	default:
		return true;
	}
}

/* With several hosts, hosts come first. */
enum lanes_by lanes_map_next(const struct session *s, enum lanes_by by)
{
	bool hosts = hosts_are_several(s->profile);

	if (s->profile->server) /* a database offers these keys */
		return by == LANES_HOST	     ? LANES_SERVICE
		       : by == LANES_SERVICE ? LANES_PROCESS
		       : by == LANES_BY	     ? LANES_HOST
					     : LANES_BY;
	if (by == LANES_BY && hosts)
		return LANES_HOST;
	by = by == LANES_BY || (by == LANES_HOST && hosts) ? LANES_THREAD : by + 1;
	while (by < LANES_BY && !differs(s, by))
		by++;
	return by;
}

/* ---- folding ---- */

static bool copy_text(struct text *to, struct text t, struct error *err)
{
	*to = (struct text){mem_text(t.len ? t.at : "", t.len, err), t.len};
	return to->at != NULL;
}

bool lanes_map_fold(struct lanes_map *m, uint32_t row, struct error *err)
{
	struct lane_folds *f = &m->folds;
	const struct lanes *l = &m->of.lanes;
	struct lane_fold fresh;
	uint32_t lane;

	if (!m->view.cells || row >= m->of.rows.shown || l->by != LANES_THREAD)
		return error_set(err, ERROR_NOTHING,
				 "only threads can be folded: one line per process");
	lane = m->of.rows.list[row].lane;
	for (uint32_t i = 0; i < f->count; i++) {
		if (lane_fold_has(&f->list[i], l, lane)) {
			unfold_lane(f, i);
			return true;
		}
	}
	if (f->count == FOLDS_MOST)
		unfold_lane(f, 0);
	fresh = (struct lane_fold){.pid = l->list[lane].pid};
	if (copy_text(&fresh.name, lane_name(l, lane), err) &&
	    copy_text(&fresh.host, lane_host(l, lane), err) &&
	    APPEND(f->list, f->count, m->folds_room, "folded processes", err, fresh))
		return true;
	mem_free((char *)fresh.name.at);
	mem_free((char *)fresh.host.at);
	return false;
}

/* ---- filters for a lane ---- */

/* "comm~^\Qname\E$": `key` and a pattern for exactly this name. */
static char *name_term(const char *key, struct text name, struct error *err)
{
	size_t room = filter_quote(name, NULL, 0) + 1;
	char *quoted = mem_array(room, 1, "characters", err), *term = NULL;

	if (quoted) {
		filter_quote(name, quoted, room);
		term = mem_format(err, "%s%s", key, quoted);
	}
	mem_free(quoted);
	return term;
}

/*
 * The terms of a filter must all hold, so "!(host=web1 & tid=12)" is not possible: with several
 * hosts this is refused.
 */
static char *no_term(const char *what, struct error *err)
{
	error_set(
	    err, ERROR_NOTHING,
	    "a %s of one host can be kept, but not dropped; drop its name or its host",
	    what);
	return NULL;
}

static char *task_term(const struct lanes_map *m, const struct lane_row *r,
		       const char *no, struct error *err)
{
	const struct lane *l = &m->of.lanes.list[r->lane];
	char key[16], host[FILTER_HOST_MAX];

	filter_host_term(lane_host(&m->of.lanes, r->lane), host);
	if (*no && *host && (l->tid != PROFILE_NO_ID || l->pid != PROFILE_NO_ID))
		return no_term(m->of.lanes.by == LANES_PROCESS || r->folded ? "process"
									    : "thread",
			       err);

	if (l->tid != PROFILE_NO_ID && !r->folded)
		return mem_format(err, "%s%stid=%" PRId32, host, no, l->tid);
	if (l->pid != PROFILE_NO_ID && (r->folded || m->of.lanes.by == LANES_PROCESS))
		return mem_format(err, "%s%spid=%" PRId32, host, no, l->pid);
	snprintf(key, sizeof key, "%s%s~", no,
		 r->folded || m->of.lanes.by == LANES_PROCESS ? "process" : "comm");
	return name_term(key, lane_name(&m->of.lanes, r->lane), err);
}

/* A term about the innermost frame. */
static char *self_term(const struct lanes_map *m, const struct lane_row *r,
		       const char *no, struct error *err)
{
	const struct lanes *l = &m->of.lanes;
	struct text name = lane_name(l, r->lane);
	char key[16];

	if (l->by == LANES_KIND || l->by == LANES_MODE)
		return mem_format(err, "%s%s=%.*s", no,
				  l->by == LANES_KIND ? "self-kind" : "mode",
				  (int)name.len, name.at);
	snprintf(key, sizeof key, "%sself%s~", no,
		 l->by == LANES_MODULE ? "-module" : "");
	return name_term(key, name, err);
}

char *lanes_map_term(const struct lanes_map *m, const struct session *s, uint32_t row,
		     bool refuse, uint32_t *event, struct error *err)
{
	const struct lanes *l = &m->of.lanes;
	const char *no = refuse ? "!" : "";
	char term[FILTER_CPU_MAX];
	const struct lane_row *r;
	const struct context *c;
	uint32_t of = 0;

	*event = ALL_EVENTS;
	if (!m->view.cells || row >= m->of.rows.shown) {
		error_set(err, ERROR_NOTHING,
			  "these are several lanes: choose one above");
		return NULL;
	}
	r = &m->of.rows.list[row];
	if (l->by == LANES_THREAD || l->by == LANES_PROCESS)
		return task_term(m, r, no, err);
	if (l->by == LANES_HOST)
		return name_term(refuse ? "!host~" : "host~", lane_name(l, r->lane), err);
	if (l->by == LANES_SERVICE)
		return name_term(refuse ? "!service~" : "service~", lane_name(l, r->lane),
				 err);
	if (l->by != LANES_CPU && l->by != LANES_EVENT)
		return self_term(m, r, no, err);
	while (l->of[of] != r->lane) /* any context of this lane */
		of++;
	c = &s->profile->contexts[of];
	if (l->by == LANES_CPU && c->cpu != PROFILE_NO_CPU) {
		if (refuse && hosts_are_several(s->profile))
			return no_term("CPU", err);
		return mem_format(err, "%s%s", no,
				  filter_cpu_term(s->profile, c->cpu, term));
	}
	if (l->by == LANES_EVENT && !refuse)
		*event = c->event;
	error_set(err, ERROR_NOTHING,
		  l->by == LANES_CPU ? "the CPU of these samples is not known"
				     : "an event cannot be dropped, only chosen");
	return NULL;
}
