#include "analysis/compare/overdispersion.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"

/* Steps from node to node, and samples, that are spent on blocks, and on runs of a keying. */
#define STEPS_MOST (UINT64_C(1) << 24)

/* Blocks as long as the subject, or shorter ones if there are not so many. */
#define BLOCKS_WANTED 8

/* A block with fewer samples than the subject's divided by this says little. */
#define ENOUGH_OF 8

enum { SUBJECT, BASELINE };

/* A list of keys that grows. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

/* What is known of one keying so far. */
struct measured {
	const struct keying *keys;
	struct overdispersion *result;
	struct bits outermost; /* nodes that no node above has the same key */

	uint64_t *with;	    /* owned: by key: samples of the block that have it */
	uint32_t *met;	    /* owned: keys that the block has met, */
	uint32_t met_count; /* so many */
	double *sum;	    /* owned: by key, over blocks: k, */
	double *square;	    /* owned: k^2 / n */

	uint64_t *since; /* owned: by key: 1 more than where its run began; 0: none */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that has it */
	double *length;	 /* owned: by key, over runs: length; its square in result->run */
	struct key_list closing, opening;
	uint64_t changes, steps;
};

struct measuring {
	const struct tree *tree;
	struct measured *each; /* owned */
	size_t count;
	bool stacks; /* some are by node */
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

static void mark_outermost(struct measured *m, uint32_t *open)
{
	const struct tree *t = m->keys->tree;
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

static bool find_outermost(struct measured *m, struct error *err)
{
	uint32_t *open;

	if (!m->keys->of_node || !m->keys->whole_stack)
		return true;
	if (!bits_build(&m->outermost, m->keys->tree->count, err))
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

static int compare_factors(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The middle one, the smaller of two; 1 of none. */
static double median(double *factors, uint32_t count)
{
	qsort(factors, count, sizeof *factors, compare_factors);
	return count ? factors[(count - 1) / 2] : 1;
}

/* ---- a block ---- */

struct blocks {
	struct measuring *m;
	const struct sampled *side;
	uint32_t *met;	  /* owned: by node: the last block that has it */
	uint64_t *here;	  /* owned: by node: samples of the block in it and below */
	uint32_t *path;	  /* owned: nodes that the block has met, callers before called */
	uint32_t count;	  /* of `path` */
	uint64_t *within; /* owned: by context: samples of the block */
	uint32_t *contexts;	/* owned: contexts that the block has met, */
	uint32_t context_count; /* so many */
	uint32_t blocks;	/* with enough samples */
	double samples;		/* of those */
	uint64_t steps, enough;
};

static void count_key(struct measured *m, uint32_t key, uint64_t samples)
{
	if (key == NO_KEY || !samples)
		return;
	if (!m->with[key])
		m->met[m->met_count++] = key; /* room: each key once */
	m->with[key] += samples;
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

static uint64_t count_samples(struct blocks *b, struct stretch s, uint32_t block)
{
	const uint32_t *context = b->side->tree->profile->samples.context;
	uint64_t n = 0;

	for (uint64_t row = s.first; row < s.last; row++) {
		uint32_t node;

		if (!bits_has(b->side->which, row))
			continue;
		n++;
		if (!b->within[context[row]]++) /* room: each context once */
			b->contexts[b->context_count++] = context[row];
		if (!b->m->stacks)
			continue;
		node = node_of(b->side, row);
		if (b->met[node] != block)
			meet(b, node, block);
		b->here[node]++;
	}
	b->steps += s.last - s.first;
	return n;
}

static void count_leaves(const struct blocks *b, struct measured *m)
{
	for (uint32_t i = 0; i < b->count; i++)
		count_key(m, m->keys->of_node[b->path[i]], b->here[b->path[i]]);
}

static void count_contexts(const struct blocks *b, struct measured *m)
{
	for (uint32_t i = 0; i < b->context_count; i++)
		count_key(m, m->keys->of_context[BASELINE][b->contexts[i]],
			  b->within[b->contexts[i]]);
}

/* `here` is of the node and all below it. */
static void count_stacks(const struct blocks *b, struct measured *m)
{
	for (uint32_t i = 0; i < b->count; i++)
		if (bits_has(&m->outermost, b->path[i]))
			count_key(m, m->keys->of_node[b->path[i]], b->here[b->path[i]]);
}

/* Whoever was listed later is no caller of those before: add up from the last. */
static void add_up(struct blocks *b)
{
	const uint32_t *parent = b->m->tree->parent;

	for (uint32_t i = b->count; i > 0; i--)
		b->here[parent[b->path[i - 1]]] += b->here[b->path[i - 1]];
}

static void count_all(struct blocks *b)
{
	for (size_t i = 0; i < b->m->count; i++) {
		struct measured *m = &b->m->each[i];

		if (!m->keys->of_node)
			count_contexts(b, m);
		else if (!m->keys->whole_stack)
			count_leaves(b, m);
	}
	add_up(b);
	for (size_t i = 0; i < b->m->count; i++)
		if (b->m->each[i].keys->of_node && b->m->each[i].keys->whole_stack)
			count_stacks(b, &b->m->each[i]);
	b->steps += b->count * (b->m->count + 1);
}

/* What the block has counted, to the sums over blocks, unless it has too few samples. */
static void end_block(struct blocks *b, struct measured *m, uint64_t n)
{
	while (m->met_count > 0) {
		uint32_t key = m->met[--m->met_count];
		double k = (double)m->with[key];

		m->with[key] = 0;
		m->result->seen_in[key]++;
		if (n < b->enough)
			continue;
		m->sum[key] += k;
		m->square[key] += k * k / (double)n;
	}
}

static void count_block(struct blocks *b, struct stretch s, uint32_t block)
{
	uint64_t n = count_samples(b, s, block);

	count_all(b);
	for (size_t i = 0; i < b->m->count; i++)
		end_block(b, &b->m->each[i], n);
	for (uint32_t i = 0; i < b->context_count; i++)
		b->within[b->contexts[i]] = 0;
	for (uint32_t i = 0; i < b->count; i++)
		b->here[b->path[i]] = 0;
	b->here[0] = 0;
	b->count = b->context_count = 0;
	if (n < b->enough)
		return;
	b->samples += (double)n;
	b->blocks++;
}

/* ---- which blocks ---- */

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

	for (int i = 0; i < 2; i++) {
		struct stretch s = side->stretches[i];

		for (; s.first < s.last && s.first % 64; s.first++)
			n += bits_has(side->which, s.first);
		for (; s.first + 64 <= s.last; s.first += 64)
			n += (unsigned)__builtin_popcountll(
			    side->which->words[s.first / 64]);
		for (; s.first < s.last; s.first++)
			n += bits_has(side->which, s.first);
	}
	return n;
}

/* ---- what blocks say ---- */

/* sum of (k - n p)^2 / (n p (1 - p)), by the sums of k and k^2 / n. */
static double block_factor(const struct blocks *b, const struct measured *m, uint32_t key)
{
	double p = b->samples > 0 ? m->sum[key] / b->samples : 0, factor;

	if (p <= 0 || p >= 1 || b->blocks < 2)
		return 1;
	factor = (m->square[key] - m->sum[key] * p) / (p * (1 - p)) / (b->blocks - 1);
	return factor > 1 ? factor : 1;
}

static void find_block_factors(const struct blocks *b, struct measured *m)
{
	for (uint32_t i = 0; i < m->keys->count; i++)
		m->result->block[i] = block_factor(b, m, i);
	m->result->blocks = b->blocks;
}

static bool make_block_room(struct blocks *b, struct error *err)
{
	size_t nodes = b->m->stacks ? b->m->tree->count : 0;
	size_t contexts = b->side->tree->profile->context_count;

	b->met = mem_array(nodes, sizeof *b->met, "flame graph nodes", err);
	b->here = b->met ? mem_array(nodes + 1, sizeof *b->here, "flame graph nodes", err)
			 : NULL;
	b->path =
	    b->here ? mem_array(nodes, sizeof *b->path, "flame graph nodes", err) : NULL;
	b->within =
	    b->path ? mem_array(contexts, sizeof *b->within, "threads", err) : NULL;
	b->contexts =
	    b->within ? mem_array(contexts, sizeof *b->contexts, "threads", err) : NULL;
	return b->contexts != NULL;
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
		for (size_t i = 0; i < m->count; i++)
			find_block_factors(&b, &m->each[i]);
	}
	mem_free(b.met);
	mem_free(b.here);
	mem_free(b.path);
	mem_free(b.within);
	mem_free(b.contexts);
	return ok;
}

/* ---- runs ---- */

struct runs {
	struct measuring *m;
	const struct sampled *side;
	int which;		 /* SUBJECT or BASELINE */
	uint64_t *rows, *sorted; /* owned: those of a piece; by thread */
	uint32_t *ends;		 /* owned: by thread */
	uint64_t room;		 /* rows of a piece, at most */
	uint64_t apart; /* ns: samples of a thread that are farther apart are two runs */
};

static void end_run(struct measured *m, uint32_t key, uint64_t at)
{
	double length = (double)(at + 1 - m->since[key]);

	m->since[key] = 0;
	m->length[key] += length;
	m->result->run[key] += length * length;
}

/* The key of a node, if it is the outermost that has it. */
static bool list_key(const struct measured *m, struct key_list *l, uint32_t node,
		     struct error *err)
{
	uint32_t key = m->keys->of_node[node];

	return !bits_has(&m->outermost, node) ||
	       APPEND(l->keys, l->count, l->room, "rows", err, key);
}

/* From one stack to the next: only what is below the last common caller can change. */
static bool change_stack(struct measured *m, uint32_t from, uint32_t to, uint64_t at,
			 struct error *err)
{
	const uint32_t *parent = m->keys->tree->parent;
	bool ok = true;

	m->closing.count = m->opening.count = 0;
	for (; ok && from != to; m->steps++) {
		ok = list_key(m, from > to ? &m->closing : &m->opening,
			      from > to ? from : to, err);
		if (from > to)
			from = parent[from];
		else
			to = parent[to];
	}
	m->changes++;
	for (size_t i = 0; i < m->opening.count; i++)
		m->mark[m->opening.keys[i]] = m->changes;
	for (size_t i = 0; i < m->closing.count; i++)
		if (m->mark[m->closing.keys[i]] != m->changes)
			end_run(m, m->closing.keys[i], at);
	for (size_t i = 0; i < m->opening.count; i++)
		if (!m->since[m->opening.keys[i]])
			m->since[m->opening.keys[i]] = at + 1;
	return ok;
}

/* The same where a sample has one key. */
static void change_key(struct measured *m, uint32_t from, uint32_t to, uint64_t at)
{
	if (from == to)
		return;
	if (from != NO_KEY)
		end_run(m, from, at);
	if (to != NO_KEY)
		m->since[to] = at + 1;
}

static uint32_t key_of(const struct runs *r, const struct measured *m, uint64_t row)
{
	if (m->keys->of_node)
		return m->keys->of_node[node_of(r->side, row)];
	return m->keys
	    ->of_context[r->which][r->side->tree->profile->samples.context[row]];
}

/* Samples of a thread that has not paused. Node 0 has no key and is above all. */
static bool run_on(struct runs *r, struct measured *m, const uint64_t *rows,
		   uint64_t count, struct error *err)
{
	bool stacks = m->keys->of_node && m->keys->whole_stack;
	uint32_t nothing = stacks ? 0 : NO_KEY, last = nothing;

	for (uint64_t i = 0; i <= count; i++) {
		uint32_t next = i == count ? nothing
				: stacks   ? node_of(r->side, rows[i])
					   : key_of(r, m, rows[i]);

		if (!stacks)
			change_key(m, last, next, i);
		else if (next != last && !change_stack(m, last, next, i, err))
			return false;
		last = next;
	}
	m->steps += count;
	return true;
}

static uint64_t gap_before(const struct runs *r, const uint64_t *rows, uint64_t i)
{
	const uint64_t *time = r->side->tree->profile->samples.time;

	return time[rows[i]] - time[rows[i - 1]];
}

static bool run_all_on(struct runs *r, const uint64_t *rows, uint64_t count,
		       struct error *err)
{
	for (size_t i = 0; i < r->m->count; i++)
		if (r->m->each[i].steps < STEPS_MOST &&
		    !run_on(r, &r->m->each[i], rows, count, err))
			return false;
	return true;
}

static bool run_thread(struct runs *r, const uint64_t *rows, uint64_t count,
		       struct error *err)
{
	uint64_t begin = 0;

	for (uint64_t i = 1; i <= count; i++) {
		if (i < count && gap_before(r, rows, i) <= r->apart)
			continue;
		if (!run_all_on(r, rows + begin, i - begin, err))
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

/* The kept samples of these rows, as many as a piece may have. */
static bool run_rows(struct runs *r, struct stretch s, struct error *err)
{
	uint64_t count = 0;

	for (uint64_t row = s.first; row < s.last && count < r->room; row++)
		if (bits_has(r->side->which, row))
			r->rows[count++] = row; /* room: checked above */
	return !count || run_piece(r, count, err);
}

/* One of RUN_PIECES equal parts of both stretches; what reaches into the other is cut off. */
static struct stretch part_of(const struct sampled *side, uint64_t i)
{
	struct stretch a = side->stretches[0], b = side->stretches[1];
	uint64_t rows = a.last - a.first, all = rows + b.last - b.first;
	uint64_t from = all / RUN_PIECES * i, to = from + all / RUN_PIECES;

	if (from >= rows)
		return (struct stretch){b.first + from - rows, b.first + to - rows};
	return (struct stretch){a.first + from, a.first + (to < rows ? to : rows)};
}

static bool run_pieces(struct runs *r, bool whole, struct error *err)
{
	bool ok = true;

	if (whole)
		return run_rows(r, r->side->stretches[0], err) &&
		       run_rows(r, r->side->stretches[1], err);
	for (uint64_t i = 0; ok && i < RUN_PIECES; i++)
		ok = run_rows(r, part_of(r->side, i), err);
	return ok;
}

static bool run_side(struct measuring *m, const struct sampled *side, int which,
		     struct error *err)
{
	struct runs r = {.m = m, .side = side, .which = which};
	size_t threads = (size_t)side->tree->profile->thread_count + 1;
	uint64_t kept = count_kept(side);
	bool whole = kept <= RUN_SAMPLES, ok;

	r.room = whole ? kept : RUN_SAMPLES / RUN_PIECES;
	r.ends = mem_array(threads, sizeof *r.ends, "threads", err);
	r.rows =
	    r.ends ? mem_array((size_t)r.room, sizeof *r.rows, "samples", err) : NULL;
	r.sorted =
	    r.rows ? mem_array((size_t)r.room, sizeof *r.sorted, "samples", err) : NULL;
	ok = r.sorted && run_pieces(&r, whole, err);
	mem_free(r.ends);
	mem_free(r.rows);
	mem_free(r.sorted);
	return ok;
}

/* None is less than the middle of those that were seen. */
static void find_run_factors(struct measured *m)
{
	struct overdispersion *o = m->result;
	double *seen = m->length; /* room: those that were read are written over */
	uint32_t keys = m->keys->count, count = 0;

	for (uint32_t i = 0; i < keys; i++) {
		if (m->length[i] <= 0)
			continue;
		o->run[i] /= m->length[i];
		seen[count++] = o->run[i]; /* room: count <= i */
	}
	o->floor = median(seen, count);
	for (uint32_t i = 0; i < keys; i++)
		if (o->run[i] < o->floor)
			o->run[i] = o->floor;
}

static bool measure_runs(struct measuring *m, const struct sampled *subject,
			 const struct sampled *baseline, struct error *err)
{
	for (size_t i = 0; i < m->count; i++)
		memset(m->each[i].result->run, 0,
		       m->each[i].keys->count * sizeof *m->each[i].result->run);
	if (!run_side(m, subject, SUBJECT, err) || !run_side(m, baseline, BASELINE, err))
		return false;
	for (size_t i = 0; i < m->count; i++)
		find_run_factors(&m->each[i]);
	return true;
}

/* ---- both ---- */

static bool begin_result(struct overdispersion *o, uint32_t keys, struct error *err)
{
	*o = (struct overdispersion){.floor = 1};
	o->block = mem_array(keys, sizeof *o->block, "rows", err);
	o->run = o->block ? mem_array(keys, sizeof *o->run, "rows", err) : NULL;
	o->seen_in = o->run ? mem_array(keys, sizeof *o->seen_in, "rows", err) : NULL;
	for (uint32_t i = 0; o->seen_in && i < keys; i++)
		o->block[i] = o->run[i] = 1;
	return o->seen_in != NULL;
}

static bool begin(struct measured *m, struct error *err)
{
	size_t keys = m->keys->count;

	m->with = mem_array(keys, sizeof *m->with, "rows", err);
	m->met = m->with ? mem_array(keys, sizeof *m->met, "rows", err) : NULL;
	m->sum = m->met ? mem_array(keys, sizeof *m->sum, "rows", err) : NULL;
	m->square = m->sum ? mem_array(keys, sizeof *m->square, "rows", err) : NULL;
	m->since = m->square ? mem_array(keys, sizeof *m->since, "rows", err) : NULL;
	m->mark = m->since ? mem_array(keys, sizeof *m->mark, "rows", err) : NULL;
	m->length = m->mark ? mem_array(keys, sizeof *m->length, "rows", err) : NULL;
	return m->length && find_outermost(m, err);
}

static void end(struct measured *m)
{
	bits_release(&m->outermost);
	mem_free(m->with);
	mem_free(m->met);
	mem_free(m->sum);
	mem_free(m->square);
	mem_free(m->since);
	mem_free(m->mark);
	mem_free(m->length);
	mem_free(m->closing.keys);
	mem_free(m->opening.keys);
}

static bool measure(struct measuring *m, const struct sampled *subject,
		    const struct sampled *baseline, struct error *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < m->count; i++) {
		m->stacks |= m->each[i].keys->of_node != NULL;
		ok = begin(&m->each[i], err);
	}
	return ok && measure_blocks(m, subject, baseline, err) &&
	       measure_runs(m, subject, baseline, err);
}

bool overdispersion_build(struct overdispersion *each, const struct keying *keyings,
			  size_t count, const struct sampled *subject,
			  const struct sampled *baseline, struct error *err)
{
	struct measuring m = {.tree = keyings[0].tree, .count = count};
	bool ok = true;

	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++)
		ok = begin_result(&each[i], keyings[i].count, err);
	m.each = ok ? mem_array(count, sizeof *m.each, "tables", err) : NULL;
	ok = m.each != NULL;
	for (size_t i = 0; ok && i < count; i++)
		m.each[i] = (struct measured){.keys = &keyings[i], .result = &each[i]};
	if (ok && subject->tree->profile->has_times && baseline->tree->profile->has_times)
		ok = measure(&m, subject, baseline, err);
	for (size_t i = 0; m.each && i < count; i++)
		end(&m.each[i]);
	mem_free(m.each);
	for (size_t i = 0; !ok && i < count; i++)
		overdispersion_release(&each[i]);
	return ok;
}

void overdispersion_release(struct overdispersion *o)
{
	mem_free(o->block);
	mem_free(o->run);
	mem_free(o->seen_in);
	*o = (struct overdispersion){0};
}
