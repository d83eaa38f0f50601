#include "cli/parsing/implied_options.h"

#include <string.h>

#include "analysis/filter.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "base/text.h"
#include "cli/parsing/repeated_options.h"

/* Both sides of --graph hotcold are fixed, so refuse options that choose a side. */
static bool settle_hot_cold(struct settings *s, struct error *err)
{
	const char *other = s->asked.event	      ? "event"
			    : s->asked.against	      ? "against"
			    : s->asked.against_filter ? "against-filter"
						      : NULL;

	if (s->choice.waiting.states != STATES_HOT_COLD)
		return error_set(err, ERROR_USAGE,
				 "--graph hotcold shows running and blocked threads: "
				 "leave --state out");
	return !other ||
	       error_set(
		   err, ERROR_USAGE,
		   "--graph hotcold compares running with blocked time: leave --%s out",
		   other);
}

bool implied_options_of_waits(struct settings *s, bool all, struct error *err)
{
	struct waiting_choice *w = &s->choice.waiting;
	bool graphed = s->asked.given & CHOICE_SET(CHOICE_GRAPH);
	bool hot_cold = w->graph == GRAPH_HOT_COLD;

	if (graphed && !w->states)
		w->states = hot_cold ? STATES_HOT_COLD : STATES_BLOCKED;
	if (hot_cold && !settle_hot_cold(s, err))
		return false;
	if (graphed && !hot_cold && w->states & ~STATES_BLOCKED)
		return error_set(err, ERROR_USAGE,
				 "--graph %s shows blocked threads: leave --state out, "
				 "or set it to blocked or disk",
				 wait_graph_names[w->graph]);
	if (s->reading.field && s->reading.switches)
		return error_set(
		    err, ERROR_USAGE,
		    "--field is for samples; --state and --graph weigh stacks by time");
	if (w->shorter && w->longer > w->shorter)
		return error_set(err, ERROR_USAGE,
				 "no length can match both --longer and --shorter");
	if ((w->longer || w->shorter) && !w->states && !all)
		return error_set(err, ERROR_USAGE,
				 "--%s: of what? Give --state, too, such as --state "
				 "blocked",
				 w->longer ? "longer" : "shorter");
	return true;
}

/* "host~^\\Qweb1\\E$": matches exactly this host, whatever characters its name has. */
static char *host_term(const char *name, struct error *err)
{
	size_t room = filter_quote(text_of(name), NULL, 0) + sizeof "host~";
	char *term = mem_array(room, 1, "characters", err);

	if (!term)
		return NULL;
	memcpy(term, "host~", 5);
	filter_quote(text_of(name), term + 5, room - 5);
	return term;
}

bool implied_options_of_host(struct options *o, struct error *err)
{
	char *term;
	bool ok;

	if (!o->host)
		return true;
	if (o->settings.asked.against_filter || o->baseline_file)
		return error_set(
		    err, ERROR_USAGE,
		    "--host: the baseline is all other hosts; leave other baselines out");
	term = host_term(o->host, err);
	o->others = term ? mem_format(err, "%s%s!%s", o->filter ? o->filter : "",
				      o->filter ? " & " : "", term)
			 : NULL;
	ok = o->others && repeated_option_take(o, OPTION_FILTER, term, err) &&
	     (!o->range || o->against ||
	      repeated_option_take(o, OPTION_AGAINST, o->range, err));
	mem_free(term);
	o->settings.asked.against_filter = o->others;
	if (!options_has(o, OPTION_NORMALISE))
		o->settings.choice.baseline.normalised = NORMALISED_BY_SHARE;
	return ok;
}
