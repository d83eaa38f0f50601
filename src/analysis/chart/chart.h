/* chart.h - the stacks of one thread in order of time, unmerged: a flame chart. */

#ifndef ANALYSIS_CHART_CHART_H
#define ANALYSIS_CHART_CHART_H

#include "analysis/chart/thread_samples.h"

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

#endif
