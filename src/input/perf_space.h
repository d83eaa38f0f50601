/* perf_space.h - the maps of one process or of the kernel, by address. */

#ifndef INPUT_PERF_SPACE_H
#define INPUT_PERF_SPACE_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A piece of memory. The end is the first address behind it; UINT64_MAX: there is none. */
struct perf_map {
	uint64_t start, end;
	uint64_t offset; /* in the module, of its start */
	uint32_t module;
	bool absolute; /* addresses are told as they are, not as offsets */
};

/* They do not overlap. Zero it to begin. */
struct perf_space {
	struct perf_map *maps; /* owned: by rising address */
	size_t count, room;
};

void perf_space_release(struct perf_space *s);

/*
 * Put a map over whatever is there: what it covers is gone, what it does not stays. An empty
 * one, or one with module 0, only takes away.
 */
bool perf_space_put(struct perf_space *s, const struct perf_map *map, struct error *err);

/* `to` is empty, or its maps are replaced. */
bool perf_space_copy(struct perf_space *to, const struct perf_space *from,
		     struct error *err);

/* The map that holds this address; NULL: none does. */
const struct perf_map *perf_space_find(const struct perf_space *s, uint64_t address);

/* The last map that ends at or before this address; NULL: none does. */
const struct perf_map *perf_space_below(const struct perf_space *s, uint64_t address);

#endif
