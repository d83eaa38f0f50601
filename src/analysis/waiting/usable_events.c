#include "analysis/waiting/usable_events.h"

#include <string.h>

#include "base/mem.h"
#include "profile/sched.h"

/* Counts of one event. */
struct event_switches {
	uint64_t switches;
	bool sampled;
};

/*
 * The thread that leaves a CPU should be the one that got it last. If it is not, switches are
 * missing; if most pairs are broken, the switches were sampled without being marked as such.
 */
struct sched_tally {
	struct event_switches *events; /* owned: by index in profile.events */
	int32_t *last; /* owned: by CPU, 1 + the tid that got it last; 0: unknown */
	uint64_t records, pairs, broken;
};

static void count_pair(struct sched_tally *t, uint16_t cpu, int32_t leaves, int32_t next)
{
	if (cpu == PROFILE_NO_CPU)
		return;
	if (t->last[cpu]) {
		t->pairs++;
		t->broken += t->last[cpu] - 1 != leaves;
	}
	t->last[cpu] = next < INT32_MAX ? next + 1 : 0;
}

static void count_switches(struct sched_tally *t, const struct profile *p)
{
	const struct samples *s = &p->samples;

	for (uint64_t i = 0; s->sched && i < s->count; i++) {
		struct sched sched;
		const struct context *c;

		if (!s->sched[i])
			continue;
		sched = sched_of(s->sched[i]);
		c = profile_context(p, i);
		t->events[c->event].sampled |= sched.sampled;
		t->records += sched.kind == SCHED_OUT || sched.kind == SCHED_IN;
		if (sched.kind != SCHED_SWITCH)
			continue;
		t->events[c->event].switches++;
		if (!sched.sampled)
			count_pair(t, c->cpu, p->threads[c->thread].tid, sched.other);
	}
}

/* "cs" and other software events that the kernel counts after sched_switch, during the switch. */
static bool is_amid_switch(struct text name)
{
	static const struct text names[] = {
	    {"context-switches", 16}, {"cs", 2},	  {"cgroup-switches", 15},
	    {"cpu-migrations", 14},   {"migrations", 10},
	};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (text_starts(name, names[i]) &&
		    (name.len == names[i].len || strchr(":/", name.at[names[i].len])))
			return true;
	return false;
}

static bool judge_events(struct usable_events *u, const struct profile *p,
			 const struct sched_tally *t, struct error *err)
{
	uint64_t whole = 0, sampled = 0;

	for (uint32_t i = 0; i < p->event_count; i++) {
		const struct event_switches *e = &t->events[i];

		*(e->sampled ? &sampled : &whole) += e->switches;
		u->left_out[i] =
		    e->sampled || is_amid_switch(profile_string(p, p->events[i].name));
	}
	u->has_switches = whole > 0;
	if (!whole && !t->records && !sampled)
		return error_set(
		    err, ERROR_FORMAT,
		    "it has no switches, so waits are unknown; " HOW_TO_RECORD_SWITCHES);
	if (!whole && !t->records)
		return error_set(
		    err, ERROR_FORMAT,
		    "its switches are sampled, without times; " HOW_TO_RECORD_SWITCHES
		    " (-F would apply to them, too)");
	return true;
}

#define PAIRS_LEAST 8

bool usable_events_find(struct usable_events *u, const struct profile *p,
			struct error *err)
{
	struct sched_tally t = {0};
	bool ok;

	*u = (struct usable_events){0};
	if (!p->has_times)
		return error_set(
		    err, ERROR_FORMAT,
		    "without sample times, waits are unknown; " HOW_TO_RECORD_SWITCHES);
	ok = (t.last = mem_array(SCHED_CPUS, sizeof *t.last, "CPUs", err)) &&
	     (t.events = mem_array(p->event_count, sizeof *t.events, "events", err)) &&
	     (u->left_out = mem_array(p->event_count, 1, "events", err));
	if (ok) {
		count_switches(&t, p);
		ok = judge_events(u, p, &t, err);
	}
	if (ok && !t.records && t.pairs >= PAIRS_LEAST && t.broken > t.pairs / 2)
		ok = error_set(err, ERROR_FORMAT,
			       "most of its switches are missing; " HOW_TO_RECORD_SWITCHES
			       " (they were sampled, or recorded for single threads)");
	mem_free(t.last);
	mem_free(t.events);
	return ok;
}

void usable_events_release(struct usable_events *u)
{
	mem_free(u->left_out);
	*u = (struct usable_events){0};
}
