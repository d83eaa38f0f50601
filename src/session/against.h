/* against.h - what the range of a session is held against, counted, and how the two differ. */

#ifndef SESSION_AGAINST_H
#define SESSION_AGAINST_H

#include "analysis/shape/shaped.h"
#include "choice/choice.h"

struct against_answers {
	struct kept kept; /* owned: empty if the baseline has the filter of the range */
	struct flame
	    flame; /* owned: of the baseline's range, for the rest of everything */
	struct comparison comparison; /* owned; .tree is NULL: nothing is compared */

	/* of another file: the call paths of both */
	struct joint_tree *joint; /* owned, unless it is lent; NULL: one file */
	bool is_lent;		  /* the joint tree is that of the question */
	struct flame
	    graph; /* of the range, in that tree; its values are the comparison's */
};

/* What is counted already. All borrowed. */
struct against_question {
	const struct baseline *baseline;
	const struct flame *flame; /* of the range */
	const struct kept *kept;   /* the samples that it may have */
	struct kept_query
	    other; /* the same for the baseline, if its filter is another; */
	bool has_other;
	const struct bits *idle;
	const struct bits
	    *based; /* where an engine has counted it: its rows; NULL: they are found */
	const struct flame
	    *file; /* of the other file, weighed alike; NULL: there is none */
	struct joint_tree *joint;      /* of both trees; NULL: it is to be made */
	const struct renamed *renamed; /* what the file calls otherwise; NULL: nothing */
};

/* Release with against_release(), also when this has failed. */
bool against_build(struct against_answers *a, const struct against_question *q,
		   const struct span_index *spans, struct error *err);
void against_release(struct against_answers *a);

/*
 * The flame of the range, and the samples that it may have, stand here, and show this range;
 * the baseline is as chosen, but for its filter and what it is; `ranges` are its, if it has some. Never fails; costs what
 * flame_show() does for ranges that have moved, and comparison_refresh().
 */
void against_follow(struct against_answers *a, const struct flame *flame,
		    const struct kept *kept, struct range range,
		    const struct baseline *baseline, struct selection ranges);

/* The same where an engine has counted both: these are of such times. */
void against_follow_counted(struct against_answers *a, const struct flame *flame,
			    const struct baseline *baseline, struct side_time subject,
			    struct side_time other);

/* The same where the baseline is another file, whose flame shows its range. */
void against_follow_file(struct against_answers *a, const struct flame *flame,
			 struct range range, const struct flame *file,
			 const struct baseline *baseline);

/* The range as it is drawn where call paths stay as they were recorded; nothing is searched. */
struct answer_of against_recorded(const struct flame *flame,
				  const struct against_answers *a);

#endif
