/* v8_profile.h - a CPU profile of V8: the call tree, the samples and their times. */

#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "base/idmap.h"
#include "base/number.h"
#include "input/json/json_stream.h"
#include "profile/builder.h"

/* ---- the tree ---- */

/*
 * Nodes may be in any order. The parent of a node is given as a row or as an id, or lists the node
 * as its child. Zero the struct to begin.
 */
struct v8_nodes {
	struct v8_node *rows; /* owned */
	size_t room;
	uint32_t count;
	struct v8_edge *edges; /* owned: pairs of parent and child */
	size_t edge_room, edge_count;
	struct idmap ids; /* from id to row */

	/* Stacks by id, for the nodes of samples, if ids are small numbers. */
	struct v8_leaf *leaves;	      /* owned; NULL: use `ids` */
	uint64_t leaf_count, largest; /* length of `leaves`; the largest id */
};

#define V8_NO_ROW UINT32_MAX

/* Add a node. `parent` is the row of its parent, or V8_NO_ROW. False when memory runs out. */
bool v8_nodes_begin(struct v8_nodes *n, uint32_t parent, uint32_t *row,
		    struct error *err);
void v8_nodes_release(struct v8_nodes *n);

/* Set the function (empty: anonymous) and the URL of a node. */
void v8_nodes_name(struct v8_nodes *n, uint32_t row, struct builder *b, struct text name);
void v8_nodes_url(struct v8_nodes *n, uint32_t row, struct builder *b, struct text url);

/* Set the id of a node. If another node has this id already, sets only `*again`. */
bool v8_nodes_id(struct v8_nodes *n, uint32_t row, uint64_t id, bool *again,
		 struct error *err);

/* Set the parent of a node by the parent's id; the parent may be added later. */
bool v8_nodes_parent(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err);

/*
 * Make the stacks of all new nodes; more nodes may be added afterwards. A stack ends at a missing
 * parent or a circle of parents, and skips nodes that are nameless or too deep: `*bad` counts all
 * these.
 */
bool v8_nodes_resolve(struct v8_nodes *n, struct builder *b, uint64_t *bad,
		      struct error *err);

/* After v8_nodes_resolve(): get the stack of the node with this id. False: no such node. */
bool v8_nodes_stack(const struct v8_nodes *n, uint64_t id, uint32_t *stack);

/* ---- the profile ---- */

struct v8_column {
	int64_t *at; /* owned */
	size_t room, count;
};

/* Zero it to begin. */
struct v8_profile {
	struct v8_nodes nodes;
	struct v8_column samples;  /* ids of nodes; -1: invalid */
	struct v8_column deltas;   /* ns since the previous sample; may be negative */
	struct v8_column stamps;   /* ns; INT64_MIN: invalid */
	struct decimal start, end; /* us; seconds in the oldest form */
	bool has_start, has_end;
	bool nested; /* the oldest form, with nested nodes */
	char *title; /* owned; NULL: none */
	uint64_t at; /* offset of the last member read, for losses */
};

void v8_profile_release(struct v8_profile *p);

/*
 * Read a profile after its JSON_OBJECT: the members nodes or head, samples, timeDeltas or
 * timestamps, startTime, endTime and title, in any order, also inside `profile`, `result` and
 * `cpuProfile`. Call it again for further objects of the profile, as in traces.
 */
bool v8_profile_take(struct v8_profile *p, struct json_stream *s, struct reading *r,
		     struct error *err);

/*
 * Append the next piece of the same profile. The first start is kept. If a later piece has a start
 * too, its end is ignored, because that is from another clock (React Native).
 */
bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err);

/* Does the profile have nodes or samples? */
bool v8_profile_is_there(const struct v8_profile *p);

/* The event and the thread of a profile; unknown ids are PROFILE_NO_ID. */
struct v8_owner {
	struct text event; /* the name of the event, borrowed */
	uint32_t name;	   /* string of the builder: names the thread if no title does */
	int32_t pid, tid;
};

/*
 * Add the samples to the reading's builder, each with its time, weighted with the ns until the next
 * sample or the end; if there are no times, the weight is 1. A profile without samples adds the
 * hits of its nodes, if it is `alone` in the input.
 */
bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err);

#endif
