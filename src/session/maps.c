#include "session/maps.h"

bool maps_build(struct maps *m, const struct session *s, uint64_t period, uint32_t rows,
		bool counts, struct error *err)
{
	bool searching = session_searches(s), ok;

	*m = (struct maps){0};
	ok = session_heatmap(s, period, rows, &m->map, err);
	if (ok && searching)
		ok = session_matched_heatmap(s, period, rows, &m->matched, err);
	if (ok && !counts)
		ok = session_busy(s, &m->map, &m->busy, err);
	if (ok && !counts && searching)
		ok = session_matched_busy(s, &m->matched, &m->found, err);
	if (!ok)
		maps_release(m);
	return ok;
}

void maps_release(struct maps *m)
{
	heatmap_release(&m->map);
	heatmap_release(&m->matched);
	busy_release(&m->busy);
	busy_release(&m->found);
}
