/* fold.h - runs of frames that are drawn as one box of a flame graph. */

#ifndef ANALYSIS_GRAPH_FOLD_H
#define ANALYSIS_GRAPH_FOLD_H

#include "analysis/flame.h"

/*
 * A trunk is a run of at least FOLD_TRUNK frames, each of which passes on at least 95 % of the
 * value of the first frame to the next: one line says as much as all of theirs. The frame at its
 * end, which branches or is a leaf, is not part of it. A recursion is a run of the same frame, each
 * called by the previous one, which may call others, too. Nameless functions of one module are one
 * frame, so a run of them is a recursion, too.
 *
 * Folding changes no number: the box of a run has the value of its first frame, and above it are,
 * side by side, the other callees of all its frames. Trunks are found in all samples of a profile,
 * not in a range or a filter, so that lines stay in place while a selection moves. When two sides
 * are compared, both must have the same values from frame to frame of any run.
 */
#define FOLD_TRUNK     4
#define FOLD_RECURSION 2

/* The next node of the trunk, by node, or 0. Initialise it with zeroes. */
struct trunks {
	const struct tree *tree; /* borrowed, only to be compared */
	uint32_t count;		 /* number of nodes */
	uint32_t *next;		 /* owned */
};

/*
 * For all samples of the flame's tree or, if the tree has no samples of its own, for the samples
 * that the flame counts. Release with trunks_release().
 */
bool trunks_build(struct trunks *t, const struct flame *f, struct error *err);
void trunks_release(struct trunks *t);

/* A node that is drawn separately, and the first node of the run from which it was unfolded. */
struct unfolded {
	uint32_t node, run;
};

/* How frames are folded. All borrowed. */
struct fold {
	const struct unfolded *unfolded; /* by node */
	size_t unfolded_count;
	const uint32_t *trunks;	  /* struct trunks.next; or NULL */
	const uint64_t *sides[2]; /* by node: the totals of both sides; or NULL */
};

/* The nodes from `first` to `last`, each the parent of the next; a single frame is a run of one. */
struct fold_run {
	uint32_t first, last;
	uint32_t frames;
};

/* The run that begins with this node; a single frame if `how` is NULL, i.e. nothing is folded. */
struct fold_run fold_run_at(const struct fold *how, const struct flame *f, uint32_t node);

/* The next frame of a trunk after this node; 0: none. */
uint32_t fold_next_in_trunk(const struct fold *how, const struct flame *f, uint32_t node);

/* Is the run a recursion? Otherwise a run of several frames is a trunk. */
bool fold_is_recursion(const struct tree *t, const struct fold_run *run);

/*
 * The node at which the path from the root to `node` leaves the run; the path includes the first
 * node of the run. `*leaves` is the next node on the path, or `node` itself if it is in the run.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves);

#endif
