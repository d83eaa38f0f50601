#include "analysis/graph/tree_excerpt.h"

#include <math.h>

#include "base/mem.h"

bool tree_excerpt_build(struct tree_excerpt *p, const struct flame *f,
			enum sibling_order order, const struct prune_rules *rules,
			struct error *err)
{
	const struct tree *t = f->tree;

	*p = (struct tree_excerpt){.rules = *rules};
	if (!siblings_build(&p->siblings, f, order, err))
		return false;
	if (!rules->levels && !rules->least)
		return true;
	p->below = mem_array(t->count, sizeof *p->below, "nodes", err);
	if (!p->below) {
		siblings_release(&p->siblings);
		return false;
	}
	for (uint32_t i = t->count - 1; i > 0; i--)
		if (f->total[i])
			p->below[t->parent[i]] += p->below[i] + 1;
	return true;
}

void tree_excerpt_release(struct tree_excerpt *p)
{
	siblings_release(&p->siblings);
	mem_free(p->below);
}

/* This sibling, or the first listed one after it; 0: none. */
static uint32_t skip_small(const struct tree_excerpt *p, uint32_t node)
{
	while (node && p->siblings.flame->total[node] < p->rules.least)
		node = siblings_next(&p->siblings, node);
	return node;
}

bool tree_excerpt_is_deepest(const struct tree_excerpt *p, uint32_t level)
{
	return p->rules.levels && level >= p->rules.levels;
}

uint32_t tree_excerpt_first(const struct tree_excerpt *p, uint32_t node, uint32_t level)
{
	return tree_excerpt_is_deepest(p, level)
		   ? 0
		   : skip_small(p, siblings_first(&p->siblings, node));
}

uint32_t tree_excerpt_next(const struct tree_excerpt *p, uint32_t node)
{
	return skip_small(p, siblings_next(&p->siblings, node));
}

struct tree_excerpt_rest tree_excerpt_rest_of(const struct tree_excerpt *p, uint32_t node,
					      uint32_t level)
{
	const struct flame *f = p->siblings.flame;
	struct tree_excerpt_rest rest = {0, 0};
	bool all = tree_excerpt_is_deepest(p, level);

	if (!p->below)
		return rest;
	for (uint32_t c = siblings_first(&p->siblings, node); c;
	     c = siblings_next(&p->siblings, c)) {
		if (!all && f->total[c] >= p->rules.least)
			continue;
		rest.frames += (uint64_t)p->below[c] + 1;
		rest.value += f->total[c];
	}
	return rest;
}

uint64_t tree_excerpt_least(double share, uint64_t all)
{
	double least = share * (double)all;

	return least < (double)all ? (uint64_t)ceil(least) : all;
}
