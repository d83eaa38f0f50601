#include "input/formats.h"

#include <stdio.h>

#include "base/intern.h"
#include "base/mem.h"
#include "input/speedscope/speedscope_profile.h"

/* One file being read. */
struct speedscope_reading {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct speedscope_frames frames;
	bool has_frames;
	struct speedscope_profile *waiting; /* owned: profiles read before the frames */
	size_t waiting_count, waiting_room;
	struct intern *names; /* owned: the profiles' names */
	unsigned profiles;
	bool counts; /* no profile has a unit */
};

/* ---- frames ---- */

enum { FRAME_NAME, FRAME_FILE, FRAME_KEYS };

static const struct text frame_keys[FRAME_KEYS] = {{"name", 4}, {"file", 4}};

static bool add_frame(struct speedscope_reading *f, uint32_t name, uint32_t file,
		      struct error *err)
{
	struct builder *b = f->reading->builder;

	if (name == 0)
		name = builder_string(b, TEXT("(anonymous)"));
	return JSON_APPEND(f->frames.ids, f->frames.count, f->frames.room, "frames", err,
			   builder_frame(b, name, file, FRAME_USER));
}

/*
 * A frame that is not an object is kept as a placeholder, so that the following ones have the right
 * index.
 */
static bool take_other(struct speedscope_reading *f, const struct json_token *v,
		       struct error *err)
{
	losses_count(f->reading->losses, LOSS_RECORD, v->at);
	return json_stream_skip(f->stream, v, err) && add_frame(f, 0, 0, err);
}

/* {"name": "run", "file": "/usr/lib/python3.8/threading.py", "line": 870} */
static bool take_frame(struct speedscope_reading *f, struct error *err)
{
	struct builder *b = f->reading->builder;
	uint32_t name = 0, file = 0;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, frame_keys, FRAME_KEYS, &key, &v,
					     err)) {
		if (v.kind == JSON_STRING && key == FRAME_NAME)
			name = builder_string(b, v.text);
		else if (v.kind == JSON_STRING)
			file = builder_string(b, v.text);
		else if (v.kind != JSON_NULL)
			losses_count(f->reading->losses, LOSS_RECORD, v.at);
		if (!json_stream_skip(f->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE && add_frame(f, name, file, err);
}

static bool take_shared(struct speedscope_reading *f, struct error *err)
{
	const struct text frames = {"frames", 6};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, &frames, 1, &key, &v, err)) {
		bool is_list = v.kind == JSON_ARRAY && !f->has_frames;

		if (!is_list)
			losses_count(f->reading->losses, LOSS_RECORD, v.at);
		if (!is_list && !json_stream_skip(f->stream, &v, err))
			return false;
		f->has_frames |= is_list;
		while (is_list && json_stream_element(f->stream, &v, err)) {
			if (!(v.kind == JSON_OBJECT ? take_frame(f, err)
						    : take_other(f, &v, err)))
				return false;
		}
	}
	return err->kind == ERROR_NONE;
}

/* ---- profiles ---- */

/* Each profile is a thread; those of the same name are distinguished by their number. */
static bool name_of(struct speedscope_reading *f, const struct speedscope_profile *p,
		    char *name, size_t room, struct error *err)
{
	uint32_t before = intern_count(f->names), id;

	f->profiles++;
	if (p->name && p->name[0])
		snprintf(name, room, "%s", p->name);
	else
		snprintf(name, room, "profile %u", f->profiles);
	if (!intern_put(f->names, text_of(name), &id, err))
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
			  const struct speedscope_profile *p, struct error *err)
{
	struct builder *b = f->reading->builder;
	char name[256];

	if (!name_of(f, p, name, sizeof name, err))
		return false;
	f->counts &= p->unit == SPEEDSCOPE_NONE;
	return speedscope_profile_store(
	    p, &f->frames, builder_thread(b, text_of(name), PROFILE_NO_ID, PROFILE_NO_ID),
	    f->reading, err);
}

static bool take_profile(struct speedscope_reading *f, struct error *err)
{
	struct speedscope_profile p = {0};
	bool ok = speedscope_profile_take(&p, f->stream, f->reading->losses, err);

	if (ok && f->has_frames) {
		ok = store_profile(f, &p, err);
	} else if (ok && JSON_APPEND(f->waiting, f->waiting_count, f->waiting_room,
				     "profiles", err, p)) {
		return true;
	}
	speedscope_profile_release(&p);
	return ok && err->kind == ERROR_NONE;
}

static bool take_profiles(struct speedscope_reading *f, struct error *err)
{
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		bool ok = v.kind == JSON_OBJECT ? take_profile(f, err)
						: json_stream_skip(f->stream, &v, err);

		if (v.kind != JSON_OBJECT)
			losses_count(f->reading->losses, LOSS_RECORD, v.at);
		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* ---- the file ---- */

enum { KEY_SHARED, KEY_PROFILES, KEY_EXPORTER, KEYS };

static const struct text keys[KEYS] = {{"shared", 6}, {"profiles", 8}, {"exporter", 8}};

static bool take_value(struct speedscope_reading *f, int key, const struct json_token *v,
		       struct error *err)
{
	if (key == KEY_SHARED && v->kind == JSON_OBJECT)
		return take_shared(f, err);
	if (key == KEY_PROFILES && v->kind == JSON_ARRAY)
		return take_profiles(f, err);
	if (key == KEY_EXPORTER && v->kind == JSON_STRING)
		builder_note(f->reading->builder, TEXT("exporter"), v->text);
	else if (v->kind != JSON_NULL)
		losses_count(f->reading->losses, LOSS_RECORD, v->at);
	return json_stream_skip(f->stream, v, err);
}

static bool read_all(struct speedscope_reading *f, struct error *err)
{
	struct json_token v;
	int key;

	if (!json_stream_next(f->stream, &v, err))
		return false;
	if (v.kind != JSON_OBJECT)
		return error_set(err, ERROR_FORMAT,
				 "expected a speedscope file, found other JSON");
	while (json_stream_next_known_member(f->stream, keys, KEYS, &key, &v, err))
		if (!take_value(f, key, &v, err))
			return false;
	if (err->kind != ERROR_NONE)
		return false;
	for (size_t i = 0; i < f->waiting_count; i++)
		if (!store_profile(f, &f->waiting[i], err))
			return false;
	if (f->counts && f->profiles)
		builder_weights_are_counts(f->reading->builder);
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct speedscope_reading f = {.reading = r, .counts = true};
	bool ok;

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	f.names = intern_new(err);
	if (f.names)
		f.stream = json_stream_open(r->source, r, err);
	ok =
	    f.stream && read_all(&f, err) && json_stream_finish(f.stream, r->losses, err);
	for (size_t i = 0; i < f.waiting_count; i++)
		speedscope_profile_release(&f.waiting[i]);
	mem_free(f.waiting);
	mem_free(f.frames.ids);
	intern_free(f.names);
	json_stream_close(f.stream);
	return ok;
}

/* ---- detection ---- */

struct speedscope_signs {
	bool profiles, shared; /* inside of these members */
	unsigned sure;
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

static unsigned sure_of(const void *arg)
{
	return ((const struct speedscope_signs *)arg)->sure;
}

static const struct json_detector witness = {detect_speedscope, sure_of,
					     sizeof(struct speedscope_signs)};

static unsigned probe_speedscope(struct text head)
{
	return json_head_sure(head, &witness);
}

const struct format speedscope_format = {
    .name = "speedscope",
    .help = "speedscope files: py-spy record --format speedscope, austin2speedscope",
    .probe = probe_speedscope,
    .read = read_profile,
    .witness = &witness,
};
