/* rating.h - by how much each row differs between two sides, within which interval, and how unlikely by chance. */

#ifndef ANALYSIS_COMPARE_RATING_H
#define ANALYSIS_COMPARE_RATING_H

#include "analysis/compare/sample_keys.h"

/*
 * A difference of shares, and one of samples a second, each with its 95 % interval and as a normal deviate
 * (doc/analysis.md). Where both sides have blocks of a second of their own it is Welch's t of
 * the means of blocks, of a second and of two, of which the lesser deviate and the wider interval are
 * taken. Where the subject is short it is the likelihood ratio G2 by how much more than independent samples
 * the baseline's blocks vary, and runs last. Where a side has several recordings both are no surer than how these differ
 * from each other allows: Student's t of the recordings.
 *
 * Without times, and of spans, which are not there by chance, nothing is judged: deviates are 0.
 */
struct interval {
	double by, low, high; /* the difference, and the ends of its interval */
};

struct deviates {
	double share, rate; /* above 0: more in the subject */
};

struct estimate {
	struct interval share; /* of the change: -1 ... 1 */
	struct interval rate;  /* in values a second */
	struct deviates z;
	struct deviates
	    once; /* where each sample of a run is an event: what happened once, for long, has large ones */
};

/*
 * What is taken to have stayed the same where nothing has changed: in a busier second all rows have more
 * samples, and the same share of them; beside a burst all rows have a smaller share, and the same rate. Shares, which
 * vary less, unless the number of all samples a second has changed; then it is what fewer functions contradict.
 */
enum steady { STEADY_SHARES, STEADY_RATES };

struct rating {
	struct estimate *each; /* owned: by key */
	uint32_t *seen_in;     /* owned: by key: blocks that have it; NULL of spans */
	uint32_t blocks;       /* of the baseline, with samples */
	double left_out; /* 0 ... 1: part of the baseline that is as odd as the subject */
	double total_z;	 /* how surely all of the subject has more samples a second */
	bool is_judged;
};

/* Rows of these keys, by all their samples or (self) by those in which they are innermost. */
struct rated {
	const struct sample_keys *keys;	 /* borrowed */
	const struct key_counts *counts; /* borrowed */
	bool self;
	bool no_runs; /* as of a keying: no deviate is larger than it is with them */
};

/*
 * Of several tables at once: most of the work is the same. Release each with rating_release(). `limit` may be
 * NULL: see time_limit_check().
 */
bool rating_build(struct rating *each, const struct rated *tables, size_t count,
		  const struct comparison *c, struct time_limit *limit,
		  struct error *err);
void rating_release(struct rating *r);

/* By a table of functions, with all that they call. Shares where sides are not compared per second. */
enum steady rating_steady(const struct rating *r, const struct rated *functions,
			  const struct comparison *c);

#endif
