#include "analysis/graph/fold.h"

#include "base/bisect.h"
#include "base/mem.h"

/* ---- trunks ---- */

/* Of everything: stretches of time by their lengths, moments by how many they are. */
static void add_up(const struct tree *t, uint64_t *total)
{
	const struct samples *s = &t->profile->samples;

	for (uint64_t i = 0; i < s->count; i++)
		total[t->leaf[i]] +=
		    s->duration ? s->duration[i] : profile_row_count(t->profile, i);
	for (uint32_t n = t->count - 1; n > 0; n--)
		total[t->parent[n]] += total[n];
}

/*
 * `base` is the total of the first of the run that a node is in. It begins as the total of each;
 * parents come first.
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
	uint64_t *total = mem_array(tree->count, sizeof *total, "nodes", err);
	uint64_t *base =
	    total ? mem_array(tree->count, sizeof *base, "nodes", err) : NULL;

	*t = (struct trunks){tree, tree->count, NULL};
	if (base)
		t->next = mem_array(tree->count, sizeof *t->next, "nodes", err);
	if (t->next) {
		if (tree->leaf)
			add_up(tree, total);
		else
			memcpy(total, f->total, tree->count * sizeof *total);
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

struct asked {
	const struct unfolded *nodes; /* borrowed */
	uint32_t node;
};

static bool is_before(const void *context, size_t i)
{
	const struct asked *a = context;

	return a->nodes[i].node < a->node;
}

/* Root frames are what everything is told apart by. */
static bool may_fold(const struct fold *how, const struct tree *t, uint32_t node)
{
	const struct asked asked = {how->unfolded, node};
	size_t at;

	if (t->frame[node] == 0)
		return false;
	if (how->unfolded_count == 0)
		return true;
	at = bisect_first(how->unfolded_count, is_before, &asked);
	return at == how->unfolded_count || how->unfolded[at].node != node;
}

static bool has_same_sides(const struct fold *how, uint32_t a, uint32_t b)
{
	return !how->sides[0] || (how->sides[0][a] == how->sides[0][b] &&
				  how->sides[1][a] == how->sides[1][b]);
}

/* The only one that this node calls, if it spends nothing itself; 0: there is none. */
static uint32_t only_child(const struct fold *how, const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && f->total[n] == 0)
		n = t->next_sibling[n];
	if (!n || f->self[node] || f->total[n] != f->total[node])
		return 0;
	return has_same_sides(how, node, n) ? n : 0;
}

uint32_t fold_leads_to(const struct fold *how, const struct flame *f, uint32_t node)
{
	uint32_t next;

	if (how->sides[0])
		return only_child(how, f, node);
	next = how->trunks ? how->trunks[node] : 0;
	return next && f->total[next] ? next : 0;
}

/* The same frame, called by itself; 0: it is not. */
static uint32_t same_child(const struct fold *how, const struct flame *f, uint32_t node)
{
	const struct tree *t = f->tree;
	uint32_t n = t->first_child[node];

	while (n && (t->frame[n] != t->frame[node] || f->total[n] == 0))
		n = t->next_sibling[n];
	if (!n || !may_fold(how, t, n))
		return 0;
	return !how->sides[0] || only_child(how, f, node) == n ? n : 0;
}

static struct fold_run trunk_at(const struct fold *how, const struct flame *f,
				uint32_t node, bool *mixed)
{
	const struct tree *t = f->tree;
	struct fold_run run = {.first = node, .last = node};
	uint32_t next;

	*mixed = false;
	while (may_fold(how, t, node) && (next = fold_leads_to(how, f, node))) {
		*mixed = *mixed || t->frame[node] != t->frame[run.first];
		run.last = node;
		run.frames++;
		node = next;
	}
	return run;
}

struct fold_run fold_run_at(const struct fold *how, const struct flame *f, uint32_t node)
{
	struct fold_run run = {node, node, 1};
	bool mixed;

	if (!how || !may_fold(how, f->tree, node))
		return run;
	run = trunk_at(how, f, node, &mixed);
	if (run.frames >= FOLD_TRUNK && mixed)
		return run;
	run = (struct fold_run){node, node, 1};
	while ((node = same_child(how, f, run.last))) {
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

/* Parents have smaller numbers: of two nodes the larger one goes a step towards the root. */
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
