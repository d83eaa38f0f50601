/*
 * Columns handed over together, and counts over whole columns, give the same as adding samples one
 * by one.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/mem.h"
#include "lib/hunger.h"
#include "lib/made_profile.h"
#include "profile/builder.h"
#include "lib/check_profile.h"
#include "lib/dump.h"
#include "profile/code.h"
#include "profile/order.h"

#define ROWS_MOST 250

/* ---- order ---- */

/* Obviously correct: each row goes after all that are not later. */
static void sort_slowly(const uint64_t *time, uint32_t count, uint32_t *order)
{
	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = i;

		for (; at && time[order[at - 1]] > time[i]; at--)
			order[at] = order[at - 1];
		order[at] = i;
	}
}

/* Rising runs of random lengths; with few different times there are many equal ones. */
static void throw_times(struct dice *d, uint64_t *time, uint32_t count)
{
	uint32_t run = 1 + dice_below(d, count + 1), step = 1 + dice_below(d, 4);
	uint32_t spread = 1 + dice_below(d, 2 * count + 1);
	uint64_t now = 0;

	for (uint32_t i = 0; i < count; i++) {
		now = dice_below(d, run) ? now + dice_below(d, step)
					 : dice_below(d, spread);
		time[i] = dice_below(d, 50) ? now : UINT64_MAX - dice_below(d, 2);
	}
}

static void assert_ordered(const uint64_t *time, uint32_t count)
{
	struct error err = ERROR_INIT;
	uint32_t *order = order_by_time(time, count, &err), expected[ROWS_MOST];

	assert_non_null(order);
	sort_slowly(time, count, expected);
	for (uint32_t i = 0; i < count; i++)
		if (order[i] != expected[i])
			fail_msg("row %u of %u is %u, not %u", i, count, order[i],
				 expected[i]);
	free(order);
}

TEST(rows_come_by_time_and_equal_ones_as_they_were)
{
	struct dice d = {7};
	uint64_t time[ROWS_MOST];

	for (unsigned round = 0; round < 40; round++) {
		for (uint32_t count = 0; count <= 40; count++) {
			throw_times(&d, time, count);
			assert_ordered(time, count);
		}
		throw_times(&d, time, ROWS_MOST);
		assert_ordered(time, ROWS_MOST);
	}
}

/*
 * All orders of six rows: runs that overlap not at all, a little, or completely; both alone, where
 * rows are inserted in place, and after a long run, where everything is merged.
 */
TEST(runs_are_put_together_however_they_overlap)
{
	enum { LONG = 120 };
	uint64_t time[LONG + 6];

	for (uint32_t all = 0; all < 4096; all++) {
		for (uint32_t i = 0; i < LONG; i++)
			time[i] = i / (LONG / 4);
		for (uint32_t i = 0; i < 6; i++)
			time[LONG + i] = all >> 2 * i & 3;
		assert_ordered(time + LONG, 6);
		assert_ordered(time, LONG + 6);
	}
}

/* Sorting starts by inserting rows in place, until that becomes too expensive. */
TEST(rows_far_from_their_places_are_merged)
{
	uint64_t time[ROWS_MOST];

	for (uint32_t i = 0; i < ROWS_MOST; i++)
		time[i] = (ROWS_MOST - i) / 2;
	assert_ordered(time, ROWS_MOST);
}

struct timed_row {
	uint64_t time;
	uint32_t row;
};

static int compare_rows(const void *a, const void *b)
{
	const struct timed_row *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->row < y->row ? -1 : x->row > y->row;
}

static void assert_ordered_on_threads(const uint64_t *time, uint32_t count)
{
	struct error err = ERROR_INIT;
	uint32_t *order = order_on_threads(time, count, 2, &err);
	struct timed_row *rows = calloc(count, sizeof *rows);

	assert_true(order && rows);
	for (uint32_t i = 0; i < count; i++)
		rows[i] = (struct timed_row){time[i], i};
	qsort(rows, count, sizeof *rows, compare_rows);
	for (uint32_t i = 0; i < count; i++)
		if (order[i] != rows[i].row)
			fail_msg("row %u of %u is %u, not %u", i, count, order[i],
				 rows[i].row);
	free(rows);
	free(order);
}

/*
 * The runs are split in half: a few or many, alike or one much longer than all others, wherever it
 * is.
 */
TEST(many_rows_are_ordered_on_two_threads)
{
	enum { MANY = 100000, FEW = MANY / 20 };
	uint64_t *time = calloc(MANY, sizeof *time);
	struct dice d = {5};

	assert_non_null(time);
	for (uint32_t runs = 1; runs <= 12; runs += 1 + runs / 4) {
		for (uint32_t longest = 0; longest < runs; longest++) {
			uint32_t at = 0, spread = 1 + dice_below(&d, 3);

			for (uint32_t run = 0; run < runs; run++) {
				uint32_t end = run == longest
						   ? MANY - FEW * (runs - 1 - run)
						   : at + FEW;

				for (uint64_t now = dice_below(&d, MANY); at < end; at++)
					time[at] = now +=
					    dice_below(&d, 2 + spread) / spread;
			}
			assert_ordered_on_threads(time, MANY);
		}
	}
	for (unsigned round = 0; round < 8; round++) {
		uint32_t count = MANY - dice_below(&d, MANY / 2);

		throw_times(&d, time, count);
		assert_ordered_on_threads(time, count);
	}
	free(time);
}

/* In place, or by copying: values of four and of eight bytes, and none. */
TEST(columns_are_brought_into_order_in_place)
{
	struct dice d = {11};
	uint64_t time[ROWS_MOST];

	for (uint32_t count = 0; count <= ROWS_MOST; count += 1 + count / 8) {
		struct error err = ERROR_INIT;
		uint32_t *order, *column = calloc(count + 1, sizeof *column), *copy;
		void *none = NULL;

		throw_times(&d, time, count);
		order = order_by_time(time, count, &err);
		assert_true(order && column);
		for (uint32_t i = 0; i < count; i++)
			column[i] = dice_below(&d, 1000);
		copy = order_apply(order, count, column, sizeof *column, &err);
		assert_non_null(copy);
		assert_true(order_column(order, count, column, sizeof *column, &err));
		assert_true(order_column(order, count, time, sizeof *time, &err));
		assert_true(order_column(order, count, none, 8, &err));
		assert_memory_equal(column, copy, count * sizeof *column);
		for (uint32_t i = 1; i < count; i++)
			assert_true(time[i - 1] <= time[i]);
		free(order);
		free(column);
		free(copy);
	}
}

/* ---- columns ---- */

#define KINDS 12

/* The same samples twice: one by one, and as columns. */
struct rows {
	struct sample samples[ROWS_MOST];
	uint32_t count;
};

static void put_tables(struct builder *b, uint32_t stacks[KINDS], uint32_t threads[KINDS])
{
	uint32_t module = builder_string(b, TEXT("lib"));

	stacks[0] = 0;
	builder_event(b, TEXT("cycles"), TEXT(""));
	builder_event(b, TEXT("faults"), TEXT(""));
	for (uint32_t i = 0; i < KINDS; i++) {
		char name[2] = {(char)('a' + i % 5), '\0'};
		uint32_t frame = builder_frame(b, builder_string(b, text_of(name)),
					       module, FRAME_USER);

		threads[i] = builder_thread(b, text_of(name), 7, (int32_t)i);
		if (i)
			stacks[i] = builder_stack(b, stacks[i / 2], frame);
	}
}

/* In order of time. Some weights overflow the sum. */
static void throw_rows(struct dice *d, struct rows *rows, bool heavy)
{
	uint64_t now = 0;

	rows->count = 1 + dice_below(d, ROWS_MOST);
	for (uint32_t i = 0; i < rows->count; i++) {
		now += dice_below(d, 3);
		rows->samples[i] = (struct sample){
		    .time = now,
		    .weight =
			heavy && !dice_below(d, 9) ? UINT64_MAX / 3 : dice_below(d, 3),
		    .stack = dice_below(d, KINDS),
		    .thread = dice_below(d, KINDS),
		    .cpu = (uint16_t)dice_below(d, 3),
		    .event = (uint16_t)dice_below(d, 2),
		    .timed = true,
		};
	}
}

static struct profile *build_one_by_one(const struct rows *rows)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	uint32_t stacks[KINDS], threads[KINDS];
	struct profile *p;

	assert_non_null(b);
	put_tables(b, stacks, threads);
	for (uint32_t i = 0; i < rows->count; i++) {
		struct sample s = rows->samples[i];

		s.stack = stacks[s.stack];
		s.thread = threads[s.thread];
		builder_add_sample(b, &s);
	}
	p = builder_finish(b, &err);
	assert_non_null(p);
	builder_free(b);
	return p;
}

static struct columns make_columns(uint32_t count)
{
	struct error err = ERROR_INIT;
	struct columns c = {.count = count};

	c.time = mem_array(count, sizeof *c.time, "times", &err);
	c.weight = mem_array(count, sizeof *c.weight, "weights", &err);
	c.stack = mem_array(count, sizeof *c.stack, "stacks", &err);
	c.context = mem_array(count, sizeof *c.context, "contexts", &err);
	assert_true(c.time && c.weight && c.stack && c.context);
	return c;
}

/* The test allocates the columns itself, so that only the builder's allocations fail. */
static struct profile *build_by_column(const struct rows *rows, unsigned due,
				       struct error *err)
{
	struct columns c = make_columns(rows->count);
	struct builder *b = builder_new(err);
	uint32_t stacks[KINDS] = {0}, threads[KINDS];
	struct profile *p;

	assert_non_null(b);
	hunger_due = due;
	put_tables(b, stacks, threads);
	for (uint32_t i = 0; i < rows->count; i++) {
		const struct sample *s = &rows->samples[i];

		c.time[i] = s->time;
		c.weight[i] = s->weight;
		c.stack[i] = stacks[s->stack];
		c.context[i] =
		    builder_context_id(b, threads[s->thread], s->cpu, s->event);
	}
	builder_columns(b, &c);
	p = builder_finish(b, err);
	builder_free(b);
	return p;
}

static char *dump_of(const struct profile *p)
{
	struct error err = ERROR_INIT;
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(out);
	dump_profile(p, out);
	fclose(out);
	if (!check_profile(p, &err))
		fail_msg("%s", err.message);
	return text;
}

TEST(columns_give_what_their_samples_do_one_by_one)
{
	struct dice d = {11};
	struct rows rows;

	for (unsigned round = 0; round < 50; round++) {
		struct error err = ERROR_INIT;
		struct profile *single, *together;
		char *expected, *found;

		throw_rows(&d, &rows, round % 2);
		single = build_one_by_one(&rows);
		together = build_by_column(&rows, 0, &err);
		assert_non_null(together);
		expected = dump_of(single);
		found = dump_of(together);
		assert_string_equal(found, expected);
		free(expected);
		free(found);
		profile_free(single);
		profile_free(together);
	}
}

TEST(without_memory_columns_are_an_error_and_no_leak)
{
	struct dice d = {3};
	struct rows rows;
	unsigned n = 0;
	bool done = false;

	throw_rows(&d, &rows, false);
	while (!done) {
		struct error err = ERROR_INIT;
		struct profile *p = build_by_column(&rows, ++n, &err);

		done = hunger_due > 0;
		hunger_due = 0;
		assert_int_equal(err.kind, p ? ERROR_NONE : ERROR_MEMORY);
		if (done)
			assert_non_null(p);
		profile_free(p);
	}
	assert_true(n > 10);
}

/* ---- rebuilt tables ---- */

#define KEPT  40		   /* ns */
#define BEGIN UINT64_C(5000000000) /* of the samples' times */

/* Samples whose names change with time: each keeps the name it was given, whatever the ids are. */
static void put_named(struct builder *b, struct dice *d, uint64_t time)
{
	uint32_t stack = 0, depth = dice_below(d, 4);
	struct sample s = {.time = BEGIN + time,
			   .weight = dice_below(d, 3),
			   .cpu = (uint16_t)dice_below(d, 3),
			   .timed = true};
	char name[24];

	for (uint32_t i = 0; i < depth; i++) {
		snprintf(name, sizeof name, "f%d", (int)(time / 50 + dice_below(d, 5)));
		stack = builder_stack(b, stack,
				      builder_frame(b, builder_string(b, text_of(name)),
						    builder_string(b, TEXT("lib")),
						    FRAME_USER));
	}
	s.stack = stack;
	snprintf(name, sizeof name, "t%d", (int)(time / 30));
	s.thread = builder_thread(b, text_of(name), 7, (int32_t)(time / 30));
	s.event = dice_below(d, 2) ? builder_event(b, TEXT("cycles"), TEXT("n"))
				   : builder_span_event(b, TEXT("cycles"));
	if (dice_below(d, 2)) {
		s.event = builder_span_event(b, TEXT("waits"));
		s.duration = dice_below(d, 9);
	}
	builder_add_sample(b, &s);
}

static char *preview_of(struct builder *b, struct profile **p)
{
	struct error err = ERROR_INIT;

	*p = builder_preview(b, &err);
	assert_non_null(*p);
	assert_true(check_profile(*p, &err));
	return dump_of(*p);
}

/* A frame with a new number keeps its name; frames that no sample has are gone. */
static void check_frames_now(const struct profile *was, const struct profile *is,
			     const uint32_t *now, size_t count)
{
	assert_int_equal(count, was->frame_count);
	for (uint32_t i = 1; i < was->frame_count; i++) {
		bool is_used = false;

		for (uint64_t k = 0; k < was->samples.count; k++)
			for (uint32_t s = was->samples.stack[k]; s;
			     s = was->stacks[s].parent)
				is_used |= was->stacks[s].frame == i;
		assert_int_equal(now[i] != 0, is_used);
		if (now[i])
			assert_true(text_equal(profile_frame_name(was, i),
					       profile_frame_name(is, now[i])));
	}
}

/* `due`: which allocation fails. False: none did. */
static bool renew_between(struct builder *b, unsigned due)
{
	struct error err = ERROR_INIT;
	struct profile *was, *is;
	char *before = preview_of(b, &was), *after, *still;
	uint64_t all = builder_sample_count(b), gone = builder_gone(b);
	bool failed;
	uint32_t *now;
	size_t count;

	hunger_due = due;
	now = builder_renew(b, &count, &err);
	failed = due && !hunger_due;
	hunger_due = 0;
	assert_int_equal(now == NULL, failed);
	assert_int_equal(err.kind, failed ? ERROR_MEMORY : ERROR_NONE);
	after = preview_of(b, &is);
	still = dump_of(was);
	assert_string_equal(before, after);
	assert_string_equal(before, still);
	assert_int_equal(builder_sample_count(b), all);
	assert_int_equal(builder_gone(b), gone);
	assert_int_equal(is->origin, was->origin);
	assert_int_equal(is->samples.end, was->samples.end);
	assert_int_equal(is->generation, was->generation + (now != NULL));
	if (now) {
		check_frames_now(was, is, now, count);
		assert_true(is->thread_count <= KEPT / 30 + 2);
	}
	mem_free(now);
	profile_free(was);
	profile_free(is);
	free(before);
	free(after);
	free(still);
	return failed;
}

TEST(tables_made_anew_have_what_is_kept_and_no_more)
{
	size_t used = mem_used();

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new_shown(&err);
		struct dice d = {seed};
		unsigned due = 0;

		assert_non_null(b);
		builder_keep(b, KEPT);
		builder_note(b, TEXT("host"), TEXT("it"));
		for (uint64_t time = 0; time < 600; time += dice_below(&d, 3)) {
			put_named(b, &d, time);
			if (!dice_below(&d, 150))
				renew_between(b, 0);
		}
		while (renew_between(b, ++due))
			;
		assert_true(due > 10);
		put_named(b, &d, 600);
		renew_between(b, 0);
		builder_free(b);
	}
	assert_int_equal(mem_used(), used);
}

/*
 * One row that comes too late makes everything be sorted at the end; without room for previews
 * nothing is shared.
 */
TEST(what_is_kept_is_handed_over_in_order)
{
	for (int way = 0; way < 4; way++) {
		struct error err = ERROR_INIT;
		struct builder *b = way & 1 ? builder_new(&err) : builder_new_shown(&err);
		uint32_t late = way & 2 ? 1 : 0;
		struct sample s = {.timed = true};
		struct profile *p;

		assert_non_null(b);
		builder_keep(b, 1000);
		s.thread = builder_thread(b, TEXT("it"), 7, 7);
		s.event = builder_event(b, TEXT("cycles"), TEXT(""));
		for (uint32_t i = 0; i < 200000 + late; i++) {
			s.time = 1 + (i < 200000 ? i : 199500);
			s.weight = s.sched = s.time;
			builder_add_sample(b, &s);
		}
		p = builder_finish(b, &err);
		assert_non_null(p);
		assert_true(check_profile(p, &err));
		assert_int_equal(p->samples.count, 1001 + late);
		assert_int_equal(p->samples.time[0], 199000);
		for (uint64_t i = 0; i < p->samples.count; i++) {
			assert_int_equal(p->samples.weight[i], p->samples.time[i]);
			assert_int_equal(p->samples.sched[i], p->samples.time[i]);
		}
		profile_free(p);
		builder_free(b);
	}
}

/* ---- uses ---- */

/* Obviously correct: each stack is followed to its root for each sample. */
TEST(each_place_of_a_frame_in_a_stack_counts_once_a_sample)
{
	struct dice d = {5};

	for (unsigned round = 0; round < 50; round++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new(&err);
		uint32_t stacks[KINDS], threads[KINDS], parent[KINDS] = {0};
		uint64_t expected[KINDS] = {0}, *uses;
		struct rows rows;

		assert_non_null(b);
		put_tables(b, stacks, threads);
		for (uint32_t i = 1; i < KINDS; i++)
			parent[i] = i / 2;
		throw_rows(&d, &rows, false);
		for (uint32_t i = 0; i < rows.count; i++) {
			struct sample s = rows.samples[i];

			/* frame number 1 is "a", and so on: every fifth kind is the same */
			for (uint32_t at = s.stack; at; at = parent[at])
				expected[1 + at % 5]++;
			s.stack = stacks[s.stack];
			s.thread = threads[s.thread];
			builder_add_sample(b, &s);
		}
		uses = builder_frame_uses(b, &err);
		assert_non_null(uses);
		for (uint32_t frame = 0; frame <= 5; frame++)
			assert_int_equal(uses[frame], expected[frame]);
		free(uses);
		builder_free(b);
	}
}

/* ---- spans ---- */

TEST(moments_and_stretches_of_one_name_are_two_events)
{
	const struct made_sample made[] = {
	    {.stack = "a", .event = "work", .time = 5},
	    {.stack = "a", .event = "work", .time = 7, .span = true, .duration = 10},
	    {.stack = "b", .event = "work", .time = 9, .span = true},
	};
	struct profile *p = made_profile(made, 3);
	struct error err = ERROR_INIT;

	assert_true(check_profile(p, &err));
	assert_int_equal(p->event_count, 2);
	assert_false(p->events[profile_context(p, 0)->event].spans);
	assert_true(p->events[profile_context(p, 2)->event].spans);
	assert_int_equal(p->samples.duration[0], 0);
	assert_int_equal(p->samples.duration[1], 10);
	assert_int_equal(p->samples.duration[2], 0);
	assert_int_equal(p->samples.end, 17);
	assert_false(p->has_weights);
	profile_free(p);
}

TEST(a_stretch_that_weighs_something_else_than_its_time_has_a_weight)
{
	const struct made_sample made[] = {
	    {.stack = "a", .time = 5, .span = true, .duration = 10, .weight = 1}};
	struct profile *p = made_profile(made, 1);

	assert_true(p->has_weights);
	profile_free(p);
}

/* Both before a span of nonzero length, and after one of zero length. */
TEST(a_stretch_of_no_length_that_weighs_one_has_a_weight)
{
	const struct made_sample made[] = {
	    {.stack = "a", .time = 5, .span = true, .weight = 1}};
	struct profile *p = made_profile(made, 1);
	struct error err = ERROR_INIT;

	assert_true(p->has_weights);
	assert_true(profile_check_samples(p, &err));
	profile_free(p);
}

/* One more event than there are ids, and then spans, which are not moments. */
TEST(of_too_many_events_moments_and_stretches_stay_apart)
{
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct sample s = {.weight = 1, .cpu = PROFILE_NO_CPU, .timed = true};
	struct profile *p;
	char name[16];

	assert_non_null(b);
	s.thread = builder_thread(b, TEXT("app"), 1, 1);
	for (int i = 0; i < PROFILE_NO_CPU + 1; i++) {
		snprintf(name, sizeof name, "e%d", i);
		s.event = builder_event(b, text_of(name), TEXT(""));
		builder_add_sample(b, &s);
	}
	s.event = builder_span_event(b, TEXT("spans"));
	s.duration = 7;
	builder_add_sample(b, &s);
	s.event = builder_span_event(b, TEXT("others"));
	builder_add_sample(b, &s);
	p = builder_finish(b, &err);
	builder_free(b);
	assert_non_null(p);
	assert_true(check_profile(p, &err));
	assert_int_equal(p->event_count, PROFILE_NO_CPU);
	assert_true(p->events[profile_context(p, p->samples.count - 1)->event].spans);
	assert_int_equal(p->loss_count, 1);
	assert_int_equal(p->losses[0].count, 3); /* two moments, one kind of spans */
	profile_free(p);
}

/*
 * Of two whose lengths add up to too much, the second is counted as lost; so is one that ends after
 * the last possible time.
 */
TEST(durations_too_large_to_add_up_are_counted)
{
	const struct made_sample made[] = {
	    {.stack = "a",
	     .time = 5,
	     .span = true,
	     .weight = 1,
	     .duration = UINT64_MAX / 2},
	    {.stack = "a",
	     .time = 6,
	     .span = true,
	     .weight = 1,
	     .duration = UINT64_MAX / 2 + 2},
	    {.stack = "a", .time = 7, .span = true, .duration = 3},
	    {.stack = "a", .time = UINT64_MAX - 1, .span = true, .duration = 1},
	};
	struct profile *p = made_profile(made, 4);
	struct error err = ERROR_INIT;

	assert_true(check_profile(p, &err));
	assert_int_equal(p->loss_count, 1);
	assert_true(text_equal(profile_string(p, p->losses[0].reason),
			       TEXT("durations too large to add up")));
	assert_int_equal(p->losses[0].count, 2);
	assert_int_equal(p->samples.duration[2], 3);
	profile_free(p);
}

/* The first has no site: the column is started later, and sorted along with the others. */
TEST(sites_stay_with_their_samples)
{
	static const uint32_t time[] = {5, 9, 7, 3}, site[] = {0, 2, 0, 1};
	static const uint32_t expected[] = {1, 0, 0, 2};
	struct error err = ERROR_INIT;
	struct builder *b = builder_new(&err);
	struct code *code = code_new(&err);
	struct profile *p;
	uint32_t id;

	code_add_function(code, &(struct code_function){.start = 1}, &id, &err);
	code_add_site(code, 0, 0x10, &id, &err);
	code_add_site(code, 0, 0x20, &id, &err);
	for (int i = 0; i < 4; i++) {
		struct sample s = {
		    .time = time[i], .weight = 1, .site = site[i], .timed = true};

		s.thread = builder_thread(b, TEXT("it"), 1, 1);
		s.event = builder_event(b, TEXT("clock"), TEXT(""));
		builder_add_sample(b, &s);
	}
	builder_code(b, code);
	p = builder_finish(b, &err);
	assert_non_null(p);
	assert_ptr_equal(p->code, code);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(p->samples.site[i], expected[i]);
	profile_free(p);
	builder_free(b);
}

/* ---- ids ---- */

#define PAIRS 2000

/* Obviously correct: the index of a pair among those so far, or one after them. */
static uint32_t find_slowly(uint32_t (*pairs)[2], uint32_t *count, uint32_t a, uint32_t b)
{
	uint32_t at = 0;

	while (at < *count && (pairs[at][0] != a || pairs[at][1] != b))
		at++;
	if (at == *count) {
		pairs[at][0] = a;
		pairs[at][1] = b;
		++*count;
	}
	return at;
}

/* Recent ones are cached in few slots: others that share a slot are not confused with them. */
TEST(equal_stacks_and_contexts_have_one_id)
{
	static uint32_t stacks[PAIRS][2], contexts[PAIRS][2];

	for (unsigned seed = 1; seed <= 20; seed++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new(&err);
		uint32_t stack_count = 1, context_count = 0, frames[40], threads[4];
		uint16_t event = builder_event(b, TEXT("clock"), TEXT(""));

		srand(seed);
		for (uint32_t i = 0; i < 40; i++) {
			char name[12];
			int len = snprintf(name, sizeof name, "f%u", i);

			frames[i] = builder_frame(
			    b, builder_string(b, (struct text){name, (size_t)len}), 0,
			    FRAME_USER);
		}
		for (int i = 0; i < 4; i++)
			threads[i] = builder_thread(b, TEXT("it"), 1, i);
		stacks[0][0] = stacks[0][1] = UINT32_MAX;
		for (int i = 0; i < PAIRS - 1; i++) {
			uint32_t near = stack_count < 30 ? stack_count : 30;
			uint32_t parent = (uint32_t)rand() % (i % 3 ? near : stack_count);
			uint32_t frame = frames[rand() % 40];
			uint32_t thread = threads[rand() % 4];
			uint16_t cpu = (uint16_t)(rand() % 9);

			assert_int_equal(
			    builder_stack(b, parent, frame),
			    find_slowly(stacks, &stack_count, parent, frame));
			assert_int_equal(
			    builder_context_id(b, thread, cpu, event),
			    find_slowly(contexts, &context_count, thread, cpu));
		}
		assert_false(builder_failed(b));
		builder_free(b);
	}
}

/*
 * The first frame of a name is found without searching the tables; its other frames are not
 * confused with it.
 */
TEST(equal_frames_have_one_id)
{
	static uint32_t frames[PAIRS][2];
	struct dice d = {5};

	for (unsigned round = 0; round < 20; round++) {
		struct error err = ERROR_INIT;
		struct builder *b = builder_new(&err);
		uint32_t count = 1;

		frames[0][0] = frames[0][1] = UINT32_MAX;
		for (uint32_t i = 0; i < PAIRS - 1; i++) {
			char name = (char)('a' + dice_below(&d, i % 26u + 1));
			uint32_t module = builder_string(
			    b, (struct text){&"xyz"[dice_below(&d, 3)], 1});
			const struct frame like = {
			    .kind = (uint16_t)dice_below(&d, FRAME_KINDS),
			    .mode = (uint16_t)dice_below(&d, FRAME_MODES)};
			uint32_t id = builder_string(b, (struct text){&name, 1});

			assert_int_equal(
			    builder_frame_like(b, id, module, &like),
			    find_slowly(frames, &count, id,
					module << 8 | like.kind << 4 | like.mode));
		}
		assert_false(builder_failed(b));
		builder_free(b);
	}
}
