#include "analysis/compare/variation.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/compare/significance.h"
#include "base/append.h"
#include "base/bisect.h"
#include "base/mem.h"

/*
 * Limits the work for the blocks of a side, or for the runs of a keying: steps between nodes, and
 * samples.
 */
#define STEPS_MOST (UINT64_C(1) << 24)

enum { SUBJECT, BASELINE };

/* A growing list of keys. */
struct key_list {
	uint32_t *keys; /* owned */
	size_t count, room;
};

/* The keys that occurred, and the number of samples with each. */
struct key_tally {
	uint64_t *with; /* owned: by key */
	uint32_t *met;	/* owned: each key once */
	uint32_t count;
	uint64_t samples; /* with any key or none */
};

/* The state of one keying. */
struct measured {
	const struct sample_keying *keys;
	struct variation *result;

	struct key_tally block, pair; /* of a block, and of a pair of blocks */

	uint64_t *since; /* owned: by key: the start of its run, plus 1; 0: no run */
	uint64_t *mark;	 /* owned: by key: the last change of stacks that affected it */
	/*
	 * owned: by key: the sum of the lengths of its runs; the sum of their squares is in
	 * result->run
	 */
	double *length;
	struct key_list closing, opening;
	uint64_t changes, steps;
};

struct measuring {
	const struct tree *tree;
	struct time_limit *limit; /* borrowed; or NULL */
	struct measured *each;	  /* owned */
	size_t count;
	bool stacks; /* some keyings are by node */
};

/* The node of a sample in the tree that has keys. */
static inline uint32_t sampled_node(const struct sampled *side, uint64_t row)
{
	uint32_t leaf = side->tree->leaf[row];

	return side->node ? side->node[leaf] : leaf;
}

static uint64_t sampled_count_stretch(const struct sampled *side, struct timed_rows s)
{
	uint64_t n = 0;

	for (; s.first < s.last && s.first % 64; s.first++)
		n += bits_has(side->which, s.first);
	for (; s.first < s.last && s.last - s.first >= 64; s.first += 64)
		n += (unsigned)__builtin_popcountll(side->which->words[s.first / 64]);
	for (; s.first < s.last; s.first++)
		n += bits_has(side->which, s.first);
	return n;
}

static uint64_t sampled_count(const struct sampled *side)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < side->count; i++)
		n += sampled_count_stretch(side, side->stretches[i]);
	return n;
}

/* ---- places of blocks ---- */

/* Blocks in pairs: the second follows the first immediately. */
enum block_pair { PAIR_NONE, PAIR_FIRST, PAIR_SECOND };

struct time_block {
	struct timed_rows rows;
	uint64_t samples;   /* counted samples of the block */
	double least, most; /* samples of the block and of both neighbours */
	enum block_pair pair;
	bool is_left_out;
};

struct time_blocks {
	/* owned: in an order in which the first few are spread evenly */
	struct time_block *each;
	uint32_t count, left_out;
	uint64_t length; /* ns, of each */
	double subject;	 /* samples that the subject would have in that time */
	double middle;	 /* the median number of samples; 0 without blocks */
};

/*
 * The possible positions of blocks in a stretch, at multiples of their length from a given moment
 * or from the start of the stretch.
 */
struct block_places {
	uint64_t begin, count; /* ns; the number of positions */
};

static struct block_places places_in(struct timed_rows s, const uint64_t *from,
				     uint64_t length)
{
	uint64_t begin = s.from, behind = begin % length;
	uint64_t ahead = (from ? *from : begin) % length;
	uint64_t wait = ahead >= behind ? ahead - behind : length - (behind - ahead);

	if (s.first >= s.last || s.to - begin < wait)
		return (struct block_places){0};
	begin += wait;
	return (struct block_places){begin, (s.to - begin) / length};
}

struct time_search {
	const uint64_t *times; /* borrowed */
	uint64_t first, at;
};

static bool is_earlier(const void *arg, size_t i)
{
	const struct time_search *m = arg;

	return m->times[m->first + i] < m->at;
}

/* The first row of a stretch at or after a time. */
static uint64_t row_at(const struct sampled *side, struct timed_rows s, uint64_t at)
{
	struct time_search m = {side->tree->profile->samples.time, s.first, at};

	return s.first + bisect_first((size_t)(s.last - s.first), is_earlier, &m);
}

/* Map 0 ... most - 1 (a power of two) to itself so that the first few are spread evenly. */
static uint32_t spread_index(uint32_t i, uint32_t most)
{
	uint32_t mirrored = 0;

	for (uint32_t bit = 1; bit < most; bit <<= 1)
		mirrored = mirrored << 1 | ((i & bit) != 0);
	return mirrored;
}

static uint64_t samples_between(const struct sampled *side, struct timed_rows s,
				uint64_t from, uint64_t to)
{
	return sampled_count_stretch(
	    side,
	    (struct timed_rows){row_at(side, s, from), row_at(side, s, to), from, to});
}

/*
 * Find the stretch that contains a position, counted over all stretches, and the start time of the
 * position.
 */
static struct timed_rows find_place(const struct sampled *side, const uint64_t *from,
				    uint64_t length, uint64_t place, uint64_t *begin)
{
	struct block_places at;
	uint32_t i = 0;

	for (;; i++) {
		at = places_in(side->stretches[i], from, length);
		if (place < at.count || i + 1 >= side->count)
			break;
		place -= at.count;
	}
	*begin = at.begin + place * length;
	return side->stretches[i];
}

static struct time_block block_at(const struct sampled *side, struct timed_rows s,
				  uint64_t begin, uint64_t length)
{
	struct time_block b = {.rows = {row_at(side, s, begin),
					row_at(side, s, begin + length), begin,
					begin + length}};

	b.samples = sampled_count_stretch(side, b.rows);
	return b;
}

/* All positions for blocks of this length, but at most `most`, a power of two. */
struct spreading {
	const struct sampled *side;
	const uint64_t *from; /* borrowed */
	uint64_t length, all, wanted;
	uint32_t most;
};

static struct spreading spreading_of(const struct sampled *side, const uint64_t *from,
				     uint64_t length, uint32_t most)
{
	struct spreading s = {side, from, length, 0, 0, most};

	for (uint32_t i = 0; i < side->count; i++)
		s.all += places_in(side->stretches[i], from, length).count;
	s.wanted = s.all < most ? s.all : most;
	return s;
}

/* The i-th position; false if there are not that many. */
static bool place_at(const struct spreading *s, uint32_t i, struct timed_rows *in,
		     uint64_t *begin)
{
	uint64_t place = spread_index(i, s->most);

	if (place >= s->wanted)
		return false;
	place = place * (s->all / s->wanted) + place * (s->all % s->wanted) / s->wanted;
	*in = find_place(s->side, s->from, s->length, place, begin);
	return true;
}

/*
 * Cut the stretches of a side, which has times, into pairs of blocks of this length, at most
 * BLOCK_PAIRS_MOST, evenly spread, and the remainder of each stretch.
 */
static bool time_blocks_pairs(struct time_blocks *b, const struct sampled *side,
			      uint64_t length, struct error *err)
{
	struct spreading s = spreading_of(side, NULL, 2 * length, BLOCK_PAIRS_MOST);
	struct timed_rows in;
	uint64_t begin;

	*b = (struct time_blocks){.length = length};
	b->each = mem_array((size_t)s.wanted * 2 + side->count, sizeof *b->each,
			    "blocks of time", err);
	for (uint32_t i = 0; b->each && i < BLOCK_PAIRS_MOST; i++) {
		if (!place_at(&s, i, &in, &begin))
			continue;
		for (unsigned k = 0; k < 2; k++) {
			b->each[b->count] =
			    block_at(side, in, begin + k * length, length);
			b->each[b->count++].pair = k ? PAIR_SECOND : PAIR_FIRST;
		} /* room: two per wanted position */
	}
	/* the remainder of a stretch is a block, too: it may contain a long run */
	for (uint32_t i = 0; b->each && i < side->count; i++) {
		uint64_t rest;

		in = side->stretches[i];
		rest = (in.to - in.from) % (2 * length);
		if (!rest || in.first >= in.last)
			continue;
		b->each[b->count] = block_at(side, in, in.to - rest, rest);
		b->each[b->count++].pair = PAIR_SECOND; /* room: one per stretch */
	}
	return b->each != NULL;
}

/* ---- blocks like an unusual subject ---- */

#define BLOCKS_MOST	   512
#define OUTLIER_DEVIATIONS 5.0
#define LIKE_DEVIATIONS	   3.0

/* Find the median number of samples of blocks, and return the usual deviation from it. */
static double find_middle(struct time_blocks *b)
{
	double numbers[BLOCKS_MOST], deviation;

	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = (double)b->each[i].samples; /* room: at most BLOCKS_MOST */
	b->middle = significance_median(numbers, b->count);
	for (uint32_t i = 0; i < b->count; i++)
		numbers[i] = fabs((double)b->each[i].samples - b->middle);
	/* the factor for a normal distribution */
	deviation = 1.4826 * significance_median(numbers, b->count);
	return fmax(deviation, sqrt(b->middle + 1));
}

static bool is_like(const struct time_blocks *b, uint32_t i, double far)
{
	return b->subject > b->middle ? b->each[i].most > b->middle + far
				      : b->each[i].least < b->middle - far;
}

static void leave_out_like(struct time_blocks *b, double deviation)
{
	double far = LIKE_DEVIATIONS * deviation;
	uint64_t staying = 0; /* samples */

	if (fabs(b->subject - b->middle) <= OUTLIER_DEVIATIONS * deviation)
		return;
	for (uint32_t i = 0; i < b->count; i++) {
		b->left_out += is_like(b, i, far);
		staying += is_like(b, i, far) ? 0 : b->each[i].samples;
	}
	if (b->left_out > b->count / 2 || b->count - b->left_out < BLOCKS_WANTED ||
	    !staying)
		b->left_out = 0;
	for (uint32_t i = 0; b->left_out && i < b->count; i++)
		b->each[i].is_left_out = is_like(b, i, far);
}

/*
 * Cut the baseline into blocks as long as the subject, at multiples of that length from it; at most
 * BLOCKS_MOST, evenly spread. If fewer than BLOCKS_WANTED would fit, the blocks are shorter.
 *
 * If the subject is one of ten bursts, the other nine in the baseline would make the burst look
 * usual. So, if the baseline is the rest of the subject's own recording and the subject has many
 * more samples than most blocks, the blocks that also have many more, and their neighbours, are
 * left out; likewise with fewer samples. "Many more" is OUTLIER_DEVIATIONS from the median for the
 * subject, LIKE_DEVIATIONS for other blocks, where a deviation is the median difference of blocks
 * from their median, but at least that of chance. At least half of the blocks stay, with samples in
 * them, or none is left out: an event of half of the time is usual, and a program that is silent
 * between bursts is compared with the other bursts.
 */
static bool time_blocks_like(struct time_blocks *b, const struct sampled *subject,
			     const struct sampled *baseline, struct error *err)
{
	uint64_t length = subject->length ? subject->length : 1, covered = 0, begin;
	uint64_t wanted = length / subject->ranges;
	struct spreading s;
	struct timed_rows in;

	for (uint32_t i = 0; i < baseline->count; i++)
		covered += baseline->stretches[i].to - baseline->stretches[i].from;
	if (wanted > covered / BLOCKS_WANTED)
		wanted = covered / BLOCKS_WANTED;
	*b = (struct time_blocks){.length = wanted ? wanted : 1};
	b->subject = (double)sampled_count(subject) / (double)length * (double)b->length;
	b->each = mem_array(BLOCKS_MOST, sizeof *b->each, "blocks of time", err);
	if (!b->each)
		return false;
	s = spreading_of(baseline, &subject->stretches[0].from, b->length, BLOCKS_MOST);
	for (uint32_t i = 0; i < BLOCKS_MOST; i++) {
		struct time_block *block = &b->each[b->count];
		uint64_t end, before, after;

		if (!place_at(&s, i, &in, &begin))
			continue;
		end = begin + b->length;
		*block = block_at(baseline, in, begin, b->length);
		before = after = block->samples;
		if (begin - in.from >= b->length)
			before = samples_between(baseline, in, begin - b->length, begin);
		if (in.to - end >= b->length)
			after = samples_between(baseline, in, end, end + b->length);
		block->least =
		    fmin((double)block->samples, fmin((double)before, (double)after));
		block->most =
		    fmax((double)block->samples, fmax((double)before, (double)after));
		b->count++; /* room: one of BLOCKS_MOST a round */
	}
	if (b->count && baseline->is_rest)
		leave_out_like(b, find_middle(b));
	else if (b->count)
		find_middle(b);
	return true;
}

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
	const char *what = "flame graph nodes";

	return (c->met = mem_array(nodes, sizeof *c->met, what, err)) &&
	       (c->here = mem_array(nodes + 1, sizeof *c->here, what, err)) &&
	       (c->path = mem_array(nodes, sizeof *c->path, what, err)) &&
	       (c->within = mem_array(contexts, sizeof *c->within, "threads", err)) &&
	       (c->contexts = mem_array(contexts, sizeof *c->contexts, "threads", err));
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

/* Fill in the sums over blocks of each result, and their counts. */
static bool block_sums_find(struct measuring *m, const struct sampled *const side[2],
			    struct error *err)
{
	const struct sampled *subject = side[SUBJECT], *baseline = side[BASELINE];
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
	mem_free(like.each);
	mem_free(blocks[SUBJECT].each);
	mem_free(blocks[BASELINE].each);
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

/* A recording without samples does not count. */
static bool count_recordings(struct measuring *m, const struct sampled *side, int which,
			     struct error *err)
{
	struct block_counting c = {.m = m, .side = side, .which = which};
	bool ok = make_block_room(&c, err);
	uint64_t all_samples = 0, all_length = 0;
	uint32_t at = 0;

	for (size_t i = 0; i < m->count; i++) {
		struct recording_sums *s = &m->each[i].result->between[which];

		s->samples = s->seconds = s->count = 0;
	}
	for (uint32_t i = 0; ok && i < side->recordings; i++) {
		uint64_t to = side->tree->profile->hosts.list[i].to;
		uint64_t samples = 0, length = 0;

		for (; at < side->count && side->stretches[at].from < to; at++) {
			const struct timed_rows s = side->stretches[at];

			samples += count_samples(&c, s, i + 1);
			length += s.to - s.from;
		}
		if (samples && length) {
			count_keys(&c);
			for (size_t k = 0; k < m->count; k++)
				add_recording(&m->each[k].result->between[which],
					      &m->each[k].block, (double)samples,
					      (double)length / 1e9);
			all_samples += samples;
			all_length += length;
		}
		clear_counts(&c);
	}
	for (size_t i = 0; ok && all_samples && i < m->count; i++) {
		struct recording_sums *s = &m->each[i].result->between[which];

		s->samples /= (double)all_samples * (double)all_samples;
		s->seconds /= (double)all_length / 1e9 * ((double)all_length / 1e9);
	}
	end_counting(&c);
	return ok;
}

/* ---- runs ---- */

struct measured_runs {
	struct measuring *m;
	const struct sampled *side;
	int which; /* SUBJECT or BASELINE */
	/* owned: the rows of a piece, and the same sorted by thread */
	uint64_t *rows, *sorted;
	struct bits met; /* owned: threads of a piece */
	/* owned: by thread, the position in `sorted` of its next row */
	uint32_t *at;
	uint32_t *ends;	  /* owned: the end of each thread of the piece in `sorted` */
	uint32_t threads; /* of the piece */
	uint64_t room;	  /* the most rows in a piece */
	uint64_t usual;	  /* ns between samples of a thread */
};

static void end_run(struct measured *m, uint32_t key, uint64_t at)
{
	double length = (double)(at + 1 - m->since[key]);

	m->since[key] = 0;
	m->length[key] += length;
	m->result->run[key] += length * length;
}

/*
 * End and begin runs between two consecutive stacks: only keys below the last common caller can
 * change.
 */
static bool change_stack(struct measured *m, uint32_t from, uint32_t to, uint64_t at,
			 struct error *err)
{
	const uint32_t *parent = m->keys->tree->parent;
	bool ok = true;

	m->closing.count = m->opening.count = 0;
	for (; ok && from != to; m->steps++) {
		struct key_list *l = from > to ? &m->closing : &m->opening;
		uint32_t node = from > to ? from : to, key = m->keys->of_node[node];

		/* unless a node above it has the same key */
		ok = !bits_has(m->keys->outermost, node) ||
		     APPEND(l->keys, l->count, l->room, "rows", err, key);
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

/* Measure runs in samples of a thread without a pause. Node 0, above all others, has no key. */
static bool run_samples(struct measured_runs *r, struct measured *m, const uint64_t *rows,
			uint64_t count, struct error *err)
{
	bool stacks = m->keys->outermost != NULL;
	const uint32_t *context = r->side->tree->profile->samples.context;
	uint32_t nothing = stacks ? 0 : KEY_NONE, last = nothing;

	for (uint64_t i = 0; i <= count; i++) {
		uint64_t steps = m->steps;
		uint32_t next;

		if (m->steps++ >= STEPS_MOST)
			count = i; /* deep stacks may cost as much in a single run */
		if (i == count)
			next = nothing;
		else if (stacks)
			next = sampled_node(r->side, rows[i]);
		else if (m->keys->of_node)
			next = m->keys->of_node[sampled_node(r->side, rows[i])];
		else
			next = m->keys->of_context[r->which][context[rows[i]]];
		if (stacks && next != last && !change_stack(m, last, next, i, err))
			return false;
		/* otherwise a sample has one key */
		if (!stacks && next != last && last != KEY_NONE)
			end_run(m, last, i);
		if (!stacks && next != last && next != KEY_NONE)
			m->since[next] = i + 1;
		if (!time_limit_check(r->m->limit, m->steps - steps, err))
			return false;
		last = next;
	}
	return true;
}

static uint64_t gap_before(const struct measured_runs *r, const uint64_t *rows,
			   uint64_t i)
{
	const uint64_t *time = r->side->tree->profile->samples.time;

	return time[rows[i]] - time[rows[i - 1]];
}

static bool run_thread(struct measured_runs *r, const uint64_t *rows, uint64_t count,
		       struct error *err)
{
	uint64_t begin = 0;

	for (uint64_t i = 1; i <= count; i++) {
		uint64_t gap = i < count ? gap_before(r, rows, i) : 0;

		/* a pause is more than twice the usual gap */
		if (i < count && !(gap > r->usual && gap - r->usual > r->usual))
			continue;
		for (size_t k = 0; k < r->m->count; k++) {
			struct measured *m = &r->m->each[k];

			if (!m->keys->no_runs && m->steps < STEPS_MOST &&
			    !run_samples(r, m, rows + begin, i - begin, err))
				return false;
		}
		begin = i;
	}
	return true;
}

static int compare_times(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* The usual gap between samples of a thread: the median of some gaps, evenly spread. */
#define GAPS 1024
static uint64_t usual_gap(const struct measured_runs *r, uint64_t count)
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

/*
 * Sort the rows of a piece by thread. A piece contains few of the possibly thousands of threads;
 * `met` marks them.
 */
static void sort_by_thread(struct measured_runs *r, uint64_t count)
{
	const struct profile *p = r->side->tree->profile;
	uint32_t end = 0;

	for (uint64_t i = 0; i < count; i++) {
		uint32_t thread = profile_context(p, r->rows[i])->thread;

		bits_add(&r->met, thread);
		r->at[thread]++;
	}
	/* turn the number of rows of each thread into the position of its first row */
	r->threads = 0;
	for (uint64_t w = 0; w <= r->met.count / 64; w++) {
		for (uint64_t word = r->met.words[w]; word; word &= word - 1) {
			uint64_t thread = w * 64 + (uint64_t)__builtin_ctzll(word);
			uint32_t rows = r->at[thread];

			r->at[thread] = end;
			end += rows;
			r->ends[r->threads++] = end; /* room: each thread once */
		}
		r->met.words[w] = 0;
	}
	for (uint64_t i = 0; i < count; i++) /* room: as many as were counted */
		r->sorted[r->at[profile_context(p, r->rows[i])->thread]++] = r->rows[i];
	for (uint64_t i = 0; i < count; i++)
		r->at[profile_context(p, r->rows[i])->thread] = 0;
}

/* Measure runs in these rows, limited to the samples that a piece may have. */
static bool run_rows(struct measured_runs *r, struct timed_rows s, struct error *err)
{
	uint64_t count = 0, first = 0;
	bool ok = true;

	for (uint64_t row = s.first; row < s.last && count < r->room; row++)
		if (bits_has(r->side->which, row))
			r->rows[count++] = row; /* room: checked above */
	if (!count)
		return true;
	sort_by_thread(r, count);
	r->usual = usual_gap(r, count);
	for (uint32_t i = 0; ok && i < r->threads; i++) {
		ok = run_thread(r, r->sorted + first, r->ends[i] - first, err);
		first = r->ends[i];
	}
	return ok;
}

/* The i-th of RUN_PIECES equal parts of all stretches, truncated at the end of its stretch. */
static struct timed_rows piece_of(const struct sampled *side, uint64_t i)
{
	const struct timed_rows *s = side->stretches;
	uint64_t all = 0, from, length;

	for (uint32_t n = 0; n < side->count; n++)
		all += s[n].last - s[n].first;
	length = all / RUN_PIECES;
	from = length * i;
	for (; s < side->stretches + side->count - 1; s++) {
		if (from < s->last - s->first)
			break;
		from -= s->last - s->first;
	}
	from += s->first;
	return (struct timed_rows){
	    .first = from, .last = s->last - from < length ? s->last : from + length};
}

static bool run_side(struct measuring *m, const struct sampled *side, int which,
		     struct error *err)
{
	struct measured_runs r = {.m = m, .side = side, .which = which};
	uint32_t threads = side->tree->profile->thread_count;
	uint64_t kept = sampled_count(side);
	bool whole = kept <= RUN_SAMPLES, ok;

	if (!bits_build(&r.met, threads, err))
		return false;
	r.room = whole ? kept : RUN_SAMPLES / RUN_PIECES;
	ok = (r.at = mem_array(threads, sizeof *r.at, "threads", err)) &&
	     (r.ends = mem_array(threads, sizeof *r.ends, "threads", err)) &&
	     (r.rows = mem_array((size_t)r.room, sizeof *r.rows, "samples", err)) &&
	     (r.sorted = mem_array((size_t)r.room, sizeof *r.sorted, "samples", err));
	for (uint32_t i = 0; whole && ok && i < side->count; i++)
		ok = run_rows(&r, side->stretches[i], err);
	for (uint64_t i = 0; !whole && ok && i < RUN_PIECES; i++)
		ok = run_rows(&r, piece_of(side, i), err);
	bits_release(&r.met);
	mem_free(r.at);
	mem_free(r.ends);
	mem_free(r.rows);
	mem_free(r.sorted);
	return ok;
}

static int compare_factors(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/*
 * Divide the sums of each key. No factor is less than the (lower) median of the measured ones: a
 * key with few runs may have had short ones by chance.
 */
static void find_run_factors(struct measured *m)
{
	double *run = m->result->run, least = 1;
	double *seen = m->length; /* room: overwrites the ones already read */
	uint32_t keys = m->keys->count, count = 0;

	for (uint32_t i = 0; i < keys; i++) {
		if (m->length[i] <= 0)
			continue;
		run[i] /= m->length[i];
		seen[count++] = run[i]; /* room: count <= i */
	}
	qsort(seen, count, sizeof *seen, compare_factors);
	if (count)
		least = seen[(count - 1) / 2];
	for (uint32_t i = 0; i < keys; i++)
		if (run[i] < least)
			run[i] = least;
}

/* Fill in `run` of each result. */
static bool run_factors_find(struct measuring *m, const struct sampled *const side[2],
			     struct error *err)
{
	bool any = false;

	for (size_t i = 0; i < m->count; i++) {
		if (m->each[i].keys->no_runs)
			continue;
		any = true;
		memset(m->each[i].result->run, 0,
		       m->each[i].keys->count * sizeof *m->each[i].result->run);
	}
	if (!any)
		return true;
	for (int i = 0; i < 2; i++)
		if (!run_side(m, side[i], i, err))
			return false;
	for (size_t i = 0; i < m->count; i++)
		if (!m->each[i].keys->no_runs)
			find_run_factors(&m->each[i]);
	return true;
}

/* ---- all measures ---- */

static double *column_open(uint32_t keys, struct error *err)
{
	return mem_array(keys, sizeof(double), "rows", err);
}

static bool begin_result(struct variation *v, uint32_t keys,
			 const struct sampled *const of[2], struct error *err)
{
	for (int i = 0; i < 2; i++) {
		struct recording_sums *r = &v->between[i];

		*r = (struct recording_sums){.samples = 1, .seconds = 1, .count = 1};
		if (of[i]->recordings && (!(r->share = column_open(keys, err)) ||
					  !(r->share2 = column_open(keys, err)) ||
					  !(r->rate = column_open(keys, err)) ||
					  !(r->rate2 = column_open(keys, err))))
			return false;
		for (int length = 0; length < BLOCK_LENGTHS; length++) {
			struct block_sums *s = &v->sums[i][length];

			if (!(s->k = column_open(keys, err)) ||
			    !(s->kk = column_open(keys, err)) ||
			    !(s->kn = column_open(keys, err)))
				return false;
		}
	}
	v->run = column_open(keys, err);
	v->seen_in = v->run ? mem_array(keys, sizeof *v->seen_in, "rows", err) : NULL;
	for (uint32_t i = 0; v->seen_in && i < keys; i++)
		v->run[i] = 1;
	return v->seen_in != NULL;
}

static bool tally_open(struct key_tally *t, size_t keys, struct error *err)
{
	t->with = mem_array(keys, sizeof *t->with, "rows", err);
	t->met = t->with ? mem_array(keys, sizeof *t->met, "rows", err) : NULL;
	return t->met != NULL;
}

/* Runs are needed only if the subject has no blocks of its own. */
static bool measure_variation(struct measuring *m, const struct sampled *const side[2],
			      struct error *err)
{
	bool ok = true;

	for (size_t i = 0; ok && i < m->count; i++) {
		struct measured *each = &m->each[i];
		size_t keys = each->keys->count;

		m->stacks |= each->keys->of_node != NULL;
		ok = tally_open(&each->block, keys, err) &&
		     tally_open(&each->pair, keys, err) &&
		     (each->since = mem_array(keys, sizeof *each->since, "rows", err)) &&
		     (each->mark = mem_array(keys, sizeof *each->mark, "rows", err)) &&
		     (each->length = mem_array(keys, sizeof *each->length, "rows", err));
	}
	for (int i = 0; ok && i < 2; i++)
		ok = !side[i]->recordings || count_recordings(m, side[i], i, err);
	return ok && block_sums_find(m, side, err) &&
	       (m->each[0].result->own || run_factors_find(m, side, err));
}

/* A database only returns counts, not the time of each sample. */
static bool has_moments(const struct sampled *s)
{
	return s->tree->profile->has_times && !s->tree->profile->server;
}

bool variation_build(struct variation *each, const struct sample_keying *keyings,
		     size_t count, const struct sampled *subject,
		     const struct sampled *baseline, struct time_limit *limit,
		     struct error *err)
{
	const struct sampled *const side[2] = {subject, baseline};
	struct measuring m = {.tree = keyings[0].tree, .limit = limit, .count = count};
	bool ok = true;

	memset(each, 0, count * sizeof *each);
	for (size_t i = 0; ok && i < count; i++)
		ok = begin_result(&each[i], keyings[i].count, side, err);
	m.each = ok ? mem_array(count, sizeof *m.each, "tables", err) : NULL;
	ok = m.each != NULL;
	for (size_t i = 0; ok && i < count; i++)
		m.each[i] = (struct measured){.keys = &keyings[i], .result = &each[i]};
	if (ok && has_moments(subject) && has_moments(baseline))
		ok = measure_variation(&m, side, err);
	for (size_t i = 0; m.each && i < count; i++) {
		struct measured *done = &m.each[i];

		mem_free(done->block.with);
		mem_free(done->block.met);
		mem_free(done->pair.with);
		mem_free(done->pair.met);
		mem_free(done->since);
		mem_free(done->mark);
		mem_free(done->length);
		mem_free(done->closing.keys);
		mem_free(done->opening.keys);
	}
	mem_free(m.each);
	for (size_t i = 0; !ok && i < count; i++)
		variation_release(&each[i]);
	return ok;
}

void variation_release(struct variation *v)
{
	for (int side = 0; side < 2; side++) {
		for (int length = 0; length < BLOCK_LENGTHS; length++) {
			mem_free(v->sums[side][length].k);
			mem_free(v->sums[side][length].kk);
			mem_free(v->sums[side][length].kn);
		}
		mem_free(v->between[side].share);
		mem_free(v->between[side].share2);
		mem_free(v->between[side].rate);
		mem_free(v->between[side].rate2);
	}
	mem_free(v->run);
	mem_free(v->seen_in);
	*v = (struct variation){0};
}
