/* Both sides against a reference that looks at every sample, on random profiles. */

#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/comparison.h"
#include "lib/made_profile.h"

#define PROFILES 1000

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct span_index spans;
	struct bits which;
	struct range a, b;
	struct flame flame_a, flame_b, all;
};

static struct range throw_range(struct dice *d, const struct profile *p)
{
	uint64_t end = range_whole(p).to;
	uint64_t x = end / 1000 * dice_below(d, 1101);
	uint64_t y = end / 1000 * dice_below(d, 1101);

	return (struct range){x < y ? x : y, x < y ? y : x};
}

static void build(struct fixture *f, struct flame *flame, struct range range,
		  enum weigh weigh)
{
	struct error err = ERROR_INIT;
	const struct span_index *spans = f->profile->samples.duration ? &f->spans : NULL;

	assert_true(flame_build(flame, f->tree, &f->which, spans, weigh, &err));
	flame_show(flame, range);
}

static void fixture_open(struct fixture *f, uint64_t seed)
{
	struct error err = ERROR_INIT;
	struct dice d = {seed + 77};
	enum weigh weigh = seed % 5 == 4 ? WEIGH_PERIOD : WEIGH_SAMPLES;

	f->profile = seed % 3 ? random_profile(seed, 120) : random_spans(seed, 60);
	f->tree = tree_new(f->profile, seed % ROOT_MODES, &err);
	assert_non_null(f->tree);
	assert_true(span_index_build(&f->spans, f->profile, &err));
	assert_true(bits_build(&f->which, f->profile->samples.count, &err));
	for (uint64_t i = 0; i < f->profile->samples.count; i++)
		if (dice_below(&d, 5))
			bits_add(&f->which, i);
	f->a = throw_range(&d, f->profile);
	f->b = throw_range(&d, f->profile);
	build(f, &f->flame_a, f->a, weigh);
	build(f, &f->flame_b, f->b, weigh);
	build(f, &f->all, RANGE_ALL, weigh);
}

static void fixture_close(struct fixture *f)
{
	flame_release(&f->flame_a);
	flame_release(&f->flame_b);
	flame_release(&f->all);
	bits_release(&f->which);
	span_index_release(&f->spans);
	tree_free(f->tree);
	profile_free(f->profile);
}

/* ---- reference implementation ---- */

/* The part of an amount that lies before `at`; all of it if the sample is a moment. */
static uint64_t before(const struct profile *p, uint64_t row, uint64_t amount,
		       uint64_t at)
{
	uint64_t time = p->samples.time[row], end = profile_row_end(p, row);

	if (at <= time)
		return 0;
	return at >= end ? amount
			 : (uint64_t)((long double)amount * (at - time) / (end - time));
}

static uint64_t value_in(const struct fixture *f, uint64_t row, struct range r)
{
	const struct profile *p = f->profile;
	uint64_t origin = profile_origin(p), last = range_whole(p).to;
	uint64_t from = origin + (r.from < last ? r.from : last);
	uint64_t to = origin + (r.to < last ? r.to : last);
	uint64_t amount = f->all.weigh == WEIGH_PERIOD ? p->samples.weight[row]
			  : p->samples.duration	       ? p->samples.duration[row]
						       : 1;

	return bits_has(&f->which, row)
		   ? before(p, row, amount, to) - before(p, row, amount, from)
		   : 0;
}

/* The value at or below a node, in the range or outside it. */
static uint64_t slow_total(const struct fixture *f, uint32_t node, struct range r,
			   bool rest)
{
	uint64_t value = 0;

	for (uint64_t i = 0; i < f->profile->samples.count; i++)
		if (tree_is_below(f->tree, f->tree->leaf[i], node))
			value += rest ? value_in(f, i, RANGE_ALL) - value_in(f, i, r)
				      : value_in(f, i, r);
	return value;
}

/* How much of the recording's time the range covers. */
static double slow_length(const struct profile *p, struct range r)
{
	struct range w = range_whole(p);
	double from = fmax((double)r.from, (double)w.from);
	double to = fmin((double)r.to, (double)w.to);

	return p->has_times ? fmax(to - from, 0) : 0;
}

static void assert_near(double is, double expected)
{
	double size = fmax(fabs(is), fabs(expected));

	if (fabs(is - expected) > 1e-9 * fmax(size, 1))
		fail_msg("%.17g is not %.17g", is, expected);
}

/*
 * The same numbers computed from samples alone; if `b` is the range to be left out, from all other
 * samples.
 */
static void assert_compares(const struct fixture *f, const struct comparison *c,
			    struct range a, struct range b, bool rest)
{
	double whole = slow_length(f->profile, RANGE_ALL);
	double here = slow_length(f->profile, a);
	double there =
	    rest ? whole - slow_length(f->profile, b) : slow_length(f->profile, b);
	double s0 = (double)slow_total(f, 0, a, false);
	double b0 = (double)slow_total(f, 0, b, rest);
	double factor = here > 0 && there > 0 ? here / there : b0 > 0 ? s0 / b0 : 0;

	assert_int_equal(c->normalised, here > 0 && there > 0 ? NORMALISED_BY_TIME
							      : NORMALISED_BY_SHARE);
	for (uint32_t n = 0; n < f->tree->count; n++) {
		uint64_t s = slow_total(f, n, a, false), t = slow_total(f, n, b, rest);
		struct change x = comparison_total(c, n);

		assert_int_equal(x.value, s);
		assert_int_equal(x.baseline, t);
		assert_int_equal(x.is_new, s && !t);
		assert_int_equal(x.vanished, !s && t);
		assert_near(x.share, s0 > 0 ? (double)s / s0 : 0);
		assert_near(x.baseline_share, b0 > 0 ? (double)t / b0 : 0);
		assert_near(x.delta, (double)s - (double)t * factor);
		if (here > 0 && there > 0)
			assert_near(x.per_second,
				    ((double)s / here - (double)t / there) * 1e9);
		assert_true(x.relative >= -1 && x.relative <= 1);
	}
}

/* ---- the tests ---- */

TEST(both_sides_are_what_every_sample_says)
{
	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct fixture f;
		struct comparison c;
		struct error err = ERROR_INIT;

		fixture_open(&f, seed);
		comparison_of_ranges(&c, &f.flame_a, f.a, &f.flame_b, f.b);
		assert_compares(&f, &c, f.a, f.b, false);
		comparison_swap(&c);
		assert_compares(&f, &c, f.b, f.a, false);
		assert_true(comparison_with_rest(&c, &f.flame_a, f.a, &f.all, &err));
		assert_compares(&f, &c, f.a, f.a, true);
		flame_show(&f.flame_a, f.b);
		comparison_move(&c, &f.flame_a, f.b);
		comparison_refresh(&c);
		comparison_normalise(&c, NORMALISED_BY_TIME);
		assert_compares(&f, &c, f.b, f.b, true);
		comparison_release(&c);
		fixture_close(&f);
	}
}

TEST(changes_of_self_add_up_to_the_change_of_totals)
{
	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct fixture f;
		struct comparison c;
		double sum = 0, part;

		fixture_open(&f, seed);
		comparison_of_ranges(&c, &f.flame_a, f.a, &f.flame_b, f.b);
		for (enum normalised how = 0; how < NORMALISED_WAYS; how++) {
			comparison_normalise(&c, how);
			sum = 0;
			for (uint32_t n = 0; n < f.tree->count; n++)
				sum += comparison_self(&c, n).delta;
			part = (double)c.subject.value + (double)c.baseline.value;
			assert_near(1 + sum / (part + 1),
				    1 + comparison_total(&c, 0).delta / (part + 1));
		}
		comparison_normalise(&c, NORMALISED_BY_SHARE);
		if (c.baseline.value)
			assert_near(comparison_total(&c, 0).delta / part, 0);
		fixture_close(&f);
	}
}

TEST(a_side_against_itself_is_zero_everywhere)
{
	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct fixture f;
		struct comparison c;
		struct diff_flame s;
		struct error err = ERROR_INIT;

		fixture_open(&f, seed);
		comparison_of_ranges(&c, &f.flame_a, f.a, &f.flame_a, f.a);
		for (enum normalised how = 0; how < NORMALISED_WAYS; how++) {
			comparison_normalise(&c, how);
			for (uint32_t n = 0; n < f.tree->count; n++) {
				struct change x = comparison_total(&c, n);

				assert_true(x.delta == 0 && x.relative == 0);
				assert_true(x.per_second == 0 && !x.is_new);
				assert_true(x.share == x.baseline_share && !x.vanished);
				assert_true(comparison_self(&c, n).delta == 0);
			}
		}
		assert_true(shown_build(&s, &c, SHOWN_ELIDED, 0, &err));
		assert_int_equal(s.flame.total[0], 0);
		shown_release(&s);
		fixture_close(&f);
	}
}

/* Walking through the samples one by one gives the same counts. */
static void assert_walks(const struct fixture *f, const struct side *s)
{
	uint64_t *self = calloc(f->tree->count, sizeof *self), last = 0;

	assert_non_null(self);
	for (uint64_t i = side_next(s, 0); i != UINT64_MAX; i = side_next(s, i + 1)) {
		assert_true(i >= last && i < f->profile->samples.count);
		last = i;
		self[f->tree->leaf[i]] += side_value(s, i);
	}
	assert_memory_equal(self, s->self, f->tree->count * sizeof *self);
	free(self);
}

TEST(the_samples_of_a_side_are_walked_through)
{
	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct fixture f;
		struct comparison c;
		struct error err = ERROR_INIT;

		fixture_open(&f, seed);
		assert_true(comparison_with_rest(&c, &f.flame_a, f.a, &f.all, &err));
		assert_walks(&f, &c.subject);
		assert_walks(&f, &c.baseline);
		comparison_release(&c);
		fixture_close(&f);
	}
}

/* ---- graphs ---- */

static double width_of(const struct comparison *c, enum shown_widths widths, uint32_t n)
{
	double like = nearbyint((double)c->baseline.self[n] * c->factor);

	if (widths == SHOWN_DIFFERENTIAL)
		return (double)c->subject.self[n];
	if (widths == SHOWN_BOTH)
		return (double)c->subject.self[n] + like;
	return c->subject.total[n] ? 0 : like;
}

static void assert_shown(const struct fixture *f, const struct comparison *c,
			 const struct diff_flame *s)
{
	for (uint32_t n = 0; n < f->tree->count; n++) {
		double sum = 0;

		for (uint32_t m = 0; m < f->tree->count; m++)
			if (tree_is_below(f->tree, m, n))
				sum += width_of(c, s->widths, m);
		assert_near((double)s->flame.self[n], width_of(c, s->widths, n));
		assert_near((double)s->flame.total[n], sum);
	}
}

TEST(a_graph_is_as_wide_as_its_formula_says)
{
	for (uint64_t seed = 0; seed < PROFILES / 4; seed++) {
		struct fixture f;
		struct comparison c;
		struct error err = ERROR_INIT;

		fixture_open(&f, seed);
		comparison_of_ranges(&c, &f.flame_a, f.a, &f.flame_b, f.b);
		comparison_normalise(&c, seed % NORMALISED_WAYS);
		for (enum shown_widths w = 0; w < SHOWN_WIDTHS; w++) {
			struct diff_flame s;

			assert_true(shown_build(&s, &c, w, 0, &err));
			assert_shown(&f, &c, &s);
			comparison_swap(&c);
			shown_refresh(&s, &c);
			assert_shown(&f, &c, &s);
			comparison_swap(&c);
			shown_release(&s);
		}
		fixture_close(&f);
	}
}

/* Has a node, or one below it, changed by at least this much? */
static bool stays(const struct fixture *f, const struct comparison *c, uint32_t node,
		  double least)
{
	for (uint32_t m = 0; m < f->tree->count; m++)
		if (tree_is_below(f->tree, m, node) &&
		    fabs(comparison_total(c, m).delta) >= least)
			return true;
	return false;
}

TEST(what_did_not_change_is_hidden)
{
	for (uint64_t seed = 0; seed < PROFILES / 4; seed++) {
		struct fixture f;
		struct comparison c;
		struct diff_flame s;
		struct error err = ERROR_INIT;
		double least;

		fixture_open(&f, seed);
		comparison_of_ranges(&c, &f.flame_a, f.a, &f.flame_b, f.b);
		assert_true(shown_build(&s, &c, SHOWN_DIFFERENTIAL, 0.05, &err));
		least = 0.05 * fmax((double)c.subject.value,
				    (double)c.baseline.value * c.factor);
		for (uint32_t n = 1; n < f.tree->count; n++)
			assert_int_equal(s.flame.total[n], stays(&f, &c, n, least)
							       ? c.subject.total[n]
							       : 0);
		assert_int_equal(s.flame.total[0], c.subject.value);
		shown_release(&s);
		fixture_close(&f);
	}
}

/* ---- values near the limits of an integer ---- */

/* The samples of one file add up to 2^64 - 1 at most, those of two files to more. */
static const struct made_sample large[] = {
    {.stack = "a;b", .time = 1000000000, .weight = UINT64_C(1) << 63},
    {.stack = "a;c", .time = 1500000000, .weight = INT64_MAX},
};

static void fixture_open_large(struct fixture *f)
{
	struct error err = ERROR_INIT;

	*f = (struct fixture){.profile =
				  made_profile(large, sizeof large / sizeof *large)};
	f->tree = tree_new(f->profile, ROOT_NONE, &err);
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, f->profile->samples.count, &err));
	bits_fill(&f->which);
	build(f, &f->flame_a, RANGE_ALL, WEIGH_PERIOD);
	build(f, &f->flame_b, RANGE_ALL, WEIGH_PERIOD);
	build(f, &f->all, RANGE_ALL, WEIGH_PERIOD);
}

TEST(large_values_add_up_in_every_graph)
{
	struct fixture f;
	struct comparison c;

	fixture_open_large(&f);
	comparison_of_ranges(&c, &f.flame_a, RANGE_ALL, &f.flame_b, RANGE_ALL);
	for (int i = 0; i < 2 * SHOWN_WIDTHS; i++) {
		struct error err = ERROR_INIT;
		struct diff_flame s;

		assert_true(shown_build(&s, &c, i / 2, i % 2 ? 1e-9 : 0, &err));
		for (uint32_t n = 0; n < f.tree->count; n++) {
			uint64_t sum = s.flame.self[n];

			for (uint32_t k = f.tree->first_child[n]; k;
			     k = f.tree->next_sibling[k]) {
				assert_true(s.flame.total[k] <= s.flame.total[n] - sum);
				sum += s.flame.total[k];
			}
		}
		if (i == 2 * SHOWN_DIFFERENTIAL)
			assert_true(s.flame.total[0] == UINT64_MAX);
		if (i == 2 * SHOWN_BOTH)
			assert_true(s.flame.total[0] >= UINT64_C(1) << 61);
		shown_release(&s);
	}
	comparison_release(&c);
	fixture_close(&f);
}

/* The mark for visible nodes is not the highest bit of their width. */
TEST(what_is_not_hidden_keeps_its_width)
{
	struct error err = ERROR_INIT;
	struct fixture f;
	struct comparison c;
	struct diff_flame s;

	fixture_open_large(&f);
	flame_show(&f.flame_b, (struct range){0, 1});
	comparison_of_ranges(&c, &f.flame_a, RANGE_ALL, &f.flame_b, (struct range){0, 1});
	assert_true(shown_build(&s, &c, SHOWN_DIFFERENTIAL, 0.5, &err));
	assert_true(s.flame.total[0] == UINT64_MAX);
	assert_true(s.flame.total[f.tree->first_child[0]] == UINT64_MAX);
	shown_release(&s);
	comparison_release(&c);
	fixture_close(&f);
}
