#include "analysis/compare/difference_rows.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/significance.h"
#include "base/mem.h"
#include "base/number.h"

const char *const verdict_words[VERDICTS] = {"unknown", "may be chance", "likely",
					     "certain"};

/* ---- chains ---- */

/* Values of `caller` that are not keys. */
#define CALLER_SEVERAL (UINT32_MAX - 1)
#define CALLER_UNSEEN  (UINT32_MAX - 2)

/* How well a function names its chain. */
enum name_worth { NAME_UNKNOWN, NAME_ENTRY, NAME_OWN };

/* The state of a key while chains are linked. */
struct chain_link {
	uint32_t caller; /* the key that calls it, KEY_NONE at the root, or CALLER_* */
	uint32_t depth;	 /* in its chain */
	uint32_t best;	 /* for an outermost key: the best name of its chain so far */
	uint8_t worth;	 /* enum name_worth */
};

/* Is it a file that every program starts in: libc, the dynamic linker, the vDSO? */
static bool is_entry_module(struct text path)
{
	static const char *const begins[] = {"libc.", "libc-", "ld-",	"libpthread",
					     "ld.so", "ld64",  "[vdso]"};

	for (size_t i = path.len; i > 0; i--)
		if (path.at[i - 1] == '/') {
			path = text_from(path, i);
			break;
		}
	for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
		if (text_starts(path, text_of(begins[i])))
			return true;
	return false;
}

/* Find the best worth among the frames of each key. */
static bool find_worth(struct chain_link *links, const struct sample_keys *keys,
		       const struct tree *t, struct error *err)
{
	const struct profile *p = t->profile;
	uint8_t *of_frame = mem_array((size_t)p->frame_count + 1, 1, "functions", err);
	/* by string, the worth of its module; 0: not asked. Functions share a path, often long. */
	uint8_t *asked =
	    of_frame ? mem_array((size_t)p->strings.count + 1, 1, "names", err) : NULL;
	bool ok = asked != NULL;

	for (uint32_t i = 1; ok && i < p->frame_count; i++) {
		enum frame_kind kind = (enum frame_kind)p->frames[i].kind;
		uint8_t *module = &asked[p->frames[i].module];

		if (kind == FRAME_NAMELESS)
			continue;
		if (kind == FRAME_KERNEL || kind == FRAME_IDLE) {
			of_frame[i] = NAME_ENTRY;
			continue;
		}
		if (!*module)
			*module = is_entry_module(profile_frame_module(p, i)) ? NAME_ENTRY
									      : NAME_OWN;
		of_frame[i] = *module;
	}
	for (uint32_t i = 1; ok && i < t->count; i++) {
		uint32_t key = keys->of_node[i];

		if (key != KEY_NONE && of_frame[t->frame[i]] > links[key].worth)
			links[key].worth = of_frame[t->frame[i]];
	}
	mem_free(of_frame);
	mem_free(asked);
	return ok;
}

/*
 * Follow `name` from caller to caller to the outermost key of a chain, and shorten the path
 * traversed, so that each key is followed only once. The loop ends because the outermost key of a
 * chain has no caller, or one outside the chain.
 */
static uint32_t find_outermost(uint32_t *name, struct chain_link *links, uint32_t key)
{
	uint32_t top = key, depth = 0;

	for (; name[top] != top; top = name[top])
		depth += links[top].depth;
	while (name[key] != key) {
		uint32_t next = name[key], below = links[key].depth;

		name[key] = top;
		links[key].depth = depth;
		depth -= below;
		key = next;
	}
	return top;
}

bool chains_build(struct chains *chains, const struct sample_keys *keys,
		  const struct key_counts *counts, const struct comparison *c,
		  struct error *err)
{
	const struct tree *t = c->tree;
	struct chain_link *links = NULL;
	uint32_t count = keys->count;

	*chains = (struct chains){0};
	if (!(chains->name = mem_array(count, sizeof *chains->name, "names", err)) ||
	    !(chains->with = mem_array(count, sizeof *chains->with, "names", err)) ||
	    !(links = mem_array(count, sizeof *links, "names", err)) ||
	    !find_worth(links, keys, t, err)) {
		mem_free(links);
		chains_release(chains);
		return false;
	}
	for (uint32_t i = 0; i < count; i++)
		links[i].caller = CALLER_UNSEEN;
	for (uint32_t i = 1; i < t->count; i++) {
		uint32_t key = keys->of_node[i], caller = keys->of_node[t->parent[i]];
		struct chain_link *link;

		if (key == KEY_NONE || caller == key ||
		    (!c->subject.total[i] && !c->baseline.total[i]))
			continue;
		link = &links[key];
		if (link->caller == CALLER_UNSEEN)
			link->caller = caller;
		else if (link->caller != caller)
			link->caller = CALLER_SEVERAL;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t caller = links[i].caller;
		bool belongs = caller < count &&
			       counts->total[SIDE_SUBJECT][i] ==
				   counts->total[SIDE_SUBJECT][caller] &&
			       counts->total[SIDE_BASELINE][i] ==
				   counts->total[SIDE_BASELINE][caller];

		chains->name[i] = belongs ? caller : i;
		links[i].depth = belongs;
		links[i].best = i;
	}
	for (uint32_t i = 0; i < count; i++) {
		uint32_t top = find_outermost(chains->name, links, i);
		const struct chain_link *link = &links[i],
					*best = &links[links[top].best];

		chains->with[top]++;
		if (link->worth != best->worth ? link->worth > best->worth
					       : link->depth > best->depth)
			links[top].best = i;
	}
	for (uint32_t i = 0; i < count; i++)
		chains->with[i] = chains->with[chains->name[i]];
	for (uint32_t i = 0; i < count; i++)
		chains->name[i] = links[chains->name[i]].best;
	mem_free(links);
	return true;
}

void chains_release(struct chains *chains)
{
	mem_free(chains->name);
	mem_free(chains->with);
	*chains = (struct chains){0};
}

/* ---- rows ---- */

/*
 * The least change of a share of waits, in percentage points, or of the average number of threads,
 * for a row to come first.
 */
#define LEADS_FROM   0.1
#define THREADS_FROM 0.001

/* Functions may have two tables, total and self, and there may be unlisted tables. */
#define TABLES_MOST (KEYS_BY + 2)

struct listing {
	struct difference_rows *rows;
	const struct comparison *of;
	size_t room;
	bool explain;
	/* only values of q below this matter; 0: all */
	double below;
	struct time_limit *limit;	   /* borrowed; or NULL */
	struct key_counts counts[KEYS_BY]; /* owned */
	struct context_values contexts;	   /* owned; empty: not needed */
	struct chains chains;		   /* owned: of functions; empty: no chains */
	struct rated_table tables[TABLES_MOST];
	struct row_statistics ratings[TABLES_MOST]; /* owned */
	size_t table_count;
	size_t functions; /* the index of the table of functions by their total */
	size_t unlisted;  /* the number of tables at the end that have no rows */
};

/* The values by which a row is counted. */
static const uint64_t *values_of(const struct difference_rows *d,
				 const struct difference_row *r)
{
	return d->self || r->of_self ? r->self : r->total;
}

/*
 * A short-lived thread explains nothing in a program that constantly starts new ones; all threads
 * of its name share a row. Other threads occur in at least three blocks.
 */
#define BLOCKS_LIVED 3

static bool is_listed(const struct listing *l, const struct row_statistics *rating,
		      const struct difference_row *r)
{
	const uint64_t *values = values_of(l->rows, r);

	if (!values[SIDE_SUBJECT] && !values[SIDE_BASELINE])
		return false;
	if (r->of_self) /* without callees, it equals the row of its total */
		return r->self[SIDE_SUBJECT] != r->total[SIDE_SUBJECT] ||
		       r->self[SIDE_BASELINE] != r->total[SIDE_BASELINE];
	if (l->explain && r->by == KEYS_THREAD && rating->blocks > 2 * BLOCKS_LIVED &&
	    rating->seen_in[r->key] < BLOCKS_LIVED)
		return false;
	return r->by != KEYS_FUNCTION || !l->chains.name ||
	       l->chains.name[r->key] == r->key;
}

/* Did threads wait so much longer for this that the row precedes all others? */
static bool leads(const struct difference_rows *d, const struct difference_row *r,
		  const struct comparison *c)
{
	struct change x = difference_row_change(d, r, c);

	return x.delta > 0 && (fabs(x.share - x.baseline_share) * 100 >= LEADS_FROM ||
			       x.delta >= THREADS_FROM * (double)c->subject.length);
}

/* A share has fallen by more than chance if its deviate is larger than this, */
#define FALLEN 2.0
/* which counts against rows whose share of the baseline was at most this. */
#define MOST 0.5

/*
 * If rates are steady, a row that has kept its share, such as the function that calls everything,
 * is not news, unless its share has fallen although it ran more often.
 */
static double deciding_z(struct deviates z, enum unchanged_by steady,
			 double baseline_share)
{
	bool opposite = z.share * z.rate < 0 && fabs(z.share) > FALLEN;

	if (steady == UNCHANGED_SHARES)
		return z.share;
	if ((opposite && baseline_share <= MOST) || fabs(z.rate) < fabs(z.share))
		return z.rate;
	return copysign(z.share, z.rate);
}

/* Append the rows of a table. */
static bool list_rows(struct listing *l, size_t table, struct error *err)
{
	struct difference_rows *d = l->rows;
	const struct sample_keys *k = l->tables[table].keys;
	const struct row_statistics *rating = &l->ratings[table];

	if (!mem_reserve(&d->rows, &l->room, (size_t)d->count + k->count, sizeof *d->rows,
			 "rows", err))
		return false;
	for (uint32_t key = 0; key < k->count; key++) {
		const struct key_counts *n = l->tables[table].counts;
		struct difference_row r = {
		    .key = key,
		    .by = k->by,
		    .of_self = l->explain && !d->self && l->tables[table].self,
		    .with = 1,
		    .estimate = rating->each[key],
		};

		for (int i = 0; i < SIDES; i++) {
			r.total[i] = n->total[i][key];
			r.self[i] = n->self[i] ? n->self[i][key] : r.total[i];
		}
		if (l->chains.with && r.by == KEYS_FUNCTION && !r.of_self)
			r.with = l->chains.with[key];
		r.leads = k->by == KEYS_WAIT && leads(d, &r, l->of);
		if (is_listed(l, rating, &r))
			d->rows[d->count++] = r; /* room: one row per key */
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
	if (!key_counts_build(&l->counts[by], k, l->of, &l->contexts, err) ||
	    !time_limit_check(l->limit, 2 * (uint64_t)l->of->tree->count, err))
		return false;
	l->tables[l->table_count++] = /* room: TABLES_MOST */
	    (struct rated_table){
		.keys = k, .counts = &l->counts[by], .self = l->rows->self};
	if (by == KEYS_FUNCTION && !l->rows->self)
		l->functions = l->table_count - 1;
	if (!l->explain || l->rows->self || by != KEYS_FUNCTION)
		return true;
	l->tables[l->table_count++] = /* room: TABLES_MOST */
	    (struct rated_table){.keys = k, .counts = &l->counts[by], .self = true};
	return chains_build(&l->chains, k, &l->counts[by], l->of, err);
}

/*
 * The table of functions by their total decides whether shares or rates stayed the same, so it is
 * added even if it is not listed.
 */
static bool add_functions(struct listing *l, struct error *err)
{
	size_t listed = l->table_count;
	bool self = l->rows->self, explain = l->explain;

	if (!l->rows->self && l->counts[KEYS_FUNCTION].total[0])
		return true;
	l->unlisted++;
	if (l->counts[KEYS_FUNCTION].total[0]) {
		l->tables[listed] =
		    (struct rated_table){.keys = &l->rows->keys[KEYS_FUNCTION],
					 .counts = &l->counts[KEYS_FUNCTION]};
		l->functions = listed;
		l->table_count++; /* room: TABLES_MOST */
		return true;
	}
	l->rows->self = l->explain = false;
	if (!count_keys(l, KEYS_FUNCTION, err))
		return false;
	l->rows->self = self;
	l->explain = explain;
	return true;
}

/* The spread between recordings is measured by the self time of functions: add that table. */
static void add_selves(struct listing *l)
{
	const struct comparison *c = l->of;

	if (side_recordings(&c->subject) < 2 && side_recordings(&c->baseline) < 2)
		return;
	for (size_t i = 0; i < l->table_count; i++)
		if (l->tables[i].self && l->tables[i].keys->by == KEYS_FUNCTION)
			return;
	l->unlisted++;
	l->tables[l->table_count++] = /* room: TABLES_MOST */
	    (struct rated_table){.keys = &l->rows->keys[KEYS_FUNCTION],
				 .counts = &l->counts[KEYS_FUNCTION],
				 .self = true};
}

/* Leading rows by their increase; others by verdict and surprise, then the more expensive in the
 * subject first; then by name. */
static int compare_rows(const void *a, const void *b, void *listing)
{
	const struct difference_row *x = a, *y = b;
	const struct listing *l = listing;
	const struct difference_rows *d = l->rows;
	double dx, dy;

	if (x->leads != y->leads)
		return x->leads ? -1 : 1;
	if (x->leads) {
		dx = difference_row_change(d, x, l->of).delta;
		dy = difference_row_change(d, y, l->of).delta;
		if (dx != dy)
			return dx > dy ? -1 : 1;
	}
	if (x->verdict != y->verdict)
		return x->verdict > y->verdict ? -1 : 1;
	if (x->once != y->once)
		return x->once > y->once ? -1 : 1;
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

/* ---- verdicts ---- */

/* The number of samples of a row on both sides. */
static double samples_of(const struct comparison *c, struct change x)
{
	return x.share * (double)c->subject.samples +
	       x.baseline_share * (double)c->baseline.samples;
}

/* Rows with fewer samples cannot be judged and are excluded. */
#define FEWEST 8.0

/*
 * All rows of a kind share a fixed part of the total chance, so a verdict does not depend on which
 * other kinds are in the table.
 */
struct kind_of_rows {
	double weights; /* the sum over rows that are judged */
	uint32_t count; /* the number of judged rows */
};

static unsigned kind_of(const struct difference_rows *d, const struct difference_row *r)
{
	return 2 * r->by + (r->of_self || (d->self && r->by == KEYS_FUNCTION));
}

#define KINDS_OF_ROWS (2 * KEYS_BY)

/*
 * A row with half of all samples can differ by more of them than a rare one. The samples of both
 * sides are added, because a weight must not grow with the difference that it is used to judge.
 */
static double weight_of(const struct comparison *c, struct change x)
{
	double p = samples_of(c, x) / (double)(c->subject.samples + c->baseline.samples);

	return p * (1 - p);
}

#define LEAST_SCORE -100.0

/* Rounded, so that the order does not depend on the last bits of a logarithm. */
static double round_score(double score)
{
	return nearbyint(score * 1e4) / 1e4;
}

/*
 * A row is no more surprising than its change beside the common factor. Otherwise functions that
 * merely take a smaller part, as another takes more, come before it where they vary less. The
 * result has the sign of the change beside the factor, which may differ from that of the share.
 */
static double beside_common(const struct difference_rows *d,
			    const struct difference_row *r, struct change x, double z)
{
	double change = x.share - x.baseline_share, beside;

	if (d->common == 1 || r->by != KEYS_FUNCTION || change == 0)
		return z;
	beside = z * (x.share - d->common * x.baseline_share) / change;
	return copysign(fmin(fabs(beside), fabs(z)), beside);
}

/* Half of the chance of a kind is divided by weight, half equally. */
static void score_row(const struct difference_rows *d, struct difference_row *r,
		      const struct comparison *c, const struct kind_of_rows *kinds)
{
	unsigned kind = kind_of(d, r);
	struct change x = difference_row_change(d, r, c);
	double there = x.baseline_share, part, weight;

	/* functions and their self time have a third of all chance each, other kinds the rest */
	part = kind <= 2 * KEYS_FUNCTION + 1 ? 1.0 / 3 : 1.0 / 3 / (KEYS_BY - 1);
	r->z = beside_common(d, r, x, deciding_z(r->estimate.z, d->steady, there));
	if (!d->is_judged) {
		r->score = r->once = 100 * fabs(x.share - x.baseline_share);
	} else if (samples_of(c, x) >= FEWEST) {
		weight = (kinds[kind].weights > 0 ? weight_of(c, x) / kinds[kind].weights
						  : 0) +
			 1.0 / kinds[kind].count;
		weight = log10(part * weight / 2);
		r->score = weight - significance_log_chance(r->z);
		r->once = weight -
			  significance_log_chance(beside_common(
			      d, r, x, deciding_z(r->estimate.once, d->steady, there)));
	} else {
		r->score = r->once = LEAST_SCORE;
	}
	r->score = round_score(r->score);
	r->once = round_score(r->once);
}

static void score_rows(struct difference_rows *d, const struct comparison *c)
{
	struct kind_of_rows kinds[KINDS_OF_ROWS] = {{0}};

	for (uint32_t i = 0; i < d->count; i++) {
		struct kind_of_rows *kind = &kinds[kind_of(d, &d->rows[i])];
		struct change x = difference_row_change(d, &d->rows[i], c);

		if (samples_of(c, x) < FEWEST)
			continue;
		kind->weights += weight_of(c, x);
		kind->count++;
	}
	for (uint32_t i = 0; i < d->count; i++)
		score_row(d, &d->rows[i], c, kinds);
}

static bool find_verdicts(struct difference_rows *d, const struct comparison *c,
			  struct error *err)
{
	double *p = mem_array(d->count, sizeof *p, "rows", err);
	bool ok = p != NULL;

	if (ok)
		score_rows(d, c);
	for (unsigned kind = 0; ok && kind < KINDS_OF_ROWS; kind++) {
		uint32_t count = 0;

		for (uint32_t i = 0; i < d->count; i++)
			if (kind_of(d, &d->rows[i]) == kind)
				p[count++] = -d->rows[i].score; /* room: of all */
		ok = significance_q(p, count, err);
		for (uint32_t i = d->count; ok && i > 0; i--)
			if (kind_of(d, &d->rows[i - 1]) == kind)
				d->rows[i - 1].q = p[--count];
	}
	for (uint32_t i = 0; ok && i < d->count; i++) {
		struct difference_row *r = &d->rows[i];

		if (d->is_judged)
			r->verdict = r->q < CERTAIN_BELOW  ? VERDICT_CERTAIN
				     : r->q < LIKELY_BELOW ? VERDICT_LIKELY
							   : VERDICT_CHANCE;
		else
			r->q = 1;
		d->certain += r->verdict == VERDICT_CERTAIN;
		d->likely += r->verdict == VERDICT_LIKELY;
	}
	mem_free(p);
	return ok;
}

/* Make the rows of all tables, with their verdicts. */
static bool rate_tables(struct listing *l, bool runs, struct error *err)
{
	struct difference_rows *d = l->rows;
	bool ok;

	for (size_t i = 0; i < l->table_count; i++)
		l->tables[i].no_runs = !runs;
	d->count = d->certain = d->likely = 0;
	ok = row_statistics_build(l->ratings, l->tables, l->table_count, l->of, l->limit,
				  err);
	if (ok && l->table_count) {
		d->left_out = l->ratings[0].left_out;
		d->is_judged = l->ratings[0].is_judged;
		d->common = row_statistics_common(&l->ratings[l->functions],
						  &l->tables[l->functions], l->of);
		d->steady =
		    d->common == 1
			? row_statistics_unchanged(&l->ratings[l->functions],
						   &l->tables[l->functions], l->of)
			: UNCHANGED_SHARES;
	}
	for (size_t i = 0; ok && i + l->unlisted < l->table_count; i++)
		ok = list_rows(l, i, err);
	for (size_t i = 0; i < l->table_count; i++)
		row_statistics_release(&l->ratings[i]);
	return ok && find_verdicts(d, l->of, err);
}

/*
 * With `below`, rows are first rated without runs. Runs only raise chances, and q never falls when
 * chances rise, so if no q is below it then, none is with runs.
 */
static bool build_rows(struct difference_rows *d, struct listing *l, unsigned by,
		       struct error *err)
{
	bool ok = true, all = l->below <= 0;

	for (enum keys_by i = 0; ok && i < KEYS_BY; i++)
		ok = !(by & KEYS_OF(i)) || !sample_keys_are_there(l->of, i) ||
		     count_keys(l, i, err);
	if (ok && l->table_count)
		ok = add_functions(l, err);
	if (ok && l->table_count)
		add_selves(l);
	if (ok && !all) {
		ok = rate_tables(l, false, err);
		for (uint32_t i = 0; ok && !all && i < d->count; i++)
			all = d->rows[i].q < l->below;
	}
	ok = ok && (!all || rate_tables(l, true, err));
	for (int i = 0; i < KEYS_BY; i++)
		key_counts_release(&l->counts[i]);
	context_values_release(&l->contexts);
	chains_release(&l->chains);
	if (!ok)
		difference_rows_release(d);
	else if (all && d->count)
		qsort_r(d->rows, d->count, sizeof *d->rows, compare_rows, l);
	return ok;
}

bool difference_rows_build(struct difference_rows *d, const struct comparison *c,
			   unsigned by, bool self, struct error *err)
{
	struct listing l = {.rows = d, .of = c};

	*d = (struct difference_rows){.self = self, .common = 1};
	return build_rows(d, &l, by, err);
}

bool difference_rows_build_below(struct difference_rows *d, const struct comparison *c,
				 unsigned by, double q, struct error *err)
{
	struct listing l = {.rows = d, .of = c, .below = q};

	return build_rows(d, &l, by, err);
}

bool difference_rows_explain(struct difference_rows *d, const struct comparison *c,
			     bool self, struct time_limit *limit, struct error *err)
{
	struct listing l = {.rows = d, .of = c, .explain = true, .limit = limit};

	*d = (struct difference_rows){.self = self, .common = 1};
	return build_rows(d, &l, KEYS_ALL, err);
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
	struct change x = comparison_change(c, value[SIDE_SUBJECT], value[SIDE_BASELINE]);
	double here = (double)x.value, like;

	if (d->left_out <= 0)
		return x;
	/* compare with the part of the baseline that the estimate is based on */
	x.baseline_share = fmax(x.share - r->estimate.share.by, 0);
	x.per_second = r->estimate.rate.by;
	x.delta = c->normalised == NORMALISED_BY_TIME
		      ? x.per_second * (double)c->subject.length / (double)NS_PER_SECOND
		      : (x.share - x.baseline_share) * (double)c->subject.value;
	like = fmax(here - x.delta, 0);
	x.relative = x.delta == 0 ? 0 : x.delta / fmax(here, like);
	x.is_new = x.value && x.baseline_share <= 0;
	return x;
}

/* ---- growth ---- */

double difference_row_growth(const struct difference_row *r, const struct comparison *c)
{
	struct change x =
	    comparison_change(c, r->total[SIDE_SUBJECT], r->total[SIDE_BASELINE]);

	return 100 * (x.share - x.baseline_share);
}

const struct difference_row *difference_rows_grown(const struct difference_rows *d,
						   const struct comparison *c,
						   enum verdict least)
{
	const struct difference_row *most = NULL;

	for (uint32_t i = 0; i < d->count; i++) {
		const struct difference_row *r = &d->rows[i];

		/* beside other functions, a larger share may be less work */
		if (r->verdict >= least && (least == VERDICT_UNKNOWN || r->z > 0) &&
		    difference_row_growth(r, c) > 0 &&
		    (!most ||
		     difference_row_growth(r, c) > difference_row_growth(most, c)))
			most = r;
	}
	return most;
}

/*
 * A deviate grows with the square root of time. The score is still missing the distance to
 * -log10(CERTAIN_BELOW).
 */
double difference_row_needs(const struct difference_row *r)
{
	double lacks = -log10(CERTAIN_BELOW) - r->score, wanted, low = 0, high = 40;

	wanted = significance_log_chance(r->z) - lacks;
	while (high - low > 1e-3) {
		double middle = (low + high) / 2;

		if (significance_log_chance(middle) > wanted)
			low = middle;
		else
			high = middle;
	}
	return fabs(r->z) > 0.1 ? high * high / (r->z * r->z) : INFINITY;
}

/* ---- stalls ---- */

/* Fewer expected samples may be missing by chance. */
#define EXPECTED_LEAST 5
/* A name is missing if it has less than this part of its expected samples; */
#define LEFT_MOST 0.5
/* a stall is when this part of all expected samples is missing. */
#define MISSING_LEAST 0.3

struct missing {
	double expected, missing;
};

static void add_missing(struct missing *m, const struct comparison *c, uint64_t subject,
			uint64_t baseline)
{
	double one = (double)c->baseline.value / (double)c->baseline.samples;
	double expected =
	    (double)baseline * (double)c->subject.length / (double)c->baseline.length;
	double is = (double)subject;

	m->expected += expected;
	if (expected >= EXPECTED_LEAST * one && is < LEFT_MOST * expected)
		m->missing += expected - is;
}

static bool is_stall(const struct missing *m)
{
	return m->expected > 0 && m->missing >= MISSING_LEAST * m->expected;
}

bool stall_find(const struct comparison *c, bool *is, struct error *err)
{
	struct sample_keys keys;
	struct context_values values = {.of = {NULL}};
	struct key_counts counts = {.total = {NULL}};
	struct missing all = {0, 0}, by_name = {0, 0};
	bool ok;

	*is = false;
	if (!comparison_has_times(c) || !c->baseline.samples)
		return true;
	add_missing(&all, c, c->subject.value, c->baseline.value);
	*is =
	    !c->subject.value || is_stall(&all); /* all names together may exceed five */
	if (*is)
		return true;
	if (!sample_keys_by_name(&keys, c, KEYS_THREAD, err))
		return false;
	ok = context_values_build(&values, c, err) &&
	     key_counts_build(&counts, &keys, c, &values, err);
	for (uint32_t i = 0; ok && i < keys.count; i++)
		add_missing(&by_name, c, counts.total[SIDE_SUBJECT][i],
			    counts.total[SIDE_BASELINE][i]);
	*is = is_stall(&by_name);
	key_counts_release(&counts);
	context_values_release(&values);
	sample_keys_release(&keys);
	return ok;
}
