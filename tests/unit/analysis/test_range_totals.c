#include "lib/unit.h"

#include "analysis/range_totals.h"
#include "analysis/idle.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define S NS_PER_SECOND

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct span_index spans;
	struct bits idle;
	struct included kept;
	struct flame flame;
	struct summary summary;
	struct range_totals_query question;
};

static void fixture_open(struct fixture *f, struct profile *p, enum weigh weigh)
{
	const struct included_query all = {.event = 0, .idle = IDLE_SHOW};
	struct error err = ERROR_INIT;

	*f = (struct fixture){.profile = p, .tree = tree_new(p, ROOT_COMM, &err)};
	assert_non_null(f->tree);
	assert_true(span_index_build(&f->spans, p, &err));
	assert_true(idle_build(&f->idle, p, &err));
	assert_true(included_build(&f->kept, p, &f->idle, &all, &err));
	assert_true(flame_build(&f->flame, f->tree, &f->kept.samples,
				f->kept.spans ? &f->spans : NULL, weigh, &err));
	assert_true(summary_build(&f->summary, p, &f->idle, &err));
	flame_show(&f->flame, RANGE_ALL);
	f->question = (struct range_totals_query){.flame = &f->flame,
						  .graph = &f->flame,
						  .kept = &f->kept,
						  .summary = &f->summary,
						  .filter = TEXT(""),
						  .all = f->flame.total[0]};
}

static struct range_totals look_at(struct fixture *f, uint64_t from, uint64_t to)
{
	f->question.range = (struct range){from, to};
	flame_show(&f->flame, f->question.range);
	return range_totals_of(&f->question);
}

static void fixture_close(struct fixture *f)
{
	summary_release(&f->summary);
	flame_release(&f->flame);
	included_release(&f->kept);
	bits_release(&f->idle);
	span_index_release(&f->spans);
	tree_free(f->tree);
	profile_free(f->profile);
}

TEST(of_a_range_only_what_was_recorded_is_long)
{
	const struct made_sample made[] = {{.stack = "a", .time = 10 * S},
					   {.stack = "a", .time = 11 * S},
					   {.stack = "b", .time = 14 * S}};
	struct fixture f;
	struct range_totals figures;

	fixture_open(&f, made_profile(made, 3), WEIGH_SAMPLES);
	figures = look_at(&f, S / 2, 2 * S);
	assert_int_equal(figures.length, 3 * S / 2);
	assert_int_equal(figures.samples, 1);
	assert_int_equal(figures.kept, 3);
	figures = look_at(&f, S / 2, UINT64_MAX);
	assert_int_equal(figures.length, figures.whole.to - S / 2);
	assert_int_equal(figures.value, 2);
	assert_int_equal(figures.all, 3);
	figures = look_at(&f, 60 * S, 61 * S);
	assert_int_equal(figures.length, 0);
	assert_int_equal(figures.samples, 0);
	assert_true(figures.at_once < 0);
	assert_int_equal(figures.margin, 0);
	fixture_close(&f);
}

TEST(few_samples_make_shares_rough)
{
	struct made_sample made[30];
	struct fixture f;

	for (uint64_t i = 0; i < 30; i++)
		made[i] = (struct made_sample){.stack = "a", .time = i * S};
	fixture_open(&f, made_profile(made, 30), WEIGH_SAMPLES);
	assert_int_equal(look_at(&f, 0, 100 * S).margin, 0);
	assert_int_equal(look_at(&f, 0, 4 * S).margin, 49);
	fixture_close(&f);
}

/* Two in the first second, one of which lasts two seconds longer; CPU times are half as long. */
TEST(spans_are_so_many_at_once)
{
	const uint64_t begin = 10 * S;
	const struct made_sample made[] = {
	    {"a", .time = begin, .span = true, .duration = S, .weight = S / 2},
	    {"b", .time = begin, .span = true, .duration = 3 * S, .weight = 3 * S / 2}};
	struct fixture f;
	struct range_totals figures;

	for (int weigh = WEIGH_SAMPLES; weigh <= WEIGH_PERIOD; weigh++) {
		double part = weigh == WEIGH_PERIOD ? 0.5 : 1;

		fixture_open(&f, made_profile(made, 2), (enum weigh)weigh);
		figures = look_at(&f, 0, S);
		assert_true(figures.at_once == 2 * part);
		assert_true(figures.is_time);
		assert_int_equal(figures.is_cpu_time, weigh == WEIGH_PERIOD);
		assert_int_equal(range_totals_covered(&f.flame), 2 * S);
		figures = look_at(&f, 2 * S, 9 * S);
		assert_true(figures.at_once == part);
		assert_int_equal(figures.length, S);
		assert_int_equal(range_totals_covered(&f.flame), S);
		assert_true(figures.busy < 0);
		fixture_close(&f);
	}
}

/* "b" occurs below "a" and beside it: only the one below is in the zoomed part. */
TEST(what_was_found_is_counted_below_the_zoom)
{
	const struct made_sample made[] = {{.stack = "a;b", .time = 1},
					   {.stack = "a;c", .time = 2},
					   {.stack = "b", .time = 3}};
	struct error err = ERROR_INIT;
	struct regex *re = regex_new(TEXT("^b$"), &err);
	struct search search;
	struct range_totals figures;
	struct fixture f;

	fixture_open(&f, made_profile(made, 3), WEIGH_SAMPLES);
	assert_true(search_build(&search, f.tree, re, NULL, &err));
	assert_int_equal(look_at(&f, 0, S).found, 0);
	f.question.search = &search;
	figures = look_at(&f, 0, S);
	assert_int_equal(figures.found, 2);
	assert_int_equal(figures.zoomed, 3);
	f.question.zoom = tree_find(f.tree, TEXT("app;a"));
	figures = look_at(&f, 0, S);
	assert_int_equal(figures.found, 1);
	assert_int_equal(figures.zoomed, 2);
	assert_int_equal(figures.value, 3);
	search_release(&search);
	regex_free(re);
	fixture_close(&f);
}
