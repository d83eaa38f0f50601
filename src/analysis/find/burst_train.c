#include "analysis/find/burst_train.h"

#include <math.h>
#include <string.h>

#define BURSTS_LEAST 4
#define TICKS_LEAST  10 /* from burst to burst */

/* The gap before a moment. */
struct gap {
	uint64_t length;
	uint32_t before; /* the moment's number */
};

/* The longest ones, in order. */
struct gaps {
	struct gap list[BURST_TRAIN_MOST + 1];
	uint32_t count;
};

static void note(struct gaps *g, struct gap new)
{
	uint32_t at = g->count < BURST_TRAIN_MOST + 1 ? g->count : BURST_TRAIN_MOST;

	if (g->count == BURST_TRAIN_MOST + 1 && new.length <= g->list[at].length)
		return;
	for (; at > 0 && g->list[at - 1].length < new.length; at--)
		g->list[at] = g->list[at - 1];
	g->list[at] = new;
	g->count += g->count < BURST_TRAIN_MOST + 1;
}

/* When bursts begin, in order. */
struct begins {
	double at[BURST_TRAIN_MOST + 1];
	uint32_t count;
};

static void put(struct begins *b, double at)
{
	uint32_t i = b->count++;

	for (; i > 0 && b->at[i - 1] > at; i--)
		b->at[i] = b->at[i - 1];
	b->at[i] = at;
}

/* Through their times over their numbers, a straight line: its slope, and the squares about it. */
static void fit(const double *at, uint32_t count, double *slope, double *squares)
{
	double middle = (count - 1) / 2.0, mean = 0, product = 0, all = 0;
	double spread = count * ((double)count * count - 1) / 12;

	for (uint32_t i = 0; i < count; i++)
		mean += at[i] / count;
	for (uint32_t i = 0; i < count; i++) {
		product += (i - middle) * (at[i] - mean);
		all += (at[i] - mean) * (at[i] - mean);
	}
	*slope = product / spread;
	*squares = fmax(0, all - product * product / spread);
}

#define PI 3.14159265358979323846

/*
 * Bursts of which each begins after a gap of `least` and something unpredictable, `beyond` on average,
 * are a point in a space of `count` dimensions, where it is equally likely near all those rows that
 * are regular. These are a plane of two dimensions; of the others what lies as near to it as this row is a
 * ball with that radius.
 */
static double chance_of(uint32_t count, double squares, double beyond)
{
	double others = count - 2.0;

	return log(0.2) + 1.5 * log(count) + others / 2 * log(PI * squares) -
	       lgamma(others / 2 + 1) - others * (1 + log(beyond));
}

/* Is the row from `at` on less likely than `best`? Of as many bursts there are two: see below. */
static void try_row(struct burst_train *best, const double *at, uint32_t count,
		    double beyond, uint64_t tick)
{
	double length, squares, chance;

	if (count < BURSTS_LEAST || beyond <= 0)
		return;
	fit(at, count, &length, &squares);
	if (length < TICKS_LEAST * (double)tick)
		return;
	/* nobody knows when something began to less than a tick */
	squares = fmax(squares, count * (double)tick * (double)tick / 12);
	chance = chance_of(count, squares, beyond) + 2 * log(count) + log(2);
	if (chance >= best->chance)
		return;
	*best = (struct burst_train){.count = count, .length = length, .chance = chance};
	best->error =
	    sqrt(12 * squares / (count - 2.0) / (count * ((double)count * count - 1)));
}

struct burst_train burst_train_of(const struct burst_moments *m)
{
	struct burst_train best = {0};
	struct begins begins = {.count = 0};
	struct gaps gaps = {.count = 0};
	double sum = 0;

	for (uint32_t i = 1; i < m->count; i++)
		note(&gaps, (struct gap){m->time[i] - m->time[i - 1], i});
	if (m->count)
		put(&begins, (double)m->time[0]);
	for (uint32_t i = 0; i < gaps.count && i < BURST_TRAIN_MOST; i++) {
		double next = i + 1 < gaps.count ? (double)gaps.list[i + 1].length : 0;
		double beyond;

		put(&begins, (double)m->time[gaps.list[i].before]);
		sum += (double)gaps.list[i].length;
		beyond = sum / (i + 1) - fmax(next, (double)m->tick);
		/* the first may have begun before anybody looked */
		try_row(&best, begins.at, begins.count, beyond, m->tick);
		try_row(&best, begins.at + 1, begins.count - 1, beyond, m->tick);
	}
	return best;
}
