#include "session/picture.h"

#include "analysis/sampled_clock.h"
#include "base/number.h"
#include "view/flame/flame_view.h"
#include "view/heat/heat_geometry.h"

/* ---- the heat map ---- */

/* How a map is counted. */
struct map_plan {
	const struct session *session;
	uint64_t period;
	uint32_t rows;
	uint32_t event;	       /* ALL_EVENTS only if there are several events */
	uint64_t tick;	       /* ns: period of the event's clock; 0: count samples */
	struct filter *filter; /* owned: that of the session; NULL without a clock */
};

static bool plan_clock(struct map_plan *plan, struct error *err)
{
	const struct session *s = plan->session;
	struct sampled_clock clock;

	plan->event = s->choice.event;
	if (plan->event == ALL_EVENTS && s->profile->event_count == 1)
		plan->event = 0;
	clock = sampled_clock_of(s->profile, plan->event);
	if (!clock.on_cpus || !clock.period)
		return true;
	plan->tick = clock.period;
	plan->filter = filter_new(s->choice.filter, err);
	return plan->filter != NULL;
}

static bool build_heatmap(const struct map_plan *plan, const struct bits *which,
			  struct heatmap *map, struct cpu_usage *busy, struct error *err)
{
	const struct session *s = plan->session;
	const struct cpu_usage_query q = {.event = plan->event,
					  .period = plan->tick,
					  .which = which,
					  .filter = plan->filter,
					  .levels_only =
					      which == session_mapped_found(s)};

	if (!plan->tick)
		return heatmap_build(map, s->profile, which, s->kept.spans, plan->period,
				     plan->rows, err);
	return heatmap_build_empty(map, s->profile, which, false, plan->period,
				   plan->rows, err) &&
	       cpu_usage_build(busy, map, s->profile, &q, err);
}

static bool build_found(const struct map_plan *plan, struct picture_map *m,
			struct error *err)
{
	const struct session *s = plan->session;

	m->finds = s->finds;
	return !session_searches(s) ||
	       build_heatmap(plan, session_mapped_found(s), &m->matched, &m->found, err);
}

static bool build_both(const struct map_plan *plan, struct picture_map *m,
		       struct error *err)
{
	const struct session *s = plan->session;

	if (build_heatmap(plan, session_mapped(s), &m->map, &m->busy, err) &&
	    build_found(plan, m, err))
		return true;
	picture_map_release(m);
	return false;
}

bool picture_map_build(struct picture_map *m, const struct session *s, uint64_t period,
		       uint32_t rows, bool counts, struct error *err)
{
	struct map_plan plan = {.session = s, .period = period, .rows = rows};
	bool ok;

	*m = (struct picture_map){0};
	ok = (counts || plan_clock(&plan, err)) && build_both(&plan, m, err);
	if (!ok && plan.tick && err->kind == ERROR_MEMORY) { /* counts need less memory */
		*err = (struct error)ERROR_INIT;
		plan.tick = 0;
		ok = build_both(&plan, m, err);
		m->is_makeshift = true;
	}
	filter_free(plan.filter);
	return ok;
}

/*
 * The samples for hues: those kept with and without the filter. `*without` is built if there is a
 * filter.
 */
static bool find_source(const struct session *s, struct included *without,
			struct hues_source *source, struct error *err)
{
	const struct included_query q = {.event = s->choice.event,
					 .idle = s->choice.idle};

	if (s->passed.words && !included_build(without, s->profile, &s->idle, &q, err))
		return false;
	*source = (struct hues_source){.profile = s->profile,
				       .whole = s->passed.words ? &without->samples
								: &s->kept.samples,
				       .kept = &s->kept.samples,
				       .spans = s->kept.spans};
	return true;
}

bool picture_hues_new(enum hues_by by, const struct session *s,
		      const struct session *other, struct name_hues **h,
		      struct error *err)
{
	struct hues_source sources[HUES_FILES];
	struct included without[HUES_FILES] = {{.count = 0}};
	bool ok;

	*h = NULL;
	if (by == HUES_HEAT || s->profile->times_only || s->profile->server ||
	    (other && other->profile->times_only))
		return true;
	ok = find_source(s, &without[0], &sources[0], err) &&
	     (!other || find_source(other, &without[1], &sources[1], err));
	if (ok)
		*h = name_hues_new(by, sources, other ? 2 : 1, err);
	included_release(&without[0]);
	included_release(&without[1]);
	return ok && *h;
}

/* The dominant name among the matches of each cell. */
static bool add_hues_of_found(struct picture_map *m, const struct session *s,
			      const struct name_hues *h, int file, struct error *err)
{
	struct cell_contest contest;

	if (!h || !m->matched.counts)
		return true;
	contest = name_hues_cell_contest(h, file);
	return cell_winners_build(&m->who_found, &m->matched, &contest, s->profile,
				  &s->matched, err);
}

bool picture_map_add_hues(struct picture_map *m, const struct session *s,
			  const struct name_hues *h, int file, struct error *err)
{
	struct cell_contest contest;

	if (!h)
		return true;
	contest = name_hues_cell_contest(h, file);
	if (cell_winners_build(&m->who, &m->map, &contest, s->profile, &s->kept.samples,
			       err) &&
	    add_hues_of_found(m, s, h, file, err)) {
		m->hues = h;
		return true;
	}
	cell_winners_release(&m->who);
	return false;
}

static void release_found(struct picture_map *m)
{
	cell_winners_release(&m->who_found);
	heatmap_release(&m->matched);
	cpu_usage_release(&m->found);
}

void picture_map_release(struct picture_map *m)
{
	release_found(m);
	cell_winners_release(&m->who);
	heatmap_release(&m->map);
	cpu_usage_release(&m->busy);
}

bool picture_map_search(struct picture_map *m, const struct session *s, int file,
			struct error *err)
{
	struct map_plan plan = {
	    .session = s, .period = m->map.period, .rows = m->map.rows};
	struct picture_map now = *m;
	bool ok;

	if (m->is_makeshift)
		return false;
	if (m->finds == s->finds)
		return true;
	ok = !m->busy.levels || plan_clock(&plan, err);
	now.matched = (struct heatmap){0};
	now.found = (struct cpu_usage){0};
	now.who_found = (struct cell_winners){0};
	ok = ok && build_found(&plan, &now, err) &&
	     add_hues_of_found(&now, s, m->hues, file, err);
	filter_free(plan.filter);
	release_found(ok ? m : &now);
	if (ok)
		*m = now;
	return ok;
}

struct heat_cells picture_map_cells(const struct picture_map *m)
{
	return (struct heat_cells){.map = &m->map,
				   .matched = m->matched.counts ? &m->matched : NULL,
				   .busy = m->busy.levels ? &m->busy : NULL,
				   .found = m->found.levels ? &m->found : NULL,
				   .hues = m->hues,
				   .who = m->hues ? &m->who : NULL,
				   .who_found = m->who_found.of ? &m->who_found : NULL};
}

/* ---- the lines above and below ---- */

struct status picture_status(const struct session *s, const struct theme *theme,
			     const char *file, uint32_t zoom)
{
	const struct baseline *b = &s->choice.baseline;

	return (struct status){
	    .profile = s->profile,
	    .summary = &s->summary,
	    .kept = &s->kept,
	    .flame = session_graph(s),
	    .theme = theme,
	    .file = session_title(file),
	    .event = session_event_name(s),
	    .filter = s->choice.filter,
	    .search = s->choice.search,
	    .choice = &s->choice,
	    .comparison =
		b->look.graph == GRAPH_PLAIN ? NULL : session_drawn(s).comparison,
	    .baseline_file =
		b->against == BASELINE_FILE ? TEXT("the other file") : TEXT(""),
	    .has_baseline = b->against == BASELINE_RANGE,
	    .baseline = b->range,
	    .baseline_ranges = s->baseline.count,
	    .baseline_filter = b->against == BASELINE_FILE && !b->has_filter
				   ? s->choice.filter
				   : b->filter,
	    .figures = session_figures(s, zoom)};
}

uint64_t picture_percent_of(const struct session *s, enum percent_base base)
{
	const struct range_totals_query q = {.flame = &s->flame,
					     .kept = &s->kept,
					     .summary = &s->summary,
					     .event = s->choice.event};

	return base == PERCENT_RANGE  ? session_functions(s)->total[0]
	       : base == PERCENT_KEPT ? s->whole
				      : range_totals_everything(&q);
}

struct status picture_on_paper(const struct session *s, const struct settings *settings,
			       uint32_t zoom)
{
	struct status st = picture_status(s, &settings->theme, settings->file, zoom);

	st.on_paper = true;
	if (st.baseline_file.len && settings->baseline_file)
		st.baseline_file = session_title(settings->baseline_file);
	return st;
}

/* ---- whole pictures ---- */

uint64_t picture_period(const struct session *s, uint32_t room)
{
	static const unsigned steps[] = {1, 2, 5};
	uint64_t ten = NS_PER_SECOND, period = ten;

	if (s->choice.period)
		return s->choice.period;
	if (heatmap_columns(s->profile, period) == 1)
		return heatmap_usual_period(s->profile);
	for (int i = 1; heatmap_columns(s->profile, period) > room; i++) {
		ten *=
		    i % 3 ? 1 : 10; /* ends: 64 bits hold less than 2 * 10^10 seconds */
		period = ten * steps[i % 3];
	}
	return period;
}

struct canvas *picture_sheet(const struct session *s, const struct settings *settings,
			     int width, int height, struct pane *inside,
			     struct error *err)
{
	struct status st = picture_on_paper(s, settings, 0);
	bool below = !choice_is_all(&s->choice) || session_searches(s);
	struct canvas *c = canvas_new(width, height + 1 + below, err);
	struct pane whole;

	if (!c)
		return NULL;
	canvas_set_ascii(c, settings->theme.ascii);
	whole = pane_whole(c);
	status_title(&st, pane_inside(whole, (struct rect){0, 0, width, 1}));
	if (below)
		status_range(&st, &(struct heat_view){0},
			     pane_inside(whole, (struct rect){0, height + 1, width, 1}));
	*inside = pane_inside(whole, (struct rect){0, 1, width, height});
	return c;
}

struct canvas *picture_heatmap(const struct session *s, const struct settings *settings,
			       int width, struct error *err)
{
	struct heat_view v = {.theme = &settings->theme, .choice = &s->choice};
	struct heat_cells cells;
	struct picture_map map;
	struct name_hues *hues;
	uint64_t period;
	uint32_t rows = s->choice.rows ? s->choice.rows : 50;
	struct canvas *c = NULL;
	struct pane inside;

	period = picture_period(
	    s, heat_geometry_columns(width, s->choice.hues_by != HUES_HEAT));
	if (!picture_hues_new(s->choice.hues_by, s, NULL, &hues, err) ||
	    !picture_map_build(&map, s, period, rows, s->choice.counts, err)) {
		name_hues_free(hues);
		return NULL;
	}
	if (!picture_map_add_hues(&map, s, hues, 0, err)) {
		picture_map_release(&map);
		name_hues_free(hues);
		return NULL;
	}
	cells = picture_map_cells(&map);
	v.selected = s->choice.range;
	v.several = session_several(s);
	v.length = range_whole(s->profile).to;
	v.clock = heat_clock_of(s->profile);
	if (heat_view_show(&v, &cells, err))
		c = picture_sheet(s, settings, width,
				  heat_geometry_lines(v.theme, v.map->rows, v.clock.known,
						      PICTURE_HEIGHT_MAX),
				  &inside, err);
	if (c)
		heat_view_draw(&v, inside);
	heat_view_release(&v);
	picture_map_release(&map);
	name_hues_free(hues);
	return c;
}

bool picture_compare(struct flame_view *v, const struct comparison *c,
		     const struct session *s, struct error *err)
{
	const struct difference_look *look = &s->choice.baseline.look;

	if (!c || !c->tree || look->graph == GRAPH_PLAIN)
		return true;
	if (!shown_build(&v->shown, c, difference_widths(look), look->hidden, err))
		return false;
	v->comparison = c;
	v->flame = &v->shown.flame;
	return true;
}

struct flame_view picture_view(const struct session *s, const struct settings *settings,
			       const struct flame *flame, const char *shaped)
{
	return (struct flame_view){.flame = flame,
				   .theme = &settings->theme,
				   .choice = &s->choice,
				   .shaped = shaped,
				   .search = session_search(s)};
}

struct canvas *picture_below_range(const struct session *s,
				   const struct settings *settings, int width, int height,
				   uint32_t zoom, struct pane *inside, struct error *err)
{
	struct canvas *c = canvas_new(width, height + 1 < 4 ? 4 : height + 1, err);
	struct status st;
	struct pane whole;

	if (!c)
		return NULL;
	canvas_set_ascii(c, settings->theme.ascii);
	st = picture_on_paper(s, settings, zoom);
	whole = pane_whole(c);
	status_range(&st, &(struct heat_view){0},
		     pane_inside(whole, (struct rect){0, 0, width, 1}));
	*inside = pane_inside(whole, (struct rect){0, 1, width, whole.area.h - 1});
	return c;
}

struct canvas *picture_graph(struct flame_view *v, const struct session *s,
			     const struct settings *settings, int width,
			     struct error *err)
{
	struct pane sheet = {.area = {0, 0, width, PICTURE_HEIGHT_MAX}}, inside;
	struct canvas *c = NULL;
	int height;

	if (settings->asked.zoom)
		v->zoom = tree_find(v->flame->tree, text_of(settings->asked.zoom));
	if (settings->asked.zoom && *settings->asked.zoom && !v->zoom) {
		error_set(err, ERROR_USAGE, "--zoom: there is no frame '%s'",
			  settings->asked.zoom);
		flame_view_release(v);
		return NULL;
	}
	if (flame_view_update(v, sheet, err)) {
		height = flame_view_height(v);
		height = height < PICTURE_HEIGHT_MAX ? height : PICTURE_HEIGHT_MAX - 1;
		c = picture_below_range(
		    s, settings, width, height,
		    v->flame->tree == session_graph(s)->tree ? v->layout.zoom : 0,
		    &inside, err);
	}
	if (c)
		flame_view_draw(v, inside);
	flame_view_release(v);
	return c;
}

struct canvas *picture_flame(const struct session *s, const struct settings *settings,
			     int width, struct error *err)
{
	struct flame_view v =
	    picture_view(s, settings, session_graph(s), session_shaped(s));

	if (!picture_compare(&v, session_drawn(s).comparison, s, err))
		return NULL;
	return picture_graph(&v, s, settings, width, err);
}
