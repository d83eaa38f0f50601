/* lane_states.c - how long the threads of each lane were in each of their states, in time. */

#include "analysis/lanes/lanes.h"

#include "base/mem.h"

bool lane_states_known(const struct lanes *l, const struct profile *p)
{
	return p->of_threads && (l->by == LANES_THREAD || l->by == LANES_PROCESS);
}

/* To lane and event by context; to the row of both. `row` has those of no row behind all others. */
static bool split(const struct lanes *l, const struct profile *p,
		  const struct lane_window *w, uint32_t *of, uint32_t *row)
{
	uint32_t events = p->event_count;

	if (!of || !row)
		return false;
	for (uint32_t i = 0; i < l->of_count; i++)
		of[i] = l->of[i] == LANE_NONE ? LANE_NONE
					      : l->of[i] * events + p->contexts[i].event;
	for (uint32_t i = 0; i < l->count * events; i++) {
		uint32_t r = w->row ? w->row[i / events] : i / events;

		row[i] = (r < w->rows ? r : w->rows) * events + i % events;
	}
	return true;
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
		return error_set(err, ERROR_LIMIT, "too many lanes to have states each");
	of = mem_array(l->of_count, sizeof *of, "lanes", err);
	row = of ? mem_array((size_t)l->count * events, sizeof *row, "lanes", err) : NULL;
	both.of = of;
	rows.row = row;
	rows.rows = (w->rows + 1) * events;
	ok = split(l, p, w, of, row) && lane_cells_build(c, &both, p, which, &rows, err);
	mem_free(of);
	mem_free(row);
	return ok;
}
