#include "input/proto/proto_pieces.h"

#ifdef WITH_PROTOBUF_C
#include <inttypes.h>
#include <protobuf-c/protobuf-c.h>
#include <stdalign.h>

#include "base/mem.h"
#include "input/proto/proto_wire.h"

const struct library protobuf_library = {"protobuf-c", PROTOBUF_C_VERSION,
					 "pprof and nflxprofile"};

#define PIECE	   ((size_t)64 << 10)
#define STEP	   (4 * PIECE)		/* bytes per read */
#define FIELD_MOST (UINT64_C(64) << 20) /* enough for 8 million times of an nflxprofile */

/* A packed byte may become a number of eight bytes. The minimum is for many small fields. */
#define MEMORY_LEAST	((size_t)32 << 20)
#define MEMORY_PER_BYTE 9

#define CHUNK ((size_t)256 << 10) /* bytes of a chunk of the arena */

/* ---- memory ---- */

struct chunk {
	struct chunk *older; /* owned */
	size_t size;
	alignas(max_align_t) char bytes[];
};

/* Memory for a message that is unpacked, used, and released as a whole. */
struct arena {
	struct chunk *chunks; /* owned: newest first */
	size_t used;	      /* bytes of the newest chunk */
	size_t total;	      /* bytes of all chunks */
	size_t most;	      /* limit of `total` */
	bool refused;	      /* a request exceeded the limit, or memory ran out */
};

static bool add_chunk(struct arena *a, size_t size)
{
	struct error err = ERROR_INIT; /* ignored: the caller reports its own error */
	struct chunk *c;

	if (size < CHUNK)
		size = CHUNK;
	if (a->total > a->most || size > a->most - a->total)
		return false;
	c = mem_array(1, sizeof *c + size, "a message", &err);
	if (!c)
		return false;
	c->older = a->chunks;
	c->size = size;
	a->chunks = c;
	a->used = 0;
	a->total += size;
	return true;
}

/* Memory aligned for any type, not cleared. Returns NULL when the limit is exceeded. */
static void *arena_take(struct arena *a, size_t size)
{
	size_t step = alignof(max_align_t), room;
	void *at;

	if (size > a->most) {
		a->refused = true;
		return NULL;
	}
	room = (size + step - 1) / step * step;
	if ((!a->chunks || room > a->chunks->size - a->used) && !add_chunk(a, room)) {
		a->refused = true;
		return NULL;
	}
	at = a->chunks->bytes + a->used;
	a->used += room;
	return at;
}

/* Release everything taken; `most` is the new limit. */
static void arena_empty(struct arena *a, size_t most)
{
	/* keep one ordinary chunk for the next message */
	while (a->chunks && (a->chunks->older || a->chunks->size > CHUNK)) {
		struct chunk *c = a->chunks;

		a->chunks = c->older;
		a->total -= c->size;
		mem_free(c);
	}
	a->used = 0;
	a->most = most < CHUNK ? CHUNK : most;
	a->refused = false;
}

static void arena_release(struct arena *a)
{
	while (a->chunks) {
		struct chunk *c = a->chunks;

		a->chunks = c->older;
		mem_free(c);
	}
	*a = (struct arena){0};
}

/* The functions for protobuf-c. */
static void *arena_alloc(void *arena, size_t size)
{
	return arena_take(arena, size);
}

static void arena_free(void *arena, void *at)
{
	(void)arena; /* arena_empty() releases everything together */
	(void)at;
}

/* ---- one piece ---- */

struct pieces {
	struct reading *reading; /* borrowed */
	const ProtobufCMessageDescriptor *type;
	proto_take *take;
	void *arg;
	struct arena arena;   /* owned */
	char *buf;	      /* owned */
	size_t at, len, room; /* used up to `at`, valid up to `len` */
	uint64_t offset;      /* position of `at` in the input */
	bool ended;	      /* the input has been read to its end */
};

static uint64_t offset_of(const struct pieces *p, struct text t)
{
	return p->offset + (uint64_t)(t.at - (p->buf + p->at));
}

/* `*taken` is false when the fields cannot be unpacked. */
static bool take_fields(struct pieces *p, struct text fields, bool *taken,
			struct error *err)
{
	ProtobufCAllocator allocator = {arena_alloc, arena_free, &p->arena};
	const ProtobufCMessage *m;

	arena_empty(&p->arena, MEMORY_LEAST + fields.len * MEMORY_PER_BYTE);
	m = protobuf_c_message_unpack(p->type, &allocator, fields.len,
				      (const uint8_t *)fields.at);
	*taken = m != NULL;
	return !m || p->take(p->arg, m, offset_of(p, fields), err);
}

static bool take_one(struct pieces *p, struct text field, struct error *err)
{
	uint64_t at = offset_of(p, field);
	bool taken;

	if (!take_fields(p, field, &taken, err))
		return false;
	if (taken)
		return true;
	if (p->arena.refused)
		return error_set(err, ERROR_LIMIT,
				 "the record at byte %" PRIu64 " has too many parts", at);
	losses_count(p->reading->losses, LOSS_RECORD, at);
	return true;
}

/* If the piece cannot be unpacked, take its fields one by one and count the bad ones. */
static bool take_piece(struct pieces *p, struct text fields, struct error *err)
{
	struct text rest = fields;
	struct proto_field f;
	bool taken;

	if (!take_fields(p, fields, &taken, err))
		return false;
	if (taken)
		return true;
	while (proto_wire_next(&rest, &f) == PROTO_FIELD) {
		size_t size = (size_t)f.size;

		if (!take_one(p, (struct text){rest.at - size, size}, err))
			return false;
	}
	return true;
}

/* ---- the whole input ---- */

/* The rest of the buffer, from `at` on. */
static struct text unused(const struct pieces *p)
{
	return (struct text){p->buf + p->at, p->len - p->at};
}

static void use_up(struct pieces *p, size_t len)
{
	p->at += len;
	p->offset += len;
}

/*
 * Read until `wanted` bytes are unused, or the input ends. A length in a damaged file may be wrong,
 * so the buffer grows only with the bytes that are read.
 */
static bool fill(struct pieces *p, size_t wanted, struct error *err)
{
	if (p->len - p->at >= wanted || p->ended)
		return true;
	if (p->at)
		memmove(p->buf, p->buf + p->at, p->len - p->at);
	p->len -= p->at;
	p->at = 0;
	while (p->len < wanted && !p->ended) {
		size_t got;

		if (!mem_reserve(&p->buf, &p->room, p->len + STEP, 1, "records", err) ||
		    !source_read(p->reading->source, p->buf + p->len, STEP, &got, err))
			return false;
		p->ended = got == 0;
		p->len += got;
		if (!reading_goes_on(p->reading, err))
			return false;
	}
	return true;
}

/* The rest is truncated or not a field, so the next field cannot be found: stop. */
static void give_up(struct pieces *p)
{
	losses_count(p->reading->losses, LOSS_RECORDS_CUT, p->offset);
	p->at = p->len;
	p->ended = true;
}

/* The first field continues after the end of the buffer. */
static bool want_more(struct pieces *p, const struct proto_field *f, struct error *err)
{
	if (p->ended) {
		give_up(p);
		return true;
	}
	if (f->size > FIELD_MOST)
		return error_set(err, ERROR_LIMIT,
				 "a record of %" PRIu64 " bytes at byte %" PRIu64
				 "; at most 64 MiB are read",
				 f->size, p->offset);
	return fill(p, f->size ? (size_t)f->size : p->len - p->at + 1, err);
}

static bool next_piece(struct pieces *p, struct error *err)
{
	struct text all = unused(p), rest = all;
	struct proto_field f;
	enum proto_next next;
	size_t len;

	do
		next = proto_wire_next(&rest, &f);
	while (next == PROTO_FIELD && all.len - rest.len < PIECE);
	len = all.len - rest.len;
	if (len) {
		if (!take_piece(p, text_upto(all, len), err))
			return false;
		use_up(p, len);
		return true;
	}
	if (next == PROTO_CUT)
		return want_more(p, &f, err);
	give_up(p);
	return true;
}

bool proto_pieces_read(struct reading *r, const struct ProtobufCMessageDescriptor *type,
		       proto_take *take, void *arg, struct error *err)
{
	struct pieces p = {.reading = r, .type = type, .take = take, .arg = arg};
	bool ok = fill(&p, PIECE, err);

	r->losses->by_byte = true;
	while (ok && p.len > p.at)
		ok = next_piece(&p, err) && fill(&p, PIECE, err);
	arena_release(&p.arena);
	mem_free(p.buf);
	return ok;
}

#else

const struct library protobuf_library = {"protobuf-c", NULL, "pprof and nflxprofile"};

bool proto_pieces_refuse(const char *what, struct error *err)
{
	return error_set(err, ERROR_FORMAT,
			 "%s: this flarescope was built without protobuf-c, which reads "
			 "it",
			 what);
}

#endif
