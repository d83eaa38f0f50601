#include "base/append.h"
#include "base/mem.h"
#include "input/trace/v8_profile.h"

#define WRAPPERS 3 /* objects around a profile: {"result": {"profile": ... */

/* A node or a profile being read. */
struct v8_taking {
	struct v8_profile *profile; /* borrowed, like all pointers here */
	struct json_stream *stream;
	struct reading *reading;
	struct error *err;
};

static bool lose_v8_value(struct v8_taking *t, const struct json_token *v)
{
	losses_count(t->reading->losses, LOSS_RECORD, v->at);
	return true;
}

/* Skip a member of a wrong type; it counts as a loss, but null counts as missing. */
static bool skip_other(struct v8_taking *t, const struct json_token *v)
{
	if (v->kind != JSON_NULL)
		lose_v8_value(t, v);
	return json_stream_skip(t->stream, v, t->err);
}

static bool skip_v8_value(struct v8_taking *t, const struct json_token *v)
{
	return json_stream_skip(t->stream, v, t->err);
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

static bool take_child(struct v8_taking *t, uint32_t row, const struct json_token *v)
{
	uint64_t id;

	if (v->kind == JSON_OBJECT)
		return take_node(t, row);
	if (is_id(v, &id))
		return v8_nodes_child(&t->profile->nodes, row, id, t->err);
	return lose_v8_value(t, v) && skip_v8_value(t, v);
}

static bool take_children(struct v8_taking *t, uint32_t row,
			  const struct json_token *list)
{
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return skip_other(t, list);
	while (json_stream_element(t->stream, &v, t->err))
		if (!take_child(t, row, &v))
			return false;
	return t->err->kind == ERROR_NONE;
}

static bool take_id(struct v8_taking *t, uint32_t row, const struct json_token *v)
{
	uint64_t id;
	bool again;

	if (!is_id(v, &id))
		return lose_v8_value(t, v) && skip_v8_value(t, v);
	if (!v8_nodes_id(&t->profile->nodes, row, id, &again, t->err))
		return false;
	return !again || lose_v8_value(t, v);
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
		v8_nodes_hits(nodes, row, n);
	else if (key == NODE_NAME && v->kind == JSON_STRING)
		v8_nodes_name(nodes, row, b, v->text);
	else if (key == NODE_URL && v->kind == JSON_STRING)
		v8_nodes_url(nodes, row, b, v->text);
	else
		return skip_other(t, v);
	return skip_v8_value(t, v);
}

/* Recursive for the old form, up to JSON_DEPTH_MAX. */
static bool take_node(struct v8_taking *t, uint32_t parent)
{
	uint32_t row;

	return v8_nodes_begin(&t->profile->nodes, parent, &row, t->err) &&
	       take_members(t, row);
}

static bool take_nodes(struct v8_taking *t, const struct json_token *list)
{
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return skip_other(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		if (v.kind == JSON_OBJECT
			? !take_node(t, V8_NO_ROW)
			: !lose_v8_value(t, &v) || !skip_v8_value(t, &v))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* ---- columns ---- */

static bool push_column_value(struct v8_column *c, int64_t value, struct error *err)
{
	return APPEND_WITHIN(c->at, c->count, c->room, value) ||
	       JSON_APPEND(c->at, c->count, c->room, "samples of a CPU profile", err,
			   value);
}

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
		if (!read(&v, &value)) {
			lose_v8_value(t, &v);
			if (!skip_v8_value(t, &v))
				return false;
		}
		if (!push_column_value(c, value, t->err))
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
