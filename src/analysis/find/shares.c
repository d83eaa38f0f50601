#include "analysis/find/shares.h"

#include <math.h>

#define LONGEST	 0.4 /* of all */
#define COARSEST 16  /* blocks tell how much they differ */
#define SCALES	 8
#define PLACES	 4 /* shorter stretches than a fourth have more places to be by chance */
#define STEPS	 8 /* a stretch begins an eighth of its length after the one before */

struct scan {
	const struct share_query *query;
	double share;
	uint32_t before[SHARE_BLOCKS + 1]; /* samples of the part before each block */
	double spread[SCALES];		   /* of so many blocks: 16, 32, 64 ... */
};

static uint32_t edge(const struct share_query *q, uint32_t block)
{
	return (uint32_t)((uint64_t)q->all * block / q->blocks);
}

static void count_blocks(struct scan *s)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i <= s->query->blocks; i++) {
		while (n < s->query->count && s->query->at[n] < edge(s->query, i))
			n++;
		s->before[i] = n; /* room: blocks are SHARE_BLOCKS at most */
	}
}

/* Samples that the part has in blocks [from, to) if it has `inside` and `outside` of the stretch its share there. */
static double level(const struct share_query *q, const struct share_stretch *s,
		    uint32_t from, uint32_t to)
{
	uint32_t a = from > s->from ? from : s->from, b = to < s->to ? to : s->to;
	double in = a < b ? edge(q, b) - edge(q, a) : 0;
	double n = edge(q, to) - edge(q, from);

	return s->inside * in + s->outside * (n - in);
}

#define LEVELS 3 /* a stretch has two ends, and a share of its own */

/* What the levels of a stretch leave of how pieces differ from their neighbours. */
static double spread_of(const struct scan *s, uint32_t pieces,
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

static void measure(struct scan *s, const struct share_stretch *stretch)
{
	for (uint32_t i = 0, pieces = COARSEST; i < SCALES; i++, pieces *= 2) {
		double before = i ? s->spread[i - 1] : 1;

		s->spread[i] =
		    pieces <= s->query->blocks ? spread_of(s, pieces, stretch) : before;
	}
}

/* How much more than those of independent samples the counts of so many blocks vary. */
static double spread_at(const struct scan *s, uint32_t blocks)
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

static void try_stretch(const struct scan *s, uint32_t from, uint32_t to, double spread,
			struct share_stretch *best)
{
	const struct share_query *q = s->query;
	double in = s->before[to] - s->before[from], n = edge(q, to) - edge(q, from);
	double out = q->count - in, rest = q->all - n, off = in - s->share * n, score;

	/* G2 is chi squared, or hardly twice as much, where this is not far from what there is already */
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

/* Ends move while that makes it odder. */
static void sharpen(const struct scan *s, struct share_stretch *best)
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

/* Of the samples [from, to) as the ends, all else as it is. */
static double score_at(const struct share_query *q, double in, uint32_t from, uint32_t to)
{
	double n = to - from, out = q->count - in, rest = q->all - n;

	return entropy(in, n) + entropy(out, rest);
}

/* How many of the part's samples come before this one. */
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

/* Move one end to the sample within a block of it that makes the stretch oddest. */
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

/* What the stretch itself added to how much neighbours differ is no noise. */
static void weigh_again(struct scan *s, struct share_stretch *best)
{
	struct share_stretch again = {0};

	measure(s, best);
	try_stretch(s, best->from, best->to, spread_at(s, best->to - best->from), &again);
	*best = again;
}

struct share_stretch share_find(const struct share_query *q, struct share_spread *all)
{
	struct scan s = {.query = q, .share = (double)q->count / q->all};
	struct share_stretch best = {0};

	*all = (struct share_spread){.by_runs = 0};
	if (q->blocks < COARSEST || q->count == 0 || q->count == q->all)
		return best;
	count_blocks(&s);
	measure(&s, &(struct share_stretch){.outside = s.share});
	for (uint32_t length = q->least; length <= (uint32_t)(LONGEST * q->blocks);
	     length += length / STEPS + 1) {
		double spread = spread_at(&s, length);

		for (uint32_t from = 0; from + length <= q->blocks;
		     from += length / STEPS + 1)
			try_stretch(&s, from, from + length, spread, &best);
	}
	if (best.score > 0) {
		sharpen(&s, &best);
		weigh_again(&s, &best);
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
