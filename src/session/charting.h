/* charting.h - the data of a chart: the samples of one file, possibly with transformed paths. */

#ifndef SESSION_CHARTING_H
#define SESSION_CHARTING_H

#include "session/session.h"

/* Does the chart show the second of two files? */
bool charting_is_second(const struct session *s);

/* All zero: empty. Release with charting_release(). */
struct charting {
	const struct session *of;	    /* borrowed: the session of the file */
	bool is_second;			    /* `of` is for the second of two files */
	const struct derived_tree *derived; /* borrowed; NULL: paths as recorded */
	const struct search *search;	    /* borrowed: of charting_tree(); or NULL */

	/*
	 * These are used for transformed paths of two files, because the session's derived tree and
	 * search are then for the joint tree, which has no samples.
	 */
	struct derived_tree *own; /* owned */
	struct search found;	  /* owned */
	/* borrowed, for comparison only: the tree from which `own` was derived */
	const struct tree *tree;
	struct text transform, pattern; /* owned: of `own` and `found` */
};

/*
 * Update the chart after a change in the session. It shows the subject, which is the second file if
 * the sides are swapped. False and an error on failure; the chart is then empty.
 */
bool charting_follow(struct charting *c, const struct session *s, struct error *err);
void charting_release(struct charting *c);

/* The tree of call paths, transformed or as recorded. */
const struct tree *charting_tree(const struct charting *c);

/* The range, as in struct choice; charting_several(): all ranges, if several are selected. */
struct range charting_range(const struct charting *c);
struct selection charting_several(const struct charting *c);

#endif
