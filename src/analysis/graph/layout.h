/* layout.h - where each box of a flame graph lies, in cells, and the order of its siblings. */

#ifndef ANALYSIS_GRAPH_LAYOUT_H
#define ANALYSIS_GRAPH_LAYOUT_H

#include "analysis/graph/fold.h"
#include "base/idmap.h"

/*
 * Whole cells, in integer arithmetic. A sibling that is too narrow for a cell shares a
 * merged box or is counted at the end of the row: every node is in exactly one of the
 * three.
 */

/* ORDER_START: by the first sample of each that counts (see flame_first_rows()). */
enum sibling_order {
	ORDER_NAME,
	ORDER_VALUE,
	ORDER_START,
	SIBLING_ORDERS,		    /* those of a graph */
	ORDER_SELF = SIBLING_ORDERS /* of rows: by what each has itself */
};

/* As on the command line: "name", "value", "start". */
extern const char *const sibling_order_names[SIBLING_ORDERS];

/*
 * The frames that a frame calls, in an order of these, for those that draw no boxes of cells: as
 * the tree links them by name, largest first, or as they started; those without a count are
 * passed over.
 */
struct siblings {
	const struct flame *flame; /* borrowed */
	uint32_t *first, *next;	   /* owned, or by name the tree's own */
	uint32_t *scratch;	   /* owned, NULL when they are the tree's */
	uint64_t *firsts;	   /* owned, NULL unless sorted by start */
	bool by_self;
};

/* Release with siblings_release(). */
bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err);
void siblings_release(struct siblings *s);

/* The first that `node` calls, and the next after a sibling; 0: none. */
uint32_t siblings_first(const struct siblings *s, uint32_t node);
uint32_t siblings_next(const struct siblings *s, uint32_t node);

/*
 * A box of `w` cells at column `x`, `depth` levels above the zoomed node (0: that node
 * itself). It stands for a run of frames, mostly of one. Siblings too narrow for a cell share boxes
 * with merged > 0, which stand for that many nodes; `node` is then the first of them.
 */
struct box {
	uint32_t node;	 /* the first of the run, */
	uint32_t last;	 /* its last: the same, or below that, */
	uint32_t frames; /* and how many it has */
	uint32_t merged;
	uint32_t up; /* the box below it, -1 cast to uint32_t for the zoomed node */
	uint16_t depth;
	int16_t x, w;
	uint64_t value; /* total of the node, or of the merged ones together */
};

#define LAYOUT_NO_BOX UINT32_MAX

struct layout {
	uint32_t zoom; /* the node that is as wide as the picture */
	int width;     /* cells */
	uint32_t count;
	struct box *boxes; /* owned; by depth, then by x */
	uint16_t depths;   /* rows, 0 ... depths - 1; all of the last may be hidden */
	uint32_t *row;	   /* owned: depths + 1: where each depth's boxes begin */
	/* Owned, by depth: nodes (and their value) so narrow that not even a merged box was
	 * left for them; shown as "+N" at the end of the row. Children of narrow nodes are
	 * not counted again. */
	uint32_t *hidden_nodes;
	uint64_t *hidden_value;
	uint32_t *merged_nodes; /* owned: the nodes of all merged boxes, box by box */
	uint32_t merged_count;
	struct fold_run *callers; /* owned: of the zoomed node, from "all" on */
	uint32_t caller_count;
	struct idmap by_node; /* owned: from the first node of a run to its box */
};

/* All zero: by name, nothing folded, all that has a cell is drawn. */
struct layout_rules {
	enum sibling_order order;
	const struct fold *fold; /* borrowed; NULL: each frame has a box of its own */
	uint64_t
	    least; /* what has a smaller value is merged or hidden, as if it were too narrow */
};

/*
 * Lay out the subtree of `zoom` in `width` cells. Boxes of a row do not overlap, lie within
 * the box of their parent, and a box's width is its value's share to within one cell; a
 * value of 0 has no box. With ORDER_VALUE the largest comes first, ties by name; with
 * ORDER_START every call passes over the rows of the flame. The zoomed node is alone in its box.
 * What frames of a recursion call comes in the order of these. Build into a zeroed or released
 * struct; release with layout_release().
 */
bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  const struct layout_rules *rules, struct error *err);
void layout_release(struct layout *l);

/* The box at this cell, or that of this node (its own, its run's, or the merged one with it),
 * or LAYOUT_NO_BOX. */
uint32_t layout_at(const struct layout *l, int x, int depth);
uint32_t layout_find(const struct layout *l, const struct tree *t, uint32_t node);

/* The run that a box stands for. */
struct fold_run layout_run(const struct box *b);

/* The level of callers, from 0 for "all", that this caller of the zoomed node is in. */
uint32_t layout_caller(const struct layout *l, uint32_t node);

/*
 * The box of this node, or of its nearest caller that has one; LAYOUT_NO_BOX when the zoomed
 * node is not among its callers, or nothing is drawn.
 */
uint32_t layout_find_visible(const struct layout *l, const struct tree *t, uint32_t node);

#endif
