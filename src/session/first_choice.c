#include "session/first_choice.h"

#include <string.h>

#include "analysis/range_words.h"
#include "session/event_choice.h"

bool first_choice_against(const struct profile *p, const struct settings *o,
			  struct range *range, struct ranges *also, struct error *err)
{
	const struct range_place place = range_place_of(p, o->local);

	return ranges_parse(text_of(o->against), &place, range, also, err) ||
	       error_at(err, "--against");
}

bool first_choice_range(const struct profile *p, const struct settings *o,
			struct range *range, struct ranges *also, struct error *err)
{
	const struct range_place place = range_place_of(p, o->local);

	return ranges_parse(text_of(o->range), &place, range, also, err) ||
	       error_at(err, "--range");
}

static bool first_baseline(const struct profile *p, const struct settings *o,
			   struct choice *c, struct error *err)
{
	c->baseline.filter = o->against_filter ? text_of(o->against_filter) : c->filter;
	c->baseline.range = RANGE_ALL;
	c->baseline.against =
	    o->against && strcmp(o->against, "rest") == 0 ? AGAINST_REST : AGAINST_RANGE;
	if (c->baseline.against == AGAINST_RANGE)
		return !o->against || first_choice_against(p, o, &c->baseline.range,
							   &c->baseline.also, err);
	return o->range ||
	       error_set(
		   err, ERROR_USAGE,
		   "--against rest: of everything there is no rest; give a --range");
}

/* How two sides are drawn, if there are two. */
static struct difference_look first_look(const struct settings *o)
{
	bool has_sides = (o->against || o->against_filter || o->baseline_file ||
			  o->below == BELOW_WHY) &&
			 !o->plain;

	return (struct difference_look){.graph = !has_sides ? GRAPH_PLAIN
						 : o->widths == SHOWN_ELIDED
						     ? GRAPH_ELIDED
						     : GRAPH_DIFFERENTIAL,
					.both = o->widths == SHOWN_BOTH,
					.hidden = o->threshold,
					.self = o->self};
}

/* Of threads' time all of it, but for two events of which one is held against the other. */
static const char *first_event(const struct settings *o, const struct choice *c)
{
	bool all = o->states && c->baseline.against != AGAINST_EVENT;

	return all && !o->event ? "all" : o->event;
}

bool first_choice_make(const struct profile *p, const struct settings *o,
		       struct choice *c, struct error *err)
{
	/* such graphs have other roots */
	bool bare = o->reversed || (o->states && o->graph == GRAPH_WAKEUP);

	*c =
	    (struct choice){.idle = o->states && !o->idled ? IDLE_SHOW : o->idle,
			    .root = bare && !o->rooted ? ROOT_NONE : o->root,
			    .reversed = o->reversed,
			    .transform = text_of(o->transform ? o->transform : ""),
			    /* sums have no other value */
			    .weigh = p->states && !p->has_times ? WEIGH_PERIOD : o->weigh,
			    .filter = text_of(o->filter ? o->filter : ""),
			    .search = text_of(o->search ? o->search : ""),
			    .range = RANGE_ALL,
			    .baseline = {.normalised = o->normalised,
					 .swapped = o->swapped,
					 .look = first_look(o)}};
	if (p->graph == wait_graph_names[GRAPH_HOT_COLD]) {
		c->baseline.against = AGAINST_EVENT;
		c->baseline.filter = c->filter;
		c->baseline.normalised = NOT_NORMALISED;
		c->baseline.look =
		    (struct difference_look){.graph = GRAPH_DIFFERENTIAL, .both = true};
	}
	if (!event_choice_named(p, first_event(o, c), &c->event, err))
		return false;
	if ((o->range || (o->against && !o->baseline_file)) && !p->has_times)
		return error_set(err, ERROR_USAGE,
				 "no range can be chosen: the profile has no times");
	if (o->range && !first_choice_range(p, o, &c->range, &c->also, err))
		return false;
	if (o->below == BELOW_WHY && !o->baseline_file)
		c->baseline.against = AGAINST_REST;
	return o->baseline_file || (!o->against && !o->against_filter) ||
	       first_baseline(p, o, c, err);
}
