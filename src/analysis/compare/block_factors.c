#include "analysis/compare/overdispersion_state.h"
#include "base/bisect.h"
#include "base/mem.h"

/* Blocks as long as the subject, or shorter ones if there are not so many. */
#define BLOCKS_WANTED 8

/* A block with fewer samples than the subject's divided by this says little. */
#define ENOUGH_OF 8

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
		node = sampled_node(b->side, row);
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

bool block_factors_find(struct measuring *m, const struct sampled *subject,
			const struct sampled *baseline, struct error *err)
{
	struct blocks b = {.m = m, .side = baseline};
	uint64_t length = subject->to > subject->from ? subject->to - subject->from : 1;
	uint64_t shorter = block_length(baseline, length);
	bool ok = make_block_room(&b, err);

	b.enough = (uint64_t)((double)sampled_count(subject) / (double)length *
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
