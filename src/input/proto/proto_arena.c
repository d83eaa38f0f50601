#include "input/proto/proto_arena.h"

#include <stdalign.h>

#include "base/mem.h"

#define CHUNK ((size_t)256 << 10)

struct proto_chunk {
	struct proto_chunk *older; /* owned */
	size_t size;
	alignas(max_align_t) char bytes[];
};

static bool add_chunk(struct proto_arena *a, size_t size)
{
	struct error err = ERROR_INIT; /* what the caller says is enough */
	struct proto_chunk *c;

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

void *proto_arena_take(struct proto_arena *a, size_t size)
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

void proto_arena_empty(struct proto_arena *a, size_t most)
{
	/* one ordinary chunk is kept, for the next message */
	while (a->chunks && (a->chunks->older || a->chunks->size > CHUNK)) {
		struct proto_chunk *c = a->chunks;

		a->chunks = c->older;
		a->total -= c->size;
		mem_free(c);
	}
	a->used = 0;
	a->most = most < CHUNK ? CHUNK : most;
	a->refused = false;
}

void proto_arena_release(struct proto_arena *a)
{
	while (a->chunks) {
		struct proto_chunk *c = a->chunks;

		a->chunks = c->older;
		mem_free(c);
	}
	*a = (struct proto_arena){0};
}
