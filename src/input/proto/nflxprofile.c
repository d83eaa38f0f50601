#include "input/formats.h"

#include <math.h>

#include "input/proto/proto_pieces.h"
#include "input/proto/proto_wire.h"

/* ---- recognition ---- */

static const struct proto_shape file_shape = {"bvv", {0}};
static const struct proto_shape frame_shape = {"bbb", {[3] = &file_shape}};
static const struct proto_shape node_shape = {
    "bvVbvvvvvbb",
    {[10] = &frame_shape, [11] = &file_shape},
};
static const struct proto_shape node_entry_shape = {"vb", {[2] = &node_shape}};
static const struct proto_shape param_entry_shape = {"bb", {0}};
static const struct proto_shape nflxprofile_shape = {
    "ddVDbbbbVVVVv",
    {[5] = &node_entry_shape, [8] = &param_entry_shape},
};

#define START_AND_END (1u << 1 | 1u << 2)
#define THE_REST      (~(START_AND_END | 1u))
#define LATEST	      1e12 /* seconds: later than any real clock */

/* Take the first field as seconds; -1 if it has another number. */
static double seconds_of(struct text *head, unsigned number)
{
	struct proto_field f;
	double seconds;

	if (proto_wire_next(head, &f) != PROTO_FIELD || f.number != number)
		return -1;
	memcpy(&seconds, &f.value, sizeof seconds);
	return seconds;
}

/* All writers begin with the two times. */
static unsigned probe(struct text head)
{
	struct text rest = head;
	unsigned seen, begun;
	double start = seconds_of(&rest, 1), end = seconds_of(&rest, 2);

	if (!isfinite(start) || !isfinite(end) || start < 0 || end < start ||
	    end > LATEST || !proto_shape_fits(&nflxprofile_shape, head, &seen, &begun))
		return 0;
	return (seen & START_AND_END) == START_AND_END && (begun & THE_REST) ? PROTO_SURE
									     : 0;
}

#ifdef WITH_PROTOBUF_C
#include <proto/nflxprofile.pb-c.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/losses.h"
#include "input/string_ids.h"
#include "profile/frame_mode.h"

/* ---- nodes and their stacks ---- */

/* How the stack of a node is found; the params of the file tell. */
enum nflx_form {
	NFLX_CHILDREN, /* the oldest: each node lists its callees */
	NFLX_PARENT,   /* each node names its caller */
	NFLX_STACK,    /* each node is a process name with all frames of a stack */
};

struct nflx_node {
	uint32_t name;	 /* of `names`: a process name in the outermost node */
	uint32_t frame;	 /* the name as a frame */
	uint32_t parent; /* row + 1; 0: none */
	uint32_t parent_key;
	uint32_t child, child_end; /* into `children` */
	uint32_t part, part_end;   /* into `parts` */
	int32_t pid, tid;	   /* PROFILE_NO_ID: not known */

	/* made by nodes_link() */
	uint32_t root;	/* of `names`: the name of the outermost node */
	uint32_t stack; /* of the builder, without the outermost node */
	uint32_t depth;
	bool done;
};

/* Zero it except `builder` and `losses` to begin, then release it. */
struct nflx_nodes {
	struct builder *builder; /* borrowed */
	struct losses *losses;	 /* borrowed */
	struct nflx_node *rows;	 /* owned */
	size_t count, room;
	struct idmap keys;    /* key in the file: row */
	struct intern *names; /* owned; NULL until the first node */
	struct string_ids name_ids;
	uint32_t *children; /* owned: keys */
	size_t child_count, child_room;
	uint32_t *parts; /* owned: frames of stacks, the outermost first */
	size_t part_count, part_room;
};

static struct text text_in(ProtobufCBinaryData data)
{
	return (struct text){data.data ? (const char *)data.data : "", data.len};
}

/*
 * `libtype` is of FlameScope's converters. They also say "kernel" for V8's own JavaScript and for
 * any name in brackets.
 */
static enum frame_kind kind_of(struct text name, struct text libtype)
{
	if (name.len == 0 || (name.at[0] == '[' && name.at[name.len - 1] == ']'))
		return FRAME_NAMELESS;
	if (text_equal(libtype, TEXT("kernel")))
		return FRAME_KERNEL;
	if (text_equal(libtype, TEXT("jit")))
		return FRAME_JIT;
	return text_equal(libtype, TEXT("inlined")) ? FRAME_INLINED : FRAME_USER;
}

/* Names such as "[kernel.kallsyms]" come without a file, so the name tells the mode. */
static enum frame_mode mode_of(struct text name)
{
	return name.len > 2
		   ? frame_mode_of_module(text_upto(text_from(name, 1), name.len - 2))
		   : FRAME_MODE_UNKNOWN;
}

static uint32_t frame_of(struct builder *b, ProtobufCBinaryData name,
			 ProtobufCBinaryData libtype, const Nflx__File *file)
{
	enum frame_kind kind = kind_of(text_in(name), text_in(libtype));
	uint32_t module = file ? builder_string(b, text_in(file->file_name)) : 0;
	uint32_t string = builder_string(b, text_in(name));

	return kind == FRAME_NAMELESS
		   ? builder_nameless(b, string, module, mode_of(text_in(name)))
		   : builder_frame(b, string, module, kind);
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

/* Of several nodes with one key the first counts. */
static bool nodes_add(struct nflx_nodes *n, const Nflx__NodesEntry *entry,
		      uint64_t offset, struct error *err)
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

/* Node 0 is the caller of all and in no stack. */
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

/*
 * Place the callers first. `path` has room for all rows. `waiting` marks the rows on it, to find
 * nodes that call themselves, directly or not: the loop is broken by removing the last caller.
 */
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

/* Find the stacks of all nodes, when the whole file has been read. */
static bool nodes_link(struct nflx_nodes *n, enum nflx_form form, struct error *err)
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

/* The process name of a node's stack, as a string of the builder. */
static uint32_t nodes_root(struct nflx_nodes *n, const struct nflx_node *node)
{
	return string_ids_get(&n->name_ids, n->builder, node->root,
			      intern_get(n->names, node->root));
}

/* NULL if no node has this key. */
static const struct nflx_node *nodes_find(const struct nflx_nodes *n, uint32_t key)
{
	uint32_t row = row_of(n, key);

	return row ? &n->rows[row - 1] : NULL;
}

static void nodes_release(struct nflx_nodes *n)
{
	idmap_release(&n->keys);
	intern_free(n->names);
	string_ids_release(&n->name_ids);
	mem_free(n->rows);
	mem_free(n->children);
	mem_free(n->parts);
	*n = (struct nflx_nodes){0};
}

/* ---- the profile ---- */

#define LONGEST 9e9 /* seconds: as nanoseconds they fit 63 bits */

/* A growing column of the file. */
struct column32 {
	uint32_t *at; /* owned */
	size_t count, room;
};

struct nflx {
	struct reading *reading; /* borrowed */
	double start;		 /* seconds */
	struct nflx_nodes nodes;
	struct column32 sample, cpu, pid, tid;
	double *delta; /* owned */
	size_t delta_count, delta_room;
	uint64_t *value; /* owned */
	size_t value_count, value_room;
	bool has_stack, has_parent; /* set by its params */
	uint16_t event;
	double carry; /* ns: the rounding error so far */
};

/* ---- taking it in ---- */

static bool append(struct column32 *c, const uint32_t *from, size_t n, struct error *err)
{
	for (size_t i = 0; i < n; i++)
		if (!APPEND(c->at, c->count, c->room, "samples", err, from[i]))
			return false;
	return true;
}

static bool append_deltas(struct nflx *x, const Nflx__Profile *p, struct error *err)
{
	for (size_t i = 0; i < p->n_time_deltas; i++)
		if (!APPEND(x->delta, x->delta_count, x->delta_room, "times", err,
			    p->time_deltas[i]))
			return false;
	return true;
}

static bool append_values(struct nflx *x, const Nflx__Profile *p, struct error *err)
{
	for (size_t i = 0; i < p->n_samples_value; i++)
		if (!APPEND(x->value, x->value_count, x->value_room, "weights", err,
			    p->samples_value[i]))
			return false;
	return true;
}

static bool is(ProtobufCBinaryData data, const char *text)
{
	return text_equal((struct text){(const char *)data.data, data.len},
			  text_of(text));
}

static void take_param(struct nflx *x, const Nflx__ParamsEntry *param)
{
	if (!is(param->value, "true"))
		return;
	x->has_stack |= is(param->key, "has_node_stack");
	x->has_parent |= is(param->key, "has_parent");
}

static bool take_piece(void *arg, const ProtobufCMessage *piece, uint64_t offset,
		       struct error *err)
{
	struct nflx *x = arg;
	const Nflx__Profile *p = (const Nflx__Profile *)(const void *)piece;

	if (p->start_time != 0)
		x->start = p->start_time;
	for (size_t i = 0; i < p->n_params; i++)
		take_param(x, p->params[i]);
	for (size_t i = 0; i < p->n_nodes; i++)
		if (!nodes_add(&x->nodes, p->nodes[i], offset, err))
			return false;
	return append(&x->sample, p->samples, p->n_samples, err) &&
	       append_deltas(x, p, err) && append_values(x, p, err) &&
	       append(&x->cpu, p->samples_cpu, p->n_samples_cpu, err) &&
	       append(&x->pid, p->samples_pid, p->n_samples_pid, err) &&
	       append(&x->tid, p->samples_tid, p->n_samples_tid, err);
}

/* ---- handing it on ---- */

/* Add a fraction of a second to `*ns`, without accumulating rounding errors. */
static bool advance(struct nflx *x, double seconds, int64_t *ns)
{
	double exact;
	int64_t whole;

	if (!(fabs(seconds) < LONGEST))
		return false;
	exact = seconds * (double)NS_PER_SECOND + x->carry;
	whole = (int64_t)(exact < 0 ? exact - 0.5 : exact + 0.5);
	x->carry = exact - (double)whole;
	return !__builtin_add_overflow(*ns, whole, ns);
}

static int32_t id_at(const struct column32 *c, size_t i, int32_t otherwise)
{
	return i < c->count && c->at[i] <= INT32_MAX ? (int32_t)c->at[i] : otherwise;
}

static uint16_t cpu_at(const struct nflx *x, size_t i)
{
	return i < x->cpu.count && x->cpu.at[i] < PROFILE_NO_CPU ? (uint16_t)x->cpu.at[i]
								 : PROFILE_NO_CPU;
}

static void add_sample(struct nflx *x, size_t i, bool timed, uint64_t time)
{
	const struct nflx_node *node = nodes_find(&x->nodes, x->sample.at[i]);
	struct builder *b = x->reading->builder;
	struct sample s = {
	    .time = time,
	    .timed = timed,
	    .weight = i < x->value_count ? x->value[i] : 1,
	    .cpu = cpu_at(x, i),
	    .event = x->event,
	};

	if (!node) {
		losses_count(x->reading->losses, LOSS_RECORD, 0);
		return;
	}
	s.stack = node->stack;
	s.thread =
	    builder_thread_of(b, nodes_root(&x->nodes, node),
			      id_at(&x->pid, i, node->pid), id_at(&x->tid, i, node->tid));
	builder_sample(b, &s);
}

static bool add_samples(struct nflx *x, struct error *err)
{
	int64_t time = 0;
	bool ok = advance(x, x->start, &time);

	x->event = builder_event(x->reading->builder, TEXT("samples"), TEXT(""));
	for (size_t i = 0; i < x->sample.count; i++) {
		bool timed = i < x->delta_count;

		if (i % READING_EACH == 0 && !reading_goes_on(x->reading, err))
			return false;
		if (timed && (!ok || !advance(x, x->delta[i], &time) || time < 0))
			losses_count(x->reading->losses, LOSS_NUMBER, 0);
		else
			add_sample(x, i, timed, timed ? (uint64_t)time : 0);
	}
	return true;
}

static enum nflx_form form_of(const struct nflx *x)
{
	if (x->has_stack)
		return NFLX_STACK;
	return x->has_parent ? NFLX_PARENT : NFLX_CHILDREN;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct nflx x = {
	    .reading = r,
	    .nodes = {.builder = r->builder, .losses = r->losses},
	};
	bool ok = proto_pieces_read(r, &nflx__profile__descriptor, take_piece, &x, err) &&
		  nodes_link(&x.nodes, form_of(&x), err) && add_samples(&x, err);

	nodes_release(&x.nodes);
	mem_free(x.sample.at);
	mem_free(x.cpu.at);
	mem_free(x.pid.at);
	mem_free(x.tid.at);
	mem_free(x.delta);
	mem_free(x.value);
	return ok;
}

#else

static bool read_profile(struct reading *r, struct error *err)
{
	(void)r;
	return proto_pieces_refuse("an nflxprofile", err);
}

#endif

const struct format nflxprofile_format = {
    .name = "nflxprofile",
    .help =
	"Netflix's nflxprofile, which its converters make of perf script or V8 profiles",
    .probe = probe,
    .read = read_profile,
    .library = &protobuf_library,
};
