#include "input/formats.h"

#include <stdio.h>

#include "input/trace/v8_profile.h"

/* The name of the root of V8, used for a profile without a title. */
#define NAME "(root)"

/* Read the `number`th profile of the file; `lone`: it is the only one. */
static bool read_one(struct reading *r, struct json_stream *s, unsigned number, bool lone,
		     struct error *err)
{
	struct v8_profile p = {0};
	char name[40] = NAME;
	struct v8_owner owner = {TEXT("samples"), 0, PROFILE_NO_ID, PROFILE_NO_ID};
	bool ok = v8_profile_take(&p, s, r, err);

	if (number > 1)
		snprintf(name, sizeof name, NAME " %u", number);
	owner.name = builder_string(r->builder, text_of(name));
	if (ok && v8_profile_is_there(&p))
		ok = v8_profile_store(&p, r, &owner, lone, err);
	v8_profile_release(&p);
	return ok;
}

static bool read_all(struct reading *r, struct json_stream *s, struct error *err)
{
	struct json_token t;

	if (!json_stream_next(s, &t, err))
		return false;
	if (t.kind == JSON_OBJECT)
		return read_one(r, s, 1, true, err);
	if (t.kind != JSON_ARRAY)
		return error_set(err, ERROR_FORMAT,
				 "expected a V8 CPU profile, found other JSON");
	for (unsigned n = 1; json_stream_next_object(s, &t, r->losses, err); n++)
		if (!read_one(r, s, n, false, err))
			return false;
	return err->kind == ERROR_NONE;
}

static bool read_profile(struct reading *r, struct error *err)
{
	struct json_stream *s = json_stream_open(r->source, r, err);
	bool ok;

	r->losses->by_byte = true;
	builder_signed_times(r->builder);
	ok = s && read_all(r, s, err) && json_stream_finish(s, r->losses, err);
	json_stream_close(s);
	return ok;
}

/* ---- detection ---- */

/* The keys found at places where a profile would have them. */
struct cpuprofile_signs {
	unsigned sure, wrappers;
	bool nodes, head, samples, times;
};

static bool is_time(struct text key)
{
	static const struct text times[] = {
	    {"timeDeltas", 10}, {"startTime", 9}, {"endTime", 7}, {"timestamps", 10}};

	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		if (text_equal(key, times[i]))
			return true;
	return false;
}

static bool detect_cpuprofile(void *arg, const struct json_head_member *m)
{
	struct cpuprofile_signs *seen = arg;
	unsigned level = 1 + m->in_array + seen->wrappers;

	if ((m->depth == level + 1 && seen->head &&
	     text_equal(m->key, TEXT("functionName"))) ||
	    (m->depth == level + 2 && seen->nodes &&
	     text_equal(m->key, TEXT("callFrame"))))
		seen->sure = 95;
	if (m->depth != level)
		return seen->sure < 95;
	seen->wrappers +=
	    m->kind == JSON_OBJECT &&
	    (text_equal(m->key, TEXT("profile")) || text_equal(m->key, TEXT("result")));
	seen->nodes |= m->kind == JSON_ARRAY && text_equal(m->key, TEXT("nodes"));
	seen->head |= m->kind == JSON_OBJECT && text_equal(m->key, TEXT("head"));
	seen->samples |= m->kind == JSON_ARRAY && text_equal(m->key, TEXT("samples"));
	seen->times |= is_time(m->key);
	seen->sure = seen->samples && seen->times ? 50 : 0;
	return true;
}

const struct format cpuprofile_format = {
    .name = "cpuprofile",
    .help = "CPU profiles of Chrome and Node: node --cpu-prof, DevTools",
    .witness = detect_cpuprofile,
    .read = read_profile,
};
