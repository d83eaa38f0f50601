#include "input/trace/trace_parts.h"

#include "base/mem.h"

struct trace_sample {
	int64_t time;
	uint64_t weight, at;
	uint32_t track;
	uint32_t frame; /* the text of its id; 0: `stack` is set */
	uint32_t stack; /* the builder's */
	uint16_t cpu;
};

void trace_samples_release(struct trace_samples *s)
{
	mem_free(s->rows);
	v8_nodes_release(&s->frames);
	*s = (struct trace_samples){0};
}

/* ---- samples ---- */

enum {
	SAMPLE_PID,
	SAMPLE_TID,
	SAMPLE_FRAME,
	SAMPLE_TS,
	SAMPLE_WEIGHT,
	SAMPLE_CPU,
	SAMPLE_KEYS
};

static const struct text sample_keys[SAMPLE_KEYS] = {
    {"pid", 3}, {"tid", 3}, {"sf", 2}, {"ts", 2}, {"weight", 6}, {"cpu", 3},
};

/* False if the value is not a number. */
static bool take_number(int64_t *to, const struct json_token *v)
{
	struct decimal d;

	if (v->kind == JSON_NULL)
		return true;
	return (v->kind == JSON_NUMBER || v->kind == JSON_STRING) &&
	       number_decimal(v->text, &d) && number_scaled(d, 0, to);
}

/* {"cpu":"-1","name":"","ts":"11552125241","pid":7512,"tid":"7695","weight":"1","sf":1} */
static bool take_sample(struct trace_samples *s, struct trace_recorder *r,
			struct error *err)
{
	unsigned depth = json_stream_depth(r->stream);
	uint32_t ids[] = {0, 0, 0}; /* pid, tid and frame as texts */
	struct trace_time ts = {.ns = 0};
	int64_t weight = 1, cpu = -1;
	bool is_odd = false; /* a member has a wrong type */
	struct trace_sample sample;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(r->stream, sample_keys, SAMPLE_KEYS, &key,
					     &v, err)) {
		s->at = v.at;
		if (key <= SAMPLE_FRAME && !trace_record_text(r, &ids[key], &v, err))
			return false;
		if (key == SAMPLE_TS)
			trace_record_time(&ts, &v);
		else if (key == SAMPLE_WEIGHT)
			is_odd |= !take_number(&weight, &v);
		else if (key == SAMPLE_CPU)
			is_odd |= !take_number(&cpu, &v);
		else
			is_odd |= trace_record_no_text(&v);
		if (!json_stream_skip(r->stream, &v, err))
			return false;
	}
	if (err->kind != ERROR_NONE)
		return false;
	if (json_stream_depth(r->stream) >= depth) {
		losses_count(r->losses, LOSS_SAMPLE_CUT, s->at);
		return true;
	}
	if (!ts.is_there || ts.is_bad || weight < 0) {
		losses_count(r->losses, ts.is_there ? LOSS_NUMBER : LOSS_NO_TIME, s->at);
		return true;
	}
	if (is_odd || ids[SAMPLE_FRAME] == 0)
		losses_count(r->losses, ids[SAMPLE_FRAME] ? LOSS_MEMBER : LOSS_RECORD,
			     s->at);
	sample = (struct trace_sample){.time = ts.ns,
				       .weight = (uint64_t)weight,
				       .at = s->at,
				       .frame = ids[SAMPLE_FRAME],
				       .cpu = PROFILE_NO_CPU};
	if (cpu >= 0 && cpu < PROFILE_NO_CPU)
		sample.cpu = (uint16_t)cpu;
	return trace_tracks_thread(r->tracks, ids[SAMPLE_PID], ids[SAMPLE_TID],
				   &sample.track, err) &&
	       JSON_APPEND(s->rows, s->count, s->room, "samples", err, sample);
}

bool trace_samples_take(struct trace_samples *s, struct trace_recorder *r,
			struct error *err)
{
	struct json_token v;

	while (json_stream_next_object(r->stream, &v, r->losses, err))
		if (!take_sample(s, r, err))
			return false;
	return err->kind == ERROR_NONE;
}

/*
 * Samples of DevTools for Flutter:
 * {"ph":"P","name":"","pid":77616,"tid":42247,"ts":1250,"cat":"Dart","sf":"1-2"}. As in
 * chrome://tracing, each weighs 1, and is a frame of its name if it has no stack.
 */
bool trace_samples_add(struct trace_samples *s, const struct trace_record *e,
		       struct trace_tracks *tracks, struct error *err)
{
	struct trace_sample sample = {.time = e->ts.ns,
				      .weight = 1,
				      .at = e->at,
				      .frame = e->frame,
				      .stack = e->stack,
				      .cpu = PROFILE_NO_CPU};
	uint32_t frame;

	s->at = e->at;
	if (!e->frame && !e->stack) {
		if (!trace_tracks_frame(tracks, e->name, e->category, &frame, err))
			return false;
		sample.stack = builder_stack(tracks->builder, 0, frame);
	}
	return trace_tracks_thread(tracks, e->pid, e->tid, &sample.track, err) &&
	       JSON_APPEND(s->rows, s->count, s->room, "samples", err, sample);
}

/* ---- frames ---- */

enum { FRAME_NAME, FRAME_CATEGORY, FRAME_PARENT, FRAME_KEYS };

static const struct text frame_keys[FRAME_KEYS] = {
    {"name", 4}, {"category", 8}, {"parent", 6}};

/* "2":{"name":"f(http://localhost/index.js:1:1)","category":"JavaScript","parent":1} */
static bool take_frame(struct trace_samples *s, uint32_t row, struct trace_recorder *r,
		       struct error *err)
{
	struct json_token v;
	uint32_t parent;
	int key;

	while (json_stream_next_known_member(r->stream, frame_keys, FRAME_KEYS, &key, &v,
					     err)) {
		if (key == FRAME_NAME && v.kind == JSON_STRING)
			v8_nodes_name(&s->frames, row, r->tracks->builder, v.text);
		else if (key == FRAME_CATEGORY && v.kind == JSON_STRING)
			v8_nodes_url(&s->frames, row, r->tracks->builder, v.text);
		if (v.kind != JSON_STRING && v.kind != JSON_NULL &&
		    (key != FRAME_PARENT || v.kind != JSON_NUMBER))
			losses_count(r->losses, LOSS_RECORD, v.at);
		parent = 0;
		if (key == FRAME_PARENT &&
		    (!trace_record_text(r, &parent, &v, err) ||
		     (parent && !v8_nodes_parent(&s->frames, row, parent, err))))
			return false;
		if (!json_stream_skip(r->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

bool trace_samples_take_frames(struct trace_samples *s, struct trace_recorder *r,
			       struct error *err)
{
	struct json_token v;

	while (json_stream_member(r->stream, &v, err)) {
		uint32_t id, row;
		bool again;

		if (!trace_tracks_text(r->tracks, v.text, &id, err) ||
		    !json_stream_next(r->stream, &v, err))
			return false;
		if (v.kind != JSON_OBJECT) {
			if (!json_stream_lose(r->stream, &v, r->losses, err))
				return false;
			continue;
		}
		if (!v8_nodes_begin(&s->frames, V8_NO_ROW, &row, err) ||
		    !v8_nodes_id(&s->frames, row, id, &again, err) ||
		    !take_frame(s, row, r, err))
			return false;
		if (again)
			losses_count(r->losses, LOSS_RECORD, v.at);
	}
	return err->kind == ERROR_NONE;
}

/* ---- storing ---- */

bool trace_samples_store(struct trace_samples *s, struct trace_tracks *tracks,
			 struct reading *r, struct error *err)
{
	struct sample sample = {.timed = true};
	uint64_t bad;

	if (s->count == 0)
		return true;
	if (!v8_nodes_resolve(&s->frames, r->builder, &bad, err))
		return false;
	losses_add(r->losses, LOSS_RECORD, bad, s->at);
	sample.event = builder_event(r->builder, TEXT("samples"), TEXT(""));
	for (size_t i = 0; i < s->count; i++) {
		const struct trace_sample *row = &s->rows[i];

		sample.time = (uint64_t)row->time;
		sample.weight = row->weight;
		sample.cpu = row->cpu;
		sample.stack = row->stack;
		if (row->frame && !v8_nodes_stack(&s->frames, row->frame, &sample.stack))
			losses_count(r->losses, LOSS_RECORD, row->at);
		if (i == 0 || row->track != row[-1].track)
			sample.thread = trace_tracks_row(tracks, row->track);
		builder_sample(r->builder, &sample);
		if (i % READING_EACH == 0 && !reading_goes_on(r, err))
			return false;
	}
	return true;
}
