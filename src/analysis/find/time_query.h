/* time_query.h - the search of a profile for periods and anomalies, without a call tree. */

#ifndef ANALYSIS_FIND_TIME_QUERY_H
#define ANALYSIS_FIND_TIME_QUERY_H

#include "analysis/find/anomalies.h"
#include "analysis/find/periods.h"
#include "analysis/included.h"

/* All pointers are borrowed. */
struct time_query {
	const struct profile *profile;
	const struct included *kept;
	uint32_t event; /* the event of the samples, or ALL_EVENTS */
	struct range range;
};

/*
 * These call periods_find() and anomalies_build(); see there for errors and for the release of the
 * result.
 */
bool time_query_find_periods(const struct time_query *w, struct periods *f,
			     struct error *err);
bool time_query_find_anomalies(const struct time_query *w, unsigned kinds,
			       struct anomalies *o, struct error *err);

#endif
