/* thread_samples.h - the samples of one thread in order of time, and how long each stands for. */

#ifndef ANALYSIS_CHART_THREAD_SAMPLES_H
#define ANALYSIS_CHART_THREAD_SAMPLES_H

#include "analysis/flame.h"
#include "analysis/lanes/lanes.h"
#include "analysis/transform/derived_tree.h"

/*
 * A span stands for its time. A moment stands for the time until the thread's next sample, unless
 * that is further away than `longest`: then it stands for the `usual` time, followed by a gap, in
 * which the thread was not sampled: it was blocked or idle, or its samples are not kept.
 */
struct thread_samples {
	const struct profile *profile; /* borrowed */
	const struct tree *tree;       /* borrowed: its nodes are assigned to samples */
	/* borrowed: by sample its node in the original tree */
	const uint32_t *leaf;
	const struct derived_tree
	    *derived; /* borrowed: maps these to nodes of `tree`; or NULL */
	bool drops;   /* the derived tree drops samples, which are treated as not kept */
	const struct bits *which;	/* borrowed: the samples that count */
	const struct span_index *spans; /* borrowed; NULL: the samples are moments */
	const struct lanes *lanes;	/* borrowed: by thread */
	uint32_t lane;
	uint64_t origin;	 /* ns: profile_origin() */
	uint64_t usual, longest; /* ns; for moments */
};

/*
 * The samples of `f`, in any range, in this lane of lanes by thread, with their call paths as
 * recorded, or as in a derived tree of the flame's tree (NULL: none). The usual time is the tick of
 * the event, if it is a clock with a known period, else the median of some distances between the
 * thread's samples, from all parts of the profile. Nothing is owned.
 */
bool thread_samples_find(struct thread_samples *t, const struct flame *f,
			 const struct derived_tree *derived, const struct lanes *lanes,
			 uint32_t lane, struct error *err);

/* One sample: `node` of the tree was the innermost during [from, to), ns after the origin. */
struct thread_sample {
	uint64_t row;
	uint32_t node;
	uint64_t from, to;
};

/* The rows of the thread among rows that were tested together. */
#define THREAD_ROWS 8 /* times 64 */
struct thread_rows {
	uint64_t first; /* UINT64_MAX: none yet */
	uint64_t own[THREAD_ROWS];
};

/* Reads samples in order; they never overlap. */
struct thread_reader {
	const struct thread_samples *of; /* borrowed */
	struct thread_rows rows;
	uint64_t row; /* the next row */
	uint64_t end; /* rows from here on are irrelevant */
	/* the range: the first row that begins in it, and its ends */
	uint64_t first, from, to;
	/* spans so far that were truncated because the next began before they ended */
	uint64_t cut;
};

/* Read a range: the moments in it, and the parts of spans in it. */
struct thread_reader thread_reader_of(const struct thread_samples *t, struct range range);

/* The size of a caller's list: small enough to stay in a cache. */
#define THREAD_READER_ROOM 256

/* Read the next samples, as many as there is room for; returns their number, 0 at the end. */
size_t thread_reader_read(struct thread_reader *r, struct thread_sample *list,
			  size_t room);

#endif
