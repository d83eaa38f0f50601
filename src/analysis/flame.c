#include "analysis/flame.h"

#include <stdlib.h>

#include "base/mem.h"

/*
 * A step of a climb goes to a place far off, one of adding up to the next: this many of
 * the latter cost as much as one of the former.
 */
#define CLIMBS_PART 8

bool flame_build(struct flame *f, const struct tree *tree, const struct bits *which,
		 enum weigh weigh, struct error *err)
{
	*f = (struct flame){.tree = tree, .which = which, .weigh = weigh};
	f->self = mem_array(tree->count, sizeof *f->self, "flame graph nodes", err);
	f->total =
	    f->self ? mem_array(tree->count, sizeof *f->total, "flame graph nodes", err)
		    : NULL;
	if (f->total)
		return true;
	flame_release(f);
	return false;
}

void flame_release(struct flame *f)
{
	free(f->self);
	free(f->total);
	*f = (struct flame){0};
}

/*
 * Rows being added or taken away. As long as that is little, the totals are kept true by
 * climbing from each leaf to the root; `climbs` is how many more steps of that are worth
 * it. When none are left the totals are wrong and have to be added up anew.
 */
struct change {
	struct flame *flame;
	uint64_t sign; /* 1, or -1: unsigned arithmetic takes away with it */
	uint64_t climbs;
};

static void climb(struct change *c, uint32_t node, uint64_t value)
{
	const uint32_t *parent = c->flame->tree->parent;
	uint64_t *total = c->flame->total;

	for (; node && c->climbs; c->climbs--) {
		total[node] += value;
		node = parent[node];
	}
	total[0] += value;
}

/* What a row adds to its node. */
static uint64_t row_value(const struct flame *f, uint64_t row)
{
	const struct profile *p = f->tree->profile;

	return f->weigh == WEIGH_PERIOD || p->weights_are_counts ? p->samples.weight[row]
								 : 1;
}

/* Rows of one word of the set of samples; `from` is the word's first row. */
static void count_word(struct change *c, uint64_t from, uint64_t word)
{
	struct flame *f = c->flame;
	const struct profile *p = f->tree->profile;
	const uint32_t *leaf = f->tree->leaf + from;
	const uint64_t *weight = p->samples.weight + from;
	bool ones = f->weigh == WEIGH_SAMPLES && !p->weights_are_counts;
	uint64_t sum = 0, count = (unsigned)__builtin_popcountll(word);

	for (uint64_t left = word; left; left &= left - 1) {
		unsigned i = (unsigned)__builtin_ctzll(left);

		f->self[leaf[i]] += (ones ? 1 : weight[i]) * c->sign;
		sum += weight[i];
	}
	f->weight += sum * c->sign;
	f->samples += (p->weights_are_counts ? sum : count) * c->sign;
	for (; word && c->climbs; word &= word - 1) {
		unsigned i = (unsigned)__builtin_ctzll(word);

		climb(c, leaf[i], row_value(f, from + i) * c->sign);
	}
}

static void count_rows(struct change *c, uint64_t first, uint64_t last, bool add)
{
	const struct bits *which = c->flame->which;

	c->sign = add ? 1 : UINT64_MAX;
	for (uint64_t from = first & ~UINT64_C(63); from < last; from += 64) {
		uint64_t word = which->words[from / 64];

		if (from < first)
			word &= UINT64_MAX << (first & 63);
		if (last - from < 64)
			word &= (UINT64_C(1) << (last & 63)) - 1;
		count_word(c, from, word);
	}
}

/* A parent's number is less than its children's: one pass backwards adds everything up.
 */
static void add_up(struct flame *f)
{
	const struct tree *t = f->tree;

	memcpy(f->total, f->self, t->count * sizeof *f->total);
	for (uint32_t i = t->count - 1; i > 0; i--)
		f->total[t->parent[i]] += f->total[i];
}

static void clear(struct flame *f)
{
	if (f->first == f->last)
		return; /* nothing is counted: all is 0 */
	memset(f->self, 0, f->tree->count * sizeof *f->self);
	memset(f->total, 0, f->tree->count * sizeof *f->total);
	f->samples = 0;
	f->weight = 0;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void flame_move(struct flame *f, uint64_t first, uint64_t last)
{
	struct change c = {.flame = f, .climbs = f->tree->count / CLIMBS_PART + 1};
	uint64_t from = larger(f->first, first);
	uint64_t to = larger(smaller(f->last, last), from); /* in both: [from, to) */
	uint64_t steps = (f->last - f->first) + (last - first) - 2 * (to - from);

	if (first == f->first && last == f->last)
		return;
	if (steps > last - first + f->tree->count / CLIMBS_PART) {
		clear(f);
		count_rows(&c, first, last, true);
	} else if (from == to) {
		count_rows(&c, f->first, f->last, false);
		count_rows(&c, first, last, true);
	} else {
		count_rows(&c, f->first, from, false);
		count_rows(&c, to, f->last, false);
		count_rows(&c, first, from, true);
		count_rows(&c, to, last, true);
	}
	f->first = first;
	f->last = last;
	if (c.climbs == 0)
		add_up(f);
}
