#include "input/speedscope/speedscope_profile.h"

#include "base/append.h"
#include "base/mem.h"

#define NO_FRAME UINT32_MAX

void speedscope_profile_release(struct speedscope_profile *p)
{
	mem_free(p->name);
	mem_free(p->events);
	mem_free(p->weights);
	mem_free(p->frames);
	mem_free(p->ends);
	*p = (struct speedscope_profile){0};
}

/* A profile being read. All pointers are borrowed. */
struct speedscope_taking {
	struct speedscope_profile *profile;
	struct json_stream *stream;
	struct losses *losses;
	struct error *err;
	unsigned has; /* bits of keys */
};

static bool lose_speedscope_value(struct speedscope_taking *t, const struct json_token *v)
{
	losses_count(t->losses, LOSS_RECORD, v->at);
	return true;
}

static bool skip_speedscope_value(struct speedscope_taking *t, const struct json_token *v)
{
	return json_stream_skip(t->stream, v, t->err);
}

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

/* ---- "sampled" ---- */

static bool take_stack(struct speedscope_taking *t)
{
	struct speedscope_profile *p = t->profile;
	struct json_token v;

	while (json_stream_element(t->stream, &v, t->err)) {
		if (!skip_speedscope_value(t, &v) ||
		    !JSON_APPEND(p->frames, p->frame_count, p->frame_room, "frames",
				 t->err, frame_of(&v)))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* [[0, 1, 2], [0, 1, 2], [0, 1, 3]] */
static bool take_samples(struct speedscope_taking *t, const struct json_token *list)
{
	struct speedscope_profile *p = t->profile;
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return lose_speedscope_value(t, list) && skip_speedscope_value(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		bool ok = v.kind == JSON_ARRAY ? take_stack(t)
					       : lose_speedscope_value(t, &v) &&
						     skip_speedscope_value(t, &v);

		if (!ok || !JSON_APPEND(p->ends, p->end_count, p->end_room, "samples",
					t->err, p->frame_count))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

static bool take_weights(struct speedscope_taking *t, const struct json_token *list)
{
	struct speedscope_profile *p = t->profile;
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return lose_speedscope_value(t, list) && skip_speedscope_value(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		struct decimal d = {0, 0};

		if ((!is_decimal(&v, &d) && !lose_speedscope_value(t, &v)) ||
		    !skip_speedscope_value(t, &v) ||
		    !JSON_APPEND(p->weights, p->weight_count, p->weight_room, "samples",
				 t->err, d))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* ---- "evented" ---- */

enum { EVENT_TYPE, EVENT_FRAME, EVENT_AT, EVENT_KEYS };

static const struct text event_keys[EVENT_KEYS] = {{"type", 4}, {"frame", 5}, {"at", 2}};

/* {"type": "O", "frame": 0, "at": 0} */
static bool take_event(struct speedscope_taking *t)
{
	struct speedscope_profile *p = t->profile;
	struct speedscope_event e = {.frame = NO_FRAME};
	bool has_type = false, has_time = false;
	struct json_token v;
	int key;

	while (json_stream_next_known_member(t->stream, event_keys, EVENT_KEYS, &key, &v,
					     t->err)) {
		if (key == EVENT_FRAME)
			e.frame = frame_of(&v);
		else if (key == EVENT_AT)
			has_time = is_decimal(&v, &e.at);
		else if (v.kind == JSON_STRING && v.text.len == 1) {
			e.opens = v.text.at[0] == 'O';
			has_type = e.opens || v.text.at[0] == 'C';
		}
		if (!skip_speedscope_value(t, &v))
			return false;
	}
	if (t->err->kind != ERROR_NONE)
		return false;
	if (!has_type || !has_time || e.frame == NO_FRAME)
		return lose_speedscope_value(t, &v);
	return JSON_APPEND(p->events, p->event_count, p->event_room, "events", t->err, e);
}

static bool take_events(struct speedscope_taking *t, const struct json_token *list)
{
	struct json_token v;

	if (list->kind != JSON_ARRAY)
		return lose_speedscope_value(t, list) && skip_speedscope_value(t, list);
	while (json_stream_element(t->stream, &v, t->err)) {
		if (v.kind == JSON_OBJECT
			? !take_event(t)
			: !lose_speedscope_value(t, &v) || !skip_speedscope_value(t, &v))
			return false;
	}
	return t->err->kind == ERROR_NONE;
}

/* ---- the profile ---- */

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
	KEY_NAME,
	KEY_UNIT,
	KEY_START,
	KEY_END,
	KEY_EVENTS,
	KEY_SAMPLES,
	KEY_WEIGHTS,
	KEYS
};

static const struct text keys[KEYS] = {
    {"name", 4},   {"unit", 4},	   {"startValue", 10}, {"endValue", 8},
    {"events", 6}, {"samples", 7}, {"weights", 7},
};

static bool take_value(struct speedscope_taking *t, int key, const struct json_token *v)
{
	struct speedscope_profile *p = t->profile;

	t->has |= 1u << key;
	if (key == KEY_EVENTS)
		return take_events(t, v);
	if (key == KEY_SAMPLES)
		return take_samples(t, v);
	if (key == KEY_WEIGHTS)
		return take_weights(t, v);
	if (key == KEY_START && !is_decimal(v, &p->start))
		lose_speedscope_value(t, v);
	else if (key == KEY_END && !is_decimal(v, &p->end))
		lose_speedscope_value(t, v);
	else if (key == KEY_UNIT && (v->kind != JSON_STRING || !take_unit(p, v->text)))
		lose_speedscope_value(t, v);
	else if (key == KEY_NAME && v->kind != JSON_STRING && v->kind != JSON_NULL)
		lose_speedscope_value(t, v);
	else if (key == KEY_NAME && v->kind == JSON_STRING && !p->name &&
		 !(p->name = mem_text(v->text.at, v->text.len, t->err)))
		return false;
	return skip_speedscope_value(t, v);
}

bool speedscope_profile_take(struct speedscope_profile *p, struct json_stream *s,
			     struct losses *losses, struct error *err)
{
	struct speedscope_taking t = {p, s, losses, err, 0};
	struct json_token v;
	int key;

	while (json_stream_next_known_member(s, keys, KEYS, &key, &v, err)) {
		p->at = v.at;
		if (!take_value(&t, key, &v))
			return false;
	}
	if (!(t.has & (1u << KEY_SAMPLES | 1u << KEY_EVENTS)) ||
	    (p->unit == SPEEDSCOPE_TIME && !(t.has & 1u << KEY_START)))
		losses_count(losses, LOSS_RECORD, p->at);
	return err->kind == ERROR_NONE;
}
