#include "input/formats.h"

#include <inttypes.h>
#include <stdio.h>

#include "base/mem.h"
#include "base/number.h"
#include "input/firefox/firefox_thread.h"

#define PROCESSES_DEEPEST 8 /* levels of processes inside processes */

/* The newest versions of the format that we know. */
#define NEWEST_PROCESSED 75
#define NEWEST_GECKO	 36

/* A process of the file; its threads are kept until the whole process has been read. */
struct kept_process {
	struct firefox_thread *threads; /* owned */
	size_t count, room;
	struct firefox_thread shared; /* owned */
	struct firefox_process facts;
	int64_t start; /* ns since 1970; FIREFOX_NONE: not stated */
	/* the outermost process or its profile: start times count from its start */
	bool is_main;
};

struct fox {
	struct reading *reading;    /* borrowed */
	struct json_stream *stream; /* owned */
	struct intern *texts;	    /* owned */
	struct firefox_names names; /* owned: names for `texts` */
	int64_t start;		    /* of the main process; FIREFOX_NONE: not yet known */
	/* owned: processes read before that start was known */
	struct kept_process *waiting;
	size_t waiting_count, waiting_room;
	/* if the current process is a text, the offset of its end; otherwise 0 */
	uint64_t text_at;
};

/*
 * The offset for losses. A process that is a text has no offsets within it, so its losses are at
 * its end.
 */
static uint64_t place_loss(const struct fox *f, uint64_t at)
{
	return f->text_at ? f->text_at : at;
}

/* Skip a value that is not understood. */
static bool lose_value(struct fox *f, const struct json_token *v, struct error *err)
{
	losses_count(f->reading->losses, LOSS_RECORD, place_loss(f, v->at));
	return json_stream_skip(f->stream, v, err);
}

static void release_process(struct kept_process *p)
{
	for (size_t i = 0; i < p->count; i++)
		firefox_thread_release(&p->threads[i]);
	mem_free(p->threads);
	firefox_thread_release(&p->shared);
	firefox_stacks_release(&p->facts.shared);
	mem_free(p->facts.libs);
}

/* ---- meta ---- */

/* The kind of code of a category; 0 for others, such as "Layout". */
static enum frame_kind kind_of_category(struct text name)
{
	if (text_equal(name, TEXT("Kernel")))
		return FRAME_KERNEL;
	if (text_equal(name, TEXT("GC / CC"))) /* garbage and cycle collection */
		return FRAME_RUNTIME;
	return text_equal(name, TEXT("Idle")) ? FRAME_IDLE : FRAME_NAMELESS;
}

static bool take_categories(struct fox *f, struct kept_process *p, struct error *err)
{
	const struct text name = {"name", 4};
	struct json_token v, n;
	int key;

	for (unsigned number = 0; json_stream_element(f->stream, &v, err); number++) {
		if (v.kind != JSON_OBJECT && !lose_value(f, &v, err))
			return false;
		while (v.kind == JSON_OBJECT && json_stream_next_known_member(
						    f->stream, &name, 1, &key, &n, err)) {
			if (n.kind == JSON_STRING && number < FIREFOX_CATEGORIES)
				p->facts.kinds[number] =
				    (uint8_t)kind_of_category(n.text);
			if (n.kind != JSON_STRING && !lose_value(f, &n, err))
				return false;
		}
		if (err->kind != ERROR_NONE)
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* Take "sampleUnits":{"time":"bytes", ... of profiles of memory and of file sizes. */
static bool take_units(struct fox *f, struct kept_process *p, struct error *err)
{
	const struct text time = {"time", 4};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, &time, 1, &key, &v, err)) {
		p->facts.untimed =
		    v.kind == JSON_STRING && text_equal(v.text, TEXT("bytes"));
		if (!json_stream_skip(f->stream, &v, err))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* Newer versions are read too, with a note, as known columns seldom change their meaning. */
static void check_version(struct fox *f, uint64_t gecko, uint64_t processed, uint64_t at)
{
	uint64_t version = processed ? processed : gecko;
	int newest = processed ? NEWEST_PROCESSED : NEWEST_GECKO;
	char text[80];

	if (version <= (uint64_t)newest)
		return;
	snprintf(text, sizeof text,
		 "%s %" PRIu64 ", newer than %d, the newest known here",
		 processed ? "processed" : "Gecko", version, newest);
	builder_note(f->reading->builder, TEXT("version"), text_of(text));
	losses_count(f->reading->losses, LOSS_VERSION, place_loss(f, at));
}

enum {
	META_CATEGORIES,
	META_UNITS,
	META_START,
	META_PRODUCT,
	META_GECKO,
	META_PROCESSED,
	META_KEYS
};

static bool take_meta(struct fox *f, struct kept_process *p, struct error *err)
{
	static const struct text keys[META_KEYS] = {
	    {"categories", 10}, {"sampleUnits", 11}, {"startTime", 9},
	    {"product", 7},	{"version", 7},	     {"preprocessedProfileVersion", 26}};
	uint64_t versions[] = {0, 0}, at = 0;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(f->stream, keys, META_KEYS, &key, &v, err)) {
		struct decimal d;
		int64_t number;

		at = v.at;
		if (key <= META_UNITS &&
		    v.kind == (key == META_UNITS ? JSON_OBJECT : JSON_ARRAY)) {
			if (!(key == META_UNITS ? take_units(f, p, err)
						: take_categories(f, p, err)))
				return false;
			continue;
		}
		if (v.kind != JSON_NULL &&
		    (key <= META_UNITS ||
		     v.kind != (key == META_PRODUCT ? JSON_STRING : JSON_NUMBER))) {
			if (!lose_value(f, &v, err))
				return false;
			continue;
		}
		if (key >= META_GECKO && v.kind == JSON_NUMBER &&
		    number_decimal(v.text, &d) && number_scaled(d, 0, &number) &&
		    number > 0)
			versions[key - META_GECKO] = (uint64_t)number;
		if (key == META_START && v.kind == JSON_NUMBER &&
		    number_decimal(v.text, &d) && !number_scaled(d, 6, &p->start))
			p->start = FIREFOX_NONE;
		if (key == META_PRODUCT && v.kind == JSON_STRING)
			builder_note(f->reading->builder, TEXT("product"), v.text);
	}
	check_version(f, versions[0], versions[1], at);
	return err->kind == ERROR_NONE;
}

/* Take "libs":[{"name":"libc.so.6", ... */
static bool take_libs(struct fox *f, struct kept_process *p, struct error *err)
{
	static const struct text name = {"name", 4};
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		struct json_token n;
		uint32_t id = 0;
		int key;

		if (v.kind != JSON_OBJECT && !lose_value(f, &v, err))
			return false;
		while (v.kind == JSON_OBJECT &&
		       json_stream_next_known_member(f->stream, &name, 1, &key, &n, err))
			if ((n.kind == JSON_STRING &&
			     !intern_put(f->texts, n.text, &id, err)) ||
			    !json_stream_skip(f->stream, &n, err))
				return false;
		if (err->kind != ERROR_NONE ||
		    !JSON_APPEND(p->facts.libs, p->facts.lib_count, p->facts.lib_room,
				 "libraries", err, id))
			return false;
	}
	return err->kind == ERROR_NONE;
}

/* ---- processes ---- */

static bool take_process(struct fox *f, unsigned depth, bool is_main, struct error *err);

/* In old Gecko profiles, a process is a text: JSON in JSON. */
static bool take_text(struct fox *f, const struct json_token *text, unsigned depth,
		      struct error *err)
{
	struct json_stream *around = f->stream;
	struct error inner = ERROR_INIT;
	uint64_t at = place_loss(f, text->at), around_at = f->text_at;
	size_t len = text->text.len;
	char *bytes = mem_text(text->text.at, len, err);
	struct source *source = bytes ? source_of_bytes(bytes, len, err) : NULL;
	struct json_token v;
	bool ok;

	f->text_at = at;
	f->stream = source ? json_stream_open(source, NULL, err) : NULL;
	ok = f->stream && json_stream_next(f->stream, &v, &inner) &&
	     v.kind == JSON_OBJECT && take_process(f, depth, false, &inner) &&
	     !json_stream_is_truncated(f->stream);
	json_stream_close(f->stream);
	f->stream = around;
	f->text_at = around_at;
	source_close(source);
	mem_free(bytes);
	if (err->kind != ERROR_NONE)
		return false;
	if (inner.kind != ERROR_NONE && inner.kind != ERROR_FORMAT) {
		*err = inner;
		return false;
	}
	if (!ok)
		losses_count(f->reading->losses, LOSS_RECORD, at);
	return true;
}

/* Some profiles have processes among their threads. */
static bool take_element(struct fox *f, const struct json_token *v, unsigned depth,
			 struct error *err)
{
	if (v->kind == JSON_STRING && depth < PROCESSES_DEEPEST)
		return take_text(f, v, depth + 1, err);
	return v->kind == JSON_OBJECT ? json_stream_skip(f->stream, v, err)
				      : lose_value(f, v, err);
}

static bool take_threads(struct fox *f, struct kept_process *p, unsigned depth,
			 struct error *err)
{
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		if (v.kind != JSON_OBJECT) {
			if (!take_element(f, &v, depth, err))
				return false;
			continue;
		}
		if (!json_stream_reserve(&p->threads, &p->room, p->count + 1,
					 sizeof *p->threads, "threads", err))
			return false;
		p->threads[p->count] = (struct firefox_thread){0};
		if (!firefox_thread_take(&p->threads[p->count++], f->stream, f->texts,
					 err))
			return false;
		p->threads[p->count - 1].at = place_loss(f, p->threads[p->count - 1].at);
	}
	return err->kind == ERROR_NONE;
}

static bool take_processes(struct fox *f, unsigned depth, struct error *err)
{
	struct json_token v;

	while (json_stream_element(f->stream, &v, err)) {
		bool ok = v.kind == JSON_OBJECT && depth < PROCESSES_DEEPEST
			      ? take_process(f, depth + 1, false, err)
			      : take_element(f, &v, depth, err);

		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

enum { KEY_META, KEY_SHARED, KEY_PROFILE, KEY_THREADS, KEY_PROCESSES, KEY_LIBS, KEYS };

static bool take_value(struct fox *f, struct kept_process *p, int key,
		       const struct json_token *v, unsigned depth, struct error *err)
{
	if (v->kind == JSON_OBJECT && key == KEY_META)
		return take_meta(f, p, err);
	if (v->kind == JSON_OBJECT && key == KEY_SHARED)
		return firefox_thread_take(&p->shared, f->stream, f->texts, err);
	if (v->kind == JSON_OBJECT && key == KEY_PROFILE && depth < PROCESSES_DEEPEST)
		return take_process(f, depth + 1, p->is_main, err);
	if (v->kind == JSON_ARRAY && key == KEY_THREADS)
		return take_threads(f, p, depth, err);
	if (v->kind == JSON_ARRAY && key == KEY_PROCESSES)
		return take_processes(f, depth, err);
	if (v->kind == JSON_ARRAY && key == KEY_LIBS)
		return take_libs(f, p, err);
	/* in some versions, `libs` was a text */
	return v->kind == JSON_NULL || key == KEY_LIBS
		   ? json_stream_skip(f->stream, v, err)
		   : lose_value(f, v, err);
}

/* Store a process. Its times count from its own start. */
static bool store_process(struct fox *f, struct kept_process *p, struct error *err)
{
	if (p->start == FIREFOX_NONE || f->start == FIREFOX_NONE ||
	    __builtin_sub_overflow(p->start, f->start, &p->facts.offset))
		p->facts.offset = 0;
	firefox_thread_lose(&p->shared, f->reading->losses);
	for (size_t i = 0; i < p->count; i++)
		if (!firefox_thread_store(&p->threads[i], &p->shared, &f->names,
					  &p->facts, f->reading, err))
			return false;
	return true;
}

/* Recursive for processes inside others, up to PROCESSES_DEEPEST. */
static bool take_process(struct fox *f, unsigned depth, bool is_main, struct error *err)
{
	static const struct text keys[KEYS] = {{"meta", 4},	 {"shared", 6},
					       {"profile", 7},	 {"threads", 7},
					       {"processes", 9}, {"libs", 4}};
	struct kept_process p = {.start = FIREFOX_NONE, .is_main = is_main};
	struct json_token v = {.at = 0};
	bool ok = true, is_any = false;
	int key;

	while (ok &&
	       json_stream_next_known_member(f->stream, keys, KEYS, &key, &v, err)) {
		is_any |=
		    v.kind != JSON_NULL &&
		    (key == KEY_PROFILE || key == KEY_THREADS || key == KEY_PROCESSES);
		ok = take_value(f, &p, key, &v, depth, err);
		if (is_main && f->start == FIREFOX_NONE)
			f->start = p.start;
	}
	if (!is_any)
		losses_count(f->reading->losses, LOSS_RECORD, place_loss(f, v.at));
	ok = ok && err->kind == ERROR_NONE;
	/* keep a process that was read before the start of the main one is known */
	if (ok && f->start == FIREFOX_NONE &&
	    JSON_APPEND(f->waiting, f->waiting_count, f->waiting_room, "processes", err,
			p))
		return true;
	ok = ok && f->start != FIREFOX_NONE && store_process(f, &p, err);
	release_process(&p);
	return ok;
}

/* ---- the file ---- */

static bool read_all(struct fox *f, struct error *err)
{
	struct json_token v;

	if (!json_stream_next(f->stream, &v, err))
		return false;
	if (v.kind != JSON_OBJECT)
		return error_set(err, ERROR_FORMAT,
				 "expected a Firefox profile, found other JSON");
	if (!take_process(f, 0, true, err))
		return false;
	/* if the main process states no start, use the first start of another */
	for (size_t i = 0; f->start == FIREFOX_NONE && i < f->waiting_count; i++)
		f->start = f->waiting[i].start;
	for (size_t i = 0; i < f->waiting_count; i++)
		if (!store_process(f, &f->waiting[i], err))
			return false;
	return true;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct fox f = {.reading = r, .start = FIREFOX_NONE};
	bool ok;

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	f.texts = intern_new(err);
	f.names.texts = f.texts;
	if (f.texts)
		f.stream = json_stream_open(r->source, r, err);
	ok =
	    f.stream && read_all(&f, err) && json_stream_finish(f.stream, r->losses, err);
	for (size_t i = 0; i < f.waiting_count; i++)
		release_process(&f.waiting[i]);
	mem_free(f.waiting);
	firefox_names_release(&f.names);
	intern_free(f.texts);
	json_stream_close(f.stream);
	return ok;
}

/* ---- detection ---- */

struct firefox_signs {
	unsigned wrapped; /* levels of objects that the profile is a member of */
	bool meta, libs;
	unsigned sure;
};

/*
 * Detects {"meta":{"abi":"x86_64-gcc3","interval":1,"stackwalk":1, ... and, in files of the old
 * developer tools, {"label":"a", ... "profile":{"libs":[{"start":0, ... "breakpadId": ...
 */
static bool detect_firefox(void *arg, const struct json_head_member *m)
{
	static const struct text telling[] = {{"preprocessedProfileVersion", 26},
					      {"stackwalk", 9},
					      {"processType", 11},
					      {"markerSchema", 12}};
	struct firefox_signs *seen = arg;
	unsigned level = 1 + seen->wrapped;

	if (m->in_array)
		return false;
	if (m->depth == level) {
		seen->meta = text_equal(m->key, TEXT("meta"));
		seen->libs = text_equal(m->key, TEXT("libs"));
		if (text_equal(m->key, TEXT("profile")) && m->kind == JSON_OBJECT)
			seen->wrapped++;
	}
	for (size_t i = 0; seen->meta && i < sizeof telling / sizeof *telling; i++)
		if (m->depth == level + 1 && text_equal(m->key, telling[i]))
			seen->sure = 95;
	if (seen->libs && m->depth == level + 2 && text_equal(m->key, TEXT("breakpadId")))
		seen->sure = 90;
	return seen->sure < 90;
}

static unsigned sure_of(const void *arg)
{
	return ((const struct firefox_signs *)arg)->sure;
}

static const struct json_detector witness = {detect_firefox, sure_of,
					     sizeof(struct firefox_signs)};

static unsigned probe_firefox(struct text head)
{
	return json_head_sure(head, &witness);
}

const struct format firefox_format = {
    .name = "firefox",
    .help = "profiles of the Firefox Profiler and of samply",
    .probe = probe_firefox,
    .read = read_profile,
    .witness = &witness,
};
