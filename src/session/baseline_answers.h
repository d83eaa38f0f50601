/* baseline_answers.h - counts the baseline of a session, and compares the range with it. */

#ifndef SESSION_BASELINE_ANSWERS_H
#define SESSION_BASELINE_ANSWERS_H

#include "analysis/transform/derived_counts.h"
#include "choice/choice.h"

struct baseline_answers {
	/* owned: the samples of the baseline; empty if they are those of the range */
	struct included kept;
	/* owned: of the baseline, unless it is a file; of all samples for BASELINE_REST */
	struct flame flame;
	struct comparison comparison; /* owned; no comparison if its `tree` is NULL */

	/* the call paths of two files */
	struct joint_tree *joint; /* owned unless `is_lent`; NULL: one file */
	bool is_lent;		  /* the joint tree belongs to the query */
	struct flame graph;	  /* the range in `joint`; borrows from the comparison */
};

/* Everything is borrowed. */
struct baseline_query {
	const struct baseline *baseline;
	const struct flame *flame;   /* of the range */
	const struct included *kept; /* the samples of `flame` */
	struct included_query other; /* with `has_other`: the samples of the baseline */
	bool has_other;
	const struct bits *idle;
	/* rows of a baseline that a database has counted; or NULL */
	const struct bits *based;
	const struct flame *file; /* of the other file, with the same `weigh`; or NULL */
	struct joint_tree *joint; /* of both trees; NULL: make one */
	const struct renamed *renamed; /* names that differ in that file; or NULL */
};

/* Release with baseline_answers_release(), also after a failure. */
bool baseline_answers_build(struct baseline_answers *a, const struct baseline_query *q,
			    const struct span_index *spans, struct error *err);
void baseline_answers_release(struct baseline_answers *a);

/*
 * Update the comparison after a change in the range, which `flame` already shows. `kept` has the
 * samples of `flame`. The kind and filter of `baseline` must be unchanged; `ranges` are the ranges
 * of a BASELINE_RANGE. The cost is a comparison_refresh() and, for moved ranges, a flame_show().
 */
void baseline_answers_follow(struct baseline_answers *a, const struct flame *flame,
			     const struct included *kept, struct range range,
			     const struct baseline *baseline, struct selection ranges);

/* Like baseline_answers_follow(), for a database; `subject` and `other`: times of both sides. */
void baseline_answers_follow_counted(struct baseline_answers *a,
				     const struct flame *flame,
				     const struct baseline *baseline,
				     struct side_time subject, struct side_time other);

/* Like baseline_answers_follow(), for another file; `file` already shows the baseline's range. */
void baseline_answers_follow_file(struct baseline_answers *a, const struct flame *flame,
				  struct range range, const struct flame *file,
				  const struct baseline *baseline);

/* The results with call paths as recorded, without a search. */
struct tree_results baseline_answers_recorded(const struct flame *flame,
					      const struct baseline_answers *a);

#endif
