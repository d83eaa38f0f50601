/* v8_profile.h - one CPU profile of V8: its call tree, its samples and their times. */

#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "base/idmap.h"
#include "base/number.h"
#include "input/json/json_stream.h"
#include "profile/builder.h"

/* ---- the tree ---- */

/*
 * Nodes are in any order. A node's parent is known by its row or its id, or because the parent
 * lists the node as a child. Zero it to begin.
 */
struct v8_nodes {
	struct v8_node *rows; /* owned */
	size_t room;
	uint32_t count;
	struct v8_edge *edges; /* owned: pairs of parent and child */
	size_t edge_room, edge_count;
	struct idmap ids; /* from id to row */

	/* The stacks by id, for the lookups of samples, if ids are small numbers. */
	struct v8_leaf *leaves;	      /* owned; NULL: use `ids` */
	uint64_t leaf_count, largest; /* the largest id */
};

#define V8_NO_ROW UINT32_MAX

/* Add a node; `parent` is its parent's row, or V8_NO_ROW. False when memory runs out. */
bool v8_nodes_begin(struct v8_nodes *n, uint32_t parent, uint32_t *row,
		    struct error *err);
void v8_nodes_release(struct v8_nodes *n);

/* Set its function (empty: anonymous) and the URL of its code. */
void v8_nodes_name(struct v8_nodes *n, uint32_t row, struct builder *b, struct text name);
void v8_nodes_url(struct v8_nodes *n, uint32_t row, struct builder *b, struct text url);

/* Set its id. If another node has the id already, that one keeps it, and `*again` is set. */
bool v8_nodes_id(struct v8_nodes *n, uint32_t row, uint64_t id, bool *again,
		 struct error *err);

/* Set its parent by id, which may be read later. */
bool v8_nodes_parent(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err);

/*
 * Make the stacks of all nodes that have none; more nodes may be added afterwards. A stack ends
 * at a missing parent and in a circle of parents, and skips nodes without a name: `*bad` counts
 * these.
 */
bool v8_nodes_resolve(struct v8_nodes *n, struct builder *b, uint64_t *bad,
		      struct error *err);

/* After v8_nodes_resolve(): the stack of the node with an id. False: no such node. */
bool v8_nodes_stack(const struct v8_nodes *n, uint64_t id, uint32_t *stack);

/* ---- the profile ---- */

/* A column of numbers. */
struct v8_column {
	int64_t *at; /* owned */
	size_t room, count;
};

struct v8_profile {
	struct v8_nodes nodes;
	struct v8_column samples;  /* ids of nodes; -1: not a valid id */
	struct v8_column deltas;   /* ns since the previous sample; may be negative */
	struct v8_column stamps;   /* ns; INT64_MIN: out of range */
	struct decimal start, end; /* us; seconds in the oldest form */
	bool has_start, has_end;
	bool nested; /* the oldest form, with nested nodes */
	char *title; /* owned; NULL: none */
	uint64_t at; /* the last byte read, for losses */
};

/* Zero it to begin. */
void v8_profile_release(struct v8_profile *p);

/*
 * Read a profile after its JSON_OBJECT: nodes or head, samples, timeDeltas or timestamps,
 * startTime, endTime and title, in any order; the same inside `profile`, `result` and
 * `cpuProfile`. Call it again for more pieces of the same profile, which traces have.
 */
bool v8_profile_take(struct v8_profile *p, struct json_stream *s, struct reading *r,
		     struct error *err);

/*
 * Append the next piece of the same profile. The first start is kept. The end of a piece with
 * another start is ignored, as it comes from another clock (React Native).
 */
bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err);

/* Does it have nodes or samples? */
bool v8_profile_is_there(const struct v8_profile *p);

/* The owner of a profile; unknown ids are PROFILE_NO_ID. All borrowed. */
struct v8_owner {
	struct text event; /* the name of the event */
	uint32_t name; /* the builder's string: the thread's name if there is no title */
	int32_t pid, tid;
};

/*
 * Add the samples to the reading's builder, each at its time, weighted with the ns until the next
 * one (the last: until the end). A profile without samples adds each node once for each hit, if
 * `alone`: it is the only profile of the input.
 */
bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err);

#endif
