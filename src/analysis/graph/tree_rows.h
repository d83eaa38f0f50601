/* tree_rows.h - a call tree as a list of rows, in which each frame is open or closed. */

#ifndef ANALYSIS_GRAPH_TREE_ROWS_H
#define ANALYSIS_GRAPH_TREE_ROWS_H

#include "analysis/compare/comparison.h"

/*
 * The list omits everything below a closed frame, so its cost depends on the number of rows and on
 * the callees of open frames, not on the size of the tree. If a frame has very many callees, the
 * first ones are listed and the others share one row. Frames stay open when the counts, the order
 * or the tree change.
 */

/*
 * The order of callees: by name, or by a value, largest first. Callees with equal values are sorted
 * by name. TREE_BY_CHANGE ignores the sign of the change.
 */
enum tree_order {
	TREE_BY_TOTAL,
	TREE_BY_SELF,
	TREE_BY_NAME,
	TREE_BY_CHANGE, /* with one side, like TREE_BY_TOTAL */
	TREE_ORDERS
};

/* How many callees of a frame are listed until all of them are requested. */
#ifndef TREE_ROWS_FEW
#define TREE_ROWS_FEW 500
#endif

struct tree_row {
	uint32_t node;	/* for a row of unlisted callees, their caller */
	uint32_t level; /* 0: the root, "all" */
	uint32_t more;	/* the number of unlisted callees; 0: the row shows a frame */
	uint64_t value; /* the total; in a comparison, the total of the subject */
	bool open, leaf;
};

/* Zero the struct before its first use. */
struct tree_rows {
	const struct flame *flame; /* borrowed, with its tree; NULL: nothing is listed */
	const struct comparison *comparison; /* borrowed; NULL: one side */
	enum tree_order order;
	uint32_t nodes;	       /* the number of bits in `open` and in `whole` */
	struct bits open;      /* owned: nodes whose callees are listed */
	struct bits whole;     /* owned: nodes whose callees are all listed */
	struct tree_row *rows; /* owned */
	uint32_t count;
	size_t room;
	struct tree_row *waiting; /* owned: a stack of rows that are not listed yet */
	size_t waiting_count, waiting_room;
	struct tree_sibling *siblings; /* owned: callees of one frame, in order */
	size_t sibling_count, sibling_room;
	uint32_t *way; /* owned: the path from a node to the root */
	size_t way_count, way_room;
};

/*
 * List the frames that have a value. If `c` is a comparison over this tree, a value on either side
 * is enough. Returns false and an error when memory runs out; the list is then empty. Release with
 * tree_rows_release().
 */
bool tree_rows_show(struct tree_rows *r, const struct flame *f,
		    const struct comparison *c, struct error *err);
void tree_rows_release(struct tree_rows *r);

/*
 * The tree `new` replaces `old`; nothing is shown until tree_rows_show(). Frames that were open
 * stay open if they still exist, and `*node` becomes the same frame or its nearest caller that
 * exists. `frames`: see path_frame_map(); NULL: the frames are the same. If memory runs out, only
 * the root is open.
 */
void tree_rows_follow(struct tree_rows *r, const struct tree *old, const struct tree *new,
		      const uint32_t *frames, uint32_t *node);

/*
 * Choose how many callees of a frame are listed: none, the first ones, or all. Call
 * tree_rows_show() afterwards.
 */
enum tree_opening { TREE_CLOSED, TREE_OPEN, TREE_OPEN_ALL };
void tree_rows_open(struct tree_rows *r, uint32_t node, enum tree_opening how);

/*
 * Open the frame, then its largest callee, and so on, as long as the total of the callee exceeds
 * the self value of its caller. Returns the last frame reached.
 */
uint32_t tree_rows_open_hottest(struct tree_rows *r, uint32_t node);

/* Open all callers of a frame, so that it is listed. */
void tree_rows_reveal(struct tree_rows *r, uint32_t node);

/*
 * Find the first of `nodes` that follows node `from`, or, with `back`, the last one before it, in
 * the order of the list with all frames open. The search wraps around. `*found` is 0 if none of
 * them has a value. Returns false and an error when memory runs out.
 */
bool tree_rows_next(struct tree_rows *r, const struct bits *nodes, uint32_t from,
		    bool back, uint32_t *found, struct error *err);

/* The index of the row of a frame, or of its nearest caller that has a row. */
uint32_t tree_rows_of(struct tree_rows *r, uint32_t node);

#endif
