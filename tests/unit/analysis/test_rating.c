/* Scores and q of rows against their formulas, on sides that are found otherwise. */

#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/compare/overdispersion.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S NS_PER_SECOND

/* cmocka compares floats, which have seven digits. */
static void assert_near(double is, double expected, double within)
{
	if (!(fabs(is - expected) <= within))
		fail_msg("%.12g is not within %g of %.12g", is, within, expected);
}

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame range, all;
	struct comparison comparison;
	struct difference_rows rows;
	bool self;
};

static void open_rows(struct fixture *f, struct profile *p, struct range range, bool self)
{
	struct error err = ERROR_INIT;

	*f = (struct fixture){
	    .profile = p, .tree = tree_new(p, ROOT_PID, &err), .self = self};
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, p->samples.count, &err));
	bits_fill(&f->which);
	assert_true(
	    flame_build(&f->range, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&f->all, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	flame_show(&f->range, range);
	flame_show(&f->all, RANGE_ALL);
	assert_true(
	    comparison_with_rest(&f->comparison, &f->range, range, &f->all, &err));
	assert_true(difference_rows_build(&f->rows, &f->comparison,
					  KEYS_OF(KEYS_FUNCTION), self, &err));
}

static void close_rows(struct fixture *f)
{
	difference_rows_release(&f->rows);
	comparison_release(&f->comparison);
	flame_release(&f->range);
	flame_release(&f->all);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

/* The factors, of rows that are found by their times. */
static void find_factors(const struct fixture *f, struct range range,
			 struct overdispersion *o)
{
	struct error err = ERROR_INIT;
	const struct profile *p = f->profile;
	uint64_t first = 0, last, origin = profile_origin(p);
	uint64_t end = p->samples.time[p->samples.count - 1] + 1;
	const struct sample_keys *k = &f->rows.keys[KEYS_FUNCTION];
	struct keying keying = {.tree = f->tree,
				.count = k->count,
				.of_node = k->of_node,
				.whole_stack = !f->self};
	struct sampled here = {.tree = f->tree, .which = &f->which, .ranges = 1}, there;
	struct stretch inside, rest[2];

	while (first < p->samples.count && p->samples.time[first] < origin + range.from)
		first++;
	for (last = first;
	     last < p->samples.count && p->samples.time[last] < origin + range.to;)
		last++;
	there = here;
	inside = (struct stretch){first, last};
	here.stretches = &inside;
	here.count = 1;
	here.from = origin + range.from > p->samples.time[0] ? origin + range.from
							     : p->samples.time[0];
	end = origin + range.to < end ? origin + range.to : end;
	here.length = end > here.from ? end - here.from : 0;
	rest[0] = (struct stretch){0, first};
	rest[1] = (struct stretch){last, p->samples.count};
	there.stretches = rest;
	there.count = 2;
	there.is_rest = true;
	assert_true(overdispersion_build(o, &keying, 1, &here, &there, &err));
}

static double x_log_x(double x)
{
	return x > 0 ? x * log(x) : 0;
}

/* Sums of rows and columns, without what is expected. */
static double slow_g2(double a, double n, double b, double m)
{
	if (n <= 0 || m <= 0)
		return 0;
	return 2 *
	       (x_log_x(a) + x_log_x(n - a) + x_log_x(b) + x_log_x(m - b) - x_log_x(n) -
		x_log_x(m) - x_log_x(a + b) - x_log_x(n + m - a - b) + x_log_x(n + m));
}

/* Of Poisson counts: what is seen, by what is expected. */
static double slow_rate(double a, double s, double b, double t)
{
	double mean = (a + b) / (s + t);

	if (s <= 0 || t <= 0 || a + b <= 0)
		return 0;
	return 2 * (x_log_x(a) + x_log_x(b) - a * log(mean * s) - b * log(mean * t));
}

/* The least p m / rank of all that are no smaller. */
static double slow_q(const double *p, uint32_t count, double of)
{
	double least = 1;

	for (uint32_t i = 0; i < count; i++) {
		uint32_t rank = 0;

		if (p[i] < of)
			continue;
		for (uint32_t k = 0; k < count; k++)
			rank += p[k] <= p[i];
		least = fmin(least, p[i] * count / rank);
	}
	return least;
}

static void assert_rated(const struct fixture *f, struct range range, uint32_t *compared)
{
	const struct side *here = &f->comparison.subject,
			  *there = &f->comparison.baseline;
	double *p = calloc(f->rows.count + 1, sizeof *p);
	struct overdispersion o;

	assert_non_null(p);
	find_factors(f, range, &o);
	for (uint32_t i = 0; i < f->rows.count; i++) {
		const struct difference_row *r = &f->rows.rows[i];
		const uint64_t *values = f->self ? r->self : r->total;
		double k = (double)values[SIDE_SUBJECT], n = (double)here->samples;
		double b = (double)values[SIDE_BASELINE], m = (double)there->samples;
		double s = (double)here->length, t = (double)there->length, g2, rate;

		if (o.left_out) {
			b = o.usual[r->key];
			m = o.usual_samples;
			t = o.usual_ns;
		}
		g2 = slow_g2(k, n, b, m);
		rate = slow_rate(k, s, b, t);
		assert_near(r->score, fmin(g2 / o.block[r->key], rate / o.rate[r->key]),
			    1e-4);
		g2 /= fmax(o.run[r->key], o.block[r->key]);
		rate /= fmax(o.run[r->key], o.rate[r->key]);
		p[i] = erfc(sqrt(fmax(fmin(g2, rate), 0) / 2));
		*compared += fmin(g2, rate) > 1;
	}
	for (uint32_t i = 0; i < f->rows.count; i++)
		assert_near(f->rows.rows[i].q, slow_q(p, f->rows.count, p[i] - 1e-9),
			    1e-4);
	overdispersion_release(&o);
	free(p);
}

TEST(rows_are_rated_by_the_formulas)
{
	uint32_t compared = 0;

	for (uint64_t seed = 1; seed < 200; seed++) {
		struct dice d = {seed};
		uint64_t from = dice_below(&d, 3500) * (S / 1000);
		struct range r = {from, from + (1 + dice_below(&d, 900)) * (S / 1000)};
		struct profile *p = random_profile(seed, 400);
		struct fixture f;

		if (p->samples.count < 20) {
			profile_free(p);
			continue;
		}
		open_rows(&f, p, r, seed % 2);
		if (f.comparison.subject.samples && f.comparison.baseline.samples)
			assert_rated(&f, r, &compared);
		close_rows(&f);
	}
	assert_true(compared > 300);
}

/* Nothing stands out of spans: they are in order of the change of their shares. */
TEST(spans_are_rated_by_their_change)
{
	const struct made_sample made[] = {
	    {.stack = "main;f", .time = S, .duration = S / 2, .span = true},
	    {.stack = "main;g", .time = S + S / 2, .duration = S / 2, .span = true},
	    {.stack = "main;g", .time = 2 * S, .duration = 2 * S, .span = true},
	};
	struct error err = ERROR_INIT;
	struct range range = {0, S};
	struct span_index spans;
	struct fixture f = {.profile = made_profile(made, 3)};

	f.tree = tree_new(f.profile, ROOT_NONE, &err);
	assert_non_null(f.tree);
	assert_true(span_index_build(&spans, f.profile, &err));
	assert_true(bits_build(&f.which, 3, &err));
	bits_fill(&f.which);
	assert_true(flame_build(&f.range, f.tree, &f.which, &spans, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&f.all, f.tree, &f.which, &spans, WEIGH_SAMPLES, &err));
	flame_show(&f.range, range);
	flame_show(&f.all, RANGE_ALL);
	assert_true(comparison_with_rest(&f.comparison, &f.range, range, &f.all, &err));
	assert_true(difference_rows_build(&f.rows, &f.comparison, KEYS_OF(KEYS_FUNCTION),
					  false, &err));
	assert_int_equal(f.rows.stands_out, 0);
	assert_int_equal(f.rows.count, 3);
	for (uint32_t i = 0; i < 2; i++) /* f: 50 % against none; g: 50 % against all */
		assert_near(f.rows.rows[i].score, 50, 1e-9);
	assert_near(f.rows.rows[2].score, 0, 1e-9);
	assert_near(f.rows.rows[0].q, 1, 1e-9);
	span_index_release(&spans);
	close_rows(&f);
}

/* With nothing at all between them, bursts are not held against that. */
TEST(one_of_several_bursts_in_silence_is_held_against_the_others)
{
	static const char *const usual[] = {"main;a", "main;b", "main;c"};
	enum { BURSTS = 6, SAMPLES = 300, ODD = 3 };
	static struct made_sample made[BURSTS * SAMPLES];
	struct range range = {ODD * 10 * S, ODD * 10 * S + S / 2};
	struct fixture f;

	for (uint64_t i = 0; i < BURSTS * SAMPLES; i++) {
		uint64_t burst = i / SAMPLES;
		bool odd = burst == ODD && i % 5 < 2;

		made[i].stack = odd ? "main;odd" : usual[i % 3];
		made[i].time = S + burst * 10 * S + i % SAMPLES * (S / 1000);
	}
	open_rows(&f, made_profile(made, BURSTS * SAMPLES), range, false);
	assert_true(
	    text_equal(difference_row_name(&f.rows, &f.rows.rows[0]), TEXT("odd")));
	assert_true(f.rows.stands_out >= 1);
	assert_true(f.rows.left_out == 0);
	close_rows(&f);
}
