#include "session/settings.h"

#include "analysis/waiting/waiting_profile.h"

void states_choose(struct settings *s, const struct waiting_choice *c)
{
	s->choice.waiting = *c;
	s->reading.switches = c->states != 0;
}

bool states_apply(struct profile **p, const struct settings *s, struct error *err)
{
	struct profile *waiting;

	if (!s->choice.waiting.states)
		return true;
	waiting = waiting_profile_take(p, &s->choice.waiting, err);
	if (!waiting)
		return false;
	*p = waiting;
	return true;
}
