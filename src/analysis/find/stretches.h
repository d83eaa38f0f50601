/* stretches.h - unusual stretches of samples: quiet, busy, or with a different share. */

#ifndef ANALYSIS_FIND_STRETCHES_H
#define ANALYSIS_FIND_STRETCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/range.h"

/*
 * A stretch is quiet if its rate of samples is below `times` * the usual rate, where `times` is
 * less than 1. Each second adds `times` * the usual samples per second to a sum, and each sample
 * subtracts 1. The stretches with maximal sums, of any length, are found in one pass [Ruzzo and
 * Tompa 1999]. So a single sample does not end a quiet stretch. For busy stretches (`times` greater
 * than 1) the signs are reversed.
 *
 * Without unusual stretches, the sums have an exponential tail [Karlin and Altschul 1990]. The
 * slope of the tail depends on how samples cluster. So the highest sums are compared with all other
 * sums: a stretch is unusual if the tail of the others would hardly reach its sum. A series with
 * pauses of all lengths has no unusual stretch.
 */
struct stretch {
	struct range range; /* ns, like stretches_query.time */
	double expected;    /* the usual number of samples in this time */
	uint32_t samples;
	double score; /* like a normal deviate */
};

#define STRETCHES_MOST 6

struct stretches {
	struct stretch stretch[STRETCHES_MOST]; /* by score, descending */
	uint32_t count;
};

struct stretches_query {
	const uint64_t *time; /* borrowed, ascending */
	uint32_t count;
	/* the factor of the usual rate: below 1 for quiet stretches, above 1 for busy ones */
	double times;
	/* the highest allowed probability that noise has an unusual stretch */
	double chance;
	uint64_t least; /* ns: the length of the shortest stretch */
	uint32_t most;	/* maximum number of stretches; 0: STRETCHES_MOST */
};

bool stretches_find(struct stretches *s, const struct stretches_query *q,
		    struct error *err);

/*
 * Find the stretch in which the share of a subset (the samples of a function or thread) differs
 * most significantly from its share elsewhere. All samples are divided into blocks with equal
 * numbers of samples. Stretches of whole blocks, up to 40 % of all, are compared; then the ends of
 * the best one are refined. The statistic G2 compares the shares inside and outside. It is divided
 * by the overdispersion, which is the variance of the counts of the subset relative to independent
 * samples. The overdispersion is estimated from the mean length of runs (weighted by samples), and
 * from the differences between neighbouring pieces of several lengths, up to a sixteenth of all
 * samples. Because there are more short stretches, 2 ln(all / (4 length)) is subtracted for those
 * shorter than a fourth of all. The score is the square root of the result, comparable with a
 * normal deviate.
 */
#define SHARE_BLOCKS 1024

struct share_query {
	/* borrowed: indexes of the subset among all samples, ascending */
	const uint32_t *at;
	uint32_t count;
	uint32_t all;	 /* samples */
	uint32_t blocks; /* at most SHARE_BLOCKS, and at most `all` / 4 */
	uint32_t least;	 /* the length of the shortest stretch, in blocks */
	double runs;	 /* the mean length of runs: sum of squares / sum */
};

struct share_stretch {
	uint32_t from, to;	/* samples [from, to) */
	double inside, outside; /* the shares */
	double score; /* above 0: a larger share; below 0: a smaller one; 0: no stretch */
};

/*
 * The variance of a share, divided by that of independent samples. `measured`: between neighbouring
 * 16ths, 32nds and 64ths of the samples, apart from the effect of the stretch. `by_runs`: as
 * expected from the lengths of runs. All 0: unknown.
 */
#define SHARE_SCALES 3

struct share_spread {
	double measured[SHARE_SCALES], by_runs;
};

struct share_stretch share_find(const struct share_query *q, struct share_spread *all);

#endif
