/*
 * A planted start is found with its length, and noise has none. PLANTED=1000 in the environment
 * tries this many profiles of noise.
 */

#include "lib/unit.h"

#include <stdlib.h>

#include "analysis/find/start_up.h"
#include "base/number.h"
#include "planted/background.h"

static uint32_t profiles_wanted(void)
{
	const char *wanted = getenv("PLANTED");

	return wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 10;
}

/* A query for a profile, and its result. */
struct asked {
	struct tree *tree;
	struct bits which;
	struct start_up start;
};

static void ask(struct asked *a, const struct profile *p)
{
	struct error err = ERROR_INIT;
	struct start_query q;

	*a = (struct asked){.tree = tree_new(p, ROOT_NONE, &err)};
	assert_non_null(a->tree);
	assert_true(bits_build(&a->which, p->samples.count, &err));
	bits_fill(&a->which);
	q = (struct start_query){.tree = a->tree, .which = &a->which};
	assert_true(start_up_find(&a->start, &q, &err));
}

static void forget(struct asked *a)
{
	start_up_release(&a->start);
	bits_release(&a->which);
	tree_free(a->tree);
}

static void noise_seldom_has_a_start(uint32_t seconds, uint32_t rate, double mean)
{
	const struct noise n = {.seconds = seconds,
				.rate = rate,
				.threads = 2,
				.functions = 400,
				.mean = mean};
	uint32_t wanted = profiles_wanted(), seen = 0;

	for (uint32_t i = 0; i < wanted; i++) {
		struct profile *p = noise_profile(&n, i + 1);
		struct asked a;

		ask(&a, p);
		seen += a.start.is_there;
		forget(&a);
		profile_free(p);
	}
	print_message("# %u s at %u Hz, runs of %g: a start in %u of %u\n", seconds, rate,
		      mean, seen, wanted);
	assert_in_range(seen, 0, wanted / 100 + (wanted < 100));
}

TEST(noise_has_no_start)
{
	static const double means[] = {1, 5, 20, 100};

	for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
		noise_seldom_has_a_start(22, 997, means[i]);
		noise_seldom_has_a_start(60, 49, means[i]);
	}
}

/* Also if only a part of the samples is used. */
TEST(noise_of_many_samples_has_no_start)
{
	noise_seldom_has_a_start(60, 997, 5);
}

/* This many more samples in each of the first seconds, of one new function. */
static struct profile *with_start(const struct noise *n, uint64_t seconds,
				  uint32_t strength, uint64_t seed, char *name)
{
	struct profile *p = noise_profile(n, seed);
	struct dice d = {seed};

	for (uint64_t i = 0; i < seconds; i++) {
		struct planting planting = {.plant = PLANT_NEW,
					    .last = p->samples.count,
					    .strength = strength,
					    .run = 1};
		struct profile *before = p;

		planting.from = p->samples.time[0] + i * NS_PER_SECOND;
		planting.to = planting.from + NS_PER_SECOND;
		p = planted_profile(p, &planting, &d, name);
		profile_free(before);
	}
	return p;
}

TEST(a_start_is_found_with_its_length)
{
	const struct noise n = {
	    .seconds = 60, .rate = 99, .threads = 2, .functions = 400, .mean = 5};
	static const uint64_t lengths[] = {2, 5, 10};
	uint32_t found = 0, tried = 0;

	for (uint64_t seed = 1; seed <= 10; seed++) {
		for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
			char name[PLANTED_NAME_MAX] = "";
			struct profile *p = with_start(
			    &n, lengths[i], 60 * (uint32_t)lengths[i], seed, name);
			struct asked a;

			ask(&a, p);
			tried++;
			found += a.start.is_there &&
				 a.start.range.to / NS_PER_SECOND - lengths[i] <= 1 &&
				 text_equal(difference_row_name(&a.start.rows,
								a.start.rows.rows),
					    text_of(name));
			forget(&a);
			profile_free(p);
		}
	}
	print_message("# %u of %u are found with their length\n", found, tried);
	assert_in_range(found, tried * 9 / 10, tried);
}

/* 120,000 samples: every fourth is used, but all are counted. */
TEST(of_many_samples_all_are_counted)
{
	const struct noise n = {
	    .seconds = 60, .rate = 997, .threads = 2, .functions = 400, .mean = 5};
	char name[PLANTED_NAME_MAX] = "";
	struct profile *p = with_start(&n, 5, 200, 3, name);
	const struct difference_row *first;
	struct asked a;

	ask(&a, p);
	assert_true(a.start.is_there);
	first = a.start.rows.rows;
	assert_string_equal(name, PLANTED_NAME);
	assert_true(text_equal(difference_row_name(&a.start.rows, first), text_of(name)));
	assert_int_equal(first->total[SIDE_SUBJECT] + first->total[SIDE_BASELINE], 1000);
	assert_int_equal(a.start.all.samples, p->samples.count);
	forget(&a);
	profile_free(p);
}

TEST(what_is_too_short_has_no_start)
{
	const struct noise n = {
	    .seconds = 1, .rate = 10, .threads = 1, .functions = 4, .mean = 1};
	struct profile *p = noise_profile(&n, 1);
	struct asked a;

	ask(&a, p);
	assert_false(a.start.is_there);
	forget(&a);
	profile_free(p);
}
