#include "input/trace/trace_parts.h"

#include "base/mem.h"

enum {
	KEY_PID,
	KEY_TID,
	KEY_TS,
	KEY_PHASE,
	KEY_CATEGORY,
	KEY_NAME,
	KEY_ARGS,
	KEY_DUR,
	KEY_TDUR,
	KEY_TTS,
	KEY_ID,
	KEY_ID2,
	KEY_SCOPE,
	KEY_FRAME,
	KEY_STACK,
	KEYS
};

static const struct text keys[KEYS] = {
    {"pid", 3},	 {"tid", 3},  {"ts", 2},    {"ph", 2},	 {"cat", 3},
    {"name", 4}, {"args", 4}, {"dur", 3},   {"tdur", 4}, {"tts", 3},
    {"id", 2},	 {"id2", 3},  {"scope", 5}, {"sf", 2},	 {"stack", 5},
};

static const struct text names[TRACE_NAMES] = {
    [TRACE_OTHER] = {"", 0},
    [TRACE_PROCESS_NAME] = {"process_name", 12},
    [TRACE_THREAD_NAME] = {"thread_name", 11},
    [TRACE_CPU_PROFILE] = {"CpuProfile", 10},
    [TRACE_PROFILE] = {"Profile", 7},
    [TRACE_PROFILE_CHUNK] = {"ProfileChunk", 12},
};

bool trace_recorder_begin(struct trace_recorder *r, struct trace_tracks *tracks,
			  struct json_stream *stream, struct reading *reading,
			  struct error *err)
{
	*r = (struct trace_recorder){
	    .tracks = tracks, .stream = stream, .reading = *reading};
	r->losses = reading->losses;
	for (int i = 0; i < TRACE_NAMES; i++)
		if (!trace_tracks_text(tracks, names[i], &r->names[i], err))
			return false;
	return true;
}

enum trace_name trace_recorder_name(const struct trace_recorder *r, uint32_t name)
{
	for (int i = TRACE_OTHER + 1; i < TRACE_NAMES; i++)
		if (r->names[i] == name)
			return (enum trace_name)i;
	return TRACE_OTHER;
}

/* A number or a text: "ts": 336962964016.127, "ts": "11550183666". */
void trace_record_time(struct trace_time *t, const struct json_token *v)
{
	struct decimal d;
	int64_t ns = 0;

	t->is_there = v->kind != JSON_NULL;
	t->is_bad =
	    t->is_there && ((v->kind != JSON_NUMBER && v->kind != JSON_STRING) ||
			    !number_decimal(v->text, &d) || !number_scaled(d, 3, &ns));
	t->ns = ns;
}

/* Equal ids are equal whether written as numbers or texts. */
bool trace_record_text(const struct trace_recorder *r, uint32_t *text,
		       const struct json_token *v, struct error *err)
{
	if (v->kind != JSON_STRING && v->kind != JSON_NUMBER)
		return true;
	return trace_tracks_text(r->tracks, v->text, text, err);
}

/* "id2": {"local": "0x1f"} */
static bool take_id2(struct trace_record *e, const struct trace_recorder *r,
		     struct error *err)
{
	static const struct text of[] = {{"global", 6}, {"local", 5}};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(r->stream, of, 2, &key, &v, err)) {
		e->scope = key ? TRACE_OF_PROCESS : TRACE_OF_ALL;
		e->is_odd |= trace_record_no_text(&v);
		if (!trace_record_text(r, &e->id, &v, err) ||
		    !json_stream_skip(r->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/*
 * Take "args": {"name": "CrRendererMain"} or "args": {"data": {"cpuProfile": {"nodes": ... While
 * the event's name is unknown, an apparent profile may be something else.
 */
static bool take_args(struct trace_record *e, struct trace_recorder *r, struct error *err)
{
	static const struct text of[] = {{"name", 4}, {"data", 4}};
	struct json_token v;
	int key;

	if (!e->name) {
		r->guesses = (struct losses){.by_byte = true};
		r->reading.losses = &r->guesses;
	}
	while (json_stream_next_known_member(r->stream, of, 2, &key, &v, err)) {
		bool ok = key == 0 || v.kind != JSON_OBJECT ||
			  v8_profile_take(&e->profile, r->stream, &r->reading, err);

		if (ok && key == 0 && v.kind == JSON_STRING)
			ok = trace_record_text(r, &e->args_name, &v, err);
		if (!ok || ((key == 0 || v.kind != JSON_OBJECT) &&
			    !json_stream_skip(r->stream, &v, err)))
			return false;
	}
	return err->kind == ERROR_NONE;
}

static uint32_t *text_at(struct trace_record *e, int key)
{
	switch (key) {
	case KEY_PID:
		return &e->pid;
	case KEY_TID:
		return &e->tid;
	case KEY_CATEGORY:
		return &e->category;
	case KEY_NAME:
		return &e->name;
	case KEY_ID:
		return &e->id;
	case KEY_SCOPE:
		return &e->id_scope;
	case KEY_FRAME:
		return &e->frame;
	default:
		return NULL;
	}
}

static struct trace_time *time_at(struct trace_record *e, int key)
{
	switch (key) {
	case KEY_TS:
		return &e->ts;
	case KEY_DUR:
		return &e->dur;
	case KEY_TDUR:
		return &e->tdur;
	case KEY_TTS:
		return &e->tts;
	default:
		return NULL;
	}
}

/* Take "stack": ["main", "work"], outermost frame first. */
static bool take_stack(struct trace_record *e, struct trace_recorder *r,
		       struct error *err)
{
	struct builder *b = r->tracks->builder;
	struct json_token v;
	uint32_t name, frame;

	e->stack = 0;
	for (uint32_t depth = 0; json_stream_element(r->stream, &v, err); depth++) {
		e->is_odd |= v.kind != JSON_STRING;
		if (v.kind == JSON_STRING && depth >= STACK_DEEPEST) {
			losses_count(r->losses, LOSS_DEEP, v.at);
		} else if (v.kind == JSON_STRING) {
			if (!trace_record_text(r, &name, &v, err) ||
			    !trace_tracks_frame(r->tracks, name, 0, &frame, err))
				return false;
			e->stack = builder_stack(b, e->stack, frame);
		}
		if (!json_stream_skip(r->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

static bool take_value(struct trace_record *e, struct trace_recorder *r, int key,
		       const struct json_token *v, struct error *err)
{
	uint32_t *text = text_at(e, key);
	struct trace_time *time = time_at(e, key);

	if (v->kind == JSON_OBJECT && key == KEY_ARGS &&
	    (e->name == 0 || trace_recorder_name(r, e->name) != TRACE_OTHER))
		return take_args(e, r, err);
	if (v->kind == JSON_OBJECT && key == KEY_ID2)
		return take_id2(e, r, err);
	if (v->kind == JSON_ARRAY && key == KEY_STACK &&
	    (e->phase == 0 || e->phase == 'P'))
		return take_stack(e, r, err);
	if (time) {
		trace_record_time(time, v);
		time->is_bad |= time->ns < 0 && (key == KEY_DUR || key == KEY_TDUR);
	} else if (text) {
		e->is_odd |= trace_record_no_text(v);
		if (!trace_record_text(r, text, v, err))
			return false;
	} else if (key == KEY_ID2 || key == KEY_STACK) {
		e->is_odd |= v->kind != JSON_NULL &&
			     (key == KEY_ID2 || e->phase == 0 || e->phase == 'P');
	} else if (key == KEY_PHASE && v->kind == JSON_STRING && v->text.len == 1) {
		e->phase = v->text.at[0];
	}
	return json_stream_skip(r->stream, v, err);
}

bool trace_record_take(struct trace_record *e, struct trace_recorder *r, bool *cut,
		       struct error *err)
{
	unsigned depth = json_stream_depth(r->stream);
	struct json_token v = {.at = 0};
	int key;

	r->reading.losses = r->losses;
	while (json_stream_next_known_member(r->stream, keys, KEYS, &key, &v, err)) {
		e->at = v.at;
		if (!take_value(e, r, key, &v, err))
			return false;
	}
	if (r->reading.losses == &r->guesses &&
	    trace_recorder_name(r, e->name) >= TRACE_CPU_PROFILE)
		losses_join(r->losses, &r->guesses);
	*cut = json_stream_depth(r->stream) >= depth;
	return err->kind == ERROR_NONE;
}
