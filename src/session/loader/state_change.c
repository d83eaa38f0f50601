#include "session/loader/state_change.h"

#include <stdio.h>
#include <string.h>

#include "analysis/included.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "base/number.h"
#include "session/settings.h"
#include "view/command.h"

/*
 * In the order in which the key steps. The message about a state, with the brief name of the next
 * one, fits into 80 columns.
 */
static const struct {
	unsigned states;
	const char *about, *brief;
} cycle[] = {
    {0, "what was sampled", "samples"},
    {STATE_SET(STATE_RUNNING), "time that threads had a CPU", "running"},
    {STATES_BLOCKED, "where threads waited", "blocked"},
    {STATE_SET(STATE_DISK), "mostly waits for a disk", "in D"},
    {STATE_SET(STATE_RUNNABLE), "woken, not yet running", "for a CPU"},
    {STATES_ALL, "all their time", "all"},
};

/* States that only --state and the menu offer. */
static const struct {
	unsigned states;
	const char *about;
} aside[] = {
    {STATE_SET(STATE_PREEMPTED), "ready to run, but others got the CPU"},
    {STATE_SET(STATE_UNKNOWN), "their switches are missing"},
    {STATE_SET(STATE_REQUEST), "number in progress, by their origin"},
    {STATE_SET(STATE_CALL), "number in progress, by their caller"},
};

#define CYCLE (sizeof cycle / sizeof *cycle)

/* The position in the cycle; the additional states come before the last one. */
static size_t place_of(unsigned states)
{
	for (size_t i = 0; i < CYCLE; i++)
		if (cycle[i].states == states)
			return i;
	return CYCLE - 2;
}

struct waiting_choice state_change_next(const struct waiting_choice *now)
{
	struct waiting_choice next = *now;

	next.states = cycle[(place_of(now->states) + 1) % CYCLE].states;
	if (next.graph == GRAPH_HOT_COLD)
		next.graph = GRAPH_OFF_CPU;
	return next;
}

const char *state_change_name(unsigned states)
{
	return states ? thread_states_names(states).title : "samples";
}

struct waiting_choice state_change_step(const struct waiting_choice *now,
					enum choice_id part, int steps)
{
	struct choice c = {.waiting = *now};

	choice_step(&c, part, steps);
	if (part == CHOICE_GRAPH && c.waiting.graph == GRAPH_HOT_COLD)
		c.waiting.states = STATES_HOT_COLD;
	else if (part == CHOICE_GRAPH &&
		 (!c.waiting.states || c.waiting.states & ~STATES_BLOCKED))
		c.waiting.states = STATES_BLOCKED;
	else if (part == CHOICE_STATE && now->graph == GRAPH_HOT_COLD)
		c.waiting.graph = GRAPH_OFF_CPU;
	return c.waiting;
}

bool state_change_has_switches(const struct profile *p, unsigned states)
{
	if (states)
		return true;
	for (uint32_t i = 0; i < p->event_count; i++)
		if (text_starts(profile_string(p, p->events[i].name),
				TEXT("sched:sched_switch")))
			return true;
	return text_has(profile_note(p, "cmdline"), TEXT("--switch-events"));
}

/* ---- starting and stopping ---- */

const char *state_change_refusal(const struct state_change *c, unsigned states,
				 const struct file_mark *mark, const char *path,
				 bool partial, bool coming)
{
	if (coming)
		return "switches are searched when the whole file has been read";
	if (partial)
		return "switches need the whole file, but reading was stopped";
	if (states ? c->switches != NULL : c->samples != NULL)
		return NULL;
	if (strcmp(path, "-") == 0)
		return "standard input cannot be read again for its switches: open a "
		       "file, or give --state";
	if (!mark->inode)
		return "a pipe cannot be read again for its switches: open a file, or "
		       "give --state";
	return rereading_has_changed(mark, path) ? REREADING_CHANGED : NULL;
}

/* Open the stored profile, or read the file. */
static bool start_loading(struct state_change *c, const char *path,
			  const struct settings *settings, struct error *err)
{
	struct profile **kept = c->wanted.states ? &c->switches : &c->samples, *base;
	struct settings again = *settings;

	again.reading.found = true;
	c->reads = !*kept;
	if (c->reads)
		return loading_begin_whole(&c->loading, path, &again, err);
	base = profile_share(kept, err);
	if (!base)
		return false;
	c->loading.loader = loader_new_of(base, settings, err);
	return c->loading.loader != NULL;
}

/* Only the hotcold graph compares its two events. */
static void choose_baseline(struct baseline *b, bool is, bool was)
{
	if (is == was)
		return;
	*b = (struct baseline){.against = BASELINE_NOTHING, .range = RANGE_ALL};
	if (!is)
		return;
	b->against = BASELINE_EVENT;
	b->normalised = NOT_NORMALISED;
	b->look = (struct difference_look){.graph = GRAPH_DIFFERENTIAL, .both = true};
}

/* The graph of wakers has its own names at the root. */
static enum root_mode root_of(const struct state_change *c, enum root_mode now, bool was)
{
	bool is = c->wanted.graph == GRAPH_WAKEUP && c->wanted.states &&
		  !(c->wanted.states & ~STATES_BLOCKED);

	if (is == was)
		return now;
	if (is)
		return ROOT_NONE;
	return now == ROOT_NONE ? c->sampled.root : now;
}

/* The current choice adapted to the profile of the wanted state. */
static struct choice choice_for_state(const struct state_change *c,
				      const struct session *shown)
{
	const char *graph = shown->profile->graph;
	struct choice choice = shown->choice;
	bool hot_cold =
	    c->wanted.states == STATES_HOT_COLD && c->wanted.graph == GRAPH_HOT_COLD;

	choice.waiting = c->wanted;
	choice.event = hot_cold		  ? 0
		       : c->wanted.states ? ALL_EVENTS
		       : c->has_event	  ? c->sampled.event
					  : LOADER_FIRST_EVENT;
	if (!shown->profile->states != !c->wanted.states) /* idle has another meaning */
		choice.idle = c->wanted.states ? IDLE_SHOW : c->sampled.idle;
	choice.root = root_of(c, choice.root, graph == wait_graph_names[GRAPH_WAKEUP]);
	choose_baseline(&choice.baseline, hot_cold,
			graph == wait_graph_names[GRAPH_HOT_COLD]);
	choice.baseline.filter = hot_cold ? choice.filter : choice.baseline.filter;
	return choice;
}

bool state_change_begin(struct state_change *c, const struct session *s, const char *path,
			const struct settings *settings,
			const struct waiting_choice *wanted, enum state_way way,
			struct error *err)
{
	struct settings other = *settings;
	struct choice choice;

	state_change_end(c);
	c->wanted = *wanted;
	c->way = way;
	if (s->choice.root != ROOT_NONE)
		c->sampled.root = s->choice.root;
	if (!settings->choice.waiting.states) {
		c->sampled.event = s->choice.event;
		c->sampled.idle = s->choice.idle;
		c->has_event = true;
	}
	states_choose(&other, wanted);
	other.asked.event = NULL;
	other.reading.beside = 2 * mem_used();
	if (!start_loading(c, path, &other, err))
		return false;
	choice = choice_for_state(c, s);
	loader_follow(c->loading.loader, &choice);
	return true;
}

void state_change_end(struct state_change *c)
{
	loading_end(&c->loading);
	c->skipped[0] = '\0';
	mem_free(c->show);
	c->show = NULL;
}

void state_change_skip(struct state_change *c, const struct waiting_choice *without)
{
	if (c->way == STATE_MENU && c->part == CHOICE_GRAPH)
		snprintf(c->skipped, sizeof c->skipped, "wakers are not recorded. ");
	else if (c->way == STATE_MENU && c->part != CHOICE_STATE)
		snprintf(c->skipped, sizeof c->skipped, "no wait has such a length. ");
	else if (without->states & STATES_REQUESTS)
		snprintf(c->skipped, sizeof c->skipped, "no %s are recorded. ",
			 state_change_name(without->states));
	else
		snprintf(c->skipped, sizeof c->skipped, "no thread was %s. ",
			 state_change_name(without->states));
}

static void drop_kept(struct state_change *c)
{
	profile_free(c->samples);
	profile_free(c->switches);
	c->samples = c->switches = NULL;
}

void state_change_forget(struct state_change *c)
{
	drop_kept(c);
	mem_free(c->show);
	loading_release(&c->loading);
	*c = (struct state_change){.steps = 0};
}

/* ---- the result ---- */

/* If the choice has changed since then, give the session back to the loader. */
static bool is_late(struct state_change *c, const struct session *shown,
		    struct arrival *a)
{
	struct choice choice;

	if (a->news == LOADER_FAILED || !shown)
		return false;
	choice = choice_for_state(c, shown);
	choice.event = a->session->choice.event;
	if (choice_asks_the_same(&a->session->choice, &choice))
		return false;
	loader_follow(c->loading.loader, &choice);
	loader_again(c->loading.loader, a->session, a->news, &a->read);
	return true;
}

bool state_change_take(struct state_change *c, const struct session *shown,
		       const struct file_mark *mark, struct session **s,
		       struct error *err)
{
	struct arrival a;

	*s = NULL;
	if (!loading_take(&c->loading, NULL, &a) || is_late(c, shown, &a))
		return false;
	if (a.news == LOADER_FAILED) {
		*err = a.err;
	} else if (c->reads && rereading_has_changed(mark, c->loading.path)) {
		error_set(err, ERROR_USAGE, REREADING_CHANGED);
		loader_close(c->loading.loader, a.session);
	} else {
		*s = a.session;
	}
	return true;
}

void state_change_keep(struct state_change *c, struct session *old,
		       const struct session *now)
{
	struct error ignored = ERROR_INIT; /* without memory the file is read again */

	if (!c->samples && !old->profile->states)
		c->samples = profile_share(&old->profile, &ignored);
	if (!c->switches)
		c->switches = waiting_profile_base(
		    now->profile->states ? now->profile : old->profile, &ignored);
	loader_close(c->loading.loader, old);
	if (mem_used() > mem_left())
		drop_kept(c);
}

/* ---- messages ---- */

static const char *about_states(unsigned states)
{
	for (size_t i = 0; i < sizeof aside / sizeof *aside; i++)
		if (aside[i].states == states)
			return aside[i].about;
	return cycle[place_of(states)].about;
}

static void say_state(const struct state_change *c, const struct session *now,
		      char buf[STATE_WORDS])
{
	static const char *const about_graph[WAIT_GRAPHS] = {
	    [GRAPH_WAKEUP] = "who woke blocked threads, and where",
	    [GRAPH_OFF_WAKE] = "where threads stopped, --, who woke them",
	    [GRAPH_CHAIN] =
		"where threads stopped, --, who woke them, --, who woke those",
	    [GRAPH_HOT_COLD] = "time that threads ran (red) and were blocked (blue)",
	};
	const struct waiting_choice *is = &c->wanted;
	const struct waiting_choice next = state_change_next(is);
	bool has_work =
	    is->states && bits_population(&now->idle) && now->choice.idle == IDLE_SHOW;
	bool is_plain = is->states == STATES_BLOCKED && !now->profile->graph;
	char about[160];

	if (now->profile->graph)
		snprintf(about, sizeof about, "%s: %s", wait_graph_names[is->graph],
			 about_graph[is->graph]);
	else
		snprintf(about, sizeof about, "%s: %s", state_change_name(is->states),
			 about_states(is->states));
	snprintf(buf, STATE_WORDS, "%s%s; {state}: %s%s%s", c->skipped, about,
		 cycle[place_of(next.states)].brief, is_plain ? "; {look}: who woke" : "",
		 has_work ? "; {idle}: hide waits for work" : "");
}

void state_change_words(const struct state_change *c, const struct session *now,
			char buf[STATE_WORDS])
{
	if (c->way == STATE_WHY)
		snprintf(buf, STATE_WORDS,
			 "no thread ran here: what they waited for; {enter}: in the "
			 "graph; {undo}: back");
	else
		say_state(c, now, buf);
}

void state_change_meter(const struct state_change *c, uint64_t samples, int width,
			struct meter *m)
{
	unsigned percent = loading_percent_again(&c->loading, samples);
	const char *name = state_change_name(c->wanted.states);
	char stop[COMMAND_KEY_MAX];

	command_key(COMMAND_CANCEL, stop);
	if (c->reads)
		snprintf(m->words, sizeof m->words, "%s %2u %%, %s: stop", name, percent,
			 stop);
	else
		snprintf(m->words, sizeof m->words, "%s ..., %s: stop", name, stop);
	loading_fill_meter(m, c->reads, percent, width);
}
