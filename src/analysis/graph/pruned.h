/* pruned.h - a call tree without frames that are too deep or too small to be listed. */

#ifndef ANALYSIS_GRAPH_PRUNED_H
#define ANALYSIS_GRAPH_PRUNED_H

#include "analysis/graph/layout.h"

/*
 * A list of frames can be as long as the tree has nodes. Frames that are left out are counted where
 * they are missing, and values add up: the value of a frame is its self value, plus the values of
 * the frames listed below it, plus the value of the rest.
 */

/* All 0: list everything. */
struct prune_rules {
	uint32_t levels; /* below the first frame of the list; 0: all */
	uint64_t least;	 /* frames of a smaller value are left out with their callees */
};

struct pruned {
	struct siblings siblings; /* owned */
	struct prune_rules rules;
	/* owned: by node, the number of frames with a value below it; NULL: all are listed */
	uint32_t *below;
};

/* Release with pruned_release(). */
bool pruned_build(struct pruned *p, const struct flame *f, enum sibling_order order,
		  const struct prune_rules *rules, struct error *err);
void pruned_release(struct pruned *p);

/*
 * The first frame listed below `node`, which is `level` levels below the first frame of the list,
 * and the next one after it; 0: none. Nothing is listed below the deepest level.
 */
bool pruned_is_deepest(const struct pruned *p, uint32_t level);
uint32_t pruned_first(const struct pruned *p, uint32_t node, uint32_t level);
uint32_t pruned_next(const struct pruned *p, uint32_t node);

/* The callees of `node` that are not listed, including all frames below them. */
struct pruned_rest {
	uint64_t frames, value;
};
struct pruned_rest pruned_rest_of(const struct pruned *p, uint32_t node, uint32_t level);

/* The least value that is this share (0 ... 1) of `all`. */
uint64_t pruned_least(double share, uint64_t all);

#endif
