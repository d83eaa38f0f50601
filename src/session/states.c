#include "session/states.h"

struct waiting_choice states_choice(const struct settings *s)
{
	return (struct waiting_choice){.states = s->states,
				       .graph = s->graph,
				       .longer = s->longer,
				       .shorter = s->shorter};
}

void states_choose(struct settings *s, const struct waiting_choice *c)
{
	s->states = c->states;
	s->graph = c->graph;
	s->longer = c->longer;
	s->shorter = c->shorter;
	s->reading.switches = c->states != 0;
}

bool states_apply(struct profile **p, const struct settings *s, struct error *err)
{
	const struct waiting_choice choice = states_choice(s);
	struct profile *waiting;

	if (!s->states)
		return true;
	waiting = waiting_profile_take(p, &choice, err);
	if (!waiting)
		return false;
	*p = waiting;
	return true;
}
