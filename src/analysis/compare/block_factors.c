#include <math.h>

#include "analysis/compare/time_blocks.h"
#include "analysis/compare/overdispersion_state.h"
#include "base/mem.h"

/* A block with fewer samples than the subject's, or what is usual, by this says little. */
#define ENOUGH_OF 8

/* ---- a block ---- */

struct counting {
	struct measuring *m;
	const struct sampled *side;
	uint32_t *met;	  /* owned: by node: the last block that has it */
	uint64_t *here;	  /* owned: by node: samples of the block in it and below */
	uint32_t *path;	  /* owned: nodes that the block has met, callers before called */
	uint32_t count;	  /* of `path` */
	uint64_t *within; /* owned: by context: samples of the block */
	uint32_t *contexts;	/* owned: contexts that the block has met, */
	uint32_t context_count; /* so many */
	uint32_t blocks,
	    sparse; /* that are not left out: with enough samples, with fewer */
	double samples, sparse_samples; /* of those */
	uint64_t steps;
	double enough; /* samples of a block */
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
static void meet(struct counting *c, uint32_t node, uint32_t block)
{
	const uint32_t *parent = c->m->tree->parent;
	uint32_t low = c->count, high;

	for (; node && c->met[node] != block; node = parent[node]) {
		c->met[node] = block;
		c->path[c->count++] = node; /* room: each node once */
	}
	for (high = c->count; low + 1 < high; low++) {
		uint32_t swapped = c->path[--high];

		c->path[high] = c->path[low];
		c->path[low] = swapped;
	}
}

static uint64_t count_samples(struct counting *c, struct stretch s, uint32_t block)
{
	const uint32_t *context = c->side->tree->profile->samples.context;
	uint64_t n = 0;

	for (uint64_t row = s.first; row < s.last; row++) {
		uint32_t node;

		if (!bits_has(c->side->which, row))
			continue;
		n++;
		if (!c->within[context[row]]++) /* room: each context once */
			c->contexts[c->context_count++] = context[row];
		if (!c->m->stacks)
			continue;
		node = sampled_node(c->side, row);
		if (c->met[node] != block)
			meet(c, node, block);
		c->here[node]++;
	}
	c->steps += s.last - s.first;
	return n;
}

static void count_leaves(const struct counting *c, struct measured *m)
{
	for (uint32_t i = 0; i < c->count; i++)
		count_key(m, m->keys->of_node[c->path[i]], c->here[c->path[i]]);
}

static void count_contexts(const struct counting *c, struct measured *m)
{
	for (uint32_t i = 0; i < c->context_count; i++)
		count_key(m, m->keys->of_context[BASELINE][c->contexts[i]],
			  c->within[c->contexts[i]]);
}

/* `here` is of the node and all below it. */
static void count_stacks(const struct counting *c, struct measured *m)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (bits_has(&m->outermost, c->path[i]))
			count_key(m, m->keys->of_node[c->path[i]], c->here[c->path[i]]);
}

/* Whoever was listed later is no caller of those before: add up from the last. */
static void add_up(struct counting *c)
{
	const uint32_t *parent = c->m->tree->parent;

	for (uint32_t i = c->count; i > 0; i--)
		c->here[parent[c->path[i - 1]]] += c->here[c->path[i - 1]];
}

static void count_all(struct counting *c)
{
	for (size_t i = 0; i < c->m->count; i++) {
		struct measured *m = &c->m->each[i];

		if (!m->keys->of_node)
			count_contexts(c, m);
		else if (!m->keys->whole_stack)
			count_leaves(c, m);
	}
	add_up(c);
	for (size_t i = 0; i < c->m->count; i++)
		if (c->m->each[i].keys->of_node && c->m->each[i].keys->whole_stack)
			count_stacks(c, &c->m->each[i]);
	c->steps += c->count * (c->m->count + 1);
}

/* What the block of `n` samples has counted, to the sums over blocks; 0: it is left out. */
static void end_block(const struct counting *c, struct measured *m, uint64_t n)
{
	while (m->met_count > 0) {
		uint32_t key = m->met[--m->met_count];
		double k = (double)m->with[key];

		m->with[key] = 0;
		m->result->seen_in[key]++;
		if (!n)
			continue;
		m->seen[key] += k;
		m->seen_square[key] += k * k;
		if ((double)n < c->enough)
			continue;
		m->sum[key] += k;
		m->square[key] += k * k / (double)n;
	}
}

static void count_block(struct counting *c, const struct time_block *b, uint32_t number)
{
	uint64_t n = count_samples(c, b->rows, number);

	count_all(c);
	for (size_t i = 0; i < c->m->count; i++)
		end_block(c, &c->m->each[i], b->is_left_out ? 0 : n);
	for (uint32_t i = 0; i < c->context_count; i++)
		c->within[c->contexts[i]] = 0;
	for (uint32_t i = 0; i < c->count; i++)
		c->here[c->path[i]] = 0;
	c->here[0] = 0;
	c->count = c->context_count = 0;
	if (b->is_left_out)
		return;
	*((double)n < c->enough ? &c->sparse : &c->blocks) += 1;
	*((double)n < c->enough ? &c->sparse_samples : &c->samples) += (double)n;
}

static void count_blocks(struct counting *c, const struct time_blocks *b)
{
	for (uint32_t i = 0; i < b->count && c->steps < STEPS_MOST; i++)
		count_block(c, &b->each[i], i + 1);
}

/* ---- what blocks say ---- */

/* sum of (k - n p)^2 / (n p (1 - p)), by the sums of k and k^2 / n. */
static double block_factor(const struct counting *c, const struct measured *m,
			   uint32_t key)
{
	double p = c->samples > 0 ? m->sum[key] / c->samples : 0, factor;

	if (p <= 0 || p >= 1 || c->blocks < 2)
		return 1;
	factor = (m->square[key] - m->sum[key] * p) / (p * (1 - p)) / (c->blocks - 1);
	return factor > 1 ? factor : 1;
}

/* sum of (k - m)^2 / m, m being the mean of k, by the sums of k and k^2. */
static double rate_factor(const struct counting *c, const struct measured *m,
			  uint32_t key)
{
	double blocks = (double)c->blocks + c->sparse, mean = m->seen[key] / blocks,
	       factor;

	if (blocks < 2 || mean <= 0)
		return 1;
	factor = (m->seen_square[key] / mean - m->seen[key]) / (blocks - 1);
	return factor > 1 ? factor : 1;
}

static void find_block_factors(const struct counting *c, struct measured *m,
			       const struct time_blocks *b)
{
	struct overdispersion *o = m->result;

	for (uint32_t i = 0; i < m->keys->count; i++) {
		o->block[i] = block_factor(c, m, i);
		o->rate[i] = rate_factor(c, m, i);
		o->usual[i] = m->seen[i];
	}
	o->blocks = c->blocks;
	o->left_out = b->left_out;
	o->blocks_in_all = b->count;
	o->usual_samples = c->samples + c->sparse_samples;
	o->usual_ns = ((double)c->blocks + c->sparse) * (double)b->length;
}

static bool make_block_room(struct counting *c, struct error *err)
{
	size_t nodes = c->m->stacks ? c->m->tree->count : 0;
	size_t contexts = c->side->tree->profile->context_count;

	c->met = mem_array(nodes, sizeof *c->met, "flame graph nodes", err);
	c->here = c->met ? mem_array(nodes + 1, sizeof *c->here, "flame graph nodes", err)
			 : NULL;
	c->path =
	    c->here ? mem_array(nodes, sizeof *c->path, "flame graph nodes", err) : NULL;
	c->within =
	    c->path ? mem_array(contexts, sizeof *c->within, "threads", err) : NULL;
	c->contexts =
	    c->within ? mem_array(contexts, sizeof *c->contexts, "threads", err) : NULL;
	return c->contexts != NULL;
}

/* In a burst blocks have fewer by nature. */
static double enough_of(const struct time_blocks *b)
{
	return fmax(1, floor(fmin(b->subject, b->middle) / ENOUGH_OF));
}

bool block_factors_find(struct measuring *m, const struct sampled *subject,
			const struct sampled *baseline, struct error *err)
{
	struct counting c = {.m = m, .side = baseline};
	struct time_blocks b = {0};
	bool ok =
	    make_block_room(&c, err) && time_blocks_find(&b, subject, baseline, err);

	if (ok) {
		c.enough = enough_of(&b);
		count_blocks(&c, &b);
		for (size_t i = 0; i < m->count; i++)
			find_block_factors(&c, &m->each[i], &b);
	}
	time_blocks_release(&b);
	mem_free(c.met);
	mem_free(c.here);
	mem_free(c.path);
	mem_free(c.within);
	mem_free(c.contexts);
	return ok;
}
