#include "input/json/json_memory.h"

#include <stdlib.h>

#include "base/mem.h"

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

yajl_alloc_funcs json_memory_functions(struct json_memory *m)
{
	return (yajl_alloc_funcs){get, resize, give_back, m};
}

void json_memory_release(struct json_memory *m)
{
	for (size_t i = 0; i < JSON_MEMORY_BLOCKS; i++)
		give_back(m, m->blocks[i].bytes);
}
