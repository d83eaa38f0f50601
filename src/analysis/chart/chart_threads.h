/* chart_threads.h - the threads of a range, the busiest first. */

#ifndef ANALYSIS_CHART_CHART_THREADS_H
#define ANALYSIS_CHART_CHART_THREADS_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/transform/derived_tree.h"

/*
 * A thread that changed its name is still one thread, even without pids. The list of processes
 * (tasks.h) may show it twice, once in each process.
 */
struct chart_thread {
	uint32_t lane;	/* in chart_threads.lanes */
	uint64_t count; /* in the range, in the unit of the graph */
};

struct chart_threads {
	struct lanes lanes; /* owned: of all kept samples, in the range or not */
	/* owned: threads with samples in the range, busiest first */
	struct chart_thread *list;
	uint32_t count; /* length of the list */
	uint64_t all;	/* the sum of their counts */
};

/*
 * The threads in the range and samples of `f`, except samples dropped by a derived tree of its tree
 * (may be NULL). One pass over all samples, and the pass of chart_threads_count(). Release with
 * chart_threads_release().
 */
bool chart_threads_build(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err);

/*
 * Count another range of the same samples: one pass over the samples in it. If memory runs out,
 * nothing changes.
 */
bool chart_threads_count(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err);
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
