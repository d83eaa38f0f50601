/* test_cpu_usage.c - recordings for which it is known when their CPUs ticked, and what they did. */

#include "lib/unit.h"

#include "analysis/cpu_usage.h"
#include "base/mem.h"
#include "base/number.h"
#include "lib/made_profile.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define S	     NS_PER_SECOND
#define CPUS_MOST    7

/* A tick: when its sample was taken, whether there is a sample, and whether it counts. */
struct truth_tick {
	uint64_t at; /* ns on the clock of the recording */
	bool sampled, busy;
};

/* What really happened: every tick of each CPU. */
struct truth {
	uint32_t cpus;
	uint64_t period;		     /* ns, as requested from perf */
	struct truth_tick *ticks[CPUS_MOST]; /* owned */
	size_t count[CPUS_MOST];
};

static struct truth truth_of(uint32_t cpus, uint64_t period)
{
	return (struct truth){.cpus = cpus, .period = period};
}

static void truth_release(struct truth *t)
{
	for (uint32_t c = 0; c < t->cpus; c++)
		mem_free(t->ticks[c]);
}

/*
 * Ticks from `from` to `to`, `real` ns apart, each at most `late` ns late: all of them sampled, and
 * busy.
 */
static void tick_on(struct truth *t, uint32_t cpu, uint64_t from, uint64_t to,
		    uint64_t real, uint32_t late, struct dice *d)
{
	struct error err = ERROR_INIT;
	size_t n = (size_t)((to - from) / real + 1), i = 0;

	t->ticks[cpu] = mem_array(n, sizeof **t->ticks, "ticks", &err);
	assert_non_null(t->ticks[cpu]);
	for (uint64_t at = from; at < to && i < n; at += real, i++)
		t->ticks[cpu][i] = (struct truth_tick){
		    at + (late ? dice_below(d, late) : 0), true, true};
	t->count[cpu] = i;
}

static void all_tick(struct truth *t, uint64_t from, uint64_t seconds, uint64_t real,
		     uint32_t late, struct dice *d)
{
	for (uint32_t c = 0; c < t->cpus; c++)
		tick_on(t, c, from + dice_below(d, (uint32_t)t->period),
			from + seconds * S, real, late, d);
}

/* ---- the resulting profile ---- */

struct recorded {
	struct profile *profile; /* owned */
	struct bits busy;	 /* owned: samples that count */
	struct heatmap map;
	struct cpu_usage answer;
};

static struct recorded record(const struct truth *t)
{
	struct error err = ERROR_INIT;
	struct made_sample *samples;
	struct recorded r = {0};
	size_t n = 0, all = 0;

	for (uint32_t c = 0; c < t->cpus; c++)
		all += t->count[c];
	samples = mem_array(all, sizeof *samples, "samples", &err);
	assert_non_null(samples);
	for (uint32_t c = 0; c < t->cpus; c++)
		for (size_t i = 0; i < t->count[c]; i++)
			if (t->ticks[c][i].sampled)
				samples[n++] = (struct made_sample){
				    .stack = t->ticks[c][i].busy ? "main" : "idle",
				    .time = t->ticks[c][i].at,
				    .cpu = (int)c};
	r.profile = made_profile(samples, n);
	mem_free(samples);
	assert_true(bits_build(&r.busy, n, &err));
	for (uint64_t i = 0; i < n; i++) {
		uint32_t leaf = r.profile->stacks[r.profile->samples.stack[i]].frame;

		if (text_equal(profile_frame_name(r.profile, leaf), TEXT("main")))
			bits_add(&r.busy, i);
	}
	return r;
}

static void look(struct recorded *r, const struct truth *t, uint64_t column,
		 uint32_t rows, const struct filter *filter)
{
	struct error err = ERROR_INIT;
	const struct cpu_usage_query q = {
	    .period = t->period, .which = &r->busy, .filter = filter};

	cpu_usage_release(&r->answer);
	heatmap_release(&r->map);
	assert_true(heatmap_build_empty(&r->map, r->profile, &r->busy, false, column,
					rows, &err));
	assert_true(cpu_usage_build(&r->answer, &r->map, r->profile, &q, &err));
}

static void recorded_release(struct recorded *r)
{
	cpu_usage_release(&r->answer);
	heatmap_release(&r->map);
	bits_release(&r->busy);
	profile_free(r->profile);
}

/* samples / ticks; negative without ticks. */
static double share(const struct recorded *r, uint32_t c, uint32_t row)
{
	uint64_t ticks = cpu_usage_ticks(&r->answer, &r->map, c, row);

	return ticks ? (double)heatmap_count(&r->map, c, row) / (double)ticks : -1;
}

static double level(const struct recorded *r, uint32_t c, uint32_t row)
{
	return (double)cpu_usage_level(&r->answer, &r->map, c, row) / CPU_USAGE_ONE;
}

static void assert_about(double is, double expected, const char *what, uint32_t row)
{
	if (is < expected * 0.98 || is > expected * 1.02)
		fail_msg("%s of row %u: %f, not %f", what, row, is, expected);
}

/*
 * Means over the columns from 1 up to, but not including, `end` are within 2 % of the expected
 * value.
 */
static void check_rows(const struct recorded *r, uint32_t end, double shares,
		       double levels)
{
	for (uint32_t row = 0; row < r->map.rows; row++) {
		double sum = 0, of_levels = 0;
		uint32_t known = 0;

		for (uint32_t c = 1; c < end; c++) {
			double s = share(r, c, row);

			of_levels += level(r, c, row);
			known += s >= 0;
			sum += s >= 0 ? s : 0;
		}
		if (known && shares > 0)
			assert_about(sum / known, shares, "busy", row);
		assert_about(of_levels / (end - 1), levels, "level", row);
	}
}

static const unsigned rates[] = {49, 50, 97, 99, 100, 199, 997};
static const uint32_t machines[] = {1, 2, 7};

/* The real period is 1 / rate to within a ten-thousandth; ticks are 30 us late. */
TEST(a_machine_that_is_busy_all_the_time_has_nothing_each_second)
{
	struct dice d = {49};

	for (size_t i = 0; i < COUNT(rates) * COUNT(machines); i++) {
		unsigned rate = rates[i % COUNT(rates)];
		struct truth t = truth_of(machines[i / COUNT(rates)], S / rate);
		uint64_t drift = dice_below(&d, (uint32_t)(t.period / 5000));
		struct recorded r;

		all_tick(&t, S * 1000 + 300000000, 52, t.period * 9999 / 10000 + drift,
			 30000, &d);
		r = record(&t);
		for (uint32_t rows = 10; rows <= 100; rows += 15) {
			look(&r, &t, S, rows, NULL);
			assert_int_equal(r.answer.cpus, t.cpus);
			check_rows(&r, 51, 1, t.cpus);
		}
		recorded_release(&r);
		truth_release(&t);
	}
}

/* All CPUs stop; the tick in which they stop comes late, or is lost. */
static void stall(struct truth *t, uint64_t from, uint64_t to, bool late)
{
	for (uint32_t c = 0; c < t->cpus; c++) {
		struct truth_tick *ticks = t->ticks[c];
		bool first = true;

		for (size_t i = 0; i < t->count[c]; i++) {
			if (ticks[i].at < from || ticks[i].at >= to)
				continue;
			ticks[i].sampled = late && first;
			ticks[i].at = ticks[i].sampled ? to : ticks[i].at;
			first = false;
		}
	}
}

TEST(a_stall_of_a_period_and_a_half_is_the_least_busy_cell)
{
	struct dice d = {50};

	for (size_t i = 0; i < 2 * COUNT(rates) * COUNT(machines); i++) {
		unsigned rate = rates[i % COUNT(rates)];
		struct truth t =
		    truth_of(machines[i / COUNT(rates) % COUNT(machines)], S / rate);
		uint64_t from = 20 * S + dice_below(&d, (uint32_t)S);
		uint64_t to = from + t.period * 3 / 2, dark = UINT64_MAX;
		struct range where = {0, 0};
		struct recorded r;

		all_tick(&t, 7 * S, 30, t.period, 0, &d);
		stall(&t, from, to, i >= COUNT(rates) * COUNT(machines));
		r = record(&t);
		look(&r, &t, S, 50, NULL);
		for (uint32_t c = 1; c < r.map.columns - 1; c++)
			for (uint32_t row = 0; row < 50; row++)
				if (cpu_usage_level(&r.answer, &r.map, c, row) < dark) {
					dark = cpu_usage_level(&r.answer, &r.map, c, row);
					where = heatmap_cell(&r.map, c, row);
				}
		assert_true(dark < (uint64_t)t.cpus * CPU_USAGE_ONE);
		assert_true(where.from + 7 * S < to && from < where.to + 7 * S);
		recorded_release(&r);
		truth_release(&t);
	}
}

/* ---- cell by cell ---- */

/* The value of a cell as the header defines it, tick by tick; the ticks are in order. */
static void count_one_by_one(const struct truth *t, struct range cell, uint64_t *ticks,
			     double *level)
{
	*ticks = 0;
	*level = 0;
	for (uint32_t c = 0; c < t->cpus; c++) {
		const struct truth_tick *before = NULL, *behind = NULL, *k = t->ticks[c];
		uint64_t n = 0, busy = 0;

		for (; k < t->ticks[c] + t->count[c] && !behind; k++) {
			if (k->at < cell.from)
				before = k;
			else if (k->at >= cell.to)
				behind = k;
			else if (++n)
				busy += k->sampled && k->busy;
		}
		*ticks += n;
		if (n)
			*level += (double)busy / (double)n;
		else
			*level += ((before ? before : behind)->busy +
				   (behind ? behind : before)->busy) /
				  2.0;
	}
}

static void check_cells(const struct recorded *r, const struct truth *t)
{
	uint64_t origin = profile_origin(r->profile);

	for (uint32_t c = 0; c < r->map.columns; c++) {
		for (uint32_t row = 0; row < r->map.rows; row++) {
			struct range cell = heatmap_cell(&r->map, c, row);
			uint64_t ticks, is = cpu_usage_ticks(&r->answer, &r->map, c, row);
			double busy;

			cell.from += origin;
			cell.to += origin;
			count_one_by_one(t, cell, &ticks, &busy);
			assert_int_equal(is, ticks);
			if (!cpu_usage_covers(&r->answer, &r->map, c, row))
				busy = 0;
			assert_true(level(r, c, row) > busy - 0.002 &&
				    level(r, c, row) < busy + 0.002);
		}
	}
}

/* Runs of at most `longest` ticks without a sample, anywhere except at both ends. */
static void fall_silent(struct truth *t, uint32_t longest, struct dice *d)
{
	for (uint32_t c = 0; c < t->cpus; c++) {
		for (size_t i = 1; i + 1 < t->count[c]; i++) {
			uint32_t n = dice_below(d, 12) ? 0 : dice_below(d, longest + 1);

			for (; n > 0 && i + 1 < t->count[c]; n--, i++)
				t->ticks[c][i].sampled = t->ticks[c][i].busy = false;
		}
	}
}

TEST(cells_are_those_of_ticks_counted_one_by_one)
{
	static const uint64_t columns[] = {S, S / 100, 3 * S, 777777777};
	struct dice d = {51};

	for (uint32_t seed = 0; seed < 30; seed++) {
		struct truth t =
		    truth_of(1 + dice_below(&d, CPUS_MOST), S / rates[seed % 6]);
		struct recorded r;

		all_tick(&t, 5 * S + dice_below(&d, (uint32_t)S), 3, t.period, 0, &d);
		fall_silent(&t, CPU_USAGE_SILENCE, &d);
		for (uint32_t c = 0; c < t.cpus; c++)
			for (size_t i = 0; i < t.count[c]; i++)
				t.ticks[c][i].busy &= dice_below(&d, 3) > 0;
		r = record(&t);
		look(&r, &t, columns[seed % COUNT(columns)], 1 + dice_below(&d, 60),
		     NULL);
		check_cells(&r, &t);
		recorded_release(&r);
		truth_release(&t);
	}
}

/*
 * Columns so short that most have no tick, and so many of them that the empty ones have no cells.
 */
TEST(columns_without_ticks_are_the_same_without_cells)
{
	struct dice d = {52};

	for (uint32_t seed = 0; seed < 4; seed++) {
		struct truth t = truth_of(1 + seed % 2, S / 49);
		struct recorded r;

		all_tick(&t, 5 * S, 3, t.period, 0, &d);
		fall_silent(&t, 3, &d);
		r = record(&t);
		look(&r, &t, S / 500, 100, NULL);
		assert_non_null(r.answer.block);
		check_cells(&r, &t);
		recorded_release(&r);
		truth_release(&t);
	}
}

/* ---- other behaviour of clocks ---- */

/* The busy CPU's ticks drift across a row boundary, those of the others do not. */
TEST(one_busy_cpu_among_idle_ones_has_nothing_each_second)
{
	struct dice d = {53};

	for (int sampled = 0; sampled < 2; sampled++) {
		struct truth t = truth_of(4, S / 49);
		struct recorded r;
		uint64_t least = UINT64_MAX;

		all_tick(&t, S, 52, t.period, 0, &d);
		for (uint32_t c = 1; c < 4; c++)
			for (size_t i = 2; i < t.count[c]; i++) {
				t.ticks[c][i].busy = false;
				t.ticks[c][i].sampled = sampled;
			}
		r = record(&t);
		look(&r, &t, S, 50, NULL);
		check_rows(&r, 51, -1, 1);
		/* the rows where counts have one */
		for (uint32_t row = 0; row < 50; row++) {
			uint64_t n = 0;

			for (uint32_t c = 1; c < 51; c++)
				n += heatmap_count(&r.map, c, row);
			least = n < least ? n : least;
		}
		assert_true(least < 10);
		recorded_release(&r);
		truth_release(&t);
	}
}

/* During long silences the phase is unknown, but the number of ticks is known. */
TEST(a_cpu_that_is_silent_for_long_goes_on_ticking)
{
	struct dice d = {54};

	for (uint32_t seed = 0; seed < 20; seed++) {
		struct truth t = truth_of(3, S / rates[seed % COUNT(rates)]);
		uint64_t real = 0, sum = 0;
		struct recorded r;

		all_tick(&t, S, 12, t.period, 0, &d);
		for (size_t i = 0; i < t.count[1]; i++) {
			uint64_t at = t.ticks[1][i].at;

			t.ticks[1][i].sampled = at >= 3 * S && (at < 5 * S || at > 9 * S);
		}
		t.ticks[2][dice_below(&d, 9)].sampled = false;
		r = record(&t);
		look(&r, &t, S, 50, NULL);
		for (uint32_t c = 0; c < t.cpus; c++)
			real += t.count[c];
		for (uint32_t c = 0; c < r.map.columns; c++)
			for (uint32_t row = 0; row < 50; row++) {
				sum += cpu_usage_ticks(&r.answer, &r.map, c, row);
				if (c == 1 || c == 6)
					assert_true(level(&r, c, row) > 1.98 &&
						    level(&r, c, row) < 2.02);
			}
		assert_in_range(sum, real - 6, real + 6);
		recorded_release(&r);
		truth_release(&t);
	}
}

/*
 * A clock that was stopped resumes in a different phase, as after throttling or with another perf.
 */
TEST(another_phase_is_no_idleness)
{
	struct dice d = {55};

	for (uint32_t seed = 0; seed < 20; seed++) {
		struct truth t = truth_of(1, S / rates[seed % COUNT(rates)]);
		uint64_t by = 0;
		struct recorded r;

		all_tick(&t, S, 20, t.period, 0, &d);
		for (size_t i = 0; i < t.count[0]; i++) {
			if (i % 97 == 96)
				by += dice_below(&d, (uint32_t)t.period / 2);
			t.ticks[0][i].at += by;
		}
		r = record(&t);
		look(&r, &t, S, 50, NULL);
		check_rows(&r, 20, 1, 1);
		recorded_release(&r);
		truth_release(&t);
	}
}

/* 997 Hz requested, 250 Hz delivered: timers of 4 ms, as in some virtual machines. */
TEST(a_machine_without_fine_timers_is_not_idle_in_between)
{
	struct truth t = truth_of(2, S / 997);
	struct dice d = {56};
	struct recorded r;

	all_tick(&t, S, 20, 4000000, 100000, &d);
	r = record(&t);
	look(&r, &t, S, 50, NULL);
	assert_in_range(r.answer.period, 3900000, 4100000);
	check_rows(&r, 20, 1, 2);
	recorded_release(&r);
	truth_release(&t);
}

TEST(cpus_that_a_filter_drops_do_not_tick)
{
	struct error err = ERROR_INIT;
	struct truth t = truth_of(3, S / 99);
	struct filter *one = filter_new(TEXT("cpu=1 & main"), &err);
	struct filter *others = filter_new(TEXT("!cpu=1"), &err);
	struct filter *none = filter_new(TEXT("cpu=9"), &err);
	struct filter *name = filter_new(TEXT("comm=app & !nothing"), &err);
	struct dice d = {57};
	struct recorded r;

	all_tick(&t, S, 10, t.period, 0, &d);
	r = record(&t);
	look(&r, &t, S, 50, one);
	assert_int_equal(r.answer.cpus, 1);
	look(&r, &t, S, 50, others);
	assert_int_equal(r.answer.cpus, 2);
	look(&r, &t, S, 50, name);
	assert_int_equal(r.answer.cpus, 3);
	look(&r, &t, S, 50, none);
	assert_int_equal(r.answer.cpus, 0);
	assert_int_equal(cpu_usage_ticks(&r.answer, &r.map, 5, 5), 0);
	assert_false(cpu_usage_covers(&r.answer, &r.map, 5, 5));
	filter_free(one);
	filter_free(others);
	filter_free(none);
	filter_free(name);
	recorded_release(&r);
	truth_release(&t);
}
