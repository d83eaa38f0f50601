#include "input/formats.h"

#include <stdio.h>

#include "base/append.h"
#include "base/intern.h"
#include "base/mem.h"
#include "base/number.h"
#include "input/json/json_stream.h"

#define NO_FRAME UINT32_MAX
#define DEEPEST	 4096		 /* frames of one stack */
#define LOST	 (INT64_MIN / 2) /* the time after a time out of range */
#define EARLIEST (INT64_MIN / 4) /* no valid time is earlier */

/* What the numbers of a profile measure; NONE: counts. */
enum speedscope_unit { SPEEDSCOPE_NONE, SPEEDSCOPE_BYTES, SPEEDSCOPE_TIME };

struct speedscope_event {
	struct decimal at;
	uint32_t frame; /* index in the file's list */
	bool opens;
};

/*
 * A profile, kept until the frames are read. Numbers are in its unit, as the unit may be its last
 * member.
 */
struct speedscope_profile {
	char *name; /* owned; NULL: none */
	enum speedscope_unit unit;
	int32_t shift; /* with SPEEDSCOPE_TIME: a unit is 10^shift ns */
	struct decimal start, end;
	struct speedscope_event *events; /* owned: type "evented" */
	size_t event_count, event_room;
	struct decimal *weights; /* owned: type "sampled" */
	size_t weight_count, weight_room;
	uint32_t *frames; /* owned: the frames of all samples in turn, root first */
	size_t frame_count, frame_room;
	size_t *ends; /* owned: the end of each sample in `frames` */
	size_t end_count, end_room;
	uint64_t at; /* its last byte, for losses */
};

/* The builder's ids of the file's frames. */
struct speedscope_frames {
	uint32_t *ids; /* owned */
	size_t count, room;
};

/* One file being read. */
struct speedscope_reading {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct error *err;	    /* borrowed */
	struct speedscope_frames frames;
	bool has_frames;
	struct speedscope_profile *waiting; /* owned: profiles read before the frames */
	size_t waiting_count, waiting_room;
	struct intern *names; /* owned: the profiles' names */
	unsigned profiles;
	bool counts; /* no profile has a unit */
};

static bool lose_value(struct speedscope_reading *f, const struct json_token *v)
{
	return json_stream_lose(f->stream, v, f->reading->losses, f->err);
}

static bool skip_value(struct speedscope_reading *f, const struct json_token *v)
{
	return json_stream_skip(f->stream, v, f->err);
}

static void release_profile(struct speedscope_profile *p)
{
	mem_free(p->name);
	mem_free(p->events);
	mem_free(p->weights);
	mem_free(p->frames);
	mem_free(p->ends);
	*p = (struct speedscope_profile){0};
}

/* ---- a profile ---- */

static bool is_decimal(const struct json_token *v, struct decimal *d)
{
	return v->kind == JSON_NUMBER && number_decimal(v->text, d);
}

static uint32_t frame_of(const struct json_token *v)
{
	uint64_t n;

	return v->kind == JSON_NUMBER && number_u64(v->text, &n) && n < NO_FRAME
		   ? (uint32_t)n
		   : NO_FRAME;
}

/* [[0, 1, 2], [0, 1, 2], [0, 1, 3]] */
static bool take_samples(struct speedscope_reading *f, struct speedscope_profile *p)
{
	struct json_token v, frame;

	while (json_stream_element(f->stream, &v, f->err)) {
		if (v.kind != JSON_ARRAY && !lose_value(f, &v))
			return false;
		while (v.kind == JSON_ARRAY &&
		       json_stream_element(f->stream, &frame, f->err))
			if (!skip_value(f, &frame) ||
			    !JSON_APPEND(p->frames, p->frame_count, p->frame_room,
					 "frames", f->err, frame_of(&frame)))
				return false;
		if (f->err->kind != ERROR_NONE ||
		    !JSON_APPEND(p->ends, p->end_count, p->end_room, "samples", f->err,
				 p->frame_count))
			return false;
	}
	return f->err->kind == ERROR_NONE;
}

static bool take_weights(struct speedscope_reading *f, struct speedscope_profile *p)
{
	struct json_token v;

	while (json_stream_element(f->stream, &v, f->err)) {
		struct decimal d = {0, 0};

		if (!(is_decimal(&v, &d) || lose_value(f, &v)) ||
		    !JSON_APPEND(p->weights, p->weight_count, p->weight_room, "samples",
				 f->err, d))
			return false;
	}
	return f->err->kind == ERROR_NONE;
}

enum { EVENT_TYPE, EVENT_FRAME, EVENT_AT, EVENT_KEYS };

static const struct text event_keys[EVENT_KEYS] = {{"type", 4}, {"frame", 5}, {"at", 2}};

/* {"type": "O", "frame": 0, "at": 0} */
static bool take_event(struct speedscope_reading *f, struct speedscope_profile *p)
{
	struct speedscope_event e = {.frame = NO_FRAME};
	bool has_type = false, has_time = false;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, event_keys, EVENT_KEYS, &key, &v,
					     f->err)) {
		if (key == EVENT_FRAME)
			e.frame = frame_of(&v);
		else if (key == EVENT_AT)
			has_time = is_decimal(&v, &e.at);
		else if (v.kind == JSON_STRING && v.text.len == 1) {
			e.opens = v.text.at[0] == 'O';
			has_type = e.opens || v.text.at[0] == 'C';
		}
		if (!skip_value(f, &v))
			return false;
	}
	if (f->err->kind != ERROR_NONE)
		return false;
	if (!has_type || !has_time || e.frame == NO_FRAME) {
		losses_count(f->reading->losses, LOSS_RECORD, v.at);
		return true;
	}
	return JSON_APPEND(p->events, p->event_count, p->event_room, "events", f->err, e);
}

static bool take_events(struct speedscope_reading *f, struct speedscope_profile *p)
{
	struct json_token v;

	while (json_stream_next_object(f->stream, &v, f->reading->losses, f->err))
		if (!take_event(f, p))
			return false;
	return f->err->kind == ERROR_NONE;
}

/* False: an unknown unit. */
static bool take_unit(struct speedscope_profile *p, struct text unit)
{
	static const struct {
		struct text name;
		int32_t shift;
	} times[] = {
	    {{"nanoseconds", 11}, 0},
	    {{"microseconds", 12}, 3},
	    {{"milliseconds", 12}, 6},
	    {{"seconds", 7}, 9},
	};

	p->unit = text_equal(unit, TEXT("bytes")) ? SPEEDSCOPE_BYTES : SPEEDSCOPE_NONE;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		if (!text_equal(unit, times[i].name))
			continue;
		p->unit = SPEEDSCOPE_TIME;
		p->shift = times[i].shift;
	}
	return p->unit != SPEEDSCOPE_NONE || unit.len == 0 ||
	       text_equal(unit, TEXT("none"));
}

enum {
	PROFILE_NAME,
	PROFILE_UNIT,
	PROFILE_START,
	PROFILE_END,
	PROFILE_EVENTS,
	PROFILE_SAMPLES,
	PROFILE_WEIGHTS,
	PROFILE_KEYS
};

static const struct text profile_keys[PROFILE_KEYS] = {
    {"name", 4},   {"unit", 4},	   {"startValue", 10}, {"endValue", 8},
    {"events", 6}, {"samples", 7}, {"weights", 7},
};

static bool take_value(struct speedscope_reading *f, struct speedscope_profile *p,
		       int key, const struct json_token *v)
{
	bool is_list = v->kind == JSON_ARRAY, is_text = v->kind == JSON_STRING;

	switch (key) {
	case PROFILE_EVENTS:
		return is_list ? take_events(f, p) : lose_value(f, v);
	case PROFILE_SAMPLES:
		return is_list ? take_samples(f, p) : lose_value(f, v);
	case PROFILE_WEIGHTS:
		return is_list ? take_weights(f, p) : lose_value(f, v);
	case PROFILE_START:
		return is_decimal(v, &p->start) || lose_value(f, v);
	case PROFILE_END:
		return is_decimal(v, &p->end) || lose_value(f, v);
	case PROFILE_UNIT:
		return (is_text && take_unit(p, v->text)) || lose_value(f, v);
	default: /* the name */
		if (!is_text && v->kind != JSON_NULL)
			return lose_value(f, v);
		return !is_text || p->name ||
		       (p->name = mem_text(v->text.at, v->text.len, f->err));
	}
}

/* Read the profile after its JSON_OBJECT. Zero `p` to begin; release it even on failure. */
static bool take_members(struct speedscope_reading *f, struct speedscope_profile *p)
{
	unsigned has = 0; /* bits of keys */
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, profile_keys, PROFILE_KEYS, &key,
					     &v, f->err)) {
		p->at = v.at;
		has |= 1u << key;
		if (!take_value(f, p, key, &v))
			return false;
	}
	if (!(has & (1u << PROFILE_SAMPLES | 1u << PROFILE_EVENTS)) ||
	    (p->unit == SPEEDSCOPE_TIME && !(has & 1u << PROFILE_START)))
		losses_count(f->reading->losses, LOSS_RECORD, p->at);
	return f->err->kind == ERROR_NONE;
}

/* ---- storing a profile ---- */

/* The current stack. Frames that it shares with the previous stack are reused. */
struct speedscope_storing {
	const struct speedscope_profile *profile; /* borrowed, like the next two */
	const struct speedscope_frames *frames;
	struct reading *reading;
	uint32_t thread;
	uint16_t event;
	bool spans; /* type "evented": times at which frames begin and end */
	uint32_t depth;
	uint32_t frame[DEEPEST], stack[DEEPEST]; /* root first */
	int64_t time;				 /* current time */
};

static void count_profile_loss(struct speedscope_storing *s, enum loss_reason why)
{
	losses_count(s->reading->losses, why, s->profile->at);
}

static int32_t shift_of(const struct speedscope_profile *p)
{
	return p->unit == SPEEDSCOPE_TIME ? p->shift : 0;
}

static bool has_frame(const struct speedscope_storing *s, uint32_t frame)
{
	return frame < s->frames->count;
}

/* Make the stacks of the frames from this depth on. */
static void restack(struct speedscope_storing *s, uint32_t from)
{
	for (uint32_t i = from; i < s->depth; i++)
		s->stack[i] = builder_stack(s->reading->builder, i ? s->stack[i - 1] : 0,
					    s->frames->ids[s->frame[i]]);
}

/*
 * Add a sample of the current stack that lasts for `lasted` from now on; an empty stack adds none.
 */
static void add_stack_sample(struct speedscope_storing *s, int64_t lasted)
{
	bool timed = s->profile->unit == SPEEDSCOPE_TIME;
	struct sample sample = {
	    .time = timed ? (uint64_t)s->time : 0,
	    .duration = s->spans ? (uint64_t)lasted : 0,
	    .weight = (uint64_t)lasted,
	    .stack = s->depth ? s->stack[s->depth - 1] : 0,
	    .thread = s->thread,
	    .cpu = PROFILE_NO_CPU,
	    .event = s->event,
	    .timed = timed,
	};

	if (s->depth == 0 || (!timed && lasted == 0))
		return;
	if (timed && s->time < EARLIEST)
		count_profile_loss(s, LOSS_NUMBER);
	else
		builder_add_sample(s->reading->builder, &sample);
}

/* ---- "sampled" ---- */

/* Set the stack to the frames from..to of the profile's list. */
static void set_stack(struct speedscope_storing *s, size_t from, size_t to)
{
	const uint32_t *frames = s->profile->frames;
	uint32_t same = 0, depth = 0;

	for (size_t i = from; i < to; i++) {
		bool is_same =
		    same == depth && depth < s->depth && s->frame[depth] == frames[i];

		if (!has_frame(s, frames[i]) ||
		    !APPEND_FIXED(s->frame, depth, frames[i])) {
			count_profile_loss(s, depth == DEEPEST ? LOSS_DEEP : LOSS_RECORD);
			continue;
		}
		same += is_same;
	}
	s->depth = depth;
	restack(s, same);
}

static bool store_samples(struct speedscope_storing *s, struct error *err)
{
	const struct speedscope_profile *p = s->profile;
	size_t from = 0,
	       n = p->end_count < p->weight_count ? p->end_count : p->weight_count;

	for (size_t i = 0; i < n; i++) {
		int64_t weight;

		set_stack(s, from, p->ends[i]);
		from = p->ends[i];
		if (!number_scaled(p->weights[i], shift_of(p), &weight) || weight < 0) {
			count_profile_loss(s, LOSS_NUMBER);
			continue;
		}
		add_stack_sample(s, weight);
		if (__builtin_add_overflow(s->time, weight, &s->time))
			s->time = LOST; /* like all that follow */
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	losses_add(s->reading->losses, LOSS_NO_TIME, p->end_count - n, p->at);
	return true;
}

/* ---- "evented" ---- */

static void open_frame(struct speedscope_storing *s, uint32_t frame)
{
	if (!has_frame(s, frame) || !APPEND_FIXED(s->frame, s->depth, frame)) {
		count_profile_loss(s, s->depth == DEEPEST ? LOSS_DEEP : LOSS_RECORD);
		return;
	}
	restack(s, s->depth - 1);
}

/*
 * A frame that is not the innermost is removed nevertheless; those inside it stay until their own
 * ends.
 */
static void close_frame(struct speedscope_storing *s, uint32_t frame)
{
	uint32_t at = s->depth;

	while (at > 0 && s->frame[at - 1] != frame)
		at--;
	if (at < s->depth || at == 0)
		count_profile_loss(s, LOSS_RECORD);
	if (at == 0)
		return;
	s->depth--;
	memmove(s->frame + at - 1, s->frame + at, (s->depth - at + 1) * sizeof *s->frame);
	restack(s, at - 1);
}

/* Advance the time; it never goes back. */
static void go_on(struct speedscope_storing *s, struct decimal until)
{
	int64_t then, lasted;

	if (!number_scaled(until, shift_of(s->profile), &then) ||
	    __builtin_sub_overflow(then, s->time, &lasted)) {
		count_profile_loss(s, LOSS_NUMBER);
		return;
	}
	if (lasted < 0) {
		count_profile_loss(s, LOSS_RECORD);
		return;
	}
	if (lasted > 0)
		add_stack_sample(s, lasted);
	s->time = then;
}

static bool store_events(struct speedscope_storing *s, struct error *err)
{
	const struct speedscope_profile *p = s->profile;

	s->depth = 0;
	for (size_t i = 0; i < p->event_count; i++) {
		const struct speedscope_event *e = &p->events[i];

		go_on(s, e->at);
		if (e->opens)
			open_frame(s, e->frame);
		else
			close_frame(s, e->frame);
		if (i % READING_EACH == 0 && !reading_goes_on(s->reading, err))
			return false;
	}
	if (s->depth)
		go_on(s, p->end);
	return true;
}

/*
 * Add the samples to the reading's builder. In type "evented", each time range between two events
 * becomes a sample at its start, whose weight is its length.
 */
static bool store_rows(struct speedscope_reading *f, const struct speedscope_profile *p,
		       uint32_t thread)
{
	struct speedscope_storing *s =
	    mem_array(1, sizeof *s, "a profile of the file", f->err);
	struct reading *r = f->reading;
	struct text unit = TEXT("");
	bool ok;

	if (!s)
		return false;
	if (p->unit != SPEEDSCOPE_NONE)
		unit = p->unit == SPEEDSCOPE_TIME ? TEXT("ns") : TEXT("bytes");
	s->profile = p;
	s->frames = &f->frames;
	s->reading = r;
	s->thread = thread;
	s->spans = p->event_count > 0 && p->unit == SPEEDSCOPE_TIME;
	if (s->spans)
		s->event = builder_span_event(r->builder, TEXT("spans"));
	else
		s->event = builder_event(
		    r->builder,
		    p->unit == SPEEDSCOPE_BYTES ? TEXT("bytes") : TEXT("samples"), unit);
	if (!number_scaled(p->start, shift_of(p), &s->time)) {
		count_profile_loss(s, LOSS_NUMBER);
		s->time = LOST;
	}
	ok = store_samples(s, f->err) && store_events(s, f->err);
	mem_free(s);
	return ok;
}

/* ---- frames ---- */

enum { FRAME_NAME, FRAME_FILE, FRAME_KEYS };

static const struct text frame_keys[FRAME_KEYS] = {{"name", 4}, {"file", 4}};

/*
 * {"name": "run", "file": "/usr/lib/python3.8/threading.py", "line": 870}. One that is not an
 * object is kept as a placeholder, so that the following ones have the right index.
 */
static bool take_frame(struct speedscope_reading *f, const struct json_token *frame)
{
	struct builder *b = f->reading->builder;
	uint32_t name = 0, file = 0;
	struct json_token v;
	int key;

	if (frame->kind != JSON_OBJECT && !lose_value(f, frame))
		return false;
	while (frame->kind == JSON_OBJECT &&
	       json_stream_next_known_member(f->stream, frame_keys, FRAME_KEYS, &key, &v,
					     f->err)) {
		if (v.kind == JSON_STRING && key == FRAME_NAME)
			name = builder_string(b, v.text);
		else if (v.kind == JSON_STRING)
			file = builder_string(b, v.text);
		else if (v.kind != JSON_NULL && !lose_value(f, &v))
			return false;
	}
	if (f->err->kind != ERROR_NONE)
		return false;
	if (name == 0)
		name = builder_string(b, TEXT("(anonymous)"));
	return JSON_APPEND(f->frames.ids, f->frames.count, f->frames.room, "frames",
			   f->err, builder_frame(b, name, file, FRAME_USER));
}

static bool take_shared(struct speedscope_reading *f)
{
	const struct text frames = {"frames", 6};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, &frames, 1, &key, &v, f->err)) {
		if (v.kind != JSON_ARRAY || f->has_frames) {
			if (!lose_value(f, &v))
				return false;
			continue;
		}
		f->has_frames = true;
		while (json_stream_element(f->stream, &v, f->err))
			if (!take_frame(f, &v))
				return false;
	}
	return f->err->kind == ERROR_NONE;
}

/* ---- profiles ---- */

/* Each profile is a thread; those of the same name are distinguished by their number. */
static bool name_of(struct speedscope_reading *f, const struct speedscope_profile *p,
		    char *name, size_t room)
{
	uint32_t before = intern_count(f->names), id;

	f->profiles++;
	if (p->name && p->name[0])
		snprintf(name, room, "%s", p->name);
	else
		snprintf(name, room, "profile %u", f->profiles);
	if (!intern_put(f->names, text_of(name), &id, f->err))
		return false;
	if (id < before) {
		size_t len = strlen(name);

		if (len > room - 16)
			len = room - 16;
		snprintf(name + len, room - len, " #%u", f->profiles);
	}
	return true;
}

static bool store_profile(struct speedscope_reading *f,
			  const struct speedscope_profile *p)
{
	char name[256];

	if (!name_of(f, p, name, sizeof name))
		return false;
	f->counts &= p->unit == SPEEDSCOPE_NONE;
	return store_rows(f, p,
			  builder_thread(f->reading->builder, text_of(name),
					 PROFILE_NO_ID, PROFILE_NO_ID));
}

static bool take_profiles(struct speedscope_reading *f)
{
	struct json_token v;

	while (json_stream_next_object(f->stream, &v, f->reading->losses, f->err)) {
		struct speedscope_profile p = {0};
		bool ok = take_members(f, &p);

		if (ok && !f->has_frames &&
		    JSON_APPEND(f->waiting, f->waiting_count, f->waiting_room, "profiles",
				f->err, p))
			continue;
		ok = ok && f->has_frames && store_profile(f, &p);
		release_profile(&p);
		if (!ok)
			return false;
	}
	return f->err->kind == ERROR_NONE;
}

/* ---- the file ---- */

enum { KEY_SHARED, KEY_PROFILES, KEY_EXPORTER, KEYS };

static const struct text keys[KEYS] = {{"shared", 6}, {"profiles", 8}, {"exporter", 8}};

static bool read_all(struct speedscope_reading *f)
{
	struct json_token v;
	int key;

	if (!json_stream_next(f->stream, &v, f->err))
		return false;
	if (v.kind != JSON_OBJECT)
		return error_set(f->err, ERROR_FORMAT,
				 "expected a speedscope file, found other JSON");
	while (json_stream_next_known_member(f->stream, keys, KEYS, &key, &v, f->err)) {
		bool ok = true;

		if (key == KEY_SHARED && v.kind == JSON_OBJECT)
			ok = take_shared(f);
		else if (key == KEY_PROFILES && v.kind == JSON_ARRAY)
			ok = take_profiles(f);
		else if (key == KEY_EXPORTER && v.kind == JSON_STRING)
			builder_note(f->reading->builder, TEXT("exporter"), v.text);
		else if (v.kind != JSON_NULL)
			ok = lose_value(f, &v);
		if (!ok)
			return false;
	}
	if (f->err->kind != ERROR_NONE)
		return false;
	for (size_t i = 0; i < f->waiting_count; i++)
		if (!store_profile(f, &f->waiting[i]))
			return false;
	if (f->counts && f->profiles)
		builder_weights_are_counts(f->reading->builder);
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct speedscope_reading f = {.reading = r, .err = err, .counts = true};
	bool ok;

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	f.names = intern_new(err);
	if (f.names)
		f.stream = json_stream_open(r->source, r, err);
	ok = f.stream && read_all(&f) && json_stream_finish(f.stream, r->losses, err);
	for (size_t i = 0; i < f.waiting_count; i++)
		release_profile(&f.waiting[i]);
	mem_free(f.waiting);
	mem_free(f.frames.ids);
	intern_free(f.names);
	json_stream_close(f.stream);
	return ok;
}

/* ---- detection ---- */

struct speedscope_signs {
	unsigned sure;
	bool profiles, shared; /* inside of these members */
};

/*
 * Detects {"$schema": "https://www.speedscope.app/file-format-schema.json", ... or, if that comes
 * late, {"profiles": [{"endValue": ...
 */
static bool detect_speedscope(void *arg, const struct json_head_member *m)
{
	struct speedscope_signs *seen = arg;

	if (m->in_array)
		return false;
	if (m->depth == 1) {
		seen->profiles = text_equal(m->key, TEXT("profiles"));
		seen->shared = text_equal(m->key, TEXT("shared"));
	}
	if (m->depth == 1 && text_equal(m->key, TEXT("$schema")) &&
	    m->kind == JSON_STRING && text_has(m->value, TEXT("speedscope")))
		seen->sure = 100;
	else if (m->depth == 2 && seen->shared && text_equal(m->key, TEXT("frames")))
		seen->sure = seen->sure < 60 ? 60 : seen->sure;
	else if (m->depth == 3 && seen->profiles &&
		 (text_equal(m->key, TEXT("startValue")) ||
		  text_equal(m->key, TEXT("endValue"))))
		seen->sure = 80;
	return seen->sure < 100;
}

const struct format speedscope_format = {
    .name = "speedscope",
    .help = "speedscope files: py-spy record --format speedscope, austin2speedscope",
    .witness = detect_speedscope,
    .read = read_profile,
};
