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

/* Percentage points by which a share of waits has changed, or of threads at once, on average. */
#define LEADS_FROM   0.1
#define THREADS_FROM 0.001

/* Functions may have two tables, all and self. */
#define TABLES_MOST (KEYS_BY + 1)

struct listing {
	struct difference_rows *rows;
	const struct comparison *of;
	size_t room;
	bool explain;
	double below;			   /* only q below this are asked for; 0: all */
	struct key_counts counts[KEYS_BY]; /* owned */
	struct context_values contexts;	   /* owned; empty: nobody asks */
	struct chains chains; /* owned: of functions; empty: every row stands alone */
	struct rated tables[TABLES_MOST];
	struct rating ratings[TABLES_MOST]; /* owned */
	size_t table_count;
};

/*
 * Who asks why is not helped by a thread that lived for a moment, where all are others in the next:
 * there is a row of all processes of its name. Others are in three blocks at least.
 */
#define BLOCKS_LIVED 3

static bool is_passing(const struct rating *rating, const struct difference_row *r)
{
	return r->by == KEYS_THREAD && rating->blocks > 2 * BLOCKS_LIVED &&
	       rating->seen_in[r->key] < BLOCKS_LIVED;
}

static bool is_told(const struct listing *l, const struct rating *rating,
		    const struct difference_row *r)
{
	const uint64_t *values = values_of(l->rows, r);

	if (!values[SIDE_SUBJECT] && !values[SIDE_BASELINE])
		return false;
	if (r->of_self)
		return !calls_nothing(r);
	if (l->explain && is_passing(rating, r))
		return false;
	return r->by != KEYS_FUNCTION || !l->chains.name ||
	       l->chains.name[r->key] == r->key;
}

/* Did threads wait more for it, by enough to be told before all else? */
static bool leads(const struct difference_rows *d, const struct difference_row *r,
		  const struct comparison *c)
{
	double more = difference_row_change(d, r, c).delta;

	return more > 0 && (r->score >= LEADS_FROM ||
			    more >= THREADS_FROM * (double)c->subject.length);
}

/* The rows of a table behind those that are there; q is the chance so far. */
static bool list_rows(struct listing *l, size_t table, struct error *err)
{
	struct difference_rows *d = l->rows;
	const struct sample_keys *k = l->tables[table].keys;
	const struct rating *rating = &l->ratings[table];
	bool chained;

	if (!mem_reserve(&d->rows, &l->room, (size_t)d->count + k->count, sizeof *d->rows,
			 "rows", err))
		return false;
	for (uint32_t key = 0; key < k->count; key++) {
		struct difference_row r = row_of(l->tables[table].counts, k, key);

		r.of_self = l->explain && l->tables[table].self;
		chained = l->chains.with && r.by == KEYS_FUNCTION && !r.of_self;
		r.with = chained ? l->chains.with[key] : 1;
		r.score = rating->score[key];
		r.q = rating->chance[key];
		r.leads = k->by == KEYS_WAIT && leads(d, &r, l->of);
		if (is_told(l, rating, &r))
			d->rows[d->count++] = r; /* room: a row a key */
	}
	return true;
}

static bool count_keys(struct listing *l, enum keys_by by, struct error *err)
{
	struct sample_keys *k = &l->rows->keys[by];
	bool names = l->explain && by == KEYS_PROCESS;

	if (!k->names && !(names ? sample_keys_by_name(k, l->of, by, err)
				 : sample_keys_build(k, l->of, by, err)))
		return false;
	if (k->of_context[0] && !l->contexts.of[0] &&
	    !context_values_build(&l->contexts, l->of, err))
		return false;
	if (!key_counts_build(&l->counts[by], k, l->of, &l->contexts, err))
		return false;
	l->tables[l->table_count++] = /* room: TABLES_MOST */
	    (struct rated){.keys = k, .counts = &l->counts[by], .self = l->rows->self};
	if (!l->explain || by != KEYS_FUNCTION)
		return true;
	l->tables[l->table_count++] = /* room: TABLES_MOST */
	    (struct rated){.keys = k, .counts = &l->counts[by], .self = true};
	return chains_build(&l->chains, k, &l->counts[by], l->of, err);
}

static void release(struct listing *l)
{
	for (int i = 0; i < KEYS_BY; i++)
		key_counts_release(&l->counts[i]);
	context_values_release(&l->contexts);
	chains_release(&l->chains);
}

/* In the order of their listing. */
struct ordering {
	const struct difference_rows *rows;
	const struct comparison *of;
};

static double growth(const struct ordering *o, const struct difference_row *r)
{
	return difference_row_change(o->rows, r, o->of).delta;
}

/* Those that lead by how much time they have more; of others what costs the subject more first where two
 * are as surprising; then by name. */
static int compare_rows(const void *a, const void *b, void *ordering)
{
	const struct difference_row *x = a, *y = b;
	const struct ordering *o = ordering;
	const struct difference_rows *d = o->rows;

	if (x->leads != y->leads)
		return x->leads ? -1 : 1;
	if (x->leads && growth(o, x) != growth(o, y))
		return growth(o, x) > growth(o, y) ? -1 : 1;
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

/* The rows of all tables, with their q. */
static bool rate(struct listing *l, bool runs, struct error *err)
{
	struct difference_rows *d = l->rows;
	bool ok;

	for (size_t i = 0; i < l->table_count; i++)
		l->tables[i].no_runs = !runs;
	d->count = d->stands_out = 0;
	ok = rating_build(l->ratings, l->tables, l->table_count, l->of, err);
	if (ok && l->table_count)
		d->left_out = l->ratings[0].left_out;
	for (size_t i = 0; ok && i < l->table_count; i++)
		ok = list_rows(l, i, err);
	for (size_t i = 0; i < l->table_count; i++)
		rating_release(&l->ratings[i]);
	return ok && find_q(d, err);
}

static bool any_below(const struct difference_rows *d, double q)
{
	for (uint32_t i = 0; i < d->count; i++)
		if (d->rows[i].q < q)
			return true;
	return false;
}

/* Runs only raise chances, and no q falls when chances rise: what has none without them has none. */
static bool list_all(struct listing *l, unsigned by, struct error *err)
{
	struct difference_rows *d = l->rows;
	struct ordering ordering = {d, l->of};
	bool ok = true, all = l->below <= 0;

	for (enum keys_by i = 0; ok && i < KEYS_BY; i++)
		ok = !(by & KEYS_OF(i)) || !sample_keys_are_there(l->of, i) ||
		     count_keys(l, i, err);
	if (ok && !all) {
		ok = rate(l, false, err);
		all = ok && any_below(d, l->below);
	}
	ok = ok && (!all || rate(l, true, err));
	release(l);
	if (ok && all && d->count)
		qsort_r(d->rows, d->count, sizeof *d->rows, compare_rows, &ordering);
	return ok;
}

static bool build(struct difference_rows *d, struct listing *l, unsigned by,
		  struct error *err)
{
	if (list_all(l, by, err))
		return true;
	difference_rows_release(d);
	return false;
}

bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err)
{
	struct listing l = {.rows = d, .of = c};

	*d = (struct difference_rows){.self = self};
	return build(d, &l, by, err);
}

bool difference_rows_build_below(struct difference_rows *d, const struct comparison *c,
				 unsigned by, double q, struct error *err)
{
	struct listing l = {.rows = d, .of = c, .below = q};

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
