#include "analysis/waiting/sched_replay.h"

#include <string.h>

#include "base/append.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "profile/hosts.h"
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

/* ---- waits of perf record --off-cpu ---- */

static enum sched_kind sched_kind_of(const struct profile *p, uint64_t row)
{
	return sched_of(p->samples.sched[row]).kind;
}

struct off_cpu_counts off_cpu_count(const struct profile *p)
{
	struct off_cpu_counts c = {0};

	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		enum sched_kind kind = sched_kind_of(p, i);

		c.switches +=
		    kind == SCHED_SWITCH || kind == SCHED_OUT || kind == SCHED_IN;
		c.waits += kind == SCHED_WAITED;
		c.sums += kind == SCHED_SUM;
	}
	return c;
}

static struct state_span blocked_span(const struct profile *p, uint64_t row,
				      uint64_t from, uint64_t length)
{
	const struct context *c = profile_context(p, row);

	return (struct state_span){.from = from,
				   .to = from + length,
				   .thread = c->thread,
				   .stack = p->samples.stack[row],
				   .state = STATE_BLOCKED,
				   .cpu = c->cpu};
}

/* Pass the waits of --off-cpu to the sink, as described at sched_replay(). */
static bool off_cpu_tell(const struct profile *p, const struct sched_sink *sink,
			 struct error *err)
{
	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		struct state_span s;
		struct absence a;

		if (sched_kind_of(p, i) != SCHED_WAITED)
			continue;
		s = blocked_span(p, i, p->samples.time[i],
				 p->samples.duration ? p->samples.duration[i] : 0);
		a = (struct absence){.from = s.from,
				     .to = s.to,
				     .blocked = s.to - s.from,
				     .waker = ABSENCE_NO_WAKER,
				     .thread = s.thread,
				     .stack = s.stack,
				     .cpu = s.cpu,
				     .is_over = true};
		if ((sink->stretch && !sink->stretch(sink->arg, &s, err)) ||
		    (sink->absence && a.from < a.to &&
		     !sink->absence(sink->arg, &a, err)))
			return false;
	}
	return true;
}

bool off_cpu_tell_untimed(const struct profile *p, bool waits,
			  const struct sched_sink *sink, struct error *err)
{
	for (uint64_t i = 0; p->samples.sched && i < p->samples.count; i++) {
		enum sched_kind kind = sched_kind_of(p, i);
		struct state_span s = blocked_span(p, i, 0, p->samples.weight[i]);

		if ((kind == SCHED_SUM || (waits && kind == SCHED_WAITED)) &&
		    !sink->stretch(sink->arg, &s, err))
			return false;
	}
	return true;
}

enum course {
	COURSE_UNSEEN, /* before the first event, or after its end */
	COURSE_RUNS,
	COURSE_AWAY, /* after a switch away from it */
	COURSE_LOST, /* an event is missing */
};

/* A thread during the replay. */
struct replayed_task {
	enum course course;
	uint64_t since;	 /* start of the stretch that is not reported yet */
	uint64_t proof;	 /* RUNS: the last time when it certainly ran */
	uint64_t waker;	 /* row; ABSENCE_NO_WAKER */
	uint64_t woken;	 /* AWAY, LOST: time of the wake-up, with is_woken */
	uint64_t sample; /* RUNS: time of the last sample, with has_sample */
	uint32_t row;	 /* in profile.threads; UINT32_MAX: not reported */
	uint32_t stack;	 /* RUNS: of the last sample; AWAY: of the switch */
	size_t next;	 /* its next sample in `clocked`, */
	/* and the end of its samples there; they begin where those of the previous task end */
	size_t clocks;
	uint16_t cpu;
	char state;
	enum sched_kind woken_by;
	bool preempted, is_woken, has_sample;
	bool is_approximate; /* AWAY: the stack is that of an earlier sample */
};

struct replay {
	const struct profile *p;
	const struct sched_sink *sink;
	struct replayed_task *tasks; /* owned */
	size_t count, room;
	struct idmap by_tid;
	/* owned: by index in profile.threads: OF_NOBODY, OF_IDLE or a task */
	uint32_t *of_thread;
	uint32_t *users;  /* owned: by stack, its user part */
	uint32_t *on_cpu; /* owned: by CPU, 1 + the running task; 0: unknown */
	/* owned: rows of samples that are not events, grouped by task */
	uint32_t *clocked;
	struct usable_events events;
};

/* Values of of_thread; OF_TASKS + i is task i. */
enum { OF_NOBODY, OF_IDLE, OF_TASKS };

/* ---- output ---- */
static bool tell_stretch(const struct replay *r, const struct replayed_task *t,
			 enum thread_state state, uint64_t from, uint64_t to,
			 uint32_t stack, struct error *err)
{
	bool away = state != STATE_RUNNING && state != STATE_UNKNOWN;
	const struct state_span s = {.from = from,
				     .to = to,
				     .thread = t->row,
				     .stack = stack,
				     .state = state,
				     .is_approximate = away && stack && t->is_approximate,
				     .cpu = t->cpu};

	return from >= to || t->row == UINT32_MAX || !r->sink->stretch ||
	       r->sink->stretch(r->sink->arg, &s, err);
}

static bool tell_absence(const struct replay *r, const struct replayed_task *t,
			 const struct absence *a, struct error *err)
{
	struct absence told = *a;

	if (!r->sink->absence || t->row == UINT32_MAX || told.from >= told.to)
		return true;
	told.waker = t->is_woken ? t->waker : ABSENCE_NO_WAKER;
	told.thread = t->row;
	told.stack = t->stack;
	told.state = t->state;
	told.cpu = t->cpu;
	told.preempted = t->preempted;
	told.is_approximate = t->is_approximate && t->stack;
	return r->sink->absence(r->sink->arg, &told, err);
}

/* ---- one thread ---- */

static enum thread_state waits_as(const struct replayed_task *t)
{
	return t->preempted ? STATE_PREEMPTED : thread_state_of_letter(t->state);
}

/*
 * End an absence at `time`. `seen`: a switch to the thread was recorded; else there is later proof.
 */
static bool end_absence(const struct replay *r, const struct replayed_task *t,
			uint64_t time, bool seen, bool is_over, struct error *err)
{
	uint64_t woken = t->is_woken ? t->woken : time;
	struct absence a = {.from = t->since, .to = time, .is_over = is_over};
	enum thread_state before = waits_as(t), after = STATE_RUNNABLE;
	uint64_t waited = woken - t->since;

	if (!seen) {
		after = STATE_UNKNOWN;
		if (!t->is_woken)
			before = STATE_UNKNOWN;
	}
	if (before == STATE_PREEMPTED)
		a.runnable = waited;
	else if (before == STATE_UNKNOWN)
		a.unknown = waited;
	else
		a.blocked = waited;
	if (after == STATE_RUNNABLE)
		a.runnable += time - woken;
	else
		a.unknown += time - woken;
	return tell_stretch(r, t, before, t->since, woken, t->stack, err) &&
	       tell_stretch(r, t, after, woken, time, t->stack, err) &&
	       tell_absence(r, t, &a, err);
}

/* End a time during which only a wake-up, if anything, is known. */
static bool end_lost(const struct replay *r, const struct replayed_task *t, uint64_t time,
		     bool seen, struct error *err)
{
	uint64_t woken = t->is_woken ? t->woken : time;

	return tell_stretch(r, t, STATE_UNKNOWN, t->since, woken, 0, err) &&
	       tell_stretch(r, t, seen ? STATE_RUNNABLE : STATE_UNKNOWN, woken, time, 0,
			    err);
}

/* The thread gets a CPU at `time`, or (not `seen`) is found to have one. */
static bool start_running(const struct replay *r, struct replayed_task *t, uint64_t time,
			  uint16_t cpu, bool seen, struct error *err)
{
	bool ok = true;

	if (t->course == COURSE_AWAY)
		ok = end_absence(r, t, time, seen, true, err);
	else if (t->course == COURSE_LOST)
		ok = end_lost(r, t, time, seen, err);
	t->course = COURSE_RUNS;
	t->since = t->proof = time;
	t->cpu = cpu;
	t->is_woken = t->has_sample = false;
	return ok;
}

bool sched_is_kernel(const struct profile *p, uint32_t frame)
{
	struct text module = profile_frame_module(p, frame);

	return p->frames[frame].kind == FRAME_KERNEL ||
	       text_starts(module, TEXT("[kernel")) ||
	       text_starts(module, TEXT("[guest.kernel"));
}

/* The sample nearest to a stretch without samples, the earlier one of a tie; UINT32_MAX: none. */
static uint32_t nearest_sample(const struct replay *r, const struct replayed_task *t,
			       uint64_t to)
{
	const uint64_t *time = r->p->samples.time;
	size_t first = t == r->tasks ? 0 : t[-1].clocks;
	bool before = t->next > first, after = t->next < t->clocks;

	if (before && after)
		before = t->since - time[r->clocked[t->next - 1]] <=
			 time[r->clocked[t->next]] - to;
	if (before)
		return r->clocked[t->next - 1];
	return after ? r->clocked[t->next] : UINT32_MAX;
}

/* The thread ran up to `time`, and was switched away with `stack`; 0: unknown. */
static bool stop_running(const struct replay *r, struct replayed_task *t, uint64_t time,
			 uint32_t stack, struct error *err)
{
	uint32_t nearest = t->has_sample ? UINT32_MAX : nearest_sample(r, t, time);

	if (t->has_sample)
		stack = t->stack;
	else if (nearest != UINT32_MAX)
		stack = r->p->samples.stack[nearest];
	else
		stack = r->users[stack];
	return tell_stretch(r, t, STATE_RUNNING, t->since, time, stack, err);
}

/* A switch is missing: the thread is known to have run only up to its last proof. */
static bool lose_track(const struct replay *r, struct replayed_task *t, struct error *err)
{
	if (!stop_running(r, t, t->proof, 0, err))
		return false;
	t->course = COURSE_LOST;
	t->since = t->proof;
	t->is_woken = false;
	return true;
}

/* ---- threads on CPUs ---- */

static bool task_of(struct replay *r, int32_t tid, struct replayed_task **task,
		    struct error *err)
{
	uint32_t fresh = (uint32_t)r->count, at;

	if (!idmap_put(&r->by_tid, (uint32_t)tid, fresh, &at, err))
		return false;
	if (at == fresh && !APPEND(r->tasks, r->count, r->room, "threads", err,
				   (struct replayed_task){.row = UINT32_MAX,
							  .cpu = PROFILE_NO_CPU,
							  .waker = ABSENCE_NO_WAKER}))
		return false;
	*task = &r->tasks[at];
	return true;
}

/*
 * `task` runs on this CPU (NULL: the idle task). The task that was thought to run there does not.
 */
static bool occupy(struct replay *r, uint16_t cpu, const struct replayed_task *task,
		   struct error *err)
{
	uint32_t id = task ? (uint32_t)(task - r->tasks) + 1 : 0, before;

	if (cpu == PROFILE_NO_CPU)
		return true;
	before = r->on_cpu[cpu];
	r->on_cpu[cpu] = id;
	if (before == 0 || before == id)
		return true;
	/* it has moved to another CPU */
	if (r->tasks[before - 1].course != COURSE_RUNS || r->tasks[before - 1].cpu != cpu)
		return true;
	return lose_track(r, &r->tasks[before - 1], err);
}

/* The thread of a sample runs on that CPU at that time. */
static bool prove(struct replay *r, struct replayed_task *t, uint64_t time, uint16_t cpu,
		  struct error *err)
{
	if (!occupy(r, cpu, t, err))
		return false;
	if (t->course == COURSE_RUNS && cpu != t->cpu && cpu != PROFILE_NO_CPU &&
	    t->cpu != PROFILE_NO_CPU && !lose_track(r, t, err))
		return false;
	if (t->course != COURSE_RUNS)
		return start_running(r, t, time, cpu, false, err);
	t->proof = time;
	return true;
}

static bool switch_to(struct replay *r, struct replayed_task *t, uint64_t time,
		      uint16_t cpu, struct error *err)
{
	if (!occupy(r, cpu, t, err))
		return false;
	/* it was away in between for an unknown time */
	if (t->course == COURSE_RUNS && !lose_track(r, t, err))
		return false;
	return start_running(r, t, time, cpu, true, err);
}

static bool switch_from(struct replay *r, struct replayed_task *t, uint64_t time,
			uint16_t cpu, const struct sched *s, uint32_t stack,
			struct error *err)
{
	bool told = stack != 0;

	if (!prove(r, t, time, cpu, err))
		return false;
	if (!stack) /* a record of --switch-events has none: use the last one */
		stack = t->stack;
	if (!stop_running(r, t, time, stack, err))
		return false;
	t->course = s->state == 'X' || s->state == 'Z' ? COURSE_UNSEEN : COURSE_AWAY;
	t->since = time;
	t->stack = stack;
	t->state = s->state;
	t->preempted = s->preempted;
	t->is_approximate = !told;
	t->is_woken = false;
	return occupy(r, cpu, NULL, err); /* only now: the task itself is away */
}

static bool wake(const struct replay *r, struct replayed_task *t, uint64_t time,
		 uint64_t row, enum sched_kind kind, struct error *err)
{
	bool same = t->is_woken && t->woken_by == SCHED_WAKING && kind == SCHED_WAKEUP;

	if (same)
		t->woken_by = kind;
	if (same || t->course == COURSE_RUNS ||
	    (t->course == COURSE_AWAY && (t->preempted || t->state == 'R')))
		return true;
	if (t->is_woken) { /* again: it ran and was blocked in between, at unknown times */
		bool ok = t->course == COURSE_AWAY
			      ? end_absence(r, t, time, false, true, err)
			      : end_lost(r, t, time, false, err);

		t->course = COURSE_LOST;
		t->since = time;
		if (!ok)
			return false;
	}
	if (t->course == COURSE_UNSEEN) {
		t->course = COURSE_LOST;
		t->since = time;
	}
	t->is_woken = true;
	t->woken = time;
	t->woken_by = kind;
	t->waker = row;
	return true;
}

/* A sample of a clock: the first half of the stretch has the stack of the previous sample. */
static bool see_sample(const struct replay *r, struct replayed_task *t, uint64_t time,
		       uint32_t stack, struct error *err)
{
	if (t->has_sample && t->stack != stack) {
		uint64_t middle = t->sample + (time - t->sample) / 2;

		if (middle < t->since)
			middle = t->since;
		if (!tell_stretch(r, t, STATE_RUNNING, t->since, middle, t->stack, err))
			return false;
		t->since = middle;
	}
	t->has_sample = true;
	t->sample = time;
	t->stack = stack;
	t->next++;
	return true;
}

/* ---- all samples ---- */

static bool take_own(struct replay *r, const struct sched *s, uint64_t row,
		     const struct context *c, struct error *err)
{
	uint64_t time = r->p->samples.time[row];
	uint32_t stack = r->p->samples.stack[row], of = r->of_thread[c->thread];
	struct replayed_task *t;

	if (of == OF_NOBODY || s->foreign)
		return true;
	if (of == OF_IDLE) /* a switch to it may be missing */
		return occupy(r, c->cpu, NULL, err);
	t = &r->tasks[of - OF_TASKS];
	/* its name may have changed; no row: the last thread with this number has ended */
	if (r->p->threads[c->thread].pid != PROFILE_NO_ID || t->row == UINT32_MAX ||
	    r->p->threads[t->row].pid == PROFILE_NO_ID)
		t->row = c->thread;
	switch (s->kind) {
	case SCHED_SWITCH:
	case SCHED_OUT:
		return switch_from(r, t, time, c->cpu, s, stack, err);
	case SCHED_IN:
		return r->events.has_switches && t->course == COURSE_RUNS
			   ? prove(r, t, time, c->cpu, err)
			   : switch_to(r, t, time, c->cpu, err);
	case SCHED_NONE:
		return prove(r, t, time, c->cpu, err) &&
		       see_sample(r, t, time, stack, err);
	default:
		return prove(r, t, time, c->cpu, err);
	}
}

/* Does the sample have a meaningful time? Others only name a thread, or are sums. */
static bool is_moment(enum sched_kind kind)
{
	return kind != SCHED_SEEN && kind != SCHED_WAITED && kind != SCHED_SUM;
}

struct sched_extent sched_extent_of(const struct profile *p)
{
	struct sched_extent e = {false, false, false};
	uint64_t rows = p->samples.sched ? p->samples.count : 0;

	for (uint64_t i = 0; i < rows && !(e.all_threads && e.wakeups && e.stacks); i++) {
		enum sched_kind kind = sched_of(p->samples.sched[i]).kind;
		const struct thread *t = &p->threads[profile_context(p, i)->thread];

		e.all_threads |=
		    is_moment(kind) && t->tid >= 0 && profile_is_idle_task(p, t);
		e.wakeups |= kind == SCHED_WAKING || kind == SCHED_WAKEUP;
		e.stacks |= kind == SCHED_SWITCH && p->samples.stack[i];
	}
	return e;
}

static bool take_row(struct replay *r, uint64_t row, struct error *err)
{
	const struct context *c = profile_context(r->p, row);
	struct sched s = sched_of(r->p->samples.sched[row]);
	uint64_t time = r->p->samples.time[row];
	struct replayed_task *other;

	if (!is_moment(s.kind) || (s.kind == SCHED_OUT && r->events.has_switches) ||
	    r->events.left_out[c->event])
		return true;
	if (!take_own(r, &s, row, c, err))
		return false;
	if (s.kind == SCHED_NONE || s.kind == SCHED_OUT || s.kind == SCHED_IN)
		return true;
	if (host_task(r->p, s.other) == 0)
		return s.kind != SCHED_SWITCH || occupy(r, c->cpu, NULL, err);
	if (!task_of(r, s.other, &other, err))
		return false;
	return s.kind == SCHED_SWITCH ? switch_to(r, other, time, c->cpu, err)
				      : wake(r, other, time, row, s.kind, err);
}

static bool end_tasks(const struct replay *r, struct error *err)
{
	uint64_t end = r->p->samples.end;
	bool ok = true;

	for (size_t i = 0; ok && i < r->count; i++) {
		struct replayed_task *t = &r->tasks[i];

		if (t->course == COURSE_RUNS)
			ok = stop_running(r, t, end, 0, err);
		else if (t->course == COURSE_AWAY)
			ok = end_absence(r, t, end, true, false, err);
		else if (t->course == COURSE_LOST)
			ok = end_lost(r, t, end, true, err);
	}
	return ok;
}

/* Find the user part of each stack. Callers have lower numbers. */
static bool find_user_stacks(struct replay *r, struct error *err)
{
	const struct profile *p = r->p;
	struct bits kernel = {0};
	bool ok = bits_build(&kernel, p->frame_count, err) &&
		  (r->users = mem_array(p->stack_count, sizeof *r->users, "stacks", err));

	for (uint32_t i = 0; ok && i < p->frame_count; i++)
		if (sched_is_kernel(p, i))
			bits_add(&kernel, i);
	for (uint32_t i = 1; ok && i < p->stack_count; i++)
		r->users[i] = bits_has(&kernel, p->stacks[i].frame)
				  ? r->users[p->stacks[i].parent]
				  : i;
	bits_release(&kernel);
	return ok;
}

/* The task of a sample, OF_IDLE or OF_NOBODY. `*clock`: it is a sample, not an event. */
static uint32_t own_of(const struct replay *r, uint64_t row, bool *clock)
{
	const struct context *c = profile_context(r->p, row);
	struct sched s = sched_of(r->p->samples.sched[row]);

	*clock = s.kind == SCHED_NONE && !r->events.left_out[c->event];
	return is_moment(s.kind) && !s.foreign ? r->of_thread[c->thread] : OF_NOBODY;
}

/* Group the samples by task in order of time, and find the tasks that have any. */
static bool list_samples(struct replay *r, struct error *err)
{
	uint64_t rows = r->p->samples.count, clocks = 0;
	bool all = sched_extent_of(r->p).all_threads, clock;
	struct bits own = {0};

	if (!bits_build(&own, r->count, err))
		return false;
	for (uint64_t i = 0; i < rows; i++) {
		uint32_t of = own_of(r, i, &clock);

		if (of < OF_TASKS)
			continue;
		bits_add(&own, of - OF_TASKS);
		r->tasks[of - OF_TASKS].clocks += clock;
		clocks += clock;
	}
	/*
	 * A recording of some threads also names threads that they wake, or that get their CPUs,
	 * but has no events of these. They are not reported, unless the recording has the idle
	 * task.
	 */
	for (size_t i = 0; !all && i < r->count; i++)
		if (!bits_has(&own, i))
			r->tasks[i].row = UINT32_MAX;
	bits_release(&own);
	r->clocked = mem_array(clocks, sizeof *r->clocked, "samples", err);
	if (!r->clocked)
		return false;
	for (size_t i = 0, end = 0; i < r->count; i++) {
		end += r->tasks[i].clocks;
		r->tasks[i].next = r->tasks[i].clocks = end - r->tasks[i].clocks;
	}
	for (uint64_t i = 0; clocks && i < rows; i++) {
		uint32_t of = own_of(r, i, &clock);

		if (of >= OF_TASKS && clock) /* room: counted above */
			r->clocked[r->tasks[of - OF_TASKS].clocks++] = (uint32_t)i;
	}
	return true;
}

/* Make a task for each tid, with the thread that has a pid if there is one. */
static bool find_tasks(struct replay *r, struct error *err)
{
	uint32_t n = r->p->thread_count;

	r->of_thread = mem_array(n, sizeof *r->of_thread, "threads", err);
	for (uint32_t i = 0; r->of_thread && i < n; i++) {
		const struct thread *thread = &r->p->threads[i];
		bool idle = profile_is_idle_task(r->p, thread);
		struct replayed_task *t;

		r->of_thread[i] = idle && thread->tid >= 0 ? OF_IDLE : OF_NOBODY;
		if (thread->tid < 0 || (idle && host_tid(r->p, thread) == 0))
			continue;
		if (!task_of(r, thread->tid, &t, err))
			return false;
		if (!idle)
			r->of_thread[i] = OF_TASKS + (uint32_t)(t - r->tasks);
		if (t->row == UINT32_MAX || thread->pid != PROFILE_NO_ID)
			t->row = i;
	}
	return r->of_thread != NULL;
}

bool sched_replay(const struct profile *p, const struct sched_sink *sink,
		  struct error *err)
{
	struct replay r = {.p = p, .sink = sink};
	const struct off_cpu_counts off_cpu = off_cpu_count(p);
	bool ok;

	if (!off_cpu.switches && off_cpu.waits)
		return off_cpu_tell(p, sink, err);
	if (!off_cpu.switches && off_cpu.sums)
		return error_set(err, ERROR_FORMAT,
				 "its waits are sums of perf record --off-cpu, without "
				 "times: --state blocked shows them, only in a graph");
	ok = usable_events_find(&r.events, p, err) &&
	     (r.on_cpu = mem_array(SCHED_CPUS, sizeof *r.on_cpu, "CPUs", err)) &&
	     find_tasks(&r, err) && list_samples(&r, err) && find_user_stacks(&r, err);

	for (uint64_t i = 0; ok && i < p->samples.count; i++)
		ok = take_row(&r, i, err);
	ok = ok && end_tasks(&r, err);
	mem_free(r.tasks);
	mem_free(r.of_thread);
	mem_free(r.on_cpu);
	mem_free(r.users);
	mem_free(r.clocked);
	idmap_release(&r.by_tid);
	usable_events_release(&r.events);
	return ok;
}
