#include "analysis/find/start_up.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/significance.h"
#include "analysis/find/subsample.h"
#include "base/number.h"

#define LEAST_SAMPLES 30 /* least number, both in a start and in the rest */
#define LONGER	      1.2 /* a phase up to this many times as long as the start adds nothing */
#define LEAST_PART    5 /* the start is at most a fifth of the profile */

static void release_start_up(struct start_up *s)
{
	difference_rows_release(&s->rows);
	comparison_release(&s->comparison);
	flame_release(&s->first);
	flame_release(&s->all);
}

void start_up_release(struct start_up *s)
{
	release_start_up(s);
	*s = (struct start_up){0};
}

static bool count_all(struct start_up *s, const struct start_query *q, struct error *err)
{
	if (!flame_build(&s->all, q->tree, q->which, NULL, WEIGH_SAMPLES, err))
		return false;
	flame_show(&s->all, RANGE_ALL);
	return true;
}

/*
 * Compare the range with the rest. `below`: see difference_rows_build_below(); 1: all rows are
 * exact.
 */
static bool compare_with_rest(struct start_up *s, const struct start_query *q,
			      struct range range, double below, struct error *err)
{
	const struct flame *all = q->all ? q->all : &s->all;

	s->range = range;
	if (!flame_build(&s->first, q->tree, q->which, NULL, WEIGH_SAMPLES, err) ||
	    (!q->all && !count_all(s, q, err)))
		return false;
	flame_show(&s->first, range);
	if (!comparison_with_rest(&s->comparison, &s->first, range, all, err))
		return false;
	if (s->first.samples < LEAST_SAMPLES ||
	    all->samples - s->first.samples < LEAST_SAMPLES)
		return true;
	return below < 1 ? difference_rows_build_below(&s->rows, &s->comparison,
						       KEYS_OF(KEYS_FUNCTION), below, err)
			 : difference_rows_build(&s->rows, &s->comparison,
						 KEYS_OF(KEYS_FUNCTION), false, err);
}

/* difference of shares; a smaller one is not a start, however certain */
#define POINTS_LEAST 0.05

static bool is_large(const struct difference_row *r, const struct comparison *c)
{
	double first = (double)r->total[SIDE_SUBJECT] / (double)c->subject.samples;
	double later = (double)r->total[SIDE_BASELINE] / (double)c->baseline.samples;

	return fabs(first - later) >= POINTS_LEAST;
}

/* The largest G2 of the certain rows, as one of `tries` searches; 0 if there are none. */
static double best_score(const struct start_up *s, uint32_t tries)
{
	const struct comparison *c = &s->comparison;
	double best = 0;

	for (uint32_t i = 0; i < s->rows.count; i++) {
		const struct difference_row *r = &s->rows.rows[i];

		if (r->q < CERTAIN_BELOW / tries && is_large(r, c))
			best = fmax(best, significance_g2((double)r->total[SIDE_SUBJECT],
							  (double)c->subject.samples,
							  (double)r->total[SIDE_BASELINE],
							  (double)c->baseline.samples));
	}
	return best;
}

static uint64_t range_length(struct range r)
{
	return r.to - r.from;
}

/* ---- candidate lengths ---- */

/* Lengths are 1, 2, 5, 10 and 20 units. */
static uint64_t unit_for(uint64_t length)
{
	uint64_t unit = NS_PER_SECOND;

	while (unit > 1 && unit > length / 10)
		unit /= 10;
	return unit;
}

static uint32_t lengths_for(const struct range *whole,
			    struct range ranges[static START_LENGTHS])
{
	static const unsigned steps[START_LENGTHS] = {1, 2, 5, 10, 20};
	uint64_t length = whole->to - whole->from, unit = unit_for(length);
	uint64_t from = (whole->from + unit - 1) / unit * unit;
	uint32_t count = 0;

	while (count < START_LENGTHS && steps[count] * unit <= length / LEAST_PART) {
		ranges[count] = (struct range){0, from + steps[count] * unit};
		count++;
	}
	return count;
}

/* ---- choosing a length ---- */

/* Choose every sample number 1, 1 + each, 1 + 2 each ... of `which`. */
static bool thin(struct bits *some, const struct bits *which, uint64_t each,
		 struct error *err)
{
	uint64_t passed_over = 0; /* samples to skip before the next one */

	if (!bits_build(some, which->count, err))
		return false;
	for (uint64_t w = 0; w <= which->count / 64; w++) {
		uint64_t word = which->words[w];
		uint64_t here = (unsigned)__builtin_popcountll(word);

		for (; here > passed_over; passed_over = each - 1) {
			here -= passed_over + 1;
			for (; passed_over; passed_over--)
				word &= word - 1;
			bits_add(some, w * 64 + (uint64_t)__builtin_ctzll(word));
			word &= word - 1;
		}
		passed_over -= here;
	}
	return true;
}

/* Add the rows on both sides of a moment: they define the ends of stretches. */
static void add_ends(struct bits *rows, uint64_t row)
{
	if (row > 0)
		bits_add(rows, row - 1);
	if (row < rows->count)
		bits_add(rows, row);
}

/*
 * Choose the length with the most surprising function; if there is none, `*best` does not change.
 */
static bool choose_length(struct range *best, const struct start_query *q,
			  const struct range *ranges, uint32_t count, struct error *err)
{
	struct sample_keys keys = {0}; /* shared by all lengths */
	double most = 0;
	bool all = true;

	for (uint32_t i = 0; all && i < count; i++) {
		struct start_up tried = {.rows.keys[KEYS_FUNCTION] = keys};
		bool ok =
		    compare_with_rest(&tried, q, ranges[i], CERTAIN_BELOW / count, err);
		double score = ok ? best_score(&tried, count) : 0;

		keys = tried.rows.keys[KEYS_FUNCTION];
		tried.rows.keys[KEYS_FUNCTION] = (struct sample_keys){0};
		release_start_up(&tried);
		all = ok;
		if (score > most) {
			most = score;
			*best = ranges[i];
		}
	}
	sample_keys_release(&keys);
	return all;
}

/* The same with a part of the samples, copied to a separate profile. */
static bool choose_by_some(struct range *best, const struct start_query *q, uint64_t each,
			   const struct range *ranges, uint32_t count, struct error *err)
{
	const struct profile *p = q->tree->profile;
	struct bits some = {0}, rows = {0};
	struct subsample t = {.tree = NULL};
	uint64_t first, last;
	bool ok =
	    thin(&some, q->which, each, err) && bits_build(&rows, p->samples.count, err);

	if (ok) {
		memcpy(rows.words, some.words,
		       (some.count / 64 + 1) * sizeof *some.words);
		add_ends(&rows, 0);
		add_ends(&rows, p->samples.count);
		for (uint32_t i = 0; i < count; i++) {
			range_samples(p, ranges[i], &first, &last);
			add_ends(&rows, last);
		}
		ok = subsample_build(&t, q->tree, &rows, &some, err) &&
		     choose_length(
			 best, &(struct start_query){.tree = t.tree, .which = &t.which},
			 ranges, count, err);
	}
	subsample_release(&t);
	bits_release(&some);
	bits_release(&rows);
	return ok;
}

bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err)
{
	struct range whole = range_whole(q->tree->profile), best = {0};
	struct range ranges[START_LENGTHS];
	uint32_t count = lengths_for(&whole, ranges);
	uint64_t each = bits_population(q->which) / START_SAMPLES + 1;
	bool ok;

	*s = (struct start_up){0};
	ok = each > 1 ? choose_by_some(&best, q, each, ranges, count, err)
		      : choose_length(&best, q, ranges, count, err);
	if (ok && best.to) {
		ok = compare_with_rest(s, q, best, 1, err);
		s->is_there = ok && best_score(s, count) > 0;
	}
	best.from = best.from > whole.from ? best.from : whole.from;
	if (ok && s->is_there &&
	    (double)range_length(q->phase) <= LONGER * (double)range_length(best)) {
		if (2 * range_length(q->phase) >= range_length(best))
			s->frame = q->frame;
		return true;
	}
	if (!ok || !range_length(q->phase))
		return ok;
	release_start_up(s);
	*s = (struct start_up){.is_phase = true, .frame = q->frame};
	ok = compare_with_rest(s, q, q->phase, 1, err);
	s->is_there = ok && s->rows.count > 0;
	return ok;
}
