/* v8_nodes.h - the call tree of one CPU profile of V8, as stacks. */

#ifndef INPUT_V8_NODES_H
#define INPUT_V8_NODES_H

#include "base/idmap.h"
#include "profile/builder.h"

/* Nodes come in any order, and know their parent by its row, its id, or by being named in
 * the parent's list. Zero it to begin. */
struct v8_nodes {
	struct v8_node *rows; /* owned */
	size_t room;
	uint32_t count;
	struct v8_edge *edges; /* owned: who is named as whose child */
	size_t edge_room, edge_count;
	struct idmap ids; /* from id to row */

	/* What samples ask for, by id, where ids are small numbers. */
	struct v8_leaf *leaves;	      /* owned; NULL: `ids` has to do */
	uint64_t leaf_count, largest; /* id */
};

#define V8_NO_ROW UINT32_MAX

/* A new node, whose parent is in row `parent` if that is known. False: no memory. */
bool v8_nodes_begin(struct v8_nodes *n, uint32_t parent, uint32_t *row,
		    struct error *err);
void v8_nodes_release(struct v8_nodes *n);

/* What is known of it. An empty name is an anonymous function; `url` is where its code is. */
void v8_nodes_name(struct v8_nodes *n, uint32_t row, struct builder *b, struct text name);
void v8_nodes_url(struct v8_nodes *n, uint32_t row, struct builder *b, struct text url);
void v8_nodes_hits(struct v8_nodes *n, uint32_t row, uint64_t hits);

/* Its id; of two nodes with the same id the first counts, and `*again` is set. */
bool v8_nodes_id(struct v8_nodes *n, uint32_t row, uint64_t id, bool *again,
		 struct error *err);

/* Its parent, or its child, by id: nodes that may be read later. */
bool v8_nodes_parent(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err);
bool v8_nodes_child(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err);

/* Add the nodes of `more`, of which none is resolved; `*again` counts ids that are there. */
bool v8_nodes_join(struct v8_nodes *n, const struct v8_nodes *more, uint64_t *again,
		   struct error *err);

/*
 * Make stacks of all nodes that have none yet; more may be added afterwards. Parents that
 * are not there, and circles, end a stack: `*bad` is how many of these there were.
 */
bool v8_nodes_resolve(struct v8_nodes *n, struct builder *b, uint64_t *bad,
		      struct error *err);

/* After v8_nodes_resolve(): the stack of a node by id (false: there is none), and that of a
 * row, with how often it was hit. */
bool v8_nodes_stack(const struct v8_nodes *n, uint64_t id, uint32_t *stack);
uint64_t v8_nodes_row(const struct v8_nodes *n, uint32_t row, uint32_t *stack);

#endif
