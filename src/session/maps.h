/* maps.h - the heat map of what is kept, and all that is drawn into its cells. */

#ifndef SESSION_MAPS_H
#define SESSION_MAPS_H

#include "session/session.h"
#include "view/heat_view.h"

/* All zero to begin, and after a failure. */
struct maps {
	struct heatmap map;
	struct heatmap matched;	 /* what a search found; empty: nothing is searched */
	struct busy busy, found; /* of the two; without levels: samples are counted */
};

/*
 * `counts`: samples are counted even where it could be told how busy CPUs were; so they are
 * where there is memory for counts alone.
 */
bool maps_build(struct maps *m, const struct session *s, uint64_t period, uint32_t rows,
		bool counts, struct error *err);
void maps_release(struct maps *m);

/* Of those that are there; otherwise NULL. */
static inline const struct heatmap *maps_matched(const struct maps *m)
{
	return m->matched.counts ? &m->matched : NULL;
}

static inline const struct busy *maps_busy(const struct maps *m)
{
	return m->busy.levels ? &m->busy : NULL;
}

static inline const struct busy *maps_found(const struct maps *m)
{
	return m->found.levels ? &m->found : NULL;
}

/* What a view shows of them; they stay where they are. */
static inline struct heat_cells maps_cells(const struct maps *m)
{
	return (struct heat_cells){&m->map, maps_matched(m), maps_busy(m), maps_found(m)};
}

#endif
