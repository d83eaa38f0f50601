#include "session/baseline_answers.h"

#include "profile/hosts.h"

static bool compare_with_baseline(struct baseline_answers *a,
				  const struct baseline_query *q, struct error *err)
{
	const struct profile *p = q->flame->tree->profile;
	const struct baseline *b = q->baseline;

	if (b->against == BASELINE_REST) {
		flame_show(&a->flame, RANGE_ALL);
		return comparison_with_rest(&a->comparison, q->flame, RANGE_ALL,
					    &a->flame, err);
	}
	comparison_of_ranges(&a->comparison, q->flame, RANGE_ALL, &a->flame, RANGE_ALL);
	a->comparison.by_names = q->has_other && hosts_are_several(p);
	if (b->against == BASELINE_EVENT && q->other.event < 2 && p->event_count == 2) {
		a->comparison.parts[0] =
		    profile_string(p, p->events[1 - q->other.event].name);
		a->comparison.parts[1] =
		    profile_string(p, p->events[q->other.event].name);
	}
	return true;
}

/* The range in the joint tree. */
static void graph_of(struct baseline_answers *a, const struct flame *flame)
{
	a->graph = *flame;
	a->graph.tree = a->joint->tree;
	a->graph.self = a->comparison.subject.joint.self;
	a->graph.total = a->comparison.subject.joint.total;
	/* no rows: they end in nodes of another tree */
	a->graph.first = a->graph.last = a->graph.several = 0;
}

static bool compare_files(struct baseline_answers *a, const struct baseline_query *q,
			  struct error *err)
{
	a->is_lent = q->joint != NULL;
	a->joint = a->is_lent
		       ? q->joint
		       : joint_tree_new(q->flame->tree, q->file->tree, q->renamed, err);
	if (!a->joint || !comparison_of_files(&a->comparison, a->joint, q->flame,
					      RANGE_ALL, q->file, RANGE_ALL, err))
		return false;
	a->comparison.by_names = hosts_are_in_turn(q->flame->tree->profile) ||
				 hosts_are_in_turn(q->file->tree->profile);
	graph_of(a, q->flame);
	return true;
}

bool baseline_answers_build(struct baseline_answers *a, const struct baseline_query *q,
			    const struct span_index *spans, struct error *err)
{
	const struct tree *tree = q->flame->tree;
	const struct included *kept = q->has_other ? &a->kept : q->kept;

	*a = (struct baseline_answers){0};
	if (q->baseline->against == BASELINE_NOTHING)
		return true;
	if (q->baseline->against == BASELINE_FILE)
		return compare_files(a, q, err);
	if (q->based) { /* a database has counted the baseline, in the same tree */
		if (!flame_build(&a->flame, tree, q->based, NULL, q->flame->weigh, err))
			return false;
		flame_show(&a->flame, RANGE_ALL);
		comparison_of_ranges(&a->comparison, q->flame, RANGE_ALL, &a->flame,
				     RANGE_ALL);
		return true;
	}
	if (q->has_other &&
	    !included_build(&a->kept, tree->profile, q->idle, &q->other, err))
		return false;
	return flame_build(&a->flame, tree, &kept->samples, kept->spans ? spans : NULL,
			   q->flame->weigh, err) &&
	       compare_with_baseline(a, q, err);
}

void baseline_answers_release(struct baseline_answers *a)
{
	comparison_release(&a->comparison);
	if (!a->is_lent)
		joint_tree_free(a->joint);
	flame_release(&a->flame);
	included_release(&a->kept);
	*a = (struct baseline_answers){0};
}

/* Move the subject to its range; the baseline has already been moved. */
static void move_subject(struct comparison *c, const struct flame *flame,
			 struct range range, const struct baseline *baseline)
{
	comparison_move(c, flame, range);
	comparison_refresh(c);
	comparison_normalise(c, baseline->normalised);
	if (baseline->swapped)
		comparison_swap(c);
}

void baseline_answers_follow(struct baseline_answers *a, const struct flame *flame,
			     const struct included *kept, struct range range,
			     const struct baseline *baseline, struct selection ranges)
{
	struct comparison *c = &a->comparison;

	if (!c->tree)
		return;
	if (c->swapped)
		comparison_swap(c);
	a->flame.which = a->kept.samples.words ? &a->kept.samples : &kept->samples;
	comparison_follow(c, flame, &a->flame);
	if (baseline->against == BASELINE_RANGE) {
		flame_select(&a->flame, ranges);
		comparison_move(c, &a->flame, selection_bounds(ranges));
	} else if (baseline->against == BASELINE_EVENT) {
		if (flame->several)
			flame_select(&a->flame,
				     (struct selection){flame->ranges, flame->several});
		else
			flame_show(&a->flame, range);
		comparison_move(c, &a->flame, range);
	}
	move_subject(c, flame, range, baseline);
}

void baseline_answers_follow_counted(struct baseline_answers *a,
				     const struct flame *flame,
				     const struct baseline *baseline,
				     struct side_time subject, struct side_time other)
{
	struct comparison *c = &a->comparison;

	if (!c->tree)
		return;
	if (c->swapped)
		comparison_swap(c);
	comparison_follow(c, flame, &a->flame);
	move_subject(c, flame, subject.range, baseline);
	comparison_measure(c, subject, other);
}

void baseline_answers_follow_file(struct baseline_answers *a, const struct flame *flame,
				  struct range range, const struct flame *file,
				  const struct baseline *baseline)
{
	struct comparison *c = &a->comparison;

	if (c->swapped)
		comparison_swap(c);
	comparison_follow(c, flame, file);
	graph_of(a, flame);
	comparison_move(c, file, baseline->range);
	move_subject(c, flame, range, baseline);
}

struct tree_results baseline_answers_recorded(const struct flame *flame,
					      const struct baseline_answers *a)
{
	return (struct tree_results){.flame = a->joint ? &a->graph : flame,
				     .comparison =
					 a->comparison.tree ? &a->comparison : NULL};
}
