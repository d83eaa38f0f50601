#include "workspace/open_profile.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/filter.h"
#include "base/clock.h"
#include "base/mem.h"
#include "base/number.h"
#include "choice/event_choice.h"
#include "profile/hosts.h"
#include "view/chart/chart_view.h"
#include "view/flame/sandwich_view.h"
#include "view/heat/heat_geometry.h"

/* A day of seconds. A single span may fill all columns, while a sample fills only one. */
#define SPAN_COLUMNS_MOST 100000

#define LIVE_COLUMNS 60 /* a live map is laid out for this many columns */

#define LONGEST 1e19 /* ns: a longer guess would not fit into 64 bits */

/* Limits the memory that a jump of the clock can cost. */
static bool has_too_many(const struct profile *p, uint64_t period)
{
	uint64_t most = p->samples.duration ? SPAN_COLUMNS_MOST : HEATMAP_COLUMNS_MAX;

	return heatmap_columns(p, period) > most;
}

/* Does every cell have whole slices? Only samples in a database are counted in slices. */
static bool is_of_slices(const struct profile *p, uint64_t period, uint32_t rows)
{
	uint64_t slice = p->server ? p->server->slice : 0;

	return !slice || (period % rows == 0 && period / rows % slice == 0);
}

static uint64_t first_period(const struct profile *p, uint64_t asked)
{
	uint64_t period = asked ? asked : heatmap_usual_period(p);
	uint64_t slice = p->server ? p->server->slice : 0;

	if (slice && !is_of_slices(p, period, 1))
		period = slice > period ? slice : NS_PER_SECOND;
	while (!asked && has_too_many(p, period))
		period *= 10;
	return period;
}

/* Apply --zoom; if the frame has not been read yet, wait for it. */
static void first_zoom(struct open_profile *o)
{
	o->flame.zoom = o->flame.cursor =
	    tree_find(session_graph(o->session)->tree, text_of(o->settings->asked.zoom));
	o->zoom_awaited = o->flame.zoom == 0;
}

static void begin_views(struct open_profile *o)
{
	const struct settings *settings = o->settings;
	const struct profile *p = o->session->profile;

	o->heat =
	    (struct heat_view){.theme = &settings->theme, .choice = &o->session->choice};
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	o->heat.cursor = settings->asked.range
			     ? selection_bounds(o->session->selection).from
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

/* Set the length of columns without rebuilding the maps. */
static void set_period(struct open_profile *o, uint64_t period)
{
	struct choice c = o->session->choice;
	struct error ignored = ERROR_INIT; /* needs no new answers */

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
	open_profile_add_step(o);
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
	anomalies_release(&o->odd);
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

	return s && s->other && s->choice.baseline.against == BASELINE_FILE &&
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

/* ---- views ---- */

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

/* Is it a view of one function, from which the user returns to the previous view? */
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
		/* otherwise the two would lead to each other forever */
		o->beneath[id] = was;
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

/* ---- lanes ---- */

bool open_profile_has_lanes(const struct open_profile *o)
{
	return o->session && o->session->profile->has_times && o->session->choice.lanes &&
	       !open_profile_has_other_map(o);
}

enum lanes_by open_profile_lanes_by(const struct open_profile *o)
{
	return open_profile_has_lanes(o) ? (enum lanes_by)(o->session->choice.lanes - 1)
					 : LANES_BY;
}

struct pane open_profile_map_pane(const struct open_profile *o, enum view_pane pane)
{
	return pane == PANE_UPPER && open_profile_has_lanes(o)
		   ? lanes_view_time(o->panes[pane])
		   : o->panes[pane];
}

static void build_lanes(struct open_profile *o, bool has_map)
{
	if (has_map && open_profile_has_lanes(o))
		lanes_map_build(&o->lanes, o->session, open_profile_lanes_by(o), &o->heat,
				o->panes[PANE_UPPER]);
	else
		lanes_map_forget(&o->lanes);
}

void open_profile_count_lanes(struct open_profile *o)
{
	if (open_profile_has_lanes(o) && !open_profile_has_other_map(o))
		lanes_map_follow(&o->lanes, o->session, o->panes[PANE_UPPER]);
}

/* NULL if lanes can be shown. */
static const char *why_no_lanes(const struct open_profile *o)
{
	const struct profile *p = o->session->profile;

	return !p->has_times ? "this profile has no times, so there are no lanes"
	       : open_profile_has_other_map(o) ? LANES_OF_ONE
	       : p->times_only ? "threads, processes and CPUs are known when the stacks "
				 "have been read"
			       : NULL;
}

static bool set_lanes(struct open_profile *o, enum lanes_by by, struct error *err)
{
	struct choice c = o->session->choice;

	c.lanes = by == LANES_BY ? 0 : 1 + by;
	return open_profile_set_choice(o, &c, err);
}

static bool next_lanes(struct open_profile *o, char words[LANES_WORDS], struct error *err)
{
	bool has = open_profile_has_lanes(o);
	const char *why = has ? NULL : why_no_lanes(o);
	enum lanes_by by, next;

	if (why) {
		snprintf(words, LANES_WORDS, "%s", why);
		return true;
	}
	by = lanes_map_next(o->session, open_profile_lanes_by(o));
	if (!set_lanes(o, by, err))
		return false;
	if (by == LANES_BY) {
		snprintf(words, LANES_WORDS, "the map");
		return true;
	}
	next = lanes_map_next(o->session, by);
	if (has)
		build_lanes(o, o->heat.map != NULL);
	snprintf(
	    words, LANES_WORDS,
	    "a lane for each %s, the busiest first; {lanes}: %s%s, {cancel}: the map",
	    lanes_by_names[by], next < LANES_BY ? "by " : "",
	    next < LANES_BY ? lanes_by_names[next] : "the map");
	return true;
}

void open_profile_end_lanes(struct open_profile *o)
{
	struct error ignored = ERROR_INIT; /* needs no new answers */

	set_lanes(o, LANES_BY, &ignored);
}

bool open_profile_show_or_hide(struct open_profile *o, enum view_id id,
			       enum view_pane focus, char words[LANES_WORDS],
			       struct error *err)
{
	words[0] = '\0';
	if (id != VIEW_LANES)
		open_profile_toggle(o, id);
	else if (!open_profile_has_lanes(o) || focus == PANE_UPPER)
		return next_lanes(o, words, err);
	return true;
}

bool open_profile_do_lane(struct open_profile *o, const struct action *r,
			  struct error *err)
{
	struct choice c = o->session->choice;
	uint32_t event;
	char *term;
	bool ok = false;

	if (r->value == LANE_FOLD) {
		ok = lanes_map_fold(&o->lanes, r->id, err);
		build_lanes(o, o->heat.map != NULL);
		return ok;
	}
	if (r->value == LANE_TELL)
		return lanes_map_tell(&o->lanes, o->session, r->id, err);
	if (r->value == LANE_WAKER)
		return lanes_map_go_to_waker(&o->lanes, o->session, err);
	term = lanes_map_term(&o->lanes, o->session, r->id, r->value == LANE_DROP, &event,
			      err);
	if (term) {
		ok = open_profile_add_filter(o, text_of(term), err);
	} else if (event != ALL_EVENTS) {
		*err = (struct error)ERROR_INIT;
		c.event = event;
		ok = open_profile_settle(o, &c, err);
	}
	mem_free(term);
	return ok;
}

void open_profile_point_lane(struct open_profile *o)
{
	struct lanes_pointed at = {.count = 0};

	if (open_profile_has_lanes(o))
		lanes_view_pointed(&o->lanes.view, &at);
	o->status.lane = at.name;
	o->status.lane_count = at.count;
}

/* ---- the chart of a thread ---- */

/* A chart of the second file has the times of that file's map. */
static void follow_chart(struct open_profile *o)
{
	struct chart_view *v = o->others[VIEW_CHART];
	bool second = charting_is_second(o->session);

	if (second && open_profile_has_other_map(o))
		chart_view_follow(v, &o->other.heat, NULL, o->panes[PANE_OTHER]);
	else if (second)
		chart_view_follow(v, NULL, NULL, o->panes[PANE_LOWER]);
	else
		chart_view_follow(v, &o->heat,
				  open_profile_has_lanes(o) ? &o->lanes.view : NULL,
				  open_profile_map_pane(o, PANE_UPPER));
}

static struct chart_data chart_data_of(struct open_profile *o)
{
	const struct charting *c = &o->charting;
	struct chart_data data = {.of = ""};
	struct error err = ERROR_INIT;

	if (!open_profile_is_current(o, VIEW_CHART)) {
		charting_release(&o->charting);
		return data;
	}
	if (!charting_follow(&o->charting, o->session, &err)) {
		snprintf(o->charting_why, sizeof o->charting_why, "No chart: %.240s",
			 err.message);
		return (struct chart_data){.why = o->charting_why, .of = ""};
	}
	data.flame = &c->of->flame;
	data.derived = c->derived;
	data.search = c->search;
	data.range = charting_range(c);
	data.several = charting_several(c);
	data.is_second = c->is_second;
	if (o->session->against.joint)
		data.of = c->is_second ? ", of the second file" : ", of the first file";
	return data;
}

/* ---- data for the views ---- */

/* Is the baseline empty? Then everything would be new; the batch commands refuse that, too. */
static bool has_no_baseline(const struct session *s)
{
	const struct comparison *c = session_comparison(s);
	const struct side *b;

	if (!c)
		return false;
	b = c->swapped ? &c->subject : &c->baseline;
	return b->samples == 0 && b->value == 0;
}

/* The hint for a comparison with the rest while nothing is selected. */
static const char *how_to_begin(const struct session *s)
{
	if (!s->profile->has_times)
		return "no times, so no ranges: {filter} selects a part, {baseline} "
		       "makes it the baseline of the next filter";
	return s->kept.spans
		   ? "select a range ({select}): everything else is its baseline"
		   : "select a range ({select}, or {next-odd}): everything else "
		     "is its baseline";
}

const char *open_profile_why_not_compared(const struct open_profile *o)
{
	const struct choice *c = &o->session->choice;

	if (c->baseline.look.graph == GRAPH_PLAIN)
		return NULL;
	if (open_profile_is_part(o))
		return "compared when the whole file has been read";
	if (c->baseline.against == BASELINE_NOTHING && o->settings->baseline_file)
		return "compared when the other file has been read";
	if (c->baseline.against == BASELINE_REST && choice_is_all(c))
		return how_to_begin(o->session);
	if (!has_no_baseline(o->session))
		return NULL;
	if (o->session->profile->server && !o->session->profile->server->against)
		return "the baseline has no samples, or is not counted yet";
	if (c->baseline.against == BASELINE_REST)
		return "everything is in the range: there is no rest to compare it with";
	return o->session->kept.spans
		   ? "B has no spans: there is nothing to compare with"
		   : "B has no samples: there is nothing to compare with";
}

static bool is_moving(const struct heat_view *v)
{
	return v->marking != MARKING_NONE || v->extending;
}

/* A remark for the view of instructions, which counts the samples of one file as recorded. */
static const char *sampled_of(const struct session *s)
{
	if (s->against.joint)
		return ", of the first file";
	return session_shaped(s)[0] ? ", as recorded" : "";
}

/* Update all current views of one pane, even if one of them fails. `cells`: NULL if unchanged. */
static bool update_views(struct open_profile *o, enum view_pane pane,
			 const struct heat_cells *cells, struct error *err)
{
	const struct session *s = o->session;
	const char *wait = open_profile_why_not_compared(o);
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
	    .baseline = s->choice.baseline.against == BASELINE_RANGE
			    ? s->choice.baseline.range
			    : (struct range){0, 0},
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
		data.instead = "This choice is not counted yet.";
	if (wait)
		data.comparison = data.recorded.comparison = data.functions.comparison =
		    NULL;
	if (pane == PANE_OTHER) { /* its map shows the range of the other side */
		data.range = s->choice.baseline.range;
		data.several = (struct selection){0};
		data.swapped = !data.swapped;
	}

	if (pane == PANE_LOWER)
		data.chart = chart_data_of(o);

	for (enum view_id id = 0; id < VIEW_COUNT; id++) {
		struct view v = open_profile_view(o, id);
		struct error more = ERROR_INIT;

		if (view_table[id].pane == pane && open_profile_is_current(o, id) &&
		    !v.ops->update(v.self, &data, v.pane, ok ? err : &more))
			ok = false;
	}
	return ok;
}

/* ---- while the file is being read ---- */

/*
 * Times count from the first kept sample. They shift when an earlier sample is read, and when a
 * live recording has dropped its oldest samples.
 */
static void shift_times(struct open_profile *o, int64_t earlier)
{
	struct session *s = o->session;
	struct baseline b = s->choice.baseline;

	b.range = range_shift(b.range, earlier);
	session_set_baseline(s, &b);
	session_shift(s, earlier);
	heat_view_shift(&o->heat, earlier);
	history_shift(&o->history, earlier);
}

/* Their contents belong to a profile that is released; frames may get other numbers. */
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

/* The tree in which nodes are found again by their paths. */
static const struct tree *shaped_tree(const struct session *s)
{
	return s->against.joint ? s->tree : session_graph(s)->tree;
}

/* Copy the display settings to a new session, which does not have them yet. */
static void take_look(struct session *s, const struct choice *of)
{
	struct choice c = s->choice;
	struct error ignored = ERROR_INIT; /* needs no new answers */

	choice_take(&c, of, choice_rows(0, PART_PICTURE | PART_SCREEN));
	session_choose(s, &c, NULL, &ignored);
}

struct session *open_profile_replace(struct open_profile *o, struct session *s,
				     const uint32_t *frames)
{
	const struct profile *p = s->profile;
	uint64_t was = profile_origin(o->session->profile), is = profile_origin(p);
	/* --range refers to the times of the whole file */
	bool given = o->settings->asked.range && o->history.count == 1 &&
		     !o->heat.marking && is <= was;
	struct session *old = o->session;

	o->session = s;
	empty_hidden_views(o);
	sandwich_view_forget(o->others[VIEW_SANDWICH]);
	/* only some graphs compare one event with the other */
	if ((s->choice.baseline.against == BASELINE_EVENT) ==
	    (old->choice.baseline.against == BASELINE_EVENT))
		session_set_baseline(s, &old->choice.baseline);
	take_look(s, &old->choice);
	session_take_ranges(s, &old->choice);
	if (given)
		session_repeat_ranges(s, o->settings);
	else if (is != was)
		shift_times(o, (int64_t)(was - is));
	flame_view_regrow(&o->flame, shaped_tree(old), shaped_tree(s), frames);
	lead_views(o, shaped_tree(old), shaped_tree(s), frames);
	if (frames)
		history_translate(&o->history, frames);
	if (o->zoom_awaited && o->flame.zoom == 0 && o->history.count == 1) {
		first_zoom(o);
		history_release(&o->history);
		open_profile_add_step(o);
	}
	o->whole = range_whole(p);
	o->heat.length = o->whole.to;
	o->heat.usual = heatmap_usual_period(p);
	if (!o->settings->choice.period && has_too_many(p, s->choice.period))
		set_period(o, first_period(p, 0));
	o->heat.clock = heat_clock_of(p);
	return old;
}

struct session *open_profile_grow(struct open_profile *o, struct session *s,
				  struct error *err)
{
	uint32_t *frames;
	struct session *old;

	if (!o->read.times_only && !s->profile->server &&
	    !hosts_are_several(s->profile) &&
	    o->session->profile->generation == s->profile->generation)
		return open_profile_replace(o, s, NULL);
	/*
	 * frames have other numbers: those of a profile with only times are made up, and answers of
	 * a database, several hosts and rebuilt tables number them differently
	 */
	frames = path_frame_map(o->session->profile, s->profile, err);
	if (!frames)
		return s;
	old = open_profile_replace(o, s, frames);
	mem_free(frames);
	return old;
}

/*
 * Guess the length of the whole recording, so that columns have their final width from the start.
 * The guess is kept until it is clearly wrong, because the picture should not jump.
 */
static void guess_length(struct open_profile *o)
{
	const struct load_progress *g = &o->read;
	double guess = 0, was = (double)o->heat.expected;

	if (o->settings->reading.live) {
		o->heat.expected = LIVE_COLUMNS * o->session->choice.period;
		return;
	}
	if (hosts_are_several(o->session->profile)) /* the next host has the same times */
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
	guess_length(o);
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
	if (o->history.count == 1) { /* the range of the command line is not a step */
		history_release(&o->history);
		o->heat.cursor = o->whole.from;
	}
	open_profile_add_step(o);
	return false;
}

const char *open_profile_shortfall(const struct open_profile *o)
{
	const struct included *kept = &o->session->kept;
	const struct profile *p = o->session->profile;

	if (profile_lost(p, LOSS_OF(LOST_SAMPLES)))
		return "samples were lost: {header} shows why";
	if (profile_lost(p, LOSS_OF(LOST_PARTS) | LOSS_OF(LOST_UNREAD)))
		return "part of the file could not be used: {header} shows which";
	if (kept->count == 0 && kept->hidden)
		return "every sample was idle: {idle} shows them";
	if (o->zoom_awaited)
		return "no such frame to zoom into: this is the whole graph";
	return NULL;
}

/* ---- updating the views ---- */

static void gather_status(struct open_profile *o)
{
	o->status = picture_status(o->session, &o->settings->theme, o->path,
				   o->flame.layout.zoom);
	o->status.live = o->settings->reading.live;
	if (o->status.live && profile_note(o->session->profile, "hostname").len)
		o->status.file = profile_note(o->session->profile, "hostname");
	if (open_profile_shown(o, PANE_LOWER) != VIEW_GRAPH)
		o->status.shaped = session_shaped(o->session);
	if (open_profile_why_not_compared(o))
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

/* If memory runs out, the graph is empty, and the table is unchanged. */
bool open_profile_recount(struct open_profile *o, struct error *err)
{
	struct error more = ERROR_INIT;
	bool upper = update_views(o, PANE_UPPER, NULL, err), lower;

	if (open_profile_has_other_map(o)) {
		update_views(o, PANE_OTHER, NULL, &more);
		other_map_align(&o->other, &o->heat, o->session,
				o->settings->baseline_file);
	}
	follow_chart(o);
	lower = update_views(o, PANE_LOWER, NULL, upper ? err : &more);

	/* also on failure: it borrows from objects that no longer exist */
	gather_status(o);
	return upper && lower;
}

/* The current maps answer another choice: show none. */
static void conceal_maps(struct open_profile *o)
{
	o->heat.map = o->heat.matched = NULL;
	o->heat.why = "No heat map: there is not enough memory for it.";
}

/* A view could not take the new maps: all views show the old ones again. */
static void restore_maps(struct open_profile *o, const struct picture_map *old)
{
	struct error ignored = ERROR_INIT; /* the first error is reported */
	struct heat_cells cells;

	o->map = *old;
	cells = picture_map_cells(&o->map);
	update_views(o, PANE_UPPER, &cells, &ignored);
	if (!heat_view_show(&o->heat, &cells, &ignored))
		conceal_maps(o);
}

/*
 * Both maps of two files show busy CPUs, or numbers of samples if these are unknown for one file.
 */
static bool build_maps(struct open_profile *o, uint32_t rows,
		       const struct name_hues *hues, struct picture_map *map,
		       struct error *err)
{
	const struct session *s = o->session;
	bool counts = s->choice.counts || open_profile_has_lanes(o);

	if (!picture_map_build(map, s, s->choice.period, rows, counts, err))
		return false;
	o->heat.beside = (struct heat_other_map){0}; /* until both are aligned again */
	if (!open_profile_has_other_map(o))
		return true;
	other_map_build(&o->other, s->other, s->choice.period, rows, counts, hues);
	if (!o->other.heat.map || !map->busy.levels == !o->other.map.busy.levels)
		return true;
	other_map_build(&o->other, s->other, s->choice.period, rows, true, hues);
	picture_map_release(map);
	return picture_map_build(map, s, s->choice.period, rows, true, err);
}

/* The same with hues. */
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

/* With lanes the map has only its columns. On a low screen only one of two maps is shown. */
static uint32_t rows_of_maps(const struct open_profile *o)
{
	int first = o->panes[PANE_UPPER].area.h, other = o->panes[PANE_OTHER].area.h;
	uint32_t rows;

	if (open_profile_has_lanes(o))
		return 1;
	rows = heat_geometry_rows(&o->settings->theme, o->session->choice.rows,
				  first ? first : other);
	while (rows > 1 &&
	       !is_of_slices(o->session->profile, o->session->choice.period, rows))
		rows--;
	return rows;
}

static bool rebuild_map_cells(struct open_profile *o, struct error *err)
{
	const struct settings *settings = o->settings;
	struct picture_map old = o->map, map = {0};
	struct name_hues *old_hues = o->hues, *hues;
	struct heat_cells cells = {0};
	uint32_t rows = rows_of_maps(o), wanted = o->session->choice.rows;

	anomalies_release(&o->odd); /* for the samples kept before */
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

static bool rebuild_maps(struct open_profile *o, struct error *err)
{
	bool ok = rebuild_map_cells(o, err);

	build_lanes(o, ok);
	return ok;
}

bool open_profile_refresh(struct open_profile *o, struct error *err)
{
	struct error more = ERROR_INIT;
	bool has_maps = rebuild_maps(o, err);

	chart_view_forget(o->others[VIEW_CHART]);
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
	o->heat.beside = (struct heat_other_map){0};
	heat_view_follow(&o->heat, open_profile_map_pane(o, PANE_UPPER));
	follow_chart(o);
}

/* ---- changing the choice ---- */

/* Find nodes again if the graph's tree is no longer `before`, which has not been released yet. */
static void follow_tree(struct open_profile *o, const struct tree *before,
			const struct joint_tree *joint)
{
	const struct tree *now = session_graph(o->session)->tree;
	/* without memory undo goes to the whole graph */
	struct error ignored = ERROR_INIT;
	uint32_t *frames = NULL;

	if (now == before)
		return;
	o->flame.range = session_graph(o->session);
	flame_view_retree(&o->flame, before, now);
	sandwich_view_forget(o->others[VIEW_SANDWICH]);
	if (joint != o->session->against.joint) /* otherwise frames keep their numbers */
		frames = path_frame_map(before->profile, now->profile, &ignored);
	lead_views(o, before, now, frames);
	if (frames)
		history_translate(&o->history, frames);
	mem_free(frames);
}

bool open_profile_set_choice(struct open_profile *o, const struct choice *wanted,
			     struct error *err)
{
	const struct tree *before = session_graph(o->session)->tree;
	const struct joint_tree *joint = o->session->against.joint;
	bool reversed = o->session->choice.reversed;
	uint32_t frame = before->frame[o->flame.cursor];
	struct tree *old;
	bool ok = session_choose(o->session, wanted, &old, err);

	follow_tree(o, before, joint);
	if (reversed != o->session->choice.reversed) /* paths are reversed, too */
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
	if (!session_compare_with(s, other, o->settings, err))
		return false;
	follow_tree(o, before, joint);
	other_map_begin(&o->other, other, o->settings);
	if (open_profile_has_lanes(o)) /* lanes show a single file */
		open_profile_end_lanes(o);
	if (o->history.count == 1) /* no step back to the time without the second file */
		history_release(&o->history);
	open_profile_add_step(o);
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
				 o->session->profile->server->slice / 1000000);
	heat_view_hold(v, open_profile_map_pane(o, pane));
	set_period(o, period);
	v->cursor = around;
	if (!rebuild_maps(o, err)) {
		set_period(o, before);
		return false;
	}
	open_profile_scroll(o);
	return true;
}

/*
 * Only count the matches of a new search again. Cells, hues and lanes stay: they are half of the
 * work or more, which is noticeable at each key of a pattern. False if the maps have to be rebuilt.
 */
static bool find_in_maps(struct open_profile *o)
{
	struct error ignored = ERROR_INIT; /* then the maps are rebuilt, or that fails */
	struct heat_cells cells;

	if (!o->heat.map || !picture_map_search(&o->map, o->session, 0, &ignored))
		return false;
	cells = picture_map_cells(&o->map);
	heat_view_show_found(&o->heat, &cells);
	if (open_profile_has_other_map(o) &&
	    !other_map_search(&o->other, o->session->other, &ignored))
		return false;
	return !open_profile_has_lanes(o) ||
	       lanes_map_search(&o->lanes, o->session, &ignored);
}

/* Update the views after a change of the choice. */
static bool update_after(struct open_profile *o, const struct choice *before,
			 struct error *err)
{
	unsigned changes = choice_changes(before, &o->session->choice);

	if (!(changes & ~(unsigned)CHANGES_DRAWING))
		return true;
	if (changes == CHANGES_SEARCH && find_in_maps(o))
		return open_profile_recount(o, err);
	if (changes & (CHANGES_SAMPLES | CHANGES_SEARCH | CHANGES_SIDES | CHANGES_MAP))
		return open_profile_refresh(o, err);
	return open_profile_recount(o, err);
}

bool open_profile_choose(struct open_profile *o, const struct choice *wanted,
			 struct error *err)
{
	struct choice before;
	struct error none = ERROR_INIT;
	bool ok = choice_copy(&before, &o->session->choice, err);

	if (ok && !open_profile_set_choice(o, wanted, err)) {
		ok = false;
	} else if (ok && !update_after(o, &before, err)) {
		ok = false; /* go back to the previous choice, which can be shown */
		if (open_profile_set_choice(o, &before, &none))
			open_profile_refresh(o, &none);
	}
	choice_release(&before);
	return ok;
}

/* ---- several ranges ---- */

bool open_profile_set_ranges(struct open_profile *o, struct range r,
			     const struct ranges *also, struct error *err)
{
	struct choice c = o->session->choice;
	bool ok;

	c.range = r;
	c.also = *also;
	ok = open_profile_set_choice(o, &c, err) && open_profile_recount(o, err);
	if (ok)
		open_profile_add_step(o);
	return ok;
}

static bool has_range(const struct ranges *all, struct range r)
{
	const struct selection s = {all->list, all->count};
	uint32_t i = selection_find(s, r.from);

	return i < s.count && s.list[i].from <= r.from && r.to <= s.list[i].to;
}

/* Remove the gathered range at this time. */
static bool remove_gathered(struct open_profile *o, struct ranges *also, uint64_t at,
			    const char **words, struct error *err)
{
	uint32_t i = selection_find((struct selection){also->list, also->count}, at);
	struct range r = o->session->choice.range, out;

	if (i == also->count || also->list[i].from > at) {
		*words = range_is_all(r)
			     ? "select a range first: {select} or {range} or the mouse"
			     : "this range is already included: {select} starts another";
		return true;
	}
	out = also->list[i];
	ranges_drop(also, i);
	if (r.from >= out.from && r.to <= out.to)
		r = RANGE_ALL;
	*words = "taken out; {undo} undoes";
	return open_profile_set_ranges(o, r, also, err);
}

bool open_profile_gather(struct open_profile *o, const char **words, struct error *err)
{
	const struct choice *c = &o->session->choice;
	struct range r = c->range;
	struct ranges also;
	bool ok;

	if (!ranges_copy(&also, &c->also, err))
		return false;
	if (range_is_all(r) || r.from == r.to || has_range(&also, r)) {
		ok = remove_gathered(o, &also, o->heat.cursor, words, err);
	} else {
		*words = "this range is kept, and the next selection is added; {all} "
			 "clears all";
		ok = ranges_add(&also, r, err) &&
		     open_profile_set_ranges(o, r, &also, err);
	}
	ranges_release(&also);
	return ok;
}

bool open_profile_settle(struct open_profile *o, const struct choice *wanted,
			 struct error *err)
{
	bool undone =
	    choice_differs(&o->session->choice, wanted, choice_rows(CHOICE_UNDONE, 0));

	if (!open_profile_choose(o, wanted, err))
		return false;
	if (undone)
		open_profile_add_step(o);
	return true;
}

/* Root frames that the user has chosen since then stay. */
bool open_profile_turn_over(struct open_profile *o, struct error *err)
{
	struct choice c = o->session->choice;
	enum root_mode root = c.root;

	c.reversed = !c.reversed;
	if (c.reversed)
		c.root = ROOT_NONE;
	else if (root == ROOT_NONE)
		c.root = o->root_before;
	if (!open_profile_settle(o, &c, err))
		return false;
	if (c.reversed)
		o->root_before = root;
	return true;
}

bool open_profile_set_filter(struct open_profile *o, struct text expression,
			     struct error *err)
{
	struct choice c = o->session->choice;

	c.filter = expression;
	if (!open_profile_settle(o, &c, err))
		return false;
	if (!o->coming)
		session_has_match(o->session, err);
	return true;
}

bool open_profile_add_filter(struct open_profile *o, struct text term, struct error *err)
{
	struct text now = o->session->choice.filter;
	char *all = mem_format(err, "%.*s%s%.*s", (int)now.len, now.at,
			       now.len ? " & " : "", (int)term.len, term.at);
	bool ok = all && open_profile_set_filter(o, text_of(all), err);

	mem_free(all);
	return ok;
}

bool open_profile_keep_hue(struct open_profile *o, uint32_t hue, bool drop,
			   struct error *err)
{
	char *term = o->hues ? name_hues_term(o->hues, hue, drop, err) : NULL;
	bool ok = !o->hues || (term && open_profile_add_filter(o, text_of(term), err));

	mem_free(term);
	return ok;
}

bool open_profile_set_search(struct open_profile *o, struct text pattern,
			     struct error *err)
{
	struct choice c = o->session->choice;

	c.search = pattern;
	return open_profile_choose(o, &c, err);
}

/* `before`, and the pattern that matches exactly this name. Release with mem_free(). */
static char *quote_name(const char *before, struct text name, struct error *err)
{
	size_t len = strlen(before), room = filter_quote(name, NULL, 0) + 1;
	char *pattern = mem_array(len + room, 1, "characters", err);

	if (!pattern)
		return NULL;
	memcpy(pattern, before, len);
	filter_quote(name, pattern + len, room);
	return pattern;
}

bool open_profile_search_name(struct open_profile *o, struct text name, struct error *err)
{
	char *pattern = quote_name("", name, err);
	bool ok = pattern && open_profile_set_search(o, text_of(pattern), err);

	mem_free(pattern);
	return ok;
}

bool open_profile_drop_name(struct open_profile *o, struct text name, struct error *err)
{
	char *term = quote_name("!", name, err);
	bool ok = term && open_profile_add_filter(o, text_of(term), err);

	mem_free(term);
	return ok;
}

/* ---- undo ---- */

void open_profile_add_fitted_step(struct open_profile *o, uint64_t before)
{
	const struct choice *c = &o->session->choice;
	struct history_step s = {
	    .choice = *c, .fitted = before ? c->period : 0, .unfitted = before};
	struct error ignored = ERROR_INIT; /* without memory the step is missing */

	if (!path_of(&s.zoom, session_graph(o->session)->tree, o->flame.zoom, &ignored))
		return;
	history_note(&o->history, &s);
}

void open_profile_add_step(struct open_profile *o)
{
	open_profile_add_fitted_step(o, 0);
}

/* The filter may fail on names that have been read since then: nothing changes. */
static bool restore_step(struct open_profile *o, const struct history_step *s,
			 struct error *err)
{
	struct choice c = o->session->choice;

	choice_take(&c, &s->choice, choice_rows(CHOICE_UNDONE, 0));
	if (!open_profile_set_choice(o, &c, err))
		return false;
	flame_view_zoom(&o->flame, path_find(&s->zoom, session_graph(o->session)->tree));
	return true;
}

/* Not done if the file has grown so much that it would have too many columns. */
static void restore_period(struct open_profile *o, uint64_t period)
{
	struct choice c = o->session->choice;
	struct error ignored = ERROR_INIT;

	c.period = period;
	if (period && !has_too_many(o->session->profile, period))
		open_profile_set_choice(o, &c, &ignored);
}

bool open_profile_undo(struct open_profile *o, bool redo, struct error *err)
{
	struct range before = o->session->choice.range, now;
	uint64_t was = o->session->choice.period, period;
	const struct history_step *step = history_go(&o->history, redo, &period);
	struct error more = ERROR_INIT;

	if (!step)
		return error_set(err, ERROR_NOTHING,
				 redo ? "nothing to redo" : "nothing to undo");
	if (!restore_step(o, step, err))
		history_go(&o->history, !redo, &period); /* stay at the current step */
	else
		restore_period(o, period);
	heat_view_forget_mark(&o->heat);
	heat_view_forget_mark(&o->other.heat);
	if (!open_profile_refresh(o, &more) && !err->kind)
		*err = more;
	now = o->session->choice.range;
	if (now.from != before.from || now.to != before.to ||
	    o->session->choice.period != was)
		heat_view_reveal(&o->heat);
	return err->kind == ERROR_NONE;
}
