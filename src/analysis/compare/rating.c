#include "analysis/compare/rating.h"

#include <math.h>

#include "analysis/compare/overdispersion.h"
#include "analysis/compare/surprise.h"
#include "base/mem.h"

/* So that the order does not depend on the last bit of somebody's logarithm. */
static double rounded(double score)
{
	return nearbyint(score * 1e6) / 1e6;
}

/* What is not in the range has two stretches. */
static struct sampled sampled_of(const struct side *s, const uint32_t *of_context)
{
	const struct flame *f = s->flame, *less = s->less;
	const struct profile *p = f->tree->profile;
	const struct range whole = range_whole(p);
	struct range r = s->less ? RANGE_ALL : s->range;
	struct sampled sampled = {
	    .tree = f->tree,
	    .node = s->joint.node,
	    .which = f->which,
	    .of_context = of_context,
	    .stretches = {{f->first, f->last}},
	};

	if (less && less->first < less->last) {
		sampled.stretches[0] = (struct stretch){f->first, less->first};
		sampled.stretches[1] = (struct stretch){less->last, f->last};
	}
	sampled.from = profile_origin(p) + (r.from > whole.from ? r.from : whole.from);
	sampled.to = profile_origin(p) + (r.to < whole.to ? r.to : whole.to);
	return sampled;
}

/* `n` samples have values, of which a share is known. */
static void rate_samples(struct rating *r, const struct comparison *c,
			 uint64_t *const values[SIDES], const struct overdispersion *o,
			 uint32_t count)
{
	double n = (double)c->subject.samples, m = (double)c->baseline.samples;

	for (uint32_t i = 0; i < count; i++) {
		struct change x = comparison_change(c, values[SIDE_SUBJECT][i],
						    values[SIDE_BASELINE][i]);
		double g2 = surprise_g2(x.share * n, n, x.baseline_share * m, m);

		r->score[i] = rounded(g2 / o->block[i]);
		r->chance[i] = surprise_chance(g2 / fmax(o->run[i], o->block[i]));
	}
	r->floor = o->floor;
	r->blocks = o->blocks;
}

static void rate_spans(struct rating *r, const struct comparison *c,
		       uint64_t *const values[SIDES], uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		struct change x = comparison_change(c, values[SIDE_SUBJECT][i],
						    values[SIDE_BASELINE][i]);

		r->score[i] = rounded(100 * fabs(x.share - x.baseline_share));
		r->chance[i] = 1;
	}
}

bool rating_build(struct rating *r, const struct comparison *c,
		  const struct sample_keys *keys, const struct key_counts *counts,
		  bool self, struct error *err)
{
	uint64_t *const *values = self && counts->self[0] ? counts->self : counts->total;
	const struct keying keying = {c->tree, keys->count, keys->of_node,
				      keys->of_node && !self};
	struct sampled subject = sampled_of(&c->subject, keys->of_context[SIDE_SUBJECT]);
	struct sampled baseline =
	    sampled_of(&c->baseline, keys->of_context[SIDE_BASELINE]);
	struct overdispersion o;
	bool ok;

	*r = (struct rating){0};
	r->score = mem_array(keys->count, sizeof *r->score, "rows", err);
	r->chance =
	    r->score ? mem_array(keys->count, sizeof *r->chance, "rows", err) : NULL;
	ok = r->chance != NULL;
	if (ok && c->subject.flame->spans) {
		rate_spans(r, c, values, keys->count);
	} else if (ok) {
		ok = overdispersion_build(&o, &subject, &baseline, &keying, err);
		if (ok) {
			rate_samples(r, c, values, &o, keys->count);
			overdispersion_release(&o);
		}
	}
	if (!ok)
		rating_release(r);
	return ok;
}

void rating_release(struct rating *r)
{
	mem_free(r->score);
	mem_free(r->chance);
	*r = (struct rating){0};
}
