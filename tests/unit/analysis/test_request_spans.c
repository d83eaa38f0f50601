#include "lib/unit.h"

#include <stdio.h>
#include <string.h>

#include "analysis/waiting/request_spans.h"
#include "analysis/waiting/waiting_profile.h"
#include "base/mem.h"
#include "lib/check_profile.h"
#include "lib/made_profile.h"
#include "profile/builder.h"
#include "profile/sched.h"

#define THREADS 4
#define THINGS	3 /* sectors, or calls */
#define MOST	200

/* A start or an end, as recorded. */
struct happening {
	uint64_t time;
	enum sched_kind side;
	enum request_kind kind;
	int tid, thing;
	bool sampled;
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

/* Requests that start and end properly. */
static void live(struct story *s, enum request_kind kind, struct dice *d)
{
	int open[THREADS][THINGS] = {{0}};

	s->count = 0;
	for (uint64_t time = 10; s->count < 150; time += 1 + dice_below(d, 9)) {
		int tid = (int)dice_below(d, THREADS), thing = (int)dice_below(d, THINGS);
		struct happening h = {time, SCHED_ASKED, kind, tid, thing, false};
		int *is_open = &open[kind == REQUEST_DISK ? 0 : tid]
				    [kind == REQUEST_DISK ? thing : 0];

		if (*is_open) { /* of a disk: whatever runs then sees it */
			h.side = SCHED_ANSWERED;
			if (kind != REQUEST_DISK)
				h.thing = *is_open - 1;
		}
		*is_open = *is_open ? 0 : thing + 1;
		tell(s, h);
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
		if (fate == 2)
			h.time -= 5;
		tell(s, h);
		if (fate == 1)
			tell(s, h);
	}
}

static struct profile *profile_of(const struct story *s)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;

	assert_non_null(b);
	for (size_t i = 0; i < s->count; i++) {
		const struct happening *h = &s->all[i];
		const struct sched sched = {
		    .kind = h->side,
		    .sampled = h->sampled,
		    .request = sched_request(h->kind, (uint64_t)h->thing, 7)};
		struct sample sample = {
		    .time = h->time, .weight = 1, .cpu = 1, .timed = true};
		char name[24];

		snprintf(name, sizeof name, "at_%zu",
			 i); /* each has a stack of its own */
		sample.stack = builder_stack(
		    b, 0,
		    builder_frame(b, builder_string(b, text_of(name)), 0, FRAME_USER));
		sample.thread = builder_thread(b, TEXT("t"), 100, 1 + h->tid);
		sample.event = builder_event(b, TEXT("e"), TEXT(""));
		sample.sched = sched_pack(&sched);
		builder_add_sample(b, &sample);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

/* Result of the naive method: for each end, the previous event of the same sector or thread. */
struct expected {
	bool is_begin[MOST]; /* by row: of a request */
	uint32_t end[MOST];
	uint64_t pairs, asked, answered;
};

static bool belong(const struct profile *p, uint32_t a, uint32_t b)
{
	struct sched one = sched_of(p->samples.sched[a]);
	struct sched other = sched_of(p->samples.sched[b]);

	if (sched_request_kind(one.request) == REQUEST_DISK)
		return one.request == other.request;
	return profile_context(p, a)->thread == profile_context(p, b)->thread;
}

static void expect(struct expected *e, const struct profile *p)
{
	memset(e, 0, sizeof *e);
	for (uint32_t i = 0; i < p->samples.count; i++) {
		struct sched s = sched_of(p->samples.sched[i]), before = {SCHED_NONE};
		uint32_t at = i;

		if (s.kind == SCHED_ASKED)
			continue;
		while (at-- > 0) {
			before = sched_of(p->samples.sched[at]);
			if (belong(p, at, i))
				break;
			before.kind = SCHED_NONE;
		}
		if (before.kind != SCHED_ASKED || before.request != s.request) {
			e->answered++;
			continue;
		}
		e->is_begin[at] = true;
		e->end[at] = i;
		e->pairs++;
	}
	for (uint32_t i = 0; i < p->samples.count; i++)
		e->asked +=
		    sched_of(p->samples.sched[i]).kind == SCHED_ASKED && !e->is_begin[i];
}

static uint64_t loss_of(const struct profile *w, const char *begin)
{
	for (uint32_t i = 0; i < w->loss_count; i++)
		if (text_starts(profile_string(w, w->losses[i].reason), text_of(begin)))
			return w->losses[i].count;
	return 0;
}

static void compare(const struct profile *p, const struct profile *w,
		    const struct expected *e)
{
	uint64_t row = 0;

	assert_int_equal(w->samples.count, e->pairs);
	for (uint32_t i = 0; i < p->samples.count; i++) {
		if (!e->is_begin[i])
			continue;
		/* those that start at the same time may be in any order: each has its own stack */
		for (row = 0; w->samples.stack[row] != p->samples.stack[i]; row++)
			assert_true(row + 1 < w->samples.count);
		assert_int_equal(w->samples.time[row], p->samples.time[i]);
		assert_int_equal(w->samples.duration[row],
				 p->samples.time[e->end[i]] - p->samples.time[i]);
		assert_int_equal(profile_context(w, row)->thread,
				 profile_context(p, i)->thread);
		assert_int_equal(profile_context(w, row)->cpu, 1);
	}
	assert_int_equal(loss_of(w, "requests or system calls without"), e->asked);
	assert_int_equal(loss_of(w, "ends of"), e->answered);
	assert_int_equal(2 * e->pairs + e->asked + e->answered, p->samples.count);
}

TEST(pairs_are_those_of_the_naive_way)
{
	uint64_t alone = 0, pairs = 0;

	for (uint64_t seed = 1; seed <= 1000; seed++) {
		static struct story s;
		static struct expected e;
		struct dice d = {seed * 7919};
		enum request_kind kind = (enum request_kind)(seed % REQUEST_KINDS);
		const struct waiting_choice choice = {
		    .states =
			STATE_SET(kind == REQUEST_DISK ? STATE_REQUEST : STATE_CALL)};
		struct error err = ERROR_INIT;
		struct profile *p, *w;

		live(&s, kind, &d);
		if (seed % 4)
			damage(&s, &d);
		p = profile_of(&s);
		expect(&e, p);
		w = waiting_profile(p, &choice, &err);
		if (!w)
			fail_msg("%s", err.message);
		if (!check_profile(w, &err))
			fail_msg("%s", err.message);
		compare(p, w, &e);
		alone += e.asked + e.answered;
		pairs += e.pairs;
		profile_free(w);
		profile_free(p);
	}
	assert_true(alone > 1000 && pairs > 10000);
}

static void expect_refusal(const struct story *s, enum thread_state state,
			   const char *words)
{
	const struct waiting_choice choice = {.states = STATE_SET(state)};
	struct profile *p = profile_of(s);
	struct error err = ERROR_INIT;

	assert_null(waiting_profile(p, &choice, &err));
	assert_non_null(strstr(err.message, words));
	profile_free(p);
}

TEST(what_is_not_there_or_sampled_is_refused_with_the_command)
{
	static struct story s;

	s.count = 0;
	tell(&s, (struct happening){10, SCHED_ASKED, REQUEST_CALL, 1, 1, false});
	expect_refusal(&s, STATE_REQUEST, "-e block:block_rq_issue");
	expect_refusal(&s, STATE_CALL, "no complete one is in the recording");
	tell(&s, (struct happening){12, SCHED_ANSWERED, REQUEST_CALL, 1, 1, true});
	expect_refusal(&s, STATE_CALL, "sampled, one in several");
	expect_refusal(&s, STATE_CALL, "-e raw_syscalls:sys_enter");
}

TEST(calls_that_are_told_twice_count_once)
{
	const struct waiting_choice choice = {.states = STATE_SET(STATE_CALL)};
	struct error err = ERROR_INIT;
	static struct story s;
	struct profile *p, *w;

	s.count = 0;
	tell(&s, (struct happening){10, SCHED_ASKED, REQUEST_CALL, 1, 1, false});
	tell(&s, (struct happening){11, SCHED_ASKED, REQUEST_NAMED_CALL, 1, 2, false});
	tell(&s, (struct happening){30, SCHED_ANSWERED, REQUEST_CALL, 1, 1, false});
	tell(&s, (struct happening){31, SCHED_ANSWERED, REQUEST_NAMED_CALL, 1, 2, false});
	p = profile_of(&s);
	w = waiting_profile(p, &choice, &err);
	assert_non_null(w);
	assert_int_equal(w->samples.count, 1);
	assert_int_equal(w->samples.duration[0], 20);
	assert_int_equal(profile_lost(w, LOSSES_ALL), 0);
	profile_free(w);
	profile_free(p);
}

/* One start each, of sectors that never complete: their number alone uses up memory. */
TEST(very_many_open_ones_end_within_the_budget)
{
	const struct waiting_choice choice = {.states = STATE_SET(STATE_REQUEST)};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;
	size_t before;

	for (uint64_t i = 0; i < 200000; i++) {
		const struct sched sched = {.kind = SCHED_ASKED,
					    .request = sched_request(REQUEST_DISK, 1, i)};
		struct sample sample = {
		    .time = i, .weight = 1, .timed = true, .sched = sched_pack(&sched)};

		sample.thread = builder_thread(b, TEXT("t"), 1, 1);
		sample.event = builder_event(b, TEXT("e"), TEXT(""));
		builder_add_sample(b, &sample);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	before = mem_used();
	mem_set_budget(before + (2 << 20));
	assert_null(waiting_profile(p, &choice, &err));
	assert_int_equal(err.kind, ERROR_MEMORY);
	assert_int_equal(mem_used(), before);
	mem_set_budget(before + (16 << 20));
	err = (struct error)ERROR_INIT;
	assert_null(waiting_profile(p, &choice, &err));
	assert_int_equal(err.kind, ERROR_NOTHING);
	assert_int_equal(mem_used(), before);
	mem_set_budget(0);
	profile_free(p);
}

TEST(no_two_requests_of_many_are_taken_for_one)
{
	/* adjacent, as sectors and devices are */
	for (uint64_t device = 0; device < 8; device++)
		for (uint64_t sector = 0; sector < 64; sector++)
			for (uint64_t other = 0; other < 64; other++)
				assert_true(
				    (sched_request(REQUEST_DISK, device, sector) ==
				     sched_request(REQUEST_DISK, 3, other)) ==
				    (device == 3 && sector == other));
	assert_true(sched_request(REQUEST_CALL, 1, 0) !=
		    sched_request(REQUEST_NAMED_CALL, 1, 0));
}
