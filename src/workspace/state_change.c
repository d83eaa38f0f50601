#include "workspace/state_change.h"

#include <stdio.h>
#include <string.h>

#include "analysis/kept.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "view/command.h"

/* In the order of the key. */
static const struct {
	unsigned states;
	const char *about;
} cycle[] = {
    {0, "what was sampled"},
    {STATE_SET(STATE_RUNNING), "time that threads had a CPU"},
    {STATES_BLOCKED, "where threads waited"},
    {STATE_SET(STATE_DISK), "mostly waits for a disk"},
    {STATE_SET(STATE_RUNNABLE), "woken, and not yet running"},
    {STATES_ALL, "all of it, whatever they did"},
};

#define CYCLE (sizeof cycle / sizeof *cycle)

/* States that only --state can name come before all of them. */
static size_t place_of(unsigned states)
{
	for (size_t i = 0; i < CYCLE; i++)
		if (cycle[i].states == states)
			return i;
	return CYCLE - 2;
}

unsigned state_change_next(unsigned states)
{
	return cycle[(place_of(states) + 1) % CYCLE].states;
}

const char *state_change_name(unsigned states)
{
	return states ? thread_states_names(states).title : "samples";
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

/* ---- beginning and stopping ---- */

const char *state_change_refusal(const struct state_change *c, unsigned states,
				 const struct file_mark *mark, const char *path,
				 bool partial, bool coming)
{
	if (coming)
		return "switches are looked for when the whole file has been read";
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

static struct profile **kept_for(struct state_change *c)
{
	return c->wanted ? &c->switches : &c->samples;
}

static bool start(struct state_change *c, const char *path,
		  const struct settings *settings, struct error *err)
{
	struct profile **kept = kept_for(c), *base;

	c->reads = !*kept;
	if (c->reads)
		return loading_begin_whole(&c->loading, path, settings, err);
	base = profile_share(kept, err);
	if (!base)
		return false;
	c->loading.loader = loader_new_of(base, settings, err);
	return c->loading.loader != NULL;
}

/* What is chosen, of the other profile. */
static struct choice asked(const struct state_change *c, const struct session *shown)
{
	struct choice choice = shown->choice;

	choice.event = c->wanted      ? KEPT_ALL_EVENTS
		       : c->has_event ? c->event
				      : LOADER_FIRST_EVENT;
	if (!shown->profile->states != !c->wanted) /* it means something else there */
		choice.idle = c->wanted ? IDLE_SHOW : c->idle;
	return choice;
}

bool state_change_begin(struct state_change *c, const struct session *s, const char *path,
			const struct settings *settings, unsigned states,
			enum state_way way, struct error *err)
{
	struct settings other = *settings;
	struct choice choice;

	state_change_end(c);
	c->wanted = states;
	c->way = way;
	if (!settings->states) {
		c->event = s->choice.event;
		c->idle = s->choice.idle;
		c->has_event = true;
	}
	other.states = states;
	other.event = NULL;
	other.reading.switches = states != 0;
	other.reading.beside = 2 * mem_used();
	if (!start(c, path, &other, err))
		return false;
	choice = asked(c, s);
	loader_follow(c->loading.loader, &choice);
	return true;
}

void state_change_end(struct state_change *c)
{
	loading_end(&c->loading);
	c->skipped = NULL;
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
	loading_release(&c->loading);
	*c = (struct state_change){.wanted = 0};
}

/* ---- its end ---- */

/* Something else was chosen since: it comes again when it answers that. */
static bool is_late(struct state_change *c, const struct session *shown,
		    struct arrival *a)
{
	struct choice choice;

	if (a->news == LOADER_FAILED || !shown)
		return false;
	choice = asked(c, shown);
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
	struct error ignored = ERROR_INIT; /* then the file is read again */

	if (!c->samples && !old->profile->states)
		c->samples = profile_share(&old->profile, &ignored);
	if (!c->switches)
		c->switches = waiting_profile_base(
		    now->profile->states ? now->profile : old->profile, &ignored);
	loader_close(c->loading.loader, old);
	if (mem_used() > mem_left())
		drop_kept(c);
}

/* ---- what is told of it ---- */

void state_change_words(const struct state_change *c, const struct session *now,
			char buf[STATE_WORDS])
{
	bool has_work =
	    c->wanted && bits_population(&now->idle) && now->choice.idle == IDLE_SHOW;

	snprintf(buf, STATE_WORDS, "%s%s%s%s: %s; {state}: %s%s",
		 c->skipped ? "no thread was " : "", c->skipped ? c->skipped : "",
		 c->skipped ? ". " : "", state_change_name(c->wanted),
		 cycle[place_of(c->wanted)].about,
		 state_change_name(state_change_next(c->wanted)),
		 has_work ? "; {idle}: hide waits for work" : "");
}

void state_change_meter(const struct state_change *c, uint64_t samples, int width,
			struct meter *m)
{
	uint64_t again = loader_progress(c->loading.loader).samples;
	unsigned percent =
	    again >= samples ? 99 : (unsigned)(100 * (double)again / (double)samples);
	const char *name = state_change_name(c->wanted);
	char stop[COMMAND_KEY_MAX];

	command_key(COMMAND_CANCEL, stop);
	if (c->reads)
		snprintf(m->words, sizeof m->words, "%s %2u %%, %s: stop", name, percent,
			 stop);
	else
		snprintf(m->words, sizeof m->words, "%s ..., %s: stop", name, stop);
	loading_fill_meter(m, c->reads, percent, width);
}
