/* open_chart.c - the chart of a thread of an open profile: of which file, and beneath which map. */

#include "workspace/open_profile.h"

#include <stdio.h>

#include "view/chart/chart_view.h"

/* The second file's stands beneath the map of that. */
static bool is_beneath_other(const struct open_profile *o)
{
	return charting_is_second(o->session) && open_profile_has_other_map(o);
}

void open_profile_follow_chart(struct open_profile *o)
{
	struct chart_view *v = o->others[VIEW_CHART];

	if (is_beneath_other(o))
		chart_view_follow(v, &o->other.heat, NULL, o->panes[PANE_OTHER]);
	else if (charting_is_second(o->session))
		chart_view_follow(v, NULL, NULL, o->panes[PANE_LOWER]);
	else
		chart_view_follow(v, &o->heat,
				  open_profile_has_lanes(o) ? &o->lanes.view : NULL,
				  open_profile_map_pane(o, PANE_UPPER));
}

void open_profile_forget_chart(struct open_profile *o)
{
	chart_view_forget(o->others[VIEW_CHART]);
}

struct chart_data open_profile_chart(struct open_profile *o)
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
	data.shape = c->shape;
	data.search = c->search;
	data.range = charting_range(c);
	data.several = charting_several(c);
	data.is_second = c->is_second;
	if (o->session->against.joint)
		data.of = c->is_second ? ", of the second file" : ", of the first file";
	return data;
}
