#include "input/formats.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/append.h"
#include "base/idmap.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/spans/spans.h"
#include "input/string_ids.h"
#include "input/trace/v8_profile.h"
#include "profile/builder.h"

/* ---- tracks, and texts by number ---- */

#define LONGEST_PART 100 /* bytes of a category or name in the name of a track */

enum { STEP_THREADS, STEP_ASYNC, STEP_FIRST_FREE };

struct trace_track {
	uint32_t pid, tid; /* texts, like all numbers here */
	uint32_t name;	   /* of the thread, or of the asynchronous event */
	uint32_t category;
	bool is_thread;
};

/*
 * A track is a thread, or an asynchronous event, which has an id of its own and may begin and
 * end in any thread. Ids are numbers, texts or missing, as in the trace. Zero it to begin.
 */
struct trace_tracks {
	struct builder *builder; /* borrowed */
	/* owned: names, categories and ids; 0 is the empty text */
	struct intern *texts;
	struct string_ids comms;
	struct idmap steps; /* paths to tracks: from a step and an id to the next step */
	struct idmap ends;  /* from the last step to a row */
	struct trace_track *rows; /* owned */
	size_t room;
	uint32_t count;
	uint32_t last; /* the thread of the last lookup, as the next is often the same */
	struct idmap processes;	 /* from pid to an index in `process_names` */
	uint32_t *process_names; /* owned: texts */
	size_t process_room;
	struct idmap frames; /* from name and category to an index in `frame_ids` */
	uint32_t *frame_ids; /* owned: the builder's */
	size_t frame_room;
};

static bool step_to_id(struct trace_tracks *t, uint32_t *at, uint32_t id,
		       struct error *err)
{
	uint32_t fresh = STEP_FIRST_FREE + (uint32_t)t->steps.count;

	if (t->steps.count >= UINT32_MAX - STEP_FIRST_FREE)
		return error_set(err, ERROR_LIMIT, "too many threads and ids");
	return idmap_put(&t->steps, idmap_pair(*at, id), fresh, at, err);
}

/* Find the track at the end of the steps, or make it a copy of `track`. */
static bool arrive(struct trace_tracks *t, uint32_t at, const struct trace_track *track,
		   uint32_t *number, struct error *err)
{
	if (!idmap_put(&t->ends, at, t->count, number, err))
		return false;
	if (*number < t->count)
		return true;
	return APPEND(t->rows, t->count, t->room, "tracks", err, *track);
}

/* The track of a thread. All ids and names are numbers of texts; 0: missing. */
static bool trace_tracks_thread(struct trace_tracks *t, uint32_t pid, uint32_t tid,
				uint32_t *track, struct error *err)
{
	struct trace_track new = {.pid = pid, .tid = tid, .is_thread = true};
	const struct trace_track *last = t->count ? &t->rows[t->last] : NULL;
	uint32_t at = STEP_THREADS;

	if (!last || !last->is_thread || last->pid != pid || last->tid != tid) {
		if (!step_to_id(t, &at, pid, err) || !step_to_id(t, &at, tid, err) ||
		    !arrive(t, at, &new, &t->last, err))
			return false;
	}
	*track = t->last;
	return true;
}

/* Set a name from metadata; the last one counts. */
static bool trace_tracks_name_process(struct trace_tracks *t, uint32_t pid, uint32_t name,
				      struct error *err)
{
	uint32_t place;

	if (!idmap_put(&t->processes, pid, (uint32_t)t->processes.count, &place, err) ||
	    !mem_reserve(&t->process_names, &t->process_room, t->processes.count,
			 sizeof *t->process_names, "processes", err))
		return false;
	t->process_names[place] = name;
	return true;
}

/* The frame of a span; its category is the module. */
static bool trace_tracks_frame(struct trace_tracks *t, uint32_t name, uint32_t category,
			       uint32_t *frame, struct error *err)
{
	struct builder *b = t->builder;
	uint32_t fresh = (uint32_t)t->frames.count, place;
	struct text text = name ? intern_get(t->texts, name) : TEXT("(unnamed)");

	if (!idmap_put(&t->frames, idmap_pair(name, category), fresh, &place, err))
		return false;
	if (place == fresh) {
		if (!mem_reserve(&t->frame_ids, &t->frame_room, t->frames.count,
				 sizeof *t->frame_ids, "functions", err))
			return false;
		t->frame_ids[place] = builder_frame(
		    b, builder_string(b, text),
		    builder_string(b, intern_get(t->texts, category)), FRAME_USER);
	}
	*frame = t->frame_ids[place];
	return true;
}

/*
 * The thread of a track for the builder, named after the thread, otherwise after its process. Ids
 * that are too large or not numbers are replaced by numbers from TRACE_MADE_UP on.
 */
#define TRACE_MADE_UP (INT32_C(1) << 30)
struct trace_who {
	uint32_t comm; /* the builder's */
	int32_t pid, tid;
};
static int32_t id_of(const struct trace_tracks *t, uint32_t id)
{
	struct text text = intern_get(t->texts, id);
	int32_t number;

	if (id == 0)
		return PROFILE_NO_ID;
	if (text.len <= LONGEST_PART && number_i32(text, &number))
		return number;
	return TRACE_MADE_UP + (int32_t)(id % TRACE_MADE_UP);
}

static struct text cut_text(const struct trace_tracks *t, uint32_t text)
{
	return text_upto(intern_get(t->texts, text), LONGEST_PART);
}

static uint32_t comm_of_text(struct trace_tracks *t, uint32_t text)
{
	return string_ids_get(&t->comms, t->builder, text, intern_get(t->texts, text));
}

static uint32_t comm_of_async(struct trace_tracks *t, const struct trace_track *r)
{
	struct text name = cut_text(t, r->name), category = cut_text(t, r->category);
	char buf[2 * LONGEST_PART + 2];
	int len;

	if (category.len == 0)
		return comm_of_text(t, r->name);
	len = snprintf(buf, sizeof buf, "%.*s:%.*s", (int)category.len, category.at,
		       (int)name.len, name.at);
	return builder_string(t->builder, (struct text){buf, (size_t)len});
}

/* The name of a thread without one. */
static uint32_t comm_of_others(struct trace_tracks *t, const struct trace_track *r)
{
	struct text tid = cut_text(t, r->tid);
	char buf[LONGEST_PART + 10];
	uint32_t place, comm = 0;
	int len;

	if (idmap_get(&t->processes, r->pid, &place))
		comm = comm_of_text(t, t->process_names[place]);
	if (comm)
		return comm;
	if (r->tid == 0)
		return builder_string(t->builder, TEXT("no thread"));
	len = snprintf(buf, sizeof buf, "thread %.*s", (int)tid.len, tid.at);
	return builder_string(t->builder, (struct text){buf, (size_t)len});
}

static void trace_tracks_who(struct trace_tracks *t, uint32_t track,
			     struct trace_who *who)
{
	const struct trace_track *r = &t->rows[track];

	who->pid = id_of(t, r->pid);
	who->tid = r->is_thread ? id_of(t, r->tid) : PROFILE_NO_ID;
	who->comm = r->is_thread ? comm_of_text(t, r->name) : comm_of_async(t, r);
	if (!who->comm)
		who->comm = comm_of_others(t, r);
}

/* The builder's row of a track; `tracks` is a struct trace_tracks. */
static uint32_t trace_tracks_row(void *tracks, uint32_t track)
{
	struct trace_tracks *t = tracks;
	struct trace_who who;

	trace_tracks_who(t, track, &who);
	return builder_thread_of(t->builder, who.comm, who.pid, who.tid);
}

/* ---- records ---- */

/* A time, which traces give in us, as a number or a text. */
struct trace_time {
	int64_t ns;
	/* is_bad: not a time, or too large, or a negative duration */
	bool is_there, is_bad;
};

/* Where an id is unique. */
enum trace_scope { TRACE_OF_ALL, TRACE_OF_PROCESS };

struct trace_record {
	char phase; /* 0: none, or unknown */
	uint32_t name, category, pid, tid, id,
	    id_scope; /* texts of the tracks; 0: none */
	enum trace_scope scope;
	struct trace_time ts, dur, tts, tdur;
	uint32_t args_name;	   /* of metadata: the name in `args` */
	uint32_t frame;		   /* of a sample: the text of its frame's id */
	uint32_t stack;		   /* or its stack, of the builder */
	bool is_odd;		   /* a member has a wrong type */
	struct v8_profile profile; /* owned: from `args`; release it */
	uint64_t at;		   /* the last byte of the record, for losses */
};

/* Names with a meaning. */
enum trace_name {
	TRACE_OTHER,
	TRACE_PROCESS_NAME,
	TRACE_THREAD_NAME,
	TRACE_CPU_PROFILE,   /* a complete profile */
	TRACE_PROFILE,	     /* the beginning of a profile */
	TRACE_PROFILE_CHUNK, /* its continuation */
	TRACE_NAMES
};

struct trace_piece {
	uint32_t pid, id; /* texts; equal in all pieces of a profile */
	/* if the profile is complete: a unique number above 0; otherwise 0 */
	uint64_t lone;
	int64_t time;
	uint64_t number;
	uint32_t tid;
	bool begins;
	struct v8_profile profile; /* owned */
};

struct trace_sample {
	int64_t time;
	uint64_t weight, at;
	uint32_t track;
	uint32_t frame; /* the text of its id; 0: `stack` is set */
	uint32_t stack; /* the builder's */
	uint16_t cpu;
};

/* One trace being read. */
struct trace {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct trace_tracks tracks;
	uint32_t names[TRACE_NAMES]; /* as texts */
	struct reading args;	     /* as `reading`, but its losses may be `guesses` */
	/* losses in `args` that may not be a profile, as the name comes later */
	struct losses guesses;
	struct spans spans;
	struct trace_piece *pieces; /* owned */
	size_t piece_count, piece_room;
	struct trace_sample *samples; /* owned */
	size_t sample_count, sample_room;
	struct v8_nodes frames; /* of samples; their ids are numbers of texts */
	uint64_t samples_at;	/* the last byte of the samples, for losses */
};

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

static enum trace_name name_of(const struct trace *t, uint32_t name)
{
	for (int i = TRACE_OTHER + 1; i < TRACE_NAMES; i++)
		if (t->names[i] == name)
			return (enum trace_name)i;
	return TRACE_OTHER;
}

/* A number or a text: "ts": 336962964016.127, "ts": "11550183666". */
static void trace_record_time(struct trace_time *t, const struct json_token *v)
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
static bool trace_record_text(const struct trace *t, uint32_t *text,
			      const struct json_token *v, struct error *err)
{
	if (v->kind != JSON_STRING && v->kind != JSON_NUMBER)
		return true;
	return intern_put(t->tracks.texts, v->text, text, err);
}

/* Is the type wrong for an id or a name? Null is allowed and means none. */
static bool trace_record_no_text(const struct json_token *v)
{
	return v->kind != JSON_STRING && v->kind != JSON_NUMBER && v->kind != JSON_NULL;
}

/* "id2": {"local": "0x1f"} */
static bool take_id2(struct trace_record *e, const struct trace *t, struct error *err)
{
	static const struct text of[] = {{"global", 6}, {"local", 5}};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, of, 2, &key, &v, err)) {
		e->scope = key ? TRACE_OF_PROCESS : TRACE_OF_ALL;
		e->is_odd |= trace_record_no_text(&v);
		if (!trace_record_text(t, &e->id, &v, err) ||
		    !json_stream_skip(t->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/*
 * Take "args": {"name": "CrRendererMain"} or "args": {"data": {"cpuProfile": {"nodes": ... While
 * the event's name is unknown, an apparent profile may be something else.
 */
static bool take_args(struct trace_record *e, struct trace *t, struct error *err)
{
	static const struct text of[] = {{"name", 4}, {"data", 4}};
	struct json_token v;
	int key;

	if (!e->name) {
		t->guesses = (struct losses){.by_byte = true};
		t->args.losses = &t->guesses;
	}
	while (json_stream_next_known_member(t->stream, of, 2, &key, &v, err)) {
		bool ok = key == 0 || v.kind != JSON_OBJECT ||
			  v8_profile_take(&e->profile, t->stream, &t->args, err);

		if (ok && key == 0 && v.kind == JSON_STRING)
			ok = trace_record_text(t, &e->args_name, &v, err);
		if (!ok || ((key == 0 || v.kind != JSON_OBJECT) &&
			    !json_stream_skip(t->stream, &v, err)))
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
static bool take_stack(struct trace_record *e, struct trace *t, struct error *err)
{
	struct builder *b = t->tracks.builder;
	struct json_token v;
	uint32_t name, frame;

	e->stack = 0;
	for (uint32_t depth = 0; json_stream_element(t->stream, &v, err); depth++) {
		e->is_odd |= v.kind != JSON_STRING;
		if (v.kind == JSON_STRING && depth >= STACK_DEEPEST) {
			losses_count(t->reading->losses, LOSS_DEEP, v.at);
		} else if (v.kind == JSON_STRING) {
			if (!trace_record_text(t, &name, &v, err) ||
			    !trace_tracks_frame(&t->tracks, name, 0, &frame, err))
				return false;
			e->stack = builder_stack(b, e->stack, frame);
		}
		if (!json_stream_skip(t->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

static bool take_value(struct trace_record *e, struct trace *t, int key,
		       const struct json_token *v, struct error *err)
{
	uint32_t *text = text_at(e, key);
	struct trace_time *time = time_at(e, key);

	if (v->kind == JSON_OBJECT && key == KEY_ARGS &&
	    (e->name == 0 || name_of(t, e->name) != TRACE_OTHER))
		return take_args(e, t, err);
	if (v->kind == JSON_OBJECT && key == KEY_ID2)
		return take_id2(e, t, err);
	if (v->kind == JSON_ARRAY && key == KEY_STACK &&
	    (e->phase == 0 || e->phase == 'P'))
		return take_stack(e, t, err);
	if (time) {
		trace_record_time(time, v);
		time->is_bad |= time->ns < 0 && (key == KEY_DUR || key == KEY_TDUR);
	} else if (text) {
		e->is_odd |= trace_record_no_text(v);
		if (!trace_record_text(t, text, v, err))
			return false;
	} else if (key == KEY_ID2 || key == KEY_STACK) {
		e->is_odd |= v->kind != JSON_NULL &&
			     (key == KEY_ID2 || e->phase == 0 || e->phase == 'P');
	} else if (key == KEY_PHASE && v->kind == JSON_STRING && v->text.len == 1) {
		e->phase = v->text.at[0];
	}
	return json_stream_skip(t->stream, v, err);
}

/*
 * Read an event after its JSON_OBJECT; `e` is empty but for `at`. `*cut`: the input ends within it.
 * `args` is parsed if the name may need it; the name may follow it.
 */
static bool trace_record_take(struct trace_record *e, struct trace *t, bool *cut,
			      struct error *err)
{
	unsigned depth = json_stream_depth(t->stream);
	struct json_token v = {.at = 0};
	int key;

	t->args.losses = t->reading->losses;
	while (json_stream_next_known_member(t->stream, keys, KEYS, &key, &v, err)) {
		e->at = v.at;
		if (!take_value(e, t, key, &v, err))
			return false;
	}
	if (t->args.losses == &t->guesses && name_of(t, e->name) >= TRACE_CPU_PROFILE)
		losses_join(t->reading->losses, &t->guesses);
	*cut = json_stream_depth(t->stream) >= depth;
	return err->kind == ERROR_NONE;
}

/* ---- CPU profiles of V8, in pieces ---- */

/* Keep the profile of a record; `e->profile` is empty afterwards. */
static bool keep_piece(struct trace *t, struct trace_record *e, enum trace_name name,
		       struct error *err)
{
	struct trace_piece piece = {.pid = e->pid,
				    .id = e->id,
				    .lone = name == TRACE_CPU_PROFILE ? t->piece_count + 1
								      : 0,
				    .time = e->ts.ns,
				    .number = t->piece_count,
				    .tid = e->tid,
				    .begins = name != TRACE_PROFILE_CHUNK,
				    .profile = e->profile};

	piece.profile.at = e->at;
	if (!JSON_APPEND(t->pieces, t->piece_count, t->piece_room,
			 "pieces of CPU profiles", err, piece))
		return false;
	e->profile = (struct v8_profile){.at = 0};
	return true;
}

static int compare_profile_keys(uint64_t x, uint64_t y)
{
	return x < y ? -1 : x > y;
}

static int profile_order(const struct trace_piece *x, const struct trace_piece *y)
{
	int by = compare_profile_keys(x->lone, y->lone);

	by = by ? by : compare_profile_keys(x->pid, y->pid);
	return by ? by : compare_profile_keys(x->id, y->id);
}

/* Sort the beginning of a profile before its other pieces. */
static int compare_pieces(const void *a, const void *b)
{
	const struct trace_piece *x = a, *y = b;
	int by = profile_order(x, y);

	by = by ? by : compare_profile_keys(!x->begins, !y->begins);
	by = by ? by : (x->time > y->time) - (x->time < y->time);
	return by ? by : compare_profile_keys(x->number, y->number);
}

/* Each piece is released once it has been joined. */
static bool join_and_store(struct trace *t, struct trace_piece *pieces, size_t count,
			   struct error *err)
{
	struct v8_owner owner = {.event = TEXT("cpu-profile")};
	struct v8_profile p = {.at = 0};
	struct trace_who who;
	uint32_t track;
	bool ok = true;

	for (size_t i = 0; ok && i < count; i++) {
		ok = v8_profile_join(&p, &pieces[i].profile, t->reading->losses, err);
		v8_profile_release(&pieces[i].profile);
	}
	if (ok && v8_profile_is_there(&p)) {
		ok = trace_tracks_thread(&t->tracks, pieces->pid, pieces->tid, &track,
					 err);
		if (ok) {
			trace_tracks_who(&t->tracks, track, &who);
			owner.name = who.comm;
			owner.pid = who.pid;
			owner.tid = who.tid;
			ok = v8_profile_store(&p, t->reading, &owner, false, err);
		}
	}
	v8_profile_release(&p);
	return ok;
}

/* Join the pieces by process, id and time, and add the samples to the builder. */
static bool store_profiles(struct trace *t, struct error *err)
{
	if (t->piece_count)
		qsort(t->pieces, t->piece_count, sizeof *t->pieces, compare_pieces);
	for (size_t from = 0, to; from < t->piece_count; from = to) {
		to = from + 1;
		while (to < t->piece_count &&
		       profile_order(&t->pieces[from], &t->pieces[to]) == 0)
			to++;
		if (!join_and_store(t, t->pieces + from, to - from, err))
			return false;
	}
	return true;
}

/* ---- samples and their frames ---- */

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
static bool take_sample(struct trace *t, struct error *err)
{
	unsigned depth = json_stream_depth(t->stream);
	uint32_t ids[] = {0, 0, 0}; /* pid, tid and frame as texts */
	struct trace_time ts = {.ns = 0};
	int64_t weight = 1, cpu = -1;
	bool is_odd = false; /* a member has a wrong type */
	struct trace_sample sample;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, sample_keys, SAMPLE_KEYS, &key,
					     &v, err)) {
		t->samples_at = v.at;
		if (key <= SAMPLE_FRAME && !trace_record_text(t, &ids[key], &v, err))
			return false;
		if (key == SAMPLE_TS)
			trace_record_time(&ts, &v);
		else if (key == SAMPLE_WEIGHT)
			is_odd |= !take_number(&weight, &v);
		else if (key == SAMPLE_CPU)
			is_odd |= !take_number(&cpu, &v);
		else
			is_odd |= trace_record_no_text(&v);
		if (!json_stream_skip(t->stream, &v, err))
			return false;
	}
	if (err->kind != ERROR_NONE)
		return false;
	if (json_stream_depth(t->stream) >= depth) {
		losses_count(t->reading->losses, LOSS_SAMPLE_CUT, t->samples_at);
		return true;
	}
	if (!ts.is_there || ts.is_bad || weight < 0) {
		losses_count(t->reading->losses, ts.is_there ? LOSS_NUMBER : LOSS_NO_TIME,
			     t->samples_at);
		return true;
	}
	if (is_odd || ids[SAMPLE_FRAME] == 0)
		losses_count(t->reading->losses,
			     ids[SAMPLE_FRAME] ? LOSS_MEMBER : LOSS_RECORD,
			     t->samples_at);
	sample = (struct trace_sample){.time = ts.ns,
				       .weight = (uint64_t)weight,
				       .at = t->samples_at,
				       .frame = ids[SAMPLE_FRAME],
				       .cpu = PROFILE_NO_CPU};
	if (cpu >= 0 && cpu < PROFILE_NO_CPU)
		sample.cpu = (uint16_t)cpu;
	return trace_tracks_thread(&t->tracks, ids[SAMPLE_PID], ids[SAMPLE_TID],
				   &sample.track, err) &&
	       JSON_APPEND(t->samples, t->sample_count, t->sample_room, "samples", err,
			   sample);
}

/*
 * Samples of DevTools for Flutter:
 * {"ph":"P","name":"","pid":77616,"tid":42247,"ts":1250,"cat":"Dart","sf":"1-2"}. As in
 * chrome://tracing, each weighs 1, and is a frame of its name if it has no stack.
 */
static bool add_event_sample(struct trace *t, const struct trace_record *e,
			     struct error *err)
{
	struct trace_sample sample = {.time = e->ts.ns,
				      .weight = 1,
				      .at = e->at,
				      .frame = e->frame,
				      .stack = e->stack,
				      .cpu = PROFILE_NO_CPU};
	uint32_t frame;

	t->samples_at = e->at;
	if (!e->frame && !e->stack) {
		if (!trace_tracks_frame(&t->tracks, e->name, e->category, &frame, err))
			return false;
		sample.stack = builder_stack(t->tracks.builder, 0, frame);
	}
	return trace_tracks_thread(&t->tracks, e->pid, e->tid, &sample.track, err) &&
	       JSON_APPEND(t->samples, t->sample_count, t->sample_room, "samples", err,
			   sample);
}

enum { FRAME_NAME, FRAME_CATEGORY, FRAME_PARENT, FRAME_KEYS };

static const struct text frame_keys[FRAME_KEYS] = {
    {"name", 4}, {"category", 8}, {"parent", 6}};

/* "2":{"name":"f(http://localhost/index.js:1:1)","category":"JavaScript","parent":1} */
static bool take_frame(struct trace *t, uint32_t row, struct error *err)
{
	struct json_token v;
	uint32_t parent;
	int key;

	while (json_stream_next_known_member(t->stream, frame_keys, FRAME_KEYS, &key, &v,
					     err)) {
		if (key == FRAME_NAME && v.kind == JSON_STRING)
			v8_nodes_name(&t->frames, row, t->tracks.builder, v.text);
		else if (key == FRAME_CATEGORY && v.kind == JSON_STRING)
			v8_nodes_url(&t->frames, row, t->tracks.builder, v.text);
		if (v.kind != JSON_STRING && v.kind != JSON_NULL &&
		    (key != FRAME_PARENT || v.kind != JSON_NUMBER))
			losses_count(t->reading->losses, LOSS_RECORD, v.at);
		parent = 0;
		if (key == FRAME_PARENT &&
		    (!trace_record_text(t, &parent, &v, err) ||
		     (parent && !v8_nodes_parent(&t->frames, row, parent, err))))
			return false;
		if (!json_stream_skip(t->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* Read "stackFrames", an object after its first token. */
static bool take_frames(struct trace *t, struct error *err)
{
	struct json_token v;

	while (json_stream_member(t->stream, &v, err)) {
		uint32_t id, row;
		bool again;

		if (!intern_put(t->tracks.texts, v.text, &id, err) ||
		    !json_stream_next(t->stream, &v, err))
			return false;
		if (v.kind != JSON_OBJECT) {
			if (!json_stream_lose(t->stream, &v, t->reading->losses, err))
				return false;
			continue;
		}
		if (!v8_nodes_begin(&t->frames, V8_NO_ROW, &row, err) ||
		    !v8_nodes_id(&t->frames, row, id, &again, err) ||
		    !take_frame(t, row, err))
			return false;
		if (again)
			losses_count(t->reading->losses, LOSS_RECORD, v.at);
	}
	return err->kind == ERROR_NONE;
}

static bool store_samples(struct trace *t, struct error *err)
{
	struct reading *r = t->reading;
	struct sample sample = {.timed = true};
	uint64_t bad;

	if (t->sample_count == 0)
		return true;
	if (!v8_nodes_resolve(&t->frames, r->builder, &bad, err))
		return false;
	losses_add(r->losses, LOSS_RECORD, bad, t->samples_at);
	sample.event = builder_event(r->builder, TEXT("samples"), TEXT(""));
	for (size_t i = 0; i < t->sample_count; i++) {
		const struct trace_sample *row = &t->samples[i];

		sample.time = (uint64_t)row->time;
		sample.weight = row->weight;
		sample.cpu = row->cpu;
		sample.stack = row->stack;
		if (row->frame && !v8_nodes_stack(&t->frames, row->frame, &sample.stack))
			losses_count(t->reading->losses, LOSS_RECORD, row->at);
		if (i == 0 || row->track != row[-1].track)
			sample.thread = trace_tracks_row(&t->tracks, row->track);
		builder_add_sample(r->builder, &sample);
		if (i % READING_EACH == 0 && !reading_goes_on(r, err))
			return false;
	}
	return true;
}

/* ---- spans ---- */

static void count_event_loss(struct trace *t, enum loss_reason why,
			     const struct trace_record *e)
{
	losses_count(t->reading->losses, why, e->at);
}

/* The track of a thread or of an asynchronous event; a new one gets the name of the event. */
static bool track_of(struct trace *t, const struct trace_record *e, uint32_t *track,
		     struct error *err)
{
	bool named = e->phase == 'S' || e->phase == 'F';
	const uint32_t path[] = {e->category, e->id_scope, e->id,
				 e->scope == TRACE_OF_PROCESS ? e->pid : 0,
				 named ? e->name : 0};
	const struct trace_track new = {
	    .pid = e->pid, .name = e->name, .category = e->category};
	uint32_t at = STEP_ASYNC;

	if (!named && e->phase != 'b' && e->phase != 'e')
		return trace_tracks_thread(&t->tracks, e->pid, e->tid, track, err);
	for (size_t i = 0; i < sizeof path / sizeof *path; i++)
		if (!step_to_id(&t->tracks, &at, path[i], err))
			return false;
	return arrive(&t->tracks, at, &new, track, err);
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

static bool take_event_sample(struct trace *t, const struct trace_record *e,
			      struct error *err)
{
	if (!is_time(&e->ts)) {
		count_event_loss(t, e->ts.is_there ? LOSS_NUMBER : LOSS_NO_TIME, e);
		return true;
	}
	if (!e->frame && !e->stack && !e->name)
		count_event_loss(t, LOSS_RECORD, e);
	else if (e->is_odd)
		count_event_loss(t, LOSS_MEMBER, e);
	return add_event_sample(t, e, err);
}

/* ---- metadata ---- */

/* "ph":"M","name":"thread_name","args":{"name":"CrRendererMain"} */
static bool take_fact(struct trace *t, const struct trace_record *e, struct error *err)
{
	enum trace_name name = name_of(t, e->name);
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
	t->tracks.rows[track].name = e->args_name;
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
	enum trace_name name = name_of(t, e->name);

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
			return keep_piece(t, e, name, err);
		}
		if (e->phase == 'P')
			return take_event_sample(t, e, err);
		count_event_loss(t, aside_of(e->phase), e);
		return true;
	}
}

static bool take_events(struct trace *t, struct error *err)
{
	struct json_token v;

	while (json_stream_next_object(t->stream, &v, t->reading->losses, err)) {
		struct trace_record e = {.at = v.at};
		bool cut, ok = trace_record_take(&e, t, &cut, err);

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

enum { FILE_EVENTS, FILE_SAMPLES, FILE_FRAMES, FILE_KEYS };

static const struct text file_keys[FILE_KEYS] = {
    {"traceEvents", 11}, {"samples", 7}, {"stackFrames", 11}};

static bool take_members(struct trace *t, struct error *err)
{
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, file_keys, FILE_KEYS, &key, &v,
					     err)) {
		bool ok = true;

		if (v.kind != (key == FILE_FRAMES ? JSON_OBJECT : JSON_ARRAY) &&
		    v.kind != JSON_NULL)
			losses_count(t->reading->losses, LOSS_RECORD, v.at);
		if (key == FILE_EVENTS && v.kind == JSON_ARRAY)
			ok = take_events(t, err);
		else if (key == FILE_SAMPLES && v.kind == JSON_ARRAY)
			while (ok && json_stream_next_object(t->stream, &v,
							     t->reading->losses, err))
				ok = take_sample(t, err);
		else if (key == FILE_FRAMES && v.kind == JSON_OBJECT)
			ok = take_frames(t, err);
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
	    (t->spans.count || t->piece_count || t->sample_count)) {
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
	struct trace t = {.reading = r, .args = *r, .tracks = {.builder = r->builder}};
	bool ok;

	t.tracks.texts = intern_new(err);
	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	if (t.tracks.texts)
		t.stream = json_stream_open(r->source, r, err);
	ok = t.stream != NULL;
	for (int i = 0; ok && i < TRACE_NAMES; i++)
		ok = intern_put(t.tracks.texts, names[i], &t.names[i], err);
	ok = ok && take_all(&t, err) &&
	     spans_store(&t.spans, trace_tracks_row, &t.tracks, r, err) &&
	     store_profiles(&t, err) && store_samples(&t, err);
	json_stream_close(t.stream);
	intern_free(t.tracks.texts);
	string_ids_release(&t.tracks.comms);
	idmap_release(&t.tracks.steps);
	idmap_release(&t.tracks.ends);
	idmap_release(&t.tracks.processes);
	idmap_release(&t.tracks.frames);
	mem_free(t.tracks.rows);
	mem_free(t.tracks.process_names);
	mem_free(t.tracks.frame_ids);
	spans_release(&t.spans);
	for (size_t i = 0; i < t.piece_count; i++)
		v8_profile_release(&t.pieces[i].profile);
	mem_free(t.pieces);
	mem_free(t.samples);
	v8_nodes_release(&t.frames);
	return ok;
}

/* ---- detection ---- */

/* A list may begin with elements that are not events. */
static bool detect_trace_events(void *arg, const struct json_head_member *m)
{
	unsigned *sure = arg; /* 80 within a list of events */

	if (m->depth == 1 && m->kind == JSON_ARRAY && !m->in_array &&
	    text_equal(m->key, TEXT("traceEvents")))
		*sure = 80;
	if (m->depth == (m->in_array ? 2 : 3) && (m->in_array || *sure) &&
	    m->kind == JSON_STRING && m->value.len == 1 && text_equal(m->key, TEXT("ph")))
		*sure = 95;
	return *sure < 95;
}

const struct format trace_event_format = {
    .name = "trace-event",
    .help = "traces of Chrome, Node and others (trace_event JSON): node "
	    "--trace-event-categories v8,node",
    .witness = detect_trace_events,
    .read = read_profile,
};
