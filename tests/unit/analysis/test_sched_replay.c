#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/waiting/waiting_profile.h"
#include "analysis/waiting/waits.h"
#include "lib/check_profile.h"
#include "lib/made_profile.h"
#include "profile/builder.h"
#include "profile/sched.h"

#define THREADS 5 /* tids 1 ... 5 */
#define CPUS	2
#define MOST	120 /* events */
#define TICKS	400

/* What the scheduler did, and which part of it is recorded. */
struct happening {
	uint64_t time;
	enum sched_kind kind; /* SCHED_NONE: a clock sample */
	int own, other, cpu;
	char state;
	bool preempted;
};

struct story {
	struct happening all[MOST];
	size_t count;
};

static void tell(struct story *s, struct happening h)
{
	if (s->count < MOST)
		s->all[s->count++] = h;
}

/* A machine with two CPUs: no thread is on both, and a blocked thread is woken before it runs. */
struct machine {
	int on[CPUS];		 /* tid; 0: idle */
	char state[THREADS + 1]; /* 'r' runs, 'w' runnable, else where it is blocked */
};

static int pick(const struct machine *m, char state, struct dice *d)
{
	int first = (int)dice_below(d, THREADS);

	for (int i = 0; i < THREADS; i++) {
		int tid = (first + i) % THREADS + 1;

		if (state == 'b' ? m->state[tid] != 'r' && m->state[tid] != 'w'
				 : m->state[tid] == state)
			return tid;
	}
	return 0;
}

static void live(struct story *s, uint64_t seed)
{
	static const char states[] = "SDTR";
	struct machine m = {.state = {'-', 'w', 'w', 'S', 'S', 'D'}};
	struct dice d = {seed};

	s->count = 0;
	for (uint64_t time = 10; time < TICKS - 10 && s->count < MOST;
	     time += 1 + dice_below(&d, 8)) {
		int cpu = (int)dice_below(&d, CPUS), own = m.on[cpu], next;
		struct happening h = {.time = time, .own = own, .cpu = cpu};

		switch (dice_below(&d, 4)) {
		case 0: /* a wake-up, by the thread that runs here or by an interrupt */
			h.kind = dice_below(&d, 2) ? SCHED_WAKING : SCHED_WAKEUP;
			h.other = pick(&m, 'b', &d);
			if (!h.other)
				break;
			m.state[h.other] = 'w';
			tell(s, h);
			break;
		case 1:
			tell(s, h);
			break;
		default:
			next = pick(&m, 'w', &d);
			if (next == own || (!next && !own))
				break;
			h.kind = SCHED_SWITCH;
			h.other = next;
			h.state = states[dice_below(&d, 4)];
			h.preempted = h.state == 'R' && dice_below(&d, 2);
			if (own)
				m.state[own] = h.state == 'R' ? 'w' : h.state;
			if (next)
				m.state[next] = 'r';
			m.on[cpu] = next;
			tell(s, h);
			break;
		}
	}
}

/* Some events are missing, some are doubled, some are recorded too early. */
static void damage(struct story *s, struct dice *d)
{
	struct story was = *s;

	s->count = 0;
	for (size_t i = 0; i < was.count; i++) {
		struct happening h = was.all[i];
		uint32_t fate = dice_below(d, 12);

		if (fate == 0)
			continue;
		if (fate == 2 && h.time > 3)
			h.time -= 3;
		tell(s, h);
		if (fate == 1)
			tell(s, h);
	}
}

static uint32_t stack_of(struct builder *b, const char *name)
{
	return builder_stack(
	    b, 0, builder_frame(b, builder_string(b, text_of(name)), 0, FRAME_USER));
}

/* Where a thread was, so that clock samples can be told apart. */
static void name_place(const struct happening *h, char name[static 24])
{
	if (h->kind)
		snprintf(name, 24, "stop_%d", h->own);
	else
		snprintf(name, 24, "at_%d", (int)h->time);
}

static struct profile *profile_of(const struct story *s)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;
	char name[24];

	assert_non_null(b);
	for (int tid = 1; tid <= THREADS; tid++) { /* so that all are known */
		const struct sched seen = {.kind = SCHED_SEEN};
		struct sample sample = {
		    .time = 1, .weight = 1, .timed = true, .cpu = PROFILE_NO_CPU};

		sample.thread = builder_thread(b, TEXT("t"), 100, tid);
		sample.event = builder_event(b, TEXT("switches"), TEXT(""));
		sample.sched = sched_pack(&seen);
		builder_add_sample(b, &sample);
	}
	for (size_t i = 0; i < s->count; i++) {
		const struct happening *h = &s->all[i];
		const struct sched sched = {.kind = h->kind,
					    .state = h->state,
					    .preempted = h->preempted,
					    .other = h->other};
		struct sample sample = {
		    .time = h->time, .weight = 1, .cpu = (uint16_t)h->cpu, .timed = true};

		name_place(h, name);
		sample.stack = stack_of(b, name);
		sample.thread = h->own ? builder_thread(b, TEXT("t"), 100, h->own)
				       : builder_thread(b, TEXT("swapper"), 0, 0);
		sample.event = builder_event(
		    b, h->kind ? TEXT("sched:sched_switch") : TEXT("cpu-clock"),
		    TEXT(""));
		sample.sched = h->kind ? sched_pack(&sched) : 0;
		builder_add_sample(b, &sample);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

/* The reported states, tick by tick. */
struct told {
	char at[THREADS + 1][TICKS];
	uint32_t stack[THREADS + 1][TICKS];
	uint64_t last[THREADS + 1];
	const struct profile *p;
	uint64_t sum[THREADS + 1];
};

static const char letters[] = "RBDWPU";

static bool note(void *arg, const struct state_span *s, struct error *err)
{
	struct told *t = arg;
	int tid = t->p->threads[s->thread].tid;

	(void)err;
	assert_in_range(tid, 1, THREADS);
	assert_true(s->from < s->to && s->to <= TICKS);
	/* consecutive, without a gap, or both at the same time */
	assert_true(t->last[tid] == 0 || t->last[tid] == s->from);
	t->last[tid] = s->to;
	t->sum[tid] += s->to - s->from;
	memset(&t->at[tid][s->from], letters[s->state], s->to - s->from);
	for (uint64_t i = s->from; i < s->to; i++)
		t->stack[tid][i] = s->stack;
	return true;
}

static bool note_absence(void *arg, const struct absence *a, struct error *err)
{
	const struct told *t = arg;
	int tid = t->p->threads[a->thread].tid;
	uint64_t blocked = 0, runnable = 0, unknown = 0;

	(void)err;
	for (uint64_t i = a->from; i < a->to; i++) {
		char c = t->at[tid][i];

		blocked += c == 'B' || c == 'D';
		runnable += c == 'W' || c == 'P';
		unknown += c == 'U';
	}
	assert_int_equal(a->blocked, blocked);
	assert_int_equal(a->runnable, runnable);
	assert_int_equal(a->unknown, unknown);
	assert_int_equal(a->to - a->from, blocked + runnable + unknown);
	return true;
}

static bool try_replay(struct told *t, const struct profile *p, struct error *err)
{
	const struct sched_sink sink = {note, note_absence, t};

	*t = (struct told){.p = p};
	return sched_replay(p, &sink, err);
}

static void replay(struct told *t, const struct profile *p)
{
	struct error err = ERROR_INIT;

	if (!try_replay(t, p, &err))
		fail_msg("%s", err.message);
}

static bool has_switch(const struct story *s)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->all[i].kind == SCHED_SWITCH)
			return true;
	return false;
}

/*
 * A thread that never appears itself is known only where the idle task is recorded: then all
 * threads are.
 */
static bool is_recorded(const struct story *s, int tid)
{
	for (size_t i = 0; i < s->count; i++)
		if (s->all[i].own == tid || s->all[i].own == 0)
			return true;
	return false;
}

/*
 * The naive answer for a whole recording: what each event says, tick by tick, for this thread
 * alone. A thread is reported from the first event that names it.
 */
static void naive(const struct story *s, int tid, uint64_t end, char at[static TICKS])
{
	char now = '.';
	size_t next = 0;

	for (uint64_t time = 0; time < end; time++) {
		for (; next < s->count && s->all[next].time <= time; next++) {
			const struct happening *h = &s->all[next];

			if (h->own == tid && h->kind == SCHED_SWITCH)
				now = h->state == 'R' ? 'P' : h->state == 'D' ? 'D' : 'B';
			else if (h->own == tid)
				now = 'R';
			if (h->other != tid)
				continue;
			if (h->kind == SCHED_SWITCH)
				now = 'R';
			else if (h->kind && (now == 'B' || now == 'D' || now == '.'))
				now = 'W';
		}
		at[time] = now;
	}
}

TEST(a_whole_recording_is_told_as_it_happened)
{
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		static struct story s;
		struct told t;
		struct profile *p;

		live(&s, seed);
		if (!has_switch(&s))
			continue;
		p = profile_of(&s);
		replay(&t, p);
		for (int tid = 1; tid <= THREADS; tid++) {
			char expected[TICKS] = {0};
			uint64_t end = p->samples.end;

			if (is_recorded(&s, tid))
				naive(&s, tid, end, expected);
			else
				memset(expected, '.', end);
			for (uint64_t i = 0; i < end; i++)
				if (expected[i] != (t.at[tid][i] ? t.at[tid][i] : '.'))
					fail_msg(
					    "seed %d, thread %d, tick %d: %c, not %c",
					    (int)seed, tid, (int)i, t.at[tid][i],
					    expected[i]);
		}
		profile_free(p);
	}
}

/*
 * If a period has two samples, each tick takes the nearer one, or the later if both are equally
 * near.
 */
static uint64_t sample_within(const struct story *s, int tid, uint64_t tick,
			      uint64_t from, uint64_t to)
{
	uint64_t best = 0;

	for (size_t i = 0; i < s->count; i++) {
		const struct happening *h = &s->all[i];

		if (h->own != tid || h->kind || h->time < from || h->time >= to)
			continue;
		if (!best || tick >= best + (h->time - best) / 2)
			best = h->time;
	}
	return best;
}

/* For a period without samples: the nearest one, or the earlier of two. */
static uint64_t sample_beside(const struct story *s, int tid, uint64_t from, uint64_t to)
{
	uint64_t best = 0, least = UINT64_MAX;

	for (size_t i = 0; i < s->count; i++) {
		const struct happening *h = &s->all[i];
		uint64_t away = h->time < from ? from - h->time : h->time - to;

		if (h->own != tid || h->kind || away >= least)
			continue;
		least = away;
		best = h->time;
	}
	return best;
}

/* What is reported about where a thread ran in [from, to). */
static void check_places(const struct story *s, const struct told *t, int tid,
			 uint64_t from, uint64_t to)
{
	for (uint64_t i = from; i < to; i++) {
		uint64_t sample = sample_within(s, tid, i, from, to);
		uint32_t stack = t->stack[tid][i];
		struct text told = profile_frame_name(t->p, t->p->stacks[stack].frame);
		char expected[24];

		if (!sample)
			sample = sample_beside(s, tid, from, to);
		if (sample)
			snprintf(expected, sizeof expected, "at_%d", (int)sample);
		else
			snprintf(expected, sizeof expected, "stop_%d", tid);
		if (stack || sample || to < t->p->samples.end)
			assert_true(text_equal(told, text_of(expected)));
	}
}

TEST(time_that_a_thread_ran_is_of_the_nearest_samples)
{
	for (uint64_t seed = 1; seed <= 1000; seed++) {
		static struct story s;
		static struct told t;
		struct profile *p;

		live(&s, seed);
		if (!has_switch(&s))
			continue;
		p = profile_of(&s);
		replay(&t, p);
		for (int tid = 1; tid <= THREADS; tid++) {
			uint64_t end = p->samples.end;

			for (uint64_t from = 0, to; from < end; from = to + 1) {
				for (to = from; to < end && t.at[tid][to] == 'R'; to++)
					;
				check_places(&s, &t, tid, from, to);
			}
		}
		profile_free(p);
	}
}

/*
 * Like perf record of a single command: its own events are recorded, other threads are only named.
 */
static void keep_own(struct story *s, int most)
{
	size_t kept = 0;

	for (size_t i = 0; i < s->count; i++)
		if (s->all[i].own > 0 && s->all[i].own <= most)
			s->all[kept++] = s->all[i];
	s->count = kept;
}

TEST(of_a_recording_of_some_threads_no_other_has_time)
{
	uint64_t told = 0;

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		static struct story s;
		static struct told t;
		struct error err = ERROR_INIT;
		struct profile *p;

		live(&s, seed);
		keep_own(&s, 3);
		if (!has_switch(&s))
			continue;
		p = profile_of(&s);
		/* most of the switches are those of other threads */
		if (!try_replay(&t, p, &err))
			assert_int_equal(err.kind, ERROR_FORMAT);
		for (int tid = 1; tid <= THREADS && err.kind == ERROR_NONE; tid++) {
			assert_true(t.last[tid] == 0 || t.last[tid] == p->samples.end);
			assert_true(tid <= 3 || t.last[tid] == 0);
			told += t.sum[tid];
		}
		profile_free(p);
	}
	assert_true(told > 10000);
}

/* note() asserts that nothing is reported twice, and that there is no gap. */
TEST(with_events_missing_and_doubled_nothing_is_bridged)
{
	uint64_t unknown = 0;

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		static struct story s;
		struct dice d = {seed * 7919};
		struct told t;
		struct profile *p;

		live(&s, seed);
		damage(&s, &d);
		if (!has_switch(&s))
			continue;
		p = profile_of(&s);
		replay(&t, p);
		for (int tid = 1; tid <= THREADS; tid++) {
			assert_true(t.last[tid] == 0 || t.last[tid] == p->samples.end);
			for (uint64_t i = 0; i < TICKS; i++)
				unknown += t.at[tid][i] == 'U';
		}
		/* nothing else runs on that CPU */
		for (uint64_t i = 0; i < TICKS; i++) {
			int run = 0;

			for (int tid = 1; tid <= THREADS; tid++)
				run += t.at[tid][i] == 'R';
			assert_true(run <= CPUS);
		}
		profile_free(p);
	}
	assert_true(unknown > 1000);
}

TEST(the_profile_of_states_has_all_of_it)
{
	const struct waiting_choice all_states = {.states = STATES_ALL};

	for (uint64_t seed = 1; seed <= 100; seed++) {
		static struct story s;
		struct error err = ERROR_INIT;
		struct profile *p, *w;
		uint64_t all = 0, parts = 0;
		struct told t;

		live(&s, seed);
		if (!has_switch(&s))
			continue;
		p = profile_of(&s);
		replay(&t, p);
		for (int tid = 1; tid <= THREADS; tid++)
			all += t.sum[tid];
		for (unsigned i = 0; i < THREAD_STATES; i++) {
			const struct waiting_choice one = {.states = STATE_SET(i)};

			w = waiting_profile(p, &one, &err);
			if (!w) { /* nothing was in that state */
				assert_int_equal(err.kind, ERROR_NOTHING);
				err = (struct error)ERROR_INIT;
				continue;
			}
			if (!check_profile(w, &err))
				fail_msg("%s", err.message);
			for (uint64_t row = 0; row < w->samples.count; row++)
				parts += w->samples.duration[row];
			profile_free(w);
		}
		assert_int_equal(parts, all);
		w = waiting_profile_take(&p, &all_states, &err);
		assert_non_null(w);
		assert_null(p);
		if (!check_profile(w, &err))
			fail_msg("%s", err.message);
		profile_free(w);
	}
}

TEST(what_a_thread_does_itself_ends_what_is_unknown)
{
	/* 1 is switched out at 20, woken at 30, and wakes 2 at 50; its switch back in is missing */
	static const struct happening all[] = {
	    {20, SCHED_SWITCH, 1, 3, 0, 'S', false},
	    {30, SCHED_WAKING, 3, 1, 0, 0, false},
	    {50, SCHED_WAKING, 1, 2, 1, 0, false},
	    {60, SCHED_SWITCH, 1, 0, 1, 'S', false},
	};
	static struct story s;
	struct error err = ERROR_INIT;
	const struct range whole = RANGE_ALL;
	struct waits_choice c = {.ranges = selection_of(&whole)};
	struct bits threads;
	struct waits w;
	struct profile *p;
	struct told t;

	memcpy(s.all, all, sizeof all);
	s.count = 4;
	p = profile_of(&s);
	replay(&t, p);
	assert_memory_equal(&t.at[1][20], "BBBBBBBBBBUUUUUUUUUUUUUUUUUUUURRRRRRRRRR", 40);
	assert_true(bits_build(&threads, p->thread_count, &err));
	for (uint32_t i = 0; i < p->thread_count; i++)
		if (p->threads[i].tid == 1)
			bits_add(&threads, i);
	c.threads = &threads;
	assert_true(waits_build(&w, p, &c, &err));
	assert_int_equal(w.count, 2);
	assert_int_equal(w.rows[0].to, 50);
	assert_int_equal(w.rows[0].unknown, 20);
	assert_int_equal(p->threads[profile_context(p, w.rows[0].waker)->thread].tid, 3);
	assert_true(w.rows[0].is_over && !w.rows[1].is_over);
	waits_release(&w);
	bits_release(&threads);
	profile_free(p);
}
