#include "lib/unit.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/find/anomalies.h"
#include "base/number.h"
#include "lib/made_activity.h"
#include "lib/made_noise.h"

/*
 * False reports and recall over many profiles. By default only a few of each are made; with
 * ANOMALY_PROFILES=1000 in the environment, as many as doc/analysis.md reports, whose tables this
 * prints. ANOMALY_SEED=5001 makes different profiles: the thresholds were chosen with the seeds
 * from 1 on.
 */
static uint32_t number_from(const char *variable, uint32_t usual)
{
	const char *asked = getenv(variable);
	uint64_t n;

	return asked && number_u64(text_of(asked), &n) && n > 0 && n < 1000000
		   ? (uint32_t)n
		   : usual;
}

static uint32_t profiles(uint32_t usual)
{
	return number_from("ANOMALY_PROFILES", usual);
}

static uint32_t first_seed(void)
{
	return number_from("ANOMALY_SEED", 1);
}

static void look(struct anomalies *found, const struct noisy *n)
{
	struct error err = ERROR_INIT;
	struct included kept = {.count = n->profile.samples.count};
	const struct anomaly_query q = {.kept = &kept,
					.range = RANGE_ALL,
					.event = ALL_EVENTS,
					.kinds = ANOMALY_EVERY_KIND};

	assert_true(bits_build(&kept.samples, kept.count, &err));
	bits_fill(&kept.samples);
	assert_true(anomalies_build(found, &n->profile, &q, &err));
	bits_release(&kept.samples);
}

/* How many of `count` profiles with this noise report anything. */
static uint32_t reports(struct noise noise, uint32_t count)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct anomalies found;
		struct noisy noisy;

		noise.seed = first_seed() + i;
		noisy_build(&noisy, &noise, NULL, 0);
		look(&found, &noisy);
		n += found.count > 0;
		anomalies_release(&found);
		noisy_release(&noisy);
	}
	return n;
}

/* Runs of 100 ms, but of at least 5 ticks. */
static double run_of(uint32_t hz)
{
	return hz < 50 ? 5 : hz / 10.0;
}

TEST(in_noise_nothing_is_odd)
{
	static const char *const names[] = {"Poisson", "clocked", "clocked", "bursty"};
	static const enum noise_kind kinds[] = {NOISE_POISSON, NOISE_CLOCKED,
						NOISE_CLOCKED, NOISE_BURSTY};
	static const uint32_t cpus[] = {2, 2, 8, 2}, hz[] = {49, 99, 997},
			      seconds[] = {30, 60, 300};
	uint32_t each = profiles(unit_everywhere() ? 5 : 2), all = 0, made = 0;

	printf("# false reports of %u profiles each, over 30, 60, 300 s\n", each);
	for (uint32_t k = 0; k < 4; k++) {
		for (uint32_t h = 0; h < 3; h++) {
			printf("# %s, %u CPUs, %u Hz:", names[k], cpus[k], hz[h]);
			for (uint32_t s = 0; s < 3; s++) {
				struct noise noise = {kinds[k], hz[h], seconds[s],
						      cpus[k],	0.5,   run_of(hz[h]),
						      0};
				/*
				 * profiles of a million samples and more are only for the large run
				 */
				uint32_t size = hz[h] * seconds[s] * cpus[k];
				bool large = size > 1000000;
				/* small profiles are quick, and bursts in them are rare */
				uint32_t count = each < 1000 && size < 60000 ? 40 : each;
				uint32_t n = large && !unit_everywhere() && each < 1000
						 ? 0
						 : reports(noise, count);

				printf(" %u", n);
				fflush(stdout);
				all += n;
				made += count;
				assert_true(n <= (count < 1000 ? 2 : count / 100));
			}
			printf("\n");
		}
	}
	assert_true(all <= 3 + made / 100);
}

static bool overlaps(const struct anomaly *m, const struct noisy *n,
		     const struct planted *p)
{
	uint64_t origin = profile_origin(&n->profile);

	return m->range.from < p->to - origin && m->range.to > p->from - origin &&
	       (m->kind == ANOMALY_STALL) == (p->more < 0);
}

/* Whether the planted anomaly is found, along with its function. */
static bool is_found(const struct noise *noise, const struct planted *plant)
{
	struct anomalies found;
	struct noisy noisy;
	bool hit = false;

	noisy_build(&noisy, noise, plant, 1);
	look(&found, &noisy);
	for (uint32_t i = 0; i < found.count; i++)
		hit |= overlaps(&found.moment[i], &noisy, plant) &&
		       (plant->more < 0 || found.moment[i].frame == noisy.planted);
	anomalies_release(&found);
	noisy_release(&noisy);
	return hit;
}

/* In how many of `count` profiles a change of this many standard deviations is found. */
static uint32_t recall(struct noise noise, uint64_t length, double deviations,
		       uint32_t count)
{
	double expected = noise.hz * noise.cpus * noise.busy * (double)length / 1e9;
	struct dice d = {length + noise.hz};
	uint32_t n = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct planted plant = {.more = llround(deviations * sqrt(expected))};

		noise.seed = first_seed() + i;
		plant.from =
		    NOISE_ORIGIN +
		    (uint64_t)((noise.seconds * 1e9 - (double)length) * made_even(&d));
		plant.to = plant.from + length;
		n += is_found(&noise, &plant);
	}
	return n;
}

static void print_curve(struct noise noise, uint64_t length, uint32_t each)
{
	static const double deviations[] = {4, 5, 6, 7, 8, 10};

	printf("# of 4, 5, 6, 7, 8, 10 deviations:");
	for (size_t i = 0; i < sizeof deviations / sizeof *deviations; i++)
		printf(" %u", recall(noise, length, deviations[i], each));
	printf("\n");
}

TEST(eight_deviations_are_found)
{
	static const struct {
		uint32_t hz, seconds;
		uint64_t length;
	} cases[] = {
	    {49, 30, 250000000},  {49, 60, 320000000},	{49, 60, 600000000},
	    {49, 300, 500000000}, {99, 60, 120000000},	{99, 60, 500000000},
	    {997, 60, 40000000},  {997, 60, 100000000}, {997, 300, 80000000},
	};
	uint32_t each = profiles(unit_everywhere() ? 40 : 20);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		for (int kind = 0; kind < 2; kind++) {
			struct noise noise = {(enum noise_kind)kind,
					      cases[i].hz,
					      cases[i].seconds,
					      2,
					      0.5,
					      5,
					      0};
			uint32_t n;

			if (kind && cases[i].hz * cases[i].seconds > 100000 &&
			    !unit_everywhere())
				continue; /* clocked noise is easier */
			n = recall(noise, cases[i].length, 8, each);
			printf("# %s %u Hz, %u s, %" PRIu64 " ms: %u of %u\n",
			       kind ? "clocked" : "Poisson", cases[i].hz,
			       cases[i].seconds, cases[i].length / 1000000, n, each);
			assert_true(n >= each * 0.95);
			if (!kind && getenv("ANOMALY_CURVES"))
				print_curve(noise, cases[i].length, each);
		}
	}
}

TEST(stalls_are_found)
{
	static const struct {
		uint32_t hz, seconds;
		uint64_t length;
	} cases[] = {
	    {49, 60, 1500000000},
	    {99, 60, 800000000},
	    {997, 60, 250000000},
	    {997, 60, 400000000},
	};
	uint32_t each = profiles(unit_everywhere() ? 40 : 20);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct noise noise = {
		    NOISE_POISSON, cases[i].hz, cases[i].seconds, 2, 0.5, 5, 0};
		double expected = noise.hz * (double)cases[i].length / 1e9;
		uint32_t cold = recall(noise, cases[i].length, -sqrt(expected), each);

		printf("# %u Hz, %u s, %" PRIu64 " ms: %u of %u stalls\n", cases[i].hz,
		       cases[i].seconds, cases[i].length / 1000000, cold, each);
		/* the third is short: doc/analysis.md */
		assert_true(cold >= each * (i == 2 ? 0.85 : 0.93));
	}
}
