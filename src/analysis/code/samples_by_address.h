/* samples_by_address.h - the samples in functions with known code, and their addresses. */

#ifndef ANALYSIS_SAMPLES_BY_ADDRESS_H
#define ANALYSIS_SAMPLES_BY_ADDRESS_H

#include "analysis/flame.h"
#include "profile/code.h"

/*
 * An index of the samples that have a site, so that counting a range skips all others. The sites
 * may come from another reading of the same file, which has the same samples.
 */
struct samples_by_address {
	const struct code *code; /* borrowed */
	const uint32_t *site;	 /* borrowed: by sample; NULL: no sample has a site */
	uint64_t *rows;		 /* owned: the samples that have a site, in order */
	uint64_t count;
};

/* `samples` is the length of `site`. Release with samples_by_address_release(). */
bool samples_by_address_build(struct samples_by_address *s, const struct code *code,
			      const uint32_t *site, uint64_t samples, struct error *err);
void samples_by_address_release(struct samples_by_address *s);

/* Add 1 to counts[site] for each sample of the flame's range. */
void samples_by_address_tally(const struct samples_by_address *s, const struct flame *f,
			      uint64_t *counts);

#endif
