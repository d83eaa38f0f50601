/* baseline_answers.h - the baseline of a session's range, counted, and the comparison of the two. */

#ifndef SESSION_BASELINE_ANSWERS_H
#define SESSION_BASELINE_ANSWERS_H

#include "analysis/transform/derived_counts.h"
#include "choice/choice.h"

struct baseline_answers {
	/* owned: empty if the baseline has the filter of the range */
	struct included kept;
	struct flame flame; /* owned: of the baseline; of all samples for BASELINE_REST */
	struct comparison comparison; /* owned; .tree is NULL: nothing is compared */

	/* for another file: the call paths of both */
	struct joint_tree *joint; /* owned, unless it is lent; NULL: one file */
	bool is_lent;		  /* the joint tree belongs to the query */
	struct flame graph; /* the range in that tree; borrows from the comparison */
};

/* All borrowed. */
struct baseline_query {
	const struct baseline *baseline;
	const struct flame *flame;   /* of the range */
	const struct included *kept; /* the samples of that flame */
	struct included_query
	    other; /* for the baseline, if `has_other`: it has another filter */
	bool has_other;
	const struct bits *idle;
	const struct bits *based;      /* the rows that a database has counted; or NULL */
	const struct flame *file;      /* of the other file, weighed alike; or NULL */
	struct joint_tree *joint;      /* of both trees; NULL: make one */
	const struct renamed *renamed; /* names that differ in the file; or NULL */
};

/* Release with baseline_answers_release(), also after a failure. */
bool baseline_answers_build(struct baseline_answers *a, const struct baseline_query *q,
			    const struct span_index *spans, struct error *err);
void baseline_answers_release(struct baseline_answers *a);

/*
 * Update the comparison after the range has changed: `flame` shows it, `kept` are its samples.
 * `baseline` has the same kind and filter as before; `ranges` are its ranges, if any. Never fails;
 * costs a flame_show() for moved ranges, and a comparison_refresh().
 */
void baseline_answers_follow(struct baseline_answers *a, const struct flame *flame,
			     const struct included *kept, struct range range,
			     const struct baseline *baseline, struct selection ranges);

/* The same for values that a database has counted, with these times. */
void baseline_answers_follow_counted(struct baseline_answers *a,
				     const struct flame *flame,
				     const struct baseline *baseline,
				     struct side_time subject, struct side_time other);

/* The same for another file, whose flame shows its range. */
void baseline_answers_follow_file(struct baseline_answers *a, const struct flame *flame,
				  struct range range, const struct flame *file,
				  const struct baseline *baseline);

/* The answer with call paths as recorded, without a search. */
struct tree_results baseline_answers_recorded(const struct flame *flame,
					      const struct baseline_answers *a);

#endif
