/* tree_rows.h - a call tree as the rows of a list, with some frames open. */

#ifndef ANALYSIS_GRAPH_TREE_ROWS_H
#define ANALYSIS_GRAPH_TREE_ROWS_H

#include "analysis/compare/comparison.h"

/*
 * Frames below closed ones are never visited, so the cost depends on the listed part of the tree
 * and the callees of open frames, not on its size. If a frame has very many callees, the first are
 * listed and the others share one row. Frames stay open when counts, order or tree change.
 */

/* Largest first, ties by name; CHANGE by the size of the change, whatever its sign. */
enum tree_order {
	TREE_BY_TOTAL,
	TREE_BY_SELF,
	TREE_BY_NAME,
	TREE_BY_CHANGE, /* only with two sides */
	TREE_ORDERS
};

/* The number of callees of a frame that are listed at first. */
#ifndef TREE_ROWS_FEW
#define TREE_ROWS_FEW 500
#endif

struct tree_row {
	uint32_t node;	/* for a row of unlisted callees, their caller */
	uint32_t level; /* 0: "all" */
	uint32_t more;	/* the number of unlisted callees; 0: the row shows a frame */
	uint64_t value; /* the total; with two sides, that of the subject */
	bool open, leaf;
};

/* Initialise it with zeroes. */
struct tree_rows {
	const struct flame *flame; /* borrowed, with its tree; NULL: nothing is listed */
	const struct comparison *comparison; /* borrowed; NULL: one side */
	enum tree_order order;
	uint32_t nodes;	       /* of the tree to which `open` and `whole` refer */
	struct bits open;      /* owned: nodes whose callees are listed, */
	struct bits whole;     /* owned: and nodes with all callees listed */
	struct tree_row *rows; /* owned */
	uint32_t count;
	size_t room;
	struct tree_row *waiting; /* owned: rows to come, the next one last */
	size_t waiting_count, waiting_room;
	struct tree_sibling *siblings; /* owned: callees of one frame, in order */
	size_t sibling_count, sibling_room;
	uint32_t *way; /* owned: the path from a node to the root */
	size_t way_count, way_room;
};

/*
 * List the frames with a value, on either side if `c` compares two over this tree. False and an
 * error when memory runs out; the list is then empty. Release with tree_rows_release().
 */
bool tree_rows_show(struct tree_rows *r, const struct flame *f,
		    const struct comparison *c, struct error *err);
void tree_rows_release(struct tree_rows *r);

/*
 * The tree `new` replaces `old`; nothing is shown until tree_rows_show(). Frames that were open
 * stay open if they still exist, and `*node` becomes the same frame or its nearest caller that
 * exists. `frames`: see path_frame_map(); NULL: the frames are the same. Without memory nothing is
 * open.
 */
void tree_rows_follow(struct tree_rows *r, const struct tree *old, const struct tree *new,
		      const uint32_t *frames, uint32_t *node);

/* List no callees, only the first ones, or all of them. Call tree_rows_show() afterwards. */
enum tree_opening { TREE_CLOSED, TREE_OPEN, TREE_OPEN_ALL };
void tree_rows_open(struct tree_rows *r, uint32_t node, enum tree_opening how);

/*
 * Open the frame, its largest callee, and so on, while that callee is larger than the self value of
 * the frame. Returns the last frame.
 */
uint32_t tree_rows_open_hottest(struct tree_rows *r, uint32_t node);

/* Open all callers of a frame, so that it is listed. */
void tree_rows_reveal(struct tree_rows *r, uint32_t node);

/*
 * Find the next of these nodes after a row, or with `back` the previous one, in the order of the
 * fully opened list, wrapping around; 0 if none has a value. False without memory.
 */
bool tree_rows_next(struct tree_rows *r, const struct bits *nodes, uint32_t from,
		    bool back, uint32_t *found, struct error *err);

/* The row of a frame, or of its nearest caller that has a row. */
uint32_t tree_rows_of(struct tree_rows *r, uint32_t node);

#endif
