#include "base/idmap.h"

#include "base/mem.h"
#include "base/hash_seed.h"

#define CAPACITY_FIRST 256 /* a power of two */

bool idmap_grow(struct idmap *map, struct error *err)
{
	struct idmap old = *map;
	size_t more = map->capacity ? map->capacity * 2 : CAPACITY_FIRST;
	struct idmap_slot *slots = mem_array(more, sizeof *slots, "slots", err);

	if (!slots)
		return false;
	if (!map->capacity) {
		hash_seed_fill(map->secret, 2);
		map->secret[1] |= 1;
	}
	map->slots = slots;
	map->capacity = more;
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].used)
			*idmap_find(map, old.slots[i].key) = old.slots[i];
	mem_free(old.slots);
	return true;
}

bool idmap_next(const struct idmap *map, size_t *at, uint64_t *key, uint32_t *value)
{
	while (*at < map->capacity) {
		const struct idmap_slot *slot = &map->slots[(*at)++];

		if (!slot->used)
			continue;
		*key = slot->key;
		*value = slot->value;
		return true;
	}
	return false;
}

void idmap_release(struct idmap *map)
{
	mem_free(map->slots);
	*map = (struct idmap){0};
}
