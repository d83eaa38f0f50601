/* tree_excerpt.h - a call tree without the frames that are too deep or too small to list. */

#ifndef ANALYSIS_GRAPH_TREE_EXCERPT_H
#define ANALYSIS_GRAPH_TREE_EXCERPT_H

#include "analysis/graph/layout.h"

/*
 * Frames that are left out of a list are counted below their caller as the rest, so values add up:
 * the value of a frame is its self value, plus the values of the callees listed below it, plus the
 * value of the rest.
 */

/* All 0: list everything. */
struct prune_rules {
	uint32_t levels; /* the number of levels listed below the first frame; 0: all */
	uint64_t least; /* frames with a smaller value are left out, with their callees */
	/*
	 * the number of frames that are listed, those with the largest values, from `first` on;
	 * 0: all. `first` itself is always listed
	 */
	uint64_t limit;
	uint32_t first;
};

struct tree_excerpt {
	struct siblings siblings; /* owned */
	struct prune_rules rules;
	/* owned: by node, how many nodes below it have a value; NULL: all frames are listed */
	uint32_t *below;
	struct bits listed; /* owned: by node, with rules.limit */
};

/* Release with tree_excerpt_release(). */
bool tree_excerpt_build(struct tree_excerpt *p, const struct flame *f,
			enum sibling_order order, const struct prune_rules *rules,
			struct error *err);
void tree_excerpt_release(struct tree_excerpt *p);

/*
 * tree_excerpt_is_deepest(): is this the deepest level that is listed? The first frame of the list
 * has level 0. tree_excerpt_first() returns the first callee listed for `node`, which has level
 * `level`; tree_excerpt_next() returns the callee listed after `node`. Both return 0 if there is
 * none.
 */
bool tree_excerpt_is_deepest(const struct tree_excerpt *p, uint32_t level);
uint32_t tree_excerpt_first(const struct tree_excerpt *p, uint32_t node, uint32_t level);
uint32_t tree_excerpt_next(const struct tree_excerpt *p, uint32_t node);

/*
 * The rest below `node`, whose level is `level`: the number of all frames that are not listed, and
 * the value of the callees among them.
 */
struct tree_excerpt_rest {
	uint64_t frames, value;
};
struct tree_excerpt_rest tree_excerpt_rest_of(const struct tree_excerpt *p, uint32_t node,
					      uint32_t level);

/* The smallest value that is at least this share (0 to 1) of `all`. */
uint64_t tree_excerpt_least(double share, uint64_t all);

#endif
