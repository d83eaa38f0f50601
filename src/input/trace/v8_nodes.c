#include "input/trace/v8_profile.h"

#include "base/mem.h"
#include "input/json/json_stream.h"

#define SPARSEST 16 /* in a table by id, at most this many ids per node on average */

enum state { STATE_NEW, STATE_BELOW, STATE_DONE };

struct v8_node {
	uint64_t id, hits;
	uint32_t parent;       /* row, or V8_NO_ROW */
	uint32_t name, url;    /* strings */
	uint32_t stack, depth; /* depth: of the stack */
	uint8_t kind, state;
	bool is_root; /* the root of all stacks, which no stack contains */
};

struct v8_leaf {
	uint32_t stack;
	bool is_there;
};

struct v8_edge {
	uint64_t id;
	uint32_t row;
	bool up; /* `id` is the parent of `row`, otherwise its child */
};

bool v8_nodes_begin(struct v8_nodes *n, uint32_t parent, uint32_t *row, struct error *err)
{
	if (n->count == V8_NO_ROW - 1)
		return error_set(err, ERROR_LIMIT, "too many nodes in a CPU profile");
	if (!json_stream_reserve(&n->rows, &n->room, (size_t)n->count + 1,
				 sizeof *n->rows, "nodes of a CPU profile", err))
		return false;
	*row = n->count++;
	n->rows[*row] =
	    (struct v8_node){.id = UINT64_MAX, .parent = parent, .kind = FRAME_JIT};
	return true;
}

void v8_nodes_release(struct v8_nodes *n)
{
	mem_free(n->rows);
	mem_free(n->edges);
	mem_free(n->leaves);
	idmap_release(&n->ids);
	*n = (struct v8_nodes){0};
}

/*
 * Names in parentheses are no JavaScript functions. "(program)" is everything that V8 cannot tell
 * apart.
 */
void v8_nodes_name(struct v8_nodes *n, uint32_t row, struct builder *b, struct text name)
{
	struct v8_node *v = &n->rows[row];

	if (name.len == 0)
		name = TEXT("(anonymous)");
	else if (text_equal(name, TEXT("(root)")))
		v->is_root = true;
	else if (text_equal(name, TEXT("(idle)")))
		v->kind = FRAME_IDLE;
	else if (text_equal(name, TEXT("(garbage collector)")))
		v->kind = FRAME_RUNTIME;
	else if (text_equal(name, TEXT("(program)")))
		v->kind = FRAME_NAMELESS;
	v->name = builder_string(b, name);
}

void v8_nodes_url(struct v8_nodes *n, uint32_t row, struct builder *b, struct text url)
{
	n->rows[row].url = builder_string(b, url);
}

void v8_nodes_hits(struct v8_nodes *n, uint32_t row, uint64_t hits)
{
	n->rows[row].hits = hits;
}

bool v8_nodes_id(struct v8_nodes *n, uint32_t row, uint64_t id, bool *again,
		 struct error *err)
{
	uint32_t first;

	if (!idmap_put(&n->ids, id, row, &first, err))
		return false;
	*again = first != row;
	if (id > n->largest)
		n->largest = id;
	n->rows[row].id = *again ? UINT64_MAX : id;
	return true;
}

static bool add_edge(struct v8_nodes *n, struct v8_edge e, struct error *err)
{
	return JSON_APPEND(n->edges, n->edge_count, n->edge_room,
			   "calls of a CPU profile", err, e);
}

bool v8_nodes_parent(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err)
{
	return add_edge(n, (struct v8_edge){.id = id, .row = row, .up = true}, err);
}

bool v8_nodes_child(struct v8_nodes *n, uint32_t row, uint64_t id, struct error *err)
{
	return add_edge(n, (struct v8_edge){.id = id, .row = row}, err);
}

bool v8_nodes_join(struct v8_nodes *n, const struct v8_nodes *more, uint64_t *again,
		   struct error *err)
{
	uint32_t base = n->count, row;

	*again = 0;
	for (uint32_t i = 0; i < more->count; i++) {
		const struct v8_node *v = &more->rows[i];
		bool is_again = false;

		if (!v8_nodes_begin(n, V8_NO_ROW, &row, err))
			return false;
		n->rows[row] = *v;
		n->rows[row].id = UINT64_MAX;
		if (v->parent != V8_NO_ROW)
			n->rows[row].parent = base + v->parent;
		if (v->id != UINT64_MAX && !v8_nodes_id(n, row, v->id, &is_again, err))
			return false;
		*again += is_again;
	}
	for (size_t i = 0; i < more->edge_count; i++) {
		struct v8_edge e = more->edges[i];

		e.row += base;
		if (!add_edge(n, e, err))
			return false;
	}
	return true;
}

/* The first node that lists a child is its parent. A node whose stack is made keeps its parent. */
static uint64_t join_children(struct v8_nodes *n)
{
	uint64_t missing = 0;

	for (size_t i = 0; i < n->edge_count; i++) {
		const struct v8_edge *e = &n->edges[i];
		uint32_t other, child, parent;

		if (!idmap_get(&n->ids, e->id, &other)) {
			missing++;
			continue;
		}
		child = e->up ? e->row : other;
		parent = e->up ? other : e->row;
		if (n->rows[child].parent == V8_NO_ROW &&
		    n->rows[child].state == STATE_NEW)
			n->rows[child].parent = parent;
	}
	n->edge_count = 0;
	return missing;
}

/* False when the stack would be too deep, or the node has no name. */
static bool make_stack(struct v8_nodes *n, struct v8_node *v, struct builder *b)
{
	const struct v8_node *below = v->parent == V8_NO_ROW ? NULL : &n->rows[v->parent];
	uint32_t frame;

	v->state = STATE_DONE;
	if (v->is_root)
		return true;
	v->depth = below ? below->depth : 0;
	v->stack = below ? below->stack : 0;
	if (v->name == 0) /* the node was only referred to */
		return false;
	if (v->depth == STACK_DEEPEST)
		return false;
	frame = builder_frame(b, v->name, v->url, (enum frame_kind)v->kind);
	v->stack = builder_stack(b, v->stack, frame);
	v->depth++;
	return true;
}

/*
 * Make the stacks of a node and its ancestors. Goes to the nearest ancestor with a stack, reversing
 * the links to find the way back, so that no memory is needed at any depth. A circle is cut where
 * it closes. Returns the number of bad nodes.
 */
static uint64_t resolve_one(struct v8_nodes *n, uint32_t row, struct builder *b)
{
	uint32_t above = V8_NO_ROW;
	uint64_t bad = 0;

	while (row != V8_NO_ROW && n->rows[row].state == STATE_NEW) {
		uint32_t parent = n->rows[row].parent;

		n->rows[row].state = STATE_BELOW;
		n->rows[row].parent = above;
		above = row;
		row = parent;
	}
	if (row != V8_NO_ROW && n->rows[row].state == STATE_BELOW) {
		bad++;
		row = V8_NO_ROW;
	}
	while (above != V8_NO_ROW) {
		struct v8_node *v = &n->rows[above];
		uint32_t next = v->parent;

		v->parent = row;
		bad += !make_stack(n, v, b);
		row = above;
		above = next;
	}
	return bad;
}

static bool make_leaves(struct v8_nodes *n, struct error *err)
{
	mem_free(n->leaves);
	n->leaves = NULL;
	if (n->largest / SPARSEST > n->count)
		return true;
	n->leaf_count = n->largest + 1;
	n->leaves =
	    mem_array(n->leaf_count, sizeof *n->leaves, "nodes of a CPU profile", err);
	for (uint32_t i = 0; n->leaves && i < n->count; i++) {
		const struct v8_node *v = &n->rows[i];

		if (v->id != UINT64_MAX)
			n->leaves[v->id] = (struct v8_leaf){v->stack, true};
	}
	return n->leaves;
}

bool v8_nodes_resolve(struct v8_nodes *n, struct builder *b, uint64_t *bad,
		      struct error *err)
{
	*bad = join_children(n);
	for (uint32_t i = 0; i < n->count && !builder_failed(b); i++)
		*bad += resolve_one(n, i, b);
	return make_leaves(n, err);
}

uint64_t v8_nodes_row(const struct v8_nodes *n, uint32_t row, uint32_t *stack)
{
	*stack = n->rows[row].stack;
	return n->rows[row].hits;
}

bool v8_nodes_stack(const struct v8_nodes *n, uint64_t id, uint32_t *stack)
{
	uint32_t row;

	if (n->leaves) {
		if (id >= n->leaf_count || !n->leaves[id].is_there)
			return false;
		*stack = n->leaves[id].stack;
		return true;
	}
	if (!idmap_get(&n->ids, id, &row))
		return false;
	v8_nodes_row(n, row, stack);
	return true;
}
