/* nflx_nodes.h - the nodes of an nflxprofile: whose stack each of them stands for. */

#ifndef INPUT_NFLX_NODES_H
#define INPUT_NFLX_NODES_H

#include "base/idmap.h"
#include "base/intern.h"
#include "input/losses.h"
#include "input/string_ids.h"

struct Nflx__NodesEntry; /* of <proto/nflxprofile.pb-c.h> */

/* How a node's stack is found: params of the file say so. */
enum nflx_form {
	NFLX_CHILDREN, /* the oldest: nodes list those that they call */
	NFLX_PARENT,   /* each node names its caller */
	NFLX_STACK,    /* each node is a process name, and has all frames with it */
};

struct nflx_node {
	uint32_t name;	 /* of `names`: of the process, if it is the outermost */
	uint32_t frame;	 /* the name as a frame */
	uint32_t parent; /* row + 1; 0: none */
	uint32_t parent_key;
	uint32_t child, child_end; /* of `children` */
	uint32_t part, part_end;   /* of `parts` */
	int32_t pid, tid;	   /* PROFILE_NO_ID: not known */

	/* made by nflx_nodes_link() */
	uint32_t root;	/* of `names`: the outermost one's */
	uint32_t stack; /* of the builder, without the outermost */
	uint32_t depth;
	bool done;
};

/* Zero it but for `builder` and `losses` to begin, then release it. */
struct nflx_nodes {
	struct builder *builder; /* borrowed */
	struct losses *losses;	 /* borrowed */
	struct nflx_node *rows;	 /* owned */
	size_t count, room;
	struct idmap keys;    /* key of the file: row */
	struct intern *names; /* owned; NULL until the first node */
	struct string_ids name_ids;
	uint32_t *children; /* owned: keys */
	size_t child_count, child_room;
	uint32_t *parts; /* owned: frames of stacks, the outermost first */
	size_t part_count, part_room;
};

/* The first of several with one key counts. */
bool nflx_nodes_add(struct nflx_nodes *n, const struct Nflx__NodesEntry *entry,
		    uint64_t offset, struct error *err);

/* When all are there: find their stacks. */
bool nflx_nodes_link(struct nflx_nodes *n, enum nflx_form form, struct error *err);

/* The process name of a stack, as the builder knows it. */
uint32_t nflx_nodes_root(struct nflx_nodes *n, const struct nflx_node *node);

/* NULL: there is none with this key. */
const struct nflx_node *nflx_nodes_find(const struct nflx_nodes *n, uint32_t key);
void nflx_nodes_release(struct nflx_nodes *n);

#endif
