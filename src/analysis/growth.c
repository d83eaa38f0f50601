#include "analysis/growth.h"

#include <inttypes.h>

#include "analysis/twins.h"
#include "base/append.h"
#include "base/mem.h"

/*
 * Samples are taken group by group, so that what a stack is in the group at hand is kept
 * with the stack, and nothing need be looked up. Until a group has its turn, the place of
 * each sample's leaf says which sample of the group comes next.
 */
struct place {
	uint32_t group; /* 1 + the last group's node that had this stack; 0: none yet */
	uint32_t node;	/* there */
};

struct growth {
	struct tree *tree;
	size_t room_parent, room_frame, room_depth;
	size_t room;		  /* the least of them */
	const uint32_t *first_of; /* borrowed: from twins_find(), may be NULL */
	struct place *places;	  /* owned: by stack */
	uint32_t *queue;	  /* owned: by group, 1 + its first sample; 0: none */
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
		if (g->places[stack].group == group + 1) {
			*node = g->places[stack].node;
			return true;
		}
		if (!APPEND(g->pending, *new_ones, g->pending_room, "call paths", err,
			    stack))
			return false;
	}
	return true;
}

static bool add_stack(struct growth *g, uint32_t group, uint32_t stack, struct error *err)
{
	uint32_t node;
	size_t left;

	if (!find_known(g, group, stack, &left, &node, err))
		return false;
	while (left > 0) {
		uint32_t next = g->pending[--left], fresh = g->tree->count;

		if (!add_node(g, node, g->tree->profile->stacks[next].frame, err))
			return false;
		g->places[next] = (struct place){group + 1, fresh};
		node = fresh;
	}
	if (!stack)
		g->places[0] = (struct place){group + 1, group};
	return true;
}

/* Put every sample into its group's queue; the first ones last, so that they lead it. */
static void queue_samples(struct growth *g, const struct groups *groups)
{
	const struct samples s = g->tree->profile->samples;
	const uint32_t *group_of = groups->group;
	uint32_t *leaf = g->tree->leaf, *queue = g->queue;

	for (uint64_t i = s.count; i > 0; i--) {
		uint32_t *first = &queue[group_of[s.context[i - 1]]];

		leaf[i - 1] = *first;
		*first = (uint32_t)i;
	}
}

/* The sample after this one (both 1 more than their rows) in a queue that is all samples. */
static uint32_t after(uint32_t sample, uint64_t count)
{
	return sample < count ? sample + 1 : 0;
}

static bool add_group(struct growth *g, uint32_t group, bool is_all, struct error *err)
{
	/* of one's own: writing a leaf might change anything else for all C knows */
	const struct samples s = g->tree->profile->samples;
	const uint32_t *firsts = g->first_of;
	const struct place *places = g->places;
	uint32_t *leaf = g->tree->leaf;
	uint32_t next = is_all ? after(0, s.count) : g->queue[group];

	while (next) {
		uint32_t sample = next - 1;
		uint32_t stack = firsts ? firsts[s.stack[sample]] : s.stack[sample];

		if (places[stack].group != group + 1 && !add_stack(g, group, stack, err))
			return false;
		next = is_all ? after(next, s.count) : leaf[sample];
		leaf[sample] = places[stack].node;
	}
	return true;
}

static bool grow(struct growth *g, const struct groups *groups, struct error *err)
{
	struct tree *t = g->tree;
	bool ok = true;

	g->places = mem_array(t->profile->stack_count, sizeof *g->places, "stacks", err);
	if (g->places)
		g->queue =
		    mem_array((size_t)groups->count + 1, sizeof *g->queue, "groups", err);
	if (g->queue)
		t->leaf = mem_array((size_t)t->profile->samples.count, sizeof *t->leaf,
				    "samples", err);
	if (!t->leaf)
		return false;
	for (uint32_t i = 0; ok && i <= groups->count; i++)
		ok = add_node(g, 0, 0, err);
	if (groups->count <= 1)
		return ok && add_group(g, groups->count, true, err);
	queue_samples(g, groups);
	for (uint32_t i = 1; ok && i <= groups->count; i++)
		ok = add_group(g, i, false, err);
	return ok;
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
	mem_free(same);
	mem_free(g.places);
	mem_free(g.queue);
	mem_free(g.pending);
	if (!ok)
		return false;
	mem_trim(&t->parent, t->count, sizeof *t->parent);
	mem_trim(&t->frame, t->count, sizeof *t->frame);
	mem_trim(&t->depth, t->count, sizeof *t->depth);
	return true;
}
