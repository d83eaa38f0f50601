#include "input/formats.h"

#include <math.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/losses.h"
#include "input/proto/proto_wire.h"
#include "input/string_ids.h"
#include "profile/frame_mode.h"

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

/* All known programs write the two times first. */
static unsigned probe_nflxprofile(struct text head)
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

/* ---- nodes and their stacks ---- */

struct nflx_node {
	uint32_t name;	 /* index in `names`: a process name in the outermost node */
	uint32_t frame;	 /* the name as a frame */
	uint32_t parent; /* row + 1 of the caller; 0: none */
	uint32_t parent_key;
	uint32_t child, child_end; /* range in `children` */
	uint32_t part, part_end;   /* range in `parts` */
	int32_t pid, tid;	   /* PROFILE_NO_ID: unknown */

	/* set by nodes_link() */
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
	struct idmap keys;    /* from keys in the file to rows */
	struct intern *names; /* owned; NULL until the first node */
	struct string_ids name_ids;
	uint32_t *children; /* owned: keys */
	size_t child_count, child_room;
	uint32_t *parts; /* owned: frames of stacks, outermost first */
	size_t part_count, part_room;
};

/*
 * `libtype` is set by FlameScope's converters, which also use "kernel" for V8's own JavaScript and
 * for any name in brackets.
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

/* Names such as "[kernel.kallsyms]" come without a file, so the mode is derived from the name. */
static enum frame_mode mode_of(struct text name)
{
	return name.len > 2
		   ? frame_mode_of_module(text_upto(text_from(name, 1), name.len - 2))
		   : FRAME_MODE_UNKNOWN;
}

/* `file` is the message File; empty without one. */
static uint32_t frame_of(struct builder *b, struct text name, struct text libtype,
			 struct text file)
{
	enum frame_kind kind = kind_of(name, libtype);
	uint32_t module = builder_string(b, proto_wire_bytes(file, 1));
	uint32_t string = builder_string(b, name);

	return kind == FRAME_NAMELESS ? builder_nameless(b, string, module, mode_of(name))
				      : builder_frame(b, string, module, kind);
}

static int32_t id_of(uint32_t id)
{
	return id && id <= INT32_MAX ? (int32_t)id : PROFILE_NO_ID;
}

/* Add the keys of callees and the frames of the stack that the message Node has. */
static bool add_parts(struct nflx_nodes *n, struct text node, struct error *err)
{
	struct proto_field f;
	uint64_t key;
	bool ok = true;

	while (ok && proto_wire_next(&node, &f) == PROTO_FIELD) {
		if (f.number == 10)
			ok = APPEND(n->parts, n->part_count, n->part_room, "frames", err,
				    frame_of(n->builder, proto_wire_bytes(f.body, 1),
					     proto_wire_bytes(f.body, 2),
					     proto_wire_bytes(f.body, 3)));
		while (ok && f.number == 3 && proto_wire_varint(&f, &key))
			ok = APPEND(n->children, n->child_count, n->child_room,
				    "call paths", err, (uint32_t)key);
	}
	return ok;
}

/* Of several nodes with one key the first counts. */
static bool nodes_add(struct nflx_nodes *n, struct text entry, uint64_t offset,
		      struct error *err)
{
	struct text node = proto_wire_bytes(entry, 2), name = proto_wire_bytes(node, 1);
	uint32_t id, fresh = (uint32_t)n->count;
	uint64_t key[2], v[8]; /* 5: parent, 6: pid, 7: tid */
	struct nflx_node *row;

	if (!node.len) {
		losses_count(n->losses, LOSS_RECORD, offset);
		return true;
	}
	if (!n->names && !(n->names = intern_new(err)))
		return false;
	/* a callee or a frame takes at least a byte of the message */
	if (n->count >= UINT32_MAX || n->child_count + node.len > UINT32_MAX ||
	    n->part_count + node.len > UINT32_MAX)
		return error_set(err, ERROR_LIMIT, "too many nodes for 32-bit numbers");
	proto_wire_varints(entry, key, 2);
	proto_wire_varints(node, v, 8);
	if (!idmap_put(&n->keys, (uint32_t)key[1], fresh, &id, err))
		return false;
	if (id != fresh) {
		losses_count(n->losses, LOSS_RECORD, offset);
		return true;
	}
	if (!mem_reserve(&n->rows, &n->room, n->count + 1, sizeof *n->rows, "nodes", err))
		return false;
	row = &n->rows[n->count++];
	*row = (struct nflx_node){
	    .frame = frame_of(n->builder, name, proto_wire_bytes(node, 4),
			      proto_wire_bytes(node, 11)),
	    .parent_key = (uint32_t)v[5],
	    .pid = id_of((uint32_t)v[6]),
	    .tid = id_of((uint32_t)v[7]),
	    .child = (uint32_t)n->child_count,
	    .part = (uint32_t)n->part_count,
	};
	if (!intern_put(n->names, name, &row->name, err) || !add_parts(n, node, err))
		return false;
	row->child_end = (uint32_t)n->child_count;
	row->part_end = (uint32_t)n->part_count;
	return true;
}

/* ---- callers ---- */

static uint32_t row_of(const struct nflx_nodes *n, uint32_t key)
{
	uint32_t row;

	return idmap_get(&n->keys, key, &row) ? row + 1 : 0;
}

/* Node 0 is the root of all stacks and in none of them. */
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

static void push_node_frame(struct nflx_nodes *n, struct nflx_node *row, uint32_t frame)
{
	if (++row->depth > STACK_DEEPEST)
		losses_count(n->losses, LOSS_DEEP, 0);
	else
		row->stack = builder_stack(n->builder, row->stack, frame);
}

static void place_stack_node(struct nflx_nodes *n, struct nflx_node *row)
{
	const struct nflx_node *parent = row->parent ? &n->rows[row->parent - 1] : NULL;

	row->done = true;
	row->root = row->name;
	if (!parent)
		return;
	row->root = parent->root;
	row->stack = parent->stack;
	row->depth = parent->depth;
	push_node_frame(n, row, row->frame);
}

/*
 * Place the callers before their callees. `path` has room for all rows. `waiting` marks the rows on
 * it, to find nodes that call themselves, directly or not: such a loop is broken by removing the
 * last caller.
 */
static void place_with_callers(struct nflx_nodes *n, uint32_t node, uint32_t *path,
			       bool *waiting)
{
	size_t len = 0;

	while (node && !n->rows[node - 1].done) {
		struct nflx_node *row = &n->rows[node - 1];

		path[len++] = node; /* room: for all rows, none of which is on it twice */
		waiting[node - 1] = true;
		if (row->parent && waiting[row->parent - 1] &&
		    !n->rows[row->parent - 1].done) {
			losses_count(n->losses, LOSS_RECORD, 0);
			row->parent = 0;
		}
		node = row->parent;
	}
	while (len)
		place_stack_node(n, &n->rows[path[--len] - 1]);
}

/*
 * Find the stacks of all nodes, after the whole file has been read. By its params, each node is a
 * process name with all frames of a stack, or names its caller, or (the oldest) lists its callees.
 */
static bool nodes_link(struct nflx_nodes *n, bool has_stack, bool has_parent,
		       struct error *err)
{
	uint32_t *path;
	bool *waiting;

	for (size_t i = 0; i < n->count; i++) {
		struct nflx_node *row = &n->rows[i];

		if (has_stack)
			row->root = row->name;
		for (uint32_t p = row->part; has_stack && p < row->part_end; p++)
			push_node_frame(n, row, n->parts[p]);
		if (!has_stack && has_parent && row->parent_key)
			row->parent = row_of(n, row->parent_key);
	}
	if (has_stack)
		return true;
	if (!has_parent)
		parents_by_children(n);
	path = mem_array(n->count, sizeof *path, "nodes", err);
	waiting = path ? mem_array(n->count, sizeof *waiting, "nodes", err) : NULL;
	for (uint32_t i = 0; waiting && i < n->count; i++)
		place_with_callers(n, i + 1, path, waiting);
	mem_free(path);
	mem_free(waiting);
	return waiting != NULL;
}

/* ---- the profile ---- */

#define LONGEST 9e9 /* seconds; as nanoseconds they fit in 63 bits */

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

/* ---- collecting the file ---- */

static bool append_numbers(struct column32 *c, struct proto_field f, struct error *err)
{
	uint64_t number;

	while (proto_wire_varint(&f, &number))
		if (!APPEND(c->at, c->count, c->room, "samples", err, (uint32_t)number))
			return false;
	return true;
}

/* The numbers of fields are those of nflxprofile.proto of github.com/Netflix/nflxprofile. */
static bool take_field(void *arg, const struct proto_field *f, uint64_t offset,
		       struct error *err)
{
	struct nflx *x = arg;
	struct proto_field rest = *f;
	struct text key;
	double seconds;
	uint64_t value;

	switch (f->number) {
	case 1:
		if (proto_wire_double(&rest, &seconds) && seconds != 0)
			x->start = seconds;
		return true;
	case 3:
		return append_numbers(&x->sample, *f, err);
	case 4:
		while (proto_wire_double(&rest, &seconds))
			if (!APPEND(x->delta, x->delta_count, x->delta_room, "times", err,
				    seconds))
				return false;
		return true;
	case 5:
		return nodes_add(&x->nodes, f->body, offset, err);
	case 8:
		if (!text_equal(proto_wire_bytes(f->body, 2), TEXT("true")))
			return true;
		key = proto_wire_bytes(f->body, 1);
		x->has_stack |= text_equal(key, TEXT("has_node_stack"));
		x->has_parent |= text_equal(key, TEXT("has_parent"));
		return true;
	case 9:
		return append_numbers(&x->cpu, *f, err);
	case 10:
		return append_numbers(&x->pid, *f, err);
	case 11:
		return append_numbers(&x->tid, *f, err);
	case 12:
		while (proto_wire_varint(&rest, &value))
			if (!APPEND(x->value, x->value_count, x->value_room, "weights",
				    err, value))
				return false;
		return true;
	default:
		return true;
	}
}

/* ---- adding the samples ---- */

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

static void add_sample(struct nflx *x, size_t i, bool timed, uint64_t time)
{
	struct nflx_nodes *n = &x->nodes;
	uint32_t row = row_of(n, x->sample.at[i]), root;
	const struct nflx_node *node;
	struct builder *b = x->reading->builder;
	struct sample s = {
	    .time = time,
	    .timed = timed,
	    .weight = i < x->value_count ? x->value[i] : 1,
	    .cpu = i < x->cpu.count && x->cpu.at[i] < PROFILE_NO_CPU
		       ? (uint16_t)x->cpu.at[i]
		       : PROFILE_NO_CPU,
	    .event = x->event,
	};

	if (!row) {
		losses_count(x->reading->losses, LOSS_RECORD, 0);
		return;
	}
	node = &n->rows[row - 1];
	s.stack = node->stack;
	root = string_ids_get(&n->name_ids, b, node->root,
			      intern_get(n->names, node->root)); /* the process name */
	s.thread = builder_thread_of(b, root, id_at(&x->pid, i, node->pid),
				     id_at(&x->tid, i, node->tid));
	builder_add_sample(b, &s);
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

static bool read_profile(struct reading *r, struct error *err)
{
	struct nflx x = {
	    .reading = r,
	    .nodes = {.builder = r->builder, .losses = r->losses},
	};
	bool ok = proto_fields_read(r, &nflxprofile_shape, take_field, &x, err) &&
		  nodes_link(&x.nodes, x.has_stack, x.has_parent, err) &&
		  add_samples(&x, err);

	idmap_release(&x.nodes.keys);
	intern_free(x.nodes.names);
	string_ids_release(&x.nodes.name_ids);
	mem_free(x.nodes.rows);
	mem_free(x.nodes.children);
	mem_free(x.nodes.parts);
	mem_free(x.sample.at);
	mem_free(x.cpu.at);
	mem_free(x.pid.at);
	mem_free(x.tid.at);
	mem_free(x.delta);
	mem_free(x.value);
	return ok;
}

const struct format nflxprofile_format = {
    .name = "nflxprofile",
    .help = "Netflix's nflxprofile files, as converted from perf script output or V8 "
	    "profiles",
    .probe = probe_nflxprofile,
    .read = read_profile,
};
