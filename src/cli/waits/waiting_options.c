#include "cli/waits/waiting_options.h"

#include "analysis/range_words.h"
#include "analysis/waiting/waiting_profile.h"

void waiting_options_state(struct settings *s, struct text word)
{
	s->states = thread_states_of_word(word);
	s->reading.switches = true;
}

void waiting_options_graph(struct settings *s, int n)
{
	s->graph = (enum wait_graph)n;
	s->graphed = true;
	s->reading.switches = true;
}

bool waiting_options_length(struct settings *s, enum option_id id, const char *arg,
			    struct error *err)
{
	bool shorter = id == OPTION_SHORTER || id == OPTION_SHORTER_STATE;
	uint64_t length;

	if (!duration_parse(text_of(arg), &length))
		return error_set(
		    err, ERROR_USAGE,
		    "--%s %.40s: expected a length of time, such as 1ms or 0.25",
		    shorter ? "shorter" : "longer", arg);
	if (!length) /* 0 is that nothing was asked for */
		return error_set(
		    err, ERROR_USAGE,
		    "--%s %.40s: %s is: leave it out, or give a length, such "
		    "as 1ms",
		    shorter ? "shorter" : "longer", arg,
		    shorter ? "no wait" : "every wait");
	*(shorter ? &s->shorter : &s->longer) = length;
	return true;
}

/* What is compared is known. */
static bool settle_hot_cold(struct settings *s, struct error *err)
{
	const char *other = s->event		? "event"
			    : s->against	? "against"
			    : s->against_filter ? "against-filter"
						: NULL;

	s->widths = SHOWN_BOTH;
	if (s->states != STATES_HOT_COLD)
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
	bool hot_cold = s->graph == GRAPH_HOT_COLD;

	if (s->graphed && !s->states)
		s->states = hot_cold ? STATES_HOT_COLD : STATES_BLOCKED;
	if (hot_cold && !settle_hot_cold(s, err))
		return false;
	if (s->graphed && !hot_cold && s->states & ~STATES_BLOCKED)
		return error_set(
		    err, ERROR_USAGE,
		    "--graph %s is of blocked threads: leave --state out, or "
		    "say blocked or disk",
		    wait_graph_names[s->graph]);
	if (s->reading.field && s->reading.switches)
		return error_set(err, ERROR_USAGE,
				 "--field is of samples; --state and --graph weigh "
				 "stacks by time");
	if (s->shorter && s->longer > s->shorter)
		return error_set(err, ERROR_USAGE,
				 "--longer and --shorter leave nothing between them");
	if ((s->longer || s->shorter) && !s->states && !all)
		return error_set(err, ERROR_USAGE,
				 "--%s: of what? Give --state, too, such as --state "
				 "blocked",
				 s->longer ? "longer" : "shorter");
	return true;
}
