#include "input/json/json_stream.h"

#include <inttypes.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <yajl/yajl_parse.h>

#include "base/append.h"
#include "base/mem.h"
#include "base/threads.h"
#include "input/json/json_lexer.h"
#include "input/scan.h"

/* ---- memory for yajl, which does not look whether it got any ---- */

#define JSON_MEMORY_BLOCKS 16 /* a handle, its lexer, three buffers and a message: 9 */

/*
 * All blocks are known here, so that they can be released together without yajl's help. When
 * memory runs out, control goes to `hungry`, which has to be set before any call of yajl.
 */
struct json_memory {
	struct json_block {
		void *bytes; /* owned; NULL: a free place */
		size_t room;
	} blocks[JSON_MEMORY_BLOCKS];
	jmp_buf hungry;
};

/* The place of a block, or with NULL a free one. */
static struct json_block *place_of(struct json_memory *m, const void *bytes)
{
	for (size_t i = 0; i < JSON_MEMORY_BLOCKS; i++)
		if (m->blocks[i].bytes == bytes)
			return &m->blocks[i];
	return NULL;
}

static void *resize(void *ctx, void *bytes, size_t size)
{
	struct json_memory *m = ctx;
	struct json_block *b = place_of(m, bytes);
	struct error err = ERROR_INIT;

	if (!b || !mem_reserve(&b->bytes, &b->room, size ? size : 1, 1, "JSON", &err))
		longjmp(m->hungry, 1);
	return b->bytes;
}

static void *get(void *ctx, size_t size)
{
	return resize(ctx, NULL, size);
}

static void give_back(void *ctx, void *bytes)
{
	struct json_block *b = bytes ? place_of(ctx, bytes) : NULL;

	if (!b)
		return;
	mem_free(bytes);
	*b = (struct json_block){0};
}

/* What yajl_alloc() takes; it borrows `m`. Zero `m` to begin. */
static yajl_alloc_funcs json_memory_functions(struct json_memory *m)
{
	return (yajl_alloc_funcs){get, resize, give_back, m};
}

/* Give all of it back: no handle that used it may be used again. */
static void json_memory_release(struct json_memory *m)
{
	for (size_t i = 0; i < JSON_MEMORY_BLOCKS; i++)
		give_back(m, m->blocks[i].bytes);
}

/* ---- pieces ---- */

#define PIECE	  (64u << 10) /* read at once */
#define PIECE_MAX (4u << 20)  /* the same in the middle of a very long string */

struct json_pieces {
	struct source *source; /* borrowed */
	struct json_lexer lexer;
	char *rest; /* owned: what begins a token that ends in a later piece */
	size_t rest_room, rest_len;

	/* from the first place on that is not plain: the lexer stands there */
	bool odd;
	struct json_memory memory;
	yajl_handle yajl; /* its memory is `memory` */
	bool silent;	  /* what it is told is not of the text */
	size_t from;	  /* where in the piece that begins which it is told */

	struct json_piece *piece; /* borrowed: the one that is being filled */
	size_t room;		  /* how large they are */
	uint64_t begin;		  /* of the next one in the input */
	size_t mark;		  /* bytes before the text, in the first piece */
	uint64_t last;		  /* where the last token so far ended */
	bool quiet;		  /* there was no token in the one before */
	unsigned deep;		  /* where yajl is */
};

static void json_piece_release(struct json_piece *p)
{
	mem_free(p->bytes);
	mem_free(p->queue);
	mem_free(p->kept);
	*p = (struct json_piece){0};
}

/* ---- yajl's side ---- */

/* How far it is in the piece. */
static size_t consumed(const struct json_pieces *s)
{
	return s->from + yajl_get_bytes_consumed(s->yajl) - s->mark;
}

static int put(struct json_pieces *s, enum json_kind kind, const void *at, size_t len)
{
	struct json_piece *p = s->piece;
	size_t end = consumed(s);
	struct json_queued q = {.kind = (uint8_t)kind, .len = (uint32_t)len};

	if (s->silent)
		return 1;
	q.end = (uint32_t)(end < p->len ? end : p->len);

	if (len && (uintptr_t)at - (uintptr_t)p->bytes < p->len) {
		q.from = (uint32_t)((const char *)at - p->bytes);
	} else if (len) {
		if (!mem_reserve(&p->kept, &p->kept_room, p->kept_len + len, 1,
				 "JSON texts", &p->why))
			return 0;
		memcpy(p->kept + p->kept_len, at, len);
		q.from = (uint32_t)p->kept_len;
		q.is_kept = true;
		p->kept_len += len;
	}
	s->last = p->begin + q.end;
	return APPEND(p->queue, p->count, p->capacity, "JSON tokens", &p->why, q);
}

static int begin(struct json_pieces *s, enum json_kind kind)
{
	if (!s->silent && ++s->deep > JSON_DEEPEST)
		return error_set(&s->piece->why, ERROR_LIMIT,
				 "JSON nested more than %d levels deep, at byte %" PRIu64,
				 JSON_DEEPEST, s->piece->begin + consumed(s));
	return put(s, kind, NULL, 0);
}

static int end(struct json_pieces *s, enum json_kind kind)
{
	s->deep -= !s->silent;
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
static void tell(struct json_pieces *s)
{
	unsigned char *message = yajl_get_error(s->yajl, 0, NULL, 0);
	struct text t = message ? text_of((char *)message) : TEXT("no reason given");

	while (t.len && t.at[t.len - 1] == '\n')
		t.len--;
	s->piece->wrong = s->piece->begin + consumed(s);
	error_set(&s->piece->why, ERROR_FORMAT, "invalid JSON at byte %" PRIu64 ": %.*s",
		  s->piece->wrong, t.len < 150 ? (int)t.len : 150, t.at);
	if (message)
		yajl_free_error(s->yajl, message);
}

/* What is said of the end does not matter: it came too early. */
static void finish(struct json_pieces *s)
{
	struct json_piece *p = s->piece;
	size_t before = p->count;

	p->cut = yajl_complete_parse(s->yajl) != yajl_status_ok;
	if (p->cut && p->count > before && p->queue[p->count - 1].kind == JSON_NUMBER)
		p->count--;
}

/* What brings yajl where the lexer is, in an array or object or outside of all. */
static const char *way_to(enum json_expected expected, bool in_object)
{
	switch (expected) {
	case JSON_EXPECT_ELEMENT:
		return "[";
	case JSON_EXPECT_MEMBER:
		return "{";
	case JSON_EXPECT_KEY:
		return "{\"\":[],";
	case JSON_EXPECT_COLON:
		return "{\"\"";
	case JSON_EXPECT_COMMA:
		return in_object ? "{\"\":[]" : "[[]";
	case JSON_EXPECT_VALUE:
		return in_object ? "{\"\":" : "[[],";
	case JSON_EXPECT_END:
		return "[]";
	}
	return "";
}

static void tell_way(struct json_pieces *s, const char *way)
{
	(void)yajl_parse(s->yajl, (const unsigned char *)way, strlen(way));
}

/* So far yajl has seen nothing. */
static void bring_yajl(struct json_pieces *s)
{
	const struct json_lexer *l = &s->lexer;
	unsigned last = l->depth - 1; /* if there is any */

	s->silent = true;
	for (unsigned i = 0; l->depth && i < last; i++)
		tell_way(s, l->in_object[i] ? "{\"\":" : "[");
	if (l->depth || l->expected == JSON_EXPECT_END)
		tell_way(s, way_to(l->expected, l->depth && l->in_object[last]));
	s->silent = false;
	s->deep = l->depth;
}

/* Have yajl parse the piece from there on, and if it is the last one tell it that this was all. */
static void feed(struct json_pieces *s, size_t from)
{
	struct json_piece *p = s->piece;
	const unsigned char *at = (const unsigned char *)p->bytes + from;

	if (setjmp(s->memory.hungry)) {
		if (s->piece->why.kind == ERROR_NONE)
			error_set(&s->piece->why, ERROR_MEMORY,
				  "no memory for a JSON text");
		return;
	}
	if (!s->odd)
		bring_yajl(s);
	s->odd = true;
	s->from = from;
	if (from < p->len && yajl_parse(s->yajl, at, p->len - from) != yajl_status_ok) {
		if (p->why.kind == ERROR_NONE)
			tell(s);
		return;
	}
	s->from = p->len;
	if (p->ended)
		finish(s);
}

/* What of a piece is no whole token is kept for the next one. */
static bool keep_rest(struct json_pieces *s, size_t from)
{
	const struct json_piece *p = s->piece;
	size_t len = p->len - from;

	if (!mem_reserve(&s->rest, &s->rest_room, len, 1, "JSON text", &s->piece->why))
		return false;
	if (len)
		memcpy(s->rest, p->bytes + from, len);
	s->rest_len = len;
	return true;
}

static void take_piece(struct json_pieces *s, size_t from)
{
	struct json_piece *p = s->piece;
	enum json_lexed lexed =
	    s->odd ? JSON_ODD : json_lexer_take(&s->lexer, p, &from, s->mark);

	if (p->count)
		s->last = p->begin + p->queue[p->count - 1].end;
	s->rest_len = 0;
	if (lexed == JSON_ODD || (lexed == JSON_LEXED && p->ended))
		feed(s, from);
	else if (lexed == JSON_LEXED)
		keep_rest(s, from);
}

/* ---- pieces ---- */

static bool begin_yajl(struct json_pieces *s, struct error *err)
{
	yajl_alloc_funcs functions = json_memory_functions(&s->memory);

	if (setjmp(s->memory.hungry))
		return error_set(err, ERROR_MEMORY, "no memory for a JSON parser");
	s->yajl = yajl_alloc(&callbacks, &functions, s);
	yajl_config(s->yajl, yajl_dont_validate_strings, 1);
	return true;
}

static void json_pieces_close(struct json_pieces *s)
{
	if (!s)
		return;
	json_memory_release(&s->memory);
	mem_free(s->rest);
	mem_free(s);
}

/* `source` is borrowed. NULL and an error when memory runs out. */
static struct json_pieces *json_pieces_open(struct source *source, struct error *err)
{
	struct json_pieces *s = mem_array(1, sizeof *s, "a JSON parser", err);

	if (!s)
		return NULL;
	s->source = source;
	s->room = PIECE;
	if (begin_yajl(s, err))
		return s;
	json_pieces_close(s);
	return NULL;
}

/*
 * In the middle of a long string all of it is looked at again with every piece, so take
 * large ones. `*least` is how many bytes to wait for: a pipe may give one at a time, and a
 * byte order mark has three.
 */
static bool make_room(struct json_pieces *s, struct json_piece *p, size_t *least)
{
	*least = 3;
	if (s->begin - s->last > JSON_LONGEST)
		return error_set(&p->why, ERROR_LIMIT,
				 "a JSON value longer than %" PRIu64
				 " MiB, at byte %" PRIu64,
				 JSON_LONGEST >> 20, s->last);
	if (s->quiet && s->room < PIECE_MAX)
		s->room *= 2;
	if (s->quiet)
		*least = s->room;
	return mem_reserve(&p->bytes, &p->room, s->rest_len + s->room + 1, 1, "JSON text",
			   &p->why);
}

/* What was left of the piece before, and `s->room` bytes behind it, or what is there. */
static bool fill_piece(struct json_pieces *s, struct json_piece *p, size_t least)
{
	size_t most = s->rest_len + s->room, got = 1;

	/* room: make_room(), as below */
	if (s->rest_len)
		memcpy(p->bytes, s->rest, s->rest_len);
	p->len = s->rest_len;
	while (p->len < s->rest_len + least && got) {
		if (!source_read(s->source, p->bytes + p->len, most - p->len, &got,
				 &p->why))
			return false;
		p->len += got;
	}
	p->bytes[p->len] = '\0';
	return true;
}

/* Make the next piece of it, in the place of an older one. Not after an end or an error. */
static void json_pieces_next(struct json_pieces *s, struct json_piece *p)
{
	uint64_t behind;
	size_t least;

	p->begin = s->begin - s->rest_len;
	p->len = p->count = p->kept_len = 0;
	if (!make_room(s, p, &least) || !fill_piece(s, p, least))
		return;
	behind = p->begin + p->len;
	p->ended = behind == s->begin;
	s->mark =
	    s->begin ? 0 : p->len - scan_skip_mark((struct text){p->bytes, p->len}).len;
	s->piece = p;
	take_piece(s, s->mark);
	s->begin = behind;
	s->quiet = p->count == 0;
}

/* ---- pieces made ahead, by another thread ---- */

#define PIECES 4 /* one is being read, one is being made, the others even out */

struct json_ahead {
	struct json_pieces *pieces; /* borrowed */
	struct json_piece ring[PIECES];
	pthread_t thread;

	pthread_mutex_t lock; /* guards the rest; a full piece is the reader's */
	pthread_cond_t changed;
	uint64_t made, taken; /* pieces so far; those between are full */
	bool reading;	      /* the last one taken is being read */
	bool stopped;	      /* nobody wants more */
};

/* Is there room for another one, or nobody who wants it? */
static bool wait_for_room(struct json_ahead *a)
{
	bool wanted;

	pthread_mutex_lock(&a->lock);
	while (!a->stopped && a->made - a->taken + a->reading == PIECES)
		pthread_cond_wait(&a->changed, &a->lock);
	wanted = !a->stopped;
	pthread_mutex_unlock(&a->lock);
	return wanted;
}

static void *make(void *arg)
{
	struct json_ahead *a = arg;
	bool more = true;

	while (more && wait_for_room(a)) {
		struct json_piece *p = &a->ring[a->made % PIECES];

		json_pieces_next(a->pieces, p);
		more = !p->ended && p->why.kind == ERROR_NONE;
		pthread_mutex_lock(&a->lock);
		a->made++;
		pthread_cond_signal(&a->changed);
		pthread_mutex_unlock(&a->lock);
	}
	return NULL;
}

/*
 * `pieces` is borrowed, and the other thread's until json_ahead_free(), which waits for it: the
 * source must be one that answers at once, as files do. NULL when there is no thread or no
 * memory for it: then do without.
 */
static struct json_ahead *json_ahead_new(struct json_pieces *pieces)
{
	struct error err = ERROR_INIT;
	struct json_ahead *a = mem_array(1, sizeof *a, "JSON read ahead", &err);
	sigset_t old;
	bool there;

	if (!a)
		return NULL;
	a->pieces = pieces;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->changed, NULL);
	threads_block_signals(&old);
	there = pthread_create(&a->thread, NULL, make, a) == 0;
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	if (there)
		return a;
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	mem_free(a);
	return NULL;
}

static void json_ahead_free(struct json_ahead *a)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	a->stopped = true;
	pthread_cond_signal(&a->changed);
	pthread_mutex_unlock(&a->lock);
	pthread_join(a->thread, NULL);
	pthread_cond_destroy(&a->changed);
	pthread_mutex_destroy(&a->lock);
	for (int i = 0; i < PIECES; i++)
		json_piece_release(&a->ring[i]);
	mem_free(a);
}

/* The next piece; borrowed until this is called again. Not after an end or an error. */
static const struct json_piece *json_ahead_next(struct json_ahead *a)
{
	const struct json_piece *p;

	pthread_mutex_lock(&a->lock);
	a->reading = false;
	pthread_cond_signal(&a->changed);
	while (a->made == a->taken)
		pthread_cond_wait(&a->changed, &a->lock);
	p = &a->ring[a->taken++ % PIECES];
	a->reading = true;
	pthread_mutex_unlock(&a->lock);
	return p;
}

/* ---- the stream ---- */

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
	return reading_threads(r->options) > 1;
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
			*t = (struct json_token){.kind = JSON_END,
						 .at = p->begin + p->len};
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

uint64_t json_stream_stop(const struct json_stream *s)
{
	const struct json_piece *p = s->piece;

	return p->why.kind == ERROR_FORMAT ? p->wrong : p->begin + p->len;
}

bool json_stream_finish(struct json_stream *s, struct losses *losses, struct error *err)
{
	struct json_token t;

	if (json_stream_next(s, &t, err)) {
		if (json_stream_is_cut(s))
			losses_count(losses, LOSS_RECORDS_CUT, json_stream_stop(s));
		return true;
	}
	if (err->kind != ERROR_FORMAT)
		return false;
	losses_count(losses, LOSS_NO_JSON, json_stream_stop(s));
	*err = (struct error)ERROR_INIT;
	return true;
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
static int index_of(struct text key, const struct text *keys, int count)
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
		*key = index_of(value->text, keys, count);
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
