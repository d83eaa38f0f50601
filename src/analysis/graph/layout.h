/* layout.h - the position of each box of a flame graph, in cells, and the order of siblings. */

#ifndef ANALYSIS_GRAPH_LAYOUT_H
#define ANALYSIS_GRAPH_LAYOUT_H

#include "analysis/flame.h"
#include "base/idmap.h"

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

/* Is the run a recursion? Otherwise a run of several frames is a trunk. */
bool fold_is_recursion(const struct tree *t, const struct fold_run *run);

/*
 * The node at which the path from the root to `node` leaves the run; the path includes the first
 * node of the run. `*leaves` is the next node on the path, or `node` itself if it is in the run.
 */
uint32_t fold_leave(const struct tree *t, const struct fold_run *run, uint32_t node,
		    uint32_t *leaves);

/*
 * Boxes are whole cells, computed in integers. A sibling that is narrower than a cell either shares
 * a merged box or is counted at the end of the row: every node is in exactly one of the three.
 */

/* ORDER_START: by the first counted sample (see flame_first_rows()). */
enum sibling_order {
	ORDER_NAME,
	ORDER_VALUE,
	ORDER_START,
	SIBLING_ORDERS,		    /* the orders of a graph */
	ORDER_SELF = SIBLING_ORDERS /* for rows: by self value */
};

/* The words of the command line: "name", "value", "start". */
extern const char *const sibling_order_names[SIBLING_ORDERS];

/*
 * The callees of each frame in one of these orders, for views that draw no boxes: by name, as
 * linked in the tree, largest first, or by start. Callees without a value are skipped.
 */
struct siblings {
	const struct flame *flame; /* borrowed */
	uint32_t *first, *next;	   /* owned; with ORDER_NAME those of the tree */
	uint32_t *scratch;	   /* owned; NULL with ORDER_NAME */
	uint64_t *firsts;	   /* owned; NULL unless ORDER_START */
	bool by_self;
};

/* Release with siblings_release(). */
bool siblings_build(struct siblings *s, const struct flame *f, enum sibling_order order,
		    struct error *err);
void siblings_release(struct siblings *s);

/* The first callee of `node`, and the next after a sibling; 0: none. */
uint32_t siblings_first(const struct siblings *s, uint32_t node);
uint32_t siblings_next(const struct siblings *s, uint32_t node);

/*
 * A box of `w` cells at column `x`, `depth` levels above the zoomed node (0: that node itself). It
 * stands for a run of frames, usually a single one. Siblings too narrow for a cell share boxes with
 * merged > 0, which stand for that many nodes; `node` is then the first of them.
 */
struct box {
	/* the first and the last node of the run; the same for a single frame */
	uint32_t node, last;
	uint32_t frames; /* in the run */
	uint32_t merged;
	/* the index of the box below it; LAYOUT_NO_BOX for the zoomed node */
	uint32_t up;
	uint16_t depth;
	int16_t x, w;
	uint64_t value; /* the total of the node, or the sum over merged nodes */
};

#define LAYOUT_NO_BOX UINT32_MAX

struct layout {
	uint32_t zoom; /* the node that is as wide as the picture */
	int width;     /* cells */
	uint32_t count;
	struct box *boxes; /* owned; by depth, then by x */
	uint16_t depths;   /* rows 0 ... depths - 1; the last row may be all hidden */
	uint32_t *row;	   /* owned: depths + 1 entries: the first box of each depth */
	/*
	 * Owned, by depth: the number and value of nodes too narrow even for a merged box, shown as
	 * "+N" at the end of the row. Their callees are not counted again.
	 */
	uint32_t *hidden_nodes;
	uint64_t *hidden_value;
	uint32_t *merged_nodes; /* owned: the nodes of all merged boxes, box by box */
	uint32_t merged_count;
	struct fold_run *callers; /* owned: of the zoomed node, from "all" downwards */
	uint32_t caller_count;
	struct idmap by_node; /* owned: maps the first node of a run to its box */
};

/* All 0: sorted by name, nothing folded, everything that fills a cell is drawn. */
struct layout_rules {
	enum sibling_order order;
	const struct fold *fold; /* borrowed; NULL: each frame has a separate box */
	/* nodes of a smaller value are merged or hidden, as if too narrow */
	uint64_t least;
};

/*
 * Lay out the subtree of `zoom` in `width` cells. Boxes of a row do not overlap and lie within the
 * box of their parent; the width of a box is the share of its value to within one cell; a value of
 * 0 has no box. With ORDER_VALUE the largest comes first, ties by name; with ORDER_START every call
 * passes over the rows of the flame. The zoomed node is alone in its box. Callees of a recursion
 * come in the order of its frames. Build into a zeroed or released struct; release with
 * layout_release().
 */
bool layout_build(struct layout *l, const struct flame *f, uint32_t zoom, int width,
		  const struct layout_rules *rules, struct error *err);
void layout_release(struct layout *l);

/*
 * The box at this cell; the box of this node (its own, the box of its run, or a merged one).
 * LAYOUT_NO_BOX if there is none.
 */
uint32_t layout_at(const struct layout *l, int x, int depth);
uint32_t layout_find(const struct layout *l, const struct tree *t, uint32_t node);

/* The run that a box stands for. */
struct fold_run layout_run(const struct box *b);

/* The index in `callers` of this caller of the zoomed node; 0 is "all". */
uint32_t layout_caller(const struct layout *l, uint32_t node);

/*
 * The box of this node, or of its nearest caller with a box; LAYOUT_NO_BOX if the zoomed node is
 * not among its callers, or nothing is drawn.
 */
uint32_t layout_find_visible(const struct layout *l, const struct tree *t, uint32_t node);

#endif
