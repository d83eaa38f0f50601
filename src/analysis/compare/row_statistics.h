/* row_statistics.h - the difference of each row, with its 95 % interval and its significance. */

#ifndef ANALYSIS_COMPARE_ROW_STATISTICS_H
#define ANALYSIS_COMPARE_ROW_STATISTICS_H

#include "analysis/compare/sample_keys.h"

/*
 * The difference between the shares of a row on both sides, and between its rates, each with a 95 %
 * interval and as a normal deviate. The method (doc/analysis.md) is:
 *
 * - Welch's t test of the means of blocks, if both sides have enough blocks (variation.h). It is
 *   done with blocks of two lengths; the smaller deviate and the wider interval are used.
 * - Otherwise the likelihood ratio G2, divided by the variance between blocks of the baseline
 *   relative to independent samples, or by the mean length of runs, whichever is larger.
 * - If a side has several recordings, the result is no more certain than that of Student's t test
 *   of the recordings.
 *
 * All deviates are 0 if a side is empty, or if the samples have no times, are spans (which are not
 * random), or come from a database.
 */
struct interval {
	double by, low, high; /* the difference, and the bounds of its interval */
};

struct deviates {
	double share, rate; /* above 0: the subject has more */
};

struct estimate {
	struct interval share; /* the difference between the shares: -1 ... 1 */
	struct interval rate;  /* the difference between the values per second */
	struct deviates z;
	/* the deviates if each sample were a separate event; equal to `z` with enough blocks */
	struct deviates once;
};

/*
 * Does an unchanged function keep its share or its rate? When all functions run more, it keeps its
 * share, but has more samples per second. When another function has a burst, it keeps its rate, but
 * has a smaller share. Constant shares are the default, because shares vary less. If the rate of
 * all samples has changed, the assumption that fits the functions better is used.
 */
enum unchanged_by { UNCHANGED_SHARES, UNCHANGED_RATES };

struct row_statistics {
	struct estimate *each; /* owned, by key */
	/* owned, by key: the number of blocks of the baseline with the key; NULL for spans */
	uint32_t *seen_in;
	uint32_t blocks; /* the number of blocks of the baseline with samples */
	/* 0 ... 1: the part of the baseline that is left out because it resembles the subject */
	double left_out;
	double total_z; /* the deviate of the difference in the rate of all samples */
	bool is_judged;
	bool has_own_blocks; /* both sides have enough blocks */
};

/*
 * A table with a row for each key. The value of a row is the value of all samples that have the key
 * or, with `self`, of those in which the key is innermost.
 */
struct rated_table {
	const struct sample_keys *keys;	 /* borrowed */
	const struct key_counts *counts; /* borrowed */
	bool self;
	bool no_runs; /* do not measure runs, which can only make deviates smaller */
};

/*
 * Compute the statistics of several tables together, because they share most of the work. `limit`
 * may be NULL: see time_limit_check(). Release each with row_statistics_release().
 */
bool row_statistics_build(struct row_statistics *each, const struct rated_table *tables,
			  size_t count, const struct comparison *c,
			  struct time_limit *limit, struct error *err);
void row_statistics_release(struct row_statistics *r);

/*
 * Choose the assumption. `functions` is the table of functions by total. The result is
 * UNCHANGED_SHARES unless the sides are to be compared by time.
 */
enum unchanged_by row_statistics_unchanged(const struct row_statistics *r,
					   const struct rated_table *functions,
					   const struct comparison *c);

/*
 * The factor by which the shares of most functions have changed: if one function takes more time,
 * the shares of all others shrink by the same factor. It is the median of the ratios of the shares
 * of self values (Anders and Huber 2010). It is 1 if the change may be due to chance, if fewer than
 * five functions have 1 % of the samples, or if a side has too few blocks. `functions` is the table
 * of functions by total.
 */
double row_statistics_common(const struct row_statistics *r,
			     const struct rated_table *functions,
			     const struct comparison *c);

#endif
