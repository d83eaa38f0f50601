#include "input/cpuprofile.h"

#include <stdio.h>

#include "input/json_stream.h"
#include "input/v8_profile.h"

/* What frames begin with where a profile has no title. */
#define NAME "(root)"

/* One profile of the file, the `number`th; `lone` when there can be no other. */
static bool read_one(struct reading *r, struct json_stream *s, unsigned number, bool lone,
		     struct error *err)
{
	struct v8_profile p = {0};
	char name[40] = NAME;
	bool ok = v8_profile_take(&p, s, r, err);

	if (number > 1)
		snprintf(name, sizeof name, NAME " %u", number);
	if (ok && v8_profile_is_there(&p))
		ok = v8_profile_store(&p, r, text_of(name), lone, err);
	v8_profile_release(&p);
	return ok;
}

static bool read_many(struct reading *r, struct json_stream *s, struct error *err)
{
	struct json_token t;
	unsigned number = 0;

	while (json_stream_element(s, &t, err)) {
		bool ok = t.kind == JSON_OBJECT ? read_one(r, s, ++number, false, err)
						: json_stream_skip(s, &t, err);

		if (!ok)
			return false;
	}
	return err->kind == ERROR_NONE;
}

static bool read_all(struct reading *r, struct json_stream *s, struct error *err)
{
	struct json_token t;

	if (!json_stream_next(s, &t, err))
		return false;
	if (t.kind == JSON_ARRAY)
		return read_many(r, s, err);
	if (t.kind == JSON_OBJECT)
		return read_one(r, s, 1, true, err);
	return error_set(err, ERROR_FORMAT,
			 "expected a CPU profile of V8, found other JSON");
}

bool cpuprofile_read(struct reading *r, struct error *err)
{
	struct json_stream *s = json_stream_open(r->source, r, err);
	bool ok = s && read_all(r, s, err);

	r->losses->by_byte = true;
	if (ok && json_stream_is_cut(s))
		losses_count(r->losses, LOSS_RECORDS_CUT, 0);
	json_stream_close(s);
	return ok;
}

/* ---- recognising ---- */

/* What is seen of keys at the place where a profile would have them. */
struct seen {
	bool nodes, frames, head, function, samples, times;
	unsigned level; /* of the members of the profile */
};

static void see(struct seen *seen, struct text key, unsigned depth)
{
	static const struct text times[] = {
	    {"timeDeltas", 10}, {"startTime", 9}, {"endTime", 7}, {"timestamps", 10}};

	bool wraps = text_equal(key, TEXT("profile")) || text_equal(key, TEXT("result"));

	if (wraps && depth == seen->level) {
		seen->level++;
		return;
	}
	if (seen->head && depth == seen->level + 1)
		seen->function |= text_equal(key, TEXT("functionName"));
	if (seen->nodes && depth == seen->level + 2)
		seen->frames |= text_equal(key, TEXT("callFrame"));
	if (depth != seen->level)
		return;
	seen->nodes |= text_equal(key, TEXT("nodes"));
	seen->head |= text_equal(key, TEXT("head"));
	seen->samples |= text_equal(key, TEXT("samples"));
	for (size_t i = 0; i < sizeof times / sizeof *times; i++)
		seen->times |= text_equal(key, times[i]);
}

static unsigned judge(const struct seen *seen)
{
	if ((seen->nodes && seen->frames) || (seen->head && seen->function))
		return 95;
	return seen->samples && seen->times ? 50 : 0;
}

unsigned cpuprofile_probe(struct text head)
{
	struct error err = ERROR_INIT;
	struct source *source;
	struct json_stream *s = NULL;
	struct json_token t;
	struct seen seen = {.level = 1};

	if (!json_stream_may_be(head))
		return 0;
	source = source_of_bytes(head.at, head.len, &err);
	if (source)
		s = json_stream_open(source, NULL, &err);
	if (s && json_stream_next(s, &t, &err) && t.kind == JSON_ARRAY)
		seen.level = 2;
	while (s && json_stream_next(s, &t, &err) && t.kind != JSON_END &&
	       judge(&seen) < 90)
		if (t.kind == JSON_KEY)
			see(&seen, t.text, json_stream_depth(s));
	json_stream_close(s);
	source_close(source);
	return judge(&seen);
}
