#include "session/picture_lanes.h"

#include "base/mem.h"
#include "view/lanes/lanes_view.h"

static bool count(struct picture_lanes *m, const struct session *s, struct error *err)
{
	return lane_cells_build(&m->cells, &m->lanes, s->profile, &s->kept.samples,
				&m->window, err) &&
	       (!session_searches(s) ||
		lane_cells_build(&m->matched, &m->lanes, s->profile, &s->matched,
				 &m->window, err));
}

bool picture_lanes_build(struct picture_lanes *m, const struct session *s,
			 enum lanes_by by, uint64_t period, uint64_t limit,
			 struct error *err)
{
	uint64_t columns = heatmap_columns(s->profile, period);

	*m = (struct picture_lanes){0};
	if (!lanes_build(&m->lanes, s->profile, &s->kept.samples, s->kept.spans, by, err))
		return false;
	m->window = (struct lane_window){
	    .period = period,
	    .columns = columns < UINT32_MAX ? (uint32_t)columns : UINT32_MAX,
	    .rows = limit < m->lanes.count ? (uint32_t)limit : m->lanes.count};
	m->row = mem_array((size_t)m->lanes.count + 1, sizeof *m->row, "lanes", err);
	for (uint32_t i = 0; m->row && i < m->lanes.count; i++)
		m->row[i] = i < m->window.rows ? i : LANE_NONE;
	m->window.row = m->row;
	if (m->row && count(m, s, err))
		return true;
	picture_lanes_release(m);
	return false;
}

void picture_lanes_release(struct picture_lanes *m)
{
	lanes_release(&m->lanes);
	lane_cells_release(&m->cells);
	lane_cells_release(&m->matched);
	mem_free(m->row);
	*m = (struct picture_lanes){0};
}

static struct canvas *paint(const struct session *s, const struct settings *settings,
			    const struct lanes_view *v, int width, struct error *err)
{
	struct pane inside;
	struct canvas *c =
	    picture_sheet(s, settings, width, lanes_view_lines(v), &inside, err);

	if (c)
		lanes_view_draw(v, inside);
	return c;
}

struct canvas *picture_lanes(const struct session *s, const struct settings *settings,
			     uint64_t limit, int width, struct error *err)
{
	uint64_t period = picture_period(s, settings, lanes_view_columns(width));
	struct picture_lanes m;
	struct canvas *c;

	if (!picture_lanes_build(&m, s, settings->lanes_by, period, limit, err))
		return NULL;
	c = paint(s, settings,
		  &(struct lanes_view){.theme = &settings->theme,
				       .lanes = &m.lanes,
				       .cells = &m.cells,
				       .matched = m.matched.counts ? &m.matched : NULL,
				       .window = m.window,
				       .selected = s->choice.range},
		  width, err);
	picture_lanes_release(&m);
	return c;
}
