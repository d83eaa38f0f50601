#include "analysis/tree.h"

#include <stdlib.h>

#include "analysis/growth.h"
#include "base/mem.h"

const char *const root_mode_names[ROOT_MODES] = {
    [ROOT_COMM] = "comm", [ROOT_THREAD] = "thread", [ROOT_PID] = "pid",
    [ROOT_CPU] = "cpu",	  [ROOT_NONE] = "none",
};

struct tree_labels {
	struct groups groups; /* group g is node g + 1 */
};

/* Siblings are sorted by the frame's name, mostly decided by how that starts. */
struct name {
	uint64_t start; /* the first 8 bytes, as a number that compares like them */
	uint32_t frame;
};

static uint64_t start_of(struct text t)
{
	uint64_t start = 0;

	for (size_t i = 0; i < sizeof start; i++)
		start = start << 8 | (i < t.len ? (uint8_t)t.at[i] : 0);
	return start;
}

static int compare_names(const void *a, const void *b, void *profile)
{
	const struct name *x = a, *y = b;
	const struct profile *p = profile;
	uint32_t xkind = p->frames[x->frame].kind, ykind = p->frames[y->frame].kind;
	int order;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	order = text_compare(profile_frame_name(p, x->frame),
			     profile_frame_name(p, y->frame));
	if (!order)
		order = text_compare(profile_frame_module(p, x->frame),
				     profile_frame_module(p, y->frame));
	if (!order && xkind != ykind)
		order = xkind < ykind ? -1 : 1;
	return order ? order : x->frame < y->frame ? -1 : x->frame > y->frame;
}

static struct name *sorted_frames(const struct profile *p, struct error *err)
{
	struct name *names = mem_array(p->frame_count, sizeof *names, "functions", err);

	if (!names)
		return NULL;
	for (uint32_t i = 0; i < p->frame_count; i++)
		names[i] = (struct name){start_of(profile_frame_name(p, i)), i};
	qsort_r(names, p->frame_count, sizeof *names, compare_names, (void *)p);
	return names;
}

static void put_first(struct tree *t, uint32_t node)
{
	t->next_sibling[node] = t->first_child[t->parent[node]];
	t->first_child[t->parent[node]] = node;
}

/*
 * Link all children in order without sorting any: take the frames from the last name to
 * the first, and put each frame's nodes in front of their siblings. `nodes` lists the
 * nodes of each frame, `next` being the list's links.
 */
static void link_by_name(struct tree *t, const struct name *names, uint32_t *nodes,
			 uint32_t *next)
{
	for (uint32_t i = 1; i < t->count; i++) {
		next[i] = nodes[t->frame[i]];
		nodes[t->frame[i]] = i;
	}
	for (uint32_t i = t->profile->frame_count; i > 0; i--) {
		uint32_t frame = names[i - 1].frame;

		for (uint32_t n = frame ? nodes[frame] : 0; n; n = next[n])
			put_first(t, n);
	}
	for (uint32_t n = t->labels->groups.count; n > 0; n--)
		put_first(t, n); /* groups are nodes 1 ... count, by label already */
}

static bool link_children(struct tree *t, struct error *err)
{
	struct name *names = sorted_frames(t->profile, err);
	uint32_t *nodes = NULL, *next = NULL;
	bool ok = false;

	if (names)
		nodes =
		    mem_array(t->profile->frame_count, sizeof *nodes, "functions", err);
	if (nodes)
		next = mem_array(t->count, sizeof *next, "call paths", err);
	if (next)
		t->first_child = mem_array(t->count, sizeof *next, "call paths", err);
	if (t->first_child)
		t->next_sibling = mem_array(t->count, sizeof *next, "call paths", err);
	if (t->next_sibling) {
		link_by_name(t, names, nodes, next);
		ok = true;
	}
	mem_free(names);
	mem_free(nodes);
	mem_free(next);
	return ok;
}

struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);

	if (!t)
		return NULL;
	t->profile = p;
	t->root = root;
	t->labels = mem_array(1, sizeof *t->labels, "call tree", err);
	if (!t->labels || !groups_build(&t->labels->groups, p, root, err) ||
	    !growth_run(t, &t->labels->groups, err) || !link_children(t, err)) {
		tree_free(t);
		return NULL;
	}
	return t;
}

void tree_free(struct tree *t)
{
	if (!t)
		return;
	if (t->labels)
		groups_release(&t->labels->groups);
	mem_free(t->labels);
	mem_free(t->parent);
	mem_free(t->frame);
	mem_free(t->first_child);
	mem_free(t->next_sibling);
	mem_free(t->depth);
	mem_free(t->leaf);
	mem_free(t);
}

struct text tree_label(const struct tree *t, uint32_t node)
{
	if (node == 0)
		return TEXT("all");
	if (node <= t->labels->groups.count)
		return t->labels->groups.labels[node - 1];
	return profile_frame_name(t->profile, t->frame[node]);
}

bool tree_is_below(const struct tree *t, uint32_t node, uint32_t above)
{
	while (node > above)
		node = t->parent[node];
	return node == above;
}

/* The child of `parent` that shows the same as `node` of `other`; 0 when there is none.
 */
static uint32_t same_child(const struct tree *t, uint32_t parent,
			   const struct tree *other, uint32_t node)
{
	bool frames = t->profile == other->profile && other->frame[node];
	struct text label = tree_label(other, node);
	uint32_t child = t->first_child[parent];

	for (; child; child = t->next_sibling[child])
		if (frames ? t->frame[child] == other->frame[node]
			   : text_equal(tree_label(t, child), label))
			return child;
	return 0;
}

uint32_t tree_same_path(const struct tree *t, const struct tree *other, uint32_t node)
{
	struct error ignored = ERROR_INIT; /* without memory the zoom is lost, no more */
	uint32_t *path, deep = 0, at = 0;

	for (uint32_t n = node; n; n = other->parent[n])
		deep++;
	path = mem_array(deep, sizeof *path, "nodes", &ignored);
	if (!path)
		return 0;
	for (uint32_t n = node, i = deep; n; n = other->parent[n])
		path[--i] = n;
	for (uint32_t i = 0; i < deep; i++) {
		bool group = other->frame[path[i]] == 0;
		uint32_t next;

		if (group && t->root == ROOT_NONE)
			continue;
		next = same_child(t, at, other, path[i]);
		if (!next)
			break;
		at = next;
	}
	mem_free(path);
	return at;
}

/* Is `label` the next part of `path`, up to a ';' or its end? */
static bool is_next(struct text path, struct text label)
{
	return text_starts(path, label) &&
	       (path.len == label.len || path.at[label.len] == ';');
}

/*
 * Names may hold a ';' themselves and siblings may share a name, so a wrong turn is taken
 * back. How much of the path is used up follows from the node, so nothing need be
 * remembered.
 */
uint32_t tree_find(const struct tree *t, struct text path)
{
	uint32_t node = t->first_child[0];
	size_t used = 0;

	while (node) {
		struct text label = tree_label(t, node), rest = text_from(path, used);

		if (used <= path.len && is_next(rest, label)) {
			if (rest.len == label.len)
				return node;
			if (t->first_child[node]) {
				used += label.len + 1;
				node = t->first_child[node];
				continue;
			}
		}
		while (node && !t->next_sibling[node]) {
			node = t->parent[node];
			used -= node ? tree_label(t, node).len + 1 : 0;
		}
		node = node ? t->next_sibling[node] : 0;
	}
	return 0;
}
