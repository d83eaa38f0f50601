/* cache.h - a cache of parsed profiles, in a directory of the user. */

#ifndef PROFILE_CACHE_H
#define PROFILE_CACHE_H

#include <time.h>

#include "base/error.h"
#include "profile/profile.h"

/*
 * One .flare file for each profile, named by a hash of its key, a text that states the input of the
 * profile and how it was read; the key itself is stored inside and compared. Files are replaced by
 * renaming, so a process that ends at any moment leaves a whole file or none, and any number of
 * processes can use the directory at the same time. Its contents can always be made again, so files
 * are not synced to the disk; a file damaged by a loss of power is recognised by its checksums and
 * removed.
 */
struct cache {
	char dir[1024]; /* absolute; created with its parents when needed */
	uint64_t max;	/* limit of the size of all files, in bytes */
};

#define CACHE_SIZE_MAX (UINT64_C(2) << 30) /* the usual `max` */

/*
 * Open the profile stored under `key`, like store_open(), and mark it as used; NULL if there is
 * none, for whatever reason. store_check() has passed, or only store_check_facts() with
 * `facts_only`. Release with profile_free().
 */
struct profile *cache_get(const struct cache *c, const char *key, bool facts_only);

/*
 * Store `p` under `key`; `name` is for cache_list(). The least recently used files are removed to
 * make room. False and the reason if it was not stored.
 */
bool cache_put(const struct cache *c, const char *key, const char *name,
	       const struct profile *p, struct error *err);

#define CACHE_FILE_NAME 64 /* longer than every name in the directory */

struct cache_entry {
	char file[CACHE_FILE_NAME];
	char *name; /* owned: "" if the file cannot be opened */
	uint64_t size;
	time_t used; /* the last use */
};

/*
 * List the cache, most recently used first; release with cache_entries_free(). A missing directory
 * is not an error: the cache is empty. False and an error if the directory cannot be used.
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
