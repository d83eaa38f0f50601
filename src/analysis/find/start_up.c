#include "analysis/find/start_up.h"

#include <math.h>
#include <string.h>

#include "analysis/compare/significance.h"
#include "base/mem.h"
#include "base/number.h"

/* ---- some samples ---- */

void subsample_release(struct subsample *t)
{
	tree_free(t->tree);
	bits_release(&t->which);
	mem_free(t->time);
	mem_free(t->weight);
	mem_free(t->stack);
	mem_free(t->context);
	*t = (struct subsample){0};
}

static bool make_room(struct subsample *t, uint64_t count, struct error *err)
{
	size_t n = (size_t)count;

	return (t->time = mem_array(n, sizeof *t->time, "samples", err)) &&
	       (t->weight = mem_array(n, sizeof *t->weight, "samples", err)) &&
	       (t->stack = mem_array(n, sizeof *t->stack, "samples", err)) &&
	       (t->context = mem_array(n, sizeof *t->context, "samples", err)) &&
	       bits_build(&t->which, count, err);
}

/* Advance `*row` to the next row of `rows`; returns false after the last one. */
static bool next_row(const struct bits *rows, uint64_t *row)
{
	uint64_t w = ++*row / 64, word = rows->words[w] & UINT64_MAX << (*row & 63);

	while (!word && w < rows->count / 64)
		word = rows->words[++w];
	*row = w * 64 + (word ? (uint64_t)__builtin_ctzll(word) : 0);
	return word != 0;
}

#define BEFORE_ALL UINT64_MAX

/* Copy the samples. `leaf` has nodes of the original tree, for samples of `which`. */
static void take_samples(struct subsample *t, const struct tree *tree,
			 const struct bits *rows, const struct bits *which,
			 uint32_t *leaf)
{
	const struct samples *s = &tree->profile->samples;
	uint64_t n = 0;

	/* room: all rows were counted */
	for (uint64_t row = BEFORE_ALL; next_row(rows, &row); n++) {
		t->time[n] = s->time[row];
		t->weight[n] = s->weight[row];
		t->stack[n] = s->stack[row];
		t->context[n] = s->context[row];
		if (!bits_has(which, row))
			continue;
		bits_add(&t->which, n);
		leaf[n] = tree->leaf[row];
	}
	t->profile = *tree->profile;
	t->profile.samples = (struct samples){.count = n,
					      .time = t->time,
					      .stack = t->stack,
					      .context = t->context,
					      .weight = t->weight,
					      .end = s->end};
	t->profile.tallies = NULL; /* of all samples */
	t->profile.tally_count = 0;
}

/* Set met[node] to 1 for the nodes of the original tree with samples; returns their number. */
static uint32_t mark_nodes(uint8_t *met, const struct tree *tree, const uint32_t *leaf,
			   uint64_t count)
{
	uint32_t nodes = 1;

	met[0] = 1;
	for (uint64_t i = 0; i < count; i++)
		for (uint32_t n = leaf[i]; !met[n]; n = tree->parent[n]) {
			met[n] = 1;
			nodes++;
		}
	return nodes;
}

static bool number_nodes(struct tree_paths *paths, const uint8_t *met, uint32_t nodes,
			 const struct tree *tree, uint32_t *of_node, struct error *err)
{
	paths->parent = mem_array(nodes, sizeof *paths->parent, "call paths", err);
	if (!paths->parent)
		return false;
	paths->frame = mem_array(nodes, sizeof *paths->frame, "call paths", err);
	for (uint32_t i = 0; paths->frame && i < tree->count; i++) {
		if (!met[i])
			continue;
		of_node[i] = paths->count;
		paths->parent[paths->count] = of_node[tree->parent[i]];
		paths->frame[paths->count++] = tree->frame[i]; /* room: the marked ones */
	}
	if (!paths->frame)
		mem_free(paths->parent);
	return paths->frame != NULL;
}

/* Build the tree; it then owns `leaf`. */
static bool build_tree(struct subsample *t, const struct tree *tree, uint32_t *leaf,
		       struct error *err)
{
	struct tree_paths paths = {.any_order = true};
	uint64_t count = t->profile.samples.count;
	uint8_t *met = mem_array(tree->count, 1, "call paths", err);
	uint32_t *of_node =
	    met ? mem_array(tree->count, sizeof *of_node, "call paths", err) : NULL;

	if (of_node && number_nodes(&paths, met, mark_nodes(met, tree, leaf, count), tree,
				    of_node, err))
		t->tree = tree_of_paths(&t->profile, tree->root, &paths, err);
	for (uint64_t i = 0; t->tree && i < count; i++)
		leaf[i] = of_node[leaf[i]];
	if (t->tree)
		t->tree->leaf = leaf;
	mem_free(met);
	mem_free(of_node);
	return t->tree != NULL;
}

bool subsample_build(struct subsample *t, const struct tree *tree,
		     const struct bits *rows, const struct bits *which, struct error *err)
{
	uint64_t count = bits_population(rows);
	uint32_t *leaf = mem_array((size_t)count, sizeof *leaf, "samples", err);

	*t = (struct subsample){0};
	if (!leaf || !make_room(t, count, err)) {
		mem_free(leaf);
		return false;
	}
	take_samples(t, tree, rows, which, leaf);
	if (build_tree(t, tree, leaf, err))
		return true;
	mem_free(leaf);
	return false;
}

#define LEAST_SAMPLES 30 /* least number, both in a start and in the rest */
#define LONGER	      1.2 /* a phase up to this many times as long as the start adds nothing */
#define LEAST_PART    5 /* the start is at most a fifth of the profile */

static void release_start_up(struct start_up *s)
{
	difference_rows_release(&s->rows);
	comparison_release(&s->comparison);
	flame_release(&s->first);
	flame_release(&s->all);
}

void start_up_release(struct start_up *s)
{
	release_start_up(s);
	*s = (struct start_up){0};
}

/*
 * Compare the range with the rest. `below`: see difference_rows_build_below(); 1: all rows are
 * exact.
 */
static bool compare_with_rest(struct start_up *s, const struct start_query *q,
			      struct range range, double below, struct error *err)
{
	const struct flame *all = q->all ? q->all : &s->all;

	s->range = range;
	if (!flame_build(&s->first, q->tree, q->which, NULL, WEIGH_SAMPLES, err) ||
	    (!q->all &&
	     !flame_build(&s->all, q->tree, q->which, NULL, WEIGH_SAMPLES, err)))
		return false;
	if (!q->all)
		flame_show(&s->all, RANGE_ALL);
	flame_show(&s->first, range);
	if (!comparison_with_rest(&s->comparison, &s->first, range, all, err))
		return false;
	if (s->first.samples < LEAST_SAMPLES ||
	    all->samples - s->first.samples < LEAST_SAMPLES)
		return true;
	return below < 1 ? difference_rows_build_below(&s->rows, &s->comparison,
						       KEYS_OF(KEYS_FUNCTION), below, err)
			 : difference_rows_build(&s->rows, &s->comparison,
						 KEYS_OF(KEYS_FUNCTION), false, err);
}

/* difference of shares; a smaller one is not a start, however certain */
#define POINTS_LEAST 0.05

static bool is_large(const struct difference_row *r, const struct comparison *c)
{
	double first = (double)r->total[SIDE_SUBJECT] / (double)c->subject.samples;
	double later = (double)r->total[SIDE_BASELINE] / (double)c->baseline.samples;

	return fabs(first - later) >= POINTS_LEAST;
}

/* The largest G2 of the certain rows, as one of `tries` searches; 0 if there are none. */
static double best_score(const struct start_up *s, uint32_t tries)
{
	const struct comparison *c = &s->comparison;
	double best = 0;

	for (uint32_t i = 0; i < s->rows.count; i++) {
		const struct difference_row *r = &s->rows.rows[i];

		if (r->q < CERTAIN_BELOW / tries && is_large(r, c))
			best = fmax(best, significance_g2((double)r->total[SIDE_SUBJECT],
							  (double)c->subject.samples,
							  (double)r->total[SIDE_BASELINE],
							  (double)c->baseline.samples));
	}
	return best;
}

static uint64_t range_length(struct range r)
{
	return r.to - r.from;
}

/* ---- candidate lengths ---- */

/* Lengths are 1, 2, 5, 10 and 20 units. */
static uint32_t lengths_for(const struct range *whole,
			    struct range ranges[static START_LENGTHS])
{
	static const unsigned steps[START_LENGTHS] = {1, 2, 5, 10, 20};
	uint64_t length = whole->to - whole->from, unit = NS_PER_SECOND, from;
	uint32_t count = 0;

	while (unit > 1 && unit > length / 10)
		unit /= 10;
	from = (whole->from + unit - 1) / unit * unit;
	while (count < START_LENGTHS && steps[count] * unit <= length / LEAST_PART) {
		ranges[count] = (struct range){0, from + steps[count] * unit};
		count++;
	}
	return count;
}

/* ---- choosing a length ---- */

/* Choose every sample number 1, 1 + each, 1 + 2 each ... of `which`. */
static bool thin(struct bits *some, const struct bits *which, uint64_t each,
		 struct error *err)
{
	uint64_t passed_over = 0; /* samples to skip before the next one */

	if (!bits_build(some, which->count, err))
		return false;
	for (uint64_t w = 0; w <= which->count / 64; w++) {
		uint64_t word = which->words[w];
		uint64_t here = (unsigned)__builtin_popcountll(word);

		for (; here > passed_over; passed_over = each - 1) {
			here -= passed_over + 1;
			for (; passed_over; passed_over--)
				word &= word - 1;
			bits_add(some, w * 64 + (uint64_t)__builtin_ctzll(word));
			word &= word - 1;
		}
		passed_over -= here;
	}
	return true;
}

/* Add the rows on both sides of a moment: they define the ends of stretches. */
static void add_ends(struct bits *rows, uint64_t row)
{
	if (row > 0)
		bits_add(rows, row - 1);
	if (row < rows->count)
		bits_add(rows, row);
}

/*
 * Choose the length with the most surprising function; if there is none, `*best` does not change.
 */
static bool choose_length(struct range *best, const struct start_query *q,
			  const struct range *ranges, uint32_t count, struct error *err)
{
	struct sample_keys keys = {0}; /* shared by all lengths */
	double most = 0;
	bool all = true;

	for (uint32_t i = 0; all && i < count; i++) {
		struct start_up tried = {.rows.keys[KEYS_FUNCTION] = keys};
		bool ok =
		    compare_with_rest(&tried, q, ranges[i], CERTAIN_BELOW / count, err);
		double score = ok ? best_score(&tried, count) : 0;

		keys = tried.rows.keys[KEYS_FUNCTION];
		tried.rows.keys[KEYS_FUNCTION] = (struct sample_keys){0};
		release_start_up(&tried);
		all = ok;
		if (score > most) {
			most = score;
			*best = ranges[i];
		}
	}
	sample_keys_release(&keys);
	return all;
}

/* The same with a part of the samples, copied to a separate profile. */
static bool choose_by_some(struct range *best, const struct start_query *q, uint64_t each,
			   const struct range *ranges, uint32_t count, struct error *err)
{
	const struct profile *p = q->tree->profile;
	struct bits some = {0}, rows = {0};
	struct subsample t = {.tree = NULL};
	uint64_t first, last;
	bool ok =
	    thin(&some, q->which, each, err) && bits_build(&rows, p->samples.count, err);

	if (ok) {
		memcpy(rows.words, some.words,
		       (some.count / 64 + 1) * sizeof *some.words);
		add_ends(&rows, 0);
		add_ends(&rows, p->samples.count);
		for (uint32_t i = 0; i < count; i++) {
			range_samples(p, ranges[i], &first, &last);
			add_ends(&rows, last);
		}
		ok = subsample_build(&t, q->tree, &rows, &some, err) &&
		     choose_length(
			 best, &(struct start_query){.tree = t.tree, .which = &t.which},
			 ranges, count, err);
	}
	subsample_release(&t);
	bits_release(&some);
	bits_release(&rows);
	return ok;
}

bool start_up_find(struct start_up *s, const struct start_query *q, struct error *err)
{
	struct range whole = range_whole(q->tree->profile), best = {0};
	struct range ranges[START_LENGTHS];
	uint32_t count = lengths_for(&whole, ranges);
	uint64_t each = bits_population(q->which) / START_SAMPLES + 1;
	bool ok;

	*s = (struct start_up){0};
	ok = each > 1 ? choose_by_some(&best, q, each, ranges, count, err)
		      : choose_length(&best, q, ranges, count, err);
	if (ok && best.to) {
		ok = compare_with_rest(s, q, best, 1, err);
		s->is_there = ok && best_score(s, count) > 0;
	}
	best.from = best.from > whole.from ? best.from : whole.from;
	if (ok && s->is_there &&
	    (double)range_length(q->phase) <= LONGER * (double)range_length(best)) {
		if (2 * range_length(q->phase) >= range_length(best))
			s->frame = q->frame;
		return true;
	}
	if (!ok || !range_length(q->phase))
		return ok;
	release_start_up(s);
	*s = (struct start_up){.is_phase = true, .frame = q->frame};
	ok = compare_with_rest(s, q, q->phase, 1, err);
	s->is_there = ok && s->rows.count > 0;
	return ok;
}
