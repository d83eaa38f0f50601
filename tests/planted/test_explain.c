/*
 * Planted changes are found, and noise is not. This is the fast part of the suite: explain_curves
 * has the tables of doc/analysis.md, with a thousand profiles each. PLANTED=1000 in the environment
 * runs that many profiles of noise here.
 */

#include "lib/unit.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "input/reading.h"
#include "planted/trial.h"

static uint32_t profiles_wanted(void)
{
	const char *wanted = getenv("PLANTED");

	return wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 20;
}

/* At most one in a hundred; with as few as here, one. */
static void is_seldom_false(const struct noise *n)
{
	static const char *const tables[FALSE_TABLES] = {"functions", "self", "all"};
	uint32_t seen[FALSE_TABLES] = {0}, wanted = profiles_wanted(),
		 most = wanted / 100 + (wanted < 100);

	for (uint32_t i = 0; i < wanted; i++)
		trial_count_false(seen, n, i + 1);
	for (enum false_of of = 0; of < FALSE_TABLES; of++)
		if (seen[of] > most)
			fail_msg("something is certain in %u of %u (%s, runs of %.0f)",
				 seen[of], wanted, tables[of], n->mean);
}

static void noise_seldom_is_certain(double mean)
{
	struct noise n = {
	    .seconds = 22, .rate = 997, .threads = 2, .functions = 400, .mean = mean};

	is_seldom_false(&n);
}

TEST(noise_without_memory_seldom_is_certain)
{
	noise_seldom_is_certain(1);
}

TEST(runs_of_5_are_seldom_certain)
{
	noise_seldom_is_certain(5);
}

TEST(runs_of_20_are_seldom_certain)
{
	noise_seldom_is_certain(20);
}

TEST(runs_of_100_are_seldom_certain)
{
	noise_seldom_is_certain(100);
}

/* For each of these, runs of 1, 5, 20 and 100. */
static void are_seldom_false(struct noise n)
{
	static const double means[] = {1, 5, 20, 100};

	n.seconds = 22;
	n.rate = 997;
	n.functions = 400;
	for (size_t i = 0; i < 4; i++) {
		n.mean = means[i];
		is_seldom_false(&n);
	}
}

TEST(nothing_is_certain_in_a_burst_of_what_always_runs)
{
	are_seldom_false((struct noise){.threads = 2, .quiet = 10});
}

TEST(nothing_is_certain_where_threads_are_busy_by_turns)
{
	are_seldom_false((struct noise){.threads = 2, .by_turns = true});
}

/* Callers, modules, kinds, processes and CPUs all vary. */
TEST(nothing_is_certain_of_everything)
{
	are_seldom_false((struct noise){.threads = 4,
					.by_turns = true,
					.mixed = true,
					.migrating = true,
					.deep = true});
}

static struct trials tried(const struct profile *p, const struct setting *s,
			   uint32_t trials)
{
	struct trials sum = {0};

	for (uint32_t i = 0; i < trials; i++)
		trial_run(&sum, p, s, i);
	return sum;
}

/* 30 more samples in a second of 43,868. */
TEST(a_new_function_is_the_first_row_and_is_certain)
{
	struct noise n = {
	    .seconds = 22, .rate = 997, .threads = 2, .functions = 400, .mean = 5};
	struct profile *p = noise_profile(&n, 5);
	struct setting s = {PLANT_NEW, 30, 1, NS_PER_SECOND};
	struct trials sum = tried(p, &s, 20);

	assert_in_range(sum.first, 19, 20);
	assert_in_range(sum.certain, 19, 20);
	profile_free(p);
}

/* A change in a single run is also the first row, but it may be chance. */
TEST(a_start_up_step_is_the_first_row)
{
	struct noise n = {
	    .seconds = 22, .rate = 997, .threads = 2, .functions = 400, .mean = 5};
	struct profile *p = noise_profile(&n, 6);
	struct setting s = {PLANT_STARTUP, 60, 1000, NS_PER_SECOND};
	struct trials sum = tried(p, &s, 10);

	assert_int_equal(sum.first, 10);
	assert_int_equal(sum.certain, 0);
	profile_free(p);
}

TEST(a_thread_that_stops_is_the_first_row)
{
	struct noise n = {
	    .seconds = 22, .rate = 997, .threads = 8, .functions = 50, .mean = 5};
	struct profile *p = noise_profile(&n, 7);
	struct setting s = {PLANT_STOPS, 90, 1, NS_PER_SECOND};
	struct trials sum = tried(p, &s, 10);

	assert_int_equal(sum.first, 10);
	profile_free(p);
}

/* Real programs do other things, too: 30 of some 150 samples are the strangest of all. */
TEST(a_new_function_is_found_in_recordings_of_the_corpus)
{
	static const char *const names[] = {"both", "sys-fp", "multi", "zstd"};
	const char *corpus = getenv("FLARESCOPE_CORPUS"), *top = getenv("srcdir");
	struct trials all = {0};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
		struct error err = ERROR_INIT;
		struct setting s = {PLANT_NEW, 30, 1, 0};
		struct trials sum;
		struct profile *p;
		char path[4096];

		snprintf(path, sizeof path, "%s%s/recorded/%s/perf.data",
			 corpus ? corpus
			 : top	? top
				: ".",
			 corpus ? "" : "/../shared/corpus", names[i]);
		p = reading_run(path, NULL, NULL, &err);
		if (!p) {
			print_message("# SKIP: %s\n", err.message);
			skip();
		}
		s.length =
		    (p->samples.time[p->samples.count - 1] - p->samples.time[0]) / 20;
		sum = tried(p, &s, 20);
		all.count += sum.count;
		all.first += sum.first;
		all.certain += sum.certain;
		profile_free(p);
	}
	print_message("# %u of %u are first, %u are certain\n", all.first, all.count,
		      all.certain);
	assert_true(all.first * 100 >= all.count * 90);
	assert_true(all.certain * 100 >= all.count * 90);
}
