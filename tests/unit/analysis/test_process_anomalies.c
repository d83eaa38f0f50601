/*
 * Services whose requests have random sizes, with anomalies: processes that stall, threads that
 * take over, functions whose shares change. ANOMALY_SERVICES=1000 counts over that many of each.
 */

#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/find/anomalies.h"
#include "analysis/find/stretches.h"
#include "base/number.h"
#include "lib/made_activity.h"

#define S NS_PER_SECOND

/* ---- a service ---- */

#define WORKERS 4
#define HZ	199
#define SECONDS 20

enum fault {
	NOTHING,
	STALL,
	TAKEOVER,
	MIX,
	FAINT_MIX,
	START,
	COMPILED,
	COMPILED_IN,
	COMPILED_ABOVE
};

static const double parts[3][4] = {
    {0.5, 0.2, 0.2, 0.1}, {0.2, 0.5, 0.2, 0.1}, {0.3, 0.2, 0.1, 0.4}};
static const char *const functions[4] = {"serve;price_items", "serve;render_page",
					 "serve;look_up;hash", "serve;compress_body"};

struct service {
	struct made_sample *made;
	size_t count, room;
	struct dice dice;
	enum fault fault;
	double from, to;
	int pid;
};

static void add(struct service *s, double at, int worker, const char *stack)
{
	static const char *const names[] = {"worker-0", "worker-1", "worker-2",
					    "worker-3", "ticker"};

	assert_true(s->count < s->room);
	s->made[s->count++] = (struct made_sample){.stack = stack,
						   .comm = names[worker],
						   .process = "service",
						   .time = (uint64_t)(at * 1e9),
						   .pid = s->pid,
						   .tid = s->pid + worker,
						   .cpu = worker % 2};
}

/* Normally render_page has a frame of its own; once it is inlined into serve, it no longer does. */
static const char *stack_of(const struct service *s, int function, bool now)
{
	static const char *const above[2][4] = {
	    {"run;serve;price", "run;serve;render", "run;serve;hash", "run;serve;press"},
	    {"run;work;serve;price", "run;work;serve;render", "run;work;serve;hash",
	     "run;work;serve;press"}};

	if (s->fault == COMPILED_ABOVE)
		return above[now][function];
	if (s->fault < COMPILED || function != 1)
		return functions[function];
	return now == (s->fault == COMPILED) ? "serve;render_page;burn" : "serve;burn";
}

/*
 * Each worker handles one request after another: mostly a few ms each, 0.2 s at most, with pauses
 * in between.
 */
static void work(struct service *s, int worker, double busy)
{
	double at = made_exponential(&s->dice) * 0.05;

	while (at < SECONDS) {
		double length = 0.002 * exp(made_even(&s->dice) * 4.6),
		       ends = at + length;
		const double *part = parts[dice_below(&s->dice, 3)];
		int function = 0;
		double left = part[0] * length;
		bool moves =
		    s->fault == MIX || (s->fault == FAINT_MIX && dice_below(&s->dice, 2));

		for (; at < ends; at += 1.0 / HZ, left -= 1.0 / HZ) {
			bool now = at >= s->from && at < s->to;
			int which;

			while (left < 0 && function < 3)
				left += part[++function] * length;
			which = moves && now && function == 0 ? 3 : function;
			if ((s->fault == STALL && now) ||
			    (s->fault == START && at < s->to))
				continue;
			if (s->fault == TAKEOVER && now && worker != 1)
				continue;
			add(s, at + made_even(&s->dice) * 0.004, worker,
			    stack_of(s, which, now));
		}
		at += s->fault == TAKEOVER && worker == 1 && at >= s->from && at < s->to
			  ? 0
			  : made_exponential(&s->dice) * length * (1 / busy - 1);
	}
}

static int compare_times(const void *a, const void *b)
{
	const struct made_sample *x = a, *y = b;

	return (x->time > y->time) - (x->time < y->time);
}

/* With another process beside it, and a thread that ticks regularly. */
static struct profile *service_profile(uint64_t seed, enum fault fault, double from,
				       double length)
{
	struct service s = {.room = 200000,
			    .dice = {seed + 1},
			    .fault = fault,
			    .from = from,
			    .to = from + length,
			    .pid = 500};
	struct profile *p;

	s.made = calloc(s.room, sizeof *s.made);
	assert_non_null(s.made);
	for (double at = 0; fault == START && at < length; at += 1.0 / HZ)
		add(&s, at, 0, at > 0 ? "main;load_catalog" : "main");
	for (int i = 0; i < WORKERS; i++)
		work(&s, i, 0.25);
	for (double at = 0.01; at < SECONDS; at += 0.3)
		add(&s, at, WORKERS, "tick");
	s.fault = NOTHING;
	s.pid = 900;
	work(&s, 0, 0.5);
	qsort(s.made, s.count, sizeof *s.made, compare_times);
	p = made_profile(s.made, s.count);
	free(s.made);
	return p;
}

static struct anomalies find(const struct profile *p)
{
	struct error err = ERROR_INIT;
	struct included kept = {.count = p->samples.count};
	const struct anomaly_query q = {.kept = &kept,
					.range = RANGE_ALL,
					.event = ALL_EVENTS,
					.kinds = ANOMALY_EVERY_KIND};
	struct anomalies found;

	assert_true(bits_build(&kept.samples, kept.count, &err));
	bits_fill(&kept.samples);
	assert_true(anomalies_build(&found, p, &q, &err));
	bits_release(&kept.samples);
	return found;
}

static uint32_t services(uint32_t usual)
{
	const char *asked = getenv("ANOMALY_SERVICES");
	uint64_t n;

	return asked && number_u64(text_of(asked), &n) && n && n < 100000 ? (uint32_t)n
									  : usual;
}

/* ---- findings ---- */

static double common(const struct anomaly *m, double from, double to)
{
	double a = (double)m->range.from / 1e9, b = (double)m->range.to / 1e9;
	double shared = fmin(b, to) - fmax(a, from);

	return shared / (fmax(b, to) - fmin(a, from));
}

/* How often it is found at the right time and with a matching reason. */
static uint32_t count_found(enum fault fault, enum anomaly_kind kind, double length,
			    const char *reason, uint32_t each)
{
	struct dice d = {99};
	uint32_t n = 0;

	for (uint32_t seed = 0; seed < each; seed++) {
		double from = 2 + (SECONDS - 4 - length) * made_even(&d);
		struct profile *p = service_profile(seed, fault, from, length);
		struct anomalies found = find(p);
		bool hit = false;

		from -= (double)profile_origin(p) / 1e9;
		for (uint32_t i = 0; i < found.count; i++) {
			const struct anomaly *m = &found.moment[i];

			assert_true(m->of == 0 || m->kind == ANOMALY_THREAD ||
				    m->kind == ANOMALY_MIX);
			hit |= m->kind == kind && common(m, from, from + length) >= 0.5 &&
			       (!reason ||
				text_equal(anomaly_reason(m, p), text_of(reason)));
		}
		n += hit;
		anomalies_release(&found);
		profile_free(p);
	}
	printf("# %s of %.1f s: %u of %u\n", anomaly_kind_names[kind], length, n, each);
	return n;
}

TEST(a_stall_of_one_process_is_found_beside_another)
{
	uint32_t each = services(20);

	assert_true(count_found(STALL, ANOMALY_STALL, 1.5, NULL, each) >= each * 0.95);
}

TEST(a_thread_that_takes_over_is_found)
{
	uint32_t each = services(20);

	assert_true(count_found(TAKEOVER, ANOMALY_THREAD, 3, "worker-1", each) >=
		    each * 0.95);
}

TEST(another_mix_at_the_same_load_is_found)
{
	uint32_t each = services(20);

	assert_true(count_found(MIX, ANOMALY_MIX, 5, "compress_body", each) >=
		    each * 0.95);
}

/*
 * Each request runs through each function once: shares vary less than the lengths of runs alone
 * would suggest.
 */
TEST(a_faint_mix_of_functions_that_take_turns_is_found)
{
	uint32_t each = services(100);

	assert_true(count_found(FAINT_MIX, ANOMALY_MIX, 3, "compress_body", each) >=
		    each * 0.68);
}

/* And the function responsible is named, although its caller has one more sample. */
TEST(what_a_process_begins_with_is_its_start)
{
	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct profile *p = service_profile(seed, START, 0, 3);
		struct anomalies found = find(p);
		bool hit = false;

		for (uint32_t i = 0; i < found.count; i++) {
			const struct anomaly *m = &found.moment[i];

			hit |= m->kind == ANOMALY_MIX && m->from_start &&
			       common(m, 0, 3) > 0.9 &&
			       text_equal(anomaly_reason(m, p), TEXT("load_catalog"));
		}
		assert_true(hit);
		anomalies_release(&found);
		profile_free(p);
	}
}

static void make_jit(struct profile *p)
{
	struct frame *frames = malloc(p->frame_count * sizeof *frames);

	assert_non_null(frames);
	memcpy(frames, p->frames, p->frame_count * sizeof *frames);
	for (uint32_t i = 0; i < p->frame_count; i++)
		frames[i].kind = FRAME_JIT;
	p->frames = frames;
}

static uint32_t count_mixes(enum fault fault, bool jit)
{
	uint32_t n = 0;

	for (uint64_t seed = 1; seed <= 10; seed++) {
		struct profile *p = service_profile(seed, fault, 8, 5);
		const struct frame *frames = p->frames;
		struct anomalies found;

		if (jit)
			make_jit(p);
		found = find(p);
		for (uint32_t i = 0; i < found.count; i++)
			n += found.moment[i].kind == ANOMALY_MIX;
		anomalies_release(&found);
		if (jit)
			free((void *)(uintptr_t)p->frames);
		p->frames = frames;
		profile_free(p);
	}
	return n;
}

TEST(what_an_engine_compiles_is_no_other_mix)
{
	assert_true(count_mixes(COMPILED, false) >= 9);
	assert_true(count_mixes(COMPILED_IN, false) >= 9);
	assert_true(count_mixes(COMPILED_ABOVE, false) >= 9);
	assert_int_equal(count_mixes(COMPILED, true), 0);
	assert_int_equal(count_mixes(COMPILED_IN, true), 0);
	assert_int_equal(count_mixes(COMPILED_ABOVE, true), 0);
	assert_true(count_mixes(MIX, true) >= 9);
}

TEST(of_services_without_a_fault_nothing_is_told)
{
	uint32_t each = services(50), n = 0;

	for (uint32_t seed = 0; seed < each; seed++) {
		struct profile *p = service_profile(1000 + seed, NOTHING, 0, 0);
		struct anomalies found = find(p);

		n += found.count > 0;
		for (uint32_t i = 0; i < found.count; i++)
			printf("# seed %u: %s, %.1f\n", seed,
			       anomaly_kind_names[found.moment[i].kind],
			       found.moment[i].score);
		assert_true(found.processes == 2 && found.functions > 3);
		anomalies_release(&found);
		profile_free(p);
	}
	printf("# %u of %u tell something\n", n, each);
	assert_true(n <= 1 + each / 50);
}

/* ---- workers that are always busy ---- */

/* Each worker runs one function after another, for random lengths of time, with constant shares. */
static struct profile *busy_profile(uint64_t seed, int workers, double run, double hz,
				    double seconds)
{
	static const double shares[] = {0.3, 0.25, 0.2, 0.1, 0.09, 0.06};
	static const char *const names[] = {"serve;a", "serve;b", "serve;c",
					    "serve;d", "serve;e", "serve;f"};
	struct service s = {
	    .room = (size_t)(workers * hz * seconds) + 8, .dice = {seed + 1}, .pid = 500};
	int function[4] = {0};
	struct profile *p;

	s.made = calloc(s.room, sizeof *s.made);
	assert_non_null(s.made);
	for (double at = 0.5; at < 0.5 + seconds - 1 / hz; at += 1 / hz)
		for (int w = 0; w < workers; w++) {
			double which = made_even(&s.dice);

			if (at < 0.5 + 1 / hz || made_even(&s.dice) < 1 / run)
				for (function[w] = 0;
				     function[w] < 5 && which >= shares[function[w]];
				     function[w]++)
					which -= shares[function[w]];
			add(&s, at + 0.0001 * w, w, names[function[w]]);
		}
	p = made_profile(s.made, s.count);
	free(s.made);
	return p;
}

TEST(of_functions_whose_shares_stay_nothing_is_told)
{
	static const struct {
		int workers;
		double run, hz, seconds;
	} cases[] = {{1, 1, 99, 60}, {1, 5, 99, 60}, {4, 5, 99, 30},  {2, 10, 99, 20},
		     {1, 5, 99, 20}, {4, 1, 49, 30}, {2, 20, 199, 60}};
	uint32_t each = services(15), all = 0;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		uint32_t n = 0;

		for (uint32_t seed = 0; seed < each; seed++) {
			struct profile *p =
			    busy_profile(seed, cases[i].workers, cases[i].run,
					 cases[i].hz, cases[i].seconds);
			struct anomalies found = find(p);

			n += found.count > 0;
			anomalies_release(&found);
			profile_free(p);
		}
		printf("# %d workers, runs of %.0f, %.0f Hz, %.0f s: %u of %u\n",
		       cases[i].workers, cases[i].run, cases[i].hz, cases[i].seconds, n,
		       each);
		all += n;
	}
	assert_true(all <= 2 + sizeof cases / sizeof *cases * each / 100);
}

/* ---- periods ---- */

/*
 * Pauses of any length are not stalls if others are similar; in a process that never pauses, one
 * is.
 */
TEST(a_pause_is_odd_among_shorter_ones)
{
	static uint64_t time[4000];
	struct dice d = {4};

	for (int kind = 0; kind < 3; kind++) {
		struct stretches_query q = {
		    .time = time, .times = 0.25, .chance = 0.004, .least = S / 5};
		struct error err = ERROR_INIT;
		struct stretches s;
		uint64_t at = S;

		q.count = 0;
		for (int i = 0; i < 4000; i++) {
			at += (uint64_t)(made_exponential(&d) * 0.005 * 1e9);
			/* on average, 99 pauses of 0.1 s */
			if (kind > 0 && i % 40 == 39)
				at += (uint64_t)(made_exponential(&d) * 1e8);
			if (kind < 2 && i == 2000)
				at += 2 * S;
			time[q.count++] = at;
		}
		assert_true(stretches_find(&s, &q, &err));
		assert_int_equal(s.count, kind < 2);
		if (s.count) {
			uint64_t length = s.stretch[0].range.to - s.stretch[0].range.from;

			assert_in_range(length, 2 * S, 3 * S);
			assert_true(s.stretch[0].samples < 20);
			assert_true(s.stretch[0].expected > 100);
		}
	}
}

TEST(few_samples_or_none_have_no_stretch)
{
	uint64_t time[8] = {
	    5, 5, 5, 5, UINT64_MAX - 3, UINT64_MAX - 2, UINT64_MAX - 1, UINT64_MAX};
	struct error err = ERROR_INIT;

	for (uint32_t n = 0; n <= 8; n++)
		for (int busy = 0; busy < 2; busy++) {
			struct stretches_query q = {time,  n, busy ? 2 : 0.25,
						    0.004, 0, 0};
			struct stretches s;

			assert_true(stretches_find(&s, &q, &err));
		}
}

/* ---- shares ---- */

static struct share_stretch share_of(const bool *has, uint32_t all, uint32_t blocks)
{
	static uint32_t at[20000];
	struct share_spread spread;
	struct share_query q = {
	    .at = at, .all = all, .blocks = blocks, .least = 2, .runs = 1};

	for (uint32_t i = 0; i < all; i++)
		if (has[i])
			at[q.count++] = i; /* room: all is 20,000 at most */
	return share_find(&q, &spread);
}

TEST(the_stretch_with_another_share_has_its_ends)
{
	static bool has[20000];
	struct dice d = {8};

	for (int more = 0; more < 2; more++) {
		struct share_stretch s;

		for (uint32_t i = 0; i < 20000; i++)
			has[i] = dice_below(&d, 100) <
				 (i >= 7003 && i < 9001 ? (more ? 60 : 5) : 30);
		s = share_of(has, 20000, 160);
		assert_true(more ? s.score > 10 : s.score < -10);
		assert_in_range(s.from, 6950, 7060);
		assert_in_range(s.to, 8940, 9060);
		assert_true(fabs(s.outside - 0.3) < 0.03);
	}
}

TEST(what_has_no_share_or_all_of_it_has_no_stretch)
{
	static bool has[20000];

	assert_true(share_of(has, 20000, 100).score == 0);
	memset(has, 1, sizeof has);
	assert_true(share_of(has, 20000, 100).score == 0);
	memset(has, 1, 100);
	assert_true(share_of(has, 64, 16).score == 0);
	assert_true(share_of(has, 10, 2).score == 0);
}
