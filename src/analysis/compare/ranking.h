/* ranking.h - rows in order of how surprising their difference is, and which of them stand out. */

#ifndef ANALYSIS_COMPARE_RANKING_H
#define ANALYSIS_COMPARE_RANKING_H

#include "analysis/compare/overdispersion.h"

/* How many samples have each key on either side, and how many samples there are. */
struct counted {
	const uint64_t *subject, *baseline; /* borrowed: by key */
	uint64_t subject_all, baseline_all;
};

struct ranked {
	uint32_t key;
	double
	    score; /* G2 / block: what rows are ordered by; six digits after the point */
	double q;  /* of G2 / run: below STANDS_OUT_BELOW it stands out */
};

struct ranking {
	struct ranked *rows; /* owned: of keys that are on a side, the best score first */
	uint32_t count, stands_out;
};

/*
 * Equal scores are in order of their keys. `o` of the same keys; NULL, as of stretches of time,
 * which are not counted at random: the score is how much the share has changed, in percentage
 * points, and nothing stands out (all q are 1). Release with ranking_release().
 */
bool ranking_build(struct ranking *r, const struct counted *c,
		   const struct overdispersion *o, uint32_t keys, struct error *err);
void ranking_release(struct ranking *r);

#endif
