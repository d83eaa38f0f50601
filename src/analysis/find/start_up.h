/* start_up.h - the start of a profile, if it differs from the rest. */

#ifndef ANALYSIS_FIND_START_UP_H
#define ANALYSIS_FIND_START_UP_H

#include "analysis/compare/difference_rows.h"

/*
 * The first 1, 2, 5, 10 and 20 seconds (in profiles shorter than ten seconds: tenths, hundredths
 * ... of a second), up to a fifth of the profile, are compared with the rest, as in `diff`. Such a
 * range is a start if the share of a function differs by more than it varies between later parts of
 * this length, and by at least 5 percentage points. Of several starts, the one with the most
 * surprising function is chosen. The allowed probability of an error is divided by the number of
 * lengths (Bonferroni).
 *
 * To choose the length, at most about START_SAMPLES samples are used. The result has the counts of
 * all samples.
 */
#define START_SAMPLES UINT64_C(32768)
#define START_LENGTHS 5

struct start_up {
	bool is_there;
	/* the range is start_query.phase, and its rows need not be significant */
	bool is_phase;
	/* start_query.frame, if the phase is at least half of the range; else 0 */
	uint32_t frame;
	struct range range; /* the start, from 0; or the phase */
	/*
	 * owned, like all members below; if start_query.all is set, `all` is empty, and
	 * start_query.all must outlive this struct
	 */
	struct flame first, all;
	struct comparison comparison;
	struct difference_rows rows; /* functions, as in `diff --range` */
};

/* The moments to search. Pointers are borrowed. */
struct start_query {
	const struct tree *tree;
	const struct bits *which;
	/* a flame of these samples in RANGE_ALL; NULL: start_up_find() makes one */
	const struct flame *all;

	/*
	 * The range and the function of an ANOMALY_MIX at the start of a process; empty: none. This
	 * phase becomes the result if no start is found, or if it is more than 1.2 times as long as
	 * the start: code that runs once, for seconds, cannot be compared with later parts.
	 */
	struct range phase;
	uint32_t frame;
};

/* Release with start_up_release(), even after a failure. */
bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err);
void start_up_release(struct start_up *s);

/* ---- some samples ---- */

/*
 * A profile with some of the samples, to avoid passes over all samples and call paths. All other
 * data are shared with the original profile, so ids are the same. The tree has the nodes of the
 * samples in `which`, numbered in the original order. Groups become plain nodes, and the order of
 * siblings is unspecified.
 */
struct subsample {
	struct profile profile; /* its columns of samples are the next four members */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned, by sample of `profile`: the samples to count */
};

/*
 * For moments only. `rows` are the samples of tree->profile to keep; they must include the first
 * and the last one. `which` is the subset of `rows` to count. Release with subsample_release(),
 * even after a failure.
 */
bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which,
		     struct error *err);
void subsample_release(struct subsample *t);

#endif
