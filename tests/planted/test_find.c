/*
 * Changes planted into recordings are found, as anomalies and as periods, and everything that is
 * found without them is still found. FOUND=100 in the environment plants this often at each
 * strength and prints the tables of doc/analysis.md.
 */

#include "lib/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/find/anomalies.h"
#include "analysis/find/periods.h"
#include "analysis/idle.h"
#include "base/number.h"
#include "input/reading.h"
#include "planted/background.h"

static uint32_t trials_wanted(void)
{
	const char *wanted = getenv("FOUND");

	return wanted ? (uint32_t)strtoul(wanted, NULL, 10) : 0;
}

/* ---- results ---- */

struct answer {
	struct anomalies odd;
	struct periods periods;
	uint64_t samples; /* counted samples */
};

static void ask(struct answer *a, const struct profile *p)
{
	struct included_query wanted = {.event = ALL_EVENTS, .idle = IDLE_HIDE};
	struct error err = ERROR_INIT;
	struct included kept;
	struct bits idle;
	struct anomaly_query odd = {.kept = &kept,
				    .range = RANGE_ALL,
				    .event = ALL_EVENTS,
				    .kinds = ANOMALY_EVERY_KIND | ANOMALY_EACH_BURST};
	struct periods_query periods = {
	    .which = &kept.samples, .event = ALL_EVENTS, .range = RANGE_ALL};

	assert_true(idle_build(&idle, p, &err));
	assert_true(included_build(&kept, p, &idle, &wanted, &err));
	assert_true(anomalies_build(&a->odd, p, &odd, &err));
	assert_true(periods_find(&a->periods, p, &periods, &err));
	a->samples = kept.count;
	included_release(&kept);
	bits_release(&idle);
}

/* ---- recordings ---- */

struct recording {
	struct profile *p;
	uint64_t from, length; /* ns, on its clock */
	struct answer before;  /* without anything planted */
};

static bool recording_open(struct recording *r, const char *name)
{
	const char *top = getenv("srcdir");
	struct error err = ERROR_INIT;
	char path[4096];

	snprintf(path, sizeof path, "%s/data/examples/%s.perf.gz", top ? top : ".", name);
	r->p = reading_run(path, NULL, NULL, &err);
	if (!r->p) {
		print_message("# SKIP: %s\n", err.message);
		return false;
	}
	r->from = r->p->samples.time[0];
	r->length = r->p->samples.time[r->p->samples.count - 1] - r->from;
	ask(&r->before, r->p);
	return true;
}

static void recording_close(struct recording *r)
{
	anomalies_release(&r->before.odd);
	profile_free(r->p);
}

static bool overlap(const struct anomaly *m, uint64_t from, uint64_t to)
{
	return m->kind != ANOMALY_RECURRING && m->range.from < to && m->range.to > from;
}

/* ---- one trial ---- */

struct setting {
	enum plant plant;
	uint64_t length;   /* ns; for a period: the cycle */
	uint32_t strength; /* deviations more, or percent */
};

struct outcome {
	uint32_t trials, found, reasons, lost, others;
};

static double part(struct dice *d)
{
	return dice_below(d, 1u << 30) / (double)(1u << 30);
}

/* A random place without an anomaly. False if there is none. */
static bool choose_place(const struct recording *r, const struct setting *s,
			 struct planting *planting, struct dice *d)
{
	for (int i = 0; i < 200; i++) {
		double least = 0.02 * (double)r->length;
		double room = (double)r->length - (double)s->length - 2 * least;
		uint64_t from = r->from - profile_origin(r->p) +
				(uint64_t)(least + (room > 0 ? part(d) * room : 0));
		bool free = room > 0;

		for (uint32_t k = 0; free && k < r->before.odd.count; k++)
			free = !overlap(&r->before.odd.moment[k],
					from > s->length ? from - s->length : 0,
					from + 2 * s->length);
		planting->from = profile_origin(r->p) + from;
		planting->to = planting->from + s->length;
		if (free)
			return true;
	}
	return false;
}

/* The thread of a random sample that is not of the idle task, and has samples there. */
static void choose_thread(const struct recording *r, struct planting *planting,
			  struct dice *d)
{
	for (int i = 0; i < 1000; i++) {
		uint64_t row = dice_below(d, (uint32_t)r->p->samples.count);

		planting->thread = profile_context(r->p, row)->thread;
		if (r->p->threads[planting->thread].pid > 0 ||
		    r->p->threads[planting->thread].tid > 0)
			return;
	}
}

static uint32_t samples_of(const struct recording *r, const struct setting *s)
{
	double expected =
	    (double)r->before.samples * (double)s->length / (double)r->length;

	if (s->plant == PLANT_NEW)
		return (uint32_t)(s->strength * sqrt(expected) + 0.5);
	if (s->plant == PLANT_PERIOD)
		return (uint32_t)(s->strength * 0.01 * (double)r->before.samples + 0.5);
	return s->strength;
}

static bool is_it(const struct setting *s, const struct anomaly *m)
{
	if (s->plant == PLANT_NEW)
		return m->kind == ANOMALY_BURST;
	return m->kind == ANOMALY_STALL ||
	       (s->plant == PLANT_STOPS && m->kind == ANOMALY_THREAD);
}

static bool is_named(const struct anomaly *m, const struct profile *p)
{
	return text_equal(anomaly_reason(m, p), TEXT(PLANTED_NAME));
}

/* Everything found before is still found, and nothing else except the planted change. */
static void compare(struct outcome *t, const struct recording *r,
		    const struct answer *now, uint64_t from, uint64_t to)
{
	const struct anomalies *before = &r->before.odd;

	for (uint32_t i = 0; i < before->count; i++) {
		const struct anomaly *m = &before->moment[i];
		bool there = m->kind == ANOMALY_RECURRING;

		for (uint32_t k = 0; k < now->odd.count; k++)
			there |= now->odd.moment[k].kind == m->kind &&
				 overlap(&now->odd.moment[k], m->range.from, m->range.to);
		t->lost += !there;
	}
	for (uint32_t k = 0; k < now->odd.count; k++) {
		const struct anomaly *m = &now->odd.moment[k];
		bool known = m->kind == ANOMALY_RECURRING || overlap(m, from, to);

		for (uint32_t i = 0; i < before->count; i++)
			known |= overlap(m, before->moment[i].range.from,
					 before->moment[i].range.to);
		t->others += !known;
	}
}

static void judge_moments(struct outcome *t, const struct recording *r,
			  const struct setting *s, const struct answer *now,
			  const struct planting *planting, const struct profile *p)
{
	uint64_t origin = profile_origin(p);
	uint64_t from = planting->from - origin, to = planting->to - origin;
	bool found = false, named = false;

	for (uint32_t k = 0; k < now->odd.count; k++) {
		const struct anomaly *m = &now->odd.moment[k];

		if (overlap(m, from, to) && is_it(s, m)) {
			found = true;
			named |= is_named(m, p);
		}
	}
	t->found += found;
	t->reasons += named;
	compare(t, r, now, from, to);
}

static bool is_about(uint64_t a, uint64_t b)
{
	return fabs((double)a - (double)b) < 0.01 * (double)b;
}

static void judge_periods(struct outcome *t, const struct recording *r,
			  const struct setting *s, const struct answer *now)
{
	bool found = false;

	for (uint32_t i = 0; i < now->periods.count; i++) {
		uint64_t length = now->periods.found[i].length;
		bool known = is_about(length, s->length);

		found |= known;
		for (uint32_t k = 0; k < r->before.periods.count; k++)
			known |= is_about(length, r->before.periods.found[k].length);
		t->others += !known;
	}
	for (uint32_t k = 0; k < r->before.periods.count; k++) {
		bool there = false;

		for (uint32_t i = 0; i < now->periods.count; i++)
			there |= is_about(now->periods.found[i].length,
					  r->before.periods.found[k].length);
		t->lost += !there;
	}
	t->found += found;
}

static void try_once(struct outcome *t, const struct recording *r,
		     const struct setting *s, uint64_t seed)
{
	struct dice d = {seed * 7919 + 1000};
	char name[PLANTED_NAME_MAX];
	struct planting planting = {.plant = s->plant,
				    .last = r->p->samples.count,
				    .from = r->from,
				    .to = r->from + r->length,
				    .strength = samples_of(r, s),
				    .run = 1,
				    .cycle = s->length};
	struct answer now;
	struct profile *p;

	if (s->plant != PLANT_PERIOD && !choose_place(r, s, &planting, &d))
		return;
	if (s->plant == PLANT_STOPS)
		choose_thread(r, &planting, &d);
	p = planted_profile(r->p, &planting, &d, name);
	ask(&now, p);
	t->trials++;
	if (s->plant == PLANT_PERIOD)
		judge_periods(t, r, s, &now);
	else
		judge_moments(t, r, s, &now, &planting, p);
	anomalies_release(&now.odd);
	profile_free(p);
}

static struct outcome tried(const struct recording *r, const struct setting *s,
			    uint32_t trials)
{
	struct outcome t = {0};

	for (uint32_t i = 0; i < trials; i++)
		try_once(&t, r, s, i);
	return t;
}

/* ---- the tables ---- */

#define STRENGTHS 6

static const struct curve {
	const char *name;
	enum plant plant;
	struct {
		uint32_t ms, strength;
	} at[STRENGTHS];
} curves[] = {
    {"burst of 0.2 s, by 4, 6, 8, 12, 16, 24 deviations",
     PLANT_NEW,
     {{200, 4}, {200, 6}, {200, 8}, {200, 12}, {200, 16}, {200, 24}}},
    {"burst of 1 s, by 4, 6, 8, 12, 16, 24 deviations",
     PLANT_NEW,
     {{1000, 4}, {1000, 6}, {1000, 8}, {1000, 12}, {1000, 16}, {1000, 24}}},
    {"stall of 0.25, 0.5, 1, 2, 3, 4 s",
     PLANT_STALL,
     {{250, 100}, {500, 100}, {1000, 100}, {2000, 100}, {3000, 100}, {4000, 100}}},
    {"a thread stops for 0.5, 1, 2, 4, 6, 8 s",
     PLANT_STOPS,
     {{500, 100}, {1000, 100}, {2000, 100}, {4000, 100}, {6000, 100}, {8000, 100}}},
    {"period of 1.9 s, by 5, 10, 15, 20, 30, 60 %",
     PLANT_PERIOD,
     {{1900, 5}, {1900, 10}, {1900, 15}, {1900, 20}, {1900, 30}, {1900, 60}}},
};

static const char *const names[] = {"service", "openssl", "cron", "convoy", "old"};

/* In percent of the trials; "-": there is no place for it. */
static void print_row(const struct recording *r, const char *name, const struct curve *c,
		      uint32_t trials)
{
	struct outcome all = {0};

	printf("| %s | %s |", c->name, name);
	for (int i = 0; i < STRENGTHS; i++) {
		struct setting s = {c->plant, c->at[i].ms * UINT64_C(1000000),
				    c->at[i].strength};
		struct outcome t = tried(r, &s, trials);

		if (t.trials)
			printf(" %.0f |", 100.0 * t.found / t.trials);
		else
			printf(" - |");
		all.trials += t.trials;
		all.lost += t.lost;
		all.others += t.others;
		fflush(stdout);
	}
	printf(" %u | %u | %u |\n", all.lost, all.others, all.trials);
}

TEST(the_tables)
{
	uint32_t trials = trials_wanted();

	if (!trials)
		skip();
	for (size_t c = 0; c < sizeof curves / sizeof *curves; c++)
		for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
			struct recording r;

			if (!recording_open(&r, names[i]))
				continue;
			print_row(&r, names[i], &curves[c], trials);
			recording_close(&r);
		}
}

/* ---- run by make check ---- */

#define FEW 6

/*
 * In a few trials with this recording, at this strength, it is found in at least this percentage.
 */
static void is_found(const char *name, struct setting s, uint32_t percent)
{
	struct recording r;
	struct outcome t;

	if (!recording_open(&r, name))
		skip();
	t = tried(&r, &s, FEW);
	assert_int_equal(t.trials, FEW);
	if (t.found * 100 < t.trials * percent)
		fail_msg("%s: %u of %u", name, t.found, t.trials);
	recording_close(&r);
}

#define MS UINT64_C(1000000)

TEST(bursts_are_found)
{
	is_found("service", (struct setting){PLANT_NEW, 1000 * MS, 24}, 80);
	is_found("old", (struct setting){PLANT_NEW, 200 * MS, 24}, 80);
}

TEST(stalls_are_found)
{
	is_found("convoy", (struct setting){PLANT_STALL, 4000 * MS, 100}, 80);
}

TEST(a_thread_that_stops_is_found)
{
	is_found("old", (struct setting){PLANT_STOPS, 4000 * MS, 100}, 80);
}

TEST(periods_are_found)
{
	is_found("old", (struct setting){PLANT_PERIOD, 1900 * MS, 60}, 80);
	is_found("service", (struct setting){PLANT_PERIOD, 1900 * MS, 60}, 80);
}
