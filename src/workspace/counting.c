#include "workspace/counting.h"

#include <stdio.h>

static void say(char words[COUNTING_WORDS], const char *text)
{
	snprintf(words, COUNTING_WORDS, "%s", text);
}

/* Of threads' time, which is all shown at first, what only waits for work. */
static bool next_work_waits(struct open_profile *o, char words[COUNTING_WORDS],
			    struct error *err)
{
	static const enum idle_mode next[] = {
	    [IDLE_SHOW] = IDLE_HIDE, [IDLE_HIDE] = IDLE_ONLY, [IDLE_ONLY] = IDLE_SHOW};
	static const char *const about[] = {
	    [IDLE_SHOW] = "all is shown, waits for work as well",
	    [IDLE_HIDE] =
		"waits for work are left out, where a thread is for most of the "
		"recording; {idle}: only these",
	    [IDLE_ONLY] = "only waits for work: where a thread is for most of the "
			  "recording; {idle}: all"};
	struct choice c = o->session->choice;

	c.idle = next[c.idle];
	if (c.idle == IDLE_HIDE && !bits_population(&o->session->idle)) {
		say(words, "no thread waits at one place for most of the recording");
		return true;
	}
	if (!open_profile_choose(o, &c, err))
		return false;
	open_profile_note(o);
	say(words, about[c.idle]);
	return true;
}

bool counting_next_idle(struct open_profile *o, char words[COUNTING_WORDS],
			struct error *err)
{
	struct choice c = o->session->choice;

	if (o->session->profile->states)
		return next_work_waits(o, words, err);
	c.idle = (enum idle_mode)((c.idle + 1) % 3);
	if (!open_profile_choose(o, &c, err))
		return false;
	open_profile_note(o);
	return true;
}

static void say_cell(char words[COUNTING_WORDS], const struct open_profile *o)
{
	if (o->heat.map->counted)
		snprintf(words, COUNTING_WORDS, "a cell is how many %ss, on average",
			 o->heat.map->counted);
	else
		say(words, o->session->kept.spans ? "a cell is time in spans"
						  : "a cell is a number of samples");
}

/* Are there periods, or CPU times of the spans? The weight of others is their length. */
static bool has_other_values(const struct session *s)
{
	const struct event_summary *events = s->summary.events;

	if (!s->profile->has_weights || !s->kept.spans)
		return s->profile->has_weights;
	for (uint32_t e = 0; e < s->profile->event_count; e++)
		if ((s->choice.event == e || s->choice.event == KEPT_ALL_EVENTS) &&
		    events[e].weight != events[e].duration)
			return true;
	return false;
}

static const char *words_of(enum weigh weigh, bool spans)
{
	if (spans)
		return weigh == WEIGH_PERIOD
			   ? "values are CPU times; the map stays as it is"
			   : "values are times";
	return weigh == WEIGH_PERIOD ? "values are sums of periods"
				     : "values are numbers of samples";
}

bool counting_next_weight(struct open_profile *o, char words[COUNTING_WORDS],
			  struct error *err)
{
	const struct session *s = o->session;
	struct choice c = s->choice;

	say(words, "");
	c.weigh = c.weigh == WEIGH_SAMPLES ? WEIGH_PERIOD : WEIGH_SAMPLES;
	if (c.weigh == WEIGH_PERIOD && !has_other_values(s)) {
		say(words, s->kept.spans
			       ? "these spans have no CPU times, only their lengths"
			       : "this profile has no periods: every sample counts 1");
		return true;
	}
	if (s->profile->weights_are_counts) {
		say(words, "this profile has no periods, only numbers of samples");
		return true;
	}
	if (!open_profile_choose(o, &c, err))
		return false;
	say(words, words_of(c.weigh, s->kept.spans));
	return true;
}

bool counting_next_cells(struct open_profile *o, struct settings *settings,
			 char words[COUNTING_WORDS], struct error *err)
{
	bool counts = !settings->counts;

	say(words, "");
	if (!o->session->profile->has_times)
		return true;
	settings->counts = counts;
	if (!open_profile_rebuild_maps(o, err)) {
		settings->counts = !counts;
		return false;
	}
	if (counts)
		say_cell(words, o);
	else if (o->heat.busy)
		snprintf(words, COUNTING_WORDS, "a cell is how many CPUs were %s",
			 heat_view_doing(&o->heat));
	else
		say(words, "how busy CPUs were is known only of a clock of known rate, "
			   "recorded with -a");
	return true;
}

bool counting_set_hues(struct open_profile *o, struct settings *settings, enum hues_by by,
		       char words[COUNTING_WORDS], struct error *err)
{
	enum hues_by before = settings->hues_by;

	say(words, "");
	if (!o->session->profile->has_times)
		return true;
	settings->hues_by = by;
	if (!open_profile_rebuild_maps(o, err)) {
		settings->hues_by = before;
		return false;
	}
	if (by == HUES_HEAT)
		say(words, "a cell has the colour of how much was going on");
	else if (!o->hues)
		say(words, "names have colours as soon as the stacks have been read");
	else
		snprintf(words, COUNTING_WORDS,
			 "a cell%s has the %s of the %s with most of it",
			 open_profile_has_lanes(o) ? " of the map, not of lanes," : "",
			 settings->theme.depth < PALETTE_256 ? "letter" : "colour",
			 hues_by_names[by]);
	return true;
}

void counting_next_shares(struct open_profile *o, struct settings *settings,
			  char words[COUNTING_WORDS])
{
	bool shares = !settings->shares;

	say(words, "");
	if (!o->session->profile->has_times)
		return;
	if (o->session->choice.search.len == 0) {
		shares = false;
		say(words, "the share of what? {search} searches for it first");
	} else {
		say(words, shares ? "a cell is the share of it that the search found"
				  : "a cell is how much was going on");
	}
	settings->shares = o->heat.shares = o->other.heat.shares = shares;
}
