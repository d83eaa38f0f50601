/* chart_threads.h - the threads of a range, the busiest first. */

#ifndef ANALYSIS_CHART_CHART_THREADS_H
#define ANALYSIS_CHART_CHART_THREADS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/shape/shape.h"

/*
 * A thread is one whatever names it has had, also where no pid is known: in the lists of processes
 * (tasks.h) it is two then, for it is in two processes.
 */
struct chart_thread {
	uint32_t lane;	/* of chart_threads.lanes */
	uint64_t count; /* in the range: what the graph counts */
};

struct chart_threads {
	struct lanes lanes; /* owned: of all that is kept, in the range or not */
	struct chart_thread
	    *list; /* owned: those that have something in the range; the busiest first */
	uint32_t count; /* of the list */
	uint64_t all;	/* the sum of their counts */
};

/* Of the range and samples that `f` is of, but those that a shape of its tree drops (NULL: none). A pass over all samples, and what chart_threads_count() takes.
 * Release with chart_threads_release(). */
bool chart_threads_build(struct chart_threads *t, const struct flame *f,
			 const struct shape *shape, struct error *err);

/* The range is another one, of the same samples: a pass over those in it. Without memory all is as it was. */
bool chart_threads_count(struct chart_threads *t, const struct flame *f,
			 const struct shape *shape, struct error *err);
void chart_threads_release(struct chart_threads *t);

static inline struct text chart_threads_name(const struct chart_threads *t, uint32_t row)
{
	return lane_name(&t->lanes, t->list[row].lane);
}

static inline const struct lane *chart_threads_lane(const struct chart_threads *t,
						    uint32_t row)
{
	return &t->lanes.list[t->list[row].lane];
}

#endif
