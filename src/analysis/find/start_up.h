/* start_up.h - whether the first seconds of a profile differ from the rest, and how. */

#ifndef ANALYSIS_FIND_START_UP_H
#define ANALYSIS_FIND_START_UP_H

#include "analysis/compare/difference_rows.h"

/*
 * The first 1, 2, 5, 10 and 20 seconds are each compared with the rest, as `diff` compares a range
 * with the rest. They are a start if functions differ from the rest by more than they vary between
 * later stretches of that length. Of several starts, the one with the most surprising function is
 * chosen. Profiles of less than ten seconds use tenths, hundredths ... of a second. No start is
 * longer than a fifth of the profile. The allowed chance of an error is divided by the number of
 * lengths (Bonferroni).
 *
 * With more than START_SAMPLES samples, only every 2nd, 3rd ... one is used to choose the length;
 * the result has counts of all samples.
 */
#define START_SAMPLES UINT64_C(32768)
#define START_LENGTHS 5

struct start_up {
	bool is_there;
	/* the range is the query's phase; all rows may be within the later variation */
	bool is_phase;
	uint32_t frame;	    /* the query's, if the phase is most of the range; else 0 */
	struct range range; /* from 0, or the phase */
	/* owned, as all below; `all` is empty if the query has one, which must live longer */
	struct flame first, all;
	struct comparison comparison;
	struct difference_rows rows; /* the functions, as in `diff --range` */
};

/* The samples of `which`, moments only, each with weight 1. All borrowed. */
struct start_query {
	const struct tree *tree;
	const struct bits *which;
	/* the whole profile in the same way; NULL: it is counted */
	const struct flame *all;

	/*
	 * A changed mix at the start of a process (anomalies.h) and its function; empty: none. It
	 * is the result if no start is found, or only a much shorter one: code that runs once, for
	 * seconds, cannot be compared with anything.
	 */
	struct range phase;
	uint32_t frame;
};

/* Release with start_up_release(), also after a failure. */
bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err);
void start_up_release(struct start_up *s);

/* ---- some samples ---- */

/*
 * Makes it possible to analyse a few samples without passes over all samples and call paths.
 * Everything but the samples is shared with the original, so ids are the same. The tree has the
 * nodes of the samples in `which`, in the order of the original tree. Groups become plain nodes;
 * the order of siblings is unspecified.
 */
struct subsample {
	struct profile profile; /* its sample columns, the next four, are owned */
	uint64_t *time, *weight;
	uint32_t *stack, *context;
	struct tree *tree; /* owned */
	struct bits which; /* owned: by row of this profile: the sample counts */
};

/*
 * For moments only. `rows` has the samples of tree->profile to keep, including the first and the
 * last one; `which` is a subset, the counted samples. Release with subsample_release(), also after
 * a failure.
 */
bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which,
		     struct error *err);
void subsample_release(struct subsample *t);

#endif
