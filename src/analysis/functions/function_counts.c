#include "analysis/functions/function_counts.h"

#include "analysis/waiting/waits.h"
#include "base/mem.h"

enum known { KNOWN_NOT, KNOWN_NO, KNOWN_YES };

static bool is_scheduler(const struct function_counts *c, uint32_t frame)
{
	if (c->scheduler[frame] == KNOWN_NOT)
		c->scheduler[frame] =
		    waits_is_scheduler(c->tree->profile, frame) ? KNOWN_YES : KNOWN_NO;
	return c->scheduler[frame] == KNOWN_YES;
}

/*
 * The frame to which the self value of a node is attributed. In threads' time, the self value of
 * the scheduler's functions goes to their caller: all waits end in __schedule, which explains
 * nothing.
 */
static uint32_t whose_self(const struct function_counts *c, uint32_t node)
{
	const struct tree *t = c->tree;
	uint32_t at = node;

	if (!c->scheduler || !t->frame[node])
		return t->frame[node];
	while (t->frame[at] && is_scheduler(c, t->frame[at]))
		at = t->parent[at];
	return t->frame[at] ? t->frame[at] : t->frame[node];
}

/* A walk through the flame graph. */
struct counts_walk {
	const struct node_counts *subject, *baseline; /* borrowed; NULL: not counted */
};

static void enter_node(struct function_counts *c, const struct counts_walk *w,
		       uint32_t node)
{
	uint32_t frame = c->tree->frame[node];
	bool outermost = c->open[frame]++ == 0;

	if (w->subject->self[node])
		c->self[whose_self(c, node)] += w->subject->self[node];
	c->total[frame] += outermost ? w->subject->total[node] : 0;
	if (!w->baseline)
		return;
	if (w->baseline->self[node])
		c->baseline_self[whose_self(c, node)] += w->baseline->self[node];
	c->baseline_total[frame] += outermost ? w->baseline->total[node] : 0;
}

static bool has_value(const struct counts_walk *w, uint32_t node)
{
	return w->subject->total[node] || (w->baseline && w->baseline->total[node]);
}

/* Walk the tree from parents to children, in any order of numbers. */
static void walk_down(struct function_counts *c, const struct counts_walk *w)
{
	struct tree_walk at = {0};
	bool into = true;

	while (tree_walk_next(c->tree, &at, into)) {
		if (at.leaving)
			c->open[c->tree->frame[at.node]]--;
		else if ((into = has_value(w, at.node)))
			enter_node(c, w, at.node);
	}
}

/* Move from the path of one node to the path of another; callers have lower numbers. */
static void move_between_paths(struct function_counts *c, uint32_t from, uint32_t to)
{
	const struct tree *t = c->tree;

	while (from != to) {
		if (from > to) {
			c->open[t->frame[from]]--;
			from = t->parent[from];
		} else {
			c->open[t->frame[to]]++;
			to = t->parent[to];
		}
	}
}

static void walk_by_number(struct function_counts *c, const struct counts_walk *w)
{
	uint32_t at = 0;

	for (uint32_t n = 1; n < c->tree->count; n++) {
		if (!has_value(w, n))
			continue;
		move_between_paths(c, at, c->tree->parent[n]);
		enter_node(c, w, n);
		at = n;
	}
	move_between_paths(c, at, 0);
}

/*
 * If most nodes directly follow their callers, the order of numbers is their order in memory, and
 * going from each node to the next takes no more steps than a walk.
 */
static bool lies_in_order(const struct tree *t)
{
	uint64_t steps = 0;

	if (t->deepest == UINT16_MAX)
		return false;
	for (uint32_t n = 1; n < t->count; n++)
		if (t->parent[n] != n - 1)
			steps += (uint64_t)t->depth[n - 1] + t->depth[n];
	return steps <= 2 * (uint64_t)t->count;
}

static void clear_column(struct function_counts *c, uint64_t *column)
{
	if (column)
		memset(column, 0, c->tree->profile->frame_count * sizeof *column);
}

void function_counts_walk(struct function_counts *c, const struct node_counts *subject,
			  const struct node_counts *baseline)
{
	const struct counts_walk w = {.subject = subject, .baseline = baseline};

	clear_column(c, c->self);
	clear_column(c, c->total);
	clear_column(c, c->baseline_self);
	clear_column(c, c->baseline_total);
	if (!baseline && lies_in_order(c->tree))
		walk_by_number(c, &w);
	else
		walk_down(c, &w);
}

uint32_t function_counts_add(struct function_counts *c, uint32_t node, uint64_t amount)
{
	const struct tree *t = c->tree;
	uint32_t steps = 0;

	c->self[whose_self(c, node)] += amount;
	for (uint32_t n = node; n; n = t->parent[n], steps++)
		if (c->open[t->frame[n]]++ == 0)
			c->total[t->frame[n]] += amount;
	for (uint32_t n = node; n; n = t->parent[n])
		c->open[t->frame[n]] = 0;
	return steps;
}

static uint64_t *column_of(const struct tree *t, struct error *err)
{
	return mem_array(t->profile->frame_count, sizeof(uint64_t), "functions", err);
}

bool function_counts_build(struct function_counts *c, const struct tree *tree,
			   bool two_sides, struct error *err)
{
	uint32_t count = tree->profile->frame_count;

	*c = (struct function_counts){.tree = tree};
	if (!(c->open = mem_array(count, sizeof *c->open, "functions", err)) ||
	    !(c->self = column_of(tree, err)) || !(c->total = column_of(tree, err)))
		return false;
	if (tree->profile->states &&
	    !(c->scheduler = mem_array(count, 1, "functions", err)))
		return false;
	return !two_sides || ((c->baseline_self = column_of(tree, err)) &&
			      (c->baseline_total = column_of(tree, err)));
}

void function_counts_release(struct function_counts *c)
{
	mem_free(c->open);
	mem_free(c->self);
	mem_free(c->total);
	mem_free(c->scheduler);
	mem_free(c->baseline_self);
	mem_free(c->baseline_total);
	*c = (struct function_counts){0};
}
