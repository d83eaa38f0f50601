/* fold.h - runs of frames that are drawn as one box of a flame graph. */

#ifndef ANALYSIS_GRAPH_FOLD_H
#define ANALYSIS_GRAPH_FOLD_H

#include "analysis/flame.h"

/*
 * A trunk is a run of at least FOLD_TRUNK frames each of which leads on to the next with all but a
 * twentieth of what the first of them has: one line says as much as all of theirs. The frame that
 * it leads to, which branches or ends, is not part of it. A recursion is a run of the same frame,
 * each called by the one before, whatever else they call. Unknown functions of one module are one
 * frame, so a run of them is a recursion, too.
 *
 * No number changes: the box of a run has the value of its first frame, and above it stands, side by
 * side, what any of its frames calls. What is a trunk is a matter of all samples of a profile, not of
 * a range or a filter, so lines stay where they are while a selection moves. Of two sides that
 * are compared the numbers of both have to be the same from frame to frame of any run.
 */
#define FOLD_TRUNK     4
#define FOLD_RECURSION 2

/* By node: the one that it leads on to, or 0. Zero to begin. */
struct trunks {
	const struct tree *tree; /* borrowed, to be compared only */
	uint32_t count;		 /* of its nodes */
	uint32_t *next;		 /* owned */
};

/* Of all samples of the flame's tree or, if that has none of its own, of what the flame counts. Release
 * with trunks_release(). */
bool trunks_build(struct trunks *t, const struct flame *f, struct error *err);
void trunks_release(struct trunks *t);

/* A node that is drawn alone, and the first of the run that it was unfolded with. */
struct unfolded {
	uint32_t node, run;
};

/* All borrowed. */
struct fold {
	const struct unfolded *unfolded; /* by node */
	size_t unfolded_count;
	const uint32_t *trunks;	  /* see struct trunks; or NULL */
	const uint64_t *sides[2]; /* by node: totals of what is compared; or NULL */
};

/* From `first` to `last`, each the parent of the next; a frame alone is a run of one. */
struct fold_run {
	uint32_t first, last;
	uint32_t frames;
};

/* The run that begins with this node; of one frame where `how` is NULL: nothing is folded. */
struct fold_run fold_run_at(const struct fold *how, const struct flame *f, uint32_t node);

/* The next frame of a trunk after this node; 0: there is none. */
uint32_t fold_leads_to(const struct fold *how, const struct flame *f, uint32_t node);

/* Is it a recursion, or (with more than one frame) a trunk? */
bool fold_is_recursion(const struct tree *t, const struct fold_run *run);

/*
 * Where the path to `node`, which is the run's first or below that, is in it last; `*leaves` is the
 * node with which it goes on, or `node` itself if it ends in the run.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves);

#endif
