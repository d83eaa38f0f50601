/* v8_profile.h - one CPU profile of V8: its tree, its samples and their times. */

#ifndef INPUT_V8_PROFILE_H
#define INPUT_V8_PROFILE_H

#include "base/idmap.h"
#include "base/number.h"
#include "input/json/json_stream.h"
#include "profile/builder.h"

/* ---- the tree (v8_nodes.c) ---- */

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
 * are not there, and circles, end a stack, and nodes without a name are in none: `*bad` is how many
 * of these there were.
 */
bool v8_nodes_resolve(struct v8_nodes *n, struct builder *b, uint64_t *bad,
		      struct error *err);

/* After v8_nodes_resolve(): the stack of a node by id (false: there is none), and that of a
 * row, with how often it was hit. */
bool v8_nodes_stack(const struct v8_nodes *n, uint64_t id, uint32_t *stack);
uint64_t v8_nodes_row(const struct v8_nodes *n, uint32_t row, uint32_t *stack);

/* ---- the profile (v8_json.c reads one) ---- */

/* A column of numbers. */
struct v8_column {
	int64_t *at; /* owned */
	size_t room, count;
};

struct v8_profile {
	struct v8_nodes nodes;
	struct v8_column samples;  /* ids of nodes, -1: none that there can be */
	struct v8_column deltas;   /* ns, each since the sample before; may be negative */
	struct v8_column stamps;   /* ns; INT64_MIN: none that fits */
	struct decimal start, end; /* us; seconds in the oldest form */
	bool has_start, has_end;
	bool nested; /* the oldest form, with nodes inside each other */
	char *title; /* owned; NULL: none */
	uint64_t at; /* the last byte of it that was read, for losses */
};

/* Zero it to begin. */
void v8_profile_release(struct v8_profile *p);

/*
 * Take what an object tells of a profile, after its JSON_OBJECT: nodes or head, samples,
 * timeDeltas or timestamps, startTime, endTime, title, in any order; the same inside
 * `profile`, `result` and `cpuProfile`. May be called again for more of the same profile, as
 * the pieces of a trace bring it.
 */
bool v8_profile_take(struct v8_profile *p, struct json_stream *s, struct reading *r,
		     struct error *err);

/*
 * Add to it what another piece of the same profile has, which comes after it. The first start
 * counts; with another one the piece's end is of another clock (React Native).
 */
bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err);

/* Is there anything that could be shown? */
bool v8_profile_is_there(const struct v8_profile *p);

/* Whose it is: PROFILE_NO_ID where that is not known. All borrowed. */
struct v8_owner {
	struct text event; /* what the samples are called */
	uint32_t name;	   /* the thread's, where there is no title: the builder's */
	int32_t pid, tid;
};

/*
 * Give its samples to the reading's builder, each at its own time and weighing the ns until
 * the next one (the last: until the end). Without samples, each node as often as it was hit,
 * if that is `alone` in the input.
 */
bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err);

#endif
