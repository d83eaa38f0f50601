/* pruned.h - a call tree without what lies too deep or is too small to be listed. */

#ifndef ANALYSIS_GRAPH_PRUNED_H
#define ANALYSIS_GRAPH_PRUNED_H

#include "analysis/graph/layout.h"

/*
 * A list of frames can be as long as the tree has nodes. What is left out of it is counted where it
 * is missing, and adds up: the value of a frame is its own, those of what is listed below it, and that of
 * what is not.
 */

/* All zero: everything. */
struct prune_rules {
	uint32_t levels; /* below the frame that the list begins with; 0: all */
	uint64_t
	    least; /* frames of a smaller value are left out with all that they call */
};

struct pruned {
	struct siblings siblings; /* owned */
	struct prune_rules rules;
	uint32_t *
	    below; /* owned: by node, frames with a count below it; NULL: all is listed */
};

/* Release with pruned_release(). */
bool pruned_build(struct pruned *p, const struct flame *f, enum sibling_order order,
		  const struct prune_rules *rules, struct error *err);
void pruned_release(struct pruned *p);

/*
 * The first frame listed below `node`, which is that many levels below the first, and the
 * next after one of them; 0: none, as below the deepest level that is listed.
 */
bool pruned_is_deepest(const struct pruned *p, uint32_t level);
uint32_t pruned_first(const struct pruned *p, uint32_t node, uint32_t level);
uint32_t pruned_next(const struct pruned *p, uint32_t node);

/* What is not listed below `node` itself, with all that it calls. */
struct pruned_rest {
	uint64_t frames, value;
};
struct pruned_rest pruned_rest_of(const struct pruned *p, uint32_t node, uint32_t level);

/* The least value that is so large a share (0 ... 1) of `all`. */
uint64_t pruned_least(double share, uint64_t all);

#endif
