#include "analysis/compare/ranking.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/surprise.h"
#include "base/mem.h"

/* So that the order does not depend on the last bit of somebody's logarithm. */
static double rounded(double score)
{
	return nearbyint(score * 1e6) / 1e6;
}

static double share(uint64_t part, uint64_t all)
{
	return all ? (double)part / (double)all : 0;
}

static double change(const struct counted *c, uint32_t key)
{
	return fabs(share(c->subject[key], c->subject_all) -
		    share(c->baseline[key], c->baseline_all)) *
	       100;
}

static int compare_rows(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	return x->key < y->key ? -1 : x->key > y->key;
}

/* Rows without their q, by rising key; the chance of each in `p`. */
static void fill(struct ranking *r, const struct counted *c,
		 const struct overdispersion *o, uint32_t keys, double *p)
{
	for (uint32_t i = 0; i < keys; i++) {
		struct ranked row = {.key = i, .q = 1};

		if (!c->subject[i] && !c->baseline[i])
			continue;
		p[r->count] = 1;
		if (o) {
			double g2 = surprise_g2(c->subject[i], c->subject_all,
						c->baseline[i], c->baseline_all);

			row.score = rounded(g2 / o->block[i]);
			p[r->count] = surprise_chance(g2 / fmax(o->run[i], o->block[i]));
		} else {
			row.score = rounded(change(c, i));
		}
		r->rows[r->count++] = row; /* room: a row a key */
	}
}

bool ranking_build(struct ranking *r, const struct counted *c,
		   const struct overdispersion *o, uint32_t keys, struct error *err)
{
	double *p = mem_array(keys, sizeof *p, "rows", err);
	bool ok;

	*r = (struct ranking){0};
	r->rows = p ? mem_array(keys, sizeof *r->rows, "rows", err) : NULL;
	if (r->rows)
		fill(r, c, o, keys, p);
	ok = r->rows && surprise_q(p, r->count, err);
	for (uint32_t i = 0; ok && i < r->count; i++) {
		r->rows[i].q = p[i];
		r->stands_out += p[i] < STANDS_OUT_BELOW;
	}
	mem_free(p);
	if (!ok) {
		ranking_release(r);
		return false;
	}
	qsort(r->rows, r->count, sizeof *r->rows, compare_rows);
	return true;
}

void ranking_release(struct ranking *r)
{
	mem_free(r->rows);
	*r = (struct ranking){0};
}
