/* stretches.h - stretches of a series of samples that are not by chance. */

#ifndef ANALYSIS_FIND_STRETCHES_H
#define ANALYSIS_FIND_STRETCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "analysis/range.h"

/*
 * A stretch in which the rate of samples is low (or high). For low rates each second adds `times`
 * the usual samples of a second to a sum, and each sample subtracts one; for high rates (`times`
 * above 1) it is the reverse. The stretches with maximal sums, of any length, are found in one pass
 * [Ruzzo and Tompa 1999]; a stray sample does not end one.
 *
 * By chance such sums have an exponential tail [Karlin and Altschul 1990]. Its slope depends on how
 * the samples cluster. So the highest sums are compared with the other sums of the same samples: a
 * stretch is odd if the tail of the others would hardly reach it. A series with pauses of all
 * lengths has no odd stretch.
 */
struct stretch {
	struct range range; /* ns, as the times are */
	double expected;    /* usual samples in this time */
	uint32_t samples;
	double score; /* on the scale of a normal deviate */
};

#define STRETCHES_MOST 6

struct stretches {
	struct stretch stretch[STRETCHES_MOST]; /* in descending order of scores */
	uint32_t count;
};

struct stretches_query {
	const uint64_t *time; /* borrowed, ascending */
	uint32_t count;
	/* factor of the usual rate: below 1 finds quiet stretches, above 1 busy ones */
	double times;
	double chance;	/* probability that noise has a stretch */
	uint64_t least; /* ns: the shortest stretch */
	uint32_t most;	/* most stretches; 0: STRETCHES_MOST */
};

bool stretches_find(struct stretches *s, const struct stretches_query *q,
		    struct error *err);

/*
 * The stretch in which a subset of all samples (those of a function or thread) has another share
 * than elsewhere. All samples are cut into blocks of equal counts. Of stretches of whole blocks,
 * up to 40 % of all, the one with the highest G2 of its share against the share elsewhere is
 * found. G2 is divided by the overdispersion: how much more the counts of the subset vary than
 * those of independent samples, by the mean length of its runs (weighted by samples), and by the
 * differences of neighbouring blocks of several lengths up to a sixteenth of all. As there are
 * more short stretches, 2 ln(all / 4 lengths) is subtracted for those shorter than a fourth of
 * all. The square root is the score, on the scale of a normal deviate.
 */
#define SHARE_BLOCKS 1024

struct share_query {
	/* borrowed: indices of the samples of the subset, ascending */
	const uint32_t *at;
	uint32_t count;
	uint32_t all;	 /* samples */
	uint32_t blocks; /* at most SHARE_BLOCKS, and `all` / 4 */
	uint32_t least;	 /* blocks of the shortest stretch */
	double runs;	 /* mean length of runs, at least 1: sum of squares / sum */
};

struct share_stretch {
	uint32_t from, to;	/* samples [from, to) */
	double inside, outside; /* the shares */
	double score; /* above 0: a larger share; below 0: a smaller one; 0: no stretch */
};

/*
 * The variance of a share divided by that of independent samples: measured between neighbouring
 * 16ths, 32nds and 64ths of the samples, without the stretch; and as expected from the lengths of
 * runs. All 0: unknown.
 */
#define SHARE_SCALES 3

struct share_spread {
	double measured[SHARE_SCALES], by_runs;
};

struct share_stretch share_find(const struct share_query *q, struct share_spread *all);

#endif
