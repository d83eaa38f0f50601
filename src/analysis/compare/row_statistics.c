#include "analysis/compare/row_statistics.h"

#include <assert.h>
#include <math.h>

#include "analysis/compare/variation.h"
#include "analysis/compare/significance.h"
#include "base/mem.h"
#include "profile/hosts.h"

/* ---- the samples of a side ---- */

/* List the stretches of a side; for a rest, the stretches between the ones that it leaves out. */
static uint32_t take_stretches(struct timed_rows *list, const struct side *s,
			       struct range whole, uint64_t origin)
{
	const struct flame *f = s->less ? s->less : s->flame;
	struct timed_rows rest = {.first = s->flame->first, .from = origin + whole.from};
	uint32_t count = flame_stretches(f);

	for (uint32_t i = 0; i < count; i++) {
		const struct flame_stretch at = flame_stretch_at(f, i);
		struct range r = f->several ? f->ranges[i] : s->range;
		uint64_t from = origin + (r.from > whole.from ? r.from : whole.from);
		uint64_t to = origin + (r.to < whole.to ? r.to : whole.to);

		to = to > from ? to : from;
		rest.last = at.first;
		rest.to = from > rest.from ? from : rest.from;
		list[i] =
		    s->less ? rest : (struct timed_rows){at.first, at.last, from, to};
		rest.first = at.last;
		rest.from = to;
	}
	rest.last = s->flame->last;
	rest.to =
	    origin + (whole.to > rest.from - origin ? whole.to : rest.from - origin);
	list[count] = rest; /* room: one more */
	return s->less ? count + 1 : count;
}

/* Split stretches so that each lies in one recording; this replaces `*list`. */
static bool split_at_recordings(struct sampled *s, struct timed_rows **list,
				struct error *err)
{
	const struct profile *p = s->tree->profile;
	uint64_t origin = profile_origin(p);
	struct timed_rows *split =
	    mem_array((size_t)s->count * p->hosts.count, sizeof *split, "ranges", err);
	uint32_t count = 0;

	for (uint32_t i = 0; split && i < s->count; i++) {
		uint64_t at = (*list)[i].from, end = (*list)[i].to;

		for (uint32_t k = 0; k < p->hosts.count; k++) {
			const struct host *h = &p->hosts.list[k];
			struct timed_rows *to = &split[count]; /* room: each with each */

			to->from = h->from > at ? h->from : at;
			to->to = h->to < end ? h->to : end;
			if (to->from >= to->to)
				continue;
			range_samples(p,
				      (struct range){to->from - origin, to->to - origin},
				      &to->first, &to->last);
			at = to->to;
			count++;
		}
	}
	if (split) {
		mem_free(*list);
		s->stretches = *list = split;
		s->count = count;
		s->recordings = p->hosts.count;
	}
	return split != NULL;
}

/* Release the stretches of `sampled` with mem_free(). */
static bool sampled_of(const struct side *s, struct sampled *sampled, struct error *err)
{
	const struct flame *f = s->flame;
	const struct profile *p = f->tree->profile;
	uint32_t ranges = flame_stretches(s->less ? s->less : f);
	struct timed_rows *list =
	    mem_array((size_t)ranges + 1, sizeof *list, "ranges", err);

	if (!list)
		return false;
	*sampled = (struct sampled){
	    .tree = f->tree,
	    .node = s->joint.node,
	    .which = f->which,
	    .stretches = list,
	    .count = take_stretches(list, s, range_whole(p), profile_origin(p)),
	    .ranges = flame_stretches(f),
	    .is_rest = s->less != NULL,
	};
	if (hosts_are_in_turn(p) && !split_at_recordings(sampled, &list, err))
		return false;
	for (uint32_t i = 0; i < sampled->count; i++)
		sampled->length += list[i].to - list[i].from;
	return true;
}

static uint64_t *const *values_of(const struct rated_table *t)
{
	return t->self && t->counts->self[0] ? t->counts->self : t->counts->total;
}

/* ---- one row ---- */

/* The counts of a row on both sides, in samples; if values are weighed, fractions of samples. */
struct counted {
	/* with the key; all samples; 0: not by time */
	double k[SIDES], n[SIDES], seconds[SIDES];
};

/* A difference, its variance, and the degrees of freedom of that variance. */
struct difference_of_means {
	double by, variance, freedom;
};

/*
 * The variance of a count below this is at least that of one sample more, because a count of 0 in
 * every block is weak evidence.
 */
#define FEW 16.0

static double at_least_as_counted(double variance, double k)
{
	return fmax(variance, fmin(k + 1, FEW));
}

/*
 * The variance, estimated from blocks, of the number of samples with the key in the whole side; for
 * shares or for samples a second.
 */
static double share_variance(const struct block_sums *s, uint32_t key, double k,
			     double seconds)
{
	double p = s->n > 0 ? s->k[key] / s->n : 0,
	       blocks = seconds * 1e9 / (double)s->length;
	double squares = s->kk[key] - 2 * p * s->kn[key] + p * p * s->nn;

	return at_least_as_counted(fmax(squares, 0) / (s->blocks - 1) * blocks, k);
}

static double rate_variance(const struct block_sums *s, uint32_t key, double k,
			    double seconds)
{
	double mean = s->k[key] / s->blocks, blocks = seconds * 1e9 / (double)s->length;
	double squares = s->kk[key] - s->k[key] * mean;

	return at_least_as_counted(fmax(squares, 0) / (s->blocks - 1) * blocks, k);
}

/*
 * Welch 1947, for two sides of these sizes whose counts have these variances. A rare key may be in
 * no block of one side, which then seems not to vary; so the variance of the difference is at least
 * that of two sides with equal variation.
 */
static struct difference_of_means welch(const double k[SIDES], const double size[SIDES],
					const double variance[SIDES],
					const struct block_sums *const s[SIDES])
{
	double of[SIDES], freedom[SIDES], alike, both, welch, by;

	for (int i = 0; i < SIDES; i++) {
		of[i] = variance[i] / (size[i] * size[i]);
		freedom[i] = s[i]->blocks - 1;
	}
	by = k[0] / size[0] - k[1] / size[1];
	welch = of[0] + of[1];
	alike = (freedom[0] * of[0] * size[0] + freedom[1] * of[1] * size[1]) /
		(freedom[0] + freedom[1]);
	both = alike / size[0] + alike / size[1];
	if (both > welch * (1 + 1e-9)) /* equal for sides of the same size */
		return (struct difference_of_means){by, both, freedom[0] + freedom[1]};
	return (struct difference_of_means){
	    by, welch,
	    welch * welch / (of[0] * of[0] / freedom[0] + of[1] * of[1] / freedom[1])};
}

/* Keep the smaller deviate and the wider interval. */
static void widen_interval(double *z, struct interval *i, struct difference_of_means d,
			   bool first)
{
	double error = sqrt(d.variance), half = significance_quantile(d.freedom) * error;
	double deviate = significance_deviate(d.by / error, d.freedom);

	if (first || fabs(deviate) < fabs(*z))
		*z = deviate;
	if (first || half > (i->high - i->low) / 2)
		*i = (struct interval){d.by, d.by - half, d.by + half};
}

static struct estimate estimate_by_own(const struct variation *v, uint32_t key,
				       const struct counted *c)
{
	struct estimate e = {0};

	for (int length = 0; length < BLOCK_LENGTHS; length++) {
		const struct block_sums *s[SIDES];
		double of_share[SIDES], of_rate[SIDES];

		for (int i = 0; i < SIDES; i++) {
			s[i] = &v->sums[i][length];
			of_share[i] = share_variance(s[i], key, c->k[i], c->seconds[i]);
			of_rate[i] = rate_variance(s[i], key, c->k[i], c->seconds[i]);
		}
		widen_interval(&e.z.share, &e.share, welch(c->k, c->n, of_share, s),
			       !length);
		widen_interval(&e.z.rate, &e.rate, welch(c->k, c->seconds, of_rate, s),
			       !length);
	}
	return e;
}

/*
 * The factor by which counts vary more than by chance, measured in blocks (the more blocks, the
 * more precisely) or runs.
 */
struct dispersion {
	double factor, freedom;
};

#define ANY_FREEDOM 1e6

static struct dispersion dispersion_of(double by_blocks, uint32_t blocks, double by_runs)
{
	struct dispersion d = {fmax(1, by_runs), ANY_FREEDOM};

	if (blocks > 2 && by_blocks > d.factor)
		d = (struct dispersion){by_blocks, blocks - 1};
	return d;
}

static double signed_root(double g2, struct dispersion d, double by)
{
	double z = significance_deviate(sqrt(g2 / d.factor), d.freedom);

	return by < 0 ? -z : z;
}

static struct interval interval_about(double by, double variance, struct dispersion d)
{
	double half = significance_quantile(d.freedom) * sqrt(d.factor * variance);

	return (struct interval){by, by - half, by + half};
}

/* The variance of a share of independent samples; a share of 0 or 1 as if off by one sample. */
static double binomial_variance(double k, double n)
{
	double p = k / n;

	return fmax(p * (1 - p) / n, 1 / (n * n));
}

#define RARE 4 /* in fewer than a fourth of the blocks */

/*
 * The dispersion that orders rows, if each sample counts as an event. A function that is in few
 * blocks of the baseline, such as a garbage collection, has a large dispersion because of these few
 * alone, and would never come first: it gets the dispersion of independent samples.
 */
static struct dispersion dispersion_once(const struct variation *v, uint32_t key,
					 double by_blocks, uint32_t blocks)
{
	bool rare = v->seen_in && v->seen_in[key] < blocks / RARE;

	return dispersion_of(rare ? 1 : by_blocks, blocks, 1);
}

/* The runs of a row that has most of all samples are long anyway: hence the factor 1 - p. */
static struct estimate estimate_by_likes(const struct variation *v, uint32_t key,
					 const struct counted *all)
{
	const struct block_sums *s = &v->sums[SIDE_BASELINE][BLOCKS_SINGLE];
	struct counted c = *all;
	struct dispersion share, rate;
	struct estimate e;
	double p, mean, by, blocks, rates, g2;

	if (v->left_out) { /* then the baseline consists of the rest */
		c.k[SIDE_BASELINE] = s->k[key];
		c.n[SIDE_BASELINE] = s->n;
		c.seconds[SIDE_BASELINE] = s->blocks * ((double)s->length / 1e9);
	}
	p = s->n > 0 ? s->k[key] / s->n : 0;
	mean = s->blocks ? s->k[key] / s->blocks : 0;
	blocks = p > 0 && p < 1 ? (s->kk[key] - 2 * p * s->kn[key] + p * p * s->nn) /
				      (s->n * p * (1 - p)) * s->blocks / (s->blocks - 1.0)
				: 1;
	share = dispersion_of(blocks, s->blocks, v->run[key] * (1 - p));
	rates = mean > 0 ? (s->kk[key] / mean - s->k[key]) / (s->blocks - 1.0) : 1;
	rate = dispersion_of(rates, s->blocks, v->run[key]);
	by = c.k[0] / c.n[0] - c.k[1] / c.n[1];
	g2 = significance_g2(c.k[0], c.n[0], c.k[1], c.n[1]);
	e.z.share = signed_root(g2, share, by);
	e.once.share = signed_root(g2, dispersion_once(v, key, blocks, s->blocks), by);
	e.share = interval_about(
	    by, binomial_variance(c.k[0], c.n[0]) + binomial_variance(c.k[1], c.n[1]),
	    share);
	by = c.k[0] / c.seconds[0] - c.k[1] / c.seconds[1];
	g2 = significance_rate(c.k[0], c.seconds[0], c.k[1], c.seconds[1]);
	e.z.rate = signed_root(g2, rate, by);
	e.once.rate = signed_root(g2, dispersion_once(v, key, rates, s->blocks), by);
	e.rate = interval_about(by,
				fmax(c.k[0], 1) / (c.seconds[0] * c.seconds[0]) +
				    fmax(c.k[1], 1) / (c.seconds[1] * c.seconds[1]),
				rate);
	return e;
}

/* ---- the recordings of a side ---- */

/*
 * The variance of a difference between the sides, in shares or samples a second, from the spread
 * between the recordings of each side. Both sides are assumed to vary alike, so one recording can
 * be compared with several. If neither side has two recordings, there are no degrees of freedom.
 */
static struct difference_of_means between_recordings(const struct variation *v,
						     uint32_t key, bool rate)
{
	struct difference_of_means d = {.by = 0};
	double squares = 0, parts = 0;

	for (int i = 0; i < SIDES; i++) {
		const struct recording_sums *s = &v->between[i];
		const double *sum = rate ? s->rate : s->share,
			     *sum2 = rate ? s->rate2 : s->share2;

		parts += rate ? s->seconds : s->samples;
		if (s->count < 2)
			continue;
		squares += fmax(sum2[key] - sum[key] * sum[key] / s->count, 0);
		d.freedom += s->count - 1;
	}
	d.variance = d.freedom > 0 ? squares / d.freedom * parts : 0;
	return d;
}

/*
 * How the shares of all functions together vary between recordings, as a multiple of how they vary
 * between blocks (half an interval, squared), and the degrees of freedom that this adds to a row. A
 * few recordings say little about a single function.
 */
struct pooled {
	double factor, freedom;
};

/* Limits the degrees of freedom from other functions, so that a row's own recordings count. */
#define POOLED_MOST 8.0

static double squared_half(const struct interval *i)
{
	return (i->high - i->low) * (i->high - i->low) / 4;
}

/*
 * Measured by the self time of functions, as no sample is in two of them. Two is subtracted because
 * with two functions the share of one always mirrors that of the other.
 */
static struct pooled pool_functions(const struct row_statistics *r,
				    const struct rated_table *t,
				    const struct variation *v)
{
	double between = 0, within = 0, squares = 0, freedom = 0, functions;

	for (uint32_t i = 0; i < t->keys->count; i++) {
		struct difference_of_means d = between_recordings(v, i, false);
		double blocks = squared_half(&r->each[i].share);

		freedom = d.freedom;
		between += d.variance;
		within += blocks;
		squares += blocks * blocks;
	}
	if (!(squares > 0))
		return (struct pooled){0};
	functions = within * within / squares; /* their number, if all varied alike */
	return (struct pooled){between / within,
			       fmin(freedom * fmax(functions - 2, 0), POOLED_MOST)};
}

/*
 * The spread between recordings is a floor: no verdict is more certain than it allows, and no
 * interval is narrower. The spread of other functions can raise the variance of a row, never
 * lower it, and adds degrees of freedom.
 */
static void take_recordings(struct estimate *e, const struct variation *v, uint32_t key,
			    const struct pooled *pooled)
{
	struct difference_of_means d = between_recordings(v, key, false);

	if (d.freedom > 0) {
		d.variance = fmax(d.variance, (d.freedom * d.variance +
					       pooled->freedom * pooled->factor *
						   squared_half(&e->share)) /
						  (d.freedom + pooled->freedom));
		d.freedom += pooled->freedom;
		d.by = e->share.by;
	}
	if (d.variance > 0)
		widen_interval(&e->z.share, &e->share, d, false);
	d = between_recordings(v, key, true);
	d.by = e->rate.by;
	if (d.variance > 0)
		widen_interval(&e->z.rate, &e->rate, d, false);
}

/* ---- all rows ---- */

/* The deviate of the rate of all samples, computed as for a key that every sample has. */
static double total_z(const struct variation *v, const struct counted *c)
{
	struct counted all = {.n = {c->n[0], c->n[1]},
			      .k = {c->n[0], c->n[1]},
			      .seconds = {c->seconds[0], c->seconds[1]}};
	struct variation whole = *v;
	struct estimate e;
	double run = 1;

	for (int i = 0; i < SIDES; i++) {
		struct recording_sums *r = &whole.between[i];

		for (int length = 0; length < BLOCK_LENGTHS; length++) {
			struct block_sums *s = &whole.sums[i][length];

			s->k = &s->n;
			s->kk = s->kn = &s->nn;
		}
		r->rate = r->share = &r->all; /* the share is not used */
		r->rate2 = r->share2 = &r->all2;
	}
	whole.run = &run;
	e = v->own ? estimate_by_own(&whole, 0, &all)
		   : estimate_by_likes(&whole, 0, &all);
	take_recordings(&e, &whole, 0, &(struct pooled){0});
	return e.z.rate;
}

/* A database only returns counts, not the time of each sample. */
static bool has_moments(const struct side *s)
{
	const struct profile *p = s->flame->tree->profile;

	return s->samples && p->has_times && !p->server;
}

/* Rate by blocks of time. Shares are known as values, and are converted to samples. */
static void rate_samples(struct row_statistics *r, const struct rated_table *t,
			 const struct comparison *c, const struct variation *v)
{
	uint64_t *const *values = values_of(t);
	struct counted counted = {
	    .n = {(double)c->subject.samples, (double)c->baseline.samples},
	    .seconds = {(double)c->subject.length / 1e9,
			(double)c->baseline.length / 1e9}};

	r->blocks = v->filled;
	r->has_own_blocks = v->own;
	r->left_out = v->left_out ? (double)v->left_out / v->blocks_in_all : 0;
	r->seen_in = v->seen_in;
	r->is_judged = has_moments(&c->subject) && has_moments(&c->baseline) &&
		       comparison_has_times(c);
	r->total_z = r->is_judged ? total_z(v, &counted) : 0;
	for (uint32_t i = 0; r->is_judged && i < t->keys->count; i++) {
		struct change x = comparison_change(c, values[SIDE_SUBJECT][i],
						    values[SIDE_BASELINE][i]);

		if (!x.value && !x.baseline)
			continue;
		counted.k[0] = x.share * counted.n[0];
		counted.k[1] = x.baseline_share * counted.n[1];
		r->each[i] = v->own ? estimate_by_own(v, i, &counted)
				    : estimate_by_likes(v, i, &counted);
	}
}

/* Take the recordings into account, and convert rates to values of the subject. */
static void finish_estimates(struct row_statistics *r, const struct rated_table *t,
			     const struct comparison *c, const struct variation *v,
			     const struct pooled *pooled)
{
	double unit = (double)c->subject.value / (double)c->subject.samples;

	for (uint32_t i = 0; r->is_judged && i < t->keys->count; i++) {
		struct estimate *e = &r->each[i];

		take_recordings(e, v, i, pooled);
		if (v->own)
			e->once = e->z;
		e->rate.by *= unit;
		e->rate.low *= unit;
		e->rate.high *= unit;
		e->share.low = fmax(e->share.low, -1);
		e->share.high = fmin(e->share.high, 1);
	}
}

#define TABLES_MOST (2 * KEYS_BY)

static bool rate_sampled(struct row_statistics *each, const struct rated_table *tables,
			 size_t count, const struct comparison *c,
			 const struct sampled *subject, const struct sampled *baseline,
			 struct time_limit *limit, struct error *err)
{
	struct pooled pooled = {0};
	struct variation v[TABLES_MOST];
	struct sample_keying keyings[TABLES_MOST] = {{.count = 0}};

	for (size_t i = 0; i < count; i++) {
		const struct sample_keys *k = tables[i].keys;

		keyings[i] = (struct sample_keying){
		    c->tree,
		    k->count,
		    k->of_node,
		    k->of_node && !tables[i].self ? &k->outermost : NULL,
		    {k->of_context[SIDE_SUBJECT], k->of_context[SIDE_BASELINE]},
		    tables[i].no_runs};
	}
	if (!variation_build(v, keyings, count, subject, baseline, limit, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		rate_samples(&each[i], &tables[i], c, &v[i]);
		if (each[i].is_judged && tables[i].self &&
		    tables[i].keys->by == KEYS_FUNCTION)
			pooled = pool_functions(&each[i], &tables[i], &v[i]);
	}
	for (size_t i = 0; i < count; i++) {
		finish_estimates(&each[i], &tables[i], c, &v[i], &pooled);
		v[i].seen_in = NULL; /* now belongs to the rating */
		variation_release(&v[i]);
	}
	return true;
}

bool row_statistics_build(struct row_statistics *each, const struct rated_table *tables,
			  size_t count, const struct comparison *c,
			  struct time_limit *limit, struct error *err)
{
	struct sampled subject = {0}, baseline = {0};
	bool ok = true;

	assert(count <= TABLES_MOST);
	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++) {
		each[i].each =
		    mem_array(tables[i].keys->count, sizeof *each[i].each, "rows", err);
		ok = each[i].each != NULL;
	}
	if (ok && count && !c->subject.flame->spans)
		ok =
		    sampled_of(&c->subject, &subject, err) &&
		    sampled_of(&c->baseline, &baseline, err) &&
		    rate_sampled(each, tables, count, c, &subject, &baseline, limit, err);
	mem_free((void *)subject.stretches);
	mem_free((void *)baseline.stretches);
	for (size_t i = 0; !ok && i < count; i++)
		row_statistics_release(&each[i]);
	return ok;
}

void row_statistics_release(struct row_statistics *r)
{
	mem_free(r->each);
	mem_free(r->seen_in);
	*r = (struct row_statistics){0};
}

/* ---- shares or rates ---- */

/*
 * The most that a row counts against shares or rates, however much it has changed: a squared
 * deviate.
 */
#define CONTRADICTS_MOST 16.0
#define TOTAL_CHANGED	 2.576 /* a deviate: 1 % */

enum unchanged_by row_statistics_unchanged(const struct row_statistics *r,
					   const struct rated_table *functions,
					   const struct comparison *c)
{
	uint64_t *const *values = values_of(functions);
	double shares = 0, rates = 0;

	if (c->wanted != NORMALISED_BY_TIME || fabs(r->total_z) < TOTAL_CHANGED)
		return UNCHANGED_SHARES;
	for (uint32_t i = 0; i < functions->keys->count; i++) {
		const struct estimate *e = &r->each[i];
		struct change x = comparison_change(c, values[SIDE_SUBJECT][i],
						    values[SIDE_BASELINE][i]);
		double p = (x.share + x.baseline_share) / 2, weight = p * (1 - p);

		shares += weight * fmin(e->z.share * e->z.share, CONTRADICTS_MOST);
		rates += weight * fmin(e->z.rate * e->z.rate, CONTRADICTS_MOST);
	}
	return rates < shares ? UNCHANGED_RATES : UNCHANGED_SHARES;
}

#define COMMON_LEAST 5	  /* functions */
#define COMMON_SHARE 0.01 /* of all samples, at least */
#define COMMON_MOST  100  /* functions that can have that share: self times add up to 1 */
#define COMMON_Z     2.0  /* the median of chance is further from 1 in one of twenty */

double row_statistics_common(const struct row_statistics *r,
			     const struct rated_table *functions,
			     const struct comparison *c)
{
	uint64_t *const *self = functions->counts->self;
	double ratio[COMMON_MOST], error[COMMON_MOST], middle;
	uint32_t n = 0;

	for (uint32_t i = 0; r->has_own_blocks && i < functions->keys->count; i++) {
		struct change x =
		    comparison_change(c, self[SIDE_SUBJECT][i], self[SIDE_BASELINE][i]);
		double both = x.share + x.baseline_share;

		if (both < 2 * COMMON_SHARE || n == COMMON_MOST)
			continue;
		ratio[n] = log(fmax(x.share, 1e-4) / fmax(x.baseline_share, 1e-4));
		error[n++] =
		    sqrt(squared_half(&r->each[i].share)) / both; /* room: above */
	}
	if (n < COMMON_LEAST)
		return 1;
	middle = significance_median(ratio, n);
	/* the error of a median is 1.25 times that of a mean; half an interval is two errors */
	return fabs(middle) > COMMON_Z * 1.25 * significance_median(error, n) / sqrt(n)
		   ? exp(middle)
		   : 1;
}
