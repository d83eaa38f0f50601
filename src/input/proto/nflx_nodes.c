#include "input/proto/nflx_nodes.h"

#include <proto/nflxprofile.pb-c.h>

#include "base/append.h"
#include "base/mem.h"

static struct text text_in(ProtobufCBinaryData data)
{
	return (struct text){data.data ? (const char *)data.data : "", data.len};
}

/* What FlameScope's converters call libtype. They call V8's own JavaScript "kernel", and
 * whatever stands in brackets too. */
static enum frame_kind kind_of(struct text name, struct text libtype)
{
	if (name.len == 0 || (name.at[0] == '[' && name.at[name.len - 1] == ']'))
		return FRAME_UNKNOWN;
	if (text_equal(libtype, TEXT("kernel")))
		return FRAME_KERNEL;
	if (text_equal(libtype, TEXT("jit")))
		return FRAME_JIT;
	return text_equal(libtype, TEXT("inlined")) ? FRAME_INLINED : FRAME_USER;
}

static uint32_t frame_of(struct builder *b, ProtobufCBinaryData name,
			 ProtobufCBinaryData libtype, const Nflx__File *file)
{
	enum frame_kind kind = kind_of(text_in(name), text_in(libtype));
	uint32_t module = file ? builder_string(b, text_in(file->file_name)) : 0;

	return builder_frame(b, builder_string(b, text_in(name)), module, kind);
}

static int32_t id_of(uint32_t id)
{
	return id && id <= INT32_MAX ? (int32_t)id : PROFILE_NO_ID;
}

static bool add_children(struct nflx_nodes *n, struct nflx_node *row,
			 const Nflx__Node *node, struct error *err)
{
	row->child = (uint32_t)n->child_count;
	for (size_t i = 0; i < node->n_children; i++)
		if (!APPEND(n->children, n->child_count, n->child_room, "call paths", err,
			    node->children[i]))
			return false;
	row->child_end = (uint32_t)n->child_count;
	return true;
}

static bool add_parts(struct nflx_nodes *n, struct nflx_node *row, const Nflx__Node *node,
		      struct error *err)
{
	row->part = (uint32_t)n->part_count;
	for (size_t i = 0; i < node->n_stack; i++) {
		const Nflx__StackFrame *f = node->stack[i];

		if (!APPEND(n->parts, n->part_count, n->part_room, "frames", err,
			    frame_of(n->builder, f->function_name, f->libtype, f->file)))
			return false;
	}
	row->part_end = (uint32_t)n->part_count;
	return true;
}

bool nflx_nodes_add(struct nflx_nodes *n, const Nflx__NodesEntry *entry, uint64_t offset,
		    struct error *err)
{
	const Nflx__Node *node = entry->value;
	uint32_t id, fresh = (uint32_t)n->count;
	struct nflx_node *row;

	if (!node) {
		losses_count(n->losses, LOSS_RECORD, offset);
		return true;
	}
	if (!n->names && !(n->names = intern_new(err)))
		return false;
	if (n->count >= UINT32_MAX || n->child_count + node->n_children > UINT32_MAX ||
	    n->part_count + node->n_stack > UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many nodes for 32-bit numbers");
	if (!idmap_put(&n->keys, entry->key, fresh, &id, err))
		return false;
	if (id != fresh) {
		losses_count(n->losses, LOSS_RECORD, offset);
		return true;
	}
	if (!mem_reserve(&n->rows, &n->room, n->count + 1, sizeof *n->rows, "nodes", err))
		return false;
	row = &n->rows[n->count++];
	*row = (struct nflx_node){
	    .frame = frame_of(n->builder, node->function_name, node->libtype, node->file),
	    .parent_key = node->parent,
	    .pid = id_of(node->pid),
	    .tid = id_of(node->tid),
	};
	return intern_put(n->names, text_in(node->function_name), &row->name, err) &&
	       add_children(n, row, node, err) && add_parts(n, row, node, err);
}

/* ---- callers ---- */

static uint32_t row_of(const struct nflx_nodes *n, uint32_t key)
{
	uint32_t row;

	return idmap_get(&n->keys, key, &row) ? row + 1 : 0;
}

/* Node 0 is above all, and in no stack. */
static void parents_by_key(struct nflx_nodes *n)
{
	for (size_t i = 0; i < n->count; i++)
		if (n->rows[i].parent_key)
			n->rows[i].parent = row_of(n, n->rows[i].parent_key);
}

static void parents_by_children(struct nflx_nodes *n)
{
	uint32_t top = row_of(n, 0);

	for (size_t i = 0; i < n->count; i++) {
		if (i + 1 == top)
			continue;
		for (uint32_t c = n->rows[i].child; c < n->rows[i].child_end; c++) {
			uint32_t child = row_of(n, n->children[c]);

			if (child && child != top && !n->rows[child - 1].parent)
				n->rows[child - 1].parent = (uint32_t)i + 1;
		}
	}
}

/* ---- stacks ---- */

static void push(struct nflx_nodes *n, struct nflx_node *row, uint32_t frame)
{
	if (++row->depth > STACK_DEEPEST)
		losses_count(n->losses, LOSS_DEEP, 0);
	else
		row->stack = builder_stack(n->builder, row->stack, frame);
}

static void place(struct nflx_nodes *n, struct nflx_node *row)
{
	const struct nflx_node *parent = row->parent ? &n->rows[row->parent - 1] : NULL;

	row->done = true;
	row->root = row->name;
	if (!parent)
		return;
	row->root = parent->root;
	row->stack = parent->stack;
	row->depth = parent->depth;
	push(n, row, row->frame);
}

/* Callers first. `path` has room for all; `waiting` marks those on it, so that a node
 * that calls itself is found out: it has no caller then. */
static void place_with_callers(struct nflx_nodes *n, uint32_t node, uint32_t *path,
			       bool *waiting)
{
	size_t len = 0;

	while (node && !n->rows[node - 1].done) {
		struct nflx_node *row = &n->rows[node - 1];

		path[len++] = node; /* room: for all rows, and none is twice on it */
		waiting[node - 1] = true;
		if (row->parent && waiting[row->parent - 1] &&
		    !n->rows[row->parent - 1].done) {
			losses_count(n->losses, LOSS_RECORD, 0);
			row->parent = 0;
		}
		node = row->parent;
	}
	while (len)
		place(n, &n->rows[path[--len] - 1]);
}

static bool place_all(struct nflx_nodes *n, struct error *err)
{
	uint32_t *path = mem_array(n->count, sizeof *path, "nodes", err);
	bool *waiting = path ? mem_array(n->count, sizeof *waiting, "nodes", err) : NULL;

	for (uint32_t i = 0; waiting && i < n->count; i++)
		place_with_callers(n, i + 1, path, waiting);
	mem_free(path);
	mem_free(waiting);
	return waiting != NULL;
}

static void place_parts(struct nflx_nodes *n)
{
	for (size_t i = 0; i < n->count; i++) {
		struct nflx_node *row = &n->rows[i];

		row->root = row->name;
		for (uint32_t p = row->part; p < row->part_end; p++)
			push(n, row, n->parts[p]);
	}
}

bool nflx_nodes_link(struct nflx_nodes *n, enum nflx_form form, struct error *err)
{
	if (form == NFLX_STACK) {
		place_parts(n);
		return true;
	}
	if (form == NFLX_PARENT)
		parents_by_key(n);
	else
		parents_by_children(n);
	return place_all(n, err);
}

uint32_t nflx_nodes_root(struct nflx_nodes *n, const struct nflx_node *node)
{
	return string_ids_get(&n->name_ids, n->builder, node->root,
			      intern_get(n->names, node->root));
}

const struct nflx_node *nflx_nodes_find(const struct nflx_nodes *n, uint32_t key)
{
	uint32_t row = row_of(n, key);

	return row ? &n->rows[row - 1] : NULL;
}

void nflx_nodes_release(struct nflx_nodes *n)
{
	idmap_release(&n->keys);
	intern_free(n->names);
	string_ids_release(&n->name_ids);
	mem_free(n->rows);
	mem_free(n->children);
	mem_free(n->parts);
	*n = (struct nflx_nodes){0};
}
