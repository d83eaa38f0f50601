#include "input/json_stream.h"

#include <inttypes.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "base/mem.h"
#include "input/json_memory.h"

#define PIECE	  (64u << 10) /* read at once */
#define PIECE_MAX (4u << 20)  /* the same in the middle of a very long string */

/* A token in the queue. */
struct queued {
	uint32_t from, len; /* of its text, in the piece or in `kept` */
	uint32_t end;	    /* where it ends in the piece */
	uint8_t kind;
	bool is_kept;
};

struct json_stream {
	struct source *source;	 /* borrowed */
	struct reading *reading; /* borrowed; or NULL */
	struct json_memory memory;
	yajl_handle yajl; /* its memory is `memory` */

	char *piece; /* owned */
	size_t room, len;
	uint64_t begin; /* of the piece in the input */
	uint64_t last;	/* where the last token so far ended */

	struct queued *queue; /* owned */
	size_t capacity, count, next;
	char *kept; /* owned: texts that are not in the piece as they are */
	size_t kept_room, kept_len;

	unsigned deep;	/* where yajl is */
	unsigned depth; /* where the caller is */
	bool ended, cut;
	struct error why; /* what comes after the queue */
};

/* ---- yajl's side ---- */

static int put(struct json_stream *s, enum json_kind kind, const void *at, size_t len)
{
	size_t end = yajl_get_bytes_consumed(s->yajl);
	struct queued q = {.kind = (uint8_t)kind, .len = (uint32_t)len};

	q.end = (uint32_t)(end < s->len ? end : s->len);
	if (s->count == s->capacity && !mem_reserve(&s->queue, &s->capacity, s->count + 1,
						    sizeof q, "JSON tokens", &s->why))
		return 0;
	if (len && (uintptr_t)at - (uintptr_t)s->piece < s->len) {
		q.from = (uint32_t)((const char *)at - s->piece);
	} else if (len) {
		if (!mem_reserve(&s->kept, &s->kept_room, s->kept_len + len, 1,
				 "JSON texts", &s->why))
			return 0;
		memcpy(s->kept + s->kept_len, at, len);
		q.from = (uint32_t)s->kept_len;
		q.is_kept = true;
		s->kept_len += len;
	}
	s->last = s->begin + q.end;
	s->queue[s->count++] = q;
	return 1;
}

static int begin(struct json_stream *s, enum json_kind kind)
{
	if (++s->deep > JSON_DEEPEST)
		return error_set(&s->why, ERROR_LIMIT,
				 "JSON values more than %d levels inside each other, at "
				 "byte %" PRIu64,
				 JSON_DEEPEST,
				 s->begin + yajl_get_bytes_consumed(s->yajl));
	return put(s, kind, NULL, 0);
}

static int end(struct json_stream *s, enum json_kind kind)
{
	s->deep--;
	return put(s, kind, NULL, 0);
}

static int on_null(void *s)
{
	return put(s, JSON_NULL, NULL, 0);
}

static int on_boolean(void *s, int value)
{
	return put(s, value ? JSON_TRUE : JSON_FALSE, NULL, 0);
}

static int on_number(void *s, const char *at, size_t len)
{
	return put(s, JSON_NUMBER, at, len);
}

static int on_string(void *s, const unsigned char *at, size_t len)
{
	return put(s, JSON_STRING, at, len);
}

static int on_key(void *s, const unsigned char *at, size_t len)
{
	return put(s, JSON_KEY, at, len);
}

static int on_object(void *s)
{
	return begin(s, JSON_OBJECT);
}

static int on_object_end(void *s)
{
	return end(s, JSON_OBJECT_END);
}

static int on_array(void *s)
{
	return begin(s, JSON_ARRAY);
}

static int on_array_end(void *s)
{
	return end(s, JSON_ARRAY_END);
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object,
    .yajl_map_key = on_key,
    .yajl_end_map = on_object_end,
    .yajl_start_array = on_array,
    .yajl_end_array = on_array_end,
};

/* "parse error: unallowed token at this point in JSON text\n" */
static void tell(struct json_stream *s)
{
	unsigned char *message = yajl_get_error(s->yajl, 0, NULL, 0);
	struct text t = message ? text_of((char *)message) : TEXT("no reason given");

	while (t.len && t.at[t.len - 1] == '\n')
		t.len--;
	error_set(&s->why, ERROR_FORMAT, "not JSON at byte %" PRIu64 ": %.*s",
		  s->begin + yajl_get_bytes_consumed(s->yajl),
		  t.len < 150 ? (int)t.len : 150, t.at);
	if (message)
		yajl_free_error(s->yajl, message);
}

/* What is said of the end does not matter: it came too early. */
static void finish(struct json_stream *s)
{
	size_t before = s->count;

	s->cut = yajl_complete_parse(s->yajl) != yajl_status_ok;
	if (s->cut && s->count > before && s->queue[s->count - 1].kind == JSON_NUMBER)
		s->count--;
}

/* Have yajl parse bytes of the piece; with none of them, tell it that this was all. */
static void feed(struct json_stream *s, size_t from)
{
	const unsigned char *at = (const unsigned char *)s->piece + from;

	if (setjmp(s->memory.hungry)) {
		if (s->why.kind == ERROR_NONE)
			error_set(&s->why, ERROR_MEMORY, "no memory for a JSON text");
		return;
	}
	if (s->ended)
		finish(s);
	else if (yajl_parse(s->yajl, at, s->len - from) != yajl_status_ok &&
		 s->why.kind == ERROR_NONE)
		tell(s);
}

/* ---- opening ---- */

static bool begin_yajl(struct json_stream *s, struct error *err)
{
	yajl_alloc_funcs functions = json_memory_functions(&s->memory);

	if (setjmp(s->memory.hungry))
		return error_set(err, ERROR_MEMORY, "no memory for a JSON parser");
	s->yajl = yajl_alloc(&callbacks, &functions, s);
	yajl_config(s->yajl, yajl_dont_validate_strings, 1);
	return true;
}

struct json_stream *json_stream_open(struct source *source, struct reading *r,
				     struct error *err)
{
	struct json_stream *s = mem_array(1, sizeof *s, "a JSON stream", err);

	if (!s)
		return NULL;
	s->source = source;
	s->reading = r;
	if (mem_reserve(&s->piece, &s->room, PIECE, 1, "JSON text", err) &&
	    begin_yajl(s, err))
		return s;
	json_stream_close(s);
	return NULL;
}

void json_stream_close(struct json_stream *s)
{
	if (!s)
		return;
	json_memory_release(&s->memory);
	free(s->piece);
	free(s->queue);
	free(s->kept);
	free(s);
}

/* ---- the reader's side ---- */

/*
 * In the middle of a long string yajl looks at all of it again with every piece, so take
 * large ones. `*least` is how many bytes to wait for: a pipe may give one at a time, and a
 * byte order mark has three.
 */
static bool make_room(struct json_stream *s, size_t *least, struct error *err)
{
	*least = 3;
	if (s->begin - s->last > JSON_LONGEST)
		return error_set(err, ERROR_LIMIT,
				 "a JSON value of more than %" PRIu64
				 " MiB without an end, at byte %" PRIu64,
				 JSON_LONGEST >> 20, s->last);
	if (s->begin == 0 || s->count > 0)
		return true;
	if (s->room < PIECE_MAX &&
	    !mem_reserve(&s->piece, &s->room, s->room + 1, 1, "JSON text", err))
		return false;
	*least = s->room;
	return true;
}

static bool refill(struct json_stream *s, struct error *err)
{
	size_t from = 0, got = 1, least;

	if (s->reading && !reading_goes_on(s->reading, err))
		return false;
	s->begin += s->len;
	s->len = 0;
	if (!make_room(s, &least, err))
		return false;
	s->count = s->next = s->kept_len = 0;
	while (s->len < least && got) {
		if (!source_read(s->source, s->piece + s->len, s->room - s->len, &got,
				 err))
			return false;
		s->len += got;
	}
	if (s->begin == 0 && s->len >= 3 && memcmp(s->piece, "\xef\xbb\xbf", 3) == 0)
		from = 3;
	s->ended = s->len == 0;
	feed(s, from);
	return true;
}

bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err)
{
	const struct queued *q;

	if (err->kind != ERROR_NONE)
		return false;
	while (s->next == s->count) {
		if (s->why.kind != ERROR_NONE)
			return error_set(err, s->why.kind, "%s", s->why.message);
		if (s->ended) {
			*t = (struct json_token){.kind = JSON_END, .at = s->begin};
			return true;
		}
		if (!refill(s, err))
			return false;
	}
	q = &s->queue[s->next++];
	t->kind = q->kind;
	t->text = (struct text){(q->is_kept ? s->kept : s->piece) + q->from, q->len};
	t->at = s->begin + q->end;
	if (t->kind == JSON_OBJECT || t->kind == JSON_ARRAY)
		s->depth++;
	else if (t->kind == JSON_OBJECT_END || t->kind == JSON_ARRAY_END)
		s->depth--;
	return true;
}

bool json_stream_is_cut(const struct json_stream *s)
{
	return s->cut;
}

unsigned json_stream_depth(const struct json_stream *s)
{
	return s->depth;
}

/* Go on in the queue up to the token that ends `depth`, or the last one. */
static void pass_over(struct json_stream *s, unsigned depth)
{
	for (; s->next + 1 < s->count; s->next++) {
		uint8_t kind = s->queue[s->next].kind;

		if (kind == JSON_OBJECT || kind == JSON_ARRAY)
			s->depth++;
		else if (kind != JSON_OBJECT_END && kind != JSON_ARRAY_END)
			continue;
		else if (s->depth == depth)
			return;
		else
			s->depth--;
	}
}

bool json_stream_skip(struct json_stream *s, const struct json_token *t,
		      struct error *err)
{
	unsigned depth = s->depth;
	struct json_token next;

	if (t->kind != JSON_OBJECT && t->kind != JSON_ARRAY)
		return true;
	pass_over(s, depth);
	do {
		if (!json_stream_next(s, &next, err))
			return false;
	} while (s->depth >= depth && next.kind != JSON_END);
	return true;
}

bool json_stream_member(struct json_stream *s, struct json_token *key, struct error *err)
{
	return json_stream_next(s, key, err) && key->kind == JSON_KEY;
}

bool json_stream_element(struct json_stream *s, struct json_token *t, struct error *err)
{
	return json_stream_next(s, t, err) && t->kind != JSON_ARRAY_END &&
	       t->kind != JSON_END;
}

/* None of the keys is empty. */
static int place_of(struct text key, const struct text *keys, int count)
{
	char first = key.len ? key.at[0] : 0;

	for (int i = 0; i < count; i++)
		if (keys[i].at[0] == first && text_equal(key, keys[i]))
			return i;
	return -1;
}

bool json_stream_known(struct json_stream *s, const struct text *keys, int count,
		       int *key, struct json_token *value, struct error *err)
{
	while (json_stream_member(s, value, err)) {
		*key = place_of(value->text, keys, count);
		if (!json_stream_next(s, value, err) || value->kind == JSON_END)
			return false;
		if (*key >= 0)
			return true;
		if (!json_stream_skip(s, value, err))
			return false;
	}
	return false;
}

bool json_stream_reserve(void *array, size_t *capacity, size_t wanted, size_t size,
			 const char *what, struct error *err)
{
	if (wanted > JSON_LIST_MOST / size)
		return error_set(err, ERROR_LIMIT,
				 "more than %" PRIu64 " MiB of %s in one list",
				 JSON_LIST_MOST >> 20, what);
	return mem_reserve(array, capacity, wanted, size, what, err);
}
