#include "analysis/find/time_query.h"

bool time_query_find_periods(const struct time_query *w, struct periods *f,
			     struct error *err)
{
	const struct periods_query q = {.which = &w->kept->samples,
					.spans = w->kept->spans,
					.event = w->event,
					.range = w->range};

	return periods_find(f, w->profile, &q, err);
}

bool time_query_find_anomalies(const struct time_query *w, unsigned kinds,
			       struct anomalies *o, struct error *err)
{
	const struct anomaly_query q = {
	    .kept = w->kept, .range = w->range, .event = w->event, .kinds = kinds};

	return anomalies_build(o, w->profile, &q, err);
}
