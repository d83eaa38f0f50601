/* perf_maps.h - the maps of each process and of the kernel: which file is at an address. */

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
	bool absolute; /* addresses in it are not converted to offsets */
};

/*
 * The maps of all spaces. Copied spaces share nodes. Zero it to begin; releasing it releases all
 * spaces.
 */
struct perf_nodes {
	struct perf_node *at; /* owned; index 0 means none */
	size_t count, room;
	size_t live;   /* nodes in use */
	uint32_t free; /* the first free node */
	/* for the shape of the trees: unpredictable for authors of files */
	uint64_t random;
};

void perf_nodes_release(struct perf_nodes *n);

/*
 * Maps that do not overlap. Set `nodes` to begin. While a space changes, only one thread may use
 * any.
 */
struct perf_space {
	struct perf_nodes *nodes; /* borrowed */
	uint32_t root;		  /* 0: no maps */
};

void perf_space_release(struct perf_space *s);

/*
 * Put a map on top of others: the parts of these that it covers are removed. An empty map has no
 * effect; a map with module 0 only removes. Takes logarithmic time, in any order.
 */
bool perf_space_put(struct perf_space *s, const struct address_map *map,
		    struct error *err);

/*
 * Make `to`, which must be empty, a copy. Takes constant time, and memory only when one of them
 * changes.
 */
void perf_space_copy(struct perf_space *to, const struct perf_space *from);

/* The number of its maps. */
size_t perf_space_count(const struct perf_space *s);

/* The map at this address; NULL: none. Borrowed until a space changes. */
const struct address_map *perf_space_find(const struct perf_space *s, uint64_t address);

/* The last map that ends at or before this address; NULL: none. */
const struct address_map *perf_space_below(const struct perf_space *s, uint64_t address);

/* The mode of code: the lower bits of a record's `misc`, and the marks in call chains. */
enum perf_mode {
	PERF_MODE_UNKNOWN,
	PERF_MODE_KERNEL,
	PERF_MODE_USER,
	PERF_MODE_HYPERVISOR,
	PERF_MODE_GUEST_KERNEL,
	PERF_MODE_GUEST_USER,
	PERF_MODES = 8
};

/* All maps at one time. Records change them, in order of time. */
struct perf_maps;

/* NULL and an error when memory runs out. Release with perf_maps_free(). */
struct perf_maps *perf_maps_new(struct error *err);
void perf_maps_free(struct perf_maps *m);

/* Like perf_maps_new(), with the build ids that `like` was given for files. */
struct perf_maps *perf_maps_new_like(const struct perf_maps *like, struct error *err);

/* Borrowed. */
struct perf_modules *perf_maps_modules(struct perf_maps *m);

/* A record MMAP or MMAP2. */
struct perf_mapping {
	int32_t pid;
	uint32_t mode; /* enum perf_mode */
	uint64_t start, len, offset;
	uint64_t inode;		    /* 0: unknown */
	struct text path, build_id; /* borrowed */
	bool data;		    /* it is not executable */
};
bool perf_maps_add(struct perf_maps *m, const struct perf_mapping *p, struct error *err);

/* Add a function of the kernel; if the name is empty, remove it. */
bool perf_maps_symbol(struct perf_maps *m, uint64_t start, uint64_t len, struct text name,
		      struct error *err);

/*
 * Let `child` begin with the maps of `parent`. After exec() a process keeps its maps until others
 * cover them: samples in exec() itself are still in the old program.
 */
bool perf_maps_fork(struct perf_maps *m, int32_t child, int32_t parent,
		    struct error *err);

/* Forget the processes whose pids are keys. If memory runs out, nothing changes. */
bool perf_maps_forget(struct perf_maps *m, const struct idmap *pids, struct error *err);

/*
 * If there are many new modules since the last call, forget those that were in no map, then and
 * now. Their numbers may be reused. Zero `gone` before, and release it.
 */
bool perf_maps_forget_modules(struct perf_maps *m, struct bits *gone, struct error *err);

/* The space of a process, for the calls below; valid until the maps change. */
uint32_t perf_maps_space(const struct perf_maps *m, int32_t pid);

/*
 * A number for the whole address space of a process. It changes with its maps or the kernel's; two
 * processes with the same number have the same maps.
 */
bool perf_maps_version(struct perf_maps *m, uint32_t space, uint32_t *version,
		       struct error *err);

/*
 * Are there so many versions that they should be renumbered? perf_maps_begin_versions() makes all
 * old ones invalid.
 */
bool perf_maps_versions_are_many(const struct perf_maps *m);
void perf_maps_begin_versions(struct perf_maps *m);

/* A place in a module. Module 0: unknown; then `address` is the address itself. */
struct perf_place {
	uint32_t module;
	enum perf_mode mode; /* as recorded */
	uint64_t address;    /* an offset in the file, or an address in the kernel */
	uint64_t start;	     /* of its map */
	uint64_t offset;     /* of `start` in the file, as recorded */
};

/*
 * The map of the previous address, which often contains the next one too. Zero it for another
 * space, and when maps have changed.
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
 * Replace `to` by a copy of the maps of a space, for perf_space_find() on other threads. Release it
 * before `m`, on the thread that changes `m`.
 */
struct perf_space;
void perf_maps_copy(const struct perf_maps *m, uint32_t space, struct perf_space *to);

/* The number of maps that were left out because there were too many. */
uint64_t perf_maps_left_out(const struct perf_maps *m);

#endif
