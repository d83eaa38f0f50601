#include "workspace/overlays.h"

#include <stdio.h>

static void say(char words[CHOOSING_WORDS], const char *text)
{
	snprintf(words, CHOOSING_WORDS, "%s", text);
}

/*
 * Does the profile have periods, or spans with CPU times? The weight of other spans is their
 * length.
 */
static bool has_other_values(const struct session *s)
{
	const struct event_summary *events = s->summary.events;

	if (!s->profile->has_weights || !s->kept.spans)
		return s->profile->has_weights;
	for (uint32_t e = 0; e < s->profile->event_count; e++)
		if ((s->choice.event == e || s->choice.event == ALL_EVENTS) &&
		    events[e].weight != events[e].duration)
			return true;
	return false;
}

/* Why the choice has no other value here: a message, or ""; NULL if it has one. */
static const char *why_not(const struct session *s, enum choice_id id,
			   const struct choice *wanted)
{
	const struct profile *p = s->profile;
	bool of_map = id == CHOICE_CELLS || id == CHOICE_COLOUR_BY || id == CHOICE_VALUE;

	if (of_map && !p->has_times)
		return "";
	if (id == CHOICE_VALUE && !s->choice.search.len && !s->choice.shares)
		return "share of what? search for it first: {search}";
	if (id == CHOICE_IDLE && p->states && wanted->idle == IDLE_HIDE &&
	    !bits_population(&s->idle))
		return "no thread waits in one place for most of the recording";
	if (id == CHOICE_WEIGHT && wanted->weigh == WEIGH_PERIOD && !has_other_values(s))
		return s->kept.spans
			   ? "these spans have no CPU times, only their lengths"
			   : "this profile has no periods: every sample counts 1";
	if (id == CHOICE_WEIGHT && p->weights_are_counts)
		return "this profile has no periods, only numbers of samples";
	return NULL;
}

static void say_cells(const struct open_profile *o, char words[CHOOSING_WORDS])
{
	const char *counted = o->heat.map ? o->heat.map->counted : NULL;

	if (o->session->choice.counts && counted)
		snprintf(words, CHOOSING_WORDS, "a cell is the number of %ss, on average",
			 counted);
	else if (o->session->choice.counts)
		say(words, o->session->kept.spans ? "a cell is time in spans"
						  : "a cell is a number of samples");
	else if (o->heat.busy)
		snprintf(words, CHOOSING_WORDS,
			 "a cell is the number of CPUs that were %s",
			 heat_view_doing(&o->heat));
	else
		say(words, "the number of busy CPUs is only known for a clock of known "
			   "rate, recorded with -a");
}

static void say_hues(const struct open_profile *o, char words[CHOOSING_WORDS])
{
	enum hues_by by = o->session->choice.hues_by;

	if (by == HUES_HEAT)
		say(words, "the colour of a cell is the amount of activity");
	else if (!o->hues)
		say(words, "names have colours as soon as the stacks have been read");
	else
		snprintf(words, CHOOSING_WORDS,
			 "a cell%s has the %s of the %s with most of it",
			 open_profile_has_lanes(o) ? " of the map, not of lanes," : "",
			 o->settings->theme.depth < PALETTE_256 ? "letter" : "colour",
			 hues_by_names[by]);
}

static const char *words_of_weight(enum weigh weigh, bool spans)
{
	if (spans)
		return weigh == WEIGH_PERIOD
			   ? "values are CPU times; the map stays the same"
			   : "values are times";
	return weigh == WEIGH_PERIOD ? "values are sums of periods"
				     : "values are numbers of samples";
}

/* Explain the new value if the picture alone does not. */
static void say_meaning(const struct open_profile *o, enum choice_id id,
			char words[CHOOSING_WORDS])
{
	static const char *const waits[] = {
	    [IDLE_SHOW] = "everything is shown, including waits for work",
	    [IDLE_HIDE] = "waits for work, which fill most of a thread's recording, are "
			  "hidden; {idle}: only these",
	    [IDLE_ONLY] = "only waits for work, which fill most of a thread's recording; "
			  "{idle}: all"};
	const struct session *s = o->session;
	const struct heat_clock clock = heat_view_clock(&o->heat);

	if (id == CHOICE_CELLS)
		say_cells(o, words);
	else if (id == CHOICE_COLOUR_BY)
		say_hues(o, words);
	else if (id == CHOICE_WEIGHT)
		say(words, words_of_weight(s->choice.weigh, s->kept.spans));
	else if (id == CHOICE_IDLE && s->profile->states)
		say(words, waits[s->choice.idle]);
	else if (id == CHOICE_VALUE)
		say(words, s->choice.shares ? "a cell is the share that the search found"
					    : "a cell is the amount of activity");
	else if (id == CHOICE_CLOCK)
		heat_clock_zone_words(&clock, words);
}

bool choosing_step(struct open_profile *o, enum choice_id id, int steps,
		   char words[CHOOSING_WORDS], struct error *err)
{
	struct choice c = o->session->choice;
	const char *why;

	words[0] = '\0';
	/*
	 * for threads' time everything is shown at first, and the first step hides waits for work
	 */
	choice_step(&c, id,
		    id == CHOICE_IDLE && o->session->profile->states ? -steps : steps);
	if (id == CHOICE_CLOCK && !heat_clock_has_zone(&o->heat.clock))
		c.local = o->session->choice.local;
	if (id == CHOICE_VALUE && !c.search.len)
		c.shares = false;
	why = why_not(o->session, id, &c);
	if (why) {
		say(words, why);
		return true;
	}
	if (!open_profile_settle(o, &c, err))
		return false;
	say_meaning(o, id, words);
	return true;
}

bool choosing_next_colours(struct open_profile *o, bool graph, char words[CHOOSING_WORDS],
			   struct error *err)
{
	struct choice c = o->session->choice;
	const struct theme *t = &o->settings->theme;
	char value[CHOICE_VALUE_MAX];

	if (graph)
		c.colours = c.colours + 1 < FLAME_STEPS ? c.colours + 1 : FLAME_BY_KIND;
	else
		c.scale = 1 + (t->scale + 1) % HEAT_SCALES;
	if (!open_profile_settle(o, &c, err))
		return false;
	snprintf(words, CHOOSING_WORDS, "%s%s",
		 graph ? "graph colours by " : "heat map colours: ",
		 choice_value(&c, graph ? CHOICE_COLOURS : CHOICE_SCALE, value));
	return true;
}
