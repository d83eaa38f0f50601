/* Samples handed to a builder many at a time give the same profile as one by one. */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/made_profile.h"
#include "lib/stored.h"
#include "profile/sample_run.h"

#define FRAMES 5

/* The bytes of a random profile for the seed, in runs or not. */
struct making {
	struct dice dice;
	struct builder *builder;
	uint32_t stacks[FRAMES];
	bool runs;
	uint64_t now;
};

static void begin(struct making *m, uint32_t seed, bool runs, bool shown)
{
	struct error err = ERROR_INIT;
	uint32_t stack = 0;

	*m = (struct making){.runs = runs, .now = 1000};
	m->dice.state = seed * UINT64_C(977) + 1;
	m->builder = shown ? builder_new_shown(&err) : builder_new(&err);
	assert_non_null(m->builder);
	for (uint32_t i = 0; i < FRAMES; i++) {
		char name[20];

		snprintf(name, sizeof name, "f%u", i);
		m->stacks[i] = stack = builder_stack(
		    m->builder, stack,
		    builder_frame(m->builder, builder_string(m->builder, text_of(name)),
				  0, FRAME_USER));
	}
}

static struct sample thrown(struct making *m, bool spans)
{
	struct dice *d = &m->dice;
	struct sample s = {.weight = dice_below(d, 9) ? 1 : dice_below(d, 1000),
			   .stack =
			       dice_below(d, 6) ? m->stacks[dice_below(d, FRAMES)] : 0,
			   .timed = true};

	m->now += dice_below(d, 3) ? dice_below(d, 100) : 0;
	if (dice_below(d, 400) == 0)
		m->now = m->now / 2;
	s.time = m->now;
	if (dice_below(d, 700) == 0)
		s.weight = UINT64_MAX / 3;
	if (spans && dice_below(d, 4))
		s.duration = s.weight = dice_below(d, 50);
	if (spans && dice_below(d, 900) == 0)
		s.duration = UINT64_MAX / 2;
	return s;
}

/* `count` samples of one context, in a run or not; some runs are of spans. */
static void add_some(struct making *m, uint32_t count)
{
	uint32_t kind = dice_below(&m->dice, 4);
	bool spans = kind == 3;
	struct sample_run run = {.builder = m->builder, .spans = spans};

	run.thread =
	    builder_thread(m->builder, TEXT("t"), 1, (int32_t)dice_below(&m->dice, 3));
	run.event = spans ? builder_span_event(m->builder, TEXT("e"))
			  : builder_event(m->builder, TEXT("e"), TEXT(""));
	run.cpu = (uint16_t)dice_below(&m->dice, 2);
	for (uint32_t i = 0; i < count; i++) {
		struct sample s = thrown(m, spans);

		s.thread = run.thread;
		s.event = run.event;
		s.cpu = run.cpu;
		if (m->runs)
			sample_run_add(&run, s.time, s.weight, s.duration, s.stack);
		else
			builder_add_sample(m->builder, &s);
	}
	if (m->runs)
		sample_run_flush(&run);
}

/* A column that few samples have, or a sample without a time. */
static void add_rare(struct making *m, uint32_t which)
{
	struct sample s = thrown(m, false);

	s.thread = builder_thread(m->builder, TEXT("rare"), 1, 1);
	s.event = builder_event(m->builder, TEXT("e"), TEXT(""));
	if (which == 0)
		s.timed = false;
	else if (which == 1)
		s.sched = 3;
	builder_add_sample(m->builder, &s);
}

static unsigned char *made(uint32_t seed, bool runs, bool shown, uint64_t keep,
			   size_t *len)
{
	struct error err = ERROR_INIT;
	struct making m;
	struct profile *p;
	unsigned char *bytes;
	uint32_t times;

	begin(&m, seed, runs, shown);
	if (keep)
		builder_keep(m.builder, keep);
	times = 1 + dice_below(&m.dice, 8);
	for (uint32_t i = 0; i < times; i++) {
		uint32_t rare = dice_below(&m.dice, 20);

		if (rare < 2 && !keep)
			add_rare(&m, rare);
		add_some(&m, dice_below(&m.dice, 4) ? dice_below(&m.dice, 900) : 0);
	}
	add_some(&m, 1);
	assert_int_equal(builder_sample_count(m.builder) > 0, true);
	p = builder_finish(m.builder, &err);
	if (!p)
		fail_msg("%s", err.message);
	bytes = stored_bytes(p, len);
	profile_free(p);
	builder_free(m.builder);
	return bytes;
}

TEST(runs_make_the_same_profile_as_single_samples)
{
	for (uint32_t seed = 0; seed < 400; seed++) {
		bool shown = seed % 3 == 1;
		uint64_t keep = seed % 5 == 2 ? 3000 : 0;
		size_t expected_len, len;
		unsigned char *expected = made(seed, false, shown, keep, &expected_len);
		unsigned char *bytes = made(seed, true, shown, keep, &len);

		if (len != expected_len || memcmp(bytes, expected, len) != 0)
			fail_msg("other bytes with seed %u", seed);
		free(expected);
		free(bytes);
	}
}

TEST(a_run_of_none_makes_no_context)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct sample_run none = {.builder = b}, one = {.builder = b};
	struct profile *p;

	none.thread = builder_thread(b, TEXT("none"), 1, 1);
	one.thread = builder_thread(b, TEXT("one"), 1, 2);
	none.event = one.event = builder_event(b, TEXT("e"), TEXT(""));
	sample_run_flush(&none);
	sample_run_add(&one, 5, 1, 0, 0);
	sample_run_flush(&one);
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_int_equal(p->context_count, 1);
	assert_int_equal(p->contexts[0].thread, one.thread);
	profile_free(p);
	builder_free(b);
}
