/* rating.h - how surprising the difference of each row is, and by what chance it would be there. */

#ifndef ANALYSIS_COMPARE_RATING_H
#define ANALYSIS_COMPARE_RATING_H

#include "analysis/compare/sample_keys.h"

/*
 * Of samples the score is G2 / phi_block, with six digits after the point, and the chance that of
 * G2 / max(phi_run, phi_block); see doc/analysis.md, surprise.h and overdispersion.h. Spans are not
 * counted at random: their score is by how many percentage points the share has changed, and
 * every chance is 1.
 */
struct rating {
	double *score, *chance; /* owned: by key */
	uint32_t *seen_in;	/* owned: by key: blocks that have it; NULL of spans */
	double floor;		/* the least phi_run; 0 of spans */
	uint32_t blocks;	/* that phi_block is of; fewer than 2: it is 1 */
};

/* Rows of these keys, by all their samples or (self) by those in which they are innermost. */
struct rated {
	const struct sample_keys *keys;	 /* borrowed */
	const struct key_counts *counts; /* borrowed */
	bool self;
};

/* Of several tables at once: most of the work is the same. Release each with rating_release(). */
bool rating_build(struct rating *each, const struct rated *tables, size_t count,
		  const struct comparison *c, struct error *err);
void rating_release(struct rating *r);

#endif
