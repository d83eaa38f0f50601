/* charting.h - the data of a chart: the samples of one file with their call paths as chosen. */

#ifndef SESSION_CHARTING_H
#define SESSION_CHARTING_H

#include "session/session.h"

/* Does the chart show the second of two files? */
bool charting_is_second(const struct session *s);

/* Zero: empty. Release with charting_release(). */
struct charting {
	const struct session *of;	    /* borrowed: the session of the file */
	bool is_second;			    /* it is the second of two files */
	const struct derived_tree *derived; /* borrowed; NULL: paths are as recorded */
	const struct search *search;	    /* borrowed: in the drawn tree; or NULL */

	/*
	 * With two files, the session's derived tree and search belong to the joint tree, which has
	 * no samples.
	 */
	struct derived_tree *own; /* owned */
	struct search found;	  /* owned */
	/* borrowed, only compared: the original of `own` */
	const struct tree *tree;
	struct text transform, pattern; /* owned: those of `own` and `found` */
};

/*
 * Follow the session's choice; the chart shows the subject, which is the second file if sides are
 * swapped. An error as in derived_tree_new(); then it is empty.
 */
bool charting_follow(struct charting *c, const struct session *s, struct error *err);
void charting_release(struct charting *c);

/* The tree of its call paths, transformed or as recorded. */
const struct tree *charting_tree(const struct charting *c);

/* The range, as in struct choice; the gathered ranges, if any. */
struct range charting_range(const struct charting *c);
struct selection charting_several(const struct charting *c);

#endif
