#include "input/json/json_stream.h"

#include <inttypes.h>

#include "base/threads.h"
#include "base/mem.h"
#include "input/json/json_pieces.h"

struct json_stream {
	struct reading *reading;    /* borrowed; or NULL */
	struct json_pieces *pieces; /* owned */
	struct json_ahead *ahead;   /* owned: who makes them; NULL: we do */
	struct json_piece own;	    /* then here */

	const struct json_piece *piece; /* borrowed: the one at hand */
	size_t next;			/* in its queue */
	unsigned depth;
};

/* Only for files: of a pipe that is silent nobody could wait for the end. */
static bool may_read_ahead(const struct source *source, const struct reading *r)
{
	if (!r || source_file(source) < 0)
		return false;
	return (r->options->threads ? r->options->threads : threads_cpus()) > 1;
}

struct json_stream *json_stream_open(struct source *source, struct reading *r,
				     struct error *err)
{
	struct json_stream *s = mem_array(1, sizeof *s, "a JSON stream", err);

	if (!s)
		return NULL;
	s->reading = r;
	s->piece = &s->own;
	s->pieces = json_pieces_open(source, err);
	if (!s->pieces) {
		json_stream_close(s);
		return NULL;
	}
	if (may_read_ahead(source, r))
		s->ahead = json_ahead_new(s->pieces);
	return s;
}

void json_stream_close(struct json_stream *s)
{
	if (!s)
		return;
	json_ahead_free(s->ahead);
	json_pieces_close(s->pieces);
	json_piece_release(&s->own);
	mem_free(s);
}

static bool refill(struct json_stream *s, struct error *err)
{
	if (s->reading && !reading_goes_on(s->reading, err))
		return false;
	s->next = 0;
	if (s->ahead)
		s->piece = json_ahead_next(s->ahead);
	else
		json_pieces_next(s->pieces, &s->own);
	return true;
}

bool json_stream_next(struct json_stream *s, struct json_token *t, struct error *err)
{
	const struct json_piece *p = s->piece;
	const struct json_queued *q;

	if (err->kind != ERROR_NONE)
		return false;
	while (s->next == p->count) {
		if (p->why.kind != ERROR_NONE)
			return error_set(err, p->why.kind, "%s", p->why.message);
		if (p->ended) {
			*t = (struct json_token){.kind = JSON_END, .at = p->begin};
			return true;
		}
		if (!refill(s, err))
			return false;
		p = s->piece;
	}
	q = &p->queue[s->next++];
	t->kind = q->kind;
	t->text = (struct text){(q->is_kept ? p->kept : p->bytes) + q->from, q->len};
	t->at = p->begin + q->end;
	if (t->kind == JSON_OBJECT || t->kind == JSON_ARRAY)
		s->depth++;
	else if (t->kind == JSON_OBJECT_END || t->kind == JSON_ARRAY_END)
		s->depth--;
	return true;
}

bool json_stream_is_cut(const struct json_stream *s)
{
	return s->piece->cut;
}

unsigned json_stream_depth(const struct json_stream *s)
{
	return s->depth;
}

/* Go on in the queue up to the token that ends `depth`, or the last one. */
static void pass_over(struct json_stream *s, unsigned depth)
{
	for (; s->next + 1 < s->piece->count; s->next++) {
		uint8_t kind = s->piece->queue[s->next].kind;

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
