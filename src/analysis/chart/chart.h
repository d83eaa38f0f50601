/* chart.h - the stacks of one thread in order of time, unmerged: a flame chart. */

#ifndef ANALYSIS_CHART_CHART_H
#define ANALYSIS_CHART_CHART_H

#include "analysis/chart/thread_samples.h"
#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/transform/derived_tree.h"

/*
 * Consecutive samples without a gap, with the same frame at the same depth and the same callers,
 * are one box; in threads' time (profile.states) only if the state is also the same. Root frames
 * (process names ...) have no box.
 */
struct chart_box {
	uint32_t node;	   /* in the tree */
	uint32_t depth;	   /* 0: it has no callers */
	uint64_t from, to; /* ns after the origin */
	uint64_t samples;  /* the number of samples in it */
	uint32_t event;	   /* of the first sample: the state, if there are states */
};

struct chart {
	/* owned: ordered by start, callers first */
	struct chart_box *list;
	uint64_t count;
	size_t room;
	uint32_t deepest; /* the number of depths */
	uint64_t samples; /* of the thread in the range, with or without a stack */
	uint64_t covered; /* ns that these samples stand for */
	uint64_t cut;	  /* spans truncated by the next one: see thread_reader */
};

/* Takes time and memory proportional to samples and boxes. Release with chart_release(). */
bool chart_build(struct chart *c, const struct thread_samples *t, struct selection ranges,
		 struct error *err);
void chart_release(struct chart *c);

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
