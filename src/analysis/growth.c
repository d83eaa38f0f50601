#include "analysis/growth.h"

#include <inttypes.h>
#include <stdlib.h>

#include "analysis/twins.h"
#include "base/bits.h"
#include "base/idmap.h"
#include "base/mem.h"

/*
 * A place is a stack in a group, and has one node. Stacks are mostly met in the group they
 * were last met in, so that place is kept with the stack, and only those that another
 * group's place has driven out are looked up in a table.
 */
struct place {
	uint32_t group; /* 1 + the group's node; 0: the stack was not met yet */
	uint32_t node;
};

struct growth {
	struct tree *tree;
	size_t room_parent, room_frame, room_depth;
	size_t room;		  /* the least of them */
	const uint32_t *first_of; /* borrowed: from twins_find(), may be NULL */
	struct place *latest;	  /* owned: by stack */
	struct bits stored;	  /* by stack: its latest place is in `places` too */
	struct idmap places;	  /* (group as in struct place, stack): node */
	uint32_t *pending; /* owned: stacks from the leaf to where the tree ended */
	size_t pending_room;
};

static bool make_room(struct growth *g, struct error *err)
{
	struct tree *t = g->tree;
	size_t wanted = (size_t)t->count + 1;

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
	g->room = g->room_parent < g->room_frame ? g->room_parent : g->room_frame;
	g->room = g->room < g->room_depth ? g->room : g->room_depth;
	return true;
}

static bool add_node(struct growth *g, uint32_t parent, uint32_t frame, struct error *err)
{
	struct tree *t = g->tree;
	uint16_t below = t->count ? t->depth[parent] : 0;

	if ((t->count >= g->room || t->count == UINT32_MAX - 1) && !make_room(g, err))
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

static uint32_t first_of(const struct growth *g, uint32_t stack)
{
	return g->first_of ? g->first_of[stack] : stack;
}

static bool find_place(const struct growth *g, uint32_t group, uint32_t stack,
		       uint32_t *node)
{
	const struct place *latest = &g->latest[stack];

	if (latest->group == group + 1) {
		*node = latest->node;
		return true;
	}
	return latest->group && idmap_get(&g->places, idmap_pair(group + 1, stack), node);
}

/* Make this the latest place of the stack; `stored`: it is in the table already. */
static bool meet(struct growth *g, uint32_t group, uint32_t stack, uint32_t node,
		 bool stored, struct error *err)
{
	struct place *latest = &g->latest[stack];
	uint32_t ignored;

	if (latest->group && !bits_has(&g->stored, stack) &&
	    !idmap_put(&g->places, idmap_pair(latest->group, stack), latest->node,
		       &ignored, err))
		return false;
	*latest = (struct place){group + 1, node};
	if (stored)
		bits_add(&g->stored, stack);
	else
		bits_remove(&g->stored, stack);
	return true;
}

/*
 * List the stack and its parents as far as they are new to the group in `pending`. `*node`
 * is where the known part ends.
 */
static bool find_known(struct growth *g, uint32_t group, uint32_t stack, size_t *new_ones,
		       uint32_t *node, struct error *err)
{
	const struct stack *stacks = g->tree->profile->stacks;

	*new_ones = 0;
	*node = group;
	for (; stack; stack = first_of(g, stacks[stack].parent)) {
		if (find_place(g, group, stack, node))
			return true;
		if (!mem_reserve(&g->pending, &g->pending_room, *new_ones + 1,
				 sizeof *g->pending, "call paths", err))
			return false;
		g->pending[(*new_ones)++] = stack;
	}
	return true;
}

static bool add_stack(struct growth *g, uint32_t group, uint32_t stack, struct error *err)
{
	uint32_t node;
	size_t left;

	if (!find_known(g, group, stack, &left, &node, err))
		return false;
	if (left == 0)
		return meet(g, group, stack, node, true, err);
	while (left > 0) {
		uint32_t next = g->pending[--left], fresh = g->tree->count;

		if (!add_node(g, node, g->tree->profile->stacks[next].frame, err) ||
		    !meet(g, group, next, fresh, false, err))
			return false;
		node = fresh;
	}
	return true;
}

static bool add_samples(struct growth *g, const struct groups *groups, struct error *err)
{
	/* of one's own: writing a leaf might change anything else for all C knows */
	const struct samples s = g->tree->profile->samples;
	const uint32_t *group_of = groups->group, *firsts = g->first_of;
	const struct place *latest = g->latest;
	uint32_t *leaf = g->tree->leaf;

	for (uint64_t i = 0; i < s.count; i++) {
		uint32_t group = group_of ? group_of[s.context[i]] : 0;
		uint32_t stack = firsts ? firsts[s.stack[i]] : s.stack[i];

		if (latest[stack].group != group + 1 && !add_stack(g, group, stack, err))
			return false;
		leaf[i] = latest[stack].node;
	}
	return true;
}

static bool grow(struct growth *g, const struct groups *groups, struct error *err)
{
	struct tree *t = g->tree;
	uint32_t stacks = t->profile->stack_count;
	bool ok = true;

	g->latest = mem_array(stacks, sizeof *g->latest, "stacks", err);
	if (!g->latest || !bits_build(&g->stored, stacks, err))
		return false;
	t->leaf =
	    mem_array((size_t)t->profile->samples.count, sizeof *t->leaf, "samples", err);
	if (!t->leaf)
		return false;
	for (uint32_t i = 0; ok && i <= groups->count; i++)
		ok = add_node(g, 0, 0, err);
	return ok && add_samples(g, groups, err);
}

bool growth_run(struct tree *t, const struct groups *groups, struct error *err)
{
	struct growth g = {.tree = t};
	uint32_t *same;
	bool ok;

	if (!twins_find(t->profile, &same, err))
		return false;
	g.first_of = same;
	ok = grow(&g, groups, err);
	free(same);
	free(g.latest);
	bits_release(&g.stored);
	idmap_release(&g.places);
	free(g.pending);
	if (!ok)
		return false;
	mem_trim(&t->parent, t->count, sizeof *t->parent);
	mem_trim(&t->frame, t->count, sizeof *t->frame);
	mem_trim(&t->depth, t->count, sizeof *t->depth);
	return true;
}
