/* perf_maps.h - what lies where in the memory of each process and of the kernel. */

#ifndef INPUT_PERF_MAPS_H
#define INPUT_PERF_MAPS_H

#include <stddef.h>
#include <stdint.h>

#include "base/bits.h"
#include "base/error.h"
#include "base/idmap.h"
#include "input/perf_data/perf_modules.h"

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

/* Whose code: the lower bits of a record's `misc`, and the marks in call chains. */
enum perf_mode {
	PERF_MODE_UNKNOWN,
	PERF_MODE_KERNEL,
	PERF_MODE_USER,
	PERF_MODE_HYPERVISOR,
	PERF_MODE_GUEST_KERNEL,
	PERF_MODE_GUEST_USER,
	PERF_MODES = 8
};

/* All of them, as they are at one moment: records change them, in order of time. */
struct perf_maps;

/* NULL and an error when memory runs out. Release with perf_maps_free(). */
struct perf_maps *perf_maps_new(struct error *err);
void perf_maps_free(struct perf_maps *m);

/* Empty ones in which files have the same build ids as told of those in `like`. */
struct perf_maps *perf_maps_new_like(const struct perf_maps *like, struct error *err);

/* Borrowed: what the maps are maps of. */
struct perf_modules *perf_maps_modules(struct perf_maps *m);

/* A record MMAP or MMAP2, cut into its parts. */
struct perf_mapping {
	int32_t pid;
	uint32_t mode; /* enum perf_mode */
	uint64_t start, len, offset;
	uint64_t inode;		    /* 0: not told */
	struct text path, build_id; /* borrowed */
	bool data;		    /* nothing in it can be run */
};
bool perf_maps_add(struct perf_maps *m, const struct perf_mapping *p, struct error *err);

/* The kernel has one more function, or, with an empty name, one less. */
bool perf_maps_symbol(struct perf_maps *m, uint64_t start, uint64_t len, struct text name,
		      struct error *err);

/*
 * `child` begins with the maps of `parent`. With exec() a process keeps its maps until others
 * are put over them: samples in exec() itself still come from the old program.
 */
bool perf_maps_fork(struct perf_maps *m, int32_t child, int32_t parent,
		    struct error *err);

/* These processes, by the keys, have ended: their maps are no more. Without memory all is as before. */
bool perf_maps_forget(struct perf_maps *m, const struct idmap *pids, struct error *err);

/*
 * When many modules have come since this was last done: which have been in no map then and now. They
 * are no more, and others may get their numbers. Release `gone`, which is all zero before.
 */
bool perf_maps_forget_modules(struct perf_maps *m, struct bits *gone, struct error *err);

/* What belongs to a process, for the calls below; good until the maps are changed. */
uint32_t perf_maps_space(const struct perf_maps *m, int32_t pid);

/*
 * A number for all that a process sees: it changes when its maps or the kernel's do, and
 * two processes with the same one see the same. Space 0 is that of a process without maps.
 */
bool perf_maps_version(struct perf_maps *m, uint32_t space, uint32_t *version,
		       struct error *err);

/* Are there so many such numbers that they should begin again? Then nobody may know any of before. */
bool perf_maps_versions_are_many(const struct perf_maps *m);
void perf_maps_begin_versions(struct perf_maps *m);

/*
 * What is at an address. Module 0 when nothing is known to be: the rest is then the address
 * itself and 0.
 */
struct perf_place {
	uint32_t module;
	enum perf_mode mode; /* as it was recorded */
	uint64_t address;    /* an offset in the file; in the kernel, where it is */
	uint64_t start;	     /* of the map that it is in, and ... */
	uint64_t offset; /* ... the offset in the file that the record gives for that */
};

/*
 * Where the address before was, in the map of which the next one often is, too. Zero it for another
 * space, and when maps have changed. NULL: nobody knows.
 */
struct perf_near {
	const struct perf_map *map; /* borrowed; NULL: none */
	enum perf_mode mode;
};

struct perf_place perf_maps_find(const struct perf_maps *m, uint32_t space,
				 enum perf_mode mode, uint64_t address,
				 struct perf_near *near);

/*
 * A copy of the maps of a process in place of those in `to`, for perf_space_find() on other
 * threads. Release it before `m`, and by the thread that changes `m`.
 */
struct perf_space;
void perf_maps_copy(const struct perf_maps *m, uint32_t space, struct perf_space *to);

/* How many maps were left out because there were too many. */
uint64_t perf_maps_left_out(const struct perf_maps *m);

#endif
