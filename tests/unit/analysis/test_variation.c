/* Sums over blocks, and factors of runs, against their definitions, on random profiles. */

#include "lib/unit.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/sample_keys.h"
#include "base/number.h"
#include "lib/made_profile.h"

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
	uint32_t *keys; /* by node: its function */
	struct bits outermost;
	struct sample_keying keying;
	struct timed_rows inside, outside[2];
	struct sampled subject, rest;
	struct variation v;
};

static uint64_t first_at(const struct profile *p, uint64_t time)
{
	uint64_t row = 0;

	while (row < p->samples.count && p->samples.time[row] < time)
		row++;
	return row;
}

static void measure_again(struct fixture *f)
{
	struct error err = ERROR_INIT;

	assert_true(
	    variation_build(&f->v, &f->keying, 1, &f->subject, &f->rest, NULL, &err));
}

static void measure(struct fixture *f, struct profile *p, uint64_t from, uint64_t to,
		    bool whole_stack, uint64_t seed)
{
	struct error err = ERROR_INIT;
	struct dice d = {seed};
	uint64_t first = first_at(p, from), last = first_at(p, to);
	uint64_t begin = p->samples.count ? p->samples.time[0] : 0;
	uint64_t end = p->samples.count ? p->samples.time[p->samples.count - 1] : 0;

	*f = (struct fixture){.profile = p, .tree = tree_new(p, seed % ROOT_MODES, &err)};
	assert_non_null(f->tree);
	assert_true(bits_build(&f->which, p->samples.count, &err));
	for (uint64_t i = 0; i < p->samples.count; i++)
		if (dice_below(&d, 8))
			bits_add(&f->which, i);
	f->keys = calloc(f->tree->count, sizeof *f->keys);
	assert_non_null(f->keys);
	for (uint32_t i = 0; i < f->tree->count; i++)
		f->keys[i] = f->tree->frame[i] ? f->tree->frame[i] : KEY_NONE;
	assert_true(
	    sample_keys_outermost(&f->outermost, f->tree, f->keys, p->frame_count, &err));
	f->keying =
	    (struct sample_keying){.tree = f->tree,
				   .count = p->frame_count,
				   .of_node = f->keys,
				   .outermost = whole_stack ? &f->outermost : NULL};
	f->subject = (struct sampled){.tree = f->tree,
				      .which = &f->which,
				      .stretches = &f->inside,
				      .count = 1,
				      .length = to - from,
				      .ranges = 1};
	f->inside = (struct timed_rows){first, last, from, to};
	f->rest = f->subject;
	f->outside[0] = (struct timed_rows){0, first, begin < from ? begin : from, from};
	f->outside[1] =
	    (struct timed_rows){last, p->samples.count, to, end > to ? end : to};
	f->rest.length = f->outside[0].to - f->outside[0].from + f->outside[1].to - to;
	f->rest.stretches = f->outside;
	f->rest.count = 2;
	measure_again(f);
}

static void release(struct fixture *f)
{
	variation_release(&f->v);
	free(f->keys);
	bits_release(&f->outermost);
	bits_release(&f->which);
	tree_free(f->tree);
	profile_free(f->profile);
}

static bool has(const struct fixture *f, uint64_t row, uint32_t frame)
{
	const struct profile *p = f->profile;
	uint32_t stack = p->samples.stack[row];

	if (!f->keying.outermost)
		return stack && p->stacks[stack].frame == frame;
	while (stack && p->stacks[stack].frame != frame)
		stack = p->stacks[stack].parent;
	return stack != 0;
}

/* ---- the outermost node of each key ---- */

static bool is_called_by(const struct tree *t, uint32_t node, const uint32_t *keys)
{
	uint32_t key = keys[node];

	for (; node; node = t->parent[node])
		if (keys[t->parent[node]] == key)
			return true;
	return false;
}

static void assert_outermost(const struct tree *t, uint32_t count, uint64_t seed)
{
	uint32_t *keys = calloc(t->count, sizeof *keys);
	struct error err = ERROR_INIT;
	struct dice d = {seed};
	struct bits found;

	assert_non_null(keys);
	keys[0] = KEY_NONE;
	for (uint32_t i = 1; i < t->count; i++)
		keys[i] =
		    dice_below(&d, 8) ? count - 1 - dice_below(&d, count) : KEY_NONE;
	assert_true(sample_keys_outermost(&found, t, keys, count, &err));
	for (uint32_t i = 0; i < t->count; i++)
		assert_int_equal(bits_has(&found, i),
				 keys[i] != KEY_NONE && !is_called_by(t, i, keys));
	bits_release(&found);
	free(keys);
}

/* With few keys and with many, which are searched in two different ways. */
TEST(the_outermost_node_of_a_key_has_no_caller_with_it)
{
	static const uint32_t counts[] = {1, 5, 64, 65, 300};
	struct error err = ERROR_INIT;

	for (uint64_t seed = 0; seed < 40; seed++) {
		struct profile *p = random_profile(seed, 300);
		struct tree *t = tree_new(p, seed % ROOT_MODES, &err);

		assert_non_null(t);
		assert_outermost(t, counts[seed % 5], seed);
		tree_free(t);
		profile_free(p);
	}
}

/* ---- blocks ---- */

struct counts {
	double n[4096], k[4096];
	uint32_t count;
};

static void count_block(const struct fixture *f, struct counts *c, uint64_t begin,
			uint64_t length, uint32_t frame)
{
	uint64_t n = 0, k = 0;
	const struct profile *p = f->profile;

	for (uint64_t i = first_at(p, begin); i < first_at(p, begin + length); i++) {
		if (!bits_has(&f->which, i))
			continue;
		n++;
		k += has(f, i, frame);
	}
	c->n[c->count] = (double)n;
	c->k[c->count++] = (double)k;
}

static int compare_doubles(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Blocks at whole multiples of the length from the subject, and entirely outside it. */
static void list_like(const struct fixture *f, struct counts *c, uint32_t frame,
		      uint64_t length)
{
	c->count = 0;
	for (int i = 0; i < 2; i++) {
		struct timed_rows s = f->outside[i];
		uint64_t at = s.from - s.from % length + f->inside.from % length;

		for (at = at < s.from ? at + length : at; at + length <= s.to;
		     at += length)
			if (s.first < s.last)
				count_block(f, c, at, length, frame);
	}
}

static void assert_sums(const struct block_sums *s, const struct counts *c,
			uint32_t frame)
{
	double k = 0, kk = 0, kn = 0, n = 0, nn = 0;

	for (uint32_t i = 0; i < c->count; i++) {
		k += c->k[i];
		kk += c->k[i] * c->k[i];
		kn += c->k[i] * c->n[i];
		n += c->n[i];
		nn += c->n[i] * c->n[i];
	}
	assert_int_equal(s->blocks, c->count);
	assert_near(s->k[frame], k, 1e-9);
	assert_near(s->kk[frame], kk, 1e-9);
	assert_near(s->kn[frame], kn, 1e-9);
	assert_near(s->n, n, 1e-9);
	assert_near(s->nn, nn, 1e-9);
}

/* Ranges of 100 ms in up to four seconds: enough blocks of the same length. */
TEST(a_short_subject_is_held_against_blocks_of_its_length)
{
	int compared = 0;

	for (uint64_t seed = 1; seed < 60; seed++) {
		struct profile *p = random_profile(seed, 600);
		uint64_t from = 8 * NS_PER_SECOND + seed * 20000000;
		static struct counts c;
		struct fixture f;

		if (p->samples.count < 50) {
			profile_free(p);
			continue;
		}
		measure(&f, p, from, from + NS_PER_SECOND / 10, seed % 2, seed);
		assert_false(f.v.own);
		for (uint32_t frame = 1; frame < p->frame_count; frame++) {
			list_like(&f, &c, frame, NS_PER_SECOND / 10);
			assert_sums(&f.v.sums[1][BLOCKS_SINGLE], &c, frame);
			compared += f.v.sums[1][BLOCKS_SINGLE].k[frame] > 0;
		}
		release(&f);
	}
	assert_true(compared > 100);
}

/* The blocks of a period from its start on, as long as a pair of them fits. */
static void list_own(const struct fixture *f, struct counts *c, struct timed_rows s,
		     uint32_t frame, uint64_t length, bool doubled)
{
	uint64_t at;

	for (at = s.from; at + 2 * length <= s.to; at += 2 * length) {
		count_block(f, c, at, doubled ? 2 * length : length, frame);
		if (!doubled)
			count_block(f, c, at + length, length, frame);
	}
	if (at < s.to)
		count_block(f, c, at, s.to - at, frame);
}

/* A profile of a minute: both sides have blocks of one second, and of two. */
TEST(long_sides_have_blocks_of_their_own)
{
	for (uint64_t seed = 1; seed < 10; seed++) {
		static struct made_sample made[20000];
		static struct counts c;
		struct dice d = {seed};
		struct fixture f;

		for (uint32_t i = 0; i < 20000; i++)
			made[i] = (struct made_sample){
			    .stack = dice_below(&d, 3) ? "main;a" : "main;a;b",
			    .time =
				1000 + i * UINT64_C(3000000) + dice_below(&d, 2000000)};
		measure(&f, made_profile(made, 20000), 20 * NS_PER_SECOND,
			(33 + seed) * NS_PER_SECOND, seed % 2, seed);
		assert_true(f.v.own);
		for (uint32_t frame = 1; frame < f.profile->frame_count; frame++)
			for (int doubled = 0; doubled < 2; doubled++) {
				c.count = 0;
				list_own(&f, &c, f.inside, frame, BLOCK_LEAST, doubled);
				assert_sums(&f.v.sums[0][doubled], &c, frame);
			}
		release(&f);
	}
}

/* ---- runs ---- */

struct run {
	double length, square;
	uint64_t now;
};

static void end(struct run *run)
{
	run->length += (double)run->now;
	run->square += (double)run->now * (double)run->now;
	run->now = 0;
}

/* The kept samples of a thread in some rows, in order. */
static size_t rows_of(const struct fixture *f, struct timed_rows s, uint32_t thread,
		      uint64_t *rows)
{
	size_t count = 0;

	for (uint64_t i = s.first; i < s.last; i++)
		if (bits_has(&f->which, i) &&
		    profile_context(f->profile, i)->thread == thread)
			rows[count++] = i;
	return count;
}

/* The median gap between samples of a thread in these rows. */
static double middle_gap(const struct fixture *f, struct timed_rows s, uint64_t *rows)
{
	static double gaps[1024];
	size_t n = 0;

	for (uint32_t t = 0; t < f->profile->thread_count; t++) {
		size_t count = rows_of(f, s, t, rows);

		for (size_t i = 1; i < count; i++)
			gaps[n++] = (double)(f->profile->samples.time[rows[i]] -
					     f->profile->samples.time[rows[i - 1]]);
	}
	qsort(gaps, n, sizeof *gaps, compare_doubles);
	return n ? gaps[n / 2] : 0;
}

static void add_runs(const struct fixture *f, struct timed_rows s, uint32_t frame,
		     struct run *run)
{
	static uint64_t rows[1024];
	double apart = 2 * middle_gap(f, s, rows);

	for (uint32_t t = 0; t < f->profile->thread_count; t++) {
		size_t count = rows_of(f, s, t, rows);

		for (size_t i = 0; i < count; i++) {
			const uint64_t *time = f->profile->samples.time;

			if (i && (double)(time[rows[i]] - time[rows[i - 1]]) > apart)
				end(run);
			if (has(f, rows[i], frame))
				run->now++;
			else
				end(run);
		}
		end(run);
	}
}

TEST(run_factors_are_those_of_the_definition)
{
	int above = 0;

	for (uint64_t seed = 1; seed < 60; seed++) {
		struct profile *p = random_profile(seed, 400);
		uint64_t from = 8 * NS_PER_SECOND + seed * 20000000;
		struct fixture f;
		double *seen = calloc(p->frame_count, sizeof *seen), floor;
		double *slow = calloc(p->frame_count, sizeof *slow);
		size_t count = 0;

		assert_true(seen && slow);
		measure(&f, p, from, from + NS_PER_SECOND / 2, seed % 2, seed);
		for (uint32_t frame = 1; frame < p->frame_count; frame++) {
			struct run run = {0};

			add_runs(&f, f.subject.stretches[0], frame, &run);
			add_runs(&f, f.rest.stretches[0], frame, &run);
			add_runs(&f, f.rest.stretches[1], frame, &run);
			slow[frame] = run.length > 0 ? run.square / run.length : 0;
			if (run.length > 0)
				seen[count++] = slow[frame];
		}
		qsort(seen, count, sizeof *seen, compare_doubles);
		floor = count ? seen[(count - 1) / 2] : 1;
		for (uint32_t frame = 1; frame < p->frame_count; frame++) {
			assert_near(f.v.run[frame], fmax(slow[frame], floor), 1e-9);
			above += slow[frame] > 1;
		}
		free(seen);
		free(slow);
		release(&f);
	}
	assert_true(above > 100);
}

/* ---- bursts ---- */

static uint32_t frame_of(const struct profile *p, const char *name)
{
	uint32_t frame = 1;

	while (!text_equal(profile_frame_name(p, frame), text_of(name)))
		frame++;
	return frame;
}

/*
 * A sample every 10 ms for 60 s, and every ms for 300 ms in each 5 s, which then have burst().
 * Bursts do not start at block boundaries.
 */
static struct profile *with_bursts(uint64_t since)
{
	static struct made_sample made[12000];
	size_t n = 0;

	for (uint64_t ms = 1; ms < 60000; ms++) {
		bool burst = ms % 5000 >= 2130 && ms % 5000 < 2430;

		if (burst || ms % 10 == 0)
			made[n++] = (struct made_sample){.stack = burst ? "main;burst"
									: "main;usual",
							 .time = since + ms * 1000000};
	}
	return made_profile(made, n);
}

/*
 * If the subject is one of the twelve bursts, the others are not part of what is usual; for any
 * other subject they are.
 */
TEST(blocks_like_an_odd_subject_are_left_out)
{
	const struct block_sums *s;
	uint32_t burst, usual;
	struct fixture f;

	measure(&f, with_bursts(0), 22130000000, 22430000000, true, ROOT_MODES);
	burst = frame_of(f.profile, "burst");
	usual = frame_of(f.profile, "usual");
	s = &f.v.sums[1][BLOCKS_SINGLE];
	assert_true(f.v.left_out == 0); /* not known to be the rest */
	assert_true(s->k[burst] > 2000);
	variation_release(&f.v);
	f.rest.is_rest = true;
	measure_again(&f);
	assert_in_range(f.v.left_out, 22, 44); /* two or three per burst, one adjacent */
	assert_true(s->k[burst] <= 0 && s->k[usual] > 3000 && s->n <= s->k[usual]);
	assert_in_range(s->blocks * s->length, 40 * NS_PER_SECOND, 60 * NS_PER_SECOND);
	release(&f);
	measure(&f, with_bursts(0), 20000000000, 20300000000, true, ROOT_MODES);
	variation_release(&f.v);
	f.rest.is_rest = true;
	measure_again(&f);
	assert_int_equal(f.v.left_out, 0);
	assert_true(s->k[burst] > 2000);
	release(&f);
}

static void assert_later_is_equal(uint64_t from, uint64_t to)
{
	const uint64_t later = UINT64_MAX - 60000000000;
	struct fixture f, g;

	measure(&f, with_bursts(0), from, to, true, ROOT_MODES);
	measure(&g, with_bursts(later), later + from, later + to, true, ROOT_MODES);
	assert_int_equal(g.v.sums[1][0].blocks, f.v.sums[1][0].blocks);
	for (uint32_t i = 0; i < f.keying.count; i++) {
		assert_near(g.v.sums[1][0].kk[i], f.v.sums[1][0].kk[i], 0);
		assert_near(g.v.run[i], f.v.run[i], 0);
	}
	release(&f);
	release(&g);
}

/* Up to the last moment that 64 bits can represent; the next block would start after it. */
TEST(the_end_of_time_is_like_any_other)
{
	assert_later_is_equal(22130000000, 22430000000);
	assert_later_is_equal(59655000000, 59955000000);
}

/* ---- meaning of the results ---- */

#define SAMPLES 3000

/* Two threads, each with a sample every ms; `function(i)` names what thread 1 does. */
static struct profile *of_function(const char *(*function)(uint32_t i))
{
	struct made_sample *made = calloc(2 * SAMPLES, sizeof *made);
	struct profile *p;

	assert_non_null(made);
	for (uint32_t i = 0; i < 2 * SAMPLES; i++)
		made[i] = (struct made_sample){
		    .stack = i % 2 ? function(i / 2) : "main;other",
		    .time = (i / 2 + 1) * UINT64_C(1000000) + i % 2,
		    .tid = i % 2 ? 101 : 100,
		    .cpu = (int)(i / 200 + i) % 2, /* they swap places */
		};
	p = made_profile(made, 2 * SAMPLES);
	free(made);
	return p;
}

static const char *in_tens(uint32_t i)
{
	return i / 10 % 2 ? "main;f" : "main;g";
}

/* Runs of ten are ten samples that count as one, whichever CPU the thread is on. */
TEST(a_run_counts_once)
{
	struct fixture f;
	struct error err = ERROR_INIT;

	measure(&f, of_function(in_tens), 1000000000, 1100000000, true, 0);
	bits_fill(&f.which);
	variation_release(&f.v);
	assert_true(variation_build(&f.v, &f.keying, 1, &f.subject, &f.rest, NULL, &err));
	assert_near(f.v.run[frame_of(f.profile, "f")], 10, 0.1);
	release(&f);
}

/* The range is half of the recording: eight shorter blocks describe the other half. */
TEST(a_long_range_has_shorter_blocks)
{
	struct fixture f;

	measure(&f, of_function(in_tens), 0, 1500000000, true, 0);
	assert_in_range(f.v.sums[1][BLOCKS_SINGLE].blocks, 7, 8);
	release(&f);
}

TEST(nothing_is_known_without_times)
{
	struct made_sample made[] = {
	    {.stack = "main;f", .untimed = true, .weight = 5},
	    {.stack = "main;g", .untimed = true},
	};
	struct profile *p = made_profile(made, 2);
	struct fixture f;

	measure(&f, p, 0, 1, true, 0);
	assert_int_equal(f.v.sums[1][BLOCKS_SINGLE].blocks, 0);
	for (uint32_t i = 0; i < p->frame_count; i++)
		assert_true(f.v.run[i] == 1);
	release(&f);
}
