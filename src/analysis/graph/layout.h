/* layout.h - the position of each box of a flame graph, in cells, and the order of siblings. */

#ifndef ANALYSIS_GRAPH_LAYOUT_H
#define ANALYSIS_GRAPH_LAYOUT_H

#include "analysis/flame.h"
#include "base/idmap.h"

/*
 * Runs of nested frames can be folded into one box. A trunk is a run of at least FOLD_TRUNK frames
 * in which each frame passes at least 95 % of the value of the first frame to the next frame. The
 * frame after these, which branches or is a leaf, is not part of the trunk. A recursion is a run of
 * the same frame, in which each frame is called by the previous one. The frames may also have other
 * callees. Nameless functions of one module are one frame, so a run of them is also a recursion.
 *
 * Folding does not change values: the box of a run has the value of its first frame, and the other
 * callees of all its frames are side by side above the box. Trunks are found in all samples of a
 * profile, regardless of range and filter, so that they do not change when a selection moves. When
 * two sides are compared, each side must have the same value in all frames of a run.
 */
#define FOLD_TRUNK     4
#define FOLD_RECURSION 2

/* The trunks of a tree. Zero it before use. */
struct trunks {
	const struct tree *tree; /* borrowed, only to identify the tree */
	uint32_t count;		 /* number of nodes */
	uint32_t *next;		 /* owned, by node: the next node of its trunk, or 0 */
};

/*
 * Find the trunks in all samples of the tree of `f` or, if tree.leaf is NULL, in the values of `f`.
 * Release with trunks_release().
 */
bool trunks_build(struct trunks *t, const struct flame *f, struct error *err);
void trunks_release(struct trunks *t);

/* A node with a separate box, and the first node of the run from which it was unfolded. */
struct unfolded {
	uint32_t node, run;
};

/* How frames are folded. Pointers are borrowed. */
struct fold {
	const struct unfolded *unfolded; /* sorted by node */
	size_t unfolded_count;
	const uint32_t *trunks; /* trunks.next; unused in a comparison; NULL: no trunks */
	/* by node: the totals of both sides; NULL: no comparison */
	const uint64_t *sides[2];
};

/*
 * The nodes from `first` to `last`; each is the parent of the next. A single frame is a run of one.
 */
struct fold_run {
	uint32_t first, last;
	uint32_t frames;
};

/* Is the run a recursion? A run of several frames that is not a recursion is a trunk. */
bool fold_is_recursion(const struct tree *t, const struct fold_run *run);

/*
 * The last node of the run that is on the path from the root to `node`; the path must contain the
 * first node of the run. `*leaves` is the next node on the path, or `node` if `node` is in the run.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves);

/*
 * Box widths are whole cells, computed with integers. A node with a value has a box, alone or with
 * its run. But nodes that are too small share a merged box, or are counted as hidden in their row.
 */

/* ORDER_START: by the first counted sample (see flame_first_rows()). */
enum sibling_order {
	ORDER_NAME,
	ORDER_VALUE,
	ORDER_START,
	SIBLING_ORDERS,		    /* number of orders for a graph */
	ORDER_SELF = SIBLING_ORDERS /* for tables only: by self value */
};

/* "name", "value", "start". */
extern const char *const sibling_order_names[SIBLING_ORDERS];

/*
 * The callees of each node in one of these orders, for views without boxes. Callees without a value
 * are skipped.
 */
struct siblings {
	const struct flame *flame; /* borrowed */
	uint32_t *first, *next;	   /* owned; with ORDER_NAME, borrowed from the tree */
	uint32_t *scratch;	   /* owned; NULL with ORDER_NAME */
	uint64_t *firsts;	   /* owned; NULL unless ORDER_START */
	bool by_self;
};

/* Release with siblings_release(). */
bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err);
void siblings_release(struct siblings *s);

/* The first callee of `node`, and the next sibling of `node`; 0: none. */
uint32_t siblings_first(const struct siblings *s, uint32_t node);
uint32_t siblings_next(const struct siblings *s, uint32_t node);

/*
 * A box of `w` cells at column `x`. It shows a run of frames, usually of one frame. If `merged` is
 * not 0, it shows that many siblings that are too small for separate boxes; `node` is the first.
 */
struct box {
	/* the first and the last node of the run */
	uint32_t node, last;
	uint32_t frames; /* number of frames of the run */
	uint32_t merged;
	/* the index of the caller's box; LAYOUT_NO_BOX for the zoomed node */
	uint32_t up;
	uint16_t depth;
	int16_t x, w;
	/* the total of `node`, or the sum of the totals of merged nodes */
	uint64_t value;
};

#define LAYOUT_NO_BOX UINT32_MAX

struct layout {
	uint32_t zoom; /* the zoomed node, which has the full width */
	int width;     /* cells */
	uint32_t count;
	struct box *boxes; /* owned, by depth, then by x */
	uint16_t depths;   /* number of rows; all nodes of the last row may be hidden */
	uint32_t *row;	   /* owned, depths + 1 entries: the first box of each depth */
	/*
	 * Owned, by depth: the number and value of hidden nodes, which are too small even for a
	 * merged box and are shown as "+N" at the end of the row. Their callees are not counted.
	 */
	uint32_t *hidden_nodes;
	uint64_t *hidden_value;
	uint32_t *merged_nodes; /* owned: the nodes of all merged boxes, box by box */
	uint32_t merged_count;
	struct fold_run *callers; /* owned: callers of the zoomed node, from "all" on */
	uint32_t caller_count;
	struct idmap by_node; /* owned: maps the first node of a run to its box */
};

/* Zeroed: siblings sorted by name, and no folding. */
struct layout_rules {
	enum sibling_order order;
	const struct fold *fold; /* borrowed; NULL: no folding */
	/* nodes with smaller values are merged or hidden */
	uint64_t least;
};

/*
 * Lay out the subtree of `zoom` in `width` cells. The boxes of a row do not overlap, and each lies
 * within the box of its caller. The width of a box is proportional to its value, to within one
 * cell; nodes without a value have no boxes. With ORDER_NAME, the callees of a run are in the order
 * of its frames, then by name. With ORDER_VALUE, the largest sibling is first, and ties are in the
 * order of ORDER_NAME. With ORDER_START, each call makes a pass over the rows of `f`. The zoomed
 * node is not folded. `l` must be zeroed or released. Release with layout_release().
 */
bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  const struct layout_rules *rules, struct error *err);
void layout_release(struct layout *l);

/*
 * layout_at(): the box at a cell. layout_find(): the box of a node, which may be the box of its run
 * or a merged box. LAYOUT_NO_BOX: none.
 */
uint32_t layout_at(const struct layout *l, int x, int depth);
uint32_t layout_find(const struct layout *l, const struct tree *t, uint32_t node);

struct fold_run layout_run(const struct box *b);

/* The index in layout.callers of the run with `node`, a caller of the zoomed node; 0: "all". */
uint32_t layout_caller(const struct layout *l, uint32_t node);

/*
 * The box of this node, or of its nearest caller with a box. LAYOUT_NO_BOX if the node is not in
 * the subtree of the zoomed node, or if there are no boxes.
 */
uint32_t layout_find_visible(const struct layout *l, const struct tree *t, uint32_t node);

#endif
