#include "analysis/compare/time_blocks.h"
#include "analysis/compare/variation_state.h"
#include "base/mem.h"

/* ---- a block ---- */

struct block_counting {
	struct measuring *m;
	const struct sampled *side;
	int which;		/* SUBJECT or BASELINE */
	uint32_t *met;		/* owned: by node: the last block in which it occurred */
	uint64_t *here;		/* owned: by node: samples of the block at it or below */
	uint32_t *path;		/* owned: nodes of the block, callers before callees */
	uint32_t count;		/* of `path` */
	uint64_t *within;	/* owned: by context: samples of the block */
	uint32_t *contexts;	/* owned: contexts of the block */
	uint32_t context_count; /* of `contexts` */
	uint64_t steps;
};

static void tally_add(struct key_tally *t, uint32_t key, uint64_t samples)
{
	if (key == KEY_NONE || !samples)
		return;
	if (!t->with[key])
		t->met[t->count++] = key; /* room: each key once */
	t->with[key] += samples;
}

/* List a leaf and those of its callers that are not listed yet, callers first. */
static void add_path(struct block_counting *c, uint32_t node, uint32_t block)
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

static uint64_t count_samples(struct block_counting *c, struct timed_rows s,
			      uint32_t block)
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
			add_path(c, node, block);
		c->here[node]++;
	}
	c->steps += s.last - s.first;
	return n;
}

/* Add up the samples of the block by key, for each keying. */
static void count_keys(struct block_counting *c)
{
	const uint32_t *parent = c->m->tree->parent;

	/* by context, and by leaf */
	for (size_t i = 0; i < c->m->count; i++) {
		struct measured *m = &c->m->each[i];

		for (uint32_t k = 0; !m->keys->of_node && k < c->context_count; k++)
			tally_add(&m->block,
				  m->keys->of_context[c->which][c->contexts[k]],
				  c->within[c->contexts[k]]);
		if (!m->keys->of_node || m->keys->outermost)
			continue;
		for (uint32_t k = 0; k < c->count; k++)
			tally_add(&m->block, m->keys->of_node[c->path[k]],
				  c->here[c->path[k]]);
	}
	/* nodes listed later do not call earlier ones: from the last on, add each to its caller */
	for (uint32_t k = c->count; k > 0; k--)
		c->here[parent[c->path[k - 1]]] += c->here[c->path[k - 1]];
	/* by any node on the way to the root */
	for (size_t i = 0; i < c->m->count; i++) {
		struct measured *m = &c->m->each[i];

		for (uint32_t k = 0; m->keys->outermost && k < c->count; k++)
			if (bits_has(m->keys->outermost, c->path[k]))
				tally_add(&m->block, m->keys->of_node[c->path[k]],
					  c->here[c->path[k]]);
	}
	c->steps += c->count * (c->m->count + 1);
}

/* Add a tally to the sums over blocks, and empty it. */
static void sum_up_tally(struct key_tally *t, struct block_sums *s)
{
	double n = (double)t->samples;

	while (t->count > 0) {
		uint32_t key = t->met[--t->count];
		double k = (double)t->with[key];

		t->with[key] = 0;
		s->k[key] += k;
		s->kk[key] += k * k;
		s->kn[key] += k * n;
	}
	s->n += n;
	s->nn += n * n;
	s->blocks++;
	t->samples = 0;
}

static void end_block(struct block_counting *c, struct measured *m,
		      const struct time_block *b)
{
	struct block_sums *sums = m->result->sums[c->which];

	m->block.samples = b->samples;
	m->result->filled += c->which == BASELINE && b->samples;
	for (uint32_t i = 0; i < m->block.count; i++) {
		uint32_t key = m->block.met[i];

		m->result->seen_in[key] += c->which == BASELINE;
		if (b->pair)
			tally_add(&m->pair, key, m->block.with[key]);
	}
	m->pair.samples += b->pair ? b->samples : 0;
	if (!b->is_left_out)
		sum_up_tally(&m->block, &sums[BLOCKS_SINGLE]);
	while (m->block.count > 0) /* of a block that is left out */
		m->block.with[m->block.met[--m->block.count]] = 0;
	m->block.samples = 0;
	if (b->pair == PAIR_SECOND)
		sum_up_tally(&m->pair, &sums[BLOCKS_DOUBLE]);
}

/* Empty the counts for the next block. */
static void clear_counts(struct block_counting *c)
{
	for (uint32_t i = 0; i < c->context_count; i++)
		c->within[c->contexts[i]] = 0;
	for (uint32_t i = 0; i < c->count; i++)
		c->here[c->path[i]] = 0;
	c->here[0] = 0;
	c->count = c->context_count = 0;
}

static bool make_block_room(struct block_counting *c, struct error *err)
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

static void end_counting(struct block_counting *c)
{
	mem_free(c->met);
	mem_free(c->here);
	mem_free(c->path);
	mem_free(c->within);
	mem_free(c->contexts);
}

/*
 * If deep stacks in many blocks take too many steps, only the first blocks count: they are spread
 * evenly.
 */
static bool count_blocks(struct measuring *m, const struct sampled *side, int which,
			 const struct time_blocks *b, struct error *err)
{
	struct block_counting c = {.m = m, .side = side, .which = which};
	bool ok = make_block_room(&c, err);

	for (uint32_t i = 0; ok && i < b->count; i++) {
		uint64_t before = c.steps;

		if (c.steps >= STEPS_MOST && b->each[i].pair != PAIR_SECOND)
			break;
		count_samples(&c, b->each[i].rows, i + 1);
		count_keys(&c);
		for (size_t k = 0; k < m->count; k++)
			end_block(&c, &m->each[k], &b->each[i]);
		clear_counts(&c);
		ok = time_limit_check(m->limit, c.steps - before, err);
	}
	for (size_t i = 0; i < m->count; i++)
		for (int length = 0; length < BLOCK_LENGTHS; length++)
			m->each[i].result->sums[which][length].length = b->length
									<< length;
	end_counting(&c);
	return ok;
}

bool block_sums_find(struct measuring *m, const struct sampled *subject,
		     const struct sampled *baseline, struct error *err)
{
	const struct sampled *const side[2] = {subject, baseline};
	uint64_t shorter =
	    subject->length < baseline->length ? subject->length : baseline->length;
	uint64_t length = shorter / (BLOCK_PAIRS_MOST / 4);
	struct time_blocks blocks[2] = {{0}}, like = {0};
	bool ok, own;

	if (length < BLOCK_LEAST)
		length = BLOCK_LEAST;
	ok = time_blocks_pairs(&blocks[SUBJECT], subject, length, err) &&
	     time_blocks_pairs(&blocks[BASELINE], baseline, length, err);
	own = blocks[SUBJECT].count >= BLOCKS_WANTED &&
	      blocks[BASELINE].count >= BLOCKS_WANTED &&
	      /* a long baseline shows the variation better than a short subject */
	      !(blocks[SUBJECT].count < 2 * BLOCKS_WANTED &&
		baseline->length / 4 > subject->length);
	if (ok && own) {
		for (size_t i = 0; i < m->count; i++)
			m->each[i].result->own = true;
		for (int i = 0; ok && i < 2; i++)
			ok = count_blocks(m, side[i], i, &blocks[i], err);
	} else if (ok) {
		ok = time_blocks_like(&like, subject, baseline, err) &&
		     count_blocks(m, baseline, BASELINE, &like, err);
		for (size_t i = 0; ok && i < m->count; i++) {
			m->each[i].result->left_out = like.left_out;
			m->each[i].result->blocks_in_all = like.count;
		}
	}
	time_blocks_release(&like);
	time_blocks_release(&blocks[SUBJECT]);
	time_blocks_release(&blocks[BASELINE]);
	return ok;
}

/* ---- a recording ---- */

static void add_recording(struct recording_sums *s, struct key_tally *t, double samples,
			  double seconds)
{
	while (t->count > 0) {
		uint32_t key = t->met[--t->count];
		double share = (double)t->with[key] / samples,
		       rate = (double)t->with[key] / seconds;

		t->with[key] = 0;
		s->share[key] += share;
		s->share2[key] += share * share;
		s->rate[key] += rate;
		s->rate2[key] += rate * rate;
	}
	s->all += samples / seconds;
	s->all2 += samples / seconds * (samples / seconds);
	s->samples += samples * samples;
	s->seconds += seconds * seconds;
	s->count++;
}

/* All samples of a side, and the total length of its recordings with samples. */
struct recorded {
	uint64_t samples, length;
};

/* Count the stretches of a recording, from `*at` on. A recording without samples does not count. */
static void count_recording(struct block_counting *c, uint32_t number, uint32_t *at,
			    struct recorded *all)
{
	const struct host *of = &c->side->tree->profile->hosts.list[number];
	struct recorded here = {0};

	for (; *at < c->side->count && c->side->stretches[*at].from < of->to; ++*at) {
		const struct timed_rows s = c->side->stretches[*at];

		here.samples += count_samples(c, s, number + 1);
		here.length += s.to - s.from;
	}
	if (here.samples && here.length) {
		count_keys(c);
		for (size_t i = 0; i < c->m->count; i++)
			add_recording(&c->m->each[i].result->between[c->which],
				      &c->m->each[i].block, (double)here.samples,
				      (double)here.length / 1e9);
		all->samples += here.samples;
		all->length += here.length;
	}
	clear_counts(c);
}

static bool count_recordings(struct measuring *m, const struct sampled *side, int which,
			     struct error *err)
{
	struct block_counting c = {.m = m, .side = side, .which = which};
	bool ok = make_block_room(&c, err);
	struct recorded all = {0};
	uint32_t at = 0;

	for (size_t i = 0; i < m->count; i++) {
		struct recording_sums *s = &m->each[i].result->between[which];

		s->samples = s->seconds = s->count = 0;
	}
	for (uint32_t i = 0; ok && i < side->recordings; i++)
		count_recording(&c, i, &at, &all);
	for (size_t i = 0; ok && all.samples && i < m->count; i++) {
		struct recording_sums *s = &m->each[i].result->between[which];

		s->samples /= (double)all.samples * (double)all.samples;
		s->seconds /= (double)all.length / 1e9 * ((double)all.length / 1e9);
	}
	end_counting(&c);
	return ok;
}

bool recording_sums_find(struct measuring *m, const struct sampled *const side[2],
			 struct error *err)
{
	for (int i = 0; i < 2; i++)
		if (side[i]->recordings && !count_recordings(m, side[i], i, err))
			return false;
	return true;
}
