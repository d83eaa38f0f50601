#include "analysis/compare/rating.h"

#include <assert.h>
#include <math.h>

#include "analysis/compare/overdispersion.h"
#include "analysis/compare/surprise.h"
#include "base/mem.h"

/*
 * Four digits after the point, of a large one nine in all: the order must not depend on the last
 * bits of somebody's logarithm.
 */
static double rounded(double score)
{
	double units = 1e4;

	while (score * units > 1e9)
		units /= 10;
	return nearbyint(score * units) / units;
}

/* What is counted of a side; of the rest what lies between the ranges. */
static uint32_t take_stretches(struct stretch *list, const struct side *s)
{
	const struct flame *f = s->less ? s->less : s->flame;
	uint64_t first = s->flame->first;
	uint32_t count = flame_stretches(f);

	for (uint32_t i = 0; i < count; i++) {
		const struct flame_stretch at = flame_stretch_at(f, i);

		list[i] = s->less ? (struct stretch){first, at.first}
				  : (struct stretch){at.first, at.last};
		first = at.last;
	}
	list[count] = (struct stretch){first, s->flame->last}; /* room: one more */
	return s->less ? count + 1 : count;
}

/* Release the stretches with mem_free(). */
static bool sampled_of(const struct side *s, struct sampled *sampled, struct error *err)
{
	const struct flame *f = s->flame;
	const struct profile *p = f->tree->profile;
	const struct range whole = range_whole(p);
	struct range r = s->less ? RANGE_ALL : s->range;
	struct stretch *list =
	    mem_array((size_t)flame_stretches(s->less ? s->less : f) + 1, sizeof *list,
		      "ranges", err);

	if (!list)
		return false;
	if (f->several)
		r.from = f->ranges[0].from;
	*sampled = (struct sampled){
	    .tree = f->tree,
	    .node = s->joint.node,
	    .which = f->which,
	    .stretches = list,
	    .count = take_stretches(list, s),
	    .from = profile_origin(p) + (r.from > whole.from ? r.from : whole.from),
	    .length = flame_length(f, r, whole),
	    .ranges = flame_stretches(f),
	    .is_rest = s->less != NULL,
	};
	return true;
}

static uint64_t *const *values_of(const struct rated *t)
{
	return t->self && t->counts->self[0] ? t->counts->self : t->counts->total;
}

/* What a row of the subject is held against. */
struct reference {
	double n, ns;		  /* of the subject: samples, time; 0: by share alone */
	double n_there, ns_there; /* of the baseline, */
	bool usual;		  /* of which some blocks are left out */
};

static struct reference reference_of(const struct comparison *c,
				     const struct overdispersion *o)
{
	bool timed = c->normalised == NORMALISED_BY_TIME;
	struct reference r = {
	    .n = (double)c->subject.samples,
	    .ns = timed ? (double)c->subject.length : 0,
	    .n_there = (double)c->baseline.samples,
	    .ns_there = (double)c->baseline.length,
	    .usual = o->left_out > 0,
	};

	if (r.usual) {
		r.n_there = o->usual_samples;
		r.ns_there = o->usual_ns;
	}
	return r;
}

/* Whatever kept its share, or its samples a second, is no news: the smaller of both counts. */
static void rate_row(struct rating *r, const struct reference *of, struct change x,
		     const struct overdispersion *o, uint32_t key)
{
	double k = x.share * of->n;
	double there = of->usual ? o->usual[key] : x.baseline_share * of->n_there;
	double share = surprise_g2(k, of->n, there, of->n_there);
	double score = share / o->block[key];
	double least = share / fmax(o->run[key], o->block[key]);

	if (of->ns > 0) {
		double rate = surprise_rate(k, of->ns, there, of->ns_there);

		score = fmin(score, rate / o->rate[key]);
		least = fmin(least, rate / fmax(o->run[key], o->rate[key]));
	}
	r->score[key] = rounded(score);
	r->chance[key] = surprise_chance(least);
}

/* `n` samples have values, of which a share is known. */
static void rate_samples(struct rating *r, const struct rated *t,
			 const struct comparison *c, const struct overdispersion *o)
{
	const struct reference of = reference_of(c, o);
	uint64_t *const *values = values_of(t);

	for (uint32_t i = 0; i < t->keys->count; i++)
		rate_row(r, &of,
			 comparison_change(c, values[SIDE_SUBJECT][i],
					   values[SIDE_BASELINE][i]),
			 o, i);
	r->floor = o->floor;
	r->blocks = o->blocks;
	r->left_out = o->left_out ? (double)o->left_out / o->blocks_in_all : 0;
	r->seen_in = o->seen_in;
}

static void rate_spans(struct rating *r, const struct rated *t,
		       const struct comparison *c)
{
	uint64_t *const *values = values_of(t);

	for (uint32_t i = 0; i < t->keys->count; i++) {
		struct change x = comparison_change(c, values[SIDE_SUBJECT][i],
						    values[SIDE_BASELINE][i]);

		r->score[i] = rounded(100 * fabs(x.share - x.baseline_share));
		r->chance[i] = 1;
	}
}

static bool begin(struct rating *r, uint32_t keys, struct error *err)
{
	r->score = mem_array(keys, sizeof *r->score, "rows", err);
	r->chance = r->score ? mem_array(keys, sizeof *r->chance, "rows", err) : NULL;
	return r->chance != NULL;
}

#define TABLES_MOST (2 * KEYS_BY)

static bool rate_sampled(struct rating *each, const struct rated *tables, size_t count,
			 const struct comparison *c, const struct sampled *subject,
			 const struct sampled *baseline, struct error *err)
{
	struct overdispersion o[TABLES_MOST];
	struct keying keyings[TABLES_MOST] = {{.count = 0}};

	for (size_t i = 0; i < count; i++) {
		const struct sample_keys *k = tables[i].keys;

		keyings[i] = (struct keying){
		    c->tree,
		    k->count,
		    k->of_node,
		    k->of_node && !tables[i].self,
		    {k->of_context[SIDE_SUBJECT], k->of_context[SIDE_BASELINE]},
		    tables[i].no_runs};
	}
	if (!overdispersion_build(o, keyings, count, subject, baseline, err))
		return false;
	for (size_t i = 0; i < count; i++) {
		rate_samples(&each[i], &tables[i], c, &o[i]);
		o[i].seen_in = NULL; /* it is the rating's now */
		overdispersion_release(&o[i]);
	}
	return true;
}

static bool rate_all(struct rating *each, const struct rated *tables, size_t count,
		     const struct comparison *c, struct error *err)
{
	struct sampled subject = {0}, baseline = {0};
	bool ok = sampled_of(&c->subject, &subject, err) &&
		  sampled_of(&c->baseline, &baseline, err) &&
		  rate_sampled(each, tables, count, c, &subject, &baseline, err);

	mem_free((void *)subject.stretches);
	mem_free((void *)baseline.stretches);
	return ok;
}

bool rating_build(struct rating *each, const struct rated *tables, size_t count,
		  const struct comparison *c, struct error *err)
{
	bool ok = true;

	assert(count <= TABLES_MOST);
	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++)
		ok = begin(&each[i], tables[i].keys->count, err);
	if (ok && c->subject.flame->spans)
		for (size_t i = 0; i < count; i++)
			rate_spans(&each[i], &tables[i], c);
	else if (ok && count)
		ok = rate_all(each, tables, count, c, err);
	for (size_t i = 0; !ok && i < count; i++)
		rating_release(&each[i]);
	return ok;
}

void rating_release(struct rating *r)
{
	mem_free(r->score);
	mem_free(r->chance);
	mem_free(r->seen_in);
	*r = (struct rating){0};
}
