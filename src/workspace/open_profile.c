#include "workspace/open_profile.h"

#include <inttypes.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/hosts.h"
#include "choice/event_choice.h"
#include "view/flame/sandwich_view.h"
#include "view/heat/heat_geometry.h"
#include "workspace/comparing.h"

/* A day of seconds. One span can fill them all, a line of the terminal in each, while of moments
 * there are as many as have been sampled. */
#define SPAN_COLUMNS_MOST 100000

#define LIVE_COLUMNS 60 /* as narrow as a minute of seconds makes them */

#define LONGEST 1e19 /* ns, of a recording: no guess beyond it fits 64 bits */

/* A clock that jumped must not cost gigabytes. */
bool open_profile_has_too_many(const struct profile *p, uint64_t period)
{
	uint64_t most = p->samples.duration ? SPAN_COLUMNS_MOST : HEATMAP_COLUMNS_MAX;

	return heatmap_columns(p, period) > most;
}

/* Are cells whole slices, where an engine has counted these? */
static bool is_of_slices(const struct profile *p, uint64_t period, uint32_t rows)
{
	uint64_t slice = p->elsewhere ? p->elsewhere->slice : 0;

	return !slice || (period % rows == 0 && period / rows % slice == 0);
}

#define ROWS_OF_SLICES 50 /* in a column, as in FlameScope */

static uint64_t first_period(const struct profile *p, uint64_t asked)
{
	uint64_t period = asked ? asked : heatmap_usual_period(p);
	uint64_t slice = p->elsewhere ? p->elsewhere->slice : 0;

	if (slice &&
	    !is_of_slices(p, period, 1)) /* those that are longer are of much time */
		period = slice > period ? slice : NS_PER_SECOND;
	while (!asked && open_profile_has_too_many(p, period))
		period *= 10;
	return period;
}

/* Zoom in as the settings say, as soon as the frame is there. */
static void first_zoom(struct open_profile *o)
{
	o->flame.zoom = o->flame.cursor =
	    tree_find(session_graph(o->session)->tree, text_of(o->settings->asked.zoom));
	o->zoom_awaited = o->flame.zoom == 0;
}

/* The views as the settings say. */
static void begin_views(struct open_profile *o)
{
	const struct settings *settings = o->settings;
	const struct profile *p = o->session->profile;

	o->heat =
	    (struct heat_view){.theme = &settings->theme, .choice = &o->session->choice};
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	o->heat.cursor = settings->asked.range
			     ? selection_hull(o->session->selection).from
			     : o->whole.from;
	o->heat.clock = heat_clock_of(p);
	if (settings->asked.range)
		o->heat.held = HELD_SELECTION;
	o->flame = (struct flame_view){.theme = &settings->theme,
				       .choice = &o->session->choice,
				       .flame = session_graph(o->session)};
	if (settings->asked.zoom && *settings->asked.zoom)
		first_zoom(o);
}

static bool make_others(struct open_profile *o, struct error *err)
{
	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		if (id == VIEW_MAP || id == VIEW_LANES || id == VIEW_OTHER ||
		    id == VIEW_GRAPH)
			continue;
		o->others[id] = mem_array(1, view_table[id].ops->size, "views", err);
		if (!o->others[id])
			return false;
	}
	return true;
}

/* Of the columns; maps are still of what was before. */
static void set_period(struct open_profile *o, uint64_t period)
{
	struct choice c = o->session->choice;
	struct error ignored = ERROR_INIT; /* it asks the same */

	c.period = period;
	session_choose(o->session, &c, NULL, &ignored);
}

bool open_profile_begin(struct open_profile *o, struct session *s, const char *path,
			const struct settings *settings, struct error *err)
{
	open_profile_close(o);
	o->session = s;
	o->settings = settings;
	o->path = path;
	set_period(o, first_period(s->profile, settings->choice.period));
	o->whole = range_whole(s->profile);
	begin_views(o);
	if (!make_others(o, err) || !open_profile_refresh(o, err)) {
		open_profile_close(o);
		return false;
	}
	open_profile_note(o);
	return true;
}

void open_profile_close(struct open_profile *o)
{
	struct pane panes[PANES];
	enum command shown_by[PANES];

	history_release(&o->history);
	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);

		if (v.self)
			v.ops->release(v.self);
		mem_free(o->others[id]);
	}
	charting_release(&o->charting);
	lanes_map_release(&o->lanes);
	other_map_release(&o->other);
	picture_map_release(&o->map);
	name_hues_free(o->hues);
	odd_moments_release(&o->odd);
	session_free(o->session);
	memcpy(panes, o->panes, sizeof panes);
	memcpy(shown_by, o->shown_by, sizeof shown_by);
	*o = (struct open_profile){.settings = NULL};
	memcpy(o->panes, panes, sizeof panes);
	memcpy(o->shown_by, shown_by, sizeof shown_by);
}

bool open_profile_has_other_map(const struct open_profile *o)
{
	const struct session *s = o->session;

	return s && s->other && s->choice.baseline.against == AGAINST_FILE &&
	       s->profile->has_times && s->other->profile->has_times;
}

struct heat_view *open_profile_lead(struct open_profile *o, enum view_pane pane)
{
	o->other.leads = pane == PANE_OTHER && open_profile_has_other_map(o);
	return o->other.leads ? &o->other.heat : &o->heat;
}

uint64_t open_profile_cursor(const struct open_profile *o)
{
	return o->other.leads ? o->other.heat.cursor : o->heat.cursor;
}

/* ---- its views ---- */

struct view open_profile_view(struct open_profile *o, enum view_id id)
{
	struct view v = {view_table[id].ops, o->others[id],
			 o->panes[view_table[id].pane]};

	if (id == VIEW_MAP)
		v.self = &o->heat;
	else if (id == VIEW_LANES)
		v.self = &o->lanes.view;
	else if (id == VIEW_OTHER)
		v.self = &o->other.heat;
	else if (id == VIEW_GRAPH)
		v.self = &o->flame;
	return v;
}

/* The command of the view in a pane. */
static enum command shown_by(const struct open_profile *o, enum view_pane pane)
{
	bool lanes = pane == PANE_UPPER && o->session && o->session->choice.lanes &&
		     !open_profile_has_other_map(o);

	return lanes ? COMMAND_LANES : o->shown_by[pane];
}

enum view_id open_profile_shown(const struct open_profile *o, enum view_pane pane)
{
	enum view_id id = 0;

	while (view_table[id].pane != pane || view_table[id].command != shown_by(o, pane))
		id++;
	return id;
}

bool open_profile_is_current(const struct open_profile *o, enum view_id id)
{
	const struct view_info *v = &view_table[id];

	return v->command == COMMAND_NONE || v->command == shown_by(o, v->pane);
}

/* Is it opened on a function of another view, to which one comes back? */
static bool is_of_function(enum view_id id)
{
	return id == VIEW_SANDWICH || id == VIEW_CODE;
}

void open_profile_toggle(struct open_profile *o, enum view_id id)
{
	const struct view_info *v = &view_table[id];
	enum view_id before = open_profile_shown(o, v->pane);
	enum command *by = &o->shown_by[v->pane], was = *by;

	*by = v->command;
	if (was == v->command)
		*by = is_of_function(id) ? o->beneath[id] : COMMAND_NONE;
	else if (is_of_function(id) && o->beneath[before] != v->command)
		o->beneath[id] = was; /* else one would never come back from both */
}

static const enum command shows_below[] = {
    [BELOW_GRAPH] = COMMAND_NONE, [BELOW_TOP] = COMMAND_TABLE, [BELOW_WHY] = COMMAND_WHY};

void open_profile_show_below(struct open_profile *o, enum below below)
{
	o->shown_by[PANE_LOWER] = shows_below[below];
}

enum below open_profile_below(const struct open_profile *o)
{
	enum below below = BELOW_WHY;

	while (below != BELOW_GRAPH && shows_below[below] != o->shown_by[PANE_LOWER])
		below--;
	return below;
}

/* Of the time that the range is held against; empty: of no time of its own. */
static struct range baseline_of(const struct choice *c)
{
	return c->baseline.against == AGAINST_RANGE ? c->baseline.range
						    : (struct range){0, 0};
}

bool open_profile_waits(const struct open_profile *o)
{
	return comparing_why_not(o) != NULL;
}

static bool is_moving(const struct heat_view *v)
{
	return v->marking != MARKING_NONE || v->extending;
}

/* Instructions are of samples as recorded, of one file. */
static const char *sampled_of(const struct session *s)
{
	if (s->against.joint)
		return ", of the first file";
	return session_shaped(s)[0] ? ", as recorded" : "";
}

/* All current views of one pane, even if one of them fails. `cells`: NULL if they are as before. */
static bool update_views(struct open_profile *o, enum view_pane pane,
			 const struct heat_cells *cells, struct error *err)
{
	const struct session *s = o->session;
	const char *wait = comparing_why_not(o);
	struct view_data data = {
	    .profile = s->profile,
	    .flame = session_graph(s),
	    .search = session_search(s),
	    .recorded = session_recorded(s),
	    .functions = session_table(s),
	    .shaped = session_shaped(s),
	    .sampled = &s->flame,
	    .sampled_of = sampled_of(s),
	    .cells = cells,
	    .theme = &o->settings->theme,
	    .choice = &s->choice,
	    .range = s->choice.range,
	    .several = session_several(s),
	    .comparison = session_drawn(s).comparison,
	    .baseline = baseline_of(&s->choice),
	    .baseline_several = session_baseline_several(s),
	    .swapped = s->choice.baseline.swapped,
	    .wait = wait,
	    .moving = is_moving(&o->heat) || is_moving(&o->other.heat),
	    .later = s->wanted != NULL,
	    .is_time = flame_is_time(s->profile, s->choice.event, s->choice.weigh),
	    .percent_of = picture_percent_of(s, s->choice.percent),
	    .instead = o->instead};
	bool ok = true;

	if (o->asking && pane == PANE_LOWER && !o->instead &&
	    open_profile_shown(o, PANE_LOWER) != VIEW_GRAPH)
		data.instead = "What is chosen is not counted yet.";
	if (wait)
		data.comparison = data.recorded.comparison = data.functions.comparison =
		    NULL;
	if (pane == PANE_OTHER) { /* which has the range of the other side */
		data.range = s->choice.baseline.range;
		data.several = (struct selection){0};
		data.swapped = !data.swapped;
	}

	if (pane == PANE_LOWER)
		data.chart = open_profile_chart(o);

	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);
		struct error more = ERROR_INIT;

		if (view_table[id].pane == pane && open_profile_is_current(o, id) &&
		    !v.ops->update(v.self, &data, v.pane, ok ? err : &more))
			ok = false;
	}
	return ok;
}

/* ---- while its file is read ---- */

/* A sample may have come that is earlier than the first: then all times count from before. Or those that
 * are kept have gone on so far that they count from later, and what was chosen before may be gone. */
static void shift(struct open_profile *o, int64_t earlier)
{
	struct session *s = o->session;
	struct baseline b = s->choice.baseline;

	b.range = range_shift(b.range, earlier);
	session_set_baseline(s, &b);
	session_shift(s, earlier);
	heat_view_shift(&o->heat, earlier);
	history_shift(&o->history, earlier);
}

/* What they show is of a profile that goes, and whose frames may have other numbers. */
static void empty_hidden_views(struct open_profile *o)
{
	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);

		if (!open_profile_is_current(o, id) && !v.ops->follow)
			v.ops->release(v.self);
	}
}

static void lead_views(struct open_profile *o, const struct tree *old,
		       const struct tree *new, const uint32_t *frames)
{
	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);

		if (v.ops->follow)
			v.ops->follow(v.self, old, new, frames);
	}
}

/* Of two files the nodes of each are found. */
static const struct tree *shaped_tree(const struct session *s)
{
	return s->against.joint ? s->tree : session_graph(s)->tree;
}

/* How things look is not what a new session was asked for. */
static void take_look(struct session *s, const struct choice *of)
{
	struct choice c = s->choice;
	struct error ignored = ERROR_INIT; /* it asks the same */

	choice_take(&c, of, choice_rows(0, PART_PICTURE | PART_SCREEN));
	session_choose(s, &c, NULL, &ignored);
}

struct session *open_profile_replace(struct open_profile *o, struct session *s,
				     const uint32_t *frames)
{
	const struct profile *p = s->profile;
	uint64_t was = profile_origin(o->session->profile), is = profile_origin(p);
	/* what the command line says of times is said of the whole file */
	bool given = o->settings->asked.range && o->history.count == 1 &&
		     !o->heat.marking && is <= was;
	struct session *old = o->session;

	o->session = s;
	empty_hidden_views(o);
	sandwich_view_forget(o->others[VIEW_SANDWICH]);
	/* one event against the other is of some graphs alone */
	if ((s->choice.baseline.against == AGAINST_EVENT) ==
	    (old->choice.baseline.against == AGAINST_EVENT))
		session_set_baseline(s, &old->choice.baseline);
	take_look(s, &old->choice);
	session_take_ranges(s, &old->choice);
	if (given)
		session_repeat_ranges(s, o->settings);
	else if (is != was)
		shift(o, (int64_t)(was - is));
	flame_view_regrow(&o->flame, shaped_tree(old), shaped_tree(s), frames);
	lead_views(o, shaped_tree(old), shaped_tree(s), frames);
	if (frames)
		history_translate(&o->history, frames);
	if (o->zoom_awaited && o->flame.zoom == 0 && o->history.count == 1) {
		first_zoom(o);
		history_release(&o->history);
		open_profile_note(o);
	}
	o->whole = range_whole(p);
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	if (!o->settings->choice.period && open_profile_has_too_many(p, s->choice.period))
		set_period(o, first_period(p, 0));
	o->heat.clock = heat_clock_of(p);
	return old;
}

struct session *open_profile_grow(struct open_profile *o, struct session *s,
				  struct error *err)
{
	uint32_t *frames;
	struct session *old;

	if (!o->read.times_only && !s->profile->elsewhere &&
	    !hosts_are_several(s->profile) &&
	    o->session->profile->generation == s->profile->generation)
		return open_profile_replace(o, s, NULL);
	/* the frames of times only are made up, those of another answer, of more hosts and of tables
	 * made anew have other numbers */
	frames = path_frame_map(o->session->profile, s->profile, err);
	if (!frames)
		return s;
	old = open_profile_replace(o, s, frames);
	mem_free(frames);
	return old;
}

/*
 * How long the whole will be, so that the cells have the width that they will have: a guess
 * that is kept until it is clearly wrong, for nothing should jump.
 */
static void expect(struct open_profile *o)
{
	const struct load_progress *g = &o->read;
	double guess = 0, was = (double)o->heat.expected;

	if (o->settings->reading.live) { /* columns are to be as wide as they will be */
		o->heat.expected = LIVE_COLUMNS * o->session->choice.period;
		return;
	}
	if (hosts_are_several(
		o->session->profile)) /* more of them are at the same times */
		return;
	if (g->total && g->done && !g->times_only)
		guess = (double)o->whole.to * (double)g->total / (double)g->done;
	if (guess > was || guess < was - was / 3)
		o->heat.expected = guess < LONGEST ? (uint64_t)(guess * 1.05) : 0;
}

void open_profile_has_part(struct open_profile *o, const struct load_progress *read)
{
	o->read = *read;
	o->partial = o->coming = true;
	o->heat.growing = !read->times_only;
	o->instead =
	    read->times_only ? "The stacks of these samples are being read." : NULL;
	expect(o);
}

void open_profile_ends(struct open_profile *o)
{
	o->coming = false;
	o->heat.expected = 0;
	if (o->instead)
		o->instead = "The stacks of these samples were not read.";
}

bool open_profile_has_all(struct open_profile *o, const struct load_progress *read,
			  struct error *err)
{
	o->read = *read;
	o->partial = o->heat.growing = false;
	o->instead = NULL;
	open_profile_ends(o);
	if (session_has_selection(o->session, err))
		return true;
	session_take_ranges(o->session, &(struct choice){.range = RANGE_ALL});
	if (o->history.count == 1) { /* the command line's: no step to go back to */
		history_release(&o->history);
		o->heat.cursor = o->whole.from;
	}
	open_profile_note(o);
	return false;
}

const char *open_profile_shortfall(const struct open_profile *o)
{
	const struct kept *kept = &o->session->kept;
	const struct profile *p = o->session->profile;

	if (profile_lost(p, LOSS_OF(LOST_SAMPLES)))
		return "samples were lost: {header} tells why";
	if (profile_lost(p, LOSS_OF(LOST_PARTS) | LOSS_OF(LOST_UNREAD)))
		return "part of the file could not be used: {header} says what";
	if (kept->count == 0 && kept->hidden)
		return "every sample was idle: {idle} shows them";
	if (o->zoom_awaited)
		return "no such frame to zoom into: this is the whole graph";
	return NULL;
}

/* ---- keeping everything true ---- */

static void gather_status(struct open_profile *o)
{
	o->status = picture_status(o->session, &o->settings->theme, o->path,
				   o->flame.layout.zoom);
	o->status.live = o->settings->reading.live;
	if (o->status.live && profile_note(o->session->profile, "hostname").len)
		o->status.file = profile_note(o->session->profile, "hostname");
	if (open_profile_shown(o, PANE_LOWER) != VIEW_GRAPH)
		o->status.shaped = session_shaped(o->session);
	if (comparing_why_not(o))
		o->status.comparison = NULL;
	if (o->status.baseline_file.len && o->settings->baseline_file)
		o->status.baseline_file = session_title(o->settings->baseline_file);
	o->status.uncounted = o->asking != NULL;
	if (o->asking)
		o->status.partial = o->asking;
	else if (o->partial && !o->coming) {
		loading_words(&o->read, o->partial_words);
		o->status.partial = o->partial_words;
	}
}

/* Without memory the graph is empty, and the table what it was. */
bool open_profile_recount(struct open_profile *o, struct error *err)
{
	struct error more = ERROR_INIT;
	bool upper = update_views(o, PANE_UPPER, NULL, err), lower;

	if (open_profile_has_other_map(o)) {
		update_views(o, PANE_OTHER, NULL, &more);
		other_map_align(&o->other, &o->heat, o->session,
				o->settings->baseline_file);
	}
	open_profile_follow_chart(o);
	lower = update_views(o, PANE_LOWER, NULL, upper ? err : &more);

	gather_status(o); /* also then: what it had borrowed is gone */
	return upper && lower;
}

/* The maps that are there are of another question: none is better than these. */
static void conceal_maps(struct open_profile *o)
{
	o->heat.map = o->heat.matched = NULL;
	o->heat.why = "No heat map: there is not enough memory for it.";
}

/* Some views have taken maps that another could not take: all show these again. */
static void restore_maps(struct open_profile *o, const struct picture_map *old)
{
	struct error ignored = ERROR_INIT; /* there was a better one before */
	struct heat_cells cells;

	o->map = *old;
	cells = picture_map_cells(&o->map);
	update_views(o, PANE_UPPER, &cells, &ignored);
	if (!heat_view_show(&o->heat, &cells, &ignored))
		conceal_maps(o);
}

/* Of two files both show the same: samples, where not of both it is known how busy CPUs were. */
static bool build_maps(struct open_profile *o, uint32_t rows,
		       const struct name_hues *hues, struct picture_map *map,
		       struct error *err)
{
	const struct session *s = o->session;
	bool counts = s->choice.counts || open_profile_has_lanes(o);

	if (!picture_map_build(map, s, s->choice.period, rows, counts, err))
		return false;
	o->heat.beside = (struct heat_beside){0}; /* until both are aligned anew */
	if (!open_profile_has_other_map(o))
		return true;
	other_map_build(&o->other, s->other, s->choice.period, rows, counts, hues);
	if (!o->other.heat.map || !map->busy.levels == !o->other.map.busy.levels)
		return true;
	other_map_build(&o->other, s->other, s->choice.period, rows, true, hues);
	picture_map_release(map);
	return picture_map_build(map, s, s->choice.period, rows, true, err);
}

/* The same with the hues of both. */
static bool build_hued(struct open_profile *o, uint32_t rows, struct picture_map *map,
		       struct name_hues **hues, struct error *err)
{
	const struct session *s = o->session;
	const struct session *other = open_profile_has_other_map(o) ? s->other : NULL;

	if (!picture_hues_new(s->choice.hues_by, s, other, hues, err))
		return false;
	if (build_maps(o, rows, *hues, map, err)) {
		if (picture_map_add_hues(map, s, *hues, 0, err))
			return true;
		picture_map_release(map);
	}
	other_map_drop_hues(&o->other);
	name_hues_free(*hues);
	return false;
}

/* On a low screen only one of two has a place. */
static int height_of_maps(const struct open_profile *o)
{
	int first = o->panes[PANE_UPPER].area.h, other = o->panes[PANE_OTHER].area.h;

	return first ? first : other;
}

/* Of the map only its columns are there where lanes are shown. */
static uint32_t rows_of_maps(const struct open_profile *o)
{
	uint32_t rows;

	if (open_profile_has_lanes(o))
		return 1;
	rows = heat_geometry_rows(&o->settings->theme, o->session->choice.rows,
				  height_of_maps(o));
	while (rows > 1 &&
	       !is_of_slices(o->session->profile, o->session->choice.period, rows))
		rows--;
	return rows;
}

static bool rebuild_maps(struct open_profile *o, struct error *err)
{
	const struct settings *settings = o->settings;
	struct picture_map old = o->map, map = {0};
	struct name_hues *old_hues = o->hues, *hues;
	struct heat_cells cells = {0};
	uint32_t rows = rows_of_maps(o), wanted = o->session->choice.rows;

	odd_moments_release(&o->odd); /* of what was kept before */
	o->odd_known = false;
	o->heat.why = session_may_be_perf(o->session)
			  ? "No heat map: no times here; perf record -T and perf script "
			    "-F +time add them."
			  : "No heat map: no times here.";
	if (!o->session->profile->has_times)
		return update_views(o, PANE_UPPER, &cells, err);
	if (!build_hued(o, rows, &map, &hues, err))
		return false;
	o->map = map;
	o->hues = hues;
	cells = picture_map_cells(&o->map);
	if (!update_views(o, PANE_UPPER, &cells, err)) {
		picture_map_release(&map);
		o->hues = old_hues;
		other_map_drop_hues(&o->other);
		name_hues_free(hues);
		restore_maps(o, &old);
		return false;
	}
	if (open_profile_has_other_map(o))
		other_map_align(&o->other, &o->heat, o->session, settings->baseline_file);
	picture_map_release(&old);
	name_hues_free(old_hues);
	o->heat.wished = wanted > rows && !open_profile_has_lanes(o) ? wanted : 0;
	return true;
}

bool open_profile_rebuild_maps(struct open_profile *o, struct error *err)
{
	bool ok = rebuild_maps(o, err);

	open_profile_build_lanes(o, ok);
	return ok;
}

bool open_profile_refresh(struct open_profile *o, struct error *err)
{
	struct error more = ERROR_INIT;
	bool has_maps = open_profile_rebuild_maps(o, err);

	open_profile_forget_chart(o);
	if (!has_maps)
		conceal_maps(o);
	return open_profile_recount(o, has_maps ? err : &more) && has_maps;
}

void open_profile_scroll(struct open_profile *o)
{
	if (open_profile_has_other_map(o)) {
		other_map_scroll(&o->other, &o->heat, o->panes[PANE_OTHER],
				 o->panes[PANE_UPPER]);
		return;
	}
	o->heat.led = false;
	o->heat.beside = (struct heat_beside){0};
	heat_view_follow(&o->heat, open_profile_map_pane(o, PANE_UPPER));
	open_profile_follow_chart(o);
}

/* ---- changing what is asked ---- */

/* The tree of the graph may be another than `before`, which is still there. */
static void follow_tree(struct open_profile *o, const struct tree *before,
			const struct joint_tree *joint)
{
	const struct tree *now = session_graph(o->session)->tree;
	struct error ignored =
	    ERROR_INIT; /* without memory undo goes to the whole graph */
	uint32_t *frames = NULL;

	if (now == before)
		return;
	o->flame.range = session_graph(o->session);
	flame_view_retree(&o->flame, before, now);
	sandwich_view_forget(o->others[VIEW_SANDWICH]);
	if (joint != o->session->against.joint) /* else they have the numbers they had */
		frames = path_frame_map(before->profile, now->profile, &ignored);
	lead_views(o, before, now, frames);
	if (frames)
		history_translate(&o->history, frames);
	mem_free(frames);
}

bool open_profile_ask(struct open_profile *o, const struct choice *wanted,
		      struct error *err)
{
	const struct tree *before = session_graph(o->session)->tree;
	const struct joint_tree *joint = o->session->against.joint;
	bool reversed = o->session->choice.reversed;
	uint32_t frame = before->frame[o->flame.cursor];
	struct tree *old;
	bool ok = session_choose(o->session, wanted, &old, err);

	follow_tree(o, before, joint);
	if (reversed != o->session->choice.reversed) /* paths lead elsewhere */
		flame_view_go_to_function(&o->flame, session_graph(o->session)->tree,
					  frame);
	tree_free(old);
	return ok;
}

bool open_profile_hold_against(struct open_profile *o, struct session *other,
			       struct error *err)
{
	const struct tree *before = session_graph(o->session)->tree;
	struct session *s = o->session;
	const struct joint_tree *joint = s->against.joint;
	uint32_t ignored;

	if (!event_choice_beside(s->profile, s->choice.event, other->profile,
				 o->settings->asked.event, &ignored, err)) {
		session_free(other);
		return false;
	}
	if (!session_hold_against(s, other, o->settings, err))
		return false;
	follow_tree(o, before, joint);
	other_map_begin(&o->other, other, o->settings);
	if (open_profile_has_lanes(o)) /* which are of one file */
		open_profile_end_lanes(o);
	if (o->history.count ==
	    1) /* before it was not there there is nothing to go back to */
		history_release(&o->history);
	open_profile_note(o);
	return open_profile_recount(o, err);
}

bool open_profile_set_period(struct open_profile *o, uint64_t period, uint64_t around,
			     struct error *err)
{
	enum view_pane pane = o->other.leads ? PANE_OTHER : PANE_UPPER;
	struct heat_view *v = open_profile_lead(o, pane);
	uint64_t before = o->session->choice.period;

	if (!is_of_slices(o->session->profile, period, 1))
		return error_set(err, ERROR_NOTHING,
				 "columns are of whole slices of %" PRIu64 " ms here",
				 o->session->profile->elsewhere->slice / 1000000);
	heat_view_hold(v, open_profile_map_pane(o, pane));
	set_period(o, period);
	v->cursor = around;
	if (!open_profile_rebuild_maps(o, err)) {
		set_period(o, before);
		return false;
	}
	open_profile_scroll(o);
	return true;
}
