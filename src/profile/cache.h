/* cache.h - a cache of parsed profiles, in a directory that belongs to the user. */

#ifndef PROFILE_CACHE_H
#define PROFILE_CACHE_H

#include <time.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * Each profile is a .flare file, named after a hash of its key. The key identifies the input and
 * the way it was read; it is also stored in the file, and compared. Files are replaced by
 * renaming, so a process that ends at any moment leaves a whole file or none, and any number of
 * processes can use the directory at the same time. Files can always be recreated, so they are not
 * synced to the disk; a file damaged by a loss of power is recognised by its checksums and removed.
 */
struct cache {
	char dir[1024]; /* absolute; created with its parents when needed */
	uint64_t max;	/* limit on the total size of the files, in bytes */
};

#define CACHE_SIZE_MAX (UINT64_C(2) << 30) /* the default of `max` */

/*
 * Open the profile stored under `key`, like store_open(), and mark it as used; NULL if it is
 * missing or cannot be used. It has passed store_check() or, with `facts_only`, only
 * store_check_facts(). Release with profile_free().
 */
struct profile *cache_get(const struct cache *c, const char *key, bool facts_only);

/*
 * Store `p` under `key`; `name` is for cache_list(). The least recently used files are removed to
 * make room. False and the reason if it was not stored.
 */
bool cache_put(const struct cache *c, const char *key, const char *name,
	       const struct profile *p, struct error *err);

#define CACHE_FILE_NAME 64 /* bytes: longer than the name of any cached file */

struct cache_entry {
	char file[CACHE_FILE_NAME];
	char *name; /* owned: "" if the file cannot be opened */
	uint64_t size;
	time_t used; /* the last use */
};

/*
 * List the cache, most recently used first; release with cache_entries_free(). If the directory is
 * missing, it is created, and the list is empty. False and an error if it cannot be used.
 */
bool cache_list(const struct cache *c, struct cache_entry **entries, size_t *count,
		struct error *err);
void cache_entries_free(struct cache_entry *entries, size_t count);

/* Remove all files, and count them and their bytes. */
bool cache_clear(const struct cache *c, uint64_t *files, uint64_t *bytes,
		 struct error *err);

/*
 * Open the directory in which the functions above write, and create it if needed; the caller closes
 * the descriptor. -1 if it cannot be used.
 */
int cache_place_open(const struct cache *c);

#endif
