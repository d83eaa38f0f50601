/* Spans in a range: only the part that lies in it is counted, however the range has moved. */

#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/flame.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S NS_PER_SECOND

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct span_index spans;
	struct bits which;
};

static struct fixture fixture_open(struct profile *p, uint64_t seed, enum root_mode root)
{
	struct fixture f = {.profile = p};
	struct error err = ERROR_INIT;
	struct dice d = {seed};

	f.tree = tree_new(p, root, &err);
	assert_non_null(f.tree);
	assert_true(span_index_build(&f.spans, p, &err));
	assert_true(bits_build(&f.which, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (seed % 7 == 0 || dice_below(&d, 5))
			bits_add(&f.which, i);
	return f;
}

static void fixture_close(struct fixture *f)
{
	bits_release(&f->which);
	span_index_release(&f->spans);
	tree_free(f->tree);
	profile_free(f->profile);
}

static struct flame flame_of(const struct fixture *f, enum weigh weigh)
{
	struct error err = ERROR_INIT;
	struct flame flame;

	assert_true(flame_build(&flame, f->tree, &f->which, &f->spans, weigh, &err));
	return flame;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The part of a weight that lies before a moment, rounded down to a whole number. */
static uint64_t weight_before(const struct profile *p, uint64_t row, uint64_t at)
{
	uint64_t time = p->samples.time[row], end = profile_row_end(p, row);

	if (at <= time)
		return 0;
	if (at >= end)
		return p->samples.weight[row];
	return (uint64_t)((long double)p->samples.weight[row] * (at - time) /
			  (end - time));
}

/* The same range computed from every span, and added up from the leaves. */
static void assert_counts(const struct fixture *f, const struct flame *is, struct range r)
{
	const struct profile *p = f->profile;
	const struct tree *t = f->tree;
	uint64_t origin = profile_origin(p), samples = 0, weights = 0;
	uint64_t from = origin + earlier(r.from, UINT64_MAX - origin);
	uint64_t to = origin + earlier(r.to, UINT64_MAX - origin);
	uint64_t *self = calloc(t->count, sizeof *self), walked = 0;

	assert_non_null(self);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t time = p->samples.time[i];
		uint64_t a = later(time, from), b = earlier(profile_row_end(p, i), to);
		uint64_t weight = weight_before(p, i, to) - weight_before(p, i, from);

		if (!bits_has(&f->which, i))
			continue;
		samples += time >= from && time < to;
		weights += weight;
		self[t->leaf[i]] += is->weigh == WEIGH_PERIOD ? weight
				    : a < b		      ? b - a
							      : 0;
	}
	assert_int_equal(is->samples, samples);
	assert_int_equal(is->weight, weights);
	assert_memory_equal(is->self, self, t->count * sizeof *self);
	for (uint32_t i = t->count - 1; i > 0; i--)
		self[t->parent[i]] += self[i];
	assert_memory_equal(is->total, self, t->count * sizeof *self);
	for (uint64_t i = flame_next(is, 0); i < is->last; i = flame_next(is, i + 1))
		walked += flame_value(is, i);
	assert_int_equal(walked, self[0]);
	free(self);
}

/* A new place for an end: nearby, far away, or at one of the ends of time. */
static uint64_t throw_end(struct dice *d, uint64_t from)
{
	uint32_t near = dice_below(d, 40000000);

	switch (dice_below(d, 12)) {
	case 0:
		return 0;
	case 1:
		return UINT64_MAX;
	case 2:
		return dice_below(d, 5 * 1000000000u - 1000000000u);
	case 3:
	case 4:
	case 5:
		return from < near ? 0 : from - near;
	case 6:
		return from;
	default:
		return from > UINT64_MAX - near ? from : from + near;
	}
}

TEST(a_range_counts_what_lies_in_it_however_it_got_there)
{
	struct dice d = {31};

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct fixture f = fixture_open(random_spans(seed, seed % 2 ? 700 : 40),
						seed, seed % ROOT_MODES);
		struct flame flame =
		    flame_of(&f, seed % 3 ? WEIGH_SAMPLES : WEIGH_PERIOD);
		struct range r = {0, 0};

		for (int step = 0; step < 100; step++) {
			uint64_t a = throw_end(&d, r.from), b = throw_end(&d, r.to);

			r = (struct range){earlier(a, b), later(a, b)};
			flame_show(&flame, r);
			assert_counts(&f, &flame, r);
		}
		flame_release(&flame);
		fixture_close(&f);
	}
}

TEST(the_whole_is_the_sum_of_its_slices)
{
	for (int weigh = 0; weigh < 2; weigh++) {
		struct fixture f = fixture_open(random_spans(3, 400), 3, ROOT_COMM);
		struct flame whole = flame_of(&f, weigh), part = flame_of(&f, weigh);
		uint64_t sum = 0, length = range_whole(f.profile).to;

		flame_show(&whole, RANGE_ALL);
		for (uint64_t at = 0; at < length; at += 17777777) {
			flame_show(&part, (struct range){at, at + 17777777});
			sum += part.total[0];
		}
		assert_int_equal(sum, whole.total[0]);
		flame_release(&whole);
		flame_release(&part);
		fixture_close(&f);
	}
}

TEST(a_stretch_that_is_not_over_is_found_however_early_it_began)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct profile *p = random_spans(seed, 20000);
		struct error err = ERROR_INIT;
		struct dice d = {seed};
		struct span_index r;

		assert_true(span_index_build(&r, p, &err));
		for (int i = 0; i < 30 && p->samples.duration; i++) {
			uint64_t at = 7 * S + dice_below(&d, 4000000000u), row = 0;
			uint64_t before = dice_below(&d, (uint32_t)p->samples.count);

			for (uint64_t k = 0; k < before; k++) {
				if (profile_row_end(p, k) <= at)
					continue;
				assert_int_equal(span_index_next(&r, row, before, at), k);
				row = k + 1;
			}
			assert_int_equal(span_index_next(&r, row, before, at), before);
		}
		span_index_release(&r);
		profile_free(p);
	}
}

/* A span of 10 ns with a child in its middle, which used 3 ns of CPU time. */
TEST(a_range_cuts_a_span_at_its_ends)
{
	const struct made_sample made[] = {
	    {.stack = "a", .time = S, .span = true, .duration = 3, .weight = 1},
	    {.stack = "a;b", .time = S + 3, .span = true, .duration = 4, .weight = 2},
	    {.stack = "a", .time = S + 7, .span = true, .duration = 3, .weight = 0},
	};
	struct fixture f = fixture_open(made_profile(made, 3), 0, ROOT_NONE);
	struct flame flame = flame_of(&f, WEIGH_SAMPLES);
	uint32_t a = tree_find(f.tree, TEXT("a")), b = tree_find(f.tree, TEXT("a;b"));

	flame_show(&flame, RANGE_ALL);
	assert_int_equal(flame.total[a], 10);
	assert_int_equal(flame.self[a], 6);
	assert_int_equal(flame.self[b], 4);
	assert_true(text_equal(flame_measure(&flame), TEXT("time")));
	flame_show(&flame, (struct range){1, 5});
	assert_int_equal(flame.total[a], 4);
	assert_int_equal(flame.self[a], 2);
	assert_int_equal(flame.self[b], 2);
	flame_show(&flame, (struct range){4, 5});
	assert_int_equal(flame.total[a], 1);
	assert_int_equal(flame.samples, 0); /* none starts there */
	assert_int_equal(flame_next(&flame, 0), 1);
	assert_int_equal(flame_part_of(&flame, 1).time, S + 4);
	assert_int_equal(flame_part_of(&flame, 1).duration, 1);
	flame_release(&flame);
	fixture_close(&f);
}

/* An event has either spans or moments; the two together have no sum. */
TEST(spans_and_moments_are_not_added_up)
{
	const struct made_sample made[] = {
	    {.stack = "a", .time = S},
	    {.stack = "b", .time = S, .span = true, .duration = 3},
	};
	struct profile *p = made_profile(made, 2);
	struct included_query q = {.event = ALL_EVENTS, .idle = IDLE_SHOW};
	struct error err = ERROR_INIT;
	struct bits idle;
	struct included kept;

	assert_true(bits_build(&idle, 2, &err));
	assert_false(included_build(&kept, p, &idle, &q, &err));
	assert_int_equal(err.kind, ERROR_USAGE);
	for (q.event = 0; q.event < 2; q.event++) {
		assert_true(included_build(&kept, p, &idle, &q, &err));
		assert_int_equal(kept.spans, q.event);
		assert_int_equal(kept.count, 1);
		included_release(&kept);
	}
	bits_release(&idle);
	profile_free(p);
}
