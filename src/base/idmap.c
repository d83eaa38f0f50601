#include "base/idmap.h"

#include "base/mem.h"

#define CAPACITY_FIRST 256 /* a power of two */

struct idmap_slot {
	uint64_t key;
	uint32_t value;
	uint32_t used;
};

/* The finalizer of splitmix64: every bit of the key reaches every bit of the result. */
static uint64_t scatter(uint64_t key)
{
	key = (key ^ key >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	key = (key ^ key >> 27) * UINT64_C(0x94d049bb133111eb);
	return key ^ key >> 31;
}

static struct idmap_slot *find(struct idmap_slot *slots, size_t capacity, uint64_t key)
{
	size_t at = (size_t)scatter(key) & (capacity - 1);

	while (slots[at].used && slots[at].key != key)
		at = (at + 1) & (capacity - 1);
	return &slots[at];
}

static bool grow(struct idmap *map, struct error *err)
{
	size_t more = map->capacity ? map->capacity * 2 : CAPACITY_FIRST;
	struct idmap_slot *slots = mem_array(more, sizeof *slots, "slots", err);

	if (!slots)
		return false;
	for (size_t i = 0; i < map->capacity; i++)
		if (map->slots[i].used)
			*find(slots, more, map->slots[i].key) = map->slots[i];
	mem_free(map->slots);
	map->slots = slots;
	map->capacity = more;
	return true;
}

bool idmap_put(struct idmap *map, uint64_t key, uint32_t fresh, uint32_t *value,
	       struct error *err)
{
	struct idmap_slot *slot;

	if (map->count * 3 >= map->capacity * 2 && !grow(map, err))
		return false;
	slot = find(map->slots, map->capacity, key);
	if (!slot->used) {
		*slot = (struct idmap_slot){.key = key, .value = fresh, .used = 1};
		map->count++;
	}
	*value = slot->value;
	return true;
}

bool idmap_get(const struct idmap *map, uint64_t key, uint32_t *value)
{
	const struct idmap_slot *slot =
	    map->count ? find(map->slots, map->capacity, key) : NULL;

	if (!slot || !slot->used)
		return false;
	*value = slot->value;
	return true;
}

void idmap_release(struct idmap *map)
{
	mem_free(map->slots);
	*map = (struct idmap){0};
}
