#include "analysis/firsts.h"

#include "base/mem.h"

uint64_t *firsts_of(const struct flame *f, struct error *err)
{
	const struct tree *t = f->tree;
	uint64_t *firsts = mem_array(t->count, sizeof *firsts, "flame graph nodes", err);

	if (!firsts)
		return NULL;
	for (uint32_t n = 0; n < t->count; n++)
		firsts[n] = FIRSTS_NEVER;
	for (uint64_t row = flame_next(f, 0); row < f->last; row = flame_next(f, row + 1))
		if (firsts[t->leaf[row]] > row)
			firsts[t->leaf[row]] = row;
	for (uint32_t n = t->count - 1; n > 0; n--)
		if (firsts[n] < firsts[t->parent[n]])
			firsts[t->parent[n]] = firsts[n];
	return firsts;
}
