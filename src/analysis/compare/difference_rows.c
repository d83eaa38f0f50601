#include "analysis/compare/difference_rows.h"

#include <stdlib.h>

#include "analysis/compare/chains.h"
#include "analysis/compare/rating.h"
#include "base/mem.h"

/* ---- rows ---- */

static struct difference_row row_of(const struct key_counts *n,
				    const struct sample_keys *k, uint32_t key)
{
	struct difference_row r = {.key = key, .by = k->by};

	for (int i = 0; i < SIDES; i++) {
		r.total[i] = n->total[i][key];
		r.self[i] = n->self[i] ? n->self[i][key] : r.total[i];
	}
	return r;
}

/* What a row is counted by. */
static const uint64_t *values_of(const struct difference_rows *d,
				 const struct difference_row *r)
{
	return d->self || r->of_self ? r->self : r->total;
}

/* Nothing is called by it: what it spent itself is all that its row tells already. */
static bool calls_nothing(const struct difference_row *r)
{
	return r->self[SIDE_SUBJECT] == r->total[SIDE_SUBJECT] &&
	       r->self[SIDE_BASELINE] == r->total[SIDE_BASELINE];
}

struct listing {
	struct difference_rows *rows;
	const struct comparison *of;
	size_t room;
	bool explain;
	struct key_counts counts; /* owned, as are chains: of the keys that are listed */
	struct chains chains;	  /* empty: every row stands alone */
};

static bool is_told(const struct listing *l, const struct difference_row *r)
{
	const uint64_t *values = values_of(l->rows, r);

	if (!values[SIDE_SUBJECT] && !values[SIDE_BASELINE])
		return false;
	if (r->of_self)
		return !calls_nothing(r);
	return !l->chains.name || l->chains.name[r->key] == r->key;
}

/* The rows of one kind of names behind those that are there; q is the chance so far. */
static bool list_rows(struct listing *l, const struct sample_keys *k, bool of_self,
		      struct error *err)
{
	struct difference_rows *d = l->rows;
	struct rating rating;
	bool ok;

	if (!rating_build(&rating, l->of, k, &l->counts, d->self || of_self, err))
		return false;
	ok = mem_reserve(&d->rows, &l->room, (size_t)d->count + k->count, sizeof *d->rows,
			 "rows", err);
	for (uint32_t key = 0; ok && key < k->count; key++) {
		struct difference_row r = row_of(&l->counts, k, key);

		r.of_self = of_self;
		r.score = rating.score[key];
		r.q = rating.chance[key];
		r.with = l->chains.with && !of_self ? l->chains.with[key] : 1;
		if (is_told(l, &r))
			d->rows[d->count++] = r; /* room: a row a key */
	}
	rating_release(&rating);
	return ok;
}

static bool list_keys(struct listing *l, enum keys_by by, struct error *err)
{
	struct sample_keys *k = &l->rows->keys[by];
	bool functions = by == KEYS_FUNCTION, ok;

	if (!sample_keys_build(k, l->of, by, err) ||
	    !key_counts_build(&l->counts, k, l->of, err))
		return false;
	ok = !l->explain || !functions ||
	     chains_build(&l->chains, k, &l->counts, l->of, err);
	ok = ok && list_rows(l, k, false, err) &&
	     (!l->explain || !functions || list_rows(l, k, true, err));
	chains_release(&l->chains);
	key_counts_release(&l->counts);
	return ok;
}

/* The larger change first where two are as surprising; then by name. */
static int compare_rows(const void *a, const void *b, void *rows)
{
	const struct difference_row *x = a, *y = b;
	const struct difference_rows *d = rows;

	if (x->score != y->score)
		return x->score > y->score ? -1 : 1;
	if (x->total[SIDE_SUBJECT] != y->total[SIDE_SUBJECT])
		return x->total[SIDE_SUBJECT] > y->total[SIDE_SUBJECT] ? -1 : 1;
	if (x->by != y->by)
		return x->by < y->by ? -1 : 1;
	if (x->of_self != y->of_self)
		return x->of_self ? 1 : -1;
	return text_compare(difference_row_name(d, x), difference_row_name(d, y));
}

static bool find_q(struct difference_rows *d, struct error *err)
{
	double *p = mem_array(d->count, sizeof *p, "rows", err);
	bool ok;

	for (uint32_t i = 0; p && i < d->count; i++)
		p[i] = d->rows[i].q;
	ok = p && surprise_q(p, d->count, err);
	for (uint32_t i = 0; ok && i < d->count; i++) {
		d->rows[i].q = p[i];
		d->stands_out += p[i] < STANDS_OUT_BELOW;
	}
	mem_free(p);
	return ok;
}

static bool build(struct difference_rows *d, struct listing *l, unsigned by,
		  struct error *err)
{
	bool ok = true;

	for (enum keys_by i = 0; ok && i < KEYS_BY; i++)
		ok = !(by & KEYS_OF(i)) || list_keys(l, i, err);
	if (!ok || !find_q(d, err)) {
		difference_rows_release(d);
		return false;
	}
	if (d->count)
		qsort_r(d->rows, d->count, sizeof *d->rows, compare_rows, d);
	return true;
}

bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err)
{
	struct listing l = {.rows = d, .of = c};

	*d = (struct difference_rows){.self = self};
	return build(d, &l, by, err);
}

bool difference_rows_explain(struct difference_rows *d, const struct comparison *c,
			     struct error *err)
{
	struct listing l = {.rows = d, .of = c, .explain = true};

	*d = (struct difference_rows){0};
	return build(d, &l, KEYS_ALL, err);
}

void difference_rows_release(struct difference_rows *d)
{
	for (int i = 0; i < KEYS_BY; i++)
		sample_keys_release(&d->keys[i]);
	mem_free(d->rows);
	*d = (struct difference_rows){0};
}

const char *difference_row_by(const struct difference_row *r)
{
	return r->of_self ? "self" : keys_by_names[r->by];
}

struct text difference_row_name(const struct difference_rows *d,
				const struct difference_row *r)
{
	return intern_get(d->keys[r->by].names, r->key);
}

struct change difference_row_change(const struct difference_rows *d,
				    const struct difference_row *r,
				    const struct comparison *c)
{
	const uint64_t *value = values_of(d, r);

	return comparison_change(c, value[SIDE_SUBJECT], value[SIDE_BASELINE]);
}

/* ---- what has become too much ---- */

const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   double points)
{
	const struct difference_row *most = NULL;

	for (uint32_t i = 0; i < d->count; i++) {
		const struct difference_row *r = &d->rows[i];
		struct change x =
		    comparison_change(c, r->total[SIDE_SUBJECT], r->total[SIDE_BASELINE]);
		double grown = 100 * (x.share - x.baseline_share);

		if (r->q < STANDS_OUT_BELOW && grown > points) {
			most = r;
			points = grown;
		}
	}
	return most;
}
