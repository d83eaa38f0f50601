#include "analysis/graph/fold.h"

#include "base/bisect.h"
#include "base/mem.h"

/* ---- trunks ---- */

/*
 * Link each node to its largest callee, if the callee has at least 95 % of the value of the first
 * node of the run. `base` is the total of that first node, by node; initially a node's own total.
 * Parents come first.
 */
static void link_nodes(const struct tree *t, const uint64_t *total, uint64_t *base,
		       uint32_t *next)
{
	for (uint32_t n = 1; n < t->count; n++) {
		uint32_t *best = &next[t->parent[n]];

		if (total[n] && (!*best || total[n] > total[*best]))
			*best = n;
	}
	for (uint32_t n = 0; n < t->count; n++) {
		uint32_t best = next[n];

		if (!best || t->frame[n] == 0 || base[n] - total[best] > base[n] / 20)
			next[n] = 0;
		else
			base[best] = base[n];
	}
}

bool trunks_build(struct trunks *t, const struct flame *f, struct error *err)
{
	const struct tree *tree = f->tree;
	const struct samples *s = &tree->profile->samples;
	uint64_t *total = mem_array(tree->count, sizeof *total, "nodes", err);
	uint64_t *base =
	    total ? mem_array(tree->count, sizeof *base, "nodes", err) : NULL;

	*t = (struct trunks){tree, tree->count, NULL};
	if (base)
		t->next = mem_array(tree->count, sizeof *t->next, "nodes", err);
	if (t->next && tree->leaf) { /* all samples: spans by length, moments by number */
		for (uint64_t i = 0; i < s->count; i++)
			total[tree->leaf[i]] += s->duration
						    ? s->duration[i]
						    : profile_row_count(tree->profile, i);
		for (uint32_t n = tree->count - 1; n > 0; n--)
			total[tree->parent[n]] += total[n];
	} else if (t->next) {
		memcpy(total, f->total, tree->count * sizeof *total);
	}
	if (t->next) {
		memcpy(base, total, tree->count * sizeof *base);
		link_nodes(tree, total, base, t->next);
	}
	mem_free(total);
	mem_free(base);
	return t->next != NULL;
}

void trunks_release(struct trunks *t)
{
	mem_free(t->next);
	*t = (struct trunks){NULL, 0, NULL};
}

/* ---- runs ---- */

struct unfolded_key {
	const struct unfolded *nodes; /* borrowed */
	uint32_t node;
};

static bool is_unfolded_before(const void *context, size_t i)
{
	const struct unfolded_key *key = context;

	return key->nodes[i].node < key->node;
}

/* Root frames are never folded, because they distinguish groups. */
static bool may_fold(const struct fold *how, const struct tree *t, uint32_t node)
{
	const struct unfolded_key key = {how->unfolded, node};
	size_t at;

	if (t->frame[node] == 0)
		return false;
	if (how->unfolded_count == 0)
		return true;
	at = bisect_first(how->unfolded_count, is_unfolded_before, &key);
	return at == how->unfolded_count || how->unfolded[at].node != node;
}

/* The only callee of this node, if the node has no self value and both sides are equal; 0: none. */
static uint32_t only_child(const struct fold *how, const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && f->total[n] == 0)
		n = t->next_sibling[n];
	if (!n || f->self[node] || f->total[n] != f->total[node])
		return 0;
	if (how->sides[0] && (how->sides[0][node] != how->sides[0][n] ||
			      how->sides[1][node] != how->sides[1][n]))
		return 0;
	return n;
}

uint32_t fold_next_in_trunk(const struct fold *how, const struct flame *f, uint32_t node)
{
	uint32_t next;

	if (how->sides[0])
		return only_child(how, f, node);
	next = how->trunks ? how->trunks[node] : 0;
	return next && f->total[next] ? next : 0;
}

/* The callee with the same frame, if it can be folded; 0: none. */
static uint32_t recursive_child(const struct fold *how, const struct flame *f,
				uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && (t->frame[n] != t->frame[node] || f->total[n] == 0))
		n = t->next_sibling[n];
	if (!n || !may_fold(how, t, n))
		return 0;
	return !how->sides[0] || only_child(how, f, node) == n ? n : 0;
}

struct fold_run fold_run_at(const struct fold *how, const struct flame *f, uint32_t node)
{
	const struct fold_run alone = {node, node, 1};
	struct fold_run run = {.first = node, .last = node};
	uint32_t at = node, next;
	bool mixed = false;

	if (!how || !may_fold(how, f->tree, node))
		return alone;
	while (may_fold(how, f->tree, at) && (next = fold_next_in_trunk(how, f, at))) {
		mixed = mixed || f->tree->frame[at] != f->tree->frame[node];
		run.last = at;
		run.frames++;
		at = next;
	}
	if (run.frames >= FOLD_TRUNK && mixed)
		return run;
	run = alone;
	while ((node = recursive_child(how, f, run.last))) {
		run.last = node;
		run.frames++;
	}
	return run;
}

bool fold_is_recursion(const struct tree *t, const struct fold_run *run)
{
	uint32_t node = run->last;

	while (node != run->first && t->frame[node] == t->frame[run->first])
		node = t->parent[node];
	return run->frames > 1 && node == run->first;
}

/*
 * Parents have lower numbers, so of two nodes the one with the higher number moves towards the root
 * until they meet.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves)
{
	uint32_t in = run->last;

	*leaves = node;
	while (in != node) {
		if (in > node) {
			in = t->parent[in];
		} else {
			*leaves = node;
			node = t->parent[node];
		}
	}
	return node;
}
