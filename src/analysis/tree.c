#include "analysis/tree.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/groups.h"
#include "base/idmap.h"
#include "base/mem.h"

const char *const root_mode_names[ROOT_MODES] = {
    [ROOT_COMM] = "comm", [ROOT_THREAD] = "thread", [ROOT_PID] = "pid",
    [ROOT_CPU] = "cpu",	  [ROOT_NONE] = "none",
};

struct tree_labels {
	struct groups groups; /* group g is node g + 1 */
};

/*
 * A place is a stack in a group. Each is looked up once a run of samples and has a
 * number, under which its node is kept; numbers are given before the nodes are known,
 * since a stack's parents have to be there first.
 */
struct growth {
	struct tree *tree;
	size_t room_parent, room_frame, room_depth;
	struct idmap place_ids; /* (group node, stack): place */
	struct idmap node_ids;	/* (parent node, frame): node */
	uint32_t *place_node;	/* owned: by place */
	size_t place_room;
	struct pending {
		uint32_t place, frame;
	} * pending; /* owned: from the leaf down to where the tree ended */
	size_t pending_room;
};

static bool add_node(struct growth *g, uint32_t parent, uint32_t frame, struct error *err)
{
	struct tree *t = g->tree;
	size_t wanted = (size_t)t->count + 1;
	uint16_t below = t->count ? t->depth[parent] : 0;

	if (t->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %" PRIu32 " call paths",
				 t->count);
	if (!mem_reserve(&t->parent, &g->room_parent, wanted, sizeof *t->parent,
			 "call paths", err) ||
	    !mem_reserve(&t->frame, &g->room_frame, wanted, sizeof *t->frame,
			 "call paths", err) ||
	    !mem_reserve(&t->depth, &g->room_depth, wanted, sizeof *t->depth,
			 "call paths", err))
		return false;
	t->parent[t->count] = parent;
	t->frame[t->count] = frame;
	t->depth[t->count] =
	    (uint16_t)(t->count && below < UINT16_MAX ? below + 1 : below);
	if (t->depth[t->count] > t->deepest)
		t->deepest = t->depth[t->count];
	t->count++;
	return true;
}

static bool add_child(struct growth *g, uint32_t parent, uint32_t frame, uint32_t *node,
		      struct error *err)
{
	uint32_t fresh = g->tree->count;

	return idmap_put(&g->node_ids, idmap_pair(parent, frame), fresh, node, err) &&
	       (*node != fresh || add_node(g, parent, frame, err));
}

/*
 * Number the places of `stack` and its parents as far as they are new, and note them in
 * `pending`. `*node` is where the known part ends.
 */
static bool find_known(struct growth *g, uint32_t group, uint32_t stack, size_t *new_ones,
		       uint32_t *node, struct error *err)
{
	const struct stack *stacks = g->tree->profile->stacks;

	*new_ones = 0;
	*node = group;
	for (; stack; stack = stacks[stack].parent) {
		uint32_t fresh = (uint32_t)g->place_ids.count, place;

		if (g->place_ids.count >= UINT32_MAX)
			return error_set(err, ERROR_LIMIT, "too many stacks in groups");
		if (!idmap_put(&g->place_ids, idmap_pair(group, stack), fresh, &place,
			       err))
			return false;
		if (place != fresh) {
			*node = g->place_node[place];
			return true;
		}
		if (!mem_reserve(&g->place_node, &g->place_room, (size_t)fresh + 1,
				 sizeof *g->place_node, "call paths", err) ||
		    !mem_reserve(&g->pending, &g->pending_room, *new_ones + 1,
				 sizeof *g->pending, "call paths", err))
			return false;
		g->pending[(*new_ones)++] = (struct pending){place, stacks[stack].frame};
	}
	return true;
}

static bool add_stack(struct growth *g, uint32_t group, uint32_t stack, uint32_t *node,
		      struct error *err)
{
	size_t left;

	if (!find_known(g, group, stack, &left, node, err))
		return false;
	while (left > 0) {
		struct pending *p = &g->pending[--left];

		if (!add_child(g, *node, p->frame, node, err))
			return false;
		g->place_node[p->place] = *node;
	}
	return true;
}

static bool add_samples(struct growth *g, struct error *err)
{
	struct tree *t = g->tree;
	const struct samples *s = &t->profile->samples;
	uint32_t last_group = 0, last_stack = 0, node = 0;

	t->leaf = mem_array((size_t)s->count, sizeof *t->leaf, "samples", err);
	if (!t->leaf)
		return false;
	for (uint64_t i = 0; i < s->count; i++) {
		uint32_t group = groups_of_sample(&t->labels->groups, t->profile, i);
		bool again = i && group == last_group && s->stack[i] == last_stack;

		if (!again && !add_stack(g, group, s->stack[i], &node, err))
			return false;
		t->leaf[i] = node;
		last_group = group;
		last_stack = s->stack[i];
	}
	return true;
}

/* What siblings are sorted by. */
struct name {
	struct text name, module;
	uint32_t kind, frame;
};

static int compare_names(const void *a, const void *b)
{
	const struct name *x = a, *y = b;
	int order = text_compare(x->name, y->name);

	if (!order)
		order = text_compare(x->module, y->module);
	if (!order && x->kind != y->kind)
		order = x->kind < y->kind ? -1 : 1;
	return order ? order : x->frame < y->frame ? -1 : x->frame > y->frame;
}

static struct name *sorted_frames(const struct profile *p, struct error *err)
{
	struct name *names = mem_array(p->frame_count, sizeof *names, "functions", err);

	if (!names)
		return NULL;
	for (uint32_t i = 0; i < p->frame_count; i++)
		names[i] =
		    (struct name){profile_frame_name(p, i), profile_frame_module(p, i),
				  p->frames[i].kind, i};
	qsort(names, p->frame_count, sizeof *names, compare_names);
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
	free(names);
	free(nodes);
	free(next);
	return ok;
}

static bool grow(struct growth *g, struct error *err)
{
	struct tree *t = g->tree;
	bool ok = add_node(g, 0, 0, err);

	for (uint32_t i = 0; ok && i < t->labels->groups.count; i++)
		ok = add_node(g, 0, 0, err);
	ok = ok && add_samples(g, err);
	idmap_release(&g->place_ids);
	idmap_release(&g->node_ids);
	free(g->place_node);
	free(g->pending);
	if (!ok)
		return false;
	mem_trim(&t->parent, t->count, sizeof *t->parent);
	mem_trim(&t->frame, t->count, sizeof *t->frame);
	mem_trim(&t->depth, t->count, sizeof *t->depth);
	return true;
}

struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);
	struct growth g = {.tree = t};

	if (!t)
		return NULL;
	t->profile = p;
	t->root = root;
	t->labels = mem_array(1, sizeof *t->labels, "call tree", err);
	if (!t->labels || !groups_build(&t->labels->groups, p, root, err) ||
	    !grow(&g, err) || !link_children(t, err)) {
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
	free(t->labels);
	free(t->parent);
	free(t->frame);
	free(t->first_child);
	free(t->next_sibling);
	free(t->depth);
	free(t->leaf);
	free(t);
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
	free(path);
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
