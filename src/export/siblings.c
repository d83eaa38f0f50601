#include "export/siblings.h"

#include <stdlib.h>

#include "base/mem.h"

static int compare(const void *a, const void *b, void *context)
{
	const struct siblings *s = context;
	const struct flame *f = s->flame;
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	if (s->firsts && s->firsts[x] != s->firsts[y])
		return s->firsts[x] < s->firsts[y] ? -1 : 1;
	if (f->total[x] != f->total[y])
		return f->total[x] > f->total[y] ? -1 : 1;
	return text_compare(tree_label(f->tree, x), tree_label(f->tree, y));
}

static void sort_children(struct siblings *s, uint32_t node)
{
	const struct tree *t = s->flame->tree;
	size_t n = 0;

	for (uint32_t c = t->first_child[node]; c; c = t->next_sibling[c])
		s->scratch[n++] = c; /* room: for all nodes */
	if (n == 0)
		return;
	qsort_r(s->scratch, n, sizeof *s->scratch, compare, s);
	s->first[node] = s->scratch[0];
	for (size_t i = 0; i + 1 < n; i++)
		s->next[s->scratch[i]] = s->scratch[i + 1];
}

void siblings_release(struct siblings *s)
{
	if (!s->scratch)
		return;
	mem_free(s->first);
	mem_free(s->next);
	mem_free(s->scratch);
	mem_free(s->firsts);
}

bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err)
{
	uint32_t count = f->tree->count;

	*s =
	    (struct siblings){f, f->tree->first_child, f->tree->next_sibling, NULL, NULL};
	if (order == ORDER_NAME)
		return true;
	s->scratch = mem_array(count, sizeof *s->scratch, "nodes", err);
	if (!s->scratch)
		return false;
	s->first = mem_array(count, sizeof *s->first, "nodes", err);
	s->next = s->first ? mem_array(count, sizeof *s->next, "nodes", err) : NULL;
	s->firsts = s->next && order == ORDER_START ? flame_first_rows(f, err) : NULL;
	if (err->kind != ERROR_NONE) {
		siblings_release(s);
		return false;
	}
	for (uint32_t i = 0; i < count; i++)
		sort_children(s, i);
	return true;
}

/* The first of these siblings that has samples in the range; 0: none. */
static uint32_t counted(const struct siblings *s, uint32_t node)
{
	while (node && s->flame->total[node] == 0)
		node = s->next[node];
	return node;
}

uint32_t siblings_first(const struct siblings *s, uint32_t node)
{
	return counted(s, s->first[node]);
}

uint32_t siblings_next(const struct siblings *s, uint32_t node)
{
	return counted(s, s->next[node]);
}
