/* chart.h - the stacks of one thread in order of time, unmerged: a flame chart. */

#ifndef ANALYSIS_CHART_CHART_H
#define ANALYSIS_CHART_CHART_H

#include "analysis/chart/thread_samples.h"

/*
 * Samples that follow each other without a gap, with the same frame at the same depth and the
 * same callers, are one box; of threads' time in their states (profile.states) only those in the
 * same one. Root frames (process names ...) have none.
 */
struct chart_box {
	uint32_t node;	   /* of the tree */
	uint32_t depth;	   /* 0: it has no callers */
	uint64_t from, to; /* ns after the origin */
	uint64_t samples;  /* how many it is made of */
	uint32_t event;	   /* of the first of them: the state, if there are states */
};

struct chart {
	struct chart_box
	    *list; /* owned: in the order in which they begin, callers first */
	uint64_t count;
	size_t room;
	uint32_t deepest; /* how many depths there are */
	uint64_t samples; /* of the thread in the range, with a stack or not */
	uint64_t covered; /* ns that these stand for */
	uint64_t
	    cut; /* spans that were cut because another one began: see thread_reader */
};

/* In time and memory of samples and boxes. Release with chart_release(). */
bool chart_build(struct chart *c, const struct thread_samples *t, struct selection ranges,
		 struct error *err);
void chart_release(struct chart *c);

#endif
