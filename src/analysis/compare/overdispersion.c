#include "analysis/compare/overdispersion.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"

/* Steps from node to node, and samples, that are spent on each of the two. */
#define STEPS_MOST (UINT64_C(1) << 24)

/* Blocks as long as the subject, or shorter ones if there are not so many. */
#define BLOCKS_WANTED 8

/* A block with fewer samples than the subject's divided by this says little. */
#define ENOUGH_OF 8

struct measuring {
	const struct tree *tree;
	const struct keying *keys;
	struct bits outermost; /* nodes that no node above has the same key */
	struct overdispersion *result;
};

/* ---- the outermost node of each key on the way down ---- */

static uint32_t next_node(const struct tree *t, uint32_t node, uint32_t *open,
			  const uint32_t *of_node)
{
	while (node && !t->next_sibling[node]) {
		node = t->parent[node];
		if (of_node[node] != NO_KEY)
			open[of_node[node]]--;
	}
	return node ? t->next_sibling[node] : 0;
}

static void mark_outermost(struct measuring *m, uint32_t *open)
{
	const struct tree *t = m->tree;
	const uint32_t *of_node = m->keys->of_node;
	uint32_t node = t->first_child[0];

	while (node) {
		uint32_t key = of_node[node];

		if (key != NO_KEY && !open[key])
			bits_add(&m->outermost, node);
		if (t->first_child[node]) {
			if (key != NO_KEY)
				open[key]++;
			node = t->first_child[node];
			continue;
		}
		node = next_node(t, node, open, of_node);
	}
}

static bool find_outermost(struct measuring *m, struct error *err)
{
	uint32_t *open;

	if (!m->keys->whole_stack)
		return true;
	if (!bits_build(&m->outermost, m->tree->count, err))
		return false;
	open = mem_array(m->keys->count, sizeof *open, "rows", err);
	if (!open)
		return false;
	mark_outermost(m, open);
	mem_free(open);
	return true;
}

/* The node of a sample, in the tree that has keys. */
static uint32_t node_of(const struct sampled *side, uint64_t row)
{
	uint32_t leaf = side->tree->leaf[row];

	return side->node ? side->node[leaf] : leaf;
}

/* The key of a sample that has but one. */
static uint32_t key_of(const struct measuring *m, const struct sampled *side,
		       uint64_t row)
{
	if (m->keys->of_node)
		return m->keys->of_node[node_of(side, row)];
	return side->of_context[side->tree->profile->samples.context[row]];
}

/* ---- blocks ---- */

struct blocks {
	struct measuring *m;
	const struct sampled *side;
	uint32_t *met;	/* owned: by node: the last block that has it */
	uint64_t *here; /* owned: by node: samples of the block in it and below */
	uint32_t *path; /* owned: nodes that the block has met, callers before called */
	uint32_t count; /* of `path` */
	uint32_t *keys; /* owned: keys that the block has met */
	uint32_t key_count;
	uint64_t *with; /* owned: by key: samples of the block that have it */
	double *sum;	/* owned: by key, over blocks: k, */
	double *square; /* owned: k^2 / n */
	double samples; /* over blocks: n */
	uint64_t steps, enough;
};

static void count_key(struct blocks *b, uint32_t key, uint64_t samples)
{
	if (key == NO_KEY || !samples)
		return;
	if (!b->with[key])
		b->keys[b->key_count++] = key; /* room: each key once */
	b->with[key] += samples;
}

/* List a leaf and what is above it, as far as it is not listed yet, from above. */
static void meet(struct blocks *b, uint32_t node, uint32_t block)
{
	const uint32_t *parent = b->m->tree->parent;
	uint32_t low = b->count, high;

	for (; node && b->met[node] != block; node = parent[node]) {
		b->met[node] = block;
		b->path[b->count++] = node; /* room: each node once */
	}
	for (high = b->count; low + 1 < high; low++) {
		uint32_t swapped = b->path[--high];

		b->path[high] = b->path[low];
		b->path[low] = swapped;
	}
}

/* Whoever was listed later is no caller of those before: add up from the last. */
static void add_up(struct blocks *b)
{
	const struct tree *t = b->m->tree;

	b->steps += b->count;
	while (b->count > 0) {
		uint32_t node = b->path[--b->count];
		uint64_t samples = b->here[node];

		b->here[node] = 0;
		b->here[t->parent[node]] += samples;
		if (bits_has(&b->m->outermost, node))
			count_key(b, b->m->keys->of_node[node], samples);
	}
	b->here[0] = 0;
}

static uint64_t count_samples(struct blocks *b, struct stretch s, uint32_t block)
{
	uint64_t n = 0;

	for (uint64_t row = s.first; row < s.last; row++) {
		uint32_t node;

		if (!bits_has(b->side->which, row))
			continue;
		n++;
		if (!b->m->keys->whole_stack) {
			count_key(b, key_of(b->m, b->side, row), 1);
			continue;
		}
		node = node_of(b->side, row);
		if (b->met[node] != block)
			meet(b, node, block);
		b->here[node]++;
	}
	b->steps += s.last - s.first;
	return n;
}

static void count_block(struct blocks *b, struct stretch s, uint32_t block)
{
	uint64_t n = count_samples(b, s, block);
	bool enough = n >= b->enough;

	add_up(b);
	while (b->key_count > 0) {
		uint32_t key = b->keys[--b->key_count];
		double k = (double)b->with[key];

		b->with[key] = 0;
		if (!enough)
			continue;
		b->sum[key] += k;
		b->square[key] += k * k / (double)n;
	}
	if (!enough)
		return;
	b->samples += (double)n;
	b->m->result->blocks++;
}

/* sum of (k - n p)^2 / (n p (1 - p)), by the sums of k and k^2 / n. */
static void find_block_factors(struct blocks *b)
{
	struct overdispersion *o = b->m->result;

	for (uint32_t i = 0; i < b->m->keys->count; i++) {
		double p = b->samples > 0 ? b->sum[i] / b->samples : 0, factor;

		if (p <= 0 || p >= 1 || o->blocks < 2)
			continue;
		factor = (b->square[i] - b->sum[i] * p) / (p * (1 - p)) /
			 (double)(o->blocks - 1);
		if (factor > 1)
			o->block[i] = factor;
	}
}

/* Blocks that lie wholly in a stretch, at whole lengths from the subject. */
struct places {
	uint64_t begin, count; /* ns; how many */
};

static struct places places_in(const struct sampled *side, struct stretch s,
			       uint64_t from, uint64_t length)
{
	const uint64_t *time = side->tree->profile->samples.time;
	struct places at = {0};
	uint64_t to;

	if (s.first >= s.last)
		return at;
	at.begin = time[s.first];
	to = time[s.last - 1];
	at.begin += (from % length + length - at.begin % length) % length;
	at.count = to > at.begin ? (to - at.begin) / length : 0;
	return at;
}

struct moment {
	const uint64_t *times; /* borrowed */
	uint64_t first, at;
};

static bool is_earlier(const void *arg, size_t i)
{
	const struct moment *m = arg;

	return m->times[m->first + i] < m->at;
}

/* The first row of a stretch at or after a moment. */
static uint64_t row_at(const struct sampled *side, struct stretch s, uint64_t at)
{
	struct moment m = {side->tree->profile->samples.time, s.first, at};

	return s.first + bisect_first((size_t)(s.last - s.first), is_earlier, &m);
}

/* 0 ... BLOCKS_MOST - 1 so that the first few of them are spread evenly. */
static uint32_t spread(uint32_t i)
{
	uint32_t mirrored = 0;

	for (uint32_t bit = 1; bit < BLOCKS_MOST; bit <<= 1)
		mirrored = mirrored << 1 | ((i & bit) != 0);
	return mirrored;
}

static void count_blocks(struct blocks *b, uint64_t from, uint64_t length)
{
	const struct stretch *s = b->side->stretches;
	struct places at[2] = {places_in(b->side, s[0], from, length),
			       places_in(b->side, s[1], from, length)};
	uint64_t all = at[0].count + at[1].count;
	uint64_t wanted = all < BLOCKS_MOST ? all : BLOCKS_MOST;

	for (uint32_t i = 0; i < BLOCKS_MOST && b->steps < STEPS_MOST; i++) {
		uint64_t place = spread(i);
		uint64_t begin;
		int which;

		if (place >= wanted)
			continue;
		place = place * (all / wanted) + place * (all % wanted) / wanted;
		which = place >= at[0].count;
		begin = at[which].begin + (place - (which ? at[0].count : 0)) * length;
		count_block(b,
			    (struct stretch){row_at(b->side, s[which], begin),
					     row_at(b->side, s[which], begin + length)},
			    i + 1);
	}
}

static uint64_t time_of(const struct sampled *side, struct stretch s)
{
	const uint64_t *time = side->tree->profile->samples.time;

	return s.first < s.last ? time[s.last - 1] - time[s.first] : 0;
}

/* As long as the subject; shorter where fewer than BLOCKS_WANTED would fit. */
static uint64_t block_length(const struct sampled *side, uint64_t length)
{
	uint64_t covered =
	    time_of(side, side->stretches[0]) + time_of(side, side->stretches[1]);

	if (length > covered / BLOCKS_WANTED)
		length = covered / BLOCKS_WANTED;
	return length ? length : 1;
}

static uint64_t count_kept(const struct sampled *side)
{
	uint64_t n = 0;

	for (int i = 0; i < 2; i++)
		for (uint64_t row = side->stretches[i].first;
		     row < side->stretches[i].last; row++)
			n += bits_has(side->which, row);
	return n;
}

static bool make_block_room(struct blocks *b, struct error *err)
{
	size_t nodes = b->m->tree->count, keys = b->m->keys->count;

	b->met = mem_array(nodes, sizeof *b->met, "flame graph nodes", err);
	b->here =
	    b->met ? mem_array(nodes, sizeof *b->here, "flame graph nodes", err) : NULL;
	b->path =
	    b->here ? mem_array(nodes, sizeof *b->path, "flame graph nodes", err) : NULL;
	b->keys = b->path ? mem_array(keys, sizeof *b->keys, "rows", err) : NULL;
	b->with = b->keys ? mem_array(keys, sizeof *b->with, "rows", err) : NULL;
	b->sum = b->with ? mem_array(keys, sizeof *b->sum, "rows", err) : NULL;
	b->square = b->sum ? mem_array(keys, sizeof *b->square, "rows", err) : NULL;
	return b->square != NULL;
}

static bool measure_blocks(struct measuring *m, const struct sampled *subject,
			   const struct sampled *baseline, struct error *err)
{
	struct blocks b = {.m = m, .side = baseline};
	uint64_t length = subject->to > subject->from ? subject->to - subject->from : 1;
	uint64_t shorter = block_length(baseline, length);
	bool ok = make_block_room(&b, err);

	b.enough = (uint64_t)((double)count_kept(subject) / (double)length *
			      (double)shorter / ENOUGH_OF);
	b.enough += !b.enough;
	if (ok) {
		count_blocks(&b, subject->from, shorter);
		find_block_factors(&b);
	}
	mem_free(b.met);
	mem_free(b.here);
	mem_free(b.path);
	mem_free(b.keys);
	mem_free(b.with);
	mem_free(b.sum);
	mem_free(b.square);
	return ok;
}

/* ---- runs ---- */

/* A list of keys that grows. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

struct runs {
	struct measuring *m;
	const struct sampled *side;
	uint64_t *rows, *sorted; /* owned: those of a piece; by thread */
	uint32_t *ends;		 /* owned: by thread */
	uint64_t *since; /* owned: by key: 1 more than where its run began; 0: none */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that has it */
	struct key_list closing, opening;
	uint64_t changes, steps;
	uint64_t apart; /* ns: samples of a thread that are farther apart are two runs */
	double *length, *square; /* borrowed: by key, over runs */
};

static void end_run(struct runs *r, uint32_t key, uint64_t at)
{
	double length = (double)(at + 1 - r->since[key]);

	r->since[key] = 0;
	r->length[key] += length;
	r->square[key] += length * length;
}

/* The key of a node, if it is the outermost that has it. */
static bool list_key(const struct measuring *m, struct key_list *l, uint32_t node,
		     struct error *err)
{
	uint32_t key = m->keys->of_node[node];

	return !bits_has(&m->outermost, node) ||
	       APPEND(l->keys, l->count, l->room, "rows", err, key);
}

/* From one stack to the next: only what is below the last common caller can change. */
static bool change_stack(struct runs *r, uint32_t from, uint32_t to, uint64_t at,
			 struct error *err)
{
	const uint32_t *parent = r->m->tree->parent;
	bool ok = true;

	r->closing.count = r->opening.count = 0;
	for (; ok && from != to; r->steps++) {
		ok = list_key(r->m, from > to ? &r->closing : &r->opening,
			      from > to ? from : to, err);
		if (from > to)
			from = parent[from];
		else
			to = parent[to];
	}
	r->changes++;
	for (size_t i = 0; i < r->opening.count; i++)
		r->mark[r->opening.keys[i]] = r->changes;
	for (size_t i = 0; i < r->closing.count; i++)
		if (r->mark[r->closing.keys[i]] != r->changes)
			end_run(r, r->closing.keys[i], at);
	for (size_t i = 0; i < r->opening.count; i++)
		if (!r->since[r->opening.keys[i]])
			r->since[r->opening.keys[i]] = at + 1;
	return ok;
}

/* The same where a sample has one key. */
static void change_key(struct runs *r, uint32_t from, uint32_t to, uint64_t at)
{
	if (from == to)
		return;
	if (from != NO_KEY)
		end_run(r, from, at);
	if (to != NO_KEY)
		r->since[to] = at + 1;
}

/* Samples of a thread that has not paused. Node 0 has no key and is above all. */
static bool run_on(struct runs *r, const uint64_t *rows, uint64_t count,
		   struct error *err)
{
	bool stacks = r->m->keys->whole_stack;
	uint32_t nothing = stacks ? 0 : NO_KEY, last = nothing;

	for (uint64_t i = 0; i <= count; i++) {
		uint32_t next = i == count ? nothing
				: stacks   ? node_of(r->side, rows[i])
					   : key_of(r->m, r->side, rows[i]);

		if (!stacks)
			change_key(r, last, next, i);
		else if (next != last && !change_stack(r, last, next, i, err))
			return false;
		last = next;
	}
	r->steps += count;
	return true;
}

static uint64_t gap_before(const struct runs *r, const uint64_t *rows, uint64_t i)
{
	const uint64_t *time = r->side->tree->profile->samples.time;

	return time[rows[i]] - time[rows[i - 1]];
}

static bool run_thread(struct runs *r, const uint64_t *rows, uint64_t count,
		       struct error *err)
{
	uint64_t begin = 0;

	for (uint64_t i = 1; i <= count && r->steps < STEPS_MOST; i++) {
		if (i < count && gap_before(r, rows, i) <= r->apart)
			continue;
		if (!run_on(r, rows + begin, i - begin, err))
			return false;
		begin = i;
	}
	return true;
}

static int compare_times(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* How far apart samples of a thread usually are: the middle of some, evenly spread. */
#define GAPS 1024
static uint64_t usual_gap(const struct runs *r, uint64_t count)
{
	uint64_t gaps[GAPS], n = 0, first = 0, each = count / GAPS + 1;
	uint32_t thread = 0;

	for (uint64_t i = 0; i < count; i += each) {
		for (; i >= r->ends[thread]; thread++)
			first = r->ends[thread];
		if (i > first && n < GAPS)
			gaps[n++] = gap_before(r, r->sorted, i); /* room: GAPS */
	}
	qsort(gaps, (size_t)n, sizeof *gaps, compare_times);
	return n ? gaps[n / 2] : 0;
}

static bool run_piece(struct runs *r, uint64_t count, struct error *err)
{
	const struct profile *p = r->side->tree->profile;
	uint64_t first = 0;
	bool ok = true;

	memset(r->ends, 0, ((size_t)p->thread_count + 1) * sizeof *r->ends);
	for (uint64_t i = 0; i < count; i++)
		r->ends[profile_context(p, r->rows[i])->thread + 1]++;
	for (uint32_t i = 1; i <= p->thread_count; i++)
		r->ends[i] += r->ends[i - 1];
	for (uint64_t i = 0; i < count; i++) /* room: as many as were counted */
		r->sorted[r->ends[profile_context(p, r->rows[i])->thread]++] = r->rows[i];
	r->apart = 2 * usual_gap(r, count);
	for (uint32_t i = 0; ok && i < p->thread_count; i++) {
		ok = run_thread(r, r->sorted + first, r->ends[i] - first, err);
		first = r->ends[i];
	}
	return ok;
}

/* Which kept samples of a side are looked at: the first `piece` of every `period`. */
struct sieve {
	uint64_t piece, period;
};

static struct sieve sieve_of(uint64_t kept)
{
	if (kept <= RUN_SAMPLES)
		return (struct sieve){kept, kept};
	return (struct sieve){RUN_SAMPLES / RUN_PIECES, kept / RUN_PIECES};
}

static bool run_stretch(struct runs *r, struct stretch s, struct sieve sieve,
			struct error *err)
{
	uint64_t kept = 0, listed = 0;

	for (uint64_t row = s.first; row < s.last; row++) {
		if (!bits_has(r->side->which, row))
			continue;
		if (kept++ % sieve.period < sieve.piece)
			r->rows[listed++] = row; /* room: pieces are no longer */
		if (listed < sieve.piece)
			continue;
		if (!run_piece(r, listed, err))
			return false;
		listed = 0;
	}
	return run_piece(r, listed, err);
}

static bool make_run_room(struct runs *r, uint64_t piece, struct error *err)
{
	size_t threads = (size_t)r->side->tree->profile->thread_count + 1;
	size_t keys = r->m->keys->count;

	r->ends = mem_array(threads, sizeof *r->ends, "threads", err);
	r->rows = r->ends ? mem_array((size_t)piece + 1, sizeof *r->rows, "samples", err)
			  : NULL;
	r->sorted = r->rows
			? mem_array((size_t)piece + 1, sizeof *r->sorted, "samples", err)
			: NULL;
	r->since = r->sorted ? mem_array(keys, sizeof *r->since, "rows", err) : NULL;
	r->mark = r->since ? mem_array(keys, sizeof *r->mark, "rows", err) : NULL;
	return r->mark != NULL;
}

static bool run_side(struct measuring *m, const struct sampled *side, double *length,
		     double *square, struct error *err)
{
	struct runs r = {.m = m, .side = side, .length = length, .square = square};
	struct sieve sieve = sieve_of(count_kept(side));
	bool ok = true;

	if (sieve.period)
		ok = make_run_room(&r, sieve.piece, err) &&
		     run_stretch(&r, side->stretches[0], sieve, err) &&
		     run_stretch(&r, side->stretches[1], sieve, err);
	mem_free(r.rows);
	mem_free(r.sorted);
	mem_free(r.ends);
	mem_free(r.since);
	mem_free(r.mark);
	mem_free(r.closing.keys);
	mem_free(r.opening.keys);
	return ok;
}

static int compare_factors(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The middle of those that were seen; each is at least 1. `seen` has room for all. */
static double find_run_factors(struct overdispersion *o, uint32_t keys,
			       const double *length, double *seen)
{
	uint32_t count = 0;

	for (uint32_t i = 0; i < keys; i++) {
		if (length[i] <= 0)
			continue;
		o->run[i] /= length[i];
		seen[count++] = o->run[i]; /* room: no more than keys */
	}
	qsort(seen, count, sizeof *seen, compare_factors);
	return count ? seen[(count - 1) / 2] : 1;
}

static bool measure_runs(struct measuring *m, const struct sampled *subject,
			 const struct sampled *baseline, struct error *err)
{
	struct overdispersion *o = m->result;
	uint32_t keys = m->keys->count;
	double *length = mem_array(keys, sizeof *length, "rows", err);
	double *seen = length ? mem_array(keys, sizeof *seen, "rows", err) : NULL;
	bool ok = seen != NULL;

	memset(o->run, 0, keys * sizeof *o->run);
	ok = ok && run_side(m, subject, length, o->run, err) &&
	     run_side(m, baseline, length, o->run, err);
	if (ok) {
		o->floor = find_run_factors(o, keys, length, seen);
		for (uint32_t i = 0; i < keys; i++)
			if (o->run[i] < o->floor)
				o->run[i] = o->floor;
	}
	mem_free(length);
	mem_free(seen);
	return ok;
}

/* ---- both ---- */

bool overdispersion_build(struct overdispersion *o, const struct sampled *subject,
			  const struct sampled *baseline, const struct keying *keys,
			  struct error *err)
{
	struct measuring m = {.tree = keys->tree, .keys = keys, .result = o};
	bool timed =
	    subject->tree->profile->has_times && baseline->tree->profile->has_times;
	bool ok;

	*o = (struct overdispersion){.floor = 1};
	o->block = mem_array(keys->count, sizeof *o->block, "rows", err);
	o->run = o->block ? mem_array(keys->count, sizeof *o->run, "rows", err) : NULL;
	for (uint32_t i = 0; o->run && i < keys->count; i++)
		o->block[i] = o->run[i] = 1;
	ok = o->run && (!timed || find_outermost(&m, err));
	if (ok && timed)
		ok = measure_blocks(&m, subject, baseline, err) &&
		     measure_runs(&m, subject, baseline, err);
	bits_release(&m.outermost);
	if (!ok)
		overdispersion_release(o);
	return ok;
}

void overdispersion_release(struct overdispersion *o)
{
	mem_free(o->block);
	mem_free(o->run);
	*o = (struct overdispersion){0};
}
