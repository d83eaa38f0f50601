#include "analysis/find/stretches.h"

#include <math.h>
#include <stdlib.h>

#include "base/append.h"

#define WINDOW	     500000000.0 /* ns: least length of windows for the usual rate, */
#define WINDOW_COUNT 8.0	 /* their mean samples, */
#define WINDOWS_FEW  6		 /* and their least number */
#define TAIL	     12		/* least number of sums that show how steep the tail is */
#define PAUSE	     20000000.0 /* ns: an ordinary pause may always be this long */
#define FEWEST	     6.0	/* samples more or fewer than usual */
#define APART	     3.0 /* the least ratio of a group of similar sums to the next one */

/* ---- the usual rate ---- */

static int compare_counts(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/*
 * The usual samples per ns: those of the median window, but at least the mean rate when busy
 * stretches are searched, or a third of it when quiet ones are. 0: the series is too short.
 */
static bool usual_rate(const struct stretches_query *q, double *rate, struct error *err)
{
	double length = (double)(q->time[q->count - 1] - q->time[0]);
	double window = WINDOW_COUNT * length / q->count, least;
	uint32_t windows, *counts;

	*rate = 0;
	window = window > WINDOW ? window : WINDOW;
	if (length / window < WINDOWS_FEW)
		return true;
	windows = (uint32_t)(length / window);
	window = length / windows;
	counts = mem_array(windows, sizeof *counts, "windows", err);
	if (!counts)
		return false;
	for (uint32_t i = 0; i < q->count; i++) {
		double at = (double)(q->time[i] - q->time[0]) / window;

		counts[at < windows ? (uint32_t)at : windows - 1]++;
	}
	qsort(counts, windows, sizeof *counts, compare_counts);
	*rate = counts[windows / 2] / window;
	least = q->count / length / (q->times < 1 ? 3 : 1);
	*rate = *rate < least ? least : *rate;
	mem_free(counts);
	return true;
}

/* ---- maximal sums ---- */

/* A stretch with a maximal sum. */
struct maximal_sum {
	double before, after; /* the cumulative sum at its start and at its end */
	uint32_t first, last; /* samples around it: gaps lie between two */
	uint32_t lower;	      /* the nearest earlier one that began lower; NO_SUM: none */
};
#define NO_SUM UINT32_MAX

struct maximal_sums {
	struct maximal_sum *list; /* owned */
	uint32_t count;
	size_t room;
};

/* Add a rising step; it absorbs earlier stretches if the joint sum is higher. */
static bool put_sum(struct maximal_sums *s, struct maximal_sum new, struct error *err)
{
	uint32_t at = s->count ? s->count - 1 : NO_SUM;

	for (;;) {
		while (at != NO_SUM && s->list[at].before >= new.before)
			at = s->list[at].lower;
		if (at == NO_SUM || s->list[at].after >= new.after)
			break;
		new.before = s->list[at].before;
		new.first = s->list[at].first;
		s->count = at;
		at = s->list[at].lower;
	}
	new.lower = at;
	return APPEND(s->list, s->count, s->room, "stretches of time", err, new);
}

static bool add_up(struct maximal_sums *s, const struct stretches_query *q, double rate,
		   struct error *err)
{
	double sum = 0, worth = rate * q->times;

	for (uint32_t i = 1; i < q->count; i++) {
		double gap = worth * (double)(q->time[i] - q->time[i - 1]);
		bool ok = true;

		if (q->times < 1) {
			if (gap > 0)
				ok = put_sum(
				    s, (struct maximal_sum){sum, sum + gap, i - 1, i, 0},
				    err);
			sum += gap - 1;
		} else {
			sum -= gap;
			ok = put_sum(s, (struct maximal_sum){sum, sum + 1, i, i, 0}, err);
			sum += 1;
		}
		if (!ok)
			return false;
	}
	return true;
}

static double height(const struct maximal_sum *s)
{
	return s->after - s->before;
}

static int compare_heights(const void *a, const void *b)
{
	const struct maximal_sum *x = a, *y = b;

	if (height(x) != height(y))
		return height(x) > height(y) ? -1 : 1;
	return x->first < y->first ? -1 : x->first > y->first;
}

/* ---- scores ---- */

/*
 * The mean excess of sums over any height, for independent samples: 1 / l, where e^l - 1 = l times
 * for busy stretches, 1 - e^-l = l times for quiet ones.
 */
static double mean_by_chance(double times)
{
	double low = 1e-6, high = 60;

	for (int i = 0; i < 60; i++) {
		double l = (low + high) / 2;
		double d = times < 1 ? l * times - 1 + exp(-l) : exp(l) - 1 - l * times;

		if (d < 0)
			low = l;
		else
			high = l;
	}
	return 1 / high;
}

/*
 * The logarithm of the chance that one of the sums is as high as sum `i`, judged by the tail: the
 * sums from `rest` on. A tail of k sums with a known mean excess is exceeded with (1 + x / k)^-k;
 * of tails of several lengths the one with the largest chance counts.
 */
static double log_chance(const struct maximal_sums *s, uint32_t i, uint32_t rest,
			 double least)
{
	uint32_t all = s->count - rest, next = TAIL;
	double most = -INFINITY, sum = 0;

	for (uint32_t k = 0; k < all; k++) {
		double beyond = k + 1 < all ? height(&s->list[rest + k + 1]) : 0,
		       n = k + 1, excess, x;

		sum += height(&s->list[rest + k]);
		if (k + 1 < all && k + 1 != next)
			continue;
		next *= 2;
		excess = sum - n * beyond;
		if (n < TAIL) {
			excess += (TAIL - n) * least;
			n = TAIL;
		}
		x = height(&s->list[i]) - beyond;
		x = x < 0 ? 0 : x;
		excess /= n;
		x = excess > least ? log(n) - n * log1p(x / excess / n)
				   : log(TAIL) - x / least;
		most = x > most ? x : most;
	}
	if (most > -INFINITY)
		return most;
	return log(TAIL) - height(&s->list[i]) / least;
}

/* How many of the highest sums are odd: one, or several that are all far above the next one. */
static uint32_t count_odd(const struct maximal_sums *s, double least, double chance,
			  uint32_t most)
{
	for (uint32_t n = s->count < most ? s->count : most; n; n--) {
		bool apart = n == 1 || (n < s->count && height(&s->list[n - 1]) >=
							    APART * height(&s->list[n]));

		if (apart && log_chance(s, n - 1, n, least) < log(chance))
			return n;
	}
	return 0;
}

bool stretches_find(struct stretches *s, const struct stretches_query *q,
		    struct error *err)
{
	struct maximal_sums sums = {0};
	double rate, least, chance;
	uint32_t odd;

	*s = (struct stretches){0};
	if (q->count < 2)
		return true;
	if (!usual_rate(q, &rate, err))
		return false;
	if (rate <= 0)
		return true;
	if (!add_up(&sums, q, rate, err)) {
		mem_free(sums.list);
		return false;
	}
	if (sums.count)
		qsort(sums.list, sums.count, sizeof *sums.list, compare_heights);
	least = rate * PAUSE * (q->times < 1 ? q->times : q->times - 1);
	chance = mean_by_chance(q->times);
	least = least > chance ? least : chance;
	odd = count_odd(&sums, least, q->chance, q->most ? q->most : STRETCHES_MOST);
	for (uint32_t i = 0; i < odd; i++) {
		const struct maximal_sum *at = &sums.list[i];
		struct stretch new = {.range = {q->time[at->first], q->time[at->last]}};

		new.samples = at->last - at->first + (q->times < 1 ? 0 : 1);
		new.samples -= q->times < 1 && new.samples;
		new.expected = rate *(double)(new.range.to - new.range.from);
		new.score = sqrt(-2 * log_chance(&sums, i, odd, least));
		if (new.range.to - new.range.from >= q->least &&
		    fabs(new.expected - new.samples) >= FEWEST)
			APPEND_FIXED(s->stretch, s->count, new);
	}
	mem_free(sums.list);
	return true;
}

/* ---- stretches with another share ---- */

#define LONGEST	 0.4 /* of all blocks */
#define COARSEST 16  /* least number of pieces whose differences are measured */
#define SCALES	 8
#define PLACES	 4 /* stretches shorter than a fourth of all are penalized */
#define STEPS	 8 /* stretches begin an eighth of their length apart */

struct share_scan {
	const struct share_query *query;
	double share;
	uint32_t before[SHARE_BLOCKS + 1]; /* samples of the part before each block */
	double spread[SCALES];		   /* of this many blocks: 16, 32, 64 ... */
};

static uint32_t edge(const struct share_query *q, uint32_t block)
{
	return (uint32_t)((uint64_t)q->all * block / q->blocks);
}

/* The expected samples of the subset in blocks [from, to), by the two shares of the stretch. */
static double level(const struct share_query *q, const struct share_stretch *s,
		    uint32_t from, uint32_t to)
{
	uint32_t a = from > s->from ? from : s->from, b = to < s->to ? to : s->to;
	double in = a < b ? edge(q, b) - edge(q, a) : 0;
	double n = edge(q, to) - edge(q, from);

	return s->inside * in + s->outside * (n - in);
}

#define LEVELS 3 /* a stretch has two ends, and its own share */

/* The overdispersion between neighbouring pieces, after subtracting the levels of the stretch. */
static double piece_spread(const struct share_scan *s, uint32_t pieces,
			   const struct share_stretch *stretch)
{
	const struct share_query *q = s->query;
	double squares = 0, last = 0;

	for (uint32_t i = 0; i < pieces; i++) {
		uint32_t from = (uint32_t)((uint64_t)q->blocks * i / pieces);
		uint32_t to = (uint32_t)((uint64_t)q->blocks * (i + 1) / pieces);
		double n = (double)(edge(q, to) - edge(q, from));
		double off = ((double)(s->before[to] - s->before[from]) -
			      level(q, stretch, from, to)) /
			     sqrt(n > 0 ? n : 1);

		squares += i ? (off - last) * (off - last) / 2 : 0;
		last = off;
	}
	return squares / (pieces - 1 - (stretch->to > stretch->from ? LEVELS : 0)) /
	       (s->share * (1 - s->share));
}

static void measure_spreads(struct share_scan *s, const struct share_stretch *stretch)
{
	for (uint32_t i = 0, pieces = COARSEST; i < SCALES; i++, pieces *= 2) {
		double before = i ? s->spread[i - 1] : 1;

		s->spread[i] = pieces <= s->query->blocks
				   ? piece_spread(s, pieces, stretch)
				   : before;
	}
}

/* The overdispersion of counts of this many blocks. */
static double spread_at(const struct share_scan *s, uint32_t blocks)
{
	double most = s->query->runs * (1 - s->share);
	uint32_t pieces = COARSEST;

	for (uint32_t i = 0; i < SCALES; i++, pieces *= 2) {
		most = s->spread[i] > most ? s->spread[i] : most;
		if (pieces * blocks >= s->query->blocks)
			break;
	}
	return most > 1 ? most : 1;
}

static double entropy(double k, double n)
{
	return (k > 0 ? k * log(k / n) : 0) + (k < n ? (n - k) * log(1 - k / n) : 0);
}

static void try_stretch(const struct share_scan *s, uint32_t from, uint32_t to,
			double spread, struct share_stretch *best)
{
	const struct share_query *q = s->query;
	double in = s->before[to] - s->before[from], n = edge(q, to) - edge(q, from);
	double out = q->count - in, rest = q->all - n, off = in - s->share * n, score;

	/* chi squared is cheaper than G2, which is hardly more than twice as high */
	score = off * off / (s->share * (1 - s->share) * n * rest / q->all) / spread;
	if (score * 3 < best->score * best->score)
		return;
	score = 2 * (entropy(in, n) + entropy(out, rest) - entropy(q->count, q->all)) /
		spread;
	if (n * PLACES < q->all)
		score -= 2 * log(q->all / (n * PLACES));
	if (score <= best->score * best->score)
		return;
	*best = (struct share_stretch){from, to, in / n, out / rest, sqrt(score)};
}

/* Move the ends by blocks while that raises the score. */
static void sharpen_stretch(const struct share_scan *s, struct share_stretch *best)
{
	double spread = spread_at(s, best->to - best->from);

	for (;;) {
		struct share_stretch was = *best;

		if (was.from > 0)
			try_stretch(s, was.from - 1, was.to, spread, best);
		if (was.to < s->query->blocks)
			try_stretch(s, was.from, was.to + 1, spread, best);
		if (was.to - was.from > s->query->least) {
			try_stretch(s, was.from + 1, was.to, spread, best);
			try_stretch(s, was.from, was.to - 1, spread, best);
		}
		if (best->from == was.from && best->to == was.to)
			return;
	}
}

/* The entropy of the division at samples [from, to), as a score. */
static double score_at(const struct share_query *q, double in, uint32_t from, uint32_t to)
{
	double n = to - from, out = q->count - in, rest = q->all - n;

	return entropy(in, n) + entropy(out, rest);
}

/* The number of samples of the subset before this one. */
static uint32_t count_before(const struct share_query *q, uint32_t sample)
{
	uint32_t low = 0, high = q->count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (q->at[middle] < sample)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Move one end to the sample within a block that gives the highest score. */
static void place_end(const struct share_query *q, struct share_stretch *s, uint32_t *end)
{
	uint32_t reach = q->all / q->blocks, was = *end;
	uint32_t low = was > reach ? was - reach : 0;
	uint32_t high = q->all - was > reach ? was + reach : q->all;
	uint32_t best = was, before;
	double most = -INFINITY;

	low = end == &s->to && low <= s->from ? s->from + 1 : low;
	high = end == &s->from && high >= s->to ? s->to - 1 : high;
	before = count_before(q, low);
	for (uint32_t at = low; at <= high; at++) {
		double in, score;

		before += at > low && before < q->count && q->at[before] == at - 1;
		in = end == &s->to ? (double)before - count_before(q, s->from)
				   : (double)count_before(q, s->to) - before;
		score = end == &s->to ? score_at(q, in, s->from, at)
				      : score_at(q, in, at, s->to);
		if (score > most) {
			most = score;
			best = at;
		}
	}
	*end = best;
}

struct share_stretch share_find(const struct share_query *q, struct share_spread *all)
{
	struct share_scan s = {.query = q, .share = (double)q->count / q->all};
	struct share_stretch best = {0}, again = {0};
	uint32_t n = 0;

	*all = (struct share_spread){.by_runs = 0};
	if (q->blocks < COARSEST || q->count == 0 || q->count == q->all)
		return best;
	for (uint32_t i = 0; i <= q->blocks; i++) {
		while (n < q->count && q->at[n] < edge(q, i))
			n++;
		s.before[i] = n; /* room: at most SHARE_BLOCKS blocks */
	}
	measure_spreads(&s, &(struct share_stretch){.outside = s.share});
	for (uint32_t length = q->least; length <= (uint32_t)(LONGEST * q->blocks);
	     length += length / STEPS + 1) {
		double spread = spread_at(&s, length);

		for (uint32_t from = 0; from + length <= q->blocks;
		     from += length / STEPS + 1)
			try_stretch(&s, from, from + length, spread, &best);
	}
	if (best.score > 0) {
		sharpen_stretch(&s, &best);
		/* score again, with the overdispersion measured without the stretch */
		measure_spreads(&s, &best);
		try_stretch(&s, best.from, best.to, spread_at(&s, best.to - best.from),
			    &again);
		best = again;
	}
	for (int i = 0; i < SHARE_SCALES; i++)
		all->measured[i] = s.spread[i];
	all->by_runs = q->runs * (1 - s.share);
	best.score = best.inside < best.outside ? -best.score : best.score;
	best.from = edge(q, best.from);
	best.to = edge(q, best.to);
	if (best.score != 0) {
		place_end(q, &best, &best.from);
		place_end(q, &best, &best.to);
	}
	return best;
}
