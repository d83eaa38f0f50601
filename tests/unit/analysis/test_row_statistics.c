/*
 * Estimates and verdicts of rows against their formulas, on blocks that are counted independently.
 */

#include "lib/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/compare/difference_rows.h"
#include "analysis/compare/significance.h"
#include "base/number.h"
#include "lib/made_profile.h"
#include "profile/join/join.h"

#define S NS_PER_SECOND

/* cmocka compares floats, which have only seven digits. */
static void assert_near(double is, double expected, double within)
{
	if (!(fabs(is - expected) <= within))
		fail_msg("%.12g is not within %g of %.12g", is, within, expected);
}

struct fixture {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame range, all;
	struct comparison comparison;
	struct difference_rows rows;
	bool self;
};

static void open_rows(struct fixture *f, struct profile *p, struct range range, bool self)
{
	struct error err = ERROR_INIT;

	*f = (struct fixture){
	    .profile = p, .tree = tree_new(p, ROOT_PID, &err), .self = self};
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, p->samples.count, &err));
	bits_fill(&f->which);
	assert_true(
	    flame_build(&f->range, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&f->all, f->tree, &f->which, NULL, WEIGH_SAMPLES, &err));
	flame_show(&f->range, range);
	flame_show(&f->all, RANGE_ALL);
	assert_true(
	    comparison_with_rest(&f->comparison, &f->range, range, &f->all, &err));
	assert_true(difference_rows_build(&f->rows, &f->comparison,
					  KEYS_OF(KEYS_FUNCTION), self, &err));
}

static void close_rows(struct fixture *f)
{
	difference_rows_release(&f->rows);
	comparison_release(&f->comparison);
	flame_release(&f->range);
	flame_release(&f->all);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

static const struct difference_row *row_of(const struct fixture *f, const char *name)
{
	for (uint32_t i = 0; i < f->rows.count; i++)
		if (text_equal(difference_row_name(&f->rows, &f->rows.rows[i]),
			       text_of(name)))
			return &f->rows.rows[i];
	fail_msg("there is no row of %s", name);
	return NULL;
}

/* ---- both sides have blocks of their own ---- */

/* A key's samples in blocks of one length, in pairs from the start of the side. */
struct blocks {
	double k[200], n[200], all_k, all_n, seconds;
	uint32_t count;
};

static bool has(const struct profile *p, uint64_t row, const char *name)
{
	uint32_t s = p->samples.stack[row];

	while (s && !text_equal(profile_frame_name(p, p->stacks[s].frame), text_of(name)))
		s = p->stacks[s].parent;
	return s != 0;
}

/* Appends a piece of a side, [from, to) in ns on the clock: pairs of blocks, and the remainder. */
static void add_blocks(struct blocks *b, const struct profile *p, const char *name,
		       uint64_t from, uint64_t to, unsigned seconds)
{
	uint32_t first = b->count, most = (uint32_t)((to - from) / (2 * S) * 2 / seconds);

	b->count += most + ((to - from) % (2 * S) > 0);
	b->seconds += (double)(to - from) / 1e9;
	for (uint64_t i = 0; i < p->samples.count; i++) {
		uint64_t time = p->samples.time[i];
		uint32_t block = (uint32_t)((time - from) / (seconds * S));

		if (time < from || time >= to)
			continue;
		block = first + (block < most ? block : most);
		b->all_n++;
		b->all_k += has(p, i, name);
		b->n[block]++;
		b->k[block] += has(p, i, name);
	}
}

static double slow_variance(const struct blocks *b, bool rate)
{
	double k = 0, n = 0, sum = 0;

	for (uint32_t i = 0; i < b->count; i++) {
		k += b->k[i];
		n += b->n[i];
	}
	for (uint32_t i = 0; i < b->count; i++)
		sum += pow(b->k[i] - (rate ? k / b->count : b->n[i] * k / n), 2);
	return sum / (b->count - 1) * b->seconds;
}

/*
 * Welch's interval of the difference, or Student's where that is wider; `length` is that of the
 * blocks, in seconds.
 */
static struct interval slow_interval(const struct blocks *a, const struct blocks *b,
				     bool rate, unsigned length)
{
	const struct blocks *side[] = {a, b};
	double mean[2], variance[2], size[2], half, freedom, sum = 0, both, student;

	for (int i = 0; i < 2; i++) {
		size[i] = rate ? side[i]->seconds : side[i]->all_n;
		mean[i] = side[i]->all_k / size[i];
		variance[i] = fmax(slow_variance(side[i], rate) / length,
				   fmin(side[i]->all_k + 1, 16));
		sum += (side[i]->count - 1) * variance[i] / size[i];
		variance[i] /= size[i] * size[i];
	}
	both = variance[0] + variance[1];
	freedom =
	    both * both /
	    (pow(variance[0], 2) / (a->count - 1) + pow(variance[1], 2) / (b->count - 1));
	student = sum / (a->count + b->count - 2) * (1 / size[0] + 1 / size[1]);
	if (student > both * (1 + 1e-9))
		freedom = a->count + b->count - 2;
	half = significance_quantile(freedom) * sqrt(fmax(both, student));
	return (struct interval){mean[0] - mean[1], mean[0] - mean[1] - half,
				 mean[0] - mean[1] + half};
}

static void assert_interval(struct interval is, struct interval one, struct interval two)
{
	struct interval wider = one.high - one.low > two.high - two.low ? one : two;

	assert_near(is.by, wider.by, 1e-9);
	assert_near(is.low, wider.low, 1e-9);
	assert_near(is.high, wider.high, 1e-9);
}

static void assert_welch(const struct fixture *f, struct range range, const char *name)
{
	const struct difference_row *row = row_of(f, name);
	const struct profile *p = f->profile;
	uint64_t origin = profile_origin(p), begin = p->samples.time[0];
	uint64_t end = p->samples.time[p->samples.count - 1] + 1;
	struct interval share[2], rate[2];

	for (unsigned length = 1; length <= 2; length++) {
		struct blocks a = {.count = 0}, b = {.count = 0};

		add_blocks(&a, p, name, origin + range.from, origin + range.to, length);
		add_blocks(&b, p, name, begin, origin + range.from, length);
		add_blocks(&b, p, name, origin + range.to, end, length);
		share[length - 1] = slow_interval(&a, &b, false, length);
		rate[length - 1] = slow_interval(&a, &b, true, length);
	}
	assert_interval(row->estimate.share, share[0], share[1]);
	assert_interval(row->estimate.rate, rate[0], rate[1]);
}

/* A sample about every 10 ms for this many seconds; each function runs for a while. */
static struct profile *held_functions(uint64_t seed, uint32_t seconds, uint32_t mean)
{
	static const char *const stacks[] = {"main;a", "main;b", "main;c;b", "main;d"};
	struct made_sample *made = calloc(seconds * 100, sizeof *made);
	struct dice d = {seed};
	uint32_t held = 0;
	struct profile *p;

	assert_non_null(made);
	for (uint32_t i = 0; i < seconds * 100; i++) {
		if (!dice_below(&d, mean))
			held = dice_below(&d, 4);
		made[i] = (struct made_sample){.stack = stacks[held],
					       .time = S + i * (S / 100) +
						       dice_below(&d, 9000000)};
	}
	p = made_profile(made, seconds * 100);
	free(made);
	return p;
}

TEST(long_sides_are_compared_by_their_own_blocks)
{
	for (uint64_t seed = 1; seed < 20; seed++) {
		struct range range = {20 * S, (36 + seed) * S};
		struct fixture f;

		open_rows(&f, held_functions(seed, 60, 10), range, false);
		assert_welch(&f, range, "a");
		assert_welch(&f, range, "b");
		assert_welch(&f, range, "c");
		close_rows(&f);
	}
}

/*
 * Halves of one program are alike: 95 % of all intervals should contain 0, and none is certain. Of
 * 400 intervals 380 are expected, with a deviation of 4.4; rows of one profile are not independent.
 */
TEST(intervals_of_noise_have_no_change_in_them)
{
	static const char *const names[] = {"a", "b", "c", "d"};
	uint32_t covered = 0, all = 0, certain = 0;

	for (uint64_t seed = 1; seed <= 100; seed++) {
		struct fixture f;

		open_rows(&f, held_functions(seed, 40, 1 + (uint32_t)seed % 20),
			  (struct range){0, 21 * S}, false);
		certain += f.rows.certain > 0;
		for (size_t i = 0; i < 4; i++) {
			struct interval share = row_of(&f, names[i])->estimate.share;

			all++;
			covered += share.low <= 0 && share.high >= 0;
		}
		close_rows(&f);
	}
	assert_in_range(covered * 100, all * 93, all * 99);
	assert_in_range(certain, 0, 2);
}

/* ---- several recordings on each side ---- */

#define RUNS_MOST 6
#define FUNCTIONS 8

/*
 * How recordings are made: their length in seconds, and functions whose shares vary from one
 * recording to the next.
 */
struct made_runs {
	uint32_t runs[SIDES], seconds;
	double spread;	 /* standard deviation of a share, relative to it */
	double grown;	 /* how much f0 grows in the subject, relative to it */
	bool is_unknown; /* how many recordings there are: they are then one long one */
	bool lies;	 /* about the time of each recording, as a file may */
};

static double normal(struct dice *d)
{
	double sum = 0;

	for (int i = 0; i < 12; i++)
		sum += dice_below(d, 1 << 20) / (double)(1 << 20);
	return sum - 6;
}

static void draw_shares(struct dice *d, double spread, double grown, double *upto)
{
	double sum = 0;

	for (int i = 0; i < FUNCTIONS; i++) {
		double share = fmax(1 + spread * normal(d), 0.01) / (i + 1.5);

		sum += i ? share : share * (1 + grown);
		upto[i] = sum;
	}
	for (int i = 0; i < FUNCTIONS; i++)
		upto[i] /= sum;
}

/* A function runs for three samples, at 100 samples per second. */
static struct profile *one_run(struct dice *d, const struct made_runs *how, double grown)
{
	static const char *const stacks[FUNCTIONS] = {"main;f0", "main;f1", "main;f2",
						      "main;f3", "main;f4", "main;f5",
						      "main;f6", "main;f7"};
	uint32_t count = how->seconds * 100, held = 0;
	struct made_sample *made = calloc(count, sizeof *made);
	double upto[FUNCTIONS];
	struct profile *p;

	assert_non_null(made);
	draw_shares(d, how->spread, grown, upto);
	for (uint32_t i = 0; i < count; i++) {
		double at = dice_below(d, 1 << 20) / (double)(1 << 20);

		if (!i || !dice_below(d, 3))
			for (held = 0; held < FUNCTIONS - 1 && at >= upto[held]; held++)
				;
		made[i] =
		    (struct made_sample){.stack = stacks[held], .time = i * (S / 100)};
	}
	p = made_profile(made, count);
	free(made);
	return p;
}

struct side_of_runs {
	struct profile *profile;
	struct tree *tree;
	struct bits which;
	struct flame flame;
};

static void open_side(struct side_of_runs *side, struct dice *d,
		      const struct made_runs *how, int which)
{
	struct join_options options = {.threads = 1};
	struct join_part parts[RUNS_MOST];
	struct error err = ERROR_INIT;
	char names[RUNS_MOST][4];

	for (uint32_t i = 0; i < how->runs[which]; i++) {
		snprintf(names[i], sizeof names[i], "%u", i % 100);
		parts[i] = (struct join_part){
		    .profile = one_run(d, how, which == SIDE_SUBJECT ? how->grown : 0),
		    .name = text_of(names[i]),
		    .file = text_of(names[i]),
		    .clock = how->is_unknown ? HOST_CLOCK_START : HOST_CLOCK_IN_TURN,
		    .moved = (int64_t)(i * how->seconds * S)};
	}
	side->profile = join_run(parts, how->runs[which], &options, &err);
	assert_non_null(side->profile);
	for (uint32_t i = 0; how->lies && i < side->profile->hosts.count; i++) {
		struct host *host = (struct host *)&side->profile->hosts.list[i];

		host->from = dice_below(d, 8) * (S * how->seconds / 4);
		host->to = dice_below(d, 8) ? dice_below(d, 8) * S : UINT64_MAX;
	}
	for (uint32_t i = 0; i < how->runs[which]; i++)
		profile_free((struct profile *)parts[i].profile);
	side->tree = tree_new(side->profile, ROOT_COMM, &err);
	assert_non_null(side->tree);
	assert_true(bits_build(&side->which, side->profile->samples.count, &err));
	bits_fill(&side->which);
	assert_true(flame_build(&side->flame, side->tree, &side->which, NULL,
				WEIGH_SAMPLES, &err));
	flame_show(&side->flame, RANGE_ALL);
}

static void close_side(struct side_of_runs *side)
{
	flame_release(&side->flame);
	bits_release(&side->which);
	tree_free(side->tree);
	profile_free(side->profile);
}

/* What was reported for pairs of sides that are unchanged except for what has grown. */
struct said {
	uint32_t rows, covered, certain, pairs_with_certain, found;
};

static bool is_function(const struct difference_rows *rows,
			const struct difference_row *r)
{
	return difference_row_name(rows, r).at[0] == 'f';
}

static void count_rows(struct said *said, const struct difference_rows *rows)
{
	bool any = false;

	for (uint32_t i = 0; i < rows->count; i++) {
		const struct difference_row *r = &rows->rows[i];
		bool certain = r->verdict == VERDICT_CERTAIN;

		if (!is_function(rows, r))
			continue;
		said->rows++;
		said->covered +=
		    r->estimate.share.low <= 0 && r->estimate.share.high >= 0;
		said->certain += certain;
		any |= certain;
		said->found +=
		    certain && text_equal(difference_row_name(rows, r), TEXT("f0"));
	}
	said->pairs_with_certain += any;
}

static void compare_runs(struct said *said, uint64_t seed, const struct made_runs *how)
{
	struct side_of_runs side[SIDES];
	struct error err = ERROR_INIT;
	struct difference_rows rows;
	struct dice d = {seed};
	struct joint_tree *j;
	struct comparison c;

	for (int i = 0; i < SIDES; i++)
		open_side(&side[i], &d, how, i);
	j = joint_tree_new(side[0].tree, side[1].tree, NULL, &err);
	assert_non_null(j);
	assert_true(comparison_of_files(&c, j, &side[0].flame, RANGE_ALL, &side[1].flame,
					RANGE_ALL, &err));
	assert_true(
	    difference_rows_build(&rows, &c, KEYS_OF(KEYS_FUNCTION), false, &err));
	count_rows(said, &rows);
	difference_rows_release(&rows);
	comparison_release(&c);
	joint_tree_free(j);
	for (int i = 0; i < SIDES; i++)
		close_side(&side[i]);
}

static struct said say_of(const struct made_runs *how, uint32_t pairs)
{
	struct said said = {0};

	for (uint64_t seed = 1; seed <= pairs; seed++)
		compare_runs(&said, seed, how);
	return said;
}

/* A line of the tables in doc/analysis.md, for this many pairs. */
static void print_figures(const struct made_runs *how, uint32_t pairs)
{
	struct said said = say_of(how, pairs);

	printf("# %u runs%s, spread %.2f, grown %.2f: %.1f %% of intervals have 0, "
	       "%.2f %% of rows are certain, in %.1f %% of pairs\n",
	       how->runs[0], how->is_unknown ? " as one" : "", how->spread, how->grown,
	       100.0 * said.covered / said.rows, 100.0 * said.certain / said.rows,
	       100.0 * said.pairs_with_certain / pairs);
}

static void print_all_figures(uint32_t pairs)
{
	static const uint32_t runs[] = {2, 3, 5};
	static const double spreads[] = {0, 0.05, 0.1, 0.2, 0.3};

	for (size_t i = 0; i < 3 * 5; i++) {
		struct made_runs how = {
		    {runs[i / 5], runs[i / 5]}, 40, .spread = spreads[i % 5]};

		print_figures(&how, pairs);
		how.is_unknown = true;
		print_figures(&how, pairs);
		how.is_unknown = false;
		how.grown = 0.3;
		if (i % 5 == 1)
			print_figures(&how, pairs);
	}
}

/*
 * Runs of one program vary, here by a fifth of a share and more: what is certain in one long
 * recording is not certain in recordings that are known to be separate. Of 1,600 intervals 1,520
 * are expected; those of a pair are not independent.
 */
TEST(what_differs_from_run_to_run_is_not_certain)
{
	static const double spreads[] = {0.2, 0.3};
	const char *figures = getenv("RUNS");

	if (figures)
		print_all_figures((uint32_t)atoi(figures));
	for (size_t i = 0; i < 2; i++) {
		struct made_runs how = {{3, 3}, 10, .spread = spreads[i]};
		struct said several = say_of(&how, 200), one;

		assert_in_range(several.covered * 1000, several.rows * 930,
				several.rows * 970);
		assert_in_range(several.certain * 1000, 0, several.rows * 10);
		how.is_unknown = true;
		one = say_of(&how, 50);
		assert_in_range(one.covered * 100, 0, one.rows * 91);
		assert_in_range(one.certain, several.certain + i * 5, one.rows);
	}
}

/* One recording against several, or different numbers of recordings. */
TEST(sides_may_have_recordings_of_any_number)
{
	static const uint32_t runs[][2] = {{1, 3}, {5, 1}, {2, 2}, {2, 6}};

	for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
		struct made_runs how = {{runs[i][0], runs[i][1]}, 10, .spread = 0.2};
		struct said said = say_of(&how, 50);

		assert_in_range(said.covered * 100, said.rows * 90, said.rows * 98);
		assert_in_range(said.certain * 100, 0, said.rows * 2);
	}
}

TEST(recordings_may_lie_about_their_times)
{
	struct made_runs how = {{6, 4}, 2, .lies = true};

	assert_in_range(say_of(&how, 100).rows, 700, 900);
}

TEST(what_has_grown_by_more_than_runs_differ_is_certain)
{
	struct made_runs how = {{3, 3}, 20, .spread = 0.05, .grown = 1};

	assert_in_range(say_of(&how, 20).found, 16, 20);
	how = (struct made_runs){{5, 5}, 20, .spread = 0.05, .grown = 0.6};
	assert_in_range(say_of(&how, 20).found, 16, 20);
}

/* ---- shares or rates ---- */

/*
 * The shares `usual` of main's functions for a minute, except for ten seconds from the 20th on,
 * which have the shares `then`.
 */
static struct profile *changed_for_ten_seconds(const char *const usual[6],
					       const char *const then[6], uint32_t times)
{
	struct made_sample *made = calloc((size_t)6000 * 10, sizeof *made);
	struct dice d = {7};
	struct profile *p;
	size_t n = 0;

	assert_non_null(made);
	for (uint64_t i = 0; i < 6000; i++) {
		bool changed = i >= 2000 && i < 3000;

		for (uint32_t k = 0; k < (changed ? times : 1); k++)
			made[n++] = (struct made_sample){
			    .stack = (changed ? then : usual)[dice_below(&d, 6)],
			    .time = S + i * (S / 100) + k * (S / 10000)};
	}
	p = made_profile(made, n);
	free(made);
	return p;
}

static const char *const alike[6] = {"main;a", "main;a", "main;b",
				     "main;b", "main;c", "main;c"};

/* Three times as much of everything: no function has changed. */
TEST(a_busier_time_is_no_change_of_functions)
{
	struct fixture f;

	open_rows(&f, changed_for_ten_seconds(alike, alike, 3),
		  (struct range){20 * S, 30 * S}, false);
	assert_int_equal(f.rows.steady, UNCHANGED_SHARES);
	assert_int_equal(f.rows.certain, 0);
	close_rows(&f);
}

/* During a burst of one function the others continue as before. */
TEST(what_runs_on_beside_a_burst_has_not_changed)
{
	static const char *const burst[6] = {"main;a",	   "main;b",	 "main;c",
					     "main;burst", "main;burst", "main;burst"};
	struct fixture f;

	open_rows(&f, changed_for_ten_seconds(alike, burst, 2),
		  (struct range){20 * S, 30 * S}, false);
	assert_int_equal(f.rows.steady, UNCHANGED_RATES);
	assert_true(
	    text_equal(difference_row_name(&f.rows, &f.rows.rows[0]), TEXT("burst")));
	assert_int_equal(row_of(&f, "burst")->verdict, VERDICT_CERTAIN);
	assert_int_equal(row_of(&f, "a")->verdict, VERDICT_CHANCE);
	assert_int_equal(row_of(&f, "b")->verdict, VERDICT_CHANCE);
	assert_int_equal(row_of(&f, "main")->verdict, VERDICT_CHANCE);
	close_rows(&f);
}

/* However common a function is: here from half of the samples to two thirds. */
TEST(the_hottest_function_can_have_changed)
{
	static const char *const usual[6] = {"main;a", "main;a", "main;a",
					     "main;b", "main;b", "main;c"};
	static const char *const then[6] = {"main;a", "main;a", "main;a",
					    "main;a", "main;b", "main;c"};
	struct fixture f;

	open_rows(&f, changed_for_ten_seconds(usual, then, 1),
		  (struct range){20 * S, 30 * S}, false);
	assert_int_equal(row_of(&f, "a")->verdict, VERDICT_CERTAIN);
	assert_true(f.rows.rows[0].verdict == VERDICT_CERTAIN);
	close_rows(&f);
}

/*
 * One of eight functions takes 1.6 times as long as before, so that each of the others has a smaller
 * part. That is one change, and not eight.
 */
TEST(what_makes_way_for_a_slower_function_has_not_changed)
{
	static const char *const stacks[8] = {"main;price", "main;price", "main;price",
					      "main;a",	    "main;b",	  "main;c",
					      "main;d",	    "main;e"};
	struct made_sample *made = calloc(40000, sizeof *made);
	struct dice d = {3};
	struct fixture f;
	size_t n = 0;

	assert_non_null(made);
	for (uint64_t i = 0; i < 40000; i++) { /* price: 3 of 8, then 4.8 of 9.8 */
		bool slower = i >= 20000 && dice_below(&d, 98) < 18;

		made[n++] = (struct made_sample){
		    .stack = slower ? "main;price" : stacks[dice_below(&d, 8)],
		    .time = S + i * (S / 1000)};
	}
	open_rows(&f, made_profile(made, n), (struct range){20 * S, 40 * S}, false);
	assert_int_equal(f.rows.steady, UNCHANGED_SHARES);
	assert_near(f.rows.common, 8 / 9.8, 0.03);
	assert_true(
	    text_equal(difference_row_name(&f.rows, &f.rows.rows[0]), TEXT("price")));
	assert_int_equal(f.rows.rows[0].verdict, VERDICT_CERTAIN);
	assert_int_equal(f.rows.certain, 1);
	assert_true(row_of(&f, "a")->estimate.share.high < 0);
	close_rows(&f);
	free(made);
}

/* Nothing is certain for spans: they are ordered by the change of their shares. */
TEST(spans_are_rated_by_their_change)
{
	const struct made_sample made[] = {
	    {.stack = "main;f", .time = S, .duration = S / 2, .span = true},
	    {.stack = "main;g", .time = S + S / 2, .duration = S / 2, .span = true},
	    {.stack = "main;g", .time = 2 * S, .duration = 2 * S, .span = true},
	};
	struct error err = ERROR_INIT;
	struct range range = {0, S};
	struct span_index spans;
	struct fixture f = {.profile = made_profile(made, 3)};

	f.tree = tree_new(f.profile, ROOT_NONE, &err);
	assert_non_null(f.tree);
	assert_true(span_index_build(&spans, f.profile, &err));
	assert_true(bits_build(&f.which, 3, &err));
	bits_fill(&f.which);
	assert_true(flame_build(&f.range, f.tree, &f.which, &spans, WEIGH_SAMPLES, &err));
	assert_true(flame_build(&f.all, f.tree, &f.which, &spans, WEIGH_SAMPLES, &err));
	flame_show(&f.range, range);
	flame_show(&f.all, RANGE_ALL);
	assert_true(comparison_with_rest(&f.comparison, &f.range, range, &f.all, &err));
	assert_true(difference_rows_build(&f.rows, &f.comparison, KEYS_OF(KEYS_FUNCTION),
					  false, &err));
	assert_false(f.rows.is_judged);
	assert_int_equal(f.rows.certain + f.rows.likely, 0);
	assert_int_equal(f.rows.count, 3);
	for (uint32_t i = 0; i < 2; i++) /* f: 50 % against none; g: 50 % against all */
		assert_near(f.rows.rows[i].score, 50, 1e-9);
	assert_near(f.rows.rows[2].score, 0, 1e-9);
	assert_near(f.rows.rows[0].q, 1, 1e-9);
	span_index_release(&spans);
	close_rows(&f);
}

/* Where nothing at all happens between bursts, a burst is not compared with that. */
TEST(one_of_several_bursts_in_silence_is_held_against_the_others)
{
	static const char *const usual[] = {"main;a", "main;b", "main;c"};
	enum { BURSTS = 6, SAMPLES = 300, ODD = 3 };
	static struct made_sample made[BURSTS * SAMPLES];
	struct range range = {ODD * 10 * S, ODD * 10 * S + S / 2};
	struct fixture f;

	for (uint64_t i = 0; i < BURSTS * SAMPLES; i++) {
		uint64_t burst = i / SAMPLES;
		bool odd = burst == ODD && i % 5 < 2;

		made[i].stack = odd ? "main;odd" : usual[i % 3];
		made[i].time = S + burst * 10 * S + i % SAMPLES * (S / 1000);
	}
	open_rows(&f, made_profile(made, BURSTS * SAMPLES), range, false);
	assert_true(
	    text_equal(difference_row_name(&f.rows, &f.rows.rows[0]), TEXT("odd")));
	assert_true(f.rows.certain >= 1);
	assert_true(f.rows.left_out == 0);
	close_rows(&f);
}

/*
 * For one of several collections, the collection is listed first, though nothing about it is
 * certain.
 */
static void assert_collection_is_first(size_t apart)
{
	static const char *const usual[] = {"main;a", "main;b", "main;c", "main;d"};
	enum { SAMPLES = 10000, COLLECTION = 65 };
	static struct made_sample made[SAMPLES];
	uint64_t from = apart * (S / 500);
	struct range range = {from, from + COLLECTION * (S / 500)};
	struct dice d = {7};
	struct fixture f;
	size_t left = 0, who = 0;

	for (size_t i = 0; i < SAMPLES; i++) {
		bool collects = i >= apart && i % apart < COLLECTION;

		if (!left--) { /* a part of a request */
			left = dice_below(&d, 5);
			who = dice_below(&d, 4);
		}
		made[i].stack = collects ? "main;collect" : usual[who];
		made[i].time = S + i * (S / 500);
	}
	open_rows(&f, made_profile(made, SAMPLES), range, false);
	assert_true(
	    text_equal(difference_row_name(&f.rows, &f.rows.rows[0]), TEXT("collect")));
	close_rows(&f);
}

/* It is in one of fifteen blocks of its length, and in one of six. */
TEST(a_collection_among_others_comes_first)
{
	assert_collection_is_first(2000);
	assert_collection_is_first(800);
}
