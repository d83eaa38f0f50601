#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/flame.h"
#include "analysis/search.h"
#include "lib/made_profile.h"

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
};

static struct fixture fixture_open(uint64_t seed, uint32_t samples, enum root_mode root)
{
	struct fixture f = {.profile = random_profile(seed, samples)};
	struct error err = ERROR_INIT;
	struct dice d = {seed};

	f.tree = tree_new(f.profile, root, &err);
	assert_non_null(f.tree);
	assert_true(bits_build(&f.which, f.profile->samples.count, &err));
	for (uint64_t i = 0; i < f.profile->samples.count; i++)
		if (dice_below(&d, 5))
			bits_add(&f.which, i);
	return f;
}

static void fixture_close(struct fixture *f)
{
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

static struct flame flame_of(const struct fixture *f, enum weigh weigh)
{
	struct error err = ERROR_INIT;
	struct flame flame;

	assert_true(flame_build(&flame, f->tree, &f->which, NULL, weigh, &err));
	return flame;
}

/* The weight of a node, computed from every sample. */
static uint64_t slow_total(const struct fixture *f, const struct flame *flame,
			   uint32_t node)
{
	uint64_t value = 0;

	for (uint64_t i = flame->first; i < flame->last; i++)
		if (bits_has(&f->which, i) &&
		    tree_is_below(f->tree, f->tree->leaf[i], node))
			value += flame->weigh == WEIGH_PERIOD
				     ? f->profile->samples.weight[i]
				     : 1;
	return value;
}

TEST(a_node_weighs_what_its_samples_weigh)
{
	for (uint64_t seed = 0; seed < 30; seed++) {
		struct fixture f = fixture_open(seed, 50, seed % ROOT_MODES);
		struct flame flame =
		    flame_of(&f, seed % 2 ? WEIGH_PERIOD : WEIGH_SAMPLES);
		uint64_t n = f.profile->samples.count;

		flame_move(&flame, n / 4, n);
		for (uint32_t node = 0; node < f.tree->count; node++) {
			uint64_t sum = flame.self[node];
			uint32_t child = f.tree->first_child[node];

			for (; child; child = f.tree->next_sibling[child])
				sum += flame.total[child];
			assert_int_equal(flame.total[node], sum);
			assert_int_equal(flame.total[node], slow_total(&f, &flame, node));
		}
		flame_release(&flame);
		fixture_close(&f);
	}
}

/* The same range, counted row by row and added up from the leaves. */
static void assert_counts(const struct fixture *f, const struct flame *is)
{
	const struct tree *t = f->tree;
	uint64_t *self = calloc(t->count, sizeof *self), samples = 0, weight = 0;

	assert_non_null(self);
	for (uint64_t i = is->first; i < is->last; i++) {
		uint64_t count = profile_row_count(f->profile, i);

		if (!bits_has(&f->which, i))
			continue;
		samples += count;
		weight += f->profile->samples.weight[i];
		self[t->leaf[i]] +=
		    is->weigh == WEIGH_PERIOD ? f->profile->samples.weight[i] : count;
	}
	assert_int_equal(is->samples, samples);
	assert_int_equal(is->weight, weight);
	assert_memory_equal(is->self, self, t->count * sizeof *self);
	for (uint32_t i = t->count - 1; i > 0; i--)
		self[t->parent[i]] += self[i];
	assert_memory_equal(is->total, self, t->count * sizeof *self);
	free(self);
}

/* A new place for an edge: near the old one, far away, or at an end. */
static uint64_t throw_edge(struct dice *d, uint64_t from, uint64_t count)
{
	uint32_t far = dice_below(d, 12);
	uint64_t near = dice_below(d, 5);

	if (far == 0)
		return 0;
	if (far == 1)
		return count;
	if (far == 2)
		return dice_below(d, (uint32_t)count + 1);
	if (far < 7)
		return from < near ? 0 : from - near;
	return from + near > count ? count : from + near;
}

static void walk(const struct fixture *f, enum weigh weigh, struct dice *d, int steps)
{
	struct flame flame = flame_of(f, weigh);
	uint64_t n = f->profile->samples.count;

	for (int step = 0; step < steps; step++) {
		uint64_t a = throw_edge(d, flame.first, n);
		uint64_t b = throw_edge(d, flame.last, n);

		if (dice_below(d, 20) == 0)
			b = a; /* empty */
		flame_move(&flame, a < b ? a : b, a < b ? b : a);
		assert_counts(f, &flame);
	}
	flame_release(&flame);
}

TEST(a_moved_range_counts_as_a_new_one)
{
	struct dice d = {21};

	for (uint64_t seed = 0; seed < 60; seed++) {
		struct fixture f = fixture_open(seed, 700, seed % ROOT_MODES);

		f.profile->weights_are_counts = seed % 4 == 3;
		if (seed % 7 == 0)
			bits_fill(&f.which);
		walk(&f, seed % 2 ? WEIGH_PERIOD : WEIGH_SAMPLES, &d, 100);
		fixture_close(&f);
	}
}

/* Including a path as long as the tree, and a tree that is all leaves. */
TEST(a_range_moves_over_trees_of_any_shape)
{
	struct dice d = {22};

	for (int shape = 0; shape < 2; shape++) {
		static struct made_sample many[600];
		static char stacks[600][1204];
		struct fixture f;
		struct error err = ERROR_INIT;

		memset(stacks, 0, sizeof stacks);
		for (uint64_t i = 0; i < 600; i++) {
			if (shape == 0)
				memset(stacks[i], 'a', 1);
			for (uint64_t k = 0; shape == 0 && k < i; k++)
				memcpy(stacks[i] + 1 + 2 * k, ";a", 2);
			if (shape == 1)
				snprintf(stacks[i], sizeof stacks[i], "f%d", (int)i);
			many[i] = (struct made_sample){
			    .stack = stacks[i], .time = i, .weight = 1 + i % 5};
		}
		f.profile = made_profile(many, 600);
		f.tree = tree_new(f.profile, ROOT_NONE, &err);
		assert_non_null(f.tree);
		assert_int_equal(f.tree->count, 601);
		assert_true(bits_build(&f.which, 600, &err));
		bits_fill(&f.which);
		walk(&f, WEIGH_SAMPLES, &d, 1000);
		walk(&f, WEIGH_PERIOD, &d, 1000);
		fixture_close(&f);
	}
}

TEST(the_whole_is_the_sum_of_its_slices)
{
	struct fixture f = fixture_open(4, 400, ROOT_COMM);
	struct flame whole = flame_of(&f, WEIGH_PERIOD),
		     part = flame_of(&f, WEIGH_PERIOD);
	uint64_t n = f.profile->samples.count, sum = 0, samples = 0;

	flame_move(&whole, 0, n);
	for (uint64_t at = 0; at < n; at += 7) {
		flame_move(&part, at, at + 7 < n ? at + 7 : n);
		sum += part.total[0];
		samples += part.samples;
	}
	assert_int_equal(whole.total[0], sum);
	assert_int_equal(whole.samples, samples);
	assert_int_equal(samples, bits_population(&f.which));
	flame_release(&whole);
	flame_release(&part);
	fixture_close(&f);
}

/* Does a frame or the group of this sample's stack match? Checked frame by frame. */
static bool slow_match(const struct fixture *f, struct regex *re, uint64_t row)
{
	for (uint32_t n = f->tree->leaf[row]; n; n = f->tree->parent[n])
		if (regex_matches(re, tree_label(f->tree, n)))
			return true;
	return false;
}

TEST(a_search_counts_each_sample_once)
{
	static const char *const patterns[] = {"b", "idle", "app", "^a$", "nothing", "."};

	for (uint64_t seed = 0; seed < 30; seed++) {
		struct fixture f = fixture_open(seed, 80, seed % ROOT_MODES);
		struct flame flame = flame_of(&f, WEIGH_PERIOD);
		struct error err = ERROR_INIT;
		struct regex *re = regex_new(text_of(patterns[seed % 6]), &err);
		struct search s;
		struct bits matched;

		assert_true(search_build(&s, f.tree, re, NULL, &err));
		assert_true(search_samples(&s, f.tree, &f.which, &matched, &err));
		assert_int_equal(bits_population(&s.nodes), s.matches);
		flame_move(&flame, 0, f.profile->samples.count);
		for (uint32_t zoom = 0; zoom < f.tree->count; zoom++) {
			uint64_t value = 0;

			for (uint64_t i = 0; i < f.profile->samples.count; i++) {
				bool hit = bits_has(&f.which, i) && slow_match(&f, re, i);

				assert_int_equal(bits_has(&matched, i), hit);
				if (hit && tree_is_below(f.tree, f.tree->leaf[i], zoom))
					value += f.profile->samples.weight[i];
			}
			assert_int_equal(search_value(&s, &flame, zoom), value);
		}
		bits_release(&matched);
		search_release(&s);
		regex_free(re);
		flame_release(&flame);
		fixture_close(&f);
	}
}

/*
 * Simulated: of 2,000 draws of n samples each, about one in twenty is further off (with 4 samples,
 * one in eight).
 */
TEST(few_samples_say_how_rough_shares_are)
{
	struct flame f = {0};
	unsigned seed = 20261122;

	assert_int_equal(flame_margin(&f), 0);
	for (f.samples = 1; f.samples < 30; f.samples++) {
		unsigned rough = flame_margin(&f), outside = 0;

		for (int draw = 0; draw < 2000; draw++) {
			unsigned found = 0, share;

			for (uint64_t i = 0; i < f.samples; i++) {
				seed = seed * 1664525 + 1013904223;
				found += seed >> 31;
			}
			share = (unsigned)(100 * found / f.samples);
			outside += share + rough < 50 || share > 50 + rough;
		}
		assert_in_range(rough, 18, 98);
		assert_in_range(outside, 0, 2000 / (f.samples < 5 ? 6 : 12));
	}
	assert_int_equal(flame_margin(&f), 0);
	f.samples = 12;
	f.spans = (const struct span_index *)&f; /* spans are not sampled */
	assert_int_equal(flame_margin(&f), 0);
}
