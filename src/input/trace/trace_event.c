#include "input/formats.h"

#include "input/spans/spans.h"
#include "input/trace/trace_parts.h"

/* One trace being read. */
struct trace {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct trace_recorder recorder;
	struct trace_tracks tracks;
	struct spans spans;
	struct trace_profiles profiles;
	struct trace_samples samples;
};

static void count_event_loss(struct trace *t, enum loss_reason why,
			     const struct trace_record *e)
{
	losses_count(t->reading->losses, why, e->at);
}

/* ---- spans ---- */

static bool track_of(struct trace *t, const struct trace_record *e, uint32_t *track,
		     struct error *err)
{
	bool named = e->phase == 'S' || e->phase == 'F';
	const struct trace_async a = {.path = {e->category, e->id_scope, e->id,
					       e->scope == TRACE_OF_PROCESS ? e->pid : 0,
					       named ? e->name : 0},
				      .pid = e->pid,
				      .category = e->category,
				      .name = e->name};

	return named || e->phase == 'b' || e->phase == 'e'
		   ? trace_tracks_async(&t->tracks, &a, track, err)
		   : trace_tracks_thread(&t->tracks, e->pid, e->tid, track, err);
}

static bool is_time(const struct trace_time *time)
{
	return time->is_there && !time->is_bad;
}

static bool take_span(struct trace *t, const struct trace_record *e, enum span_kind kind,
		      struct error *err)
{
	struct span_event s = {.time = e->ts.ns, .at = e->at, .kind = kind};
	const struct trace_time *cpu = kind == SPAN_WHOLE ? &e->tdur : &e->tts;

	s.cpu = is_time(cpu) ? cpu->ns : SPAN_NO_CPU;
	/* a span without a duration gets its CPU time as duration, as in speedscope */
	if (kind == SPAN_WHOLE)
		s.length = (uint64_t)(e->dur.is_there ? e->dur.ns : e->tdur.ns);
	if (!is_time(&e->ts) || e->dur.is_bad ||
	    s.length > (uint64_t)INT64_MAX - (uint64_t)s.time) {
		count_event_loss(t, e->ts.is_there ? LOSS_NUMBER : LOSS_NO_TIME, e);
		return true;
	}
	if (e->is_odd || e->tdur.is_bad || e->tts.is_bad)
		count_event_loss(t, LOSS_MEMBER, e);
	if (kind == SPAN_WHOLE && !e->dur.is_there && !e->tdur.is_there)
		count_event_loss(t, LOSS_SPAN_LENGTH, e);
	if (kind != SPAN_WHOLE)
		s.name = e->name;
	if (kind != SPAN_END &&
	    !trace_tracks_frame(&t->tracks, e->name, e->category, &s.frame, err))
		return false;
	return track_of(t, e, &s.track, err) && spans_add(&t->spans, &s, err);
}

static bool take_sample(struct trace *t, const struct trace_record *e, struct error *err)
{
	if (!is_time(&e->ts)) {
		count_event_loss(t, e->ts.is_there ? LOSS_NUMBER : LOSS_NO_TIME, e);
		return true;
	}
	if (!e->frame && !e->stack && !e->name)
		count_event_loss(t, LOSS_RECORD, e);
	else if (e->is_odd)
		count_event_loss(t, LOSS_MEMBER, e);
	return trace_samples_add(&t->samples, e, &t->tracks, err);
}

/* ---- metadata ---- */

/* "ph":"M","name":"thread_name","args":{"name":"CrRendererMain"} */
static bool take_fact(struct trace *t, const struct trace_record *e, struct error *err)
{
	enum trace_name name = trace_recorder_name(&t->recorder, e->name);
	uint32_t track;

	if (name == TRACE_OTHER ? e->is_odd : !e->args_name)
		count_event_loss(t, LOSS_RECORD, e);
	else if (e->is_odd)
		count_event_loss(t, LOSS_MEMBER, e);
	if (name == TRACE_PROCESS_NAME)
		return trace_tracks_name_process(&t->tracks, e->pid, e->args_name, err);
	if (name != TRACE_THREAD_NAME) {
		count_event_loss(t, ASIDE_FACT, e);
		return true;
	}
	if (!trace_tracks_thread(&t->tracks, e->pid, e->tid, &track, err))
		return false;
	trace_tracks_name_thread(&t->tracks, track, e->args_name);
	return true;
}

/* ---- events ---- */

/* The reason for leaving an event out, by its phase. */
static enum loss_reason aside_of(char phase)
{
	static const struct {
		const char *phases;
		enum loss_reason why;
	} kinds[] = {
	    {"iIRnTp", ASIDE_INSTANT}, {"C", ASIDE_COUNTER}, {"stf", ASIDE_FLOW},
	    {"NOD", ASIDE_OBJECT},     {"vV", ASIDE_DUMP},   {"c()", ASIDE_CLOCK},
	};

	for (size_t i = 0; phase && i < sizeof kinds / sizeof *kinds; i++)
		if (strchr(kinds[i].phases, phase))
			return kinds[i].why;
	return LOSS_RECORD;
}

static bool take_record(struct trace *t, struct trace_record *e, struct error *err)
{
	enum trace_name name = trace_recorder_name(&t->recorder, e->name);

	if (e->phase != 'P' && (e->frame || e->stack))
		count_event_loss(t, ASIDE_STACK, e);
	switch (e->phase) {
	case 'X':
		return take_span(t, e, SPAN_WHOLE, err);
	case 'B':
	case 'b':
	case 'S':
		return take_span(t, e, SPAN_BEGIN, err);
	case 'E':
	case 'e':
	case 'F':
		return take_span(t, e, SPAN_END, err);
	case 'M':
		return take_fact(t, e, err);
	default:
		if (e->phase && name >= TRACE_CPU_PROFILE) {
			if (e->is_odd || !e->profile.at)
				count_event_loss(
				    t, e->profile.at ? LOSS_MEMBER : LOSS_RECORD, e);
			return trace_profiles_add(&t->profiles, e, name, err);
		}
		if (e->phase == 'P')
			return take_sample(t, e, err);
		count_event_loss(t, aside_of(e->phase), e);
		return true;
	}
}

static bool take_events(struct trace *t, struct error *err)
{
	struct json_token v;

	while (json_stream_next_object(t->stream, &v, t->reading->losses, err)) {
		struct trace_record e = {.at = v.at};
		bool cut, ok = trace_record_take(&e, &t->recorder, &cut, err);

		if (ok && cut)
			count_event_loss(t, LOSS_SAMPLE_CUT, &e);
		else if (ok)
			ok = take_record(t, &e, err);
		if (e.profile.at)
			v8_profile_release(&e.profile);
		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* ---- the file ---- */

enum { KEY_EVENTS, KEY_SAMPLES, KEY_FRAMES, KEYS };

static const struct text keys[KEYS] = {
    {"traceEvents", 11}, {"samples", 7}, {"stackFrames", 11}};

static bool take_members(struct trace *t, struct error *err)
{
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, keys, KEYS, &key, &v, err)) {
		bool ok;

		if (v.kind != (key == KEY_FRAMES ? JSON_OBJECT : JSON_ARRAY) &&
		    v.kind != JSON_NULL)
			losses_count(t->reading->losses, LOSS_RECORD, v.at);
		if (key == KEY_EVENTS && v.kind == JSON_ARRAY)
			ok = take_events(t, err);
		else if (key == KEY_SAMPLES && v.kind == JSON_ARRAY)
			ok = trace_samples_take(&t->samples, &t->recorder, err);
		else if (key == KEY_FRAMES && v.kind == JSON_OBJECT)
			ok = trace_samples_take_frames(&t->samples, &t->recorder, err);
		else
			ok = json_stream_skip(t->stream, &v, err);
		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

static bool take_all(struct trace *t, struct error *err)
{
	struct json_token v;
	bool is_list, ok;

	if (!json_stream_next(t->stream, &v, err))
		return false;
	is_list = v.kind == JSON_ARRAY;
	if (!is_list && v.kind != JSON_OBJECT)
		return error_set(err, ERROR_FORMAT,
				 "expected a trace of events, found other JSON");
	ok = is_list ? take_events(t, err) : take_members(t, err);
	if (!ok && err->kind == ERROR_FORMAT &&
	    (t->spans.count || t->profiles.count || t->samples.count)) {
		losses_count(t->reading->losses, LOSS_NO_JSON,
			     json_stream_error_offset(t->stream));
		*err = (struct error)ERROR_INIT;
		return true;
	}
	/* a list may lack its end: Chrome writes the bracket only when it stops */
	if (ok && is_list && json_stream_is_truncated(t->stream) &&
	    json_stream_depth(t->stream) == 1)
		return true;
	return ok && json_stream_finish(t->stream, t->reading->losses, err);
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct trace t = {.reading = r};
	bool ok = trace_tracks_begin(&t.tracks, r->builder, err);

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	if (ok)
		t.stream = json_stream_open(r->source, r, err);
	ok = t.stream && trace_recorder_begin(&t.recorder, &t.tracks, t.stream, r, err) &&
	     take_all(&t, err) &&
	     spans_store(&t.spans, trace_tracks_row, &t.tracks, r, err) &&
	     trace_profiles_store(&t.profiles, &t.tracks, r, err) &&
	     trace_samples_store(&t.samples, &t.tracks, r, err);
	json_stream_close(t.stream);
	trace_tracks_release(&t.tracks);
	spans_release(&t.spans);
	trace_profiles_release(&t.profiles);
	trace_samples_release(&t.samples);
	return ok;
}

/* ---- detection ---- */

/* The keys of events found so far; a list may begin with other elements. */
struct trace_signs {
	bool list, phase;
};

static bool detect_trace_events(void *arg, const struct json_head_member *m)
{
	struct trace_signs *seen = arg;
	bool is_event = m->depth == (m->in_array ? 2 : 3);

	if (m->depth == 1 && !m->in_array)
		seen->list |=
		    m->kind == JSON_ARRAY && text_equal(m->key, TEXT("traceEvents"));
	seen->phase |= is_event && (m->in_array || seen->list) &&
		       m->kind == JSON_STRING && m->value.len == 1 &&
		       text_equal(m->key, TEXT("ph"));
	return !seen->phase;
}

static unsigned sure_of(const void *arg)
{
	const struct trace_signs *seen = arg;

	if (seen->phase)
		return 95;
	return seen->list ? 80 : 0;
}

static const struct json_detector witness = {detect_trace_events, sure_of,
					     sizeof(struct trace_signs)};

static unsigned probe_trace_events(struct text head)
{
	return json_head_sure(head, &witness);
}

const struct format trace_event_format = {
    .name = "trace-event",
    .help = "traces of Chrome, Node and others (trace_event JSON): node "
	    "--trace-event-categories v8,node",
    .probe = probe_trace_events,
    .read = read_profile,
    .witness = &witness,
};
