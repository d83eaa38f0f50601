/* perf_maps.h - memory maps of processes and the kernel: finds the file at an address. */

#ifndef INPUT_PERF_MAPS_H
#define INPUT_PERF_MAPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/idmap.h"
#include "input/perf_data/perf_modules.h"

/* A map; `end` is the first address after it, or UINT64_MAX if it has no end. */
struct address_map {
	uint64_t start, end;
	uint64_t offset; /* of `start` in the module */
	uint32_t module;
	bool absolute; /* addresses are not converted to file offsets */
};

/*
 * The maps of all spaces; copied spaces share nodes. Zero it to begin. Releasing it releases all
 * spaces.
 */
struct perf_nodes {
	struct perf_node *at; /* owned; index 0 means none */
	size_t count, room;
	size_t live;   /* nodes in use */
	uint32_t free; /* the first free node; 0: none */
	/* random numbers shape the trees, so that no file can make them deep */
	uint64_t random;
};

void perf_nodes_release(struct perf_nodes *n);

/*
 * An address space: maps that do not overlap. Set `nodes` to begin. While one thread changes a
 * space, no other thread may use spaces with the same `nodes`.
 */
struct perf_space {
	struct perf_nodes *nodes; /* borrowed */
	uint32_t root;		  /* 0: no maps */
};

void perf_space_release(struct perf_space *s);

/*
 * Add a map, and remove the parts of other maps that it covers. A map with module 0 only removes;
 * an empty map has no effect. Takes logarithmic time on average, for maps in any order.
 */
bool perf_space_put(struct perf_space *s, const struct address_map *map,
		    struct error *err);

/*
 * Make `to`, which must be empty, a copy of `from`. Takes constant time; memory is used only when
 * one of the two changes.
 */
void perf_space_copy(struct perf_space *to, const struct perf_space *from);

size_t perf_space_count(const struct perf_space *s);

/* The map at this address; NULL: none. Borrowed until a space changes. */
const struct address_map *perf_space_find(const struct perf_space *s, uint64_t address);

/* The last map that ends at or before this address; NULL: none. */
const struct address_map *perf_space_below(const struct perf_space *s, uint64_t address);

/* The CPU mode of code, as in the low bits of a record's `misc`. */
enum perf_mode {
	PERF_MODE_UNKNOWN,
	PERF_MODE_KERNEL,
	PERF_MODE_USER,
	PERF_MODE_HYPERVISOR,
	PERF_MODE_GUEST_KERNEL,
	PERF_MODE_GUEST_USER,
	PERF_MODES = 8
};

/* The maps of all processes and the kernel at one time. Records change them in order of time. */
struct perf_maps;

/* NULL and an error when memory runs out. Release with perf_maps_free(). */
struct perf_maps *perf_maps_new(struct error *err);
void perf_maps_free(struct perf_maps *m);

/* Like perf_maps_new(), with the build ids that were set for files in `like`. */
struct perf_maps *perf_maps_new_like(const struct perf_maps *like, struct error *err);

/* Borrowed. */
struct perf_modules *perf_maps_modules(struct perf_maps *m);

/* An MMAP or MMAP2 record. */
struct perf_mapping {
	int32_t pid;
	uint32_t mode; /* enum perf_mode */
	uint64_t start, len, offset;
	uint64_t inode;		    /* 0: unknown */
	struct text path, build_id; /* borrowed */
	bool data;		    /* not executable */
};
bool perf_maps_add(struct perf_maps *m, const struct perf_mapping *p, struct error *err);

/* Add a function to the kernel; if the name is empty, remove the function there. */
bool perf_maps_symbol(struct perf_maps *m, uint64_t start, uint64_t len, struct text name,
		      struct error *err);

/*
 * Give `child` the maps of `parent`. After exec() a process keeps its old maps until new ones cover
 * them, because samples during exec() are still in the old program.
 */
bool perf_maps_fork(struct perf_maps *m, int32_t child, int32_t parent,
		    struct error *err);

/* Forget the processes whose pids are keys of `pids`. If memory runs out, nothing changes. */
bool perf_maps_forget(struct perf_maps *m, const struct idmap *pids, struct error *err);

/*
 * If many modules have been added since modules were last forgotten, forget those that no map used
 * then or uses now. `gone` gets their numbers, which may be reused. Zero `gone` before the call,
 * and release it.
 */
bool perf_maps_forget_modules(struct perf_maps *m, struct bits *gone, struct error *err);

/* The number of a process's space, for the calls below. Valid until the maps change. */
uint32_t perf_maps_space(const struct perf_maps *m, int32_t pid);

/*
 * Get a number that changes with the maps of the space and of the kernel. Spaces with the same
 * version have the same maps. False and an error when numbers run out.
 */
bool perf_maps_version(struct perf_maps *m, uint32_t space, uint32_t *version,
		       struct error *err);

/* Will versions run out soon? perf_maps_begin_versions() starts anew, and invalidates all. */
bool perf_maps_versions_are_many(const struct perf_maps *m);
void perf_maps_begin_versions(struct perf_maps *m);

/* A place in a module. If `module` is 0 (unknown), `address` is the recorded address. */
struct perf_place {
	uint32_t module;
	enum perf_mode mode; /* as recorded */
	/* an offset in the file; without a file, or in the kernel, an address */
	uint64_t address;
	uint64_t start;	 /* the first address of the map */
	uint64_t offset; /* the recorded file offset of `start` */
};

/*
 * The map of the previous address, which often contains the next address too. Zero it before using
 * another space, and after maps have changed.
 */
struct map_hint {
	const struct address_map *map; /* borrowed; NULL: none */
	enum perf_mode mode;
};

/* `near` may be NULL. */
struct perf_place perf_maps_find(const struct perf_maps *m, uint32_t space,
				 enum perf_mode mode, uint64_t address,
				 struct map_hint *near);

/*
 * Replace `to` with a copy of a space, for perf_space_find() on other threads. Release `to` before
 * `m`, on the thread that changes `m`.
 */
struct perf_space;
void perf_maps_copy(const struct perf_maps *m, uint32_t space, struct perf_space *to);

/* The number of maps left out because there were too many. */
uint64_t perf_maps_left_out(const struct perf_maps *m);

#endif
