#include "analysis/flame.h"

#include <stdlib.h>

#include "base/mem.h"

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

/* Add the rows [first, last), or take them away: unsigned arithmetic makes -x of it. */
static void count_rows(struct flame *f, uint64_t first, uint64_t last, bool add)
{
	const struct profile *p = f->tree->profile;
	const uint64_t *weight = p->samples.weight;

	for (uint64_t i = first; i < last; i++) {
		uint64_t count = profile_row_count(p, i);
		uint64_t value = f->weigh == WEIGH_PERIOD ? weight[i] : count;

		if (!bits_has(f->which, i))
			continue;
		f->self[f->tree->leaf[i]] += add ? value : -value;
		f->samples += add ? count : -count;
		f->weight += add ? weight[i] : -weight[i];
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
	uint64_t from = larger(f->first, first),
		 to = smaller(f->last, last); /* in both */
	uint64_t steps = 0;

	if (first == f->first && last == f->last)
		return;
	if (from < to)
		steps = (f->last - f->first) + (last - first) - 2 * (to - from);
	if (from >= to || steps > last - first) {
		memset(f->self, 0, f->tree->count * sizeof *f->self);
		f->samples = 0;
		f->weight = 0;
		count_rows(f, first, last, true);
	} else {
		count_rows(f, f->first, from, false);
		count_rows(f, to, f->last, false);
		count_rows(f, first, from, true);
		count_rows(f, to, last, true);
	}
	f->first = first;
	f->last = last;
	add_up(f);
}
