#include "analysis/waiting/time_kinds.h"

#include <string.h>

#include "analysis/perf_options.h"
#include "analysis/sampled_clock.h"
#include "analysis/waiting/thread_state.h"
#include "analysis/waiting/sched_replay.h"
#include "profile/sched.h"

const struct time_lack_words time_lack_words[TIME_LACKS] = {
    [LACK_SWITCHES] = {"what threads waited for", "record",
		       "flarescope record --waiting"},
    [LACK_PRINTED] = {"what threads waited for: it was recorded, but is not in this text",
		      "print", "perf script --show-switch-events"},
    [LACK_COMPLETE] =
	{"what threads waited for: only one in several context switches was recorded "
	 "(perf record -F applies to them, too), or most are missing",
	 "record", "flarescope record --waiting"},
    [LACK_STACKS] = {"where exactly threads stopped, and who woke them", "record",
		     "flarescope record --waiting"},
    [LACK_WAKERS] = {"who woke threads, and how long they then waited for a CPU",
		     "record", "perf record -e sched:sched_switch -e sched:sched_waking"},
    [LACK_CLOCK] = {"where threads were while they ran", "record",
		    "perf record -e cpu-clock/freq=99/ -e sched:sched_switch"},
    [LACK_CPUS] = {"what threads did on CPUs that were not recorded; they count as off "
		   "the CPU there",
		   "record", "flarescope record --waiting"},
};

const char *time_source_word(enum time_source source)
{
	static const char *const words[TIME_SOURCES] = {
	    [TIME_OF_CLOCK] = "samples",
	    [TIME_OF_SWITCHES] = "switches",
	    [TIME_OF_RECORDS] = "switch records",
	    [TIME_OF_WAITS] = "off-cpu waits",
	    [TIME_OF_SUMS] = "off-cpu sums",
	    [TIME_OF_DISKS] = "requests",
	    [TIME_OF_CALLS] = "calls",
	    [TIME_OF_SPANS] = "spans",
	};

	return words[source];
}

/* Counts of the events of the scheduler. */
struct scheduler_counts {
	uint64_t whole, sampled; /* switches */
	/* false: recorded events may be missing in the text of perf script */
	bool printed;
	uint64_t wakeups;
	uint64_t sides[REQUEST_KINDS][2]; /* begins, ends */
};

/*
 * Was each occurrence of the event recorded, not only some? Judged by the weights, unless they come
 * from a field (--field), which the unit of the event names.
 */
static bool is_whole(const struct profile *p, const struct event_summary *e,
		     uint32_t event)
{
	struct text unit = profile_string(p, p->events[event].unit);

	return e->weight == e->samples || (unit.len && !text_equal(unit, TEXT("ns")));
}

static void look_at(struct time_kinds *k, struct scheduler_counts *seen,
		    const struct profile *p, const struct summary *s, uint32_t event)
{
	const struct event_summary *e = &s->events[event];
	struct text name = profile_string(p, p->events[event].name);
	enum sched_kind kind = sched_event_kind(name), side;
	enum request_kind of;
	struct text call;

	if (p->events[event].spans) {
		k->has[sched_event_is_off_cpu(name) ? TIME_OF_WAITS : TIME_OF_SPANS] |=
		    e->samples > 0;
		return;
	}
	if (kind == SCHED_SWITCH)
		*(is_whole(p, e, event) ? &seen->whole : &seen->sampled) += e->samples;
	else if (kind != SCHED_NONE)
		seen->wakeups += e->samples;
	side = sched_request_event(name, &of, &call);
	if (side != SCHED_NONE && is_whole(p, e, event))
		seen->sides[of][side == SCHED_ANSWERED] += e->samples;
	if (k->has[TIME_OF_CLOCK] || !e->samples)
		return;
	k->clock = event;
	/* not a clock, but it ticks while code runs: "cycles:ppp", "cpu_core/cycles/u" */
	k->has[TIME_OF_CLOCK] =
	    sampled_clock_of(p, event).is_clock || text_starts(name, TEXT("cycles")) ||
	    text_starts(name, TEXT("cpu-cycles")) || text_has(name, TEXT("/cycles")) ||
	    text_has(name, TEXT("/cpu-cycles"));
}

/* Derive the lacks and the states from the sources. */
static void judge_sources(struct time_kinds *k, const struct scheduler_counts *seen,
			  const struct profile *p)
{
	bool tells = k->has[TIME_OF_SWITCHES] || k->has[TIME_OF_RECORDS];
	bool off_cpu = k->has[TIME_OF_WAITS] || k->has[TIME_OF_SUMS];

	k->lacks[LACK_COMPLETE] = !tells && seen->sampled;
	k->lacks[LACK_PRINTED] = !tells && !seen->printed;
	k->lacks[LACK_SWITCHES] = !tells && !seen->sampled && seen->printed && !off_cpu;
	k->lacks[LACK_STACKS] =
	    (tells && !k->has[TIME_OF_SWITCHES]) || (off_cpu && !tells);
	k->lacks[LACK_WAKERS] = k->has[TIME_OF_SWITCHES] && !seen->wakeups;
	k->lacks[LACK_CLOCK] = tells && !k->has[TIME_OF_CLOCK];
	k->lacks[LACK_CPUS] =
	    tells && perf_options_leave_out_cpus(profile_note(p, "cmdline"),
						 profile_note(p, "nrcpus online"));
	k->states = tells ? STATES_ALL : 0;
	/* switch records only distinguish blocked and preempted threads */
	if (!seen->wakeups)
		k->states &= ~STATE_SET(STATE_RUNNABLE);
	if (!k->has[TIME_OF_SWITCHES])
		k->states &= ~STATE_SET(STATE_DISK);
}

static bool has_both(const uint64_t sides[2])
{
	return sides[0] && sides[1];
}

/* "perf record -a --switch-events -g" */
static bool asked_for_records(const struct profile *p)
{
	return text_has(profile_note(p, "cmdline"), TEXT(" --switch-events"));
}

struct time_kinds time_kinds_of(const struct profile *p, const struct summary *s)
{
	struct time_kinds k = {.states = 0};
	struct scheduler_counts seen = {0};

	for (uint32_t i = 0; i < p->event_count; i++)
		look_at(&k, &seen, p, s, i);
	k.has[TIME_OF_SWITCHES] = p->has_times && seen.whole > 0;
	k.has[TIME_OF_RECORDS] =
	    p->has_times && profile_note(p, SCHED_RECORDS_NOTE).len > 0;
	k.has[TIME_OF_SUMS] = profile_note(p, SCHED_SUMS_NOTE).len > 0;
	k.has[TIME_OF_DISKS] = p->has_times && has_both(seen.sides[REQUEST_DISK]);
	k.has[TIME_OF_CALLS] = p->has_times && (has_both(seen.sides[REQUEST_CALL]) ||
						has_both(seen.sides[REQUEST_NAMED_CALL]));
	seen.printed = !asked_for_records(p);
	judge_sources(&k, &seen, p);
	return k;
}

bool time_kinds_are_claimed(const struct time_kinds *k)
{
	return k->has[TIME_OF_SWITCHES] || k->has[TIME_OF_RECORDS] ||
	       k->has[TIME_OF_DISKS] || k->has[TIME_OF_CALLS];
}

void time_kinds_forget(struct time_kinds *k)
{
	k->has[TIME_OF_SWITCHES] = k->has[TIME_OF_RECORDS] = k->has[TIME_OF_DISKS] =
	    k->has[TIME_OF_CALLS] = k->has[TIME_OF_SUMS] = false;
	k->states = 0;
}

/* ---- judged by the samples ---- */

bool time_kinds_verify(struct time_kinds *k, const struct profile *switches,
		       struct error *err)
{
	struct scheduler_counts seen = {.printed = !asked_for_records(switches)};
	struct error why = ERROR_INIT;
	struct usable_events u;
	bool records = false, usable;

	usable = usable_events_find(&u, switches, &why);
	usable_events_release(&u);
	if (why.kind == ERROR_MEMORY) {
		*err = why;
		return false;
	}
	for (uint64_t i = 0; switches->samples.sched && i < switches->samples.count;
	     i++) {
		const struct sched s = sched_of(switches->samples.sched[i]);

		if (s.kind == SCHED_SWITCH)
			*(s.sampled ? &seen.sampled : &seen.whole) += 1;
		else if (s.kind == SCHED_WAKING || s.kind == SCHED_WAKEUP ||
			 s.kind == SCHED_NEW)
			seen.wakeups++;
		else if (s.kind == SCHED_OUT || s.kind == SCHED_IN)
			records = true;
		else if (sched_is_request(s.kind) && !s.sampled &&
			 sched_request_kind(s.request) < REQUEST_KINDS)
			seen.sides[sched_request_kind(s.request)]
				  [s.kind == SCHED_ANSWERED]++;
	}
	if (!usable) { /* most switches are missing */
		seen.sampled += seen.whole;
		seen.whole = 0;
	}
	k->has[TIME_OF_SWITCHES] = seen.whole > 0;
	k->has[TIME_OF_RECORDS] = usable && records;
	k->has[TIME_OF_DISKS] &= has_both(seen.sides[REQUEST_DISK]);
	k->has[TIME_OF_CALLS] &= has_both(seen.sides[REQUEST_CALL]) ||
				 has_both(seen.sides[REQUEST_NAMED_CALL]);
	judge_sources(k, &seen, switches);
	return true;
}
