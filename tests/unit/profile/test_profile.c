#include "lib/unit.h"

#include <stdio.h>
#include <limits.h>
#include <stdlib.h>

#include "base/number.h"
#include "lib/made_profile.h"
#include "profile/builder.h"
#include "lib/check_profile.h"
#include "profile/wall_clock.h"
#include "lib/dump.h"

#define S NS_PER_SECOND

static void assert_dump(const struct profile *p, const char *expected)
{
	struct error err = ERROR_INIT;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	assert_string_equal(text, expected);
	free(text);
	if (!check_profile(p, &err))
		fail_msg("%s", err.message);
}

TEST(equal_rows_are_stored_once)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t name = builder_string(b, TEXT("f")),
		 lib = builder_string(b, TEXT("lib"));
	uint32_t user = builder_frame(b, name, lib, FRAME_USER);
	uint32_t stack = builder_stack(b, 0, user);

	assert_int_equal(builder_string(b, TEXT("f")), name);
	assert_int_equal(builder_frame(b, name, lib, FRAME_USER), user);
	assert_int_not_equal(builder_frame(b, name, lib, FRAME_KERNEL), user);
	assert_int_not_equal(builder_frame(b, name, 0, FRAME_USER), user);
	assert_int_not_equal(builder_frame(b, lib, name, FRAME_USER), user);
	assert_int_not_equal(builder_frame(b, 0, 0, FRAME_NAMELESS), 0);
	assert_int_equal(builder_stack(b, 0, user), stack);
	assert_int_equal(builder_stack(b, stack, user), stack + 1);
	assert_int_equal(builder_thread(b, TEXT("c"), -1, 5),
			 builder_thread(b, TEXT("c"), -1, 5));
	assert_int_not_equal(builder_thread(b, TEXT("c"), -1, 5),
			     builder_thread(b, TEXT("c"), 5, -1));
	assert_int_equal(builder_event(b, TEXT("e"), TEXT("ns")), 0);
	assert_int_equal(builder_event(b, TEXT("e"), TEXT("")), 0);
	assert_int_equal(builder_event(b, TEXT("g"), TEXT("")), 1);
	builder_free(b);
}

TEST(samples_are_sorted_and_ties_keep_their_order)
{
	struct dice d = {3};

	for (uint32_t round = 0; round < 60; round++) {
		struct made_sample made[200] = {{0}};
		uint32_t count = dice_below(&d, 200);
		struct profile *p;

		for (uint32_t i = 0; i < count; i++) {
			made[i] = (struct made_sample){.stack = "f", .weight = i + 1};
			made[i].time = dice_below(&d, round + 1);
		}
		p = made_profile(made, count);
		for (uint32_t i = 1; i < count; i++) {
			assert_true(p->samples.time[i - 1] <= p->samples.time[i]);
			if (p->samples.time[i - 1] == p->samples.time[i])
				assert_true(p->samples.weight[i - 1] <
					    p->samples.weight[i]);
		}
		for (uint32_t i = 0; i < count; i++)
			assert_int_equal(p->samples.time[i],
					 made[p->samples.weight[i] - 1].time);
		profile_free(p);
	}
}

TEST(a_sorted_row_keeps_all_its_columns)
{
	static const struct made_sample made[] = {
	    {.stack = "main;b",
	     .comm = "two",
	     .event = "e2",
	     .time = 2 * S,
	     .weight = 22,
	     .pid = 2,
	     .tid = 22,
	     .cpu = 2},
	    {.stack = "main;a@[kernel]",
	     .comm = "o\ne",
	     .event = "e1",
	     .time = 1500000000,
	     .weight = 11,
	     .pid = -1,
	     .tid = MADE_ZERO,
	     .cpu = -1},
	};
	struct profile *p = made_profile(made, 2);

	assert_dump(p, "1.5 e1 11 - o\\x0ae -/0\n"
		       "  kernel a ([kernel])\n"
		       "  user main ()\n"
		       "2 e2 22 2 two 2/22\n"
		       "  user b ()\n"
		       "  user main ()\n");
	assert_int_equal(profile_origin(p), S);
	profile_free(p);
}

TEST(samples_without_times_make_a_profile_without_times)
{
	static const struct made_sample made[] = {{.stack = "a", .untimed = true},
						  {.stack = "b", .untimed = true}};
	struct profile *p = made_profile(made, 2);

	assert_false(p->has_times);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 0);
	assert_int_equal(profile_origin(p), 0);
	assert_dump(p, "- cpu-clock 1 0 app 100/100\n  user a ()\n"
		       "- cpu-clock 1 0 app 100/100\n  user b ()\n");
	profile_free(p);
}

TEST(a_missing_time_among_others_is_counted_and_placed_first)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .untimed = true}, {.stack = "b", .time = 9 * S},
	    {.stack = "c", .untimed = true}, {.stack = "d", .time = 8 * S},
	    {.stack = "e", .untimed = true},
	};
	struct profile *p = made_profile(made, 5);

	assert_true(p->has_times);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 3);
	assert_dump(p, "loss 3 0 samples without a time\n"
		       "8 cpu-clock 1 0 app 100/100\n  user a ()\n"
		       "8 cpu-clock 1 0 app 100/100\n  user c ()\n"
		       "8 cpu-clock 1 0 app 100/100\n  user d ()\n"
		       "8 cpu-clock 1 0 app 100/100\n  user e ()\n"
		       "9 cpu-clock 1 0 app 100/100\n  user b ()\n");
	profile_free(p);
}

TEST(weights_too_large_to_add_up_are_counted)
{
	static const struct made_sample made[] = {
	    {.stack = "a", .time = 1, .weight = UINT64_MAX - 1},
	    {.stack = "b", .time = 2, .weight = 2},
	    {.stack = "c", .time = 3, .weight = 1},
	};
	struct profile *p = made_profile(made, 3);
	struct error err = ERROR_INIT;

	assert_true(check_profile(p, &err));
	assert_int_equal(profile_lost(p, LOSSES_ALL), 1);
	assert_int_equal(p->samples.weight[1], 0);
	assert_int_equal(p->samples.weight[2], 1);
	profile_free(p);
}

TEST(losses_do_not_wrap_around)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t why = builder_string(b, TEXT("one")),
		 other = builder_string(b, TEXT("two"));
	struct profile *p;

	builder_loss(b, &(struct loss){.reason = why, .count = UINT64_MAX});
	builder_loss(b, &(struct loss){.reason = why, .count = 2});
	builder_loss(b, &(struct loss){.reason = other, .count = 3});
	p = builder_finish(b, &err);
	builder_free(b);
	assert_int_equal(p->losses[0].count, UINT64_MAX);
	assert_int_equal(profile_lost(p, LOSSES_ALL), UINT64_MAX);
	profile_free(p);
}

TEST(losses_of_one_reason_are_one_row)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t why = builder_string(b, TEXT("lines not understood"));
	struct profile *p;

	builder_loss(b, &(struct loss){.reason = why, .count = 2, .first_line = 9});
	builder_loss(b, &(struct loss){.reason = why, .count = 3, .first_line = 4});
	builder_loss(b, &(struct loss){.reason = why, .count = 7, .kind = LOST_ASIDE});
	builder_note(b, TEXT("arch"), TEXT("x86_64"));
	builder_note(b, TEXT("arch"), TEXT("x86_64"));
	builder_note(b, TEXT("arch"), TEXT("other"));
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	assert_int_equal(profile_lost(p, LOSSES_ALL), 5);
	assert_true(text_equal(profile_note(p, "arch"), TEXT("x86_64")));
	assert_int_equal(profile_note(p, "none").len, 0);
	assert_dump(p, "note arch x86_64\nnote arch other\n"
		       "loss 5 4 lines not understood\n"
		       "aside 7 0 lines not understood\n");
	profile_free(p);
}

TEST(too_many_events_share_the_last_row_of_their_kind)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;
	char name[16];

	for (unsigned i = 0; i < PROFILE_NO_CPU + 10u; i++) {
		uint16_t id;

		snprintf(name, sizeof name, "e%u", i);
		id = builder_event(b, text_of(name), TEXT(""));
		assert_int_equal(id, i < PROFILE_NO_CPU - 1u ? i : PROFILE_NO_CPU - 2u);
	}
	assert_int_equal(builder_span_event(b, TEXT("spans")), PROFILE_NO_CPU - 1u);
	assert_int_equal(builder_span_event(b, TEXT("more")), PROFILE_NO_CPU - 1u);
	p = builder_finish(b, &err);
	builder_free(b);
	assert_int_equal(p->event_count, PROFILE_NO_CPU);
	assert_true(check_profile(p, &err));
	profile_free(p);
}

static void assert_wall(const char *key, const char *value, uint64_t time, bool known,
			int64_t expected, bool exact)
{
	struct made_sample made = {.stack = "a", .time = time};
	struct profile *p = made_with_note(&made, 1, key, value);
	struct wall_clock clock = {0};

	assert_int_equal(wall_clock_of(p, &clock), known);
	if (known) {
		assert_int_equal(clock.offset, expected);
		assert_int_equal(wall_clock_is_exact(&clock), exact);
		assert_int_equal(wall_clock_has_zone(&clock), exact);
	}
	profile_free(p);
}

TEST(the_wall_clock_is_told_as_well_as_it_is_known)
{
	int64_t s = (int64_t)S;

	assert_wall(
	    "reference time",
	    "2026-11-21 03:02:01.123456 = 1795230121.123456 (TOD) = 890.000000006 "
	    "(monotonic)",
	    900 * S, true, 1795230121 * s + 123456000 - 890 * s - 6, true);
	assert_wall("reference time",
		    "2026-11-21 03:02:01.123459 = 1795230121.123459 (TOD) = "
		    "1795230121.123456000 (realtime)",
		    1795230122 * S, true, 0, true);
	assert_wall("reference time", "nonsense = 1 (TOD) = x (Y)", 900 * S, false, 0,
		    false);
	assert_wall("captured on", "Sat Nov 21 03:02:01 2026", 900 * S, true,
		    (1795230121 - 900) * s, false);
	assert_wall("captured on", "Thu Jan  1 00:15:00 1970", 900 * S, false, 0, false);
	assert_wall("captured on", "Tue Sep  8 23:59:59 2009", 900 * S, false, 0, false);
	assert_wall("captured on", "Wed Sep  9 00:00:00 2009", 900 * S, true,
		    (1252454400 - 900) * s, false);
	assert_wall("captured on", "Thu Foo  1 00:15:00 1970", 900 * S, false, 0, false);
	assert_wall("captured on", "", 900 * S, false, 0, false);
	assert_wall("hostname", "x", 1795230121 * S, true, 0, true);
	assert_wall("hostname", "x", 1795230 * S, false, 0, false);
	assert_wall("reference time", "x = 9223372036.0 (TOD) = 0.0 (x)", 900000000 * S,
		    false, 0, false);
}

TEST(who_knows_when_it_began_is_believed)
{
	static const struct made_sample made[] = {{.stack = "a;b", .time = 900 * S + 5},
						  {.stack = "a", .time = 901 * S}};
	struct profile *p =
	    made_with_note(made, 2, "captured on", "Sat Nov 21 03:02:01 2026");
	uint64_t at = 1795230121 * S + S / 4;
	struct error err = ERROR_INIT;
	struct wall_clock clock;

	assert_true(wall_clock_set_start(p, at, &err));
	assert_true(check_profile(p, &err));
	assert_true(wall_clock_of(p, &clock));
	assert_int_equal(clock.source, WALL_STARTED);
	assert_true(wall_clock_has_zone(&clock));
	assert_int_equal((uint64_t)clock.offset + p->samples.time[0], at);
	assert_true(
	    text_equal(profile_note(p, "captured on"), TEXT("Sat Nov 21 03:02:01 2026")));
	assert_true(text_equal(profile_note(p, WALL_STARTED_NOTE),
			       TEXT("2026-11-21T03:02:01.25 = 1795230121.250000000 (TOD) "
				    "= 900.000000005 (first sample)")));
	profile_free(p);
}

TEST(a_note_can_be_added_to_a_profile_that_is_shared_later)
{
	static const struct made_sample made = {.stack = "a", .time = S};
	struct profile *p = made_profile(&made, 1), *second;
	struct error err = ERROR_INIT;

	assert_true(profile_add_note(p, TEXT("one"), TEXT("1"), &err));
	assert_true(profile_add_note(p, TEXT("two"), TEXT(""), &err));
	second = profile_share(&p, &err);
	profile_free(p);
	assert_true(text_equal(profile_note(second, "one"), TEXT("1")));
	assert_int_equal(second->note_count, 2);
	assert_true(check_profile(second, &err));
	profile_free(second);
}

/* A text printed with "%.*s", whose length is an int. */
TEST(a_text_that_printf_cannot_take_is_found)
{
	static const struct made_sample made[] = {{.stack = "main;a@lib", .time = S}};
	struct profile *p = made_profile(made, 1);
	uint64_t *last = (uint64_t *)&p->strings.ends[p->strings.count - 1], end = *last;
	struct error err = ERROR_INIT;

	*last = p->strings.ends[p->strings.count - 2] + INT_MAX;
	assert_true(check_profile(p, &err));
	++*last;
	assert_false(check_profile(p, &err));
	assert_non_null(strstr(err.message, "too long"));
	*last = end;
	profile_free(p);
}

/* For a recording that is cut, or of which perf script printed only a part, with --time. */
TEST(the_wall_clock_does_not_depend_on_how_much_was_read)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct profile *p;
	struct wall_clock clock;
	struct sample s = {.time = 100 * S, .weight = 1, .timed = true};

	s.stack = builder_stack(
	    b, 0, builder_frame(b, builder_string(b, TEXT("a")), 0, FRAME_USER));
	s.thread = builder_thread(b, TEXT("app"), 1, 1);
	s.event = builder_event(b, TEXT("cycles"), TEXT(""));
	builder_note(b, TEXT("captured on"), TEXT("Sat Nov 21 03:02:01 2026"));
	builder_note(b, TEXT("time of last sample"), TEXT("900.5"));
	builder_add_sample(b, &s);
	p = builder_finish(b, &err);
	builder_free(b);
	assert_true(wall_clock_of(p, &clock));
	assert_int_equal(clock.offset, (1795230121 - 900) * (int64_t)S - (int64_t)S / 2);
	assert_int_equal(clock.source, WALL_HEADER);
	profile_free(p);
}

/* Violates one invariant after another: each violation must be found. */
TEST(every_broken_promise_is_found)
{
	static const struct made_sample made[] = {{.stack = "main;a@lib", .time = S},
						  {.stack = "main;b", .time = 2 * S}};
	struct profile *p = made_profile(made, 2);
	struct {
		uint32_t *at, bad;
	} breaks[] = {
	    {(uint32_t *)&p->frames[1].name, p->strings.count},
	    {(uint32_t *)&p->frames[1].module, UINT32_MAX},
	    {(uint32_t *)&p->frames[1].kind, FRAME_KINDS}, /* and the mode next to it */
	    {(uint32_t *)&p->frames[1].kind, FRAME_USER | FRAME_MODES << 16},
	    {(uint32_t *)&p->stacks[2].parent, 2},
	    {(uint32_t *)&p->stacks[2].frame, p->frame_count},
	    {(uint32_t *)&p->stacks[1].frame, 0},
	    {(uint32_t *)&p->stacks[0].frame, 1},
	    {(uint32_t *)&p->threads[0].comm, p->strings.count},
	    {(uint32_t *)&p->events[0].unit, p->strings.count},
	    {(uint32_t *)&p->samples.stack[1], p->stack_count},
	    {(uint32_t *)&p->contexts[0].thread, p->thread_count},
	    {(uint32_t *)&p->contexts[0].cpu, 1 << 16}, /* and the event next to it */
	    {(uint32_t *)&p->samples.context[1], p->context_count},
	    {(uint32_t *)p->samples.weight, 2},
	    {(uint32_t *)&p->samples.time[1], 0},
	    {(uint32_t *)&p->samples.end, 2},
	    {(uint32_t *)&p->events[0].spans, 2},
	};
	struct error err = ERROR_INIT;

	assert_true(check_profile(p, &err));
	((uint64_t *)p->samples.time)[0] = 1;
	((uint64_t *)p->samples.time)[1] = 2;
	p->samples.end = 3;
	assert_true(check_profile(p, &err));
	for (size_t i = 0; i < sizeof breaks / sizeof *breaks; i++) {
		uint32_t good;

		memcpy(&good, breaks[i].at, sizeof good);
		memcpy(breaks[i].at, &breaks[i].bad, sizeof good);
		if (check_profile(p, &err))
			fail_msg("break %zu was not found", i);
		assert_int_equal(err.kind, ERROR_FORMAT);
		err = (struct error)ERROR_INIT;
		memcpy(breaks[i].at, &good, sizeof good);
	}
	assert_true(check_profile(p, &err));
	profile_free(p);
}

TEST(an_empty_profile_is_one)
{
	struct profile *p = made_profile(NULL, 0);
	struct wall_clock clock;

	assert_dump(p, "");
	assert_false(p->has_times);
	assert_false(wall_clock_of(p, &clock));
	profile_free(p);
}

TEST(a_part_of_a_profile_is_whole)
{
	static const struct made_sample samples[] = {
	    {.stack = "a", .time = 1 * S, .weight = 7},
	    {.stack = "w", .time = 2 * S, .duration = 5 * S, .span = true},
	    {.stack = "b", .time = 3 * S},
	    {.stack = "w", .time = 4 * S, .duration = S, .span = true},
	    {.stack = "c", .time = 9 * S},
	};
	struct profile *p = made_profile(samples, sizeof samples / sizeof *samples);
	struct error err = ERROR_INIT;

	for (uint64_t first = 0; first <= p->samples.count; first++)
		for (uint64_t last = first; last <= p->samples.count; last++) {
			struct profile part = profile_part(p, first, last);

			if (!check_profile(&part, &err))
				fail_msg("%d to %d: %s", (int)first, (int)last,
					 err.message);
			for (uint64_t i = first; i < last; i++)
				assert_int_equal(part.samples.duration[i - first],
						 samples[i].duration);
		}
	assert_int_equal(profile_part(p, 1, 3).samples.end, 7 * S);
	profile_free(p);
}
