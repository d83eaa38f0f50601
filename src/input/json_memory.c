#include "input/json_memory.h"

#include <stdint.h>
#include <stdlib.h>

struct json_block {
	struct json_block *next, *prev;
	max_align_t bytes[]; /* what yajl knows of it */
};

static struct json_block *block_of(void *bytes)
{
	return (struct json_block *)((char *)bytes - offsetof(struct json_block, bytes));
}

static void link_in(struct json_memory *m, struct json_block *b)
{
	b->prev = NULL;
	b->next = m->blocks;
	if (b->next)
		b->next->prev = b;
	m->blocks = b;
}

static void link_out(struct json_memory *m, struct json_block *b)
{
	if (b->next)
		b->next->prev = b->prev;
	if (b->prev)
		b->prev->next = b->next;
	else
		m->blocks = b->next;
}

static void *resize(void *ctx, void *bytes, size_t size)
{
	struct json_memory *m = ctx;
	struct json_block *old = bytes ? block_of(bytes) : NULL, *b = NULL;

	if (old)
		link_out(m, old);
	if (size <= SIZE_MAX - sizeof *b)
		b = realloc(old, sizeof *b + size);
	if (!b && old)
		link_in(m, old);
	if (!b)
		longjmp(m->hungry, 1);
	link_in(m, b);
	return b->bytes;
}

static void *get(void *ctx, size_t size)
{
	return resize(ctx, NULL, size);
}

static void give_back(void *ctx, void *bytes)
{
	if (!bytes)
		return;
	link_out(ctx, block_of(bytes));
	free(block_of(bytes));
}

yajl_alloc_funcs json_memory_functions(struct json_memory *m)
{
	return (yajl_alloc_funcs){get, resize, give_back, m};
}

void json_memory_release(struct json_memory *m)
{
	while (m->blocks) {
		struct json_block *b = m->blocks;

		m->blocks = b->next;
		free(b);
	}
}
