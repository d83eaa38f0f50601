#include "analysis/lanes/lanes.h"

#include "base/mem.h"

bool lane_states_known(const struct lanes *l, const struct profile *p)
{
	return p->of_threads && (l->by == LANES_THREAD || l->by == LANES_PROCESS);
}

bool lane_states_build(struct lane_cells *c, const struct lanes *l,
		       const struct profile *p, const struct bits *which,
		       const struct lane_window *w, struct error *err)
{
	uint32_t events = p->event_count;
	struct lanes both = *l;
	struct lane_window rows = *w;
	uint32_t *of = NULL, *row = NULL;
	bool ok;

	*c = (struct lane_cells){.columns = w->columns};
	if (l->count > UINT32_MAX / events - 1)
		return error_set(err, ERROR_LIMIT,
				 "too many lanes to show the state of each");
	of = mem_array(l->of_count, sizeof *of, "lanes", err);
	row = of ? mem_array((size_t)l->count * events, sizeof *row, "lanes", err) : NULL;
	ok = row != NULL;
	/* map contexts to lane and state, and these to the row of both; other lanes come last */
	for (uint32_t i = 0; ok && i < l->of_count; i++)
		of[i] = l->of[i] == LANE_NONE ? LANE_NONE
					      : l->of[i] * events + p->contexts[i].event;
	for (uint32_t i = 0; ok && i < l->count * events; i++) {
		uint32_t r = w->row ? w->row[i / events] : i / events;

		row[i] = (r < w->rows ? r : w->rows) * events + i % events;
	}
	both.of = of;
	rows.row = row;
	rows.rows = (w->rows + 1) * events;
	ok = ok && lane_cells_build(c, &both, p, which, &rows, err);
	mem_free(of);
	mem_free(row);
	return ok;
}
