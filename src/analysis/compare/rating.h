/* rating.h - how surprising the difference of each row is, and by what chance it would be there. */

#ifndef ANALYSIS_COMPARE_RATING_H
#define ANALYSIS_COMPARE_RATING_H

#include "analysis/compare/sample_keys.h"

/*
 * Of samples the score is G2 / phi_block, rounded, and the chance that of G2 / max(phi_run,
 * phi_block); see doc/analysis.md, surprise.h and overdispersion.h. Where sides are compared per
 * second both are also asked of samples a second, and the smaller answer is taken: in a burst what
 * runs as before loses a share of the samples, and has lost nothing.
 *
 * In a burst that is one of several, or another odd moment, the baseline is what is usual: the
 * blocks that are not like it (time_blocks.h).
 *
 * Spans are not counted at random: their score is by how many percentage points the share has
 * changed, and every chance is 1.
 */
struct rating {
	double *score, *chance; /* owned: by key */
	uint32_t *seen_in;	/* owned: by key: blocks that have it; NULL of spans */
	double floor;		/* the least phi_run; 0 of spans */
	uint32_t blocks;	/* that phi_block is of; fewer than 2: it is 1 */
	double left_out;	/* 0 ... 1: part of the baseline, see above */
};

/* Rows of these keys, by all their samples or (self) by those in which they are innermost. */
struct rated {
	const struct sample_keys *keys;	 /* borrowed */
	const struct key_counts *counts; /* borrowed */
	bool self;
	bool
	    no_runs; /* phi_run is taken to be 1: no chance is larger than it is with it */
};

/* Of several tables at once: most of the work is the same. Release each with rating_release(). */
bool rating_build(struct rating *each, const struct rated *tables, size_t count,
		  const struct comparison *c, struct error *err);
void rating_release(struct rating *r);

#endif
