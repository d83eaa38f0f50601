#include "analysis/find/start_up.h"

#include "base/number.h"

#define LEAST_SAMPLES 30 /* in a start; of fewer nothing can be said */
#define LEAST_PART    5	 /* of which the start is one, at most */

static void release(struct start_up *s)
{
	difference_rows_release(&s->rows);
	comparison_release(&s->comparison);
	flame_release(&s->first);
	flame_release(&s->all);
}

void start_up_release(struct start_up *s)
{
	release(s);
	*s = (struct start_up){0};
}

/* Hold the range against the rest. */
static bool compare(struct start_up *s, const struct tree *tree, const struct bits *which,
		    struct range range, struct error *err)
{
	s->range = range;
	if (!flame_build(&s->first, tree, which, NULL, WEIGH_SAMPLES, err) ||
	    !flame_build(&s->all, tree, which, NULL, WEIGH_SAMPLES, err))
		return false;
	flame_show(&s->first, range);
	flame_show(&s->all, RANGE_ALL);
	if (!comparison_with_rest(&s->comparison, &s->first, range, &s->all, err))
		return false;
	if (s->first.samples < LEAST_SAMPLES ||
	    s->all.samples - s->first.samples < LEAST_SAMPLES)
		return true;
	return difference_rows_build(&s->rows, &s->comparison, KEYS_OF(KEYS_FUNCTION),
				     false, err);
}

/* The score of the most surprising function that stands out among `tries`; 0: none does. */
static double best_score(const struct start_up *s, uint32_t tries)
{
	for (uint32_t i = 0; i < s->rows.count; i++)
		if (s->rows.rows[i].q < STANDS_OUT_BELOW / tries)
			return s->rows.rows[i].score;
	return 0;
}

/* ---- which lengths ---- */

/* 1, 2, 5, 10, 20 of this unit. */
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

/* ---- enough samples to decide ---- */

/* Every so manieth of them. */
static bool thin(struct bits *some, const struct bits *which, struct error *err)
{
	uint64_t each = bits_population(which) / START_SAMPLES + 1, n = 0;

	if (!bits_build(some, which->count, err))
		return false;
	for (uint64_t w = 0; w <= which->count / 64; w++) {
		uint64_t word = which->words[w];

		for (; word; word &= word - 1)
			if (n++ % each == 0)
				bits_add(some, w * 64 + (uint64_t)__builtin_ctzll(word));
	}
	return true;
}

/* The length with the most surprising function; none: `*best` stays as it is. */
static bool choose(struct range *best, const struct tree *tree, const struct bits *some,
		   const struct range *ranges, uint32_t count, struct error *err)
{
	double most = 0;

	for (uint32_t i = 0; i < count; i++) {
		struct start_up tried = {0};
		bool ok = compare(&tried, tree, some, ranges[i], err);
		double score = ok ? best_score(&tried, count) : 0;

		release(&tried);
		if (!ok)
			return false;
		if (score > most) {
			most = score;
			*best = ranges[i];
		}
	}
	return true;
}

bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err)
{
	struct range whole = range_whole(q->tree->profile), best = {0};
	struct range ranges[START_LENGTHS];
	uint32_t count = lengths_for(&whole, ranges);
	struct bits some = {0};
	bool ok;

	*s = (struct start_up){0};
	ok = thin(&some, q->which, err) &&
	     choose(&best, q->tree, &some, ranges, count, err);
	bits_release(&some);
	if (!ok || !best.to)
		return ok;
	ok = compare(s, q->tree, q->which, best, err);
	s->is_there = ok && best_score(s, count) > 0;
	return ok;
}
