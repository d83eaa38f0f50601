#include "analysis/compare/difference_rows.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* ---- how surprising ---- */

static void rate(struct difference_rows *d, const struct comparison *c)
{
	uint64_t n = c->subject.samples, m = c->baseline.samples;

	for (uint32_t i = 0; i < d->count; i++) {
		struct difference_row *r = &d->rows[i];
		struct change change = difference_row_change(d, r, c);

		r->score = surprise_g2(
		    (uint64_t)nearbyint(change.share * (double)n), n,
		    (uint64_t)nearbyint(change.baseline_share * (double)m), m);
		r->score = nearbyint(r->score * 1e6) / 1e6; /* the same on all machines */
		r->q = 1;
	}
}

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

static bool has_value(const struct difference_row *r, bool self)
{
	const uint64_t *value = self ? r->self : r->total;

	return value[SIDE_SUBJECT] || value[SIDE_BASELINE];
}

/* The rows of one kind of names behind those that are there. */
static bool add_rows(struct difference_rows *d, const struct comparison *c,
		     enum keys_by by, size_t *room, struct error *err)
{
	struct sample_keys *k = &d->keys[by];
	struct key_counts n;
	bool ok;

	if (!sample_keys_build(k, c, by, err) || !key_counts_build(&n, k, c, err))
		return false;
	ok = mem_reserve(&d->rows, room, (size_t)d->count + k->count, sizeof *d->rows,
			 "rows", err);
	for (uint32_t key = 0; ok && key < k->count; key++) {
		struct difference_row r = row_of(&n, k, key);

		if (has_value(&r, d->self))
			d->rows[d->count++] = r; /* room: a row a key */
	}
	key_counts_release(&n);
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
	return text_compare(difference_row_name(d, x), difference_row_name(d, y));
}

bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err)
{
	size_t room = 0;

	*d = (struct difference_rows){.self = self};
	for (enum keys_by i = 0; i < KEYS_BY; i++) {
		if ((by & KEYS_OF(i)) && !add_rows(d, c, i, &room, err)) {
			difference_rows_release(d);
			return false;
		}
	}
	rate(d, c);
	if (d->count)
		qsort_r(d->rows, d->count, sizeof *d->rows, compare_rows, d);
	return true;
}

void difference_rows_release(struct difference_rows *d)
{
	for (int i = 0; i < KEYS_BY; i++)
		sample_keys_release(&d->keys[i]);
	mem_free(d->rows);
	*d = (struct difference_rows){0};
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
	const uint64_t *value = d->self ? r->self : r->total;

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
