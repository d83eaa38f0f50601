/* time_query.h - queries for periods and anomalies, which need no call tree. */

#ifndef ANALYSIS_FIND_TIME_QUERY_H
#define ANALYSIS_FIND_TIME_QUERY_H

#include "analysis/find/anomalies.h"
#include "analysis/find/periods.h"
#include "analysis/included.h"

/* All borrowed. */
struct time_query {
	const struct profile *profile;
	const struct included *kept;
	uint32_t event; /* that of the samples, or ALL_EVENTS */
	struct range range;
};

/* Call periods_find() and anomalies_build(); errors and release are described there. */
bool time_query_find_periods(const struct time_query *w, struct periods *f,
			     struct error *err);
bool time_query_find_anomalies(const struct time_query *w, unsigned kinds,
			       struct anomalies *o, struct error *err);

#endif
