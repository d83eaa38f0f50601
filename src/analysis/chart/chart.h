/* chart.h - flame charts: the stacks of one thread, in order of time. */

#ifndef ANALYSIS_CHART_CHART_H
#define ANALYSIS_CHART_CHART_H

#include "analysis/chart/thread_samples.h"
#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/transform/derived_tree.h"

/*
 * A box covers consecutive samples, without gaps between them, that have the same frame at the same
 * depth with the same callers. If the profile has thread states (profile.states), the samples of a
 * box are also in the same state. Root frames, such as process names, have no boxes.
 */
struct chart_box {
	uint32_t node;
	uint32_t depth;	   /* 0: the outermost frame */
	uint64_t from, to; /* ns after the origin */
	uint64_t samples;
	uint32_t event; /* the thread state, as an event; 0 without states */
};

struct chart {
	/* owned: sorted by start; of boxes with the same start, callers first */
	struct chart_box *list;
	uint64_t count;
	size_t room;
	uint32_t deepest; /* the number of levels of boxes */
	/* samples of the thread in the ranges, with or without stacks */
	uint64_t samples;
	uint64_t covered; /* ns: the sum of the durations of these samples */
	uint64_t cut;	  /* the number of truncated spans: see struct thread_reader */
};

/*
 * Time grows with the numbers of boxes, of nodes of the tree, and of samples in the ranges; memory
 * grows with the numbers of boxes and of nodes. Release with chart_release().
 */
bool chart_build(struct chart *c, const struct thread_samples *t, struct selection ranges,
		 struct error *err);
void chart_release(struct chart *c);

/*
 * A thread that changed its name is one thread here, even if the input has no pids. In the list of
 * processes (tasks.h), it may then belong to two processes.
 */
struct chart_thread {
	uint32_t lane;	/* an index into chart_threads.lanes.list */
	uint64_t count; /* the value of its samples, as in the flame graph */
};

struct chart_threads {
	/* owned: made from all kept samples, even those outside the range */
	struct lanes lanes;
	/* owned: threads with samples in the range, the busiest first */
	struct chart_thread *list;
	uint32_t count;
	uint64_t all; /* the sum of the counts in the list */
};

/*
 * List the threads that have samples counted by `f` and not dropped by `derived`. `derived` is a
 * derived tree of the tree of `f`, or NULL. Makes one pass over all samples, and then calls
 * chart_threads_count(). Release with chart_threads_release().
 */
bool chart_threads_build(struct chart_threads *t, const struct flame *f,
			 const struct derived_tree *derived, struct error *err);

/*
 * Count another range of the same samples, with one pass over the samples in this range. If memory
 * runs out, nothing changes.
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
