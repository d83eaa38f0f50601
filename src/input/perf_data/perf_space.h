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

/*
 * The maps of all spaces that are copies of one another: what two of them have in common is
 * there once. Zero it to begin; the spaces in it are gone when it is released.
 */
struct perf_nodes {
	struct perf_node *at; /* owned; 0 is none */
	size_t count, room;
	size_t live;	 /* that belong to a space */
	uint32_t free;	 /* the first that does not */
	uint64_t random; /* how a tree branches, which no file can know */
};

void perf_nodes_release(struct perf_nodes *n);

/* They do not overlap. Set `nodes` to begin. Used by one thread while any space is changed. */
struct perf_space {
	struct perf_nodes *nodes; /* borrowed */
	uint32_t root;		  /* 0: there are none */
};

void perf_space_release(struct perf_space *s);

/*
 * Put a map over whatever is there: what it covers is gone, what it does not stays. An empty
 * one, or one with module 0, only takes away. Takes time as the logarithm of how many there
 * are, in any order.
 */
bool perf_space_put(struct perf_space *s, const struct perf_map *map, struct error *err);

/* `to`, empty before, has the same maps. Costs nothing until one of them is changed. */
void perf_space_copy(struct perf_space *to, const struct perf_space *from);

/* How many maps it has. */
size_t perf_space_count(const struct perf_space *s);

/* The map that holds this address; NULL: none does. Borrowed until a space is changed. */
const struct perf_map *perf_space_find(const struct perf_space *s, uint64_t address);

/* The last map that ends at or before this address; NULL: none does. */
const struct perf_map *perf_space_below(const struct perf_space *s, uint64_t address);

#endif
