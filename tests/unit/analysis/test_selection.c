/* Several ranges together, however they overlap, against a reference that looks at every sample. */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/comparison.h"
#include "analysis/range_words.h"
#include "base/mem.h"
#include "base/memory_stream.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define MOST  20
#define STEPS 30

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct span_index spans;
	struct bits which;
	enum weigh weigh;
	struct dice d;
	struct range thrown[MOST]; /* in the order in which they were added */
	uint32_t count;
	struct ranges ranges;
};

static struct flame flame_of(const struct fixture *f)
{
	const struct span_index *spans = f->profile->samples.duration ? &f->spans : NULL;
	struct error err = ERROR_INIT;
	struct flame flame;

	assert_true(flame_build(&flame, f->tree, &f->which, spans, f->weigh, &err));
	return flame;
}

static void fixture_open(struct fixture *f, uint64_t seed)
{
	struct error err = ERROR_INIT;

	*f = (struct fixture){.d = {seed + 5}};
	f->profile = seed % 3 ? random_profile(seed, 300) : random_spans(seed, 120);
	f->weigh = seed % 5 == 4 ? WEIGH_PERIOD : WEIGH_SAMPLES;
	f->tree = tree_new(f->profile, seed % ROOT_MODES, &err);
	assert_non_null(f->tree);
	assert_true(span_index_build(&f->spans, f->profile, &err));
	assert_true(bits_build(&f->which, f->profile->samples.count, &err));
	for (uint64_t i = 0; i < f->profile->samples.count; i++)
		if (dice_below(&f->d, 6))
			bits_add(&f->which, i);
}

static void fixture_close(struct fixture *f)
{
	ranges_release(&f->ranges);
	bits_release(&f->which);
	span_index_release(&f->spans);
	tree_free(f->tree);
	profile_free(f->profile);
}

/* A moment of the recording, or outside it, often one at which a range already starts or ends. */
static uint64_t throw_moment(struct fixture *f)
{
	uint64_t end = range_whole(f->profile).to + 1000;
	const struct range *one =
	    f->count ? &f->thrown[dice_below(&f->d, f->count)] : NULL;

	if (one && dice_below(&f->d, 4) == 0)
		return dice_below(&f->d, 2) ? one->from : one->to;
	return end / 1000 * dice_below(&f->d, 1051);
}

static void throw_ranges(struct fixture *f)
{
	struct error err = ERROR_INIT;
	uint32_t count = 1 + dice_below(&f->d, MOST);

	ranges_release(&f->ranges);
	for (f->count = 0; f->count < count;) {
		uint64_t a = throw_moment(f), b = throw_moment(f);
		struct range r = {a < b ? a : b, a < b ? b : a};

		if (dice_below(&f->d, 3)) /* most are short */
			r.to = r.from + (r.to - r.from) / 16;
		f->thrown[f->count++] = r;
		assert_true(ranges_add(&f->ranges, r, &err));
	}
}

/* ---- reference implementation ---- */

static bool is_in(const struct fixture *f, uint64_t at)
{
	for (uint32_t i = 0; i < f->count; i++)
		if (at >= f->thrown[i].from && at < f->thrown[i].to)
			return true;
	return false;
}

/* The next moment after `at` at which a range starts or ends. */
static uint64_t next_end(const struct fixture *f, uint64_t at)
{
	uint64_t next = UINT64_MAX;

	for (uint32_t i = 0; i < f->count; i++) {
		if (f->thrown[i].from > at && f->thrown[i].from < next)
			next = f->thrown[i].from;
		if (f->thrown[i].to > at && f->thrown[i].to < next)
			next = f->thrown[i].to;
	}
	return next;
}

static uint64_t before(const struct profile *p, uint64_t row, uint64_t amount,
		       uint64_t at)
{
	uint64_t time = p->samples.time[row], end = profile_row_end(p, row);

	if (at <= time)
		return 0;
	return at >= end ? amount
			 : (uint64_t)((long double)amount * (at - time) / (end - time));
}

/* The part of an amount that lies in the ranges, going from boundary to boundary. */
static uint64_t amount_in(const struct fixture *f, uint64_t row, uint64_t amount)
{
	const struct profile *p = f->profile;
	uint64_t origin = profile_origin(p), last = range_whole(p).to, sum = 0, next;

	if (!p->samples.duration)
		return is_in(f, p->samples.time[row] - origin) ? amount : 0;
	for (uint64_t at = 0; at < last; at = next) {
		next = next_end(f, at);
		next = next < last ? next : last;
		if (is_in(f, at))
			sum += before(p, row, amount, origin + next) -
			       before(p, row, amount, origin + at);
	}
	return sum;
}

static uint64_t value_of(const struct fixture *f, uint64_t row)
{
	const struct samples *s = &f->profile->samples;
	uint64_t amount = f->weigh == WEIGH_PERIOD ? s->weight[row]
			  : s->duration		   ? s->duration[row]
						   : 1;

	return bits_has(&f->which, row) ? amount_in(f, row, amount) : 0;
}

/* How much of the time from `from` to `to` they cover. */
static uint64_t length_of(const struct fixture *f, uint64_t from, uint64_t to)
{
	uint64_t sum = 0, next;

	for (uint64_t at = from; at < to; at = next) {
		next = next_end(f, at);
		next = next < to ? next : to;
		sum += is_in(f, at) ? next - at : 0;
	}
	return sum;
}

static void assert_counts(const struct fixture *f, const struct flame *is)
{
	const struct profile *p = f->profile;
	const struct tree *t = f->tree;
	uint64_t *self = calloc(t->count, sizeof *self), samples = 0, weight = 0;

	assert_non_null(self);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		if (!bits_has(&f->which, i))
			continue;
		samples += is_in(f, p->samples.time[i] - profile_origin(p));
		weight += amount_in(f, i, p->samples.weight[i]);
		self[t->leaf[i]] += value_of(f, i);
	}
	assert_int_equal(is->samples, samples);
	assert_int_equal(is->weight, weight);
	assert_memory_equal(is->self, self, t->count * sizeof *self);
	for (uint32_t i = t->count - 1; i > 0; i--)
		self[t->parent[i]] += self[i];
	assert_memory_equal(is->total, self, t->count * sizeof *self);
	free(self);
}

/* Walking row by row, each row has the value it adds, and rows that are left out add nothing. */
static void assert_walked(const struct fixture *f, const struct flame *is)
{
	uint64_t row = flame_next(is, 0);

	for (uint64_t i = 0; i < f->profile->samples.count; i++) {
		uint64_t value = value_of(f, i);

		assert_true(flame_has(is, i) || !value);
		if (i == row && row < is->last) {
			assert_int_equal(flame_value(is, i), value);
			row = flame_next(is, row + 1);
		} else {
			assert_int_equal(value, 0);
		}
	}
	assert_true(row >= is->last);
}

/* Contexts, by sets of rows: those that are counted, and all others. */
static void assert_tallied(const struct fixture *f, const struct flame *is)
{
	const struct profile *p = f->profile;
	size_t size = p->context_count * sizeof(uint64_t);
	uint64_t *in = calloc(4, size), *out, *in_slow, *out_slow;

	assert_non_null(in);
	out = in + p->context_count;
	in_slow = out + p->context_count;
	out_slow = in_slow + p->context_count;
	flame_tally(is, p->samples.context, in);
	flame_tally_rest(is, 0, p->samples.count, p->samples.context, out);
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (bits_has(&f->which, i))
			(is_in(f, p->samples.time[i] - profile_origin(p))
			     ? in_slow
			     : out_slow)[p->samples.context[i]]++;
	assert_memory_equal(in, in_slow, size);
	assert_memory_equal(out, out_slow, size);
	free(in);
}

/* ---- the tests ---- */

TEST(ranges_are_kept_rising_and_apart)
{
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct fixture f;
		uint64_t length;

		fixture_open(&f, seed);
		throw_ranges(&f);
		length = length_of(&f, 0, UINT64_MAX);
		for (uint32_t i = 0; i < f.ranges.count; i++) {
			const struct range *r = &f.ranges.list[i];

			assert_true(r->from < r->to);
			assert_true(!i || r[-1].to < r->from);
			assert_true(is_in(&f, r->from) && !is_in(&f, r->to));
			length -= r->to - r->from;
		}
		assert_int_equal(length, 0);
		fixture_close(&f);
	}
}

TEST(several_ranges_count_what_lies_in_any_of_them)
{
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct fixture f;
		struct flame flame;

		fixture_open(&f, seed);
		flame = flame_of(&f);
		for (int step = 0; step < STEPS; step++) {
			throw_ranges(&f);
			if (!f.ranges.count)
				continue;
			flame_select(&flame,
				     (struct selection){f.ranges.list, f.ranges.count});
			assert_counts(&f, &flame);
			assert_walked(&f, &flame);
			if (!flame.spans)
				assert_tallied(&f, &flame);
		}
		flame_release(&flame);
		fixture_close(&f);
	}
}

/* While another range is dragged: it starts empty, passes over others, and shrinks. */
TEST(one_more_may_move_among_them)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		static struct range room[SELECTION_ROOM];
		struct fixture f;
		struct flame flame;
		uint64_t from;

		fixture_open(&f, seed);
		flame = flame_of(&f);
		throw_ranges(&f);
		f.count -= f.count == MOST;
		ranges_release(&f.ranges);
		for (uint32_t i = 0; i < f.count; i++) {
			struct error err = ERROR_INIT;

			assert_true(ranges_add(&f.ranges, f.thrown[i], &err));
		}
		from = throw_moment(&f);
		f.count++;
		for (int step = 0; f.ranges.count && step < STEPS; step++) {
			uint64_t to = throw_moment(&f);
			struct range r = {from < to ? from : to, from < to ? to : from};

			f.thrown[f.count - 1] = r;
			flame_select(&flame, ranges_with(&f.ranges, r, room));
			assert_counts(&f, &flame);
		}
		flame_release(&flame);
		fixture_close(&f);
	}
}

TEST(counts_of_ranges_apart_add_up)
{
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct fixture f;
		struct flame all, one;
		uint64_t *sum;

		fixture_open(&f, seed);
		throw_ranges(&f);
		all = flame_of(&f);
		one = flame_of(&f);
		sum = calloc(f.tree->count, sizeof *sum);
		assert_non_null(sum);
		for (uint32_t i = 0; i < f.ranges.count; i++) {
			flame_show(&one, f.ranges.list[i]);
			for (uint32_t n = 0; n < f.tree->count; n++)
				sum[n] += one.total[n];
		}
		if (f.ranges.count) {
			flame_select(&all,
				     (struct selection){f.ranges.list, f.ranges.count});
			assert_memory_equal(sum, all.total, f.tree->count * sizeof *sum);
		}
		free(sum);
		flame_release(&all);
		flame_release(&one);
		fixture_close(&f);
	}
}

TEST(the_rest_of_several_ranges_is_what_none_has)
{
	for (uint64_t seed = 0; seed < 60; seed++) {
		struct error err = ERROR_INIT;
		struct fixture f;
		struct flame flame, all;
		struct comparison c;
		struct range whole;
		uint64_t walked = 0;

		fixture_open(&f, seed);
		whole = range_whole(f.profile);
		flame = flame_of(&f);
		all = flame_of(&f);
		flame_show(&all, RANGE_ALL);
		do
			throw_ranges(&f);
		while (f.ranges.count < 2);
		assert_true(comparison_with_rest(&c, &flame, RANGE_ALL, &all, &err));
		flame_select(&flame, (struct selection){f.ranges.list, f.ranges.count});
		comparison_refresh(&c);
		assert_int_equal(c.subject.length, length_of(&f, whole.from, whole.to));
		assert_int_equal(c.baseline.length,
				 whole.to - whole.from - c.subject.length);
		for (uint64_t i = side_next(&c.baseline, 0); i != UINT64_MAX;
		     i = side_next(&c.baseline, i + 1))
			walked += side_value(&c.baseline, i);
		assert_int_equal(walked, c.baseline.value);
		assert_int_equal(c.baseline.value, all.total[0] - flame.total[0]);
		comparison_release(&c);
		flame_release(&flame);
		flame_release(&all);
		fixture_close(&f);
	}
}

TEST(what_is_written_is_read_as_the_same)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct error err = ERROR_INIT;
		struct ranges again = {0};
		struct memory_stream m;
		struct fixture f;
		char *words;

		fixture_open(&f, seed);
		do
			throw_ranges(&f);
		while (f.ranges.count < 2);
		assert_true(memory_stream_open(&m, &err));
		selection_write((struct selection){f.ranges.list, f.ranges.count}, m.out);
		words = memory_stream_take(&m, NULL, &err);
		assert_non_null(words);
		if (!ranges_parse(text_of(words), NULL, &(struct range){0, 0}, &again,
				  &err))
			fail_msg("%s: %s", words, err.message);
		assert_true(ranges_equal(&f.ranges, &again));
		ranges_release(&again);
		mem_free(words);
		fixture_close(&f);
	}
}

TEST(there_are_so_many_ranges_at_most)
{
	struct error err = ERROR_INIT;
	struct ranges all = {0};

	for (uint64_t i = 0; i < SELECTION_MAX; i++)
		assert_true(ranges_add(&all, (struct range){i * 10, i * 10 + 5}, &err));
	assert_false(ranges_add(&all, (struct range){7, 8}, &err));
	assert_int_equal(err.kind, ERROR_LIMIT);
	assert_string_equal(err.message, "at most 1024 ranges can be selected");
	assert_int_equal(all.count, SELECTION_MAX);
	err = (struct error)ERROR_INIT;
	assert_true(ranges_add(&all, (struct range){3, 12}, &err)); /* one range fewer */
	assert_int_equal(all.count, SELECTION_MAX - 1);
	ranges_release(&all);
}
