#include "input/json_memory.h"

#include <stdlib.h>

/* The place of a block, or with NULL a free one. */
static void **place_of(struct json_memory *m, const void *block)
{
	for (size_t i = 0; i < JSON_MEMORY_BLOCKS; i++)
		if (m->blocks[i] == block)
			return &m->blocks[i];
	return NULL;
}

static void *resize(void *ctx, void *block, size_t size)
{
	struct json_memory *m = ctx;
	void **place = place_of(m, block), *bytes = NULL;

	if (place)
		bytes = realloc(block, size ? size : 1);
	if (!bytes)
		longjmp(m->hungry, 1);
	return *place = bytes;
}

static void *get(void *ctx, size_t size)
{
	return resize(ctx, NULL, size);
}

static void give_back(void *ctx, void *block)
{
	void **place = block ? place_of(ctx, block) : NULL;

	if (!place)
		return;
	free(block);
	*place = NULL;
}

yajl_alloc_funcs json_memory_functions(struct json_memory *m)
{
	return (yajl_alloc_funcs){get, resize, give_back, m};
}

void json_memory_release(struct json_memory *m)
{
	for (size_t i = 0; i < JSON_MEMORY_BLOCKS; i++)
		give_back(m, m->blocks[i]);
}
