#include "analysis/transform/derived_counts.h"

#include "base/mem.h"

static void set_side(struct side *to, const struct side *from, const uint64_t *self,
		     const uint64_t *total)
{
	*to = *from;
	to->self = self;
	to->total = total;
	to->value = total[0];
	to->joint.self = to->joint.total = NULL; /* these belong to another tree */
}

/* Compute both sides. The range has been counted already; the other side uses arrays of `c`. */
static void count_sides(struct derived_counts *s, const struct comparison *of)
{
	struct comparison *c = &s->sides, now = {.tree = s->derived->tree,
						 .swapped = of->swapped,
						 .self = c->self,
						 .total = c->total};
	const struct side *other = of->swapped ? &of->subject : &of->baseline;
	struct side *range = of->swapped ? &now.baseline : &now.subject;

	derived_tree_add_up(s->derived, other->self, c->self, c->total);
	set_side(range, of->swapped ? &of->baseline : &of->subject, s->flame.self,
		 s->flame.total);
	set_side(of->swapped ? &now.subject : &now.baseline, other, c->self, c->total);
	if (s->is_part) {
		now.subject.value = of->subject.value;
		now.baseline.value = of->baseline.value;
	}
	*c = now;
	comparison_normalise(c, of->wanted);
}

void derived_counts_update_values(struct derived_counts *s, const struct tree_results *of)
{
	s->flame.which = of->flame->which;
	s->flame.spans = of->flame->spans;
	s->flame.weigh = of->flame->weigh;
	derived_tree_count_values(s->derived, of->flame, &s->flame);
	if (s->sides.tree)
		count_sides(s, of->comparison);
}

/* ---- samples ---- */

/* The samples that are not dropped. */
struct left {
	uint64_t samples, weight;
};

static struct left count_left(const struct derived_tree *s, const struct side *side)
{
	const struct tree *t =
	    side->flame->tree->leaf ? side->flame->tree : derived_tree_first(s);
	const uint32_t *joint = side->joint.node;
	struct left left = {0};

	for (uint64_t row = side_next(side, 0); row != UINT64_MAX;
	     row = side_next(side, row + 1)) {
		uint32_t node = joint ? joint[t->leaf[row]] : t->leaf[row];

		if (derived_tree_node(s, node) == NODE_DROPPED)
			continue;
		left.samples += profile_row_count(t->profile, row);
		left.weight += flame_part_of(side->flame, row).weight;
	}
	return left;
}

/* With two files, the flame of the range does not count samples in the joint tree. */
static void count_samples(struct derived_counts *s)
{
	struct comparison *c = &s->sides;
	struct side *range = c->swapped ? &c->baseline : &c->subject;
	struct side *other = c->swapped ? &c->subject : &c->baseline;
	struct left left;

	if (!derived_tree_drops(s->derived))
		return;
	other->samples = count_left(s->derived, other).samples;
	if (range->joint.node) {
		left = count_left(s->derived, range);
		s->flame.samples = left.samples;
		s->flame.weight = left.weight;
	}
	range->samples = s->flame.samples;
}

void derived_counts_update(struct derived_counts *s, const struct tree_results *of)
{
	derived_counts_update_values(s, of);
	derived_tree_count_samples(s->derived, of->flame, &s->flame);
	if (s->sides.tree)
		count_samples(s);
}

/* ---- building ---- */

static bool build_sides(struct comparison *c, const struct tree *t, struct error *err)
{
	c->self = mem_array(t->count, sizeof *c->self, "flame graph nodes", err);
	if (c->self)
		c->total =
		    mem_array(t->count, sizeof *c->total, "flame graph nodes", err);
	c->tree = t;
	return c->total != NULL;
}

bool derived_counts_build(struct derived_counts *s, struct derived_tree *derived,
			  const struct tree_results *of, struct error *err)
{
	*s = (struct derived_counts){.derived = derived};
	if (!derived || !derived_tree_flame(derived, of->flame, &s->flame, err) ||
	    (of->comparison && !build_sides(&s->sides, derived->tree, err)))
		return false;
	if (s->sides.tree)
		count_sides(s, of->comparison);
	return true;
}

bool derived_counts_build_side(struct derived_counts *s, const struct tree_results *of,
			       const struct bits *function, bool callers,
			       struct error *err)
{
	struct derived_tree *derived =
	    callers ? derived_tree_of_callers(of->flame->tree, function, err)
		    : derived_tree_of_callees(of->flame->tree, function, err);

	if (derived)
		derived_tree_follows(derived, of->derived);
	if (!derived_counts_build(s, derived, of, err))
		return false;
	s->is_part = true;
	return true;
}

void derived_counts_release(struct derived_counts *s)
{
	if (s->derived)
		flame_release(&s->flame);
	comparison_release(&s->sides);
	derived_tree_free(s->derived);
	*s = (struct derived_counts){.derived = NULL};
}

bool derived_counts_ends(const struct joint_tree *j, struct bits *ends, struct error *err)
{
	if (!bits_build(ends, j->tree->count, err))
		return false;
	for (int side = 0; side < JOINT_SIDES; side++) {
		const struct tree *t = j->of[side];

		for (uint64_t i = 0; t->leaf && i < t->profile->samples.count; i++)
			bits_add(ends, j->node[side][t->leaf[i]]);
	}
	return true;
}
