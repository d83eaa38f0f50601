/* row_statistics.h - the difference of each row, its 95 % interval, and its chance. */

#ifndef ANALYSIS_COMPARE_ROW_STATISTICS_H
#define ANALYSIS_COMPARE_ROW_STATISTICS_H

#include "analysis/compare/sample_keys.h"

/*
 * A difference of shares, and one of samples a second, each with its 95 % interval and as a normal
 * deviate (doc/analysis.md):
 *
 * - If both sides have blocks of a second of their own, by Welch's t of the means of blocks, once
 *   with blocks of one second and once of two. The smaller deviate and the wider interval are
 *   taken.
 * - If the subject is short, by the likelihood ratio G2, divided by how much more the blocks of the
 *   baseline vary than independent samples would, and by how long runs last.
 * - If a side has several recordings, no more certain than the spread between them allows:
 *   Student's t of the recordings.
 *
 * Without times, and for spans, which are not random, nothing is judged: deviates are 0.
 */
struct interval {
	double by, low, high; /* the difference, and the ends of its interval */
};

struct deviates {
	double share, rate; /* above 0: more in the subject */
};

struct estimate {
	struct interval share; /* the change of the share: -1 ... 1 */
	struct interval rate;  /* the change in values a second */
	struct deviates z;
	/* The deviates if samples were independent: large for something that lasted long, once. */
	struct deviates once;
};

/*
 * What is assumed to stay the same if nothing has changed. In a busier second all rows have more
 * samples, and the same share; beside a burst all rows have a smaller share, and the same rate.
 * Shares are assumed, as they vary less. If the number of all samples a second has changed, the
 * assumption that fewer functions contradict is taken.
 */
enum unchanged_by { UNCHANGED_SHARES, UNCHANGED_RATES };

struct row_statistics {
	struct estimate *each; /* owned: by key */
	/* owned: by key: the number of blocks with it; NULL for spans */
	uint32_t *seen_in;
	uint32_t blocks; /* of the baseline, with samples */
	/* 0 ... 1: the part of the baseline that is as odd as the subject */
	double left_out;
	double total_z; /* the deviate of the rate of all samples in the subject */
	bool is_judged;
	bool has_own_blocks; /* both sides have: neither is as short as a burst */
};

/*
 * The rows of some keys, counted by all samples that have the key or (`self`) by those in which it
 * is innermost.
 */
struct rated_table {
	const struct sample_keys *keys;	 /* borrowed */
	const struct key_counts *counts; /* borrowed */
	bool self;
	bool no_runs; /* do not measure runs, which could only make deviates smaller */
};

/*
 * Rate several tables at once, as they share most of the work. Release each with
 * row_statistics_release(). `limit` may be NULL: see time_limit_check().
 */
bool row_statistics_build(struct row_statistics *each, const struct rated_table *tables,
			  size_t count, const struct comparison *c,
			  struct time_limit *limit, struct error *err);
void row_statistics_release(struct row_statistics *r);

/*
 * Decided by the table of functions by total; UNCHANGED_SHARES unless sides are compared per
 * second.
 */
enum unchanged_by row_statistics_unchanged(const struct row_statistics *r,
					   const struct rated_table *functions,
					   const struct comparison *c);

/*
 * The factor by which the shares of most functions have changed: the median of the ratios of their
 * self times, as is usual where all parts add up to a whole (Anders and Huber 2010). If one
 * function takes more, the shares of all others become smaller by one factor. 1 if it may be
 * chance, if fewer than five functions have 1 % of the samples, or if a side has no blocks of its
 * own. `functions` is the table with their total.
 */
double row_statistics_common(const struct row_statistics *r,
			     const struct rated_table *functions,
			     const struct comparison *c);

#endif
