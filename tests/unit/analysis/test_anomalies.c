#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/find/anomalies.h"
#include "analysis/find/burst_windows.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_noise.h"

#define S NS_PER_SECOND

static struct included keep_all(const struct profile *p)
{
	struct error err = ERROR_INIT;
	struct included kept = {.count = p->samples.count};

	assert_true(bits_build(&kept.samples, kept.count, &err));
	bits_fill(&kept.samples);
	return kept;
}

static struct anomalies find(const struct profile *p, unsigned kinds)
{
	struct error err = ERROR_INIT;
	struct included kept = keep_all(p);
	const struct anomaly_query q = {
	    .kept = &kept, .range = RANGE_ALL, .event = ALL_EVENTS, .kinds = kinds};
	struct anomalies found;

	assert_true(anomalies_build(&found, p, &q, &err));
	bits_release(&kept.samples);
	return found;
}

/* ---- timelines ---- */

static uint64_t slow_count(const struct profile *p, const struct timeline *t,
			   uint64_t from, uint64_t to)
{
	uint64_t n = 0, start = profile_origin(p) + t->from;

	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t slice = (p->samples.time[i] - start) / t->slice;

		n += slice >= from && slice < to;
	}
	return n;
}

TEST(a_timeline_counts_what_is_there)
{
	struct dice d = {3};

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct profile *p = random_profile(seed, 80);
		struct error err = ERROR_INIT;
		struct included kept = keep_all(p);
		const struct timeline_query q = {.which = &kept.samples,
						 .range = RANGE_ALL};
		struct timeline t;

		assert_true(timeline_build(&t, p, &q, &err));
		assert_int_equal(t.count, p->samples.count);
		for (int i = 0; i < 30 && t.slices; i++) {
			uint64_t from = dice_below(&d, (uint32_t)t.slices);
			uint64_t to =
			    from + dice_below(&d, (uint32_t)(t.slices - from) + 1);

			assert_int_equal(timeline_count(&t, from, to),
					 slow_count(p, &t, from, to));
		}
		timeline_release(&t);
		bits_release(&kept.samples);
		profile_free(p);
	}
}

TEST(ten_years_cost_what_their_samples_do)
{
	struct made_sample *made = calloc(1000, sizeof *made);
	struct dice d = {9};
	struct anomalies found;
	struct profile *p;
	size_t before, used;

	assert_non_null(made);
	for (int i = 0; i < 1000; i++)
		made[i] = (struct made_sample){.stack = "main",
					       .time = dice_below(&d, 315360000) * S + 1};
	p = made_profile(made, 1000);
	before = mem_used();
	found = find(p, ANOMALY_EVERY_KIND);
	used = mem_used() - before;
	assert_true(used < 100000);
	anomalies_release(&found);
	profile_free(p);
	free(made);
}

TEST(the_last_slice_of_all_time_ends_with_it)
{
	const struct made_sample made[] = {{.stack = "main", .time = 1},
					   {.stack = "main", .time = UINT64_MAX - 1}};
	struct profile *p = made_profile(made, 2);
	struct error err = ERROR_INIT;
	struct included kept = keep_all(p);
	const struct timeline_query q = {.which = &kept.samples, .range = RANGE_ALL};
	struct timeline t;
	struct range r;

	assert_true(timeline_build(&t, p, &q, &err));
	r = timeline_range(&t, t.slices - 1, t.slices);
	assert_true(r.to > r.from);
	assert_true(r.to >= UINT64_MAX - 1 - profile_origin(p));
	timeline_release(&t);
	bits_release(&kept.samples);
	profile_free(p);
}

/* ---- windows ---- */

/* The most samples in any window of this many slices, trying every window. */
static uint64_t slow_most(const struct timeline *t, uint64_t length)
{
	uint64_t most = 0;

	for (uint64_t from = 0; from + length <= t->slices; from++) {
		uint64_t n = timeline_count(t, from, from + length);

		most = n > most ? n : most;
	}
	return most;
}

static size_t windows_found(const struct rate_baseline *m, const struct timeline *t)
{
	struct error err = ERROR_INIT;
	struct burst_windows w;
	size_t n;

	assert_true(burst_windows_find(&w, m, t, &err));
	n = w.count;
	burst_windows_release(&w);
	return n;
}

/* Including where hardly any slice has samples; those are handled by a separate code path. */
TEST(no_window_is_passed_over)
{
	static const uint32_t hz[] = {3, 300};

	for (uint64_t seed = 0; seed < 40; seed++) {
		struct noise noise = {NOISE_BURSTY, hz[seed % 2], 40, 2, 0.5, 5, seed};
		struct rate_baseline m = {.lengths = 1};
		struct error err = ERROR_INIT;
		struct timeline_query q = {.range = RANGE_ALL};
		struct burst_length *l = &m.by[0];
		struct timeline t;
		struct included kept;
		struct noisy n;

		noisy_build(&n, &noise, NULL, 0);
		kept = keep_all(&n.profile);
		q.which = &kept.samples;
		assert_true(timeline_build(&t, &n.profile, &q, &err));
		l->slices = 2 + seed * seed / 3;
		l->spread = 1;
		m.rate = (double)t.count / (double)t.slices;
		l->expected = m.rate * (double)l->slices;
		l->odd = slow_most(&t, l->slices);
		assert_int_not_equal(windows_found(&m, &t), 0);
		l->odd++;
		assert_int_equal(windows_found(&m, &t), 0);
		timeline_release(&t);
		bits_release(&kept.samples);
		noisy_release(&n);
	}
}

/* ---- findings ---- */

static const struct anomaly *of_kind(const struct anomalies *found,
				     enum anomaly_kind kind)
{
	for (uint32_t i = 0; i < found->count; i++)
		if (found->moment[i].kind == kind)
			return &found->moment[i];
	return NULL;
}

static void assert_near(uint64_t a, uint64_t b, uint64_t tolerance)
{
	assert_in_range(a, b < tolerance ? 0 : b - tolerance, b + tolerance);
}

TEST(a_burst_has_its_kind_its_ends_and_its_function)
{
	static const struct {
		struct planted plant;
		enum anomaly_kind kind;
	} cases[] = {
	    {{NOISE_ORIGIN + 20 * S, NOISE_ORIGIN + 20 * S + S / 5, 60}, ANOMALY_BURST},
	    {{NOISE_ORIGIN + 20 * S, NOISE_ORIGIN + 23 * S, 400}, ANOMALY_BURST},
	    {{NOISE_ORIGIN + 20 * S, NOISE_ORIGIN + 22 * S, -1000}, ANOMALY_STALL},
	};

	for (size_t i = 0; i < 3; i++) {
		const struct planted *plant = &cases[i].plant;
		struct noise noise = {NOISE_CLOCKED, 99, 60, 2, 0.5, 5, 7};
		const struct anomaly *m;
		struct anomalies found;
		struct noisy n;

		noisy_build(&n, &noise, plant, 1);
		found = find(&n.profile, ANOMALY_EVERY_KIND);
		assert_int_equal(found.count, 1);
		m = of_kind(&found, cases[i].kind);
		assert_non_null(m);
		assert_near(m->range.from, plant->from - NOISE_ORIGIN, S / 10);
		assert_near(m->range.to, plant->to - NOISE_ORIGIN, S / 10);
		assert_int_equal(m->frame, plant->more > 0 ? n.planted : ANOMALY_NONE);
		assert_true(
		    fabs(m->expected - 99e-9 * (double)(m->range.to - m->range.from)) <
		    0.1 * m->expected);
		anomalies_release(&found);
		noisy_release(&n);
	}
}

/* Too little to stand out in any single second. */
TEST(what_comes_each_second_is_the_sum_of_its_seconds)
{
	struct noise noise = {NOISE_POISSON, 99, 60, 2, 0.5, 5, 4};
	struct planted plants[55];
	const struct anomaly *m;
	struct anomalies found;
	struct noisy n;

	for (uint64_t i = 0; i < 55; i++)
		plants[i] = (struct planted){NOISE_ORIGIN + i * S + 300000000,
					     NOISE_ORIGIN + i * S + 400000000, 6};
	noisy_build(&n, &noise, plants, 1);
	found = find(&n.profile, ANOMALY_EVERY_KIND);
	assert_int_equal(found.count, 0);
	anomalies_release(&found);
	noisy_release(&n);
	noisy_build(&n, &noise, plants, 55);
	found = find(&n.profile, ANOMALY_EVERY_KIND);
	assert_int_equal(found.count, 1);
	m = of_kind(&found, ANOMALY_RECURRING);
	assert_non_null(m);
	assert_near(m->one.from % S, 300000000, 30000000);
	assert_near(m->one.to % S, 400000000, 30000000);
	assert_int_equal(m->frame, n.planted);
	anomalies_release(&found);
	noisy_release(&n);
}

/* One thread that is idle for two thirds of the time, and busy for 0.1 s at a time on average. */
TEST(requests_of_a_program_that_is_mostly_idle_are_no_bursts)
{
	unsigned reported = 0;

	for (uint64_t seed = 1; seed <= 40; seed++) {
		struct noise noise = {NOISE_BURSTY, 999, 20, 1, 0.33, 100, seed};
		struct anomalies found;
		struct noisy n;

		noisy_build(&n, &noise, NULL, 0);
		found = find(&n.profile, 1u << ANOMALY_BURST);
		reported += found.count > 0;
		anomalies_release(&found);
		noisy_release(&n);
	}
	assert_in_range(reported, 0, 2);
}

TEST(bursts_at_the_same_offset_are_one)
{
	struct noise noise = {NOISE_POISSON, 99, 60, 2, 0.5, 5, 4};
	const struct anomaly *m;
	struct planted plants[6];
	struct anomalies found;
	struct noisy n;

	for (uint64_t i = 0; i < 6; i++)
		plants[i] =
		    (struct planted){NOISE_ORIGIN + (5 + 7 * i) * S + 700000000,
				     NOISE_ORIGIN + (5 + 7 * i) * S + 800000000, 60};
	noisy_build(&n, &noise, plants, 6);
	found = find(&n.profile, ANOMALY_EVERY_KIND);
	assert_int_equal(found.count, 1);
	m = of_kind(&found, ANOMALY_RECURRING);
	assert_non_null(m);
	assert_int_equal(m->times, 6);
	assert_near(m->range.from, 5 * S + 700000000, 30000000);
	assert_int_equal(m->one.from, m->range.from);
	assert_near(m->range.to, 40 * S + 800000000, 30000000);
	anomalies_release(&found);
	found = find(&n.profile, 1u << ANOMALY_BURST);
	assert_int_equal(found.count, 6);
	anomalies_release(&found);
	noisy_release(&n);
}

/* The second thread stops, and the first takes over its work. */
static void leave_alone(struct noisy *n, uint64_t from, uint64_t to)
{
	for (uint64_t i = 0; i < n->profile.samples.count; i++)
		if (n->time[i] >= NOISE_ORIGIN + from && n->time[i] < NOISE_ORIGIN + to)
			n->context[i] = n->tables->samples.context[0];
}

TEST(a_thread_that_goes_on_alone_is_found)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct noise noise = {NOISE_BURSTY, 99, 60, 2, 0.5, 5, seed};
		const struct anomaly *m;
		struct anomalies found;
		struct noisy n;

		noisy_build(&n, &noise, NULL, 0);
		leave_alone(&n, 30 * S, 34 * S);
		found = find(&n.profile, 1u << ANOMALY_THREAD);
		assert_int_equal(found.count, 1);
		m = &found.moment[0];
		assert_near(m->range.from, 30 * S, S);
		assert_near(m->range.to, 34 * S, S);
		assert_int_equal(n.profile.threads[m->thread].tid, 100);
		anomalies_release(&found);
		noisy_release(&n);
	}
}

TEST(a_stall_among_bursts_is_found)
{
	for (uint64_t seed = 1; seed <= 20; seed++) {
		struct noise noise = {NOISE_POISSON, 20, 90, 2, 0.5, 5, seed};
		static const uint64_t at[] = {4, 13, 21, 30, 47, 58, 66, 77};
		struct planted plants[9];
		const struct anomaly *m;
		struct anomalies found;
		struct noisy n;

		for (uint64_t i = 0; i < 8; i++) {
			uint64_t from = NOISE_ORIGIN + at[i] * S + i * S / 9;

			plants[i] = (struct planted){from, from + S / 4, 48};
		}
		plants[8] = (struct planted){NOISE_ORIGIN + 39 * S,
					     NOISE_ORIGIN + 42 * S + S / 2, -1000};
		noisy_build(&n, &noise, plants, 9);
		found = find(&n.profile, ANOMALY_EVERY_KIND);
		m = of_kind(&found, ANOMALY_STALL);
		assert_non_null(m);
		assert_near(m->range.from, 39 * S, S / 2);
		assert_near(m->range.to, 42 * S + S / 2, S / 2);
		anomalies_release(&found);
		noisy_release(&n);
	}
}

TEST(from_one_to_the_next)
{
	static const struct planted plants[] = {
	    {NOISE_ORIGIN + 40 * S, NOISE_ORIGIN + 40 * S + S / 5, 90},
	    {NOISE_ORIGIN + 10 * S, NOISE_ORIGIN + 10 * S + S / 5, 60},
	    {NOISE_ORIGIN + 25 * S + S / 2, NOISE_ORIGIN + 28 * S, -1000},
	};
	struct noise noise = {NOISE_CLOCKED, 99, 60, 2, 0.5, 5, 7};
	const struct anomaly *m = NULL;
	struct anomalies found;
	struct noisy n;
	uint64_t at = 0;

	noisy_build(&n, &noise, plants, 3);
	found = find(&n.profile, ANOMALY_EVERY_KIND);
	assert_int_equal(found.count, 3);
	for (uint64_t i = 1; i < 3; i++)
		assert_true(found.moment[i - 1].score >= found.moment[i].score);
	for (int i = 0; i < 3; i++) {
		static const uint64_t begin[] = {10 * S, 25 * S + S / 2, 40 * S};

		m = anomalies_after(&found, at);
		assert_non_null(m);
		assert_near(m->range.from, begin[i], S / 5);
		at = m->range.from;
	}
	assert_null(anomalies_after(&found, at));
	m = anomalies_before(&found, at);
	assert_non_null(m);
	assert_int_equal(m->kind, ANOMALY_STALL);
	assert_null(anomalies_before(&found, 9 * S));
	anomalies_release(&found);
	noisy_release(&n);
}

/* A filter may keep nothing. */
TEST(where_nothing_is_kept_nothing_is_odd)
{
	struct profile *p = random_profile(7, 400);
	struct included kept = keep_all(p);
	const struct anomaly_query q = {.kept = &kept,
					.range = RANGE_ALL,
					.event = ALL_EVENTS,
					.kinds = ANOMALY_EVERY_KIND};
	struct error err = ERROR_INIT;
	struct anomalies found;

	memset(kept.samples.words, 0, (p->samples.count / 64 + 1) * sizeof(uint64_t));
	kept.count = 0;
	assert_true(anomalies_build(&found, p, &q, &err));
	assert_int_equal(found.count, 0);
	anomalies_release(&found);
	included_release(&kept);
	profile_free(p);
}

TEST(spans_and_what_has_no_times_are_refused)
{
	static const struct made_sample untimed = {.stack = "a", .untimed = true},
					span = {
					    .stack = "a", .duration = 5, .span = true};

	for (int i = 0; i < 2; i++) {
		struct profile *p = made_profile(i ? &span : &untimed, 1);
		struct included kept = keep_all(p);
		const struct anomaly_query q = {.kept = &kept,
						.range = RANGE_ALL,
						.event = ALL_EVENTS,
						.kinds = ANOMALY_EVERY_KIND};
		struct error err = ERROR_INIT;
		struct anomalies found;

		kept.spans = i == 1;
		assert_false(anomalies_build(&found, p, &q, &err));
		assert_int_equal(err.kind, ERROR_NOTHING);
		bits_release(&kept.samples);
		profile_free(p);
	}
}
