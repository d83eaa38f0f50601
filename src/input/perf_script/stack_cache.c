#include "input/perf_script/stack_cache.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define PLACES	   ((size_t)1 << 16) /* a power of two */
#define PATHS_ROOM ((size_t)1 << 20) /* frames */

struct place {
	uint32_t hash, first; /* where its frames begin */
	uint32_t count;	      /* of frames; 0: free */
	uint32_t stack;
};

struct stack_cache {
	struct place *places; /* owned: a stack can be in one of them only */
	uint32_t *paths;      /* owned: frames of one stack after the other */
	size_t used;	      /* of the paths */
};

struct stack_cache *stack_cache_new(struct error *err)
{
	struct stack_cache *k = mem_array(1, sizeof *k, "known stacks", err);

	if (!k)
		return NULL;
	k->places = mem_array(PLACES, sizeof *k->places, "known stacks", err);
	k->paths = k->places
		       ? mem_array(PATHS_ROOM, sizeof *k->paths, "known stacks", err)
		       : NULL;
	if (k->paths)
		return k;
	stack_cache_free(k);
	return NULL;
}

void stack_cache_free(struct stack_cache *k)
{
	if (!k)
		return;
	mem_free(k->places);
	mem_free(k->paths);
	mem_free(k);
}

uint32_t *stack_cache_path(struct stack_cache *k)
{
	if (k->used > PATHS_ROOM - STACK_CACHE_LONGEST) {
		memset(k->places, 0, PLACES * sizeof *k->places);
		k->used = 0;
	}
	return k->paths + k->used;
}

static uint32_t hash_of(const uint32_t *path, uint32_t n)
{
	uint64_t hash = n;

	for (uint32_t i = 0; i < n; i++) {
		hash = (hash ^ path[i]) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return (uint32_t)hash;
}

bool stack_cache_find(const struct stack_cache *k, uint32_t n, uint32_t *stack)
{
	const uint32_t *path = k->paths + k->used;
	uint32_t hash = hash_of(path, n);
	const struct place *p = &k->places[hash & (PLACES - 1)];

	if (p->hash != hash || p->count != n ||
	    memcmp(k->paths + p->first, path, n * sizeof *path) != 0)
		return false;
	*stack = p->stack;
	return true;
}

void stack_cache_put(struct stack_cache *k, uint32_t n, uint32_t stack)
{
	uint32_t hash = hash_of(k->paths + k->used, n);

	k->places[hash & (PLACES - 1)] =
	    (struct place){hash, (uint32_t)k->used, n, stack};
	k->used += n;
}
