#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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

	assert_true(flame_build(&flame, f->tree, &f->which, weigh, &err));
	return flame;
}

/* What a node weighs, asked of every sample. */
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

static void a_node_weighs_what_its_samples_weigh(void **state)
{
	(void)state;
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

static void a_moved_range_counts_as_a_new_one(void **state)
{
	struct dice d = {21};

	(void)state;
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct fixture f = fixture_open(seed, 300, seed % ROOT_MODES);
		struct flame moved = flame_of(&f, WEIGH_PERIOD);
		uint32_t n = (uint32_t)f.profile->samples.count;

		for (int step = 0; step < 40; step++) {
			struct flame fresh = flame_of(&f, WEIGH_PERIOD);
			uint32_t a = dice_below(&d, n + 1), b = dice_below(&d, n + 1);

			if (step % 3) { /* small steps, as in a drag */
				a = (uint32_t)moved.first + dice_below(&d, 3);
				b = (uint32_t)moved.last + dice_below(&d, 3);
			}
			a = a < n ? a : n;
			b = b < a ? a : b < n ? b : n;
			flame_move(&moved, a, b);
			flame_move(&fresh, a, b);
			assert_int_equal(moved.samples, fresh.samples);
			assert_memory_equal(moved.self, fresh.self,
					    f.tree->count * sizeof *fresh.self);
			assert_memory_equal(moved.total, fresh.total,
					    f.tree->count * sizeof *fresh.total);
			flame_release(&fresh);
		}
		flame_release(&moved);
		fixture_close(&f);
	}
}

static void the_whole_is_the_sum_of_its_slices(void **state)
{
	struct fixture f = fixture_open(4, 400, ROOT_COMM);
	struct flame whole = flame_of(&f, WEIGH_PERIOD),
		     part = flame_of(&f, WEIGH_PERIOD);
	uint64_t n = f.profile->samples.count, sum = 0, samples = 0;

	(void)state;
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

/* Does a frame or the group of this sample's stack match? Asked frame by frame. */
static bool slow_match(const struct fixture *f, struct regex *re, uint64_t row)
{
	for (uint32_t n = f->tree->leaf[row]; n; n = f->tree->parent[n])
		if (regex_matches(re, tree_label(f->tree, n)))
			return true;
	return false;
}

static void a_search_counts_each_sample_once(void **state)
{
	static const char *const patterns[] = {"b", "idle", "app", "^a$", "nothing", "."};

	(void)state;
	for (uint64_t seed = 0; seed < 30; seed++) {
		struct fixture f = fixture_open(seed, 80, seed % ROOT_MODES);
		struct flame flame = flame_of(&f, WEIGH_PERIOD);
		struct error err = ERROR_INIT;
		struct regex *re = regex_new(text_of(patterns[seed % 6]), &err);
		struct search s;
		struct bits matched;

		assert_true(search_build(&s, f.tree, re, &err));
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_node_weighs_what_its_samples_weigh),
	    cmocka_unit_test(a_moved_range_counts_as_a_new_one),
	    cmocka_unit_test(the_whole_is_the_sum_of_its_slices),
	    cmocka_unit_test(a_search_counts_each_sample_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
