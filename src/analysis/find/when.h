/* when.h - queries for periods and anomalies, which need no call tree. */

#ifndef ANALYSIS_FIND_WHEN_H
#define ANALYSIS_FIND_WHEN_H

#include "analysis/find/odd_moments.h"
#include "analysis/find/periods.h"
#include "analysis/kept.h"

/* All borrowed. */
struct when {
	const struct profile *profile;
	const struct kept *kept;
	uint32_t event; /* of the samples, or KEPT_ALL_EVENTS */
	struct range range;
};

/* Call periods_find() and odd_moments_build(); errors and release are as there. */
bool when_find_periods(const struct when *w, struct periods *f, struct error *err);
bool when_find_odd(const struct when *w, unsigned kinds, struct odd_moments *o,
		   struct error *err);

#endif
