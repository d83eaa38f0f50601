#include "export/unit.h"

struct text unit_of_flame(const struct flame *f)
{
	const struct profile *p = f->tree->profile;

	if (f->spans)
		return TEXT("ns");
	if (f->weigh != WEIGH_PERIOD || p->event_count == 0)
		return TEXT("");
	for (uint32_t i = 1; i < p->event_count; i++)
		if (!text_equal(profile_string(p, p->events[i].unit),
				profile_string(p, p->events[0].unit)))
			return TEXT("");
	return profile_string(p, p->events[0].unit);
}
