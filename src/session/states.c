#include "session/states.h"

#include "analysis/waiting/waiting_profile.h"

bool states_apply(struct profile **p, const struct settings *s, struct error *err)
{
	const struct waiting_choice choice = {.states = s->states,
					      .graph = s->graph,
					      .longer = s->longer,
					      .shorter = s->shorter};
	struct profile *waiting;

	if (!s->states)
		return true;
	waiting = waiting_profile_take(p, &choice, err);
	if (!waiting)
		return false;
	*p = waiting;
	return true;
}
