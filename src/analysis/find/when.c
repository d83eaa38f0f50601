#include "analysis/find/when.h"

bool when_find_periods(const struct when *w, struct periods *f, struct error *err)
{
	const struct periods_query q = {.which = &w->kept->samples,
					.spans = w->kept->spans,
					.event = w->event,
					.range = w->range};

	return periods_find(f, w->profile, &q, err);
}

bool when_find_odd(const struct when *w, unsigned kinds, struct odd_moments *o,
		   struct error *err)
{
	const struct odd_query q = {
	    .kept = w->kept, .range = w->range, .event = w->event, .kinds = kinds};

	return odd_moments_build(o, w->profile, &q, err);
}
