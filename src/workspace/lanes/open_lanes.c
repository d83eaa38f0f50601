/* open_lanes.c - lanes of an open profile in the place of its map: which, and what is kept of them. */

#include "workspace/open_profile.h"

#include <stdio.h>

#include "base/mem.h"
#include "view/chart/chart_view.h"

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

void open_profile_build_lanes(struct open_profile *o, bool has_map)
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

static bool has_none(const struct open_profile *o, const char **words)
{
	const struct profile *p = o->session->profile;

	*words = !p->has_times ? "this profile has no times, so there are no lanes"
		 : open_profile_has_other_map(o) ? LANES_OF_ONE
		 : p->times_only
		     ? "threads, processes and CPUs are known when the stacks have been "
		       "read"
		     : NULL;
	return *words != NULL;
}

static bool set_lanes(struct open_profile *o, enum lanes_by by, struct error *err)
{
	struct choice c = o->session->choice;

	c.lanes = by == LANES_BY ? 0 : 1 + by;
	return open_profile_ask(o, &c, err);
}

static bool next_lanes(struct open_profile *o, char words[LANES_WORDS], struct error *err)
{
	bool has = open_profile_has_lanes(o);
	const char *none = NULL;
	enum lanes_by by, next;

	if (!has && has_none(o, &none)) {
		snprintf(words, LANES_WORDS, "%s", none);
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
		open_profile_build_lanes(o, o->heat.map != NULL);
	snprintf(
	    words, LANES_WORDS,
	    "a lane for each %s, the busiest of all first; {lanes}: %s%s, {cancel}: the "
	    "map",
	    lanes_by_names[by], next < LANES_BY ? "by " : "",
	    next < LANES_BY ? lanes_by_names[next] : "the map");
	return true;
}

void open_profile_end_lanes(struct open_profile *o)
{
	struct error ignored = ERROR_INIT; /* it asks the same */

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
		open_profile_build_lanes(o, o->heat.map != NULL);
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
	} else if (event != KEPT_ALL_EVENTS) {
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
