#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "profile/builder.h"
#include "lib/check_profile.h"
#include "lib/dump.h"

#define PARTS 3

/* A repeatable choice: the same numbers in each run. */
static uint32_t chance(uint32_t *seed, uint32_t below)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (*seed >> 8) % below;
}

/* What sample number `n` is does not depend on what was added before it. */
static void add(struct builder *b, uint32_t n)
{
	uint32_t seed = n * 2654435761u, depth = chance(&seed, 6), stack = 0;
	char name[32];
	struct sample s = {.time = n * 1000 - chance(&seed, 3000) % (n + 1),
			   .weight = n % 11 ? 1 : UINT64_MAX / 3,
			   .timed = n % 7 != 3,
			   .cpu = (uint16_t)chance(&seed, 3)};

	for (uint32_t i = 0; i < depth; i++) {
		snprintf(name, sizeof name, "f%u", chance(&seed, 5));
		stack = builder_stack(
		    b, stack, builder_frame(b, builder_string(b, text_of(name)), 0, 1));
	}
	snprintf(name, sizeof name, "comm%u", chance(&seed, 4));
	s.thread = builder_thread(b, text_of(name), 1, (int32_t)chance(&seed, 4));
	s.event = builder_event(b, text_of(n % 5 ? "a" : "b"), TEXT(""));
	if (n % 4 == 1) { /* a span; some are too long */
		s.event = builder_span_event(b, TEXT("a"));
		s.duration = n % 9 ? chance(&seed, 5) * 100 : UINT64_MAX / 2 - n;
	}
	s.stack = stack;
	if (n % 20 == 0)
		builder_note(b, TEXT("at"), text_of(name));
	builder_add_sample(b, &s);
}

static char *dumped(struct builder *b)
{
	struct error err = ERROR_INIT;
	struct profile *p = builder_finish(b, &err);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	if (!p)
		fail_msg("%s", err.message);
	assert_true(check_profile(p, &err));
	dump_profile(p, out);
	fclose(out);
	profile_free(p);
	builder_free(b);
	return text;
}

/* Blocks of samples go to parts in turn, which hand over one or two blocks at a time. */
static char *put_together(uint32_t count, uint32_t block, bool forget)
{
	struct error err = ERROR_INIT;
	struct builder *whole = builder_new(&err), *parts[PARTS];
	struct merge *merges[PARTS];
	uint32_t n = 0;

	for (int i = 0; i < PARTS; i++) {
		parts[i] = builder_new(&err);
		merges[i] = merge_new(whole, parts[i], &err);
		assert_non_null(merges[i]);
	}
	for (uint32_t turn = 0; n < count; turn++) {
		int i = (int)(turn % PARTS);
		struct merge_mark from = merge_mark(parts[i]), to;

		for (uint32_t end = n + block; n < end && n < count; n++)
			add(parts[i], n);
		to = merge_mark(parts[i]);
		merge_hand_over(merges[i], from, to);
		if (forget)
			merge_forget_samples(merges[i]);
	}
	for (int i = 0; i < PARTS; i++) {
		merge_free(merges[i]);
		builder_free(parts[i]);
	}
	return dumped(whole);
}

TEST(parts_make_the_same_whole)
{
	static const uint32_t counts[] = {1, 7, 300, 2000};

	for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new(&err);
		char *expected, *found;

		for (uint32_t n = 0; n < counts[i]; n++)
			add(b, n);
		expected = dumped(b);
		for (uint32_t block = 1; block < 300; block = block * 3 + 1) {
			found = put_together(counts[i], block, block % 2);
			assert_string_equal(found, expected);
			free(found);
		}
		free(expected);
	}
}

TEST(steps_back_in_time_are_counted_over_all_parts)
{
	static const uint64_t times[] = {5, 6, 4, 4, 9, 1};
	struct error err = ERROR_INIT;
	struct builder *whole = builder_new(&err), *part = builder_new(&err);
	struct merge *j = merge_new(whole, part, &err);

	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		struct sample s = {.time = times[i], .timed = true, .weight = 1};
		struct merge_mark from = merge_mark(part);

		s.thread = builder_thread(part, TEXT("x"), 1, 1);
		s.event = builder_event(part, TEXT("e"), TEXT(""));
		builder_add_sample(part, &s);
		merge_hand_over(j, from, merge_mark(part));
		merge_forget_samples(j);
	}
	assert_int_equal(builder_backwards(whole), 2);
	assert_int_equal(builder_sample_count(whole), 6);
	merge_free(j);
	builder_free(part);
	builder_free(whole);
}

TEST(a_thread_of_a_part_keeps_the_name_of_its_process)
{
	static const char *const processes[] = {"sh", "sh", "burst"};
	struct error err = ERROR_INIT;
	struct builder *whole = builder_new(&err), *part = builder_new(&err);
	struct merge *j = merge_new(whole, part, &err);
	struct profile *p;

	for (size_t i = 0; i < 3; i++) {
		struct sample s = {.time = i, .timed = true, .weight = 1};
		struct thread t = {.pid = 1, .tid = 2};

		t.comm = builder_string(part, TEXT("x"));
		t.process = builder_string(part, text_of(processes[i]));
		s.thread = builder_thread_in(part, &t);
		s.event = builder_event(part, TEXT("e"), TEXT(""));
		builder_add_sample(part, &s);
	}
	merge_hand_over(j, (struct merge_mark){0}, merge_mark(part));
	merge_free(j);
	builder_free(part);
	p = builder_finish(whole, &err);
	builder_free(whole);
	assert_non_null(p);
	assert_int_equal(p->thread_count, 2);
	assert_true(text_equal(profile_string(p, p->threads[0].process), TEXT("sh")));
	assert_true(text_equal(profile_string(p, p->threads[1].process), TEXT("burst")));
	profile_free(p);
}
