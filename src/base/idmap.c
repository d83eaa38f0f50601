#include "base/idmap.h"

#include "base/mem.h"
#include "base/secret.h"

#define CAPACITY_FIRST 256 /* a power of two */

struct idmap_slot {
	uint64_t key;
	uint32_t value;
	uint32_t used;
};

/*
 * Both halves of a product of 128 bits: every bit of the key affects the lower bits of the
 * result, in a way that depends on both secrets. (wyhash and others are built on this.)
 */
static uint64_t scatter(const struct idmap *map, uint64_t key)
{
	uint64_t a = key ^ map->secret[0], b = map->secret[1];
#ifdef __SIZEOF_INT128__
	__extension__ unsigned __int128 product = (unsigned __int128)a * b;

	return (uint64_t)(product >> 64) ^ (uint64_t)product;
#else
	uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
	uint64_t cross = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
	uint64_t other = (a & UINT32_MAX) * (b >> 32) + (cross & UINT32_MAX);
	uint64_t high = (a >> 32) * (b >> 32) + (cross >> 32) + (other >> 32);

	return high ^ (other << 32 | (low & UINT32_MAX));
#endif
}

static struct idmap_slot *find(const struct idmap *map, uint64_t key)
{
	size_t at = (size_t)scatter(map, key) & (map->capacity - 1);

	while (map->slots[at].used && map->slots[at].key != key)
		at = (at + 1) & (map->capacity - 1);
	return &map->slots[at];
}

static bool grow(struct idmap *map, struct error *err)
{
	struct idmap old = *map;
	size_t more = map->capacity ? map->capacity * 2 : CAPACITY_FIRST;
	struct idmap_slot *slots = mem_array(more, sizeof *slots, "slots", err);

	if (!slots)
		return false;
	if (!map->capacity) {
		secret_fill(map->secret, 2);
		map->secret[1] |= 1;
	}
	map->slots = slots;
	map->capacity = more;
	for (size_t i = 0; i < old.capacity; i++)
		if (old.slots[i].used)
			*find(map, old.slots[i].key) = old.slots[i];
	mem_free(old.slots);
	return true;
}

bool idmap_put(struct idmap *map, uint64_t key, uint32_t fresh, uint32_t *value,
	       struct error *err)
{
	struct idmap_slot *slot;

	if (map->count * 3 >= map->capacity * 2 && !grow(map, err))
		return false;
	slot = find(map, key);
	if (!slot->used) {
		*slot = (struct idmap_slot){.key = key, .value = fresh, .used = 1};
		map->count++;
	}
	*value = slot->value;
	return true;
}

bool idmap_get(const struct idmap *map, uint64_t key, uint32_t *value)
{
	const struct idmap_slot *slot = map->count ? find(map, key) : NULL;

	if (!slot || !slot->used)
		return false;
	*value = slot->value;
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
