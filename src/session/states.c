#include "session/states.h"

#include "analysis/waiting/waiting_profile.h"

bool states_apply(struct profile **p, unsigned states, struct error *err)
{
	struct profile *waiting;

	if (!states)
		return true;
	waiting = waiting_profile_take(p, states, err);
	if (!waiting)
		return false;
	*p = waiting;
	return true;
}
