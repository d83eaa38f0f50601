/* idmap.h - from a pair of ids (one 64-bit key) to an id. */

#ifndef BASE_IDMAP_H
#define BASE_IDMAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/*
 * A hash table with open addressing, doubled when two thirds full. Keys come from untrusted
 * files: the hash depends on a secret, or a file could make all of its ids collide. Zero it
 * first; release it at the end.
 */
struct idmap {
	struct idmap_slot *slots; /* owned */
	size_t capacity;	  /* a power of two, or 0 */
	size_t count;
	uint64_t secret[2];
};

/*
 * Look `key` up; when it is not there it is added with `fresh` as its value. The value is
 * stored in `*value`; compare it with `fresh` to see which it was.
 */
bool idmap_put(struct idmap *map, uint64_t key, uint32_t fresh, uint32_t *value,
	       struct error *err);

/* Look `key` up and add nothing; false when it is not there. */
bool idmap_get(const struct idmap *map, uint64_t key, uint32_t *value);

/*
 * Go through all of it, in no order: begin with `*at` 0; false: that was the last. Nothing is put
 * meanwhile.
 */
bool idmap_next(const struct idmap *map, size_t *at, uint64_t *key, uint32_t *value);
void idmap_release(struct idmap *map);

static inline uint64_t idmap_pair(uint32_t high, uint32_t low)
{
	return (uint64_t)high << 32 | low;
}

#endif
