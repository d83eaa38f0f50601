/*
 * explain_curves - the tables of doc/analysis.md: how often noise stands out, and how strong a
 * planted change must be to be the first row and to stand out.
 *
 * 	explain_curves noise PROFILES [KIND]			1 to 8; else all
 * 	explain_curves planted TRIALS RECORDING [SECONDS]	of its first seconds
 * 	explain_curves generated TRIALS
 */

#include <stdio.h>
#include <stdlib.h>

#include "base/number.h"
#include "input/reading.h"
#include "planted/trial.h"

static const struct {
	const char *name;
	struct noise noise;
} kinds[] = {
    {"two threads, runs of one mean", {.threads = 2}},
    {"runs of several means up to that", {.threads = 2, .mixed = true}},
    {"four threads that change CPUs", {.threads = 4, .migrating = true}},
    {"both", {.threads = 4, .mixed = true, .migrating = true}},
    {"busy and idle by turns", {.threads = 2, .by_turns = true}},
    {"one of four like bursts", {.threads = 2, .quiet = 10}},
    {"four processes by turns, with callers",
     {.threads = 4, .by_turns = true, .mixed = true, .migrating = true, .deep = true}},
    {"by turns, going on with the same",
     {.threads = 2, .by_turns = true, .going_on = true}},
};

static void noise_row(const char *name, const struct noise *n, uint32_t profiles)
{
	uint32_t seen[FALSE_TABLES] = {0};

	for (uint32_t i = 0; i < profiles; i++)
		trial_count_false(seen, n, i + 1);
	printf("| %s | %.0f | %.1f %% | %.1f %% | %.1f %% |\n", name, n->mean,
	       100.0 * seen[FALSE_FUNCTIONS] / profiles,
	       100.0 * seen[FALSE_SELF] / profiles, 100.0 * seen[FALSE_ALL] / profiles);
	fflush(stdout);
}

static void noise_table(uint32_t profiles, unsigned long only)
{
	static const double means[] = {1, 5, 20, 100};

	printf("| noise | mean run | functions stand out | self | all |\n"
	       "|---|---|---|---|---|\n");
	for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
		for (size_t m = 0; m < 4 && (!only || only == kind + 1); m++) {
			struct noise n = kinds[kind].noise;

			n.seconds = 22;
			n.rate = 997;
			n.functions = 400;
			n.mean = means[m];
			noise_row(kinds[kind].name, &n, profiles);
		}
	}
}

static const struct {
	const char *name;
	enum plant plant;
	uint32_t run, strengths[6];
} curves[] = {
    {"new function, scattered", PLANT_NEW, 1, {5, 10, 20, 30, 60, 120}},
    {"new function, runs of 5", PLANT_NEW, 5, {5, 10, 20, 30, 60, 120}},
    {"new function, runs of 30", PLANT_NEW, 30, {30, 60, 120, 180, 240, 480}},
    {"a function grows", PLANT_GROWS, 1, {10, 20, 30, 60, 120, 240}},
    {"start-up step, one run", PLANT_STARTUP, 1000000, {5, 10, 20, 30, 60, 120}},
    {"a thread stops (%)", PLANT_STOPS, 1, {10, 25, 50, 75, 90, 100}},
};

/* A second, or in a shorter recording a length that gives as many blocks. */
static uint64_t length_of(const struct profile *p)
{
	uint64_t all = p->samples.time[p->samples.count - 1] - p->samples.time[0];

	return all / 20 < NS_PER_SECOND ? all / 20 : NS_PER_SECOND;
}

static void planted_table(const struct profile *p, uint32_t trials)
{
	printf("| planted | strength | first | stands out | others that do |\n"
	       "|---|---|---|---|---|\n");
	for (size_t c = 0; c < sizeof curves / sizeof *curves; c++) {
		for (int i = 0; i < 6; i++) {
			struct setting s = {curves[c].plant, curves[c].strengths[i],
					    curves[c].run, length_of(p)};
			struct trials sum = {0};

			for (uint32_t k = 0; k < trials; k++)
				trial_run(&sum, p, &s, k);
			printf("| %s | %u | %.0f %% | %.0f %% | %.1f |\n", curves[c].name,
			       s.strength, 100.0 * sum.first / sum.count,
			       100.0 * sum.certain / sum.count,
			       (double)sum.others / sum.count);
			fflush(stdout);
		}
	}
}

static int usage(void)
{
	fprintf(stderr,
		"usage: explain_curves noise PROFILES [KIND] | generated TRIALS | "
		"planted TRIALS RECORDING [SECONDS]\n");
	return 2;
}

int main(int argc, char **argv)
{
	const struct reading_options options = {.symbols = true};
	struct error err = ERROR_INIT;
	struct profile *p = NULL;
	uint32_t count = argc > 2 ? (uint32_t)strtoul(argv[2], NULL, 10) : 0;

	if (!count)
		return usage();
	if (!strcmp(argv[1], "noise")) {
		noise_table(count, argc > 3 ? strtoul(argv[3], NULL, 10) : 0);
		return 0;
	}
	if (!strcmp(argv[1], "generated"))
		p = noise_profile(&(struct noise){.seconds = 22,
						  .rate = 249,
						  .threads = 8,
						  .functions = 400,
						  .mean = 20,
						  .mixed = true},
				  1);
	else if (argc > 3)
		p = reading_run(argv[3], &options, NULL, &err);
	else
		return usage();
	if (!p) {
		fprintf(stderr, "explain_curves: %s\n", err.message);
		return 1;
	}
	if (argc > 4)
		p = first_seconds(p, (uint32_t)strtoul(argv[4], NULL, 10));
	printf("%llu samples\n\n", (unsigned long long)p->samples.count);
	planted_table(p, count);
	profile_free(p);
	return 0;
}
