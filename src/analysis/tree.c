#include "analysis/tree.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/clock.h"
#include "base/idmap.h"
#include "base/mem.h"
#include "base/memory_stream.h"

const char *const root_mode_names[ROOT_MODES] = {
    [ROOT_COMM] = "comm", [ROOT_THREAD] = "thread", [ROOT_PID] = "pid",
    [ROOT_CPU] = "cpu",	  [ROOT_HOST] = "host",	    [ROOT_NONE] = "none",
};

/* ---- stacks that are the same frames in the same order ---- */

/* Do two stacks have the parent and the frame in common? Room for callees by parent (their
 * first, then the next of each) and for a mark by frame is the caller's, zeroed. */
static bool has_duplicates(const struct profile *p, uint32_t *first, uint32_t *next,
			   uint32_t *mark)
{
	for (uint32_t i = 1; i < p->stack_count; i++) {
		next[i] = first[p->stacks[i].parent];
		first[p->stacks[i].parent] = i;
	}
	for (uint32_t parent = 0; parent < p->stack_count; parent++) {
		for (uint32_t i = first[parent]; i; i = next[i]) {
			uint32_t frame = p->stacks[i].frame;

			if (mark[frame] == parent + 1)
				return true;
			mark[frame] = parent + 1;
		}
	}
	return false;
}

/* Parents come first, so that duplicates on top of duplicates are found, too. */
static bool match_duplicates(const struct profile *p, uint32_t *first_of,
			     struct error *err)
{
	struct idmap ids = {0};
	bool ok = true;

	for (uint32_t i = 1; ok && i < p->stack_count; i++) {
		const struct stack *s = &p->stacks[i];

		ok = idmap_put(&ids, idmap_pair(first_of[s->parent], s->frame), i,
			       &first_of[i], err);
	}
	idmap_release(&ids);
	return ok;
}

/*
 * By stack, the first one that consists of the same frames. The array is NULL when no two
 * are the same, as in every profile that a builder has made; release it with mem_free().
 */
static bool find_duplicates(const struct profile *p, uint32_t **first_of,
			    struct error *err)
{
	uint32_t *first = mem_array(p->stack_count, sizeof *first, "stacks", err);
	uint32_t *next = NULL, *mark = NULL;
	bool ok = false;

	*first_of = NULL;
	if (first)
		next = mem_array(p->stack_count, sizeof *next, "stacks", err);
	if (next)
		mark = mem_array(p->frame_count, sizeof *mark, "functions", err);
	if (mark) {
		ok = true;
		if (has_duplicates(p, first, next, mark)) {
			*first_of =
			    mem_array(p->stack_count, sizeof **first_of, "stacks", err);
			ok = *first_of && match_duplicates(p, *first_of, err);
		}
	}
	if (!ok) {
		mem_free(*first_of);
		*first_of = NULL;
	}
	mem_free(first);
	mem_free(next);
	mem_free(mark);
	return ok;
}

/* ---- nodes ---- */

/*
 * Nodes are made group by group, so that the node of a stack in the current group is kept with the
 * stack, and nothing has to be looked up. Which stacks a group has, and which of these a sample has,
 * is noted before, in one pass over the samples.
 */
struct place {
	uint32_t group; /* 1 + the last group's node that had this stack; 0: none yet */
	uint32_t node;	/* there; before there are nodes its number among `met` */
};

/* A stack that some samples of a group have. */
struct met {
	uint32_t group, stack;
};

struct building {
	struct tree *tree;
	size_t room_parent, room_frame, room_depth;
	size_t room;		  /* the least of them */
	const uint32_t *first_of; /* borrowed: from find_duplicates(), may be NULL */
	struct place *places;	  /* owned: by stack */
	struct met *met;	  /* owned: in the order of their first samples */
	uint32_t met_count;
	size_t met_room;
	struct idmap
	    others; /* of a stack that several groups have: by group, before its place */
	uint32_t *pending; /* owned: stacks from the leaf to where the tree ended */
	size_t pending_room;
};

static bool make_room(struct building *b, struct error *err)
{
	struct tree *t = b->tree;
	size_t wanted = (size_t)t->count + 1;

	if (t->count == UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "more than %" PRIu32 " call paths",
				 t->count);
	if (!mem_reserve(&t->parent, &b->room_parent, wanted, sizeof *t->parent,
			 "call paths", err) ||
	    !mem_reserve(&t->frame, &b->room_frame, wanted, sizeof *t->frame,
			 "call paths", err) ||
	    !mem_reserve(&t->depth, &b->room_depth, wanted, sizeof *t->depth,
			 "call paths", err))
		return false;
	b->room = b->room_parent < b->room_frame ? b->room_parent : b->room_frame;
	b->room = b->room < b->room_depth ? b->room : b->room_depth;
	return true;
}

static bool add_node(struct building *b, uint32_t parent, uint32_t frame,
		     struct error *err)
{
	struct tree *t = b->tree;
	uint16_t below = t->count ? t->depth[parent] : 0;

	if ((t->count >= b->room || t->count == UINT32_MAX - 1) && !make_room(b, err))
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

static uint32_t first_of(const struct building *b, uint32_t stack)
{
	return b->first_of ? b->first_of[stack] : stack;
}

/*
 * List in `pending` the stack and its parents that are new to the group. `*node` is where
 * the known part ends.
 */
static bool find_known(struct building *b, uint32_t group, uint32_t stack,
		       size_t *new_ones, uint32_t *node, struct error *err)
{
	const struct stack *stacks = b->tree->profile->stacks;

	*new_ones = 0;
	*node = group;
	for (; stack; stack = first_of(b, stacks[stack].parent)) {
		if (b->places[stack].group == group + 1) {
			*node = b->places[stack].node;
			return true;
		}
		if (!APPEND(b->pending, *new_ones, b->pending_room, "call paths", err,
			    stack))
			return false;
	}
	return true;
}

static bool add_stack(struct building *b, uint32_t group, uint32_t stack,
		      struct error *err)
{
	uint32_t node;
	size_t left;

	if (!find_known(b, group, stack, &left, &node, err))
		return false;
	while (left > 0) {
		uint32_t next = b->pending[--left], fresh = b->tree->count;

		if (!add_node(b, node, b->tree->profile->stacks[next].frame, err))
			return false;
		b->places[next] = (struct place){group + 1, fresh};
		node = fresh;
	}
	if (!stack)
		b->places[0] = (struct place){group + 1, group};
	return true;
}

/* All samples are of one group. */
static bool add_all(struct building *b, uint32_t group, struct error *err)
{
	/* local copies: for all the compiler knows, writing a leaf could change anything */
	const struct samples s = b->tree->profile->samples;
	const uint32_t *firsts = b->first_of;
	const struct place *places = b->places;
	uint32_t *leaf = b->tree->leaf;

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t stack = firsts ? firsts[s.stack[i]] : s.stack[i];

		if (places[stack].group != group + 1 && !add_stack(b, group, stack, err))
			return false;
		leaf[i] = places[stack].node;
	}
	return true;
}

/*
 * Another group had the stack last, or none: its place is now this group's. What was there is kept
 * apart, as most stacks have no other.
 */
static bool meet(struct building *b, uint32_t group, uint32_t stack, struct error *err)
{
	struct place *place = &b->places[stack];
	uint32_t number = b->met_count;

	if (place->group && !idmap_put(&b->others, idmap_pair(place->group, stack),
				       place->node, &place->node, err))
		return false;
	if ((!place->group ||
	     !idmap_get(&b->others, idmap_pair(group + 1, stack), &number)) &&
	    !APPEND(b->met, b->met_count, b->met_room, "call paths", err,
		    (struct met){.group = group, .stack = stack}))
		return false;
	*place = (struct place){group + 1, number};
	return true;
}

/* A sample's leaf is the number of what it has among `met`. */
static bool meet_all(struct building *b, struct error *err)
{
	const struct samples s = b->tree->profile->samples;
	const uint32_t *group_of = b->tree->groups->group, *firsts = b->first_of;
	const struct place *places = b->places;
	uint32_t *leaf = b->tree->leaf;

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t group = group_of[s.context[i]];
		uint32_t stack = firsts ? firsts[s.stack[i]] : s.stack[i];

		if (places[stack].group != group + 1 && !meet(b, group, stack, err))
			return false;
		leaf[i] = places[stack].node;
	}
	return true;
}

/* Fill `order` with the numbers of `met` group by group. */
static bool sort_met(const struct building *b, uint32_t *order, struct error *err)
{
	uint32_t groups = b->tree->groups->count, before = 0;
	uint32_t *next = mem_array((size_t)groups + 1, sizeof *next, "groups", err);

	if (!next)
		return false;
	for (uint32_t i = 0; i < b->met_count; i++)
		next[b->met[i].group]++;
	for (uint32_t i = 0; i <= groups; i++) {
		uint32_t here = next[i];

		next[i] = before;
		before += here;
	}
	for (uint32_t i = 0; i < b->met_count; i++)
		order[next[b->met[i].group]++] = i; /* room: as many as were counted */
	mem_free(next);
	return true;
}

/* Their nodes, by number. */
static bool add_met(struct building *b, uint32_t *nodes, struct error *err)
{
	uint32_t *order = mem_array(b->met_count, sizeof *order, "call paths", err);
	bool ok = order && sort_met(b, order, err);

	memset(b->places, 0, b->tree->profile->stack_count * sizeof *b->places);
	for (uint32_t i = 0; ok && i < b->met_count; i++) {
		const struct met *m = &b->met[order[i]];

		ok = b->places[m->stack].group == m->group + 1 ||
		     add_stack(b, m->group, m->stack, err);
		nodes[order[i]] = b->places[m->stack].node;
	}
	mem_free(order);
	return ok;
}

static bool add_groups(struct building *b, struct error *err)
{
	uint64_t count = b->tree->profile->samples.count;
	uint32_t *leaf = b->tree->leaf, *nodes;
	bool ok;

	if (!meet_all(b, err))
		return false;
	nodes = mem_array(b->met_count, sizeof *nodes, "call paths", err);
	ok = nodes && add_met(b, nodes, err);
	for (uint64_t i = 0; ok && i < count; i++)
		leaf[i] = nodes[leaf[i]];
	mem_free(nodes);
	return ok;
}

static bool fill_nodes(struct building *b, struct error *err)
{
	struct tree *t = b->tree;
	uint32_t groups = t->groups->count;
	bool ok = true;

	b->places = mem_array(t->profile->stack_count, sizeof *b->places, "stacks", err);
	if (b->places)
		t->leaf = mem_array((size_t)t->profile->samples.count, sizeof *t->leaf,
				    "samples", err);
	if (!t->leaf)
		return false;
	for (uint32_t i = 0; ok && i <= groups; i++)
		ok = add_node(b, 0, 0, err);
	if (!ok)
		return false;
	return groups <= 1 ? add_all(b, groups, err) : add_groups(b, err);
}

/*
 * Fill in parent, frame, depth, deepest, count and leaf of a tree that has only its
 * profile, root and groups. Node 0, then the groups, then the call paths of each group,
 * in the order in which its samples have them. When it fails the arrays are still the
 * tree's to free.
 */
static bool add_nodes(struct tree *t, struct error *err)
{
	struct building b = {.tree = t};
	uint32_t *same;
	bool ok;

	if (!find_duplicates(t->profile, &same, err))
		return false;
	b.first_of = same;
	ok = fill_nodes(&b, err);
	mem_free(same);
	mem_free(b.places);
	mem_free(b.met);
	idmap_release(&b.others);
	mem_free(b.pending);
	if (!ok)
		return false;
	mem_trim(&t->parent, t->count, sizeof *t->parent);
	mem_trim(&t->frame, t->count, sizeof *t->frame);
	mem_trim(&t->depth, t->count, sizeof *t->depth);
	return true;
}

/* ---- siblings ---- */

static void put_first(struct tree *t, uint32_t node)
{
	t->next_sibling[node] = t->first_child[t->parent[node]];
	t->first_child[t->parent[node]] = node;
}

static bool make_links(struct tree *t, struct error *err)
{
	t->first_child = mem_array(t->count, sizeof *t->first_child, "call paths", err);
	if (t->first_child)
		t->next_sibling =
		    mem_array(t->count, sizeof *t->next_sibling, "call paths", err);
	return t->next_sibling != NULL;
}

static bool link_by_number(struct tree *t, struct error *err)
{
	if (!make_links(t, err))
		return false;
	for (uint32_t n = t->count - 1; n > 0; n--)
		put_first(t, n);
	return true;
}

/* Children of one parent, to be sorted: the place of the frame before the node. */
struct siblings {
	uint64_t *at; /* owned */
	size_t room;
	uint32_t count;
	bool ordered;
};

static bool list_children(struct siblings *s, const struct tree *t, uint32_t parent,
			  struct error *err)
{
	s->count = 0;
	s->ordered = true;
	for (uint32_t n = t->first_child[parent]; n; n = t->next_sibling[n]) {
		/* groups are nodes 1 ... count, by label already */
		uint32_t place =
		    n <= t->groups->count ? 0 : t->names.sibling[t->frame[n]] + 1;
		uint64_t key = idmap_pair(place, n);

		s->ordered = s->ordered && (!s->count || s->at[s->count - 1] < key);
		if (!APPEND(s->at, s->count, s->room, "call paths", err, key))
			return false;
	}
	return true;
}

static int compare_siblings(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static void relink(struct tree *t, uint32_t parent, const struct siblings *s)
{
	t->first_child[parent] = 0;
	for (uint32_t i = s->count; i > 0; i--) {
		uint32_t node = (uint32_t)s->at[i - 1];

		t->next_sibling[node] = t->first_child[parent];
		t->first_child[parent] = node;
	}
}

/* Most have one child, and lie near it: a walk in the order of their numbers is nearly all there is to do. */
static bool sort_children(struct tree *t, struct error *err)
{
	struct siblings s = {0};
	bool ok = true;

	for (uint32_t n = 0; ok && n < t->count; n++) {
		uint32_t child = t->first_child[n];

		if (!child || !t->next_sibling[child])
			continue;
		ok = list_children(&s, t, n, err);
		if (!ok || s.ordered)
			continue;
		qsort(s.at, s.count, sizeof *s.at, compare_siblings);
		relink(t, n, &s);
	}
	mem_free(s.at);
	return ok;
}

static bool link_children(struct tree *t, struct error *err)
{
	return name_order_build(&t->names, t->profile, err) && link_by_number(t, err) &&
	       sort_children(t, err);
}

/* ---- the tree ---- */

struct tree *tree_new(const struct profile *p, enum root_mode root, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);

	if (!t)
		return NULL;
	t->profile = p;
	t->root = root;
	t->made = clock_now();
	t->groups = tree_groups_new(p, root, err);
	if (!t->groups || !add_nodes(t, err) || !link_children(t, err)) {
		tree_free(t);
		return NULL;
	}
	return t;
}

/* Parents come before their children. */
static bool find_depths(struct tree *t, struct error *err)
{
	t->depth = mem_array(t->count, sizeof *t->depth, "call paths", err);
	if (!t->depth)
		return false;
	for (uint32_t i = 1; i < t->count; i++) {
		uint16_t above = t->depth[t->parent[i]];

		t->depth[i] = (uint16_t)(above < UINT16_MAX ? above + 1 : above);
		t->deepest = t->depth[i] > t->deepest ? t->depth[i] : t->deepest;
	}
	return true;
}

struct tree *tree_of_paths(const struct profile *p, enum root_mode root,
			   const struct tree_paths *paths, struct error *err)
{
	struct tree *t = mem_array(1, sizeof *t, "call tree", err);
	struct tree_groups *g = t ? mem_array(1, sizeof *g, "call tree", err) : NULL;

	if (!g) {
		mem_free(paths->parent);
		mem_free(paths->frame);
		mem_free(paths->labels);
		mem_free(t);
		return NULL;
	}
	*g = (struct tree_groups){root, paths->groups, paths->labels, NULL, NULL};
	*t = (struct tree){.profile = p,
			   .root = root,
			   .made = clock_now(),
			   .count = paths->count,
			   .parent = paths->parent,
			   .frame = paths->frame,
			   .groups = g};
	if (find_depths(t, err) &&
	    (paths->any_order ? link_by_number(t, err) : link_children(t, err)))
		return t;
	tree_free(t);
	return NULL;
}

uint32_t tree_group_count(const struct tree *t)
{
	return t->groups->count;
}

void tree_free(struct tree *t)
{
	if (!t)
		return;
	tree_groups_free(t->groups);
	mem_free(t->parent);
	mem_free(t->frame);
	mem_free(t->first_child);
	mem_free(t->next_sibling);
	mem_free(t->depth);
	mem_free(t->leaf);
	name_order_release(&t->names);
	mem_free(t);
}

struct text tree_label(const struct tree *t, uint32_t node)
{
	if (node == 0)
		return TEXT("all");
	if (node <= t->groups->count)
		return t->groups->labels[node - 1];
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

char *tree_path(const struct tree *t, uint32_t node, struct error *err)
{
	uint32_t n = 0, *path;
	struct memory_stream joined;

	for (uint32_t at = node; at; at = t->parent[at])
		n++;
	path = mem_array((size_t)n + 1, sizeof *path, "call path", err);
	if (!path || !memory_stream_open(&joined, err)) {
		mem_free(path);
		return NULL;
	}
	for (uint32_t i = n, at = node; i-- > 0; at = t->parent[at])
		path[i] = at;
	for (uint32_t i = 0; i < n; i++) {
		struct text label = tree_label(t, path[i]);

		if (i)
			fputc(';', joined.out);
		fwrite(label.at, 1, label.len, joined.out);
	}
	mem_free(path);
	return memory_stream_take(&joined, NULL, err);
}
