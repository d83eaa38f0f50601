/* thread_samples.h - the samples of one thread in order of time, each with a duration. */

#ifndef ANALYSIS_CHART_THREAD_SAMPLES_H
#define ANALYSIS_CHART_THREAD_SAMPLES_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/transform/derived_tree.h"

/*
 * A span represents its own time. A moment represents the time until the next sample of the thread.
 * If there is none, or if it is more than `longest` ns away, the moment represents only `usual` ns,
 * and a gap follows. In a gap, the thread was blocked or idle, or its samples are not kept.
 */
struct thread_samples {
	const struct profile *profile; /* borrowed */
	const struct tree *tree; /* borrowed: the nodes of samples are in this tree */
	/* borrowed, by sample: its node in the original tree */
	const uint32_t *leaf;
	/* borrowed: maps original nodes to nodes of `tree`; NULL: `tree` is the original tree */
	const struct derived_tree *derived;
	bool drops; /* `derived` drops samples; they are treated as not kept */
	const struct bits *which;	/* borrowed: the kept samples */
	const struct span_index *spans; /* borrowed; NULL: the samples are moments */
	const struct lanes *lanes;	/* borrowed: lanes by thread */
	uint32_t lane;
	uint64_t origin;	 /* ns: profile_origin() */
	uint64_t usual, longest; /* ns, for moments only */
};

/*
 * Find the samples of a thread in f->which, whatever range `f` shows. The thread is the one in lane
 * `lane` of `lanes`, which are lanes by thread. If `derived`, a derived tree of the tree of `f`, is
 * not NULL, call paths are those of the derived tree. If the thread has samples of one event only,
 * a clock with a known period, `usual` is this period. Otherwise it is the median of some distances
 * between samples of the thread, from all parts of the profile. Nothing needs to be released.
 */
bool thread_samples_find(struct thread_samples *t, const struct flame *f,
			 const struct derived_tree *derived, const struct lanes *lanes,
			 uint32_t lane, struct error *err);

/* `node` was the innermost frame during [from, to), in ns after the origin. */
struct thread_sample {
	uint64_t row;
	uint32_t node;
	uint64_t from, to;
};

/* The kept samples of the thread among 64 * THREAD_ROWS rows, as a bit for each row. */
#define THREAD_ROWS 8
struct thread_rows {
	uint64_t first; /* the first row of the group; UINT64_MAX: no group yet */
	uint64_t own[THREAD_ROWS];
};

/* Reads samples in order of time. The times [from, to) of these samples never overlap. */
struct thread_reader {
	const struct thread_samples *of; /* borrowed */
	struct thread_rows rows;
	uint64_t row; /* the next row */
	uint64_t end; /* rows from this one on are not read */
	/* `first`: the first row of the range [from, to), which is in ns after the origin */
	uint64_t first, from, to;
	/* the number of spans truncated so far, because the next span began before their end */
	uint64_t cut;
};

/* Start to read the moments, or the parts of spans, in a range. */
struct thread_reader thread_reader_of(const struct thread_samples *t, struct range range);

/* The usual size of the caller's list, small enough to stay in a cache. */
#define THREAD_READER_ROOM 256

/* Read at most `room` samples. Returns their number; 0 at the end. */
size_t thread_reader_read(struct thread_reader *r, struct thread_sample *list,
			  size_t room);

#endif
