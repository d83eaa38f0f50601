#include "input/trace/v8_profile.h"

#include <stdlib.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/number.h"
#include "profile/sample_run.h"

#define SPARSEST     16 /* in a table by id, at most this many ids per node on average */
#define WRAPPERS     3	/* objects around a profile: {"result": {"profile": ... */
#define MOVES_EACH   8	/* sorting: this many moves per sample, then qsort() */
#define SECONDS_EACH 10 /* no profiler samples as seldom as once in 10 s */

/* ---- the tree ---- */

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

/* Add the nodes of `more`, which are not resolved; `*again` counts ids that existed already. */
static bool v8_nodes_join(struct v8_nodes *n, const struct v8_nodes *more,
			  uint64_t *again, struct error *err)
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
	*stack = n->rows[row].stack;
	return true;
}

/* ---- the profile ---- */

/* A sample whose time is known. */
struct tick {
	int64_t time;  /* ns */
	uint32_t node; /* index of the sample, which orders equal times */
};

/* The samples in order of time. */
struct ticks {
	/* borrowed: the time of each sample, if they are in order */
	const int64_t *times;
	struct tick *at; /* owned: otherwise; NULL: `times` is used */
	uint32_t count;
	uint64_t beyond; /* samples whose time is out of range */
};

static struct tick get_tick(const struct ticks *t, uint32_t i)
{
	return t->at ? t->at[i] : (struct tick){t->times[i], i};
}

void v8_profile_release(struct v8_profile *p)
{
	v8_nodes_release(&p->nodes);
	mem_free(p->samples.at);
	mem_free(p->deltas.at);
	mem_free(p->stamps.at);
	mem_free(p->title);
	*p = (struct v8_profile){0};
}

bool v8_profile_is_there(const struct v8_profile *p)
{
	return p->nodes.count || p->samples.count;
}

/* ---- reading ---- */

/* A node or a profile being read. */
struct v8_taking {
	struct v8_profile *profile; /* borrowed, like all pointers here */
	struct json_stream *stream;
	struct reading *reading;
	struct error *err;
};

static bool lose(struct v8_taking *t, const struct json_token *v)
{
	return json_stream_lose(t->stream, v, t->reading->losses, t->err);
}

/* Skip a member of a wrong type; it counts as a loss, but null counts as missing. */
static bool skip_other(struct v8_taking *t, const struct json_token *v)
{
	return v->kind == JSON_NULL || lose(t, v);
}

static bool is_id(const struct json_token *v, uint64_t *id)
{
	return v->kind == JSON_NUMBER && number_u64(v->text, id) && *id <= INT64_MAX;
}

/* ---- nodes ---- */

enum {
	NODE_ID,
	NODE_CALL_FRAME,
	NODE_NAME,
	NODE_URL,
	NODE_HITS,
	NODE_CHILDREN,
	NODE_PARENT,
	NODE_KEYS
};

static const struct text node_keys[NODE_KEYS] = {
    {"id", 2},	     {"callFrame", 9}, {"functionName", 12}, {"url", 3},
    {"hitCount", 8}, {"children", 8},  {"parent", 6},
};

static bool take_node(struct v8_taking *t, uint32_t parent);

static bool take_children(struct v8_taking *t, uint32_t row,
			  const struct json_token *list)
{
	struct json_token v;
	uint64_t id;

	if (list->kind != JSON_ARRAY)
		return skip_other(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		bool ok = v.kind == JSON_OBJECT ? take_node(t, row)
			  : is_id(&v, &id)
			      ? add_edge(&t->profile->nodes,
					 (struct v8_edge){.id = id, .row = row}, t->err)
			      : lose(t, &v);

		if (!ok)
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

static bool take_id(struct v8_taking *t, uint32_t row, const struct json_token *v)
{
	bool again = true;
	uint64_t id;

	if (is_id(v, &id) && !v8_nodes_id(&t->profile->nodes, row, id, &again, t->err))
		return false;
	return !again || lose(t, v);
}

static bool take_of_node(struct v8_taking *t, uint32_t row, int key,
			 const struct json_token *v);

/* {"functionName":"resolve","scriptId":"64","url":"node:path","lineNumber":1090,... */
static bool take_members(struct v8_taking *t, uint32_t row)
{
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, node_keys, NODE_KEYS, &key, &v,
					     t->err))
		if (!take_of_node(t, row, key, &v))
			return false;
	return t->err->kind == ERROR_NONE;
}

static bool take_of_node(struct v8_taking *t, uint32_t row, int key,
			 const struct json_token *v)
{
	struct v8_nodes *nodes = &t->profile->nodes;
	struct builder *b = t->reading->builder;
	uint64_t n;

	if (key == NODE_ID)
		return take_id(t, row, v);
	if (key == NODE_CHILDREN)
		return take_children(t, row, v);
	if (key == NODE_CALL_FRAME && v->kind == JSON_OBJECT)
		return take_members(t, row);
	if (key == NODE_PARENT && is_id(v, &n))
		return v8_nodes_parent(nodes, row, n, t->err);
	if (key == NODE_HITS && is_id(v, &n))
		nodes->rows[row].hits = n;
	else if (key == NODE_NAME && v->kind == JSON_STRING)
		v8_nodes_name(nodes, row, b, v->text);
	else if (key == NODE_URL && v->kind == JSON_STRING)
		v8_nodes_url(nodes, row, b, v->text);
	else
		return skip_other(t, v);
	return true;
}

/* Recursive for the old form, up to JSON_DEPTH_MAX. */
static bool take_node(struct v8_taking *t, uint32_t parent)
{
	uint32_t row = V8_NO_ROW;

	return v8_nodes_begin(&t->profile->nodes, parent, &row, t->err) &&
	       take_members(t, row);
}

static bool take_nodes(struct v8_taking *t, const struct json_token *list)
{
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return skip_other(t, list);
	while (json_stream_next_object(t->stream, &v, t->reading->losses, t->err))
		if (!take_node(t, V8_NO_ROW))
			return false;
	return t->err->kind == ERROR_NONE;
}

/* ---- columns ---- */

static bool read_id(const struct json_token *v, int64_t *value)
{
	uint64_t id;

	*value = -1;
	if (!is_id(v, &id))
		return false;
	*value = (int64_t)id;
	return true;
}

/* Convert microseconds, with or without a fraction, to nanoseconds. */
static bool read_time(const struct json_token *v, int64_t *value)
{
	struct decimal d;
	uint64_t us;

	*value = 0;
	if (v->kind == JSON_NUMBER && number_u64(v->text, &us) &&
	    us <= INT64_MAX / 1000) {
		*value = (int64_t)us * 1000; /* nearly all values */
		return true;
	}
	return v->kind == JSON_NUMBER && number_decimal(v->text, &d) &&
	       number_scaled(d, 3, value);
}

/* The same for an absolute time; INT64_MIN: it is no number or out of range. */
static bool read_stamp(const struct json_token *v, int64_t *value)
{
	if (read_time(v, value))
		return true;
	*value = INT64_MIN;
	return v->kind == JSON_NUMBER;
}

/* A value that is not a number keeps its place, as the following ones would move otherwise. */
static bool take_column(struct v8_taking *t, struct v8_column *c,
			const struct json_token *list,
			bool (*read)(const struct json_token *v, int64_t *value))
{
	struct json_token v;
	int64_t value;

	if (list->kind != JSON_ARRAY)
		return skip_other(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		if (!read(&v, &value) && !lose(t, &v))
			return false;
		if (!APPEND_WITHIN(c->at, c->count, c->room, value) &&
		    !JSON_APPEND(c->at, c->count, c->room, "samples of a CPU profile",
				 t->err, value))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* ---- the profile ---- */

enum {
	KEY_NODES,
	KEY_HEAD,
	KEY_SAMPLES,
	KEY_DELTAS,
	KEY_STAMPS,
	KEY_START,
	KEY_END,
	KEY_TITLE,
	KEY_WRAPPERS,
	KEYS = KEY_WRAPPERS + 3
};

static const struct text keys[KEYS] = {
    {"nodes", 5},	{"head", 4},	  {"samples", 7},     {"timeDeltas", 10},
    {"timestamps", 10}, {"startTime", 9}, {"endTime", 7},     {"title", 5},
    {"profile", 7},	{"result", 6},	  {"cpuProfile", 10},
};

static bool take_profile(struct v8_taking *t, unsigned wrappers);

static bool take_moment(struct v8_taking *t, struct decimal *to, bool *is_there,
			const struct json_token *v)
{
	if (v->kind != JSON_NUMBER || !number_decimal(v->text, to))
		return skip_other(t, v);
	*is_there = true;
	return true;
}

static bool take_value(struct v8_taking *t, int key, const struct json_token *v,
		       unsigned wrappers)
{
	struct v8_profile *p = t->profile;

	if (key >= KEY_WRAPPERS && v->kind == JSON_OBJECT && wrappers < WRAPPERS)
		return take_profile(t, wrappers + 1);
	if (key == KEY_NODES)
		return take_nodes(t, v);
	if (key == KEY_HEAD && v->kind == JSON_OBJECT) {
		p->nested = true;
		return take_node(t, V8_NO_ROW);
	}
	if (key == KEY_SAMPLES)
		return take_column(t, &p->samples, v, read_id);
	if (key == KEY_DELTAS)
		return take_column(t, &p->deltas, v, read_time);
	if (key == KEY_STAMPS)
		return take_column(t, &p->stamps, v, read_stamp);
	if (key == KEY_START)
		return take_moment(t, &p->start, &p->has_start, v);
	if (key == KEY_END)
		return take_moment(t, &p->end, &p->has_end, v);
	if (key != KEY_TITLE || v->kind != JSON_STRING)
		return skip_other(t, v);
	return p->title || (p->title = mem_text(v->text.at, v->text.len, t->err));
}

static bool take_profile(struct v8_taking *t, unsigned wrappers)
{
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, keys, KEYS, &key, &v, t->err)) {
		t->profile->at = v.at;
		if (!take_value(t, key, &v, wrappers))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

bool v8_profile_take(struct v8_profile *p, struct json_stream *s, struct reading *r,
		     struct error *err)
{
	struct v8_taking t = {p, s, r, err};

	return take_profile(&t, 0);
}

/* ---- pieces ---- */

static bool append_column(struct v8_column *c, const struct v8_column *more,
			  struct error *err)
{
	if (more->count == 0)
		return true;
	if (!json_stream_reserve(&c->at, &c->room, c->count + more->count, sizeof *c->at,
				 "samples of a CPU profile", err))
		return false;
	memcpy(c->at + c->count, more->at, more->count * sizeof *c->at);
	c->count += more->count;
	return true;
}

/*
 * Make samples and deltas of a piece equal in number, as otherwise the deltas of the next piece
 * would be taken for these: some traces state all of them twice.
 */
static void align_deltas(struct v8_profile *piece, struct losses *losses)
{
	size_t samples = piece->samples.count, deltas = piece->deltas.count;

	if (samples == 0)
		losses_add(losses, LOSS_RECORD, deltas, piece->at);
	if (deltas > samples)
		piece->deltas.count = samples;
	if (deltas && deltas < samples) {
		piece->samples.count = deltas;
		losses_add(losses, LOSS_NO_TIME, samples - deltas, piece->at);
	}
}

bool v8_profile_join(struct v8_profile *p, struct v8_profile *piece,
		     struct losses *losses, struct error *err)
{
	uint64_t again;

	align_deltas(piece, losses);
	if (!v8_nodes_join(&p->nodes, &piece->nodes, &again, err) ||
	    !append_column(&p->samples, &piece->samples, err) ||
	    !append_column(&p->deltas, &piece->deltas, err) ||
	    !append_column(&p->stamps, &piece->stamps, err))
		return false;
	losses_add(losses, LOSS_RECORD, again, piece->at);
	if (piece->has_end && !(piece->has_start && p->has_start)) {
		p->end = piece->end;
		p->has_end = true;
	}
	if (piece->has_start && !p->has_start) {
		p->start = piece->start;
		p->has_start = true;
	}
	p->at = piece->at;
	return true;
}

/* ---- times ---- */

#define BEYOND INT64_MIN /* a time that is out of range */

static void add_tick(struct ticks *t, int64_t time, size_t node)
{
	if (time == BEYOND)
		t->beyond++;
	else
		t->at[t->count++] =
		    (struct tick){time, (uint32_t)node}; /* room: for all samples */
}

/*
 * Get start and end in ns from numbers in units of 10^shift ns. A start that is out of range
 * (Business Central counts from the year 1) becomes 0, and the end is then counted from it. False:
 * there is no valid end.
 */
static bool bounds(const struct v8_profile *p, int32_t shift, int64_t *start,
		   int64_t *end)
{
	struct decimal length = p->end;

	*start = *end = 0;
	if (!p->has_start || number_scaled(p->start, shift, start))
		return p->has_end && number_scaled(p->end, shift, end);
	length.digits -= p->start.digits; /* no overflow: they have at most 18 digits */
	return p->has_end && p->end.places == p->start.places &&
	       number_scaled(length, shift, end);
}

/*
 * Convert deltas to times in place: sample 0 is deltas[0] after the start, every other one its
 * delta after the previous one.
 */
static void sum_deltas(struct v8_profile *p, int64_t time)
{
	struct v8_column *c = &p->deltas;

	if (c->count > p->samples.count)
		c->count = p->samples.count;
	for (size_t i = 0; i < c->count; i++) {
		if (time != BEYOND && __builtin_add_overflow(time, c->at[i], &time))
			time = BEYOND; /* like all that follow */
		c->at[i] = time;
	}
	mem_free(p->stamps.at);
	p->stamps = *c;
	*c = (struct v8_column){0};
}

static bool make_room(const struct v8_profile *p, struct ticks *t, struct error *err)
{
	t->at =
	    mem_array(p->samples.count, sizeof *t->at, "samples of a CPU profile", err);
	return t->at;
}

static bool in_order(const int64_t *times, size_t count)
{
	int64_t before = BEYOND + 1;

	for (size_t i = 0; i < count; before = times[i++])
		if (times[i] < before)
			return false;
	return true;
}

/* A list that is one longer than the samples begins with the start of the profile. */
static bool by_stamps(const struct v8_profile *p, struct ticks *t, struct error *err)
{
	size_t from = p->stamps.count == p->samples.count + 1;
	size_t count = p->stamps.count - from;

	if (count > p->samples.count)
		count = p->samples.count;
	t->times = p->stamps.at + from;
	if (in_order(t->times, count)) {
		t->count = (uint32_t)count;
		return true;
	}
	if (!make_room(p, t, err))
		return false;
	for (size_t i = 0; i < count; i++)
		add_tick(t, t->times[i], i);
	return true;
}

/* Spread the samples evenly from start to end. `*ended` is the end. */
static bool evenly(const struct v8_profile *p, struct ticks *t, struct builder *b,
		   int64_t *ended, struct error *err)
{
	int64_t n = (int64_t)p->samples.count, start, end, span;
	int32_t shift = 3;

	if (p->nested && bounds(p, 0, &start, &end) &&
	    !__builtin_sub_overflow(end, start, &span) && span >= 0 &&
	    span / SECONDS_EACH <= n)
		shift = 9;
	if (!bounds(p, shift, &start, &end) ||
	    __builtin_sub_overflow(end, start, &span) || span < 0)
		return true;
	if (!make_room(p, t, err))
		return false;
	builder_note(
	    b, TEXT("times"),
	    TEXT("spread evenly from startTime to endTime, as samples have no times"));
	for (int64_t i = 0; i < n; i++)
		add_tick(t,
			 start + (int64_t)number_share((uint64_t)i, (uint64_t)n,
						       (uint64_t)span),
			 (size_t)i);
	*ended = end;
	return true;
}

static int compare_ticks(const void *a, const void *b)
{
	const struct tick *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->node < y->node ? -1 : x->node > y->node;
}

/* Insertion sort, as few samples are out of order, and not by far. */
static void sort_ticks(struct ticks *t)
{
	uint64_t moves = 0, most = (uint64_t)t->count * MOVES_EACH;

	for (uint32_t i = 1; t->at && i < t->count; i++) {
		struct tick one = t->at[i];
		uint32_t to = i;

		for (; to > 0 && t->at[to - 1].time > one.time; to--, moves++)
			t->at[to] = t->at[to - 1];
		t->at[to] = one;
		if (moves > most) {
			qsort(t->at, t->count, sizeof *t->at, compare_ticks);
			return;
		}
	}
}

/* `*end`: the end in ns as far as the file states it; INT64_MIN: not stated. */
static bool place_all(struct v8_profile *p, struct ticks *t, struct builder *b,
		      int64_t *end, struct error *err)
{
	bool ok = true;
	int64_t start, ignored;

	if (p->samples.count > UINT32_MAX - 1)
		return error_set(err, ERROR_LIMIT, "too many samples in a CPU profile");
	if (!bounds(p, 3, &start, end))
		*end = INT64_MIN;
	if (!p->has_start && !p->stamps.count && p->deltas.count)
		builder_note(b, TEXT("times"),
			     TEXT("counted from 0, as there is no startTime"));
	if (p->has_start && !p->stamps.count && !number_scaled(p->start, 3, &ignored))
		builder_note(b, TEXT("times"),
			     TEXT("since startTime, which is out of range"));
	if (!p->stamps.count && p->deltas.count)
		sum_deltas(p, start);
	if (p->stamps.count) {
		ok = by_stamps(p, t, err);
	} else if (p->has_start && p->has_end && p->samples.count) {
		*end = INT64_MIN;
		ok = evenly(p, t, b, end, err);
	}
	sort_ticks(t);
	return ok;
}

/* ---- storing ---- */

/* The last sample lasts until the end, or as long as the one before it. */
static uint64_t lasting(const struct ticks *t, uint32_t i, int64_t end)
{
	int64_t time = get_tick(t, i).time;

	if (i + 1 < t->count)
		return (uint64_t)get_tick(t, i + 1).time - (uint64_t)time;
	if (end > time)
		return (uint64_t)end - (uint64_t)time;
	return i ? (uint64_t)time - (uint64_t)get_tick(t, i - 1).time : 0;
}

/* The data common to the samples of a profile. */
struct v8_storing {
	struct v8_profile *profile; /* borrowed, like all pointers here */
	struct reading *reading;
	uint32_t thread;
	uint16_t event;
};

/* False: the sample's node does not exist. */
static bool stack_of(const struct v8_storing *s, size_t node, uint32_t *stack)
{
	int64_t id = s->profile->samples.at[node];

	if (id < 0) /* counted as a loss when it was read */
		return false;
	if (v8_nodes_stack(&s->profile->nodes, (uint64_t)id, stack))
		return true;
	losses_count(s->reading->losses, LOSS_RECORD, s->profile->at);
	return false;
}

static bool store_timed(const struct v8_storing *s, const struct ticks *t, int64_t end,
			struct error *err)
{
	uint64_t untimed = s->profile->samples.count - t->count - t->beyond;

	struct sample_run run;

	run.builder = s->reading->builder;
	run.thread = s->thread;
	run.event = s->event;
	run.cpu = PROFILE_NO_CPU;
	run.spans = false;
	run.count = 0;
	for (uint32_t i = 0; i < t->count; i++) {
		struct tick tick = get_tick(t, i);
		uint32_t stack;

		if (stack_of(s, tick.node, &stack))
			sample_run_add(&run, (uint64_t)tick.time, lasting(t, i, end), 0,
				       stack);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	sample_run_flush(&run);
	losses_add(s->reading->losses, LOSS_NO_TIME, untimed, s->profile->at);
	losses_add(s->reading->losses, LOSS_NUMBER, t->beyond, s->profile->at);
	return true;
}

static bool store_untimed(const struct v8_storing *s, struct error *err)
{
	for (size_t i = 0; i < s->profile->samples.count; i++) {
		struct sample sample = {.weight = 1,
					.thread = s->thread,
					.event = s->event,
					.cpu = PROFILE_NO_CPU};

		if (stack_of(s, i, &sample.stack))
			builder_add_sample(s->reading->builder, &sample);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	return true;
}

static void store_hits(const struct v8_storing *s)
{
	struct sample sample = {
	    .thread = s->thread, .event = s->event, .cpu = PROFILE_NO_CPU};

	builder_weights_are_counts(s->reading->builder);
	for (uint32_t i = 0; i < s->profile->nodes.count; i++) {
		sample.stack = s->profile->nodes.rows[i].stack;
		sample.weight = s->profile->nodes.rows[i].hits;
		if (sample.weight)
			builder_add_sample(s->reading->builder, &sample);
	}
}

bool v8_profile_store(struct v8_profile *p, struct reading *r,
		      const struct v8_owner *owner, bool alone, struct error *err)
{
	struct builder *b = r->builder;
	uint32_t name = owner->name;
	struct v8_storing s = {.profile = p, .reading = r};
	struct ticks ticks = {0};
	uint64_t bad;
	int64_t end;
	bool ok;

	if (!v8_nodes_resolve(&p->nodes, b, &bad, err))
		return false;
	losses_add(r->losses, LOSS_RECORD, bad, p->at);
	if (p->title && p->title[0])
		name = builder_string(b, text_of(p->title));
	s.thread = builder_thread_of(b, name, owner->pid, owner->tid);
	if (p->samples.count == 0)
		losses_add(r->losses, LOSS_RECORD, p->deltas.count + p->stamps.count,
			   p->at);
	if (p->samples.count == 0 && !alone)
		return true;
	ok = place_all(p, &ticks, b, &end, err);
	/* with times, a weight is the time until the next sample */
	s.event = builder_event(b, owner->event, ticks.count ? TEXT("ns") : TEXT(""));
	if (ok && p->samples.count == 0)
		store_hits(&s);
	else if (ok)
		ok = ticks.count ? store_timed(&s, &ticks, end, err)
				 : store_untimed(&s, err);
	mem_free(ticks.at);
	return ok;
}
