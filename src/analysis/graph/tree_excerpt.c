#include "analysis/graph/tree_excerpt.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

struct ranked {
	uint64_t total;
	uint32_t node;
};

/* The largest first. Of equal ones, callers come first, as they have smaller numbers. */
static int compare_ranked(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->total != y->total)
		return x->total < y->total ? 1 : -1;
	return (x->node > y->node) - (x->node < y->node);
}

/* Choose the frames with the largest totals, from rules.first on. */
static bool choose_listed(struct tree_excerpt *p, const struct flame *f,
			  struct error *err)
{
	const struct prune_rules *rules = &p->rules;
	const struct tree *t = f->tree;
	uint64_t deepest = (uint64_t)t->depth[rules->first] + rules->levels, count = 0;
	struct ranked *all = mem_array(t->count, sizeof *all, "frames", err);
	struct bits below = {0};

	if (!all || !bits_build(&below, t->count, err) ||
	    !bits_build(&p->listed, t->count, err)) {
		mem_free(all);
		bits_release(&below);
		return false;
	}
	bits_add(&below, rules->first);
	for (uint32_t n = rules->first; n < t->count; n++) {
		if (n != rules->first && (n == 0 || !bits_has(&below, t->parent[n])))
			continue;
		bits_add(&below, n);
		if (f->total[n] && f->total[n] >= rules->least &&
		    (!rules->levels || t->depth[n] <= deepest)) /* room: for all nodes */
			all[count++] = (struct ranked){f->total[n], n};
	}
	qsort(all, count, sizeof *all, compare_ranked);
	for (uint64_t i = 0; i < count && i < rules->limit; i++)
		bits_add(&p->listed, all[i].node);
	mem_free(all);
	bits_release(&below);
	return true;
}

bool tree_excerpt_build(struct tree_excerpt *p, const struct flame *f,
			enum sibling_order order, const struct prune_rules *rules,
			struct error *err)
{
	const struct tree *t = f->tree;

	*p = (struct tree_excerpt){.rules = *rules};
	if (!siblings_build(&p->siblings, f, order, err))
		return false;
	if (!rules->levels && !rules->least && !rules->limit)
		return true;
	p->below = mem_array(t->count, sizeof *p->below, "nodes", err);
	if (!p->below || (rules->limit && !choose_listed(p, f, err))) {
		tree_excerpt_release(p);
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
	bits_release(&p->listed);
}

static bool is_listed(const struct tree_excerpt *p, uint32_t node)
{
	return p->siblings.flame->total[node] >= p->rules.least &&
	       (!p->rules.limit || bits_has(&p->listed, node));
}

/* This sibling, or the first listed one after it; 0: none. */
static uint32_t skip_small(const struct tree_excerpt *p, uint32_t node)
{
	while (node && !is_listed(p, node))
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
		if (!all && is_listed(p, c))
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
