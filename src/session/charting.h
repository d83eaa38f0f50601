/* charting.h - what a chart is of: the samples of one file, their call paths as they were chosen to be. */

#ifndef SESSION_CHARTING_H
#define SESSION_CHARTING_H

#include "session/session.h"

/* Would that be the second file of two? */
bool charting_is_second(const struct session *s);

/* All zero it is of nothing. Release with charting_release(). */
struct charting {
	const struct session *of; /* borrowed: of the file */
	bool is_second;		  /* which is the second of two */
	const struct shape
	    *shape; /* borrowed: of its tree; NULL: paths are as recorded */
	const struct search *search; /* borrowed: of the tree that is drawn; NULL: none */

	/* Of two files the session's own are over one tree of both, which has no samples. */
	struct shape *own;		/* owned */
	struct search found;		/* owned */
	const struct tree *tree;	/* borrowed to know it again: what they are of */
	struct text transform, pattern; /* owned: what they are by */
};

/*
 * Of the subject: where sides are swapped that is the second file. Whatever has been chosen since is followed; an
 * error as shape_new(), then it is of nothing.
 */
bool charting_follow(struct charting *c, const struct session *s, struct error *err);
void charting_release(struct charting *c);

/* Its call paths, with the shape's. */
const struct tree *charting_tree(const struct charting *c);

/* What is looked at of it, as struct choice has it; further ranges, or none. */
struct range charting_range(const struct charting *c);
struct selection charting_several(const struct charting *c);

#endif
