/* The rows of a call tree against values computed from every sample. */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/graph/tree_rows.h"
#include "base/mem.h"
#include "lib/made_profile.h"

#define DEEP 64

struct fixture {
	struct profile *p;
	struct tree *t;
	struct bits which;
	struct flame f;
	struct tree_rows rows;
	bool *open;	  /* by node: whether the test has opened it */
	uint32_t *listed; /* nodes, in the order in which they should be listed */
	uint32_t count;
};

static void begin(struct fixture *x, struct profile *p, enum root_mode root)
{
	struct error err = ERROR_INIT;

	*x = (struct fixture){.p = p, .t = tree_new(p, root, &err)};
	assert_non_null(x->t);
	assert_true(bits_build(&x->which, p->samples.count, &err));
	bits_fill(&x->which);
	assert_true(flame_build(&x->f, x->t, &x->which, NULL, WEIGH_PERIOD, &err));
	flame_move(&x->f, p->samples.count / 5, p->samples.count);
	x->open = calloc(x->t->count, sizeof *x->open);
	x->listed = calloc(x->t->count + 1, sizeof *x->listed);
	assert_non_null(x->open);
	assert_non_null(x->listed);
	x->open[0] = true;
	assert_true(tree_rows_show(&x->rows, &x->f, NULL, &err));
}

static void end(struct fixture *x)
{
	tree_rows_release(&x->rows);
	flame_release(&x->f);
	bits_release(&x->which);
	tree_free(x->t);
	profile_free(x->p);
	free(x->open);
	free(x->listed);
}

/* A path: its frames from the root on; the tree has no groups. */
struct way {
	uint32_t frames[DEEP];
	uint32_t count;
};

static struct way way_to(const struct profile *p, uint32_t stack)
{
	struct way w = {.count = 0}, turned = {.count = 0};

	for (; stack; stack = p->stacks[stack].parent) {
		assert_true(w.count < DEEP);
		w.frames[w.count++] = p->stacks[stack].frame;
	}
	while (w.count)
		turned.frames[turned.count++] = w.frames[--w.count];
	return turned;
}

static struct way way_of_node(const struct tree *t, uint32_t node)
{
	struct way w = {.count = 0}, turned = {.count = 0};

	for (; node; node = t->parent[node])
		w.frames[w.count++] = t->frame[node];
	while (w.count)
		turned.frames[turned.count++] = w.frames[--w.count];
	return turned;
}

static bool begins_with(const struct way *w, const struct way *first)
{
	if (w->count < first->count)
		return false;
	for (uint32_t i = 0; i < first->count; i++)
		if (w->frames[i] != first->frames[i])
			return false;
	return true;
}

/* Total and self of a path, computed from every sample. */
static void ask(const struct fixture *x, const struct way *w, uint64_t *total,
		uint64_t *self)
{
	*total = *self = 0;
	for (uint64_t i = x->f.first; i < x->f.last; i++) {
		struct way whole = way_to(x->p, x->p->samples.stack[i]);

		if (!begins_with(&whole, w))
			continue;
		*total += x->p->samples.weight[i];
		*self += whole.count == w->count ? x->p->samples.weight[i] : 0;
	}
}

/* Is x, which has the same caller as y, listed before y? */
static bool is_before(const struct fixture *f, enum tree_order order, uint32_t x,
		      uint32_t y)
{
	struct way a = way_of_node(f->t, x), b = way_of_node(f->t, y);
	uint64_t total_a, total_b, self_a, self_b;
	int by_name;

	ask(f, &a, &total_a, &self_a);
	ask(f, &b, &total_b, &self_b);
	if (order == TREE_BY_TOTAL && total_a != total_b)
		return total_a > total_b;
	if (order == TREE_BY_SELF && self_a != self_b)
		return self_a > self_b;
	by_name = text_compare(tree_label(f->t, x), tree_label(f->t, y));
	if (by_name == 0)
		by_name = text_compare(profile_frame_module(f->p, f->t->frame[x]),
				       profile_frame_module(f->p, f->t->frame[y]));
	return by_name < 0;
}

/* What should be listed below a node, largest first, comparing everything with everything. */
static void expect(struct fixture *f, enum tree_order order, uint32_t node, bool all)
{
	bool done[512] = {false};

	f->listed[f->count++] = node;
	if (!all && !f->open[node])
		return;
	for (;;) {
		uint32_t best = 0;

		for (uint32_t c = 1; c < f->t->count; c++) {
			struct way w = way_of_node(f->t, c);
			uint64_t total, self;

			if (f->t->parent[c] != node || done[c])
				continue;
			ask(f, &w, &total, &self);
			if (total && (!best || is_before(f, order, c, best)))
				best = c;
		}
		if (!best)
			return;
		done[best] = true;
		expect(f, order, best, all);
	}
}

static void assert_rows(struct fixture *x, enum tree_order order)
{
	x->count = 0;
	expect(x, order, 0, false);
	assert_int_equal(x->rows.count, x->count);
	for (uint32_t i = 0; i < x->count; i++) {
		const struct tree_row *row = &x->rows.rows[i];
		struct way w = way_of_node(x->t, x->listed[i]);
		uint64_t total, self;

		ask(x, &w, &total, &self);
		assert_int_equal(row->node, x->listed[i]);
		assert_int_equal(row->level, w.count);
		assert_int_equal(row->value, total);
		assert_int_equal(x->f.self[row->node], self);
		assert_int_equal(row->leaf, total == self);
		assert_int_equal(row->open, x->open[row->node] && !row->leaf);
		assert_int_equal(tree_rows_of(&x->rows, row->node), i);
	}
}

/* Opens or closes some listed frame. */
static void toggle_any(struct fixture *x, struct dice *d)
{
	uint32_t node = x->rows.rows[dice_below(d, x->rows.count)].node;
	struct error err = ERROR_INIT;

	if (node == 0)
		return;
	x->open[node] = !x->open[node];
	tree_rows_open(&x->rows, node, x->open[node] ? TREE_OPEN : TREE_CLOSED);
	assert_true(tree_rows_show(&x->rows, &x->f, NULL, &err));
}

TEST(rows_are_what_every_sample_says)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct dice d = {seed};
		struct error err = ERROR_INIT;
		struct fixture x;
		uint32_t half;

		begin(&x, random_profile(seed, 60), ROOT_NONE);
		assert_true(x.t->count < 512);
		half = (uint32_t)x.p->samples.count / 2 + 1;
		for (int i = 0; i < 12; i++) {
			toggle_any(&x, &d);
			x.rows.order = dice_below(&d, TREE_BY_CHANGE);
			flame_move(&x.f, dice_below(&d, half),
				   2 * half - 2 - dice_below(&d, half));
			assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
			assert_rows(&x, x.rows.order);
		}
		end(&x);
	}
}

TEST(the_next_of_a_set_is_that_of_the_whole_list)
{
	for (uint64_t seed = 20; seed < 26; seed++) {
		struct dice d = {seed};
		struct error err = ERROR_INIT;
		struct bits set;
		struct fixture x;

		begin(&x, random_profile(seed, 60), ROOT_NONE);
		assert_true(bits_build(&set, x.t->count, &err));
		for (uint32_t n = 1; n < x.t->count; n++)
			if (dice_below(&d, 4) == 0)
				bits_add(&set, n);
		expect(&x, TREE_BY_TOTAL, 0, true);
		for (uint32_t from = 0; from < x.count; from++) {
			for (int back = 0; back < 2; back++) {
				uint32_t wanted = 0, found;

				for (uint32_t i = 1; i <= x.count && !wanted; i++) {
					uint32_t at =
					    (back ? from + x.count - i : from + i) %
					    x.count;

					if (bits_has(&set, x.listed[at]))
						wanted = x.listed[at];
				}
				assert_true(tree_rows_next(&x.rows, &set, x.listed[from],
							   back, &found, &err));
				assert_int_equal(found, wanted);
				tree_rows_reveal(&x.rows, found);
				assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
				assert_int_equal(
				    x.rows.rows[tree_rows_of(&x.rows, found)].node,
				    found);
			}
		}
		bits_release(&set);
		end(&x);
	}
}

TEST(the_hottest_path_ends_where_the_frame_itself_has_most)
{
	static const struct made_sample samples[] = {
	    {.stack = "a;b;c"},
	    {.stack = "a;b;c;d"},
	    {.stack = "a;b;c"},
	    {.stack = "a;e;f;g"},
	};
	struct error err = ERROR_INIT;
	struct fixture x;
	uint32_t at;

	begin(&x, made_profile(samples, 4), ROOT_NONE);
	flame_move(&x.f, 0, 4);
	at = tree_rows_open_hottest(&x.rows, 0);
	assert_true(text_equal(tree_label(x.t, at), TEXT("c")));
	assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
	/* all a b c(open) d e: nodes off the path stay closed */
	assert_int_equal(x.rows.count, 6);
	assert_true(text_equal(tree_label(x.t, x.rows.rows[4].node), TEXT("d")));
	assert_false(x.rows.rows[5].open);
	end(&x);
}

#define WIDE 1700

TEST(of_very_many_callees_the_largest_are_listed_and_the_others_counted)
{
	static struct made_sample samples[WIDE];
	static char names[WIDE][16];
	struct error err = ERROR_INIT;
	uint64_t all = 0, sum = 0, least = UINT64_MAX;
	struct dice d = {5};
	struct fixture x;

	for (int i = 0; i < WIDE; i++) {
		snprintf(names[i], sizeof names[i], "f%d", i);
		samples[i] = (struct made_sample){.stack = names[i],
						  .weight = 1 + dice_below(&d, 300)};
		all += samples[i].weight;
	}
	begin(&x, made_profile(samples, WIDE), ROOT_NONE);
	for (int order = 0; order < TREE_BY_CHANGE; order++) {
		flame_move(&x.f, 0, WIDE);
		x.rows.order = order;
		assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
		assert_int_equal(x.rows.count, 1 + TREE_ROWS_FEW + 1);
		assert_int_equal(x.rows.rows[x.rows.count - 1].more,
				 WIDE - TREE_ROWS_FEW);
		sum = 0;
		for (uint32_t i = 1; i < x.rows.count; i++)
			sum += x.rows.rows[i].value;
		assert_int_equal(sum, all);
	}
	x.rows.order = TREE_BY_TOTAL;
	assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
	for (uint32_t i = 1; i + 1 < x.rows.count; i++) {
		assert_true(i == 1 || x.rows.rows[i].value <= x.rows.rows[i - 1].value);
		least = x.rows.rows[i].value;
	}
	for (uint32_t n = 1; n < x.t->count; n++)
		if (x.f.total[n] > least)
			assert_int_equal(x.rows.rows[tree_rows_of(&x.rows, n)].node, n);
	tree_rows_open(&x.rows, 0, TREE_OPEN_ALL);
	assert_true(tree_rows_show(&x.rows, &x.f, NULL, &err));
	assert_int_equal(x.rows.count, 1 + WIDE);
	end(&x);
}

/* The same frame in a tree with other root frames; UINT32_MAX if there is none. */
static uint32_t same_in(const struct tree *to, const struct tree *of, uint32_t node)
{
	uint32_t caller;

	if (node == 0)
		return 0;
	if (of->frame[node] ==
	    0) { /* a group, which `to` finds by its label, or does not have */
		if (tree_group_count(to) == 0)
			return 0;
		for (uint32_t c = to->first_child[0]; c; c = to->next_sibling[c])
			if (text_equal(tree_label(to, c), tree_label(of, node)))
				return c;
		return UINT32_MAX;
	}
	caller = same_in(to, of, of->parent[node]);
	for (uint32_t c = caller == UINT32_MAX ? 0 : to->first_child[caller]; c;
	     c = to->next_sibling[c])
		if (to->frame[c] == of->frame[node])
			return c;
	return UINT32_MAX;
}

TEST(what_is_open_stays_open_in_another_tree)
{
	static const enum root_mode to[] = {ROOT_COMM, ROOT_NONE, ROOT_THREAD};

	for (uint64_t seed = 40; seed < 60; seed++) {
		struct error err = ERROR_INIT;
		struct dice d = {seed};
		struct tree *other;
		struct fixture x;
		uint32_t cursor, is;
		bool *wanted;

		begin(&x, random_profile(seed, 60), ROOT_COMM);
		for (int i = 0; i < 25; i++)
			toggle_any(&x, &d);
		cursor = is = x.rows.rows[dice_below(&d, x.rows.count)].node;
		other = tree_new(x.p, to[seed % 3], &err);
		assert_non_null(other);
		wanted = calloc(other->count, sizeof *wanted);
		assert_non_null(wanted);
		wanted[0] = true;
		for (uint32_t n = 0; n < x.t->count; n++)
			if (x.open[n] && same_in(other, x.t, n) != UINT32_MAX)
				wanted[same_in(other, x.t, n)] = true;
		tree_rows_follow(&x.rows, x.t, other, NULL, &is);
		for (uint32_t n = 0; n < other->count; n++)
			assert_int_equal(bits_has(&x.rows.open, n), wanted[n]);
		while (same_in(other, x.t, cursor) == UINT32_MAX)
			cursor = x.t->parent[cursor];
		assert_int_equal(is, same_in(other, x.t, cursor));
		free(wanted);
		tree_free(other);
		end(&x);
	}
}
