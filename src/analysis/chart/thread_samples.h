/* thread_samples.h - the samples of one thread in order of time, and for how long each stands. */

#ifndef ANALYSIS_CHART_THREAD_SAMPLES_H
#define ANALYSIS_CHART_THREAD_SAMPLES_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/shape/shape.h"

/*
 * A span stands for its time. A moment stands for the time until the thread's next sample, as long
 * as none has failed to come between them: if the next is further away than `longest`, it stands
 * for the `usual` while, and behind that is a gap, in which the thread was not sampled: it was
 * blocked or idle, or what it did is not kept.
 */
struct thread_samples {
	const struct profile *profile; /* borrowed */
	const struct tree *tree;       /* borrowed: whose nodes they are told by */
	const uint32_t *leaf; /* borrowed: by sample its node in the tree as recorded, */
	const struct shape
	    *shape; /* borrowed: of which this makes those of `tree`; or NULL */
	bool
	    drops; /* of samples that it drops nothing is known, as if they were not kept */
	const struct bits *which;	/* borrowed: the samples that count */
	const struct span_index *spans; /* borrowed; NULL: the samples are moments */
	const struct lanes *lanes;	/* borrowed: by thread */
	uint32_t lane;
	uint64_t origin;	 /* ns: profile_origin() */
	uint64_t usual, longest; /* ns; of moments */
};

/*
 * Of the samples that `f` is of, whatever its range: those of this lane of lanes by thread, with their
 * call paths as they were recorded, or (unless it is NULL) as a shape of the flame's tree has them. The
 * usual while is the tick of the event, where that is a clock whose period is known, else the median
 * of some distances between the thread's samples, from all parts of the profile. Nothing is owned.
 */
bool thread_samples_find(struct thread_samples *t, const struct flame *f,
			 const struct shape *shape, const struct lanes *lanes,
			 uint32_t lane, struct error *err);

/* One of them: `node` of the tree was the innermost of [from, to), ns after the origin. */
struct thread_sample {
	uint64_t row;
	uint32_t node;
	uint64_t from, to;
};

/* Which of so many rows that were looked at together are of the thread. */
#define THREAD_ROWS 8 /* times 64 */
struct thread_rows {
	uint64_t first; /* UINT64_MAX: of none yet */
	uint64_t own[THREAD_ROWS];
};

/* They come one after the other and never overlap. */
struct thread_reader {
	const struct thread_samples *of; /* borrowed */
	struct thread_rows rows;
	uint64_t row; /* what comes next */
	uint64_t end; /* no row from here on says anything of it */
	uint64_t first, from,
	    to; /* the range: the first row that begins in it, its ends */
	uint64_t
	    cut; /* spans so far that were still going on when the next began, which ends them */
};

/* Those of a range: moments in it, and of spans what lies in it. */
struct thread_reader thread_reader_of(const struct thread_samples *t, struct range range);

/* The next ones, as many as there is room for; how many: 0 when all have been read. */
#define THREAD_READER_ROOM                                                               \
	256 /* for a caller's list: what is read at once stays in a cache */
size_t thread_reader_read(struct thread_reader *r, struct thread_sample *list,
			  size_t room);

#endif
