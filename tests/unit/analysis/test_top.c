#include "lib/unit.h"

#include "analysis/top.h"
#include "lib/made_profile.h"

static struct flame flame_of(struct tree *t, struct bits *which)
{
	struct error err = ERROR_INIT;
	struct flame f;

	assert_true(bits_build(which, t->profile->samples.count, &err));
	for (uint64_t i = 0; i < which->count; i++)
		bits_add(which, i);
	assert_true(flame_build(&f, t, which, NULL, WEIGH_PERIOD, &err));
	flame_move(&f, which->count / 5, which->count);
	return f;
}

/* Self and total of one function, computed from every sample. */
static struct top_row slow_row(const struct flame *f, uint32_t frame)
{
	const struct profile *p = f->tree->profile;
	struct top_row row = {.frame = frame};

	for (uint64_t i = f->first; i < f->last; i++) {
		uint32_t stack = p->samples.stack[i];

		if (p->stacks[stack].frame == frame)
			row.self += p->samples.weight[i];
		while (stack && p->stacks[stack].frame != frame)
			stack = p->stacks[stack].parent;
		if (stack)
			row.total += p->samples.weight[i];
	}
	return row;
}

TEST(recursion_counts_once_a_stack)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct profile *p = random_profile(seed, 100);
		struct error err = ERROR_INIT;
		struct tree *t = tree_new(p, seed % ROOT_MODES, &err);
		struct bits which;
		struct flame f;
		struct top top;
		uint32_t used = 0;

		assert_non_null(t);
		f = flame_of(t, &which);
		assert_true(top_build(&top, &f, &err));
		assert_int_equal(top.all, f.total[0]);
		for (uint32_t i = 0; i < top.count; i++) {
			struct top_row slow = slow_row(&f, top.rows[i].frame);

			assert_int_equal(top.rows[i].self, slow.self);
			assert_int_equal(top.rows[i].total, slow.total);
			assert_true(!i || top.rows[i - 1].self >= slow.self);
		}
		for (uint32_t frame = 1; frame < p->frame_count; frame++)
			used += slow_row(&f, frame).total > 0;
		assert_int_equal(top.count, used);
		top_release(&top);
		flame_release(&f);
		bits_release(&which);
		tree_free(t);
		profile_free(p);
	}
}

/* How often a row occurs in the table: each function is in exactly one. */
static uint32_t times_in(const struct top *t, const struct top_row *row)
{
	uint32_t times = 0;

	for (uint32_t i = 0; i < t->count; i++)
		times += t->rows[i].frame == row->frame && t->rows[i].self == row->self &&
			 t->rows[i].total == row->total;
	return times;
}

TEST(the_first_alone_are_those_of_all_in_order)
{
	for (uint64_t seed = 0; seed < 40; seed++) {
		struct profile *p = random_profile(seed, 60);
		struct error err = ERROR_INIT;
		struct tree *t = tree_new(p, ROOT_NONE, &err);
		struct bits which;
		struct flame f;
		struct top all, first;

		assert_non_null(t);
		f = flame_of(t, &which);
		assert_true(top_build(&all, &f, &err));
		for (uint32_t count = 0; count <= all.count + 1; count++) {
			assert_true(top_build_first(&first, &f, count, &err));
			assert_int_equal(first.count, all.count);
			assert_int_equal(first.all, all.all);
			for (uint32_t i = 0; i < all.count; i++) {
				assert_int_equal(times_in(&first, &all.rows[i]), 1);
				assert_true(i >= count ||
					    first.rows[i].frame == all.rows[i].frame);
			}
			top_release(&first);
		}
		top_release(&all);
		flame_release(&f);
		bits_release(&which);
		tree_free(t);
		profile_free(p);
	}
}

static void assert_order(struct top *t, const struct tree *tree, enum top_order by,
			 bool reverse, const char *names)
{
	char is[16] = "";

	top_sort(t, tree, by, reverse);
	for (uint32_t i = 0; i < t->count; i++)
		is[i] = profile_frame_name(tree->profile, t->rows[i].frame).at[0];
	assert_string_equal(is, names);
}

TEST(rows_of_equal_value_keep_one_order)
{
	static const struct made_sample made[] = {
	    {.stack = "e", .time = 0, .weight = 9},
	    {.stack = "m;d", .time = 1, .weight = 5},
	    {.stack = "m;c", .time = 2, .weight = 5},
	    {.stack = "b", .time = 3, .weight = 5},
	    {.stack = "m", .time = 4, .weight = 1},
	};
	struct profile *p = made_profile(made, 5);
	struct error err = ERROR_INIT;
	struct tree *t = tree_new(p, ROOT_COMM, &err);
	struct bits which;
	struct flame f = flame_of(t, &which);
	struct top top;

	flame_move(&f, 0, 5);
	assert_true(top_build(&top, &f, &err));
	assert_order(&top, t, TOP_SELF, false, "ebcdm");
	assert_order(&top, t, TOP_SELF, true, "mbcde");
	assert_order(&top, t, TOP_TOTAL, false, "mebcd");
	assert_order(&top, t, TOP_TOTAL, true, "bcdem");
	assert_order(&top, t, TOP_NAME, false, "bcdem");
	assert_order(&top, t, TOP_NAME, true, "medcb");
	top_release(&top);
	flame_release(&f);
	bits_release(&which);
	tree_free(t);
	profile_free(p);
}
