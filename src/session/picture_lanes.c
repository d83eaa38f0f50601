#include "session/picture_lanes.h"

#include <string.h>

#include "analysis/waiting/waiting_profile.h"
#include "view/lanes/lanes_view.h"

static bool build_states(struct picture_lanes *m, const struct session *s,
			 const struct lane_window *w, struct lane_cells *states,
			 struct error *err)
{
	m->state_count = 0;
	if (!lane_states_known(&m->lanes, s->profile))
		return true;
	m->state_count = s->profile->event_count;
	for (uint32_t e = 0; e < m->state_count && e < THREAD_STATES; e++)
		m->state[e] = s->summary.events[e].samples
				  ? waiting_profile_state(s->profile, e)
				  : THREAD_STATES;
	return lane_states_build(states, &m->lanes, s->profile, &s->kept.samples, w, err);
}

void picture_lanes_show_states(const struct picture_lanes *m, struct lanes_view *v)
{
	v->states = m->states.counts ? &m->states : NULL;
	v->state_count = m->state_count;
	memcpy(v->state, m->state, sizeof v->state);
}

bool picture_lanes_count(struct picture_lanes *m, const struct session *s, uint64_t from,
			 uint64_t period, uint32_t columns, struct error *err)
{
	const struct lane_window w = {.from = from,
				      .period = period,
				      .columns = columns,
				      .rows = m->rows.shown,
				      .row = m->rows.of};
	struct lane_cells cells, matched = {0}, states = {0};

	if (!lane_cells_build(&cells, &m->lanes, s->profile, session_mapped(s), &w, err))
		return false;
	if ((session_searches(s) &&
	     !lane_cells_build(&matched, &m->lanes, s->profile, session_mapped_found(s),
			       &w, err)) ||
	    !build_states(m, s, &w, &states, err)) {
		lane_cells_release(&cells);
		lane_cells_release(&matched);
		return false;
	}
	lane_cells_release(&m->cells);
	lane_cells_release(&m->matched);
	lane_cells_release(&m->states);
	m->states = states;
	m->window = w;
	m->cells = cells;
	m->matched = matched;
	return true;
}

bool picture_lanes_search(struct picture_lanes *m, const struct session *s,
			  struct error *err)
{
	struct lane_cells matched = {0};

	if (session_searches(s) &&
	    !lane_cells_build(&matched, &m->lanes, s->profile, session_mapped_found(s),
			      &m->window, err))
		return false;
	lane_cells_release(&m->matched);
	m->matched = matched;
	return true;
}

bool picture_lanes_find(struct picture_lanes *m, const struct session *s,
			enum lanes_by by, const struct lane_folds *folds, uint64_t limit,
			struct error *err)
{
	*m = (struct picture_lanes){0};
	if (lanes_build(&m->lanes, s->profile, session_mapped(s), s->kept.spans, by,
			err) &&
	    lane_rows_build(&m->rows, &m->lanes, folds, limit, err))
		return true;
	picture_lanes_release(m);
	return false;
}

bool picture_lanes_build(struct picture_lanes *m, const struct session *s,
			 enum lanes_by by, uint64_t period, uint64_t limit,
			 struct error *err)
{
	uint64_t columns = heatmap_columns(s->profile, period);

	if (!picture_lanes_find(m, s, by, NULL, limit, err))
		return false;
	if (picture_lanes_count(m, s, 0, period,
				columns < UINT32_MAX ? (uint32_t)columns : UINT32_MAX,
				err))
		return true;
	picture_lanes_release(m);
	return false;
}

void picture_lanes_release(struct picture_lanes *m)
{
	lanes_release(&m->lanes);
	lane_rows_release(&m->rows);
	lane_cells_release(&m->cells);
	lane_cells_release(&m->matched);
	lane_cells_release(&m->states);
	*m = (struct picture_lanes){0};
}

struct canvas *picture_lanes(const struct session *s, const struct settings *settings,
			     uint64_t limit, int width, struct error *err)
{
	uint64_t period = picture_period(s, lanes_view_columns(width));
	struct picture_lanes m;
	struct lanes_view v;
	struct canvas *c;
	struct pane inside;

	if (!picture_lanes_build(&m, s, (enum lanes_by)(s->choice.lanes - 1), period,
				 limit, err))
		return NULL;
	v = (struct lanes_view){.theme = &settings->theme,
				.lanes = &m.lanes,
				.rows = &m.rows,
				.cells = &m.cells,
				.matched = m.matched.counts ? &m.matched : NULL,
				.window = m.window,
				.selected = s->choice.range,
				.several = session_several(s)};
	picture_lanes_show_states(&m, &v);
	c = picture_sheet(s, settings, width, lanes_view_lines(&v), &inside, err);
	if (c)
		lanes_view_draw(&v, inside);
	picture_lanes_release(&m);
	return c;
}
