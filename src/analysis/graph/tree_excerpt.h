/* tree_excerpt.h - a call tree without frames that are too deep or too small to be listed. */

#ifndef ANALYSIS_GRAPH_TREE_EXCERPT_H
#define ANALYSIS_GRAPH_TREE_EXCERPT_H

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

struct tree_excerpt {
	struct siblings siblings; /* owned */
	struct prune_rules rules;
	/* owned: by node, the number of frames with a value below it; NULL: all are listed */
	uint32_t *below;
};

/* Release with tree_excerpt_release(). */
bool tree_excerpt_build(struct tree_excerpt *p, const struct flame *f,
			enum sibling_order order, const struct prune_rules *rules,
			struct error *err);
void tree_excerpt_release(struct tree_excerpt *p);

/*
 * The first frame listed below `node`, which is `level` levels below the first frame of the list,
 * and the next one after it; 0: none. Nothing is listed below the deepest level.
 */
bool tree_excerpt_is_deepest(const struct tree_excerpt *p, uint32_t level);
uint32_t tree_excerpt_first(const struct tree_excerpt *p, uint32_t node, uint32_t level);
uint32_t tree_excerpt_next(const struct tree_excerpt *p, uint32_t node);

/* The callees of `node` that are not listed, including all frames below them. */
struct tree_excerpt_rest {
	uint64_t frames, value;
};
struct tree_excerpt_rest tree_excerpt_rest_of(const struct tree_excerpt *p, uint32_t node,
					      uint32_t level);

/* The least value that is this share (0 ... 1) of `all`. */
uint64_t tree_excerpt_least(double share, uint64_t all);

#endif
