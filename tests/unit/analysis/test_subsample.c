/* What some samples of a profile say stays the same if they are a profile of their own. */

#include "lib/unit.h"

#include "analysis/find/start_up.h"
#include "lib/made_noise.h"
#include "lib/made_profile.h"

#define PROFILES 200

struct sides {
	struct flame range, all;
	struct comparison comparison;
	struct difference_rows rows;
};

static void compare(struct sides *s, const struct tree *tree, const struct bits *which,
		    struct range range)
{
	struct error err = ERROR_INIT;

	assert_true(flame_build(&s->range, tree, which, NULL, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&s->all, tree, which, NULL, WEIGH_SAMPLES, &err));
	flame_show(&s->range, range);
	flame_show(&s->all, RANGE_ALL);
	assert_true(
	    comparison_with_rest(&s->comparison, &s->range, range, &s->all, &err));
	assert_true(difference_rows_build(&s->rows, &s->comparison,
					  KEYS_OF(KEYS_FUNCTION), false, &err));
}

static void release(struct sides *s)
{
	difference_rows_release(&s->rows);
	comparison_release(&s->comparison);
	flame_release(&s->range);
	flame_release(&s->all);
}

static void assert_same(const struct sides *a, const struct sides *b)
{
	assert_int_equal(a->range.samples, b->range.samples);
	assert_int_equal(a->all.weight, b->all.weight);
	assert_int_equal(a->comparison.subject.length, b->comparison.subject.length);
	assert_int_equal(a->comparison.baseline.length, b->comparison.baseline.length);
	assert_int_equal(a->rows.count, b->rows.count);
	assert_int_equal(a->rows.certain, b->rows.certain);
	for (uint32_t i = 0; i < a->rows.count; i++) {
		const struct difference_row *x = &a->rows.rows[i], *y = &b->rows.rows[i];

		assert_true(text_equal(difference_row_name(&a->rows, x),
				       difference_row_name(&b->rows, y)));
		assert_memory_equal(x->total, y->total, sizeof x->total);
		assert_memory_equal(x->self, y->self, sizeof x->self);
		assert_true(x->score == y->score && x->q == y->q);
	}
}

/* About every other sample counts; rows next to the ends of the range are included as well. */
static void try(const struct profile *p, struct dice *d)
{
	struct error err = ERROR_INIT;
	struct range whole = range_whole(p), range = {0};
	struct tree *tree = tree_new(p, ROOT_COMM, &err);
	struct bits rows = {0}, which = {0};
	struct sides of_all = {0}, of_some = {0};
	struct subsample t;
	uint64_t first, last;

	assert_non_null(tree);
	assert_true(bits_build(&rows, p->samples.count, &err));
	assert_true(bits_build(&which, p->samples.count, &err));
	range.to = whole.to / 8 * (1 + dice_below(d, 7));
	range_samples(p, range, &first, &last);
	for (uint64_t i = 0; i < p->samples.count; i++) {
		bool counts = dice_below(d, 3) == 0;

		if (counts)
			bits_add(&which, i);
		if (counts || i == 0 || i + 1 == p->samples.count || i == last ||
		    i + 1 == last)
			bits_add(&rows, i);
	}
	assert_true(subsample_build(&t, tree, &rows, &which, &err));
	assert_true(t.tree->count <= tree->count);
	compare(&of_all, tree, &which, range);
	compare(&of_some, t.tree, &t.which, range);
	assert_same(&of_all, &of_some);
	release(&of_all);
	release(&of_some);
	subsample_release(&t);
	bits_release(&rows);
	bits_release(&which);
	tree_free(tree);
}

TEST(some_samples_say_the_same_alone)
{
	struct dice d = {5};

	for (uint64_t seed = 0; seed < PROFILES; seed++) {
		struct profile *p = random_profile(seed, 300);

		if (p->samples.count && p->has_times)
			try(p, &d);
		profile_free(p);
	}
}

TEST(of_noise_too)
{
	struct dice d = {6};

	for (uint64_t seed = 0; seed < 20; seed++) {
		struct noise noise = {NOISE_BURSTY, 99, 40, 2, 0.5, 5, seed};
		struct noisy n;

		noisy_build(&n, &noise, NULL, 0);
		try(&n.profile, &d);
		noisy_release(&n);
	}
}
