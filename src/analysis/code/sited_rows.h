/* sited_rows.h - which samples of a profile were in functions whose code is known, and where. */

#ifndef ANALYSIS_SITED_ROWS_H
#define ANALYSIS_SITED_ROWS_H

#include "analysis/flame.h"
#include "profile/code.h"

/*
 * The sites may come of another reading of the same file, which has the same samples. So ranges cost
 * what there is to count in them, whatever else was sampled.
 */
struct sited_rows {
	const struct code *code; /* borrowed */
	const uint32_t *site;	 /* borrowed: by sample; NULL: none has one */
	uint64_t *rows;		 /* owned: samples that have one, in order */
	uint64_t count;
};

/* Of so many samples. Release with sited_rows_release(). */
bool sited_rows_build(struct sited_rows *s, const struct code *code, const uint32_t *site,
		      uint64_t samples, struct error *err);
void sited_rows_release(struct sited_rows *s);

/* To counts[site] of each sample of the flame's range add 1. */
void sited_rows_tally(const struct sited_rows *s, const struct flame *f,
		      uint64_t *counts);

#endif
