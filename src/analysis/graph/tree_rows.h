/* tree_rows.h - a call tree of which some frames are open, as the rows of a list. */

#ifndef ANALYSIS_GRAPH_TREE_ROWS_H
#define ANALYSIS_GRAPH_TREE_ROWS_H

#include "analysis/compare/comparison.h"

/*
 * What lies below closed frames is never looked at, so a tree of any size costs what is listed of
 * it, and the callees of what is open: of those that have very many the first are listed, and
 * the others are one row. What is open stays when counts, order or tree change.
 */

/* Each from the largest on, ties by name; CHANGE by how much it has changed, up or down. */
enum tree_order {
	TREE_BY_TOTAL,
	TREE_BY_SELF,
	TREE_BY_NAME,
	TREE_BY_CHANGE, /* only of two sides */
	TREE_ORDERS
};

/* Callees of one frame that are listed at first. */
#ifndef TREE_ROWS_FEW
#define TREE_ROWS_FEW 500
#endif

struct tree_row {
	uint32_t node;	/* or, of what is not listed, its caller */
	uint32_t level; /* 0: "all" */
	uint32_t more;	/* so many callees are not listed; 0: the row is a frame's */
	uint64_t value; /* total; of two sides the subject's */
	bool open, leaf;
};

/* All zero to begin. */
struct tree_rows {
	const struct flame *flame; /* borrowed, with its tree; NULL: nothing is listed */
	const struct comparison *comparison; /* borrowed; NULL: rows are of one side */
	enum tree_order order;
	uint32_t nodes;	       /* of the tree that the next two are of */
	struct bits open;      /* owned: nodes whose callees are listed, */
	struct bits whole;     /* owned: and all of them, however many */
	struct tree_row *rows; /* owned */
	uint32_t count;
	size_t room;
	struct tree_row *waiting; /* owned: rows to come, the next one last */
	size_t waiting_count, waiting_room;
	struct tree_sibling *siblings; /* owned: callees of one frame, in order */
	size_t sibling_count, sibling_room;
	uint32_t *way; /* owned: from a node to the root */
	size_t way_count, way_room;
};

/*
 * List the frames that have a count, or of two sides (whose tree it is) one on either. False and an
 * error when memory runs out: nothing is listed then. Release with tree_rows_release().
 */
bool tree_rows_show(struct tree_rows *r, const struct flame *f,
		    const struct comparison *c, struct error *err);
void tree_rows_release(struct tree_rows *r);

/*
 * Another tree has taken the place of `old`, of which nothing is shown until tree_rows_show(): what
 * was open there is open here, as far as it exists, and `*node` is the same frame or the nearest caller of
 * it that exists. `frames`: see path_frame_map(); NULL: the same. Without memory nothing is open.
 */
void tree_rows_follow(struct tree_rows *r, const struct tree *old, const struct tree *new,
		      const uint32_t *frames, uint32_t *node);

/* Each has to be followed by tree_rows_show(). List all callees, or those that are listed at first, or none: */
enum tree_opening { TREE_CLOSED, TREE_OPEN, TREE_WHOLE };
void tree_rows_open(struct tree_rows *r, uint32_t node, enum tree_opening how);

/*
 * Open the frame, what of its callees has most, and so on, as long as one of them has more than the
 * frame itself. Returns where that ends.
 */
uint32_t tree_rows_open_hottest(struct tree_rows *r, uint32_t node);

/* Open all callers of a frame, so that it is listed. */
void tree_rows_reveal(struct tree_rows *r, uint32_t node);

/*
 * The next of these nodes from a row on, or the one before, in the order of a list in which
 * everything is open, around its ends; 0: there is none with a count. False without memory.
 */
bool tree_rows_next(struct tree_rows *r, const struct bits *nodes, uint32_t from,
		    bool back, uint32_t *found, struct error *err);

/* The row of a frame, or of its nearest caller that has one. */
uint32_t tree_rows_of(struct tree_rows *r, uint32_t node);

#endif
