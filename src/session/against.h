/* against.h - the baseline of a session's range, counted, and the comparison of the two. */

#ifndef SESSION_AGAINST_H
#define SESSION_AGAINST_H

#include "analysis/transform/derived_counts.h"
#include "choice/choice.h"

struct against_answers {
	struct included kept; /* owned: empty if the baseline has the range's filter */
	struct flame flame;   /* owned: of the baseline; of everything for AGAINST_REST */
	struct comparison comparison; /* owned; .tree is NULL: nothing is compared */

	/* for another file: the call paths of both */
	struct joint_tree *joint; /* owned, unless it is lent; NULL: one file */
	bool is_lent;		  /* the joint tree belongs to the question */
	struct flame graph; /* the range in that tree; borrows from the comparison */
};

/* All borrowed. */
struct against_question {
	const struct baseline *baseline;
	const struct flame *flame;   /* of the range */
	const struct included *kept; /* the samples of that flame */
	struct included_query
	    other; /* for the baseline, if `has_other`: it filters otherwise */
	bool has_other;
	const struct bits *idle;
	const struct bits *based; /* the rows that a server has counted; or NULL */
	const struct flame *file; /* of the other file, with the same weights; or NULL */
	struct joint_tree *joint; /* of both trees; NULL: make it */
	const struct renamed *renamed; /* names that differ in the file; or NULL */
};

/* Release with against_release(), also when this has failed. */
bool against_build(struct against_answers *a, const struct against_question *q,
		   const struct span_index *spans, struct error *err);
void against_release(struct against_answers *a);

/*
 * Update the comparison after the range has changed: `flame` shows it, `kept` are its samples.
 * `baseline` has the same kind and filter as before; `ranges` are its ranges, if any. Never fails;
 * costs a flame_show() for moved ranges, and a comparison_refresh().
 */
void against_follow(struct against_answers *a, const struct flame *flame,
		    const struct included *kept, struct range range,
		    const struct baseline *baseline, struct selection ranges);

/* The same for values that a server has counted, of these times. */
void against_follow_counted(struct against_answers *a, const struct flame *flame,
			    const struct baseline *baseline, struct side_time subject,
			    struct side_time other);

/* The same for another file, whose flame shows its range. */
void against_follow_file(struct against_answers *a, const struct flame *flame,
			 struct range range, const struct flame *file,
			 const struct baseline *baseline);

/* The answer with call paths as recorded, without a search. */
struct tree_results against_recorded(const struct flame *flame,
				     const struct against_answers *a);

#endif
