/* idmap.h - a hash table that maps a pair of ids (one 64-bit key) to an id. */

#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

struct idmap_slot {
	uint64_t key;
	uint32_t value;
	uint32_t used;
};

/*
 * A hash table with open addressing, doubled when two thirds full. Keys come from untrusted files:
 * the hash depends on a secret, because a file could otherwise make all of its ids collide. Zero
 * the table first, and release it at the end.
 */
struct idmap {
	struct idmap_slot *slots; /* owned */
	size_t capacity;	  /* a power of two, or 0 */
	size_t count;
	uint64_t secret[2];
};

/*
 * Look up `key`, and add it with the value `fresh` if it is missing. `*value` is the stored value:
 * compare it with `fresh` to find out whether the key was added.
 */
static inline bool idmap_put(struct idmap *map, uint64_t key, uint32_t fresh,
			     uint32_t *value, struct error *err);

/* Look up `key` without adding it; false if it is missing. */
static inline bool idmap_get(const struct idmap *map, uint64_t key, uint32_t *value);

/*
 * Iterate over all entries, in no particular order: set `*at` to 0 before the first call; false
 * after the last entry. The table must not change in between.
 */
bool idmap_next(const struct idmap *map, size_t *at, uint64_t *key, uint32_t *value);
void idmap_release(struct idmap *map);

static inline uint64_t idmap_pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

/* ---- inline, because a call would cost too much ---- */

bool idmap_grow(struct idmap *map, struct error *err);

/*
 * XOR the two halves of a 128-bit product: every bit of the key affects the lower bits of the
 * result, in a way that depends on both secrets. (wyhash and other hashes use the same step.)
 */
static inline uint64_t idmap_scatter(const struct idmap *map, uint64_t key)
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

static inline struct idmap_slot *idmap_find(const struct idmap *map, uint64_t key)
{
	size_t at = (size_t)idmap_scatter(map, key) & (map->capacity - 1);

	while (map->slots[at].used && map->slots[at].key != key)
		at = (at + 1) & (map->capacity - 1);
	return &map->slots[at];
}

static inline bool idmap_put(struct idmap *map, uint64_t key, uint32_t fresh,
			     uint32_t *value, struct error *err)
{
	struct idmap_slot *slot;

	*value = fresh;
	if (map->count * 3 >= map->capacity * 2 && !idmap_grow(map, err))
		return false;
	slot = idmap_find(map, key);
	if (!slot->used) {
		*slot = (struct idmap_slot){.key = key, .value = fresh, .used = 1};
		map->count++;
	}
	*value = slot->value;
	return true;
}

static inline bool idmap_get(const struct idmap *map, uint64_t key, uint32_t *value)
{
	const struct idmap_slot *slot = map->count ? idmap_find(map, key) : NULL;

	if (!slot || !slot->used)
		return false;
	*value = slot->value;
	return true;
}

#endif
