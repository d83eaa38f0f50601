#include "cli/waits/waiting_options.h"

#include "analysis/waiting/waiting_profile.h"

/* What is compared is known. */
static bool settle_hot_cold(struct settings *s, struct error *err)
{
	const char *other = s->asked.event	      ? "event"
			    : s->asked.against	      ? "against"
			    : s->asked.against_filter ? "against-filter"
						      : NULL;

	if (s->choice.waiting.states != STATES_HOT_COLD)
		return error_set(err, ERROR_USAGE,
				 "--graph hotcold is of running and blocked threads: "
				 "leave --state out");
	return !other || error_set(err, ERROR_USAGE,
				   "--graph hotcold holds what ran against what was "
				   "blocked: leave --%s out",
				   other);
}

bool waiting_options_settle(struct settings *s, bool all, struct error *err)
{
	struct waiting_choice *w = &s->choice.waiting;
	bool graphed = s->asked.given & CHOICE_SET(CHOICE_GRAPH);
	bool hot_cold = w->graph == GRAPH_HOT_COLD;

	if (graphed && !w->states)
		w->states = hot_cold ? STATES_HOT_COLD : STATES_BLOCKED;
	if (hot_cold && !settle_hot_cold(s, err))
		return false;
	if (graphed && !hot_cold && w->states & ~STATES_BLOCKED)
		return error_set(
		    err, ERROR_USAGE,
		    "--graph %s is of blocked threads: leave --state out, or "
		    "say blocked or disk",
		    wait_graph_names[w->graph]);
	if (s->reading.field && s->reading.switches)
		return error_set(err, ERROR_USAGE,
				 "--field is of samples; --state and --graph weigh "
				 "stacks by time");
	if (w->shorter && w->longer > w->shorter)
		return error_set(err, ERROR_USAGE,
				 "--longer and --shorter leave nothing between them");
	if ((w->longer || w->shorter) && !w->states && !all)
		return error_set(err, ERROR_USAGE,
				 "--%s: of what? Give --state, too, such as --state "
				 "blocked",
				 w->longer ? "longer" : "shorter");
	return true;
}
